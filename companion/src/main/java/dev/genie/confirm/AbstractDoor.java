package dev.genie.confirm;

import android.net.LocalServerSocket;
import android.net.LocalSocket;
import android.system.ErrnoException;
import android.system.Os;
import android.system.OsConstants;

import dev.genie.confirm.gap.Channel;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A socket in the abstract name space. Any app may connect to it: who did is asked of the kernel. */
final class AbstractDoor implements Channel.Door {
    private final LocalServerSocket socket;

    AbstractDoor(String name) throws IOException {
        socket = new LocalServerSocket(name);
    }

    @Override
    public Channel.Visitor next() throws IOException {
        return new Connection(socket.accept());
    }

    @Override
    public void close() throws IOException {
        try {
            // Closing alone leaves a thread in accept() for ever.
            Os.shutdown(socket.getFileDescriptor(), OsConstants.SHUT_RDWR);
        } catch (ErrnoException error) {
            // Not listening any more.
        }
        socket.close();
    }

    private static final class Connection implements Channel.Visitor {
        private final LocalSocket socket;

        Connection(LocalSocket socket) {
            this.socket = socket;
        }

        @Override
        public int uid() throws IOException {
            return socket.getPeerCredentials().getUid();
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
            try {
                socket.shutdownInput();
                socket.shutdownOutput();
            } finally {
                socket.close();
            }
        }
    }
}
