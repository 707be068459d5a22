package dev.genie.confirm.gap;

/** Why a request was not approved, in the protocol's words. */
public final class Reason {
    public static final String BAD_SIGNATURE = "bad_signature";
    public static final String BUSY = "busy";
    public static final String DENIED = "denied";
    public static final String EXPIRED = "expired";
    public static final String FOCUS_LOST = "focus_lost";
    public static final String KEY_INVALIDATED = "key_invalidated";
    public static final String LOCKED = "locked";
    public static final String LOCKOUT = "lockout";
    public static final String LOCKOUT_PERMANENT = "lockout_permanent";
    public static final String MALFORMED = "malformed";
    public static final String NONE_ENROLLED = "none_enrolled";
    public static final String NOT_ENROLLED = "not_enrolled";
    public static final String NO_HARDWARE = "no_hardware";
    public static final String OBSCURED = "obscured";
    public static final String REPLAYED = "replayed";
    public static final String TIMEOUT = "timeout";
    public static final String UNAVAILABLE = "unavailable";
    public static final String WRONG_PEER = "wrong_peer";

    private Reason() {
    }
}
