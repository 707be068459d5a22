package dev.genie.confirm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.hardware.biometrics.BiometricManager;
import android.hardware.biometrics.BiometricPrompt;

import dev.genie.confirm.gap.Envelopes;
import dev.genie.confirm.gap.Malformed;
import dev.genie.confirm.gap.Reason;

import org.junit.Test;
import org.robolectric.android.controller.ActivityController;

/** What the finger, the sensor and the key say, and what becomes of it. */
public class ConfirmTest extends ConfirmSteps {
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
    public void systemThatFailsDeniesAndLeavesNothingOpen() {
        FakeBiometrics.isBroken = true;
        assertDenied(Reason.UNAVAILABLE, open());
        FakeBiometrics.isBroken = false;
        open(request(8));
        assertTrue(windows.get(1).get().isOpen());
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
}
