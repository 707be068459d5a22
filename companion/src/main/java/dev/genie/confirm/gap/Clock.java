package dev.genie.confirm.gap;

/** Milliseconds since the phone started, sleep included: nobody can set it. */
public interface Clock {
    long elapsedMs();
}
