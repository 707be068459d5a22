package dev.genie.confirm.gap;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Says a conversation to whoever connects and is the shell or root, and hears a withdrawal.
 *
 * <p>Threads: one accepts, and each connection has one that writes and one that reads. They end with the channel.
 */
public final class Channel {
    public static final int ROOT_UID = 0;
    public static final int SHELL_UID = 2000;

    private static final int LONGEST_LINE = 1_024;

    /** Who is told that the host takes a request back; on a thread of the channel. */
    public interface Withdrawals {
        void withdrawn(String reqId);
    }

    /** A socket that listens. */
    public interface Door {
        /** Waits for the next visitor; an IOException ends the channel. */
        Visitor next() throws IOException;

        void close() throws IOException;
    }

    /** A connection. */
    public interface Visitor {
        /** As the kernel says. */
        int uid() throws IOException;

        InputStream in() throws IOException;

        OutputStream out() throws IOException;

        /** Must wake up whoever reads from it. */
        void close() throws IOException;
    }

    private final Door door;
    private final Conversation conversation;
    private final Withdrawals withdrawals;
    private final long lingerMs;
    private Visitor newest;
    private boolean isClosed;

    /** {@code lingerMs}: how long the channel stays after the last line for a host that has not heard it. */
    public Channel(Door door, Conversation conversation, Withdrawals withdrawals, long lingerMs) {
        this.door = door;
        this.conversation = conversation;
        this.withdrawals = withdrawals;
        this.lingerMs = lingerMs;
    }

    public static boolean isTrusted(int uid) {
        return uid == SHELL_UID || uid == ROOT_UID;
    }

    public void open() {
        started("accept", new Runnable() {
            @Override
            public void run() {
                accept();
            }
        });
        started("linger", new Runnable() {
            @Override
            public void run() {
                linger();
            }
        });
    }

    public synchronized void close() {
        isClosed = true;
        notifyAll();
        closeQuietly(newest);
        try {
            door.close();
        } catch (IOException error) {
            // It is closed, then.
        }
    }

    private void accept() {
        try {
            while (true) {
                Visitor visitor = door.next();
                if (isTrusted(visitor)) {
                    welcome(visitor);
                } else {
                    turnAway(visitor);
                }
            }
        } catch (IOException error) {
            close();
        }
    }

    private static boolean isTrusted(Visitor visitor) {
        try {
            return isTrusted(visitor.uid());
        } catch (IOException error) {
            return false;
        }
    }

    /** Only the newest connection is kept: an older one is of a host that has lost it. */
    private synchronized void welcome(final Visitor visitor) {
        closeQuietly(newest);
        newest = visitor;
        if (isClosed) {
            closeQuietly(visitor);
            return;
        }
        started("write", new Runnable() {
            @Override
            public void run() {
                write(visitor);
            }
        });
        started("read", new Runnable() {
            @Override
            public void run() {
                read(visitor);
            }
        });
    }

    private static void turnAway(Visitor visitor) {
        try {
            visitor.out().write(bytes(Answers.denial(Request.NO_ID, Reason.WRONG_PEER)));
            visitor.out().flush();
        } catch (IOException error) {
            // It did not want to hear it.
        }
        closeQuietly(visitor);
    }

    private void write(Visitor visitor) {
        try {
            OutputStream out = visitor.out();
            String line;
            for (int number = 0; (line = conversation.line(number)) != null; number++) {
                out.write(bytes(line));
                out.flush();
            }
        } catch (IOException | InterruptedException error) {
            closeQuietly(visitor);
        }
    }

    private void read(Visitor visitor) {
        try {
            InputStream in = new BufferedInputStream(visitor.in());
            String line;
            while ((line = line(in)) != null) {
                String reqId = Answers.withdrawn(line);
                if (reqId != null && isNewest(visitor)) {
                    withdrawals.withdrawn(reqId);
                }
            }
        } catch (IOException error) {
            // A lost connection decides nothing.
        }
        closeQuietly(visitor);
        if (conversation.isOver() && isNewest(visitor)) {
            close();
        }
    }

    private void linger() {
        try {
            for (int number = 0; conversation.line(number) != null; number++) {
                continue;
            }
            synchronized (this) {
                if (!isClosed) {
                    wait(lingerMs);
                }
            }
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
        }
        close();
    }

    private synchronized boolean isNewest(Visitor visitor) {
        return newest == visitor;
    }

    /** The next line without its end, empty when it is too long to be one of ours; null at the end. */
    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int read = in.read();
        if (read < 0) {
            return null;
        }
        for (; read >= 0 && read != '\n'; read = in.read()) {
            if (line.size() <= LONGEST_LINE) {
                line.write(read);
            }
        }
        return line.size() > LONGEST_LINE ? "" : new String(line.toByteArray(), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String line) {
        return (line + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static void closeQuietly(Visitor visitor) {
        try {
            if (visitor != null) {
                visitor.close();
            }
        } catch (IOException error) {
            // It is closed, then.
        }
    }

    private static void started(String name, Runnable work) {
        Thread thread = new Thread(work, "channel-" + name);
        thread.setDaemon(true);
        thread.start();
    }
}
