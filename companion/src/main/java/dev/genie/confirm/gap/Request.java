package dev.genie.confirm.gap;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a host asks, read from its envelope and checked member by member. Nothing here says that it is genuine. */
public final class Request {
    public static final int MOST_BYTES = 16_384;
    public static final String NO_ID = "00000000000000000000000000000000";

    private static final Set<String> STAKES = new HashSet<>(Arrays.asList(
            "send", "pay", "delete", "install", "grant", "account", "call", "secret", "share", "other"));
    private static final int MOST_FACTS = 16;
    private static final long INT_LEAST = -(1L << 31);
    private static final long INT_MOST = (1L << 31) - 1;

    public final String reqId;
    public final String nonce;
    public final String hostId;
    public final String keyId;
    public final long seq;
    public final long notAfterMs;
    public final String riskClass;
    public final String tool;
    public final String packageName;
    public final String nodePath;
    public final String label;
    public final String resourceId;
    public final List<Fact> facts;
    public final String actionDigest;

    private final byte[] canonical;
    private final byte[] signature;

    /** One thing that is at stake: its kind and its value, as the host read it. */
    public static final class Fact {
        public final String kind;
        public final String value;

        Fact(String kind, String value) {
            this.kind = kind;
            this.value = value;
        }
    }

    private Request(Members request, byte[] canonical, byte[] signature) throws Malformed {
        this.canonical = canonical;
        this.signature = signature;
        request.integer("v", 1, 1);
        reqId = request.hex("req_id", 32);
        nonce = request.hex("nonce", 64);
        hostId = request.hex("host_id", 32);
        keyId = request.hex("key_id", 32);
        seq = request.integer("seq", 1, Json.LARGEST);
        notAfterMs = request.integer("not_after_ms", 1_000, 60_000);
        riskClass = request.text("risk_class", 16);
        if (!STAKES.contains(riskClass)) {
            throw new Malformed("risk_class");
        }
        request.hex("prev_log_hash", 64);
        facts = facts(request.list("facts", MOST_FACTS));

        Members action = Members.of(request.value("action"), "tool", "arguments", "target", "screen_digest");
        tool = action.matching("tool", "[a-z][a-z0-9_]{0,63}", 64);
        checkArguments(action.text("arguments", 8_192));
        action.hex("screen_digest", 64);
        actionDigest = Hex.of(Keys.sha256(Keys.joined("genie/act/1", Json.canonical(request.value("action")))));

        Members target = Members.of(action.value("target"), "package", "version_code", "signer_sha256", "activity",
                "display_id", "node_path", "bounds", "label", "resource_id");
        packageName = target.matching("package", "[A-Za-z0-9_.]{0,255}", 255);
        target.integer("version_code", 0, Json.LARGEST);
        target.hexOrEmpty("signer_sha256", 64);
        target.text("activity", 255);
        target.integer("display_id", 0, INT_MOST);
        nodePath = target.matching("node_path", "(?:(?:0|[1-9][0-9]*)(?:/(?:0|[1-9][0-9]*))*)?", 1_024);
        checkBounds(target.list("bounds", 4));
        label = target.text("label", 4_096);
        resourceId = target.text("resource_id", 512);
    }

    /** The envelope's line without its line break. */
    public static Request read(byte[] line) throws Malformed {
        if (line.length > MOST_BYTES) {
            throw new Malformed("too long");
        }
        Members envelope = Members.of(Json.parseCanonical(line), "request", "signature");
        Members request = Members.of(envelope.value("request"), "v", "req_id", "nonce", "host_id", "key_id", "seq",
                "not_after_ms", "action", "facts", "risk_class", "prev_log_hash");
        return new Request(request, Json.canonical(envelope.value("request")), envelope.base64("signature", 8, 72));
    }

    /** Whether the key's owner signed this. */
    public boolean isSignedBy(byte[] hostSpki) {
        return Keys.verifies(hostSpki, Keys.joined("genie/req/1", canonical), signature);
    }

    /** The request's canonical text, without the envelope. */
    public String canonicalText() {
        return new String(canonical, StandardCharsets.UTF_8);
    }

    private static List<Fact> facts(List<?> items) throws Malformed {
        List<Fact> facts = new ArrayList<>();
        for (Object item : items) {
            Members fact = Members.of(item, "kind", "value");
            String kind = fact.text("kind", 16);
            if (!ShownLines.FACTS.containsKey(kind)) {
                throw new Malformed("kind");
            }
            facts.add(new Fact(kind, fact.text("value", 4_096)));
        }
        return Collections.unmodifiableList(facts);
    }

    private static void checkArguments(String arguments) throws Malformed {
        if (!(Json.parseCanonical(arguments.getBytes(StandardCharsets.UTF_8)) instanceof Map)) {
            throw new Malformed("arguments");
        }
    }

    private static void checkBounds(List<?> bounds) throws Malformed {
        if (bounds.size() != 4) {
            throw new Malformed("bounds");
        }
        for (Object edge : bounds) {
            if (!(edge instanceof Long) || (Long) edge < INT_LEAST || (Long) edge > INT_MOST) {
                throw new Malformed("bounds");
            }
        }
    }
}
