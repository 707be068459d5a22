package dev.genie.confirm.gap;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The protocol's JSON: objects, arrays, strings, integers up to 2^53-1, true and false.
 *
 * <p>Values are {@code Map<String, Object>}, {@code List<Object>}, {@code String}, {@code Long}, {@code Boolean}.
 */
public final class Json {
    public static final long LARGEST = (1L << 53) - 1;

    private Json() {
    }

    /** What a text says, in whatever order and spacing. */
    public static Object parse(byte[] text) throws Malformed {
        return new JsonReader(decoded(text)).whole();
    }

    /** What a line says; refuses every line that is not byte for byte the canonical form of it. */
    public static Object parseCanonical(byte[] line) throws Malformed {
        Object value = parse(line);
        if (!Arrays.equals(canonical(value), line)) {
            throw new Malformed("not canonical");
        }
        return value;
    }

    public static byte[] canonical(Object value) {
        return text(value).getBytes(StandardCharsets.UTF_8);
    }

    public static String text(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static String decoded(byte[] text) throws Malformed {
        try {
            return StandardCharsets.UTF_8.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(text)).toString();
        } catch (CharacterCodingException error) {
            throw new Malformed("not UTF-8");
        }
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map) {
            // String's own order is by UTF-16 code units, which is what RFC 8785 asks.
            TreeMap<Object, Object> sorted = new TreeMap<>((Map<?, ?>) value);
            String before = "{";
            for (Map.Entry<Object, Object> member : sorted.entrySet()) {
                out.append(before);
                quote((String) member.getKey(), out);
                out.append(':');
                write(member.getValue(), out);
                before = ",";
            }
            out.append(sorted.isEmpty() ? "{}" : "}");
        } else if (value instanceof List) {
            String before = "[";
            for (Object item : (List<?>) value) {
                out.append(before);
                write(item, out);
                before = ",";
            }
            out.append(((List<?>) value).isEmpty() ? "[]" : "]");
        } else if (value instanceof String) {
            quote((String) value, out);
        } else if (value instanceof Long || value instanceof Integer || value instanceof Boolean) {
            out.append(value);
        } else {
            throw new IllegalArgumentException("no such value in the protocol");
        }
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int at = 0; at < text.length(); at++) {
            char unit = text.charAt(at);
            int named = "\b\t\n\f\r\"\\".indexOf(unit);
            if (named >= 0) {
                out.append('\\').append("btnfr\"\\".charAt(named));
            } else if (unit < 0x20) {
                out.append("\\u00").append(Hex.of(new byte[] {(byte) unit}));
            } else {
                out.append(unit);
            }
        }
        out.append('"');
    }
}
