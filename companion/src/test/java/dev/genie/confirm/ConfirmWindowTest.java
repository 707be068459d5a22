package dev.genie.confirm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.content.res.Configuration;
import android.os.Bundle;
import android.view.MotionEvent;
import android.view.WindowManager;
import android.widget.ScrollView;

import dev.genie.confirm.gap.Envelopes;
import dev.genie.confirm.gap.Keys;
import dev.genie.confirm.gap.Malformed;
import dev.genie.confirm.gap.Reason;

import org.junit.Test;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.shadows.ShadowSystemClock;

import java.time.Duration;

/** What happens to the window while it asks. */
public class ConfirmWindowTest extends ConfirmSteps {
    @Test
    public void backDenies() {
        ActivityController<ConfirmActivity> window = open();
        window.get().onBackPressed();
        assertDenied(Reason.DENIED, window);
    }

    @Test
    public void lockThatComesUpDenies() {
        ActivityController<ConfirmActivity> window = openPrompt();
        keyguard(true, true);
        window.pause().stop();
        assertDenied(Reason.LOCKED, window);
    }

    @Test
    public void rotationChangesNothing() throws Malformed {
        ActivityController<ConfirmActivity> window = openPrompt();
        ConfirmActivity before = window.get();
        Configuration turned = new Configuration(context.getResources().getConfiguration());
        turned.orientation = Configuration.ORIENTATION_LANDSCAPE;
        turned.screenWidthDp = 800;
        turned.screenHeightDp = 400;
        turned.fontScale = 1.5f;
        window.configurationChange(turned);
        assertEquals(before, window.get());
        FakePrompt.up.right(BIOMETRIC);
        pass(0);
        assertApproved(request(7), "biometric");
    }

    @Test
    public void timeThatRunsOutDenies() {
        ActivityController<ConfirmActivity> window = openPrompt();
        pass(30_000);
        assertDenied(Reason.TIMEOUT, window);
        assertTrue(FakePrompt.up.cancel.isCanceled());
    }

    @Test
    public void touchAfterTheTimeIsExpired() {
        ActivityController<ConfirmActivity> window = openPrompt();
        ShadowSystemClock.advanceBy(Duration.ofSeconds(31));
        FakePrompt.up.rightAtOnce(BIOMETRIC);
        assertDenied(Reason.EXPIRED, window);
    }

    @Test
    public void obscuredTouchDenies() {
        ActivityController<ConfirmActivity> window = open();
        settle(window);
        touch(window.get(), window.get().sheet.yes, MotionEvent.FLAG_WINDOW_IS_OBSCURED);
        assertDenied(Reason.OBSCURED, window);
        assertNull(FakePrompt.up);
    }

    @Test
    public void partiallyObscuredTouchDenies() {
        ActivityController<ConfirmActivity> window = open();
        settle(window);
        touch(window.get(), window.get().sheet.yes, MotionEvent.FLAG_WINDOW_IS_PARTIALLY_OBSCURED);
        assertDenied(Reason.OBSCURED, window);
        assertNull(FakePrompt.up);
    }

    @Test
    public void plainTouchGoesOn() {
        ActivityController<ConfirmActivity> window = open();
        settle(window);
        touch(window.get(), window.get().sheet.yes, 0);
        assertNotNull(FakePrompt.up);
        assertFalse(window.get().isFinishing());
    }

    @Test
    public void touchBeforeTheWindowSettledDoesNothing() {
        ActivityController<ConfirmActivity> window = open();
        window.windowFocusChanged(true);
        window.get().onEnterAnimationComplete();
        pass(490);
        assertFalse(window.get().sheet.yes.isEnabled());
        window.get().sheet.yes.performClick();
        touch(window.get(), window.get().sheet.yes, 0);
        assertNull(FakePrompt.up);
        pass(9);
        assertTrue(window.get().sheet.yes.isEnabled());
    }

    @Test
    public void windowThatMovesIsNotTouched() {
        ActivityController<ConfirmActivity> window = open();
        window.windowFocusChanged(true);
        pass(5_000);
        assertFalse(window.get().sheet.yes.isEnabled());
        window.get().onEnterAnimationComplete();
        pass(500);
        assertTrue(window.get().sheet.yes.isEnabled());
    }

    @Test
    public void longRequestIsReadToItsEndFirst() {
        StringBuilder text = new StringBuilder();
        for (int line = 0; line < 57; line++) {
            text.append("a line ");
        }
        ActivityController<ConfirmActivity> window = open(
                Envelopes.line(7, ID, 30_000, Keys.id(phoneKey), "org.genie.messages", text.toString(), 16));
        settle(window);
        layOut(window.get(), 400, 600);
        pass(10);
        assertFalse(window.get().sheet.isReadToEnd());
        assertFalse(window.get().sheet.yes.isEnabled());
        window.get().sheet.yes.performClick();
        assertNull(FakePrompt.up);
        ScrollView lines = window.get().sheet.scroll;
        lines.scrollTo(0, lines.getChildAt(0).getHeight());
        pass(10);
        assertTrue(window.get().sheet.yes.isEnabled());
    }

    @Test
    public void lostFocusDenies() {
        ActivityController<ConfirmActivity> window = open();
        window.windowFocusChanged(true);
        window.windowFocusChanged(false);
        assertDenied(Reason.FOCUS_LOST, window);
    }

    @Test
    public void stoppedWindowDeniesAlsoDuringThePrompt() {
        ActivityController<ConfirmActivity> window = openPrompt();
        assertFalse(window.get().isFinishing());
        window.pause().stop();
        assertDenied(Reason.FOCUS_LOST, window);
        assertTrue(FakePrompt.up.cancel.isCanceled());
    }

    @Test
    public void windowThatIsPausedForLongDenies() {
        ActivityController<ConfirmActivity> window = openPrompt();
        window.pause();
        pass(499);
        assertFalse(window.get().isFinishing());
        pass(1);
        assertDenied(Reason.FOCUS_LOST, window);
    }

    @Test
    public void touchWhilePausedDenies() {
        ActivityController<ConfirmActivity> window = openPrompt();
        window.pause();
        FakePrompt.up.right(BIOMETRIC);
        pass(0);
        assertDenied(Reason.FOCUS_LOST, window);
    }

    @Test
    public void windowIsHiddenFromPicturesAndOverlays() {
        ActivityController<ConfirmActivity> window = open();
        int flags = window.get().getWindow().getAttributes().flags;
        int privateFlags = window.get().getWindow().getAttributes().privateFlags;
        assertTrue((flags & WindowManager.LayoutParams.FLAG_SECURE) != 0);
        int hides = WindowManager.LayoutParams.SYSTEM_FLAG_HIDE_NON_SYSTEM_OVERLAY_WINDOWS;
        assertTrue((privateFlags & hides) != 0);
        assertTrue(window.get().sheet.root.getFilterTouchesWhenObscured());
    }

    @Test
    public void windowThatTheSystemBringsBackAsksNothing() {
        Bundle saved = new Bundle();
        ActivityController<ConfirmActivity> window =
                org.robolectric.Robolectric.buildActivity(ConfirmActivity.class, asked(request(7), newSocket()));
        windows.add(window);
        window.create(saved);
        assertTrue(window.get().isFinishing());
        assertTrue(FakeSockets.LISTENING.isEmpty());
    }
}
