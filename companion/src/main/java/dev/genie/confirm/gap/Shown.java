package dev.genie.confirm.gap;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A value from outside as it may stand on the screen: not too long, and nothing in it that hides or turns anything. */
public final class Shown {
    private static final int MOST = 400;
    private static final int HEAD = 300;
    private static final int TAIL = 80;

    /** First and last code point of each range, both marked; the table of docs/protocol.md section 3. */
    private static final int[] MARKED = {
        0x0000, 0x001F, 0x007F, 0x009F, 0x00AD, 0x00AD, 0x034F, 0x034F, 0x061C, 0x061C, 0x115F, 0x1160,
        0x17B4, 0x17B5, 0x180B, 0x180F, 0x200B, 0x200F, 0x2028, 0x202E, 0x2060, 0x206F, 0x2800, 0x2800,
        0x3164, 0x3164, 0xE000, 0xF8FF, 0xFDD0, 0xFDEF, 0xFE00, 0xFE0F, 0xFEFF, 0xFEFF, 0xFFA0, 0xFFA0,
        0xFFF0, 0xFFFB, 0xFFFE, 0xFFFF, 0x1BCA0, 0x1BCA3, 0x1D173, 0x1D17A, 0xE0000, 0xE0FFF,
        0xF0000, 0x10FFFF,
    };

    private Shown() {
    }

    public static String value(String value) {
        int length = value.codePointCount(0, value.length());
        if (length <= MOST) {
            return marked(value);
        }
        String head = value.substring(0, value.offsetByCodePoints(0, HEAD));
        String tail = value.substring(value.offsetByCodePoints(value.length(), -TAIL));
        byte[] digest = Keys.sha256(value.getBytes(StandardCharsets.UTF_8));
        return marked(head) + " \u2026 " + marked(tail)
                + " (" + length + " characters, sha256 " + Hex.of(Arrays.copyOf(digest, 8)) + ")";
    }

    private static String marked(String value) {
        StringBuilder out = new StringBuilder(value.length());
        for (int at = 0; at < value.length(); at += Character.charCount(value.codePointAt(at))) {
            int point = value.codePointAt(at);
            if (isMarked(point)) {
                StringBuilder digits = new StringBuilder(Integer.toHexString(point).toUpperCase(java.util.Locale.ROOT));
                while (digits.length() < 4) {
                    digits.insert(0, '0');
                }
                out.append("\u27E8U+").append(digits).append('\u27E9');
            } else {
                out.appendCodePoint(point);
            }
        }
        return out.toString();
    }

    private static boolean isMarked(int point) {
        for (int range = 0; range < MARKED.length; range += 2) {
            if (point >= MARKED[range] && point <= MARKED[range + 1]) {
                return true;
            }
        }
        return false;
    }
}
