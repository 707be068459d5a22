package dev.genie.confirm.gap;

/** RFC 4648 section 5 without padding. Written out, for java.util.Base64 came with API 26 and android.util's is lenient. */
public final class Base64Url {
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private Base64Url() {
    }

    public static String of(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length * 4 / 3 + 2);
        int held = 0;
        int bits = 0;
        for (byte one : bytes) {
            held = held << 8 | (one & 255);
            for (bits += 8; bits >= 6; bits -= 6) {
                text.append(ALPHABET.charAt(held >> (bits - 6) & 63));
            }
        }
        if (bits > 0) {
            text.append(ALPHABET.charAt(held << (6 - bits) & 63));
        }
        return text.toString();
    }

    /** Refuses padding, other characters, a length that cannot be, and unused bits that are set. */
    public static byte[] bytes(String text) throws Malformed {
        if (text.isEmpty() || text.length() % 4 == 1) {
            throw new Malformed("not base64url");
        }
        byte[] bytes = new byte[text.length() * 3 / 4];
        int held = 0;
        int bits = 0;
        int to = 0;
        for (int at = 0; at < text.length(); at++) {
            int value = ALPHABET.indexOf(text.charAt(at));
            if (value < 0) {
                throw new Malformed("not base64url");
            }
            held = (held << 6 | value) & 0xFFFF;
            bits += 6;
            if (bits >= 8) {
                bits -= 8;
                bytes[to++] = (byte) (held >> bits);
            }
        }
        if ((held & ((1 << bits) - 1)) != 0) {
            throw new Malformed("bits left over");
        }
        return bytes;
    }
}
