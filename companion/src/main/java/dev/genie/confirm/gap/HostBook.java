package dev.genie.confirm.gap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The computers that may ask. What cannot be read counts as nobody: then every request is denied. */
public final class HostBook {
    public static final int MOST_HOSTS = 32;

    /** Where the book lies. {@code write} returns only when the bytes are safe from a power cut. */
    public interface Storage {
        /** Null when nothing was written yet. */
        byte[] read() throws IOException;

        void write(byte[] bytes) throws IOException;
    }

    private final Storage storage;

    public HostBook(Storage storage) {
        this.storage = storage;
    }

    public synchronized List<Host> all() {
        try {
            return read();
        } catch (IOException error) {
            return new ArrayList<>();
        }
    }

    private List<Host> read() throws IOException {
        byte[] bytes = storage.read();
        List<Host> hosts = new ArrayList<>();
        if (bytes == null) {
            return hosts;
        }
        try {
            Members book = Members.of(Json.parseCanonical(bytes), "v", "hosts");
            book.integer("v", 1, 1);
            for (Object record : book.list("hosts", MOST_HOSTS)) {
                hosts.add(Host.of(record));
            }
            return hosts;
        } catch (Malformed error) {
            // Nothing in it can be trusted, nor brought back. Each computer enrols anew.
            return new ArrayList<>();
        }
    }

    /** Null when there is none. */
    public Host find(String id) {
        for (Host host : all()) {
            if (host.id.equals(id)) {
                return host;
            }
        }
        return null;
    }

    /** Adds a computer or puts it in the place of the same one; returns the one that was there, or null. */
    public synchronized Host put(Host host) throws IOException {
        // A book that cannot be read just now must not be overwritten.
        List<Host> hosts = read();
        Host before = null;
        for (Host other : new ArrayList<>(hosts)) {
            if (other.id.equals(host.id)) {
                before = other;
                hosts.remove(other);
            }
        }
        if (hosts.size() >= MOST_HOSTS) {
            throw new IOException("the book is full");
        }
        hosts.add(host);
        write(hosts);
        return before;
    }

    private void write(List<Host> hosts) throws IOException {
        List<Object> records = new ArrayList<>();
        for (Host host : hosts) {
            records.add(host.record());
        }
        Map<String, Object> book = new HashMap<>();
        book.put("v", 1);
        book.put("hosts", records);
        storage.write(Json.canonical(book));
    }
}
