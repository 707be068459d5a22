package dev.genie.confirm.gap;

import java.util.HashMap;
import java.util.Map;

/** A computer that may ask, and the key that answers it. */
public final class Host {
    public final String id;
    /** SubjectPublicKeyInfo of the computer's key. */
    public final byte[] spki;
    public final String name;
    public final String keyId;
    /** Where the phone's key for this computer is in the key store. */
    public final String alias;
    /** The lock screen's PIN unlocks the key as well as a finger. */
    public final boolean takesCredential;
    /** The highest number of a request that was seen. */
    public final long lastSeq;

    public Host(byte[] spki, String name, String keyId, String alias, boolean takesCredential, long lastSeq) {
        this.id = Keys.id(spki);
        this.spki = spki.clone();
        this.name = name;
        this.keyId = keyId;
        this.alias = alias;
        this.takesCredential = takesCredential;
        this.lastSeq = lastSeq;
    }

    Host at(long seq) {
        return new Host(spki, name, keyId, alias, takesCredential, seq);
    }

    Map<String, Object> record() {
        Map<String, Object> record = new HashMap<>();
        record.put("spki", Base64Url.of(spki));
        record.put("name", name);
        record.put("key_id", keyId);
        record.put("alias", alias);
        record.put("credential", takesCredential);
        record.put("last_seq", lastSeq);
        return record;
    }

    static Host of(Object record) throws Malformed {
        Members members = Members.of(record, "spki", "name", "key_id", "alias", "credential", "last_seq");
        return new Host(
                Keys.checked(members.base64("spki", Keys.SPKI_BYTES, Keys.SPKI_BYTES)),
                members.text("name", 40),
                members.hex("key_id", 32),
                members.text("alias", 64),
                Boolean.TRUE.equals(members.value("credential")),
                members.integer("last_seq", 0, Json.LARGEST));
    }
}
