package dev.genie.confirm.gap;

/** Lower-case hexadecimal digits. */
public final class Hex {
    private static final String DIGITS = "0123456789abcdef";

    private Hex() {
    }

    public static String of(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length * 2);
        for (byte one : bytes) {
            text.append(DIGITS.charAt((one >> 4) & 15)).append(DIGITS.charAt(one & 15));
        }
        return text.toString();
    }

    /** Whether a text is exactly so many lower-case digits. */
    public static boolean is(String text, int digits) {
        if (text == null || text.length() != digits) {
            return false;
        }
        for (int at = 0; at < digits; at++) {
            if (DIGITS.indexOf(text.charAt(at)) < 0) {
                return false;
            }
        }
        return true;
    }

    public static byte[] bytes(String text) throws Malformed {
        if (text.length() % 2 != 0 || !is(text, text.length())) {
            throw new Malformed("not hexadecimal");
        }
        byte[] bytes = new byte[text.length() / 2];
        for (int at = 0; at < bytes.length; at++) {
            bytes[at] = (byte) (DIGITS.indexOf(text.charAt(2 * at)) << 4 | DIGITS.indexOf(text.charAt(2 * at + 1)));
        }
        return bytes;
    }
}
