package dev.genie.confirm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.app.Application;
import android.app.KeyguardManager;
import android.content.Context;
import android.content.Intent;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageInfo;
import android.os.Looper;
import android.view.MotionEvent;
import android.view.View;

import dev.genie.confirm.gap.Base64Url;
import dev.genie.confirm.gap.Envelopes;
import dev.genie.confirm.gap.Host;
import dev.genie.confirm.gap.Json;
import dev.genie.confirm.gap.Keys;
import dev.genie.confirm.gap.Malformed;
import dev.genie.confirm.gap.Vectors;

import org.junit.After;
import org.junit.Before;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.annotation.Config;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A phone with one enrolled computer, a finger, and the app's own manifest. What is faked is the system's edge. */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = 35, shadows = {
    FakePrompt.class, FakeBiometrics.class, FakeSensor.class, FakeSockets.Listening.class, FakeSockets.Connected.class
})
public abstract class PhoneTest {
    static final int SHELL = 2000;
    static final int APP = 10_123;
    static final String ALIAS = "the-key";
    static final String SHOWN = "shown";
    private static final int DEADLINE_MS = 60_000;

    /** A name is used once, as on a phone: what a test leaves behind closes after it. */
    private static int sockets;

    final Application context = RuntimeEnvironment.getApplication();
    final List<ActivityController<? extends AskActivity>> windows = new ArrayList<>();
    byte[] phoneKey;

    @Before
    public void setUp() throws Exception {
        // The tests' hosts connect when they get to it, be the machine as slow as it likes.
        AskActivity.lingerMs = 600_000;
        FakeKeyStore.install();
        FakeSockets.LISTENING.clear();
        FakePrompt.up = null;
        FakeSensor.asked = null;
        FakeSensor.isThere = true;
        FakeSensor.isEnrolled = true;
        FakeBiometrics.strong = 0;
        FakeBiometrics.isBroken = false;
        shadowOf(context).grantPermissions("android.permission.HIDE_OVERLAY_WINDOWS");
        keyguard(true, false);
        install("org.genie.messages", "Messages");
        Companion.forget();
        phoneKey = companion().keys.make(ALIAS, new byte[32], false);
        enrolled(false);
    }

    @After
    public void tearDown() {
        for (ActivityController<? extends AskActivity> window : windows) {
            if (!window.get().isDestroyed()) {
                window.get().finish();
                window.destroy();
            }
        }
    }

    final Companion companion() {
        return Companion.of(context);
    }

    final void enrolled(boolean takesCredential) throws Exception {
        companion().hosts.put(
                new Host(Vectors.spki("host"), "Anna's laptop", Keys.id(phoneKey), ALIAS, takesCredential, 6));
    }

    final void keyguard(boolean isSecure, boolean isLocked) {
        KeyguardManager keyguard = (KeyguardManager) context.getSystemService(Context.KEYGUARD_SERVICE);
        shadowOf(keyguard).setIsDeviceSecure(isSecure);
        shadowOf(keyguard).setKeyguardLocked(isLocked);
    }

    final void install(String packageName, String label) {
        PackageInfo info = new PackageInfo();
        info.packageName = packageName;
        info.applicationInfo = new ApplicationInfo();
        info.applicationInfo.packageName = packageName;
        info.applicationInfo.nonLocalizedLabel = label;
        shadowOf(context.getPackageManager()).installPackage(info);
    }

    final byte[] request(long seq) {
        return Envelopes.line(seq, Envelopes.reqId(seq), 30_000, Keys.id(phoneKey), "org.genie.messages");
    }

    final String newSocket() {
        return "genie." + Envelopes.reqId(++sockets);
    }

    static Intent asked(byte[] line, String socket) {
        return new Intent().putExtra("request", Base64Url.of(line)).putExtra("socket", socket);
    }

    /** Started as the shell does, the focus not there yet. */
    final <A extends AskActivity> ActivityController<A> start(Class<A> window, Intent intent) {
        ActivityController<A> started = Robolectric.buildActivity(window, intent);
        windows.add(started);
        started.create();
        if (!started.get().isFinishing()) {
            started.start().postCreate(null).resume().visible();
        }
        return started;
    }

    /** The window has the focus and stands still; the time until it may be touched has passed. */
    final void settle(ActivityController<? extends AskActivity> window) {
        window.windowFocusChanged(true);
        window.get().onEnterAnimationComplete();
        pass(500);
    }

    static void pass(long milliseconds) {
        shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(milliseconds));
    }

    /** Waits for what another thread posts to the main one. */
    static void until(String what, java.util.function.BooleanSupplier holds) throws InterruptedException {
        for (int waitedMs = 0; !holds.getAsBoolean(); waitedMs += 10) {
            assertTrue("never: " + what, waitedMs < DEADLINE_MS);
            Thread.sleep(10);
            shadowOf(Looper.getMainLooper()).idle();
        }
    }

    static void layOut(AskActivity window, int width, int height) {
        View decor = window.getWindow().getDecorView();
        decor.measure(View.MeasureSpec.makeMeasureSpec(width, View.MeasureSpec.EXACTLY),
                View.MeasureSpec.makeMeasureSpec(height, View.MeasureSpec.EXACTLY));
        decor.layout(0, 0, width, height);
    }

    /** A touch on a button through the whole window, as the input system delivers it. */
    static void touch(AskActivity window, View button, int flags) {
        layOut(window, 1080, 1920);
        int[] place = new int[2];
        button.getLocationInWindow(place);
        float x = place[0] + button.getWidth() / 2f;
        float y = place[1] + button.getHeight() / 2f;
        for (int action : new int[] {MotionEvent.ACTION_DOWN, MotionEvent.ACTION_UP}) {
            long nowMs = android.os.SystemClock.uptimeMillis();
            MotionEvent.PointerProperties pointer = new MotionEvent.PointerProperties();
            MotionEvent.PointerCoords coordinates = new MotionEvent.PointerCoords();
            coordinates.x = x;
            coordinates.y = y;
            MotionEvent event = MotionEvent.obtain(nowMs, nowMs, action, 1, new MotionEvent.PointerProperties[] {pointer},
                    new MotionEvent.PointerCoords[] {coordinates}, 0, 0, 1, 1, 0, 0,
                    android.view.InputDevice.SOURCE_TOUCHSCREEN, flags);
            window.dispatchTouchEvent(event);
            event.recycle();
        }
        pass(1);
    }

    static Map<?, ?> parsed(String line) {
        try {
            return (Map<?, ?>) Json.parseCanonical(line.getBytes(StandardCharsets.UTF_8));
        } catch (Malformed error) {
            throw new AssertionError(line, error);
        }
    }

    static void assertDenied(String reason, String reqId, String line) {
        Map<?, ?> denial = parsed(line);
        assertEquals(line, reason, denial.get("reason"));
        assertEquals(line, "deny", denial.get("decision"));
        assertEquals(line, reqId, denial.get("req_id"));
    }
}
