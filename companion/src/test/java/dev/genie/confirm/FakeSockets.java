package dev.genie.confirm;

import android.net.Credentials;
import android.net.LocalServerSocket;
import android.net.LocalSocket;

import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadow.api.Shadow;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The phone's abstract sockets, carried by sockets of this machine; the test says who connects. */
final class FakeSockets {
    static final Map<String, Listening> LISTENING = new ConcurrentHashMap<>();
    private static final int DEADLINE_MS = 60_000;

    private FakeSockets() {
    }

    /** LocalServerSocket. */
    @Implements(value = LocalServerSocket.class, isInAndroidSdk = true)
    public static class Listening {
        private String name;
        private ServerSocket server;
        volatile int nextUid;

        @Implementation
        protected void __constructor__(String name) throws IOException {
            this.name = name;
            if (LISTENING.putIfAbsent(name, this) != null) {
                throw new IOException("Address already in use");
            }
            server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        }

        @Implementation
        protected LocalSocket accept() throws IOException {
            Socket socket = server.accept();
            LocalSocket accepted = Shadow.newInstanceOf(LocalSocket.class);
            Connected shadow = Shadow.extract(accepted);
            shadow.socket = socket;
            shadow.uid = nextUid;
            return accepted;
        }

        @Implementation
        protected FileDescriptor getFileDescriptor() {
            return new FileDescriptor();
        }

        @Implementation
        protected void close() throws IOException {
            LISTENING.remove(name, this);
            server.close();
        }
    }

    /** LocalSocket. */
    @Implements(value = LocalSocket.class, isInAndroidSdk = true)
    public static class Connected {
        Socket socket;
        int uid;

        @Implementation
        protected Credentials getPeerCredentials() {
            return new Credentials(1, uid, uid);
        }

        @Implementation
        protected InputStream getInputStream() throws IOException {
            return socket.getInputStream();
        }

        @Implementation
        protected OutputStream getOutputStream() throws IOException {
            return socket.getOutputStream();
        }

        @Implementation
        protected void shutdownInput() {
        }

        @Implementation
        protected void shutdownOutput() {
        }

        @Implementation
        protected void close() throws IOException {
            socket.close();
        }
    }

    /** Whoever is at the other end. */
    static final class Peer {
        final Socket socket;
        private final BufferedReader lines;

        Peer(String name, int uid) {
            try {
                Listening listening = LISTENING.get(name);
                listening.nextUid = uid;
                socket = new Socket(InetAddress.getLoopbackAddress(), listening.server.getLocalPort());
                socket.setSoTimeout(DEADLINE_MS);
                lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            } catch (IOException error) {
                throw new AssertionError(error);
            }
        }

        /** The next line; null at the end. */
        String line() {
            try {
                return lines.readLine();
            } catch (IOException error) {
                throw new AssertionError(error);
            }
        }

        void says(String line) {
            try {
                socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            } catch (IOException error) {
                throw new AssertionError(error);
            }
        }
    }
}
