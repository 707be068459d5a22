package dev.genie.confirm.gap;

/** A computer asks for a key of its own. */
public final class EnrolmentRequest {
    /** An enrolment is open for so long. */
    public static final long OPEN_MS = 120_000;

    /** SubjectPublicKeyInfo. */
    public final byte[] hostKey;
    public final String hostName;
    public final String challenge;
    /** For progress, denial and withdrawal. */
    public final String reqId;

    private EnrolmentRequest(byte[] hostKey, String hostName, String challenge) {
        this.hostKey = hostKey;
        this.hostName = hostName;
        this.challenge = challenge;
        this.reqId = challenge.substring(0, 32);
    }

    public static EnrolmentRequest read(byte[] line) throws Malformed {
        if (line.length > Request.MOST_BYTES) {
            throw new Malformed("too long");
        }
        Members members = Members.of(Json.parseCanonical(line), "v", "host_key", "host_name", "challenge");
        members.integer("v", 1, 1);
        String name = members.text("host_name", 40);
        if (name.isEmpty()) {
            throw new Malformed("host_name");
        }
        byte[] key = Keys.checked(members.base64("host_key", Keys.SPKI_BYTES, Keys.SPKI_BYTES));
        return new EnrolmentRequest(key, name, members.hex("challenge", 64));
    }
}
