package dev.genie.confirm.gap;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads one JSON text. Strict in everything but order and spacing, which {@link Json#parseCanonical} sees to. */
final class JsonReader {
    private static final int DEEPEST = 8;
    private static final int MOST_MEMBERS = 256;
    private static final int MOST_DIGITS = 16;

    private final String text;
    private final int deepest;
    private final int mostMembers;
    private int at;

    JsonReader(String text) {
        this(text, DEEPEST, MOST_MEMBERS);
    }

    JsonReader(String text, int deepest, int mostMembers) {
        this.text = text;
        this.deepest = deepest;
        this.mostMembers = mostMembers;
    }

    Object whole() throws Malformed {
        Object value = value(1);
        skipSpace();
        if (at != text.length()) {
            throw new Malformed("something after the value");
        }
        return value;
    }

    private Object value(int depth) throws Malformed {
        skipSpace();
        if (at < text.length()) {
            char first = text.charAt(at);
            if (first == '{') {
                return object(checked(depth));
            }
            if (first == '[') {
                return array(checked(depth));
            }
            if (first == '"') {
                return string();
            }
            if (first == '-' || isDigit(first)) {
                return number();
            }
            if (took("true")) {
                return Boolean.TRUE;
            }
            if (took("false")) {
                return Boolean.FALSE;
            }
        }
        throw new Malformed("no value");
    }

    private int checked(int depth) throws Malformed {
        if (depth > deepest) {
            throw new Malformed("too deep");
        }
        return depth;
    }

    private Map<String, Object> object(int depth) throws Malformed {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        skipSpace();
        if (took("}")) {
            return members;
        }
        do {
            skipSpace();
            if (at >= text.length() || text.charAt(at) != '"') {
                throw new Malformed("no key");
            }
            String key = string();
            skipSpace();
            need(":");
            if (members.containsKey(key) || members.size() == mostMembers) {
                throw new Malformed("a key twice, or too many");
            }
            members.put(key, value(depth + 1));
            skipSpace();
        } while (took(","));
        need("}");
        return members;
    }

    private List<Object> array(int depth) throws Malformed {
        List<Object> items = new ArrayList<>();
        at++;
        skipSpace();
        if (took("]")) {
            return items;
        }
        do {
            if (items.size() == mostMembers) {
                throw new Malformed("too many items");
            }
            items.add(value(depth + 1));
            skipSpace();
        } while (took(","));
        need("]");
        return items;
    }

    private Long number() throws Malformed {
        int start = at;
        took("-");
        int digits = at;
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
        boolean isMinus = digits > start;
        boolean isZero = at > digits && text.charAt(digits) == '0';
        if (at == digits || at - digits > MOST_DIGITS || (isZero && (isMinus || at - digits > 1))) {
            throw new Malformed("no such number");
        }
        if (at < text.length() && ".eE".indexOf(text.charAt(at)) >= 0) {
            throw new Malformed("a fraction or an exponent");
        }
        long number = Long.parseLong(text.substring(start, at));
        if (Math.abs(number) > Json.LARGEST) {
            throw new Malformed("too large");
        }
        return number;
    }

    private String string() throws Malformed {
        StringBuilder out = new StringBuilder();
        at++;
        while (true) {
            if (at >= text.length()) {
                throw new Malformed("a string without end");
            }
            char unit = text.charAt(at++);
            if (unit == '"') {
                return wellFormed(out.toString());
            }
            if (unit < 0x20) {
                throw new Malformed("a control character in a string");
            }
            out.append(unit == '\\' ? escaped() : unit);
        }
    }

    private char escaped() throws Malformed {
        char letter = at < text.length() ? text.charAt(at++) : 0;
        int named = "btnfr\"\\/".indexOf(letter);
        if (named >= 0) {
            return "\b\t\n\f\r\"\\/".charAt(named);
        }
        if (letter != 'u' || at + 4 > text.length()) {
            throw new Malformed("no such escape");
        }
        int unit = 0;
        for (int end = at + 4; at < end; at++) {
            int digit = "0123456789abcdef".indexOf(Character.toLowerCase(text.charAt(at)));
            if (digit < 0) {
                throw new Malformed("no such escape");
            }
            unit = unit << 4 | digit;
        }
        return (char) unit;
    }

    private static String wellFormed(String string) throws Malformed {
        for (int at = 0; at < string.length(); at++) {
            if (Character.isSurrogate(string.charAt(at))) {
                boolean isPair = at + 1 < string.length()
                        && Character.isSurrogatePair(string.charAt(at), string.charAt(at + 1));
                if (!isPair) {
                    throw new Malformed("half a character");
                }
                at++;
            }
        }
        return string;
    }

    private void skipSpace() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean took(String word) {
        boolean isNext = text.startsWith(word, at);
        if (isNext) {
            at += word.length();
        }
        return isNext;
    }

    private void need(String word) throws Malformed {
        if (!took(word)) {
            throw new Malformed("no " + word);
        }
    }

    private static boolean isDigit(char unit) {
        return unit >= '0' && unit <= '9';
    }
}
