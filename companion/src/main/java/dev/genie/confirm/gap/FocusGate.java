package dev.genie.confirm.gap;

/**
 * When a window that has just come up may be touched: an animation, or a window that was swapped in under a finger,
 * must not turn a touch meant for something else into a yes.
 */
public final class FocusGate {
    /** The focus must have been held for so long after the window stopped moving. */
    public static final long HELD_MS = 500;
    /** Some phones never tell that the window stopped moving; none moves for longer. */
    public static final long LONGEST_ANIMATION_MS = 7_000;

    private static final long NEVER = Long.MAX_VALUE / 2;

    private long focusedMs = NEVER;
    private long stillMs = NEVER;

    public void focused(long nowMs) {
        focusedMs = nowMs;
    }

    public void still(long nowMs) {
        stillMs = Math.min(stillMs, nowMs);
    }

    /** Milliseconds until touches count; 0 when they do, negative when nobody can say yet. */
    public long waitMs(long nowMs) {
        if (focusedMs == NEVER) {
            return -1;
        }
        long settledMs = Math.max(focusedMs, Math.min(stillMs, focusedMs + LONGEST_ANIMATION_MS));
        return Math.max(0, settledMs + HELD_MS - nowMs);
    }
}
