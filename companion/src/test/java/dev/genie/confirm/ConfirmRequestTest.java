package dev.genie.confirm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.content.Intent;

import dev.genie.confirm.gap.Answers;
import dev.genie.confirm.gap.Base64Url;
import dev.genie.confirm.gap.Envelopes;
import dev.genie.confirm.gap.Keys;
import dev.genie.confirm.gap.Malformed;
import dev.genie.confirm.gap.Reason;
import dev.genie.confirm.gap.Request;

import org.junit.Test;
import org.robolectric.android.controller.ActivityController;

/** Which requests come as far as a window, and who may talk with it. */
public class ConfirmRequestTest extends ConfirmSteps {
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
    public void hostTakesItBack() throws InterruptedException {
        ActivityController<ConfirmActivity> window = openPrompt();
        host.says("{\"cancel\":\"" + Envelopes.reqId(8) + "\",\"v\":1}");
        host.says("{\"cancel\":\"" + ID + "\",\"v\":1}");
        until("closed", () -> window.get().isFinishing());
        assertDenied(Reason.EXPIRED, window);
        assertTrue(FakePrompt.up.cancel.isCanceled());
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
