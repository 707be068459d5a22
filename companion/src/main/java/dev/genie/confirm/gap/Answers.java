package dev.genie.confirm.gap;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The lines that the phone writes, and the bytes that it signs for them. */
public final class Answers {
    private static final int MOST_KEYS = 32;

    private Answers() {
    }

    /** {@code state} is {@code shown}, or {@code code} with the phone's new key. */
    public static String progress(String reqId, String state, byte[] key) {
        Map<String, Object> line = versioned();
        line.put("req_id", reqId);
        line.put("state", state);
        if (key != null) {
            line.put("key", Base64Url.of(key));
        }
        return Json.text(line);
    }

    public static String denial(String reqId, String reason) {
        Map<String, Object> line = versioned();
        line.put("req_id", reqId);
        line.put("decision", "deny");
        line.put("reason", reason);
        return Json.text(line);
    }

    /** What the key signs when the person agreed. */
    public static byte[] approvalToSign(Request request, ShownLines shown, String authType, int apkVersion) {
        return Keys.joined("genie/apr/1", Json.canonical(approval(request, shown, authType, apkVersion)));
    }

    public static String approval(
            Request request, ShownLines shown, String authType, int apkVersion, byte[] signature) {
        Map<String, Object> line = approval(request, shown, authType, apkVersion);
        line.put("app_label", shown.appLabel);
        line.put("signature", Base64Url.of(signature));
        return Json.text(line);
    }

    /** What the new key signs at enrolment. */
    public static byte[] enrolmentToSign(EnrolmentRequest request, byte[] key, int apkVersion) {
        Map<String, Object> signed = versioned();
        signed.put("host_id", Keys.id(request.hostKey));
        signed.put("key_id", Keys.id(key));
        signed.put("challenge", request.challenge);
        signed.put("apk_version", apkVersion);
        return Keys.joined("genie/enr/1", Json.canonical(signed));
    }

    public static String enrolment(byte[] key, List<byte[]> attestation, int apkVersion, byte[] signature) {
        List<Object> certificates = new ArrayList<>();
        for (byte[] certificate : attestation) {
            certificates.add(Base64Url.of(certificate));
        }
        Map<String, Object> line = versioned();
        line.put("key", Base64Url.of(key));
        line.put("attestation", certificates);
        line.put("apk_version", apkVersion);
        line.put("signature", Base64Url.of(signature));
        return Json.text(line);
    }

    public static String status(int apkVersion, List<Host> hosts, String biometric, boolean hasSecureLock) {
        List<Host> sorted = new ArrayList<>(hosts);
        Collections.sort(sorted, new Comparator<Host>() {
            @Override
            public int compare(Host one, Host other) {
                return one.id.compareTo(other.id);
            }
        });
        List<Object> keys = new ArrayList<>();
        for (Host host : sorted.subList(0, Math.min(MOST_KEYS, sorted.size()))) {
            Map<String, Object> key = new HashMap<>();
            key.put("key_id", host.keyId);
            key.put("host_id", host.id);
            keys.add(key);
        }
        Map<String, Object> line = versioned();
        line.put("apk_version", apkVersion);
        line.put("keys", keys);
        line.put("biometric", biometric);
        line.put("secure_lock", hasSecureLock);
        return Json.text(line);
    }

    /** The request that a line of the host withdraws; null when the line says nothing of the kind. */
    public static String withdrawn(String line) {
        try {
            Members members = Members.of(
                    Json.parseCanonical(line.getBytes(StandardCharsets.UTF_8)), "v", "cancel");
            members.integer("v", 1, 1);
            return members.hex("cancel", 32);
        } catch (Malformed error) {
            return null;
        }
    }

    private static Map<String, Object> approval(
            Request request, ShownLines shown, String authType, int apkVersion) {
        Map<String, Object> line = versioned();
        line.put("req_id", request.reqId);
        line.put("nonce", request.nonce);
        line.put("action_digest", request.actionDigest);
        line.put("shown_digest", shown.digest);
        line.put("decision", "approve");
        line.put("auth_type", authType);
        line.put("key_id", request.keyId);
        line.put("seq", request.seq);
        line.put("apk_version", apkVersion);
        return line;
    }

    private static Map<String, Object> versioned() {
        Map<String, Object> line = new HashMap<>();
        line.put("v", 1);
        return line;
    }
}
