package dev.genie.confirm;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.content.Intent;
import android.hardware.biometrics.BiometricManager;
import android.hardware.biometrics.BiometricPrompt;
import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyProperties;

import dev.genie.confirm.gap.Answers;
import dev.genie.confirm.gap.Base64Url;
import dev.genie.confirm.gap.EnrolmentRequest;
import dev.genie.confirm.gap.Envelopes;
import dev.genie.confirm.gap.Host;
import dev.genie.confirm.gap.Keys;
import dev.genie.confirm.gap.Reason;
import dev.genie.confirm.gap.Request;
import dev.genie.confirm.gap.Vectors;

import org.junit.Test;
import org.robolectric.android.controller.ActivityController;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

public class EnrollTest extends PhoneTest {
    private static final String CHALLENGE = Envelopes.digits("c0", 64);
    private static final String ID = CHALLENGE.substring(0, 32);
    private static final byte[] LINE = Envelopes.enrolment("Anna's laptop", CHALLENGE);
    private static final int BIOMETRIC = BiometricPrompt.AUTHENTICATION_RESULT_TYPE_BIOMETRIC;

    private FakeSockets.Peer host;

    private ActivityController<EnrollActivity> open(boolean credential) {
        String socket = newSocket();
        Intent intent = asked(LINE, socket);
        if (credential) {
            intent.putExtra("credential", true);
        }
        ActivityController<EnrollActivity> window = start(EnrollActivity.class, intent);
        host = new FakeSockets.Peer(socket, SHELL);
        return window;
    }

    /** Up to the code on the screen; the new key. */
    private byte[] code(ActivityController<EnrollActivity> window) throws Exception {
        until("the key is made", () -> window.get().sheet != null);
        Map<?, ?> progress = parsed(host.line());
        assertEquals("code", progress.get("state"));
        assertEquals(ID, progress.get("req_id"));
        settle(window);
        assertEquals(Answers.progress(ID, SHOWN, null), host.line());
        return Keys.checked(Base64Url.bytes((String) progress.get("key")));
    }

    private KeyGenParameterSpec newRules() {
        for (Map.Entry<String, FakeKeyStore.Entry> entry : FakeKeyStore.ENTRIES.entrySet()) {
            if (!entry.getKey().equals(ALIAS)) {
                return entry.getValue().rules;
            }
        }
        throw new AssertionError("no new key");
    }

    @Test
    public void touchMakesTheKeyThatAnswers() throws Exception {
        ActivityController<EnrollActivity> window = open(false);
        byte[] key = code(window);
        String digits = Keys.code(Vectors.spki("host"), key);
        List<String> lines = window.get().lines();
        assertEquals("Code: " + digits.substring(0, 3) + " " + digits.substring(3), lines.get(1));
        assertEquals("Computer: Anna's laptop", lines.get(2));
        window.get().sheet.yes.performClick();
        window.windowFocusChanged(false);
        FakePrompt.up.right(BIOMETRIC);
        pass(0);

        String line = host.line();
        Map<?, ?> answer = parsed(line);
        byte[] signature = Base64Url.bytes((String) answer.get("signature"));
        byte[] signed = Answers.enrolmentToSign(EnrolmentRequest.read(LINE), key, 1);
        assertTrue(Keys.verifies(key, signed, signature));
        assertEquals(Answers.enrolment(key, Arrays.asList("leaf".getBytes(), "root".getBytes()), 1, signature), line);
        Host enrolled = companion().hosts.find(Keys.id(Vectors.spki("host")));
        assertEquals(Keys.id(key), enrolled.keyId);
        assertEquals(0, enrolled.lastSeq);
        assertFalse("the old key is gone", FakeKeyStore.ENTRIES.containsKey(ALIAS));
        assertTrue(FakeKeyStore.ENTRIES.containsKey(enrolled.alias));
    }

    @Test
    public void codeStaysUntilItIsClosed() throws Exception {
        ActivityController<EnrollActivity> window = open(false);
        code(window);
        window.get().sheet.yes.performClick();
        FakePrompt.up.right(BIOMETRIC);
        pass(0);
        pass(59_999);
        assertFalse(window.get().isFinishing());
        pass(1);
        assertTrue(window.get().isFinishing());
    }

    @Test
    public void anotherEnrolmentTakesTheWindowWhoseCodeStays() throws Exception {
        ActivityController<EnrollActivity> window = open(false);
        byte[] first = code(window);
        window.get().sheet.yes.performClick();
        FakePrompt.up.right(BIOMETRIC);
        pass(0);
        String socket = newSocket();
        window.newIntent(asked(LINE, socket));
        host = new FakeSockets.Peer(socket, SHELL);
        until("another key is made", () -> window.get().sheet != null);
        String line = host.line();
        line = line.contains(SHOWN) ? host.line() : line;
        assertNotEquals(Base64Url.of(first), parsed(line).get("key"));
        window.get().onEnterAnimationComplete();
        window.windowFocusChanged(true);
        pass(8_000);
        FakePrompt.up = null;
        window.get().sheet.yes.performClick();
        assertNotNull(FakePrompt.up);
    }

    @Test
    public void keyHasTheRulesOfTheDesign() throws Exception {
        code(open(false));
        KeyGenParameterSpec rules = newRules();
        assertEquals(KeyProperties.PURPOSE_SIGN, rules.getPurposes());
        assertArrayEquals(new String[] {KeyProperties.DIGEST_SHA256}, rules.getDigests());
        assertArrayEquals(Vectors.bytes(CHALLENGE), rules.getAttestationChallenge());
        assertTrue(rules.isUserAuthenticationRequired());
        assertTrue(rules.isInvalidatedByBiometricEnrollment());
        assertTrue(rules.isUnlockedDeviceRequired());
        assertFalse(rules.isStrongBoxBacked());
        assertEquals(0, rules.getUserAuthenticationValidityDurationSeconds());
        assertEquals(KeyProperties.AUTH_BIOMETRIC_STRONG, rules.getUserAuthenticationType());
    }

    @Test
    public void securityChipIsUsedWhereThereIsOne() throws Exception {
        FakeKeyStore.hasStrongBox = true;
        code(open(false));
        assertTrue(newRules().isStrongBoxBacked());
    }

    @Test
    public void pinIsTakenOnlyWhenTheHostAskedForThat() throws Exception {
        FakeBiometrics.strong = BiometricManager.BIOMETRIC_ERROR_NONE_ENROLLED;
        ActivityController<EnrollActivity> refused = open(false);
        assertDenied(Reason.NONE_ENROLLED, ID, host.line());
        assertTrue(refused.get().isFinishing());
        ActivityController<EnrollActivity> window = open(true);
        code(window);
        assertEquals(KeyProperties.AUTH_BIOMETRIC_STRONG | KeyProperties.AUTH_DEVICE_CREDENTIAL,
                newRules().getUserAuthenticationType());
        assertTrue(window.get().lines().toString().contains("weaker"));
        window.get().sheet.yes.performClick();
        FakePrompt.up.right(BiometricPrompt.AUTHENTICATION_RESULT_TYPE_DEVICE_CREDENTIAL);
        pass(0);
        assertTrue(companion().hosts.all().get(0).takesCredential);
    }

    @Test
    public void phoneThatCannotAttestAnswersWithoutAChain() throws Exception {
        FakeKeyStore.attests = false;
        ActivityController<EnrollActivity> window = open(false);
        code(window);
        window.get().sheet.yes.performClick();
        FakePrompt.up.right(BIOMETRIC);
        pass(0);
        assertEquals("[]", parsed(host.line()).get("attestation").toString());
    }

    @Test
    public void denialKeepsTheOldKeyAndDeletesTheNew() throws Exception {
        ActivityController<EnrollActivity> window = open(false);
        code(window);
        window.get().sheet.no.performClick();
        assertDenied(Reason.DENIED, ID, host.line());
        assertTrue(window.get().isFinishing());
        assertEquals("[" + ALIAS + "]", FakeKeyStore.ENTRIES.keySet().toString());
        assertEquals(Keys.id(phoneKey), companion().hosts.all().get(0).keyId);
    }

    @Test
    public void lostFocusAndTimeAndWithdrawalKeepTheOldKey() throws Exception {
        ActivityController<EnrollActivity> lost = open(false);
        code(lost);
        lost.windowFocusChanged(false);
        assertDenied(Reason.FOCUS_LOST, ID, host.line());

        ActivityController<EnrollActivity> late = open(false);
        code(late);
        pass(120_000);
        assertDenied(Reason.TIMEOUT, ID, host.line());

        ActivityController<EnrollActivity> taken = open(false);
        code(taken);
        host.says("{\"cancel\":\"" + ID + "\",\"v\":1}");
        until("closed", () -> taken.get().isFinishing());
        assertDenied(Reason.EXPIRED, ID, host.line());
        assertEquals("[" + ALIAS + "]", FakeKeyStore.ENTRIES.keySet().toString());
    }

    @Test
    public void keyThatComesAfterTheDenialIsDeleted() throws Exception {
        FakeKeyStore.makes = new CountDownLatch(1);
        ActivityController<EnrollActivity> window = open(false);
        window.get().onBackPressed();
        assertDenied(Reason.DENIED, ID, host.line());
        window.pause().stop().destroy();
        FakeKeyStore.makes.countDown();
        until("the key is made", () -> FakeKeyStore.MADE.get() == 2);
        until("the key is gone", () -> FakeKeyStore.ENTRIES.size() == 1);
    }

    @Test
    public void phoneWithoutSecureLockIsUnavailable() {
        keyguard(false, false);
        open(false);
        assertDenied(Reason.UNAVAILABLE, ID, host.line());
    }

    @Test
    public void keyStoreThatDoesNotWorkIsUnavailable() throws Exception {
        FakeKeyStore.hasSecureLock = false;
        ActivityController<EnrollActivity> window = open(false);
        until("denied", () -> window.get().isFinishing());
        assertDenied(Reason.UNAVAILABLE, ID, host.line());
    }

    @Test
    public void wrongFingersLockTheSensorAndKeepTheOldKey() throws Exception {
        ActivityController<EnrollActivity> window = open(false);
        code(window);
        window.get().sheet.yes.performClick();
        FakePrompt.up.error(7);
        pass(0);
        assertDenied(Reason.LOCKOUT, ID, host.line());
        assertEquals("[" + ALIAS + "]", FakeKeyStore.ENTRIES.keySet().toString());
    }

    @Test
    public void malformedEnrolmentIsDenied() {
        String socket = newSocket();
        start(EnrollActivity.class, asked("{\"v\":1}".getBytes(), socket));
        assertDenied(Reason.MALFORMED, Request.NO_ID, new FakeSockets.Peer(socket, SHELL).line());
    }

    @Test
    public void openRequestKeepsEnrolmentOut() {
        start(ConfirmActivity.class, asked(request(7), newSocket()));
        open(false);
        assertDenied(Reason.BUSY, ID, host.line());
    }

    @Test
    public void phoneThatKnowsFacesOnlyIsWarnedAbout() throws Exception {
        shadowOf(context.getPackageManager()).setSystemFeature("android.hardware.biometrics.face", true);
        ActivityController<EnrollActivity> window = open(false);
        code(window);
        assertTrue(window.get().lines().toString().contains("knows faces, not fingers"));
    }
}
