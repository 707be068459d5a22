package dev.genie.confirm.gap;

import java.util.LinkedHashMap;
import java.util.Map;

/** The newest line of each of the last few requests, for a host that has to come and ask for it. */
public final class Mailbox {
    private static final int MOST = 8;
    private static final long KEPT_MS = 60_000;

    private final Clock clock;
    private final Map<String, Letter> letters = new LinkedHashMap<>();

    private static final class Letter {
        final String line;
        final long keptUntilMs;

        Letter(String line, long keptUntilMs) {
            this.line = line;
            this.keptUntilMs = keptUntilMs;
        }
    }

    public Mailbox(Clock clock) {
        this.clock = clock;
    }

    public synchronized void put(String reqId, String line) {
        letters.remove(reqId);
        while (letters.size() >= MOST) {
            letters.remove(letters.keySet().iterator().next());
        }
        // Progress is followed by an answer within two minutes, or the process was stopped and this is gone with it.
        letters.put(reqId, new Letter(line, clock.elapsedMs() + KEPT_MS));
    }

    /** Empty when nothing is known. */
    public synchronized String newest(String reqId) {
        Letter letter = letters.get(reqId);
        return letter == null || letter.keptUntilMs <= clock.elapsedMs() ? "" : letter.line;
    }
}
