package dev.genie.confirm.gap;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Requests as a host makes them. */
public final class Envelopes {
    private Envelopes() {
    }

    /** A request to send, from the vectors' host to the vectors' phone, as the line that it sends. */
    public static byte[] line(long seq, String reqId, long notAfterMs) {
        return line(seq, reqId, notAfterMs, Keys.id(Vectors.spki("phone")), "org.genie.messages");
    }

    public static byte[] line(long seq, String reqId, long notAfterMs, String keyId, String packageName) {
        return line(seq, reqId, notAfterMs, keyId, packageName, "Mum", 1);
    }

    /** So many recipients of one name. */
    public static byte[] line(long seq, String reqId, long notAfterMs, String keyId, String packageName,
            String recipient, int recipients) {
        Map<String, Object> target = new HashMap<>();
        target.put("package", packageName);
        target.put("version_code", 1);
        target.put("signer_sha256", "");
        target.put("activity", "");
        target.put("display_id", 0);
        target.put("node_path", "0/1");
        target.put("bounds", new ArrayList<Object>(Arrays.asList(0, 0, 10, 10)));
        target.put("label", "Send");
        target.put("resource_id", "");
        Map<String, Object> action = new HashMap<>();
        action.put("tool", "tap");
        action.put("arguments", "{}");
        action.put("target", target);
        action.put("screen_digest", digits("ab", 64));
        Map<String, Object> fact = new HashMap<>();
        fact.put("kind", "recipient");
        fact.put("value", recipient);
        List<Object> facts = new ArrayList<>(Collections.nCopies(recipients, fact));
        Map<String, Object> request = new HashMap<>();
        request.put("v", 1);
        request.put("req_id", reqId);
        request.put("nonce", digits("0c", 64));
        request.put("host_id", Keys.id(Vectors.spki("host")));
        request.put("key_id", keyId);
        request.put("seq", seq);
        request.put("not_after_ms", notAfterMs);
        request.put("action", action);
        request.put("facts", facts);
        request.put("risk_class", "send");
        request.put("prev_log_hash", digits("00", 64));
        Map<String, Object> envelope = new HashMap<>();
        envelope.put("request", request);
        envelope.put("signature", Base64Url.of(
                signed(Vectors.privateKey("host"), Keys.joined("genie/req/1", Json.canonical(request)))));
        return Json.canonical(envelope);
    }

    public static byte[] enrolment(String hostName, String challenge) {
        Map<String, Object> request = new HashMap<>();
        request.put("v", 1);
        request.put("host_key", Base64Url.of(Vectors.spki("host")));
        request.put("host_name", hostName);
        request.put("challenge", challenge);
        return Json.canonical(request);
    }

    /** A req_id that tells its number. */
    public static String reqId(long number) {
        return String.format("%032x", number);
    }

    public static String digits(String pair, int length) {
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append(pair);
        }
        return text.toString();
    }

    public static byte[] signed(PrivateKey key, byte[] bytes) {
        try {
            Signature signature = Signature.getInstance(Keys.SIGNATURE);
            signature.initSign(key);
            signature.update(bytes);
            return signature.sign();
        } catch (GeneralSecurityException error) {
            throw new AssertionError(error);
        }
    }
}
