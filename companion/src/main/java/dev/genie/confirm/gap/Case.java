package dev.genie.confirm.gap;

/** One request or enrolment from its receipt to its one decision. */
public final class Case {
    public final String reqId;
    /** Null for an enrolment. */
    public final Request request;
    /** Null for an enrolment. */
    public final Host host;

    private final Clock clock;
    private final long endsMs;
    private boolean isOpen = true;

    Case(String reqId, Request request, Host host, Clock clock, long receivedMs, long openMs) {
        this.reqId = reqId;
        this.request = request;
        this.host = host;
        this.clock = clock;
        this.endsMs = receivedMs + openMs;
    }

    public synchronized boolean isOpen() {
        return isOpen;
    }

    public long leftMs() {
        return Math.max(0, endsMs - clock.elapsedMs());
    }

    /** The denial to send; null when the case is decided already. */
    public synchronized String deny(String reason) {
        if (!isOpen) {
            return null;
        }
        isOpen = false;
        return Answers.denial(reqId, reason);
    }

    /**
     * The line to send after a touch: the answer in time, a denial too late, null when the case is decided already.
     * An answer that was made before a denial is thrown away here.
     */
    public synchronized String agree(String answer) {
        if (isOpen && leftMs() == 0) {
            return deny(Reason.EXPIRED);
        }
        boolean wasOpen = isOpen;
        isOpen = false;
        return wasOpen ? answer : null;
    }
}
