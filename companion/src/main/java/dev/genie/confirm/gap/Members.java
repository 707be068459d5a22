package dev.genie.confirm.gap;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An object with exactly the members that a record names, and what each of them may be. */
final class Members {
    private final Map<?, ?> members;

    private Members(Map<?, ?> members) {
        this.members = members;
    }

    static Members of(Object value, String... names) throws Malformed {
        Set<String> wanted = new HashSet<>(Arrays.asList(names));
        if (!(value instanceof Map) || !((Map<?, ?>) value).keySet().equals(wanted)) {
            throw new Malformed("other members than the record has");
        }
        return new Members((Map<?, ?>) value);
    }

    Object value(String name) {
        return members.get(name);
    }

    long integer(String name, long least, long most) throws Malformed {
        Object value = members.get(name);
        if (!(value instanceof Long) || (Long) value < least || (Long) value > most) {
            throw new Malformed(name);
        }
        return (Long) value;
    }

    /** A string of at most so many code points. */
    String text(String name, int most) throws Malformed {
        Object value = members.get(name);
        if (!(value instanceof String)) {
            throw new Malformed(name);
        }
        String text = (String) value;
        if (text.codePointCount(0, text.length()) > most) {
            throw new Malformed(name);
        }
        return text;
    }

    String hex(String name, int digits) throws Malformed {
        String text = text(name, digits);
        if (!Hex.is(text, digits)) {
            throw new Malformed(name);
        }
        return text;
    }

    String hexOrEmpty(String name, int digits) throws Malformed {
        return "".equals(members.get(name)) ? "" : hex(name, digits);
    }

    /** A string that a pattern matches whole. */
    String matching(String name, String pattern, int most) throws Malformed {
        String text = text(name, most);
        if (!text.matches(pattern)) {
            throw new Malformed(name);
        }
        return text;
    }

    List<?> list(String name, int most) throws Malformed {
        Object value = members.get(name);
        if (!(value instanceof List) || ((List<?>) value).size() > most) {
            throw new Malformed(name);
        }
        return (List<?>) value;
    }

    byte[] base64(String name, int leastBytes, int mostBytes) throws Malformed {
        byte[] bytes = Base64Url.bytes(text(name, mostBytes * 2 + 4));
        if (bytes.length < leastBytes || bytes.length > mostBytes) {
            throw new Malformed(name);
        }
        return bytes;
    }
}
