package dev.genie.confirm.gap;

import java.io.IOException;

/** A book that is kept in memory, and may refuse to be written. */
final class MemoryStorage implements HostBook.Storage {
    byte[] bytes;
    boolean isFull;
    boolean isUnreadable;

    MemoryStorage(Host... hosts) {
        try {
            for (Host host : hosts) {
                new HostBook(this).put(host);
            }
        } catch (IOException error) {
            throw new AssertionError(error);
        }
    }

    @Override
    public byte[] read() throws IOException {
        if (isUnreadable) {
            throw new IOException("bad sector");
        }
        return bytes;
    }

    @Override
    public void write(byte[] given) throws IOException {
        if (isFull) {
            throw new IOException("no space left");
        }
        bytes = given;
    }
}
