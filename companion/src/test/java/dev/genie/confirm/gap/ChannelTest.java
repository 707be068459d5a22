package dev.genie.confirm.gap;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import org.junit.After;
import org.junit.Test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The channel over real sockets of this machine; only who the peer is comes from the test. */
public class ChannelTest {
    private static final int DEADLINE_MS = 60_000;
    private static final String WRONG_PEER = Answers.denial(Request.NO_ID, Reason.WRONG_PEER);

    private final Conversation conversation = new Conversation();
    private final BlockingQueue<String> withdrawn = new LinkedBlockingQueue<>();
    private volatile int uid = Channel.SHELL_UID;
    private final ServerSocket server;
    private Channel channel;

    public ChannelTest() throws IOException {
        server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    private void open(long lingerMs) {
        channel = new Channel(new Channel.Door() {
            @Override
            public Channel.Visitor next() throws IOException {
                return new Visitor(server.accept(), uid);
            }

            @Override
            public void close() throws IOException {
                server.close();
            }
        }, conversation, withdrawn::add, lingerMs);
        channel.open();
    }

    @After
    public void close() {
        channel.close();
    }

    private static final class Visitor implements Channel.Visitor {
        private final Socket socket;
        private final int uid;

        Visitor(Socket socket, int uid) {
            this.socket = socket;
            this.uid = uid;
        }

        @Override
        public int uid() throws IOException {
            if (uid < 0) {
                throw new IOException("no credentials");
            }
            return uid;
        }

        @Override
        public InputStream in() throws IOException {
            return socket.getInputStream();
        }

        @Override
        public OutputStream out() throws IOException {
            return socket.getOutputStream();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /** A host: its lines come with a deadline. */
    private final class Peer {
        final Socket socket;
        final BufferedReader lines;

        Peer(int from) throws IOException {
            uid = from;
            socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
            socket.setSoTimeout(DEADLINE_MS);
            lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        }

        void says(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    public void hostHearsWhatWasSaidAndWhatFollows() throws IOException {
        open(60_000);
        conversation.say("one");
        Peer host = new Peer(Channel.SHELL_UID);
        assertEquals("one", host.lines.readLine());
        conversation.say("two");
        assertEquals("two", host.lines.readLine());
        conversation.end("three");
        conversation.say("never");
        assertEquals("three", host.lines.readLine());
        assertEquals("three", conversation.newest());
    }

    @Test
    public void rootIsServedToo() throws IOException {
        open(60_000);
        conversation.end("one");
        assertEquals("one", new Peer(Channel.ROOT_UID).lines.readLine());
    }

    @Test
    public void appIsTurnedAwayAndTheRequestGoesOn() throws IOException {
        open(60_000);
        conversation.say("secret");
        for (int stranger : new int[] {10_123, 1_000, 2_001, -1}) {
            Peer app = new Peer(stranger);
            app.says("{\"cancel\":\"" + Envelopes.reqId(1) + "\",\"v\":1}\n");
            assertEquals(WRONG_PEER, app.lines.readLine());
            assertNull(app.lines.readLine());
        }
        assertTrue(withdrawn.isEmpty());
        assertEquals("secret", new Peer(Channel.SHELL_UID).lines.readLine());
    }

    @Test
    public void hostThatLostItsConnectionHearsEverythingAgain() throws IOException {
        open(60_000);
        conversation.say("one");
        Peer first = new Peer(Channel.SHELL_UID);
        assertEquals("one", first.lines.readLine());
        first.socket.close();
        conversation.say("two");
        Peer second = new Peer(Channel.SHELL_UID);
        assertEquals("one", second.lines.readLine());
        assertEquals("two", second.lines.readLine());
        assertFalse(conversation.isOver());
    }

    @Test
    public void withdrawalIsHeardAmongNonsense() throws IOException, InterruptedException {
        open(60_000);
        Peer host = new Peer(Channel.SHELL_UID);
        host.says("\n\n{}\n" + Envelopes.digits("x", 5_000) + "\n");
        host.says("{\"cancel\":\"" + Envelopes.reqId(7) + "\",\"v\":1}\n");
        assertEquals(Envelopes.reqId(7), withdrawn.poll(DEADLINE_MS, TimeUnit.MILLISECONDS));
    }

    @Test
    public void channelClosesWhenTheHostHasHeardTheEnd() throws IOException, InterruptedException {
        open(600_000);
        Peer host = new Peer(Channel.SHELL_UID);
        conversation.end("denied");
        assertEquals("denied", host.lines.readLine());
        host.socket.close();
        waitUntilClosed();
    }

    @Test
    public void channelClosesByItselfWhenNobodyComes() throws InterruptedException {
        open(1);
        conversation.end("denied");
        waitUntilClosed();
    }

    private void waitUntilClosed() throws InterruptedException {
        for (int waitedMs = 0; !server.isClosed(); waitedMs += 10) {
            assertTrue("still open", waitedMs < DEADLINE_MS);
            Thread.sleep(10);
        }
    }
}
