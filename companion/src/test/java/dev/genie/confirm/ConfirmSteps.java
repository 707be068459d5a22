package dev.genie.confirm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import android.hardware.biometrics.BiometricPrompt;

import dev.genie.confirm.gap.Answers;
import dev.genie.confirm.gap.Base64Url;
import dev.genie.confirm.gap.Envelopes;
import dev.genie.confirm.gap.Keys;
import dev.genie.confirm.gap.Malformed;
import dev.genie.confirm.gap.Request;
import dev.genie.confirm.gap.ShownLines;

import org.robolectric.android.controller.ActivityController;

import java.util.Map;

/** A request of the enrolled computer on its way to a decision. */
abstract class ConfirmSteps extends PhoneTest {
    static final int BIOMETRIC = BiometricPrompt.AUTHENTICATION_RESULT_TYPE_BIOMETRIC;
    static final String ID = Envelopes.reqId(7);

    String socket;
    FakeSockets.Peer host;

    final ActivityController<ConfirmActivity> open() {
        return open(request(7));
    }

    final ActivityController<ConfirmActivity> open(byte[] request) {
        socket = newSocket();
        ActivityController<ConfirmActivity> window = start(ConfirmActivity.class, asked(request, socket));
        host = new FakeSockets.Peer(socket, SHELL);
        return window;
    }

    /** Up to the system's prompt. */
    final ActivityController<ConfirmActivity> openPrompt() {
        ActivityController<ConfirmActivity> window = open();
        settle(window);
        window.get().sheet.yes.performClick();
        window.windowFocusChanged(false);
        assertNotNull(FakePrompt.up);
        return window;
    }

    final void assertDenied(String reason, ActivityController<ConfirmActivity> window) {
        String line = host.line();
        if (line.contains("\"" + SHOWN + "\"")) {
            line = host.line();
        }
        assertDenied(reason, ID, line);
        assertTrue(window.get().isFinishing());
        assertFalse(FakeKeyStore.isUnlocked && FakePrompt.up == null);
    }

    final void assertApproved(byte[] request, String authType) throws Malformed {
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
}
