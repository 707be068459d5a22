package dev.genie.confirm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.content.Intent;
import android.content.res.Configuration;
import android.hardware.biometrics.BiometricManager;
import android.hardware.biometrics.BiometricPrompt;
import android.os.Bundle;
import android.view.MotionEvent;
import android.view.WindowManager;
import android.widget.ScrollView;

import dev.genie.confirm.gap.Answers;
import dev.genie.confirm.gap.Base64Url;
import dev.genie.confirm.gap.Envelopes;
import dev.genie.confirm.gap.Keys;
import dev.genie.confirm.gap.Malformed;
import dev.genie.confirm.gap.Reason;
import dev.genie.confirm.gap.Request;
import dev.genie.confirm.gap.ShownLines;

import org.junit.Test;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.shadows.ShadowSystemClock;

import java.time.Duration;
import java.util.Map;

public class ConfirmTest extends PhoneTest {
    private static final int BIOMETRIC = BiometricPrompt.AUTHENTICATION_RESULT_TYPE_BIOMETRIC;
    private static final String ID = Envelopes.reqId(7);

    private String socket;
    private FakeSockets.Peer host;

    private ActivityController<ConfirmActivity> open() {
        return open(request(7));
    }

    private ActivityController<ConfirmActivity> open(byte[] request) {
        socket = newSocket();
        ActivityController<ConfirmActivity> window = start(ConfirmActivity.class, asked(request, socket));
        host = new FakeSockets.Peer(socket, SHELL);
        return window;
    }

    /** Up to the system's prompt. */
    private ActivityController<ConfirmActivity> openPrompt() {
        ActivityController<ConfirmActivity> window = open();
        settle(window);
        window.get().sheet.yes.performClick();
        window.windowFocusChanged(false);
        assertNotNull(FakePrompt.up);
        return window;
    }

    private void assertDenied(String reason, ActivityController<ConfirmActivity> window) {
        String line = host.line();
        if (line.contains("\"" + SHOWN + "\"")) {
            line = host.line();
        }
        assertDenied(reason, ID, line);
        assertTrue(window.get().isFinishing());
        assertFalse(FakeKeyStore.isUnlocked && FakePrompt.up == null);
    }

    private void assertApproved(byte[] request, String authType) throws Malformed {
        assertEquals(Answers.progress(ID, SHOWN, null), host.line());
        String line = host.line();
        Map<?, ?> approval = parsed(line);
        Request read = Request.read(request);
        ShownLines shown = new ShownLines(read, "Messages", "Anna's laptop");
        byte[] signature = Base64Url.bytes((String) approval.get("signature"));
        assertEquals(Answers.approval(read, shown, authType, 1, signature), line);
        assertTrue(Keys.verifies(phoneKey, Answers.approvalToSign(read, shown, authType, 1), signature));
        assertEquals("Messages", approval.get("app_label"));
    }

    @Test
    public void rightFingerApproves() throws Malformed {
        ActivityController<ConfirmActivity> window = openPrompt();
        FakePrompt.up.right(BIOMETRIC);
        pass(0);
        assertApproved(request(7), "biometric");
        assertTrue(window.get().isFinishing());
        assertEquals(7, companion().hosts.all().get(0).lastSeq);
    }

    @Test
    public void promptSaysTheLines() {
        openPrompt();
        BiometricPrompt prompt = FakePrompt.up.real;
        assertEquals("Send this?", prompt.getTitle());
        assertEquals("App: Messages (org.genie.messages)", prompt.getSubtitle());
        assertEquals("Button: \u201CSend\u201D\nTo: Mum\nAsked by: Anna's laptop", prompt.getDescription());
        assertEquals("Deny", prompt.getNegativeButtonText());
        assertTrue(prompt.isConfirmationRequired());
        assertEquals(BiometricManager.Authenticators.BIOMETRIC_STRONG, prompt.getAllowedAuthenticators());
    }

    @Test
    public void pinApprovesWhereTheKeyTakesIt() throws Exception {
        enrolled(true);
        FakeBiometrics.strong = BiometricManager.BIOMETRIC_ERROR_NONE_ENROLLED;
        openPrompt();
        assertEquals(BiometricManager.Authenticators.BIOMETRIC_STRONG
                | BiometricManager.Authenticators.DEVICE_CREDENTIAL, FakePrompt.up.real.getAllowedAuthenticators());
        FakePrompt.up.right(BiometricPrompt.AUTHENTICATION_RESULT_TYPE_DEVICE_CREDENTIAL);
        pass(0);
        assertApproved(request(7), "credential");
    }

    @Test
    public void wrongFingerDecidesNothing() throws Malformed {
        openPrompt();
        FakePrompt.up.wrong();
        pass(0);
        FakePrompt.up.right(BIOMETRIC);
        pass(0);
        assertApproved(request(7), "biometric");
    }

    @Test
    public void noDenies() {
        ActivityController<ConfirmActivity> window = open();
        settle(window);
        window.get().sheet.no.performClick();
        assertDenied(Reason.DENIED, window);
        assertNull(FakePrompt.up);
    }

    @Test
    public void noOfThePromptDenies() {
        ActivityController<ConfirmActivity> window = openPrompt();
        FakePrompt.up.negative();
        pass(0);
        assertDenied(Reason.DENIED, window);
    }

    @Test
    public void backDenies() {
        ActivityController<ConfirmActivity> window = open();
        window.get().onBackPressed();
        assertDenied(Reason.DENIED, window);
    }

    @Test
    public void everyErrorOfTheSensorDenies() {
        Object[][] errors = {
            {1, Reason.UNAVAILABLE}, {2, Reason.UNAVAILABLE}, {3, Reason.TIMEOUT}, {4, Reason.UNAVAILABLE},
            {5, Reason.FOCUS_LOST}, {7, Reason.LOCKOUT}, {8, Reason.UNAVAILABLE}, {9, Reason.LOCKOUT_PERMANENT},
            {10, Reason.DENIED}, {11, Reason.NONE_ENROLLED}, {12, Reason.NO_HARDWARE}, {13, Reason.DENIED},
            {14, Reason.NONE_ENROLLED}, {15, Reason.UNAVAILABLE}, {1_000, Reason.UNAVAILABLE},
        };
        long seq = 7;
        for (Object[] error : errors) {
            ActivityController<ConfirmActivity> window = open(request(seq));
            settle(window);
            window.get().sheet.yes.performClick();
            FakePrompt.up.error((Integer) error[0]);
            pass(0);
            host.line();
            assertDenied((String) error[1], Envelopes.reqId(seq), host.line());
            assertTrue(window.get().isFinishing());
            window.pause().stop().destroy();
            seq++;
        }
    }

    @Test
    public void afterLockoutALateSuccessSendsNothing() {
        ActivityController<ConfirmActivity> window = openPrompt();
        FakePrompt.up.error(7);
        FakePrompt.up.right(BIOMETRIC);
        pass(0);
        assertDenied(Reason.LOCKOUT, window);
        host.socket.isClosed();
        assertTrue(FakeKeyStore.isUnlocked);
    }

    @Test
    public void successWithoutTheKeyUnlockedIsWorthNothing() {
        ActivityController<ConfirmActivity> window = openPrompt();
        FakePrompt.up.succeed(FakePrompt.up.locked(), BIOMETRIC);
        pass(0);
        assertDenied(Reason.UNAVAILABLE, window);
    }

    @Test
    public void successWithoutTheKeyIsWorthNothing() {
        ActivityController<ConfirmActivity> window = openPrompt();
        FakePrompt.up.succeed(null, BIOMETRIC);
        pass(0);
        assertDenied(Reason.UNAVAILABLE, window);
    }

    @Test
    public void whatIsMissingIsToldBeforeAnythingIsShown() {
        Object[][] states = {
            {BiometricManager.BIOMETRIC_ERROR_NONE_ENROLLED, Reason.NONE_ENROLLED},
            {BiometricManager.BIOMETRIC_ERROR_NO_HARDWARE, Reason.NO_HARDWARE},
            {BiometricManager.BIOMETRIC_ERROR_HW_UNAVAILABLE, Reason.UNAVAILABLE},
            {BiometricManager.BIOMETRIC_ERROR_SECURITY_UPDATE_REQUIRED, Reason.UNAVAILABLE},
        };
        long seq = 7;
        for (Object[] state : states) {
            FakeBiometrics.strong = (Integer) state[0];
            ActivityController<ConfirmActivity> window = open(request(seq));
            assertDenied((String) state[1], Envelopes.reqId(seq), host.line());
            assertTrue(window.get().isFinishing());
            assertNull(window.get().sheet);
            seq++;
        }
    }

    @Test
    public void phoneWithoutSecureLockDenies() {
        keyguard(false, false);
        assertDenied(Reason.UNAVAILABLE, open());
    }

    @Test
    public void lockedPhoneDenies() {
        keyguard(true, true);
        assertDenied(Reason.LOCKED, open());
    }

    @Test
    public void lockThatComesUpDenies() {
        ActivityController<ConfirmActivity> window = openPrompt();
        keyguard(true, true);
        window.pause().stop();
        assertDenied(Reason.LOCKED, window);
    }

    @Test
    public void newFingerInvalidatesTheKey() {
        FakeKeyStore.ENTRIES.get(ALIAS).key.isInvalidated = true;
        assertDenied(Reason.KEY_INVALIDATED, open());
    }

    @Test
    public void newFingerWhileItIsShownInvalidatesTheKey() {
        ActivityController<ConfirmActivity> window = open();
        settle(window);
        FakeKeyStore.ENTRIES.get(ALIAS).key.isInvalidated = true;
        window.get().sheet.yes.performClick();
        assertDenied(Reason.KEY_INVALIDATED, window);
        assertNull(FakePrompt.up);
    }

    @Test
    public void lostKeyIsToldLikeAnInvalidatedOne() {
        FakeKeyStore.ENTRIES.clear();
        assertDenied(Reason.KEY_INVALIDATED, open());
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
    public void secondRequestIsBusyAndTheFirstGoesOn() throws Malformed {
        ActivityController<ConfirmActivity> window = openPrompt();
        String second = newSocket();
        window.pause();
        window.newIntent(asked(request(8), second));
        window.resume();
        pass(600);
        assertDenied(Reason.BUSY, Envelopes.reqId(8), new FakeSockets.Peer(second, SHELL).line());
        assertFalse(window.get().isFinishing());
        FakePrompt.up.right(BIOMETRIC);
        pass(0);
        assertApproved(request(7), "biometric");
    }

    @Test
    public void secondRequestInAWindowOfItsOwnIsBusyToo() {
        open();
        FakeSockets.Peer first = host;
        ActivityController<ConfirmActivity> second = open(request(8));
        assertDenied(Reason.BUSY, Envelopes.reqId(8), host.line());
        assertTrue(second.get().isFinishing());
        assertFalse(first.socket.isClosed());
    }

    @Test
    public void replayIsRefusedAfterApprovalAndAfterRestart() throws Malformed {
        openPrompt();
        FakePrompt.up.right(BIOMETRIC);
        pass(0);
        assertApproved(request(7), "biometric");
        assertDenied(Reason.REPLAYED, open());
        Companion.forget();
        assertDenied(Reason.REPLAYED, open());
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
    public void appOnTheSocketIsTurnedAway() {
        open();
        FakeSockets.Peer app = new FakeSockets.Peer(socket, APP);
        app.says("{\"cancel\":\"" + ID + "\",\"v\":1}");
        assertDenied(Reason.WRONG_PEER, Request.NO_ID, app.line());
        assertNull(app.line());
        pass(10);
        assertTrue(windows.get(0).get().isOpen());
    }

    @Test
    public void malformedRequestsAreDenied() {
        byte[] good = request(7);
        byte[] longer = java.util.Arrays.copyOf(good, 17_000);
        Intent[] intents = {
            new Intent(),
            new Intent().putExtra("request", 5),
            new Intent().putExtra("request", ""),
            new Intent().putExtra("request", "not base64url!"),
            new Intent().putExtra("request", Base64Url.of("{}".getBytes())),
            new Intent().putExtra("request", Base64Url.of(longer)),
        };
        for (Intent intent : intents) {
            String name = newSocket();
            ActivityController<ConfirmActivity> window = start(ConfirmActivity.class, intent.putExtra("socket", name));
            assertDenied(Reason.MALFORMED, Request.NO_ID, new FakeSockets.Peer(name, SHELL).line());
            assertTrue(window.get().isFinishing());
        }
        assertEquals(6, companion().hosts.all().get(0).lastSeq);
    }

    @Test
    public void socketOfAnotherNameIsNotOpened() {
        for (String name : new String[] {null, "", "genie.ABCDEF", "genie." + ID + "0", "adbd", "../genie." + ID}) {
            ActivityController<ConfirmActivity> window = start(ConfirmActivity.class, asked(request(7), name));
            assertTrue(window.get().isFinishing());
        }
        assertTrue(FakeSockets.LISTENING.isEmpty());
        assertEquals(6, companion().hosts.all().get(0).lastSeq);
    }

    @Test
    public void forgedAndForeignRequestsAreDenied() throws Exception {
        byte[] foreign = Envelopes.line(7, ID, 30_000);
        assertDenied(Reason.NOT_ENROLLED, open(foreign));
        String text = new String(request(7), "UTF-8").replace("Mum", "Eve");
        assertDenied(Reason.BAD_SIGNATURE, open(text.getBytes("UTF-8")));
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
    public void hostTakesItBack() throws InterruptedException {
        ActivityController<ConfirmActivity> window = openPrompt();
        host.says("{\"cancel\":\"" + Envelopes.reqId(8) + "\",\"v\":1}");
        host.says("{\"cancel\":\"" + ID + "\",\"v\":1}");
        until("closed", () -> window.get().isFinishing());
        assertDenied(Reason.EXPIRED, window);
        assertTrue(FakePrompt.up.cancel.isCanceled());
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

    @Test
    public void appThatIsNotThereIsUnknown() {
        byte[] request = Envelopes.line(7, ID, 30_000, Keys.id(phoneKey), "org.genie.nowhere");
        ActivityController<ConfirmActivity> window = open(request);
        assertEquals("App: (unknown) (org.genie.nowhere)", window.get().lines().get(1));
    }

    @Test
    public void busyNameLeavesTheProvider() throws Exception {
        FakeSockets.LISTENING.put("genie." + ID, new FakeSockets.Listening());
        ActivityController<ConfirmActivity> window =
                start(ConfirmActivity.class, asked(request(7), "genie." + ID));
        settle(window);
        assertTrue(window.get().isOpen());
        assertEquals(Answers.progress(ID, SHOWN, null), companion().mailbox.newest(ID));
    }
}
