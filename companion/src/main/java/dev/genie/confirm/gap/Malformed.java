package dev.genie.confirm.gap;

/** A message is not what the protocol says. Which member was at fault is for tests and logs; the host is not told. */
public final class Malformed extends Exception {
    public Malformed(String message) {
        super(message);
    }
}
