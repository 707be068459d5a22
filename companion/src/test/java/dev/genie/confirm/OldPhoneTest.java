package dev.genie.confirm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.os.Build;

import dev.genie.confirm.gap.Answers;
import dev.genie.confirm.gap.Base64Url;
import dev.genie.confirm.gap.Envelopes;
import dev.genie.confirm.gap.Keys;
import dev.genie.confirm.gap.Reason;
import dev.genie.confirm.gap.Request;
import dev.genie.confirm.gap.ShownLines;

import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.util.ReflectionHelpers;

/** Android 8.1: no prompt of the system's. The framework below is a new one that says that it is old. */
public class OldPhoneTest extends PhoneTest {
    private static final String ID = Envelopes.reqId(7);

    private FakeSockets.Peer host;

    @Before
    public void old() {
        ReflectionHelpers.setStaticField(Build.VERSION.class, "SDK_INT", 27);
    }

    @After
    public void newAgain() {
        ReflectionHelpers.setStaticField(Build.VERSION.class, "SDK_INT", 35);
    }

    private ActivityController<ConfirmActivity> open() {
        String socket = newSocket();
        ActivityController<ConfirmActivity> window = start(ConfirmActivity.class, asked(request(7), socket));
        host = new FakeSockets.Peer(socket, SHELL);
        return window;
    }

    private ActivityController<ConfirmActivity> ask() {
        ActivityController<ConfirmActivity> window = open();
        settle(window);
        host.line();
        window.get().sheet.yes.performClick();
        assertNotNull(FakeSensor.asked);
        assertNull(FakePrompt.up);
        return window;
    }

    @Test
    public void rightFingerApproves() throws Exception {
        ask();
        FakeSensor.asked.wrong();
        FakeSensor.asked.right();
        String line = host.line();
        byte[] signature = Base64Url.bytes((String) parsed(line).get("signature"));
        Request request = Request.read(request(7));
        ShownLines shown = new ShownLines(request, "Messages", "Anna's laptop");
        assertEquals(Answers.approval(request, shown, "biometric", 1, signature), line);
        assertTrue(Keys.verifies(phoneKey, Answers.approvalToSign(request, shown, "biometric", 1), signature));
    }

    @Test
    public void lockoutDenies() {
        ActivityController<ConfirmActivity> window = ask();
        FakeSensor.asked.error(7);
        assertDenied(Reason.LOCKOUT, ID, host.line());
        assertTrue(window.get().isFinishing());
    }

    @Test
    public void lostFocusDeniesAlsoWhileTheSensorWaits() {
        ActivityController<ConfirmActivity> window = ask();
        assertFalse(window.get().isFinishing());
        window.windowFocusChanged(false);
        assertDenied(Reason.FOCUS_LOST, ID, host.line());
        assertTrue(FakeSensor.asked.cancel.isCanceled());
    }

    @Test
    public void nobodyEnrolledDenies() {
        FakeSensor.isEnrolled = false;
        open();
        assertDenied(Reason.NONE_ENROLLED, ID, host.line());
    }

    @Test
    public void noSensorDenies() {
        FakeSensor.isThere = false;
        open();
        assertDenied(Reason.NO_HARDWARE, ID, host.line());
    }
}
