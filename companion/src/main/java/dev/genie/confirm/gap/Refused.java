package dev.genie.confirm.gap;

/** A request that is denied before anybody sees it. */
public final class Refused extends Exception {
    public final String reqId;
    /** A word of {@link Reason}. */
    public final String reason;

    public Refused(String reqId, String reason) {
        super(reason);
        this.reqId = reqId;
        this.reason = reason;
    }
}
