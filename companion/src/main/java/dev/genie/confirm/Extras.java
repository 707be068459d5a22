package dev.genie.confirm;

import android.content.Intent;

import dev.genie.confirm.gap.Base64Url;
import dev.genie.confirm.gap.Malformed;

/** What the shell hands over with the start of a window. */
final class Extras {
    private static final int LONGEST = 22_000;
    private static final String SOCKET_NAME = "genie\\.[0-9a-f]{32}";

    private Extras() {
    }

    /** The name of the socket to listen on; null when there is none, or not one of ours. */
    static String socket(Intent intent) {
        String name = text(intent, "socket");
        return name != null && name.matches(SOCKET_NAME) ? name : null;
    }

    /** The message's bytes; null when there are none. */
    static byte[] line(Intent intent) {
        String text = text(intent, "request");
        try {
            return text == null || text.length() > LONGEST ? null : Base64Url.bytes(text);
        } catch (Malformed error) {
            return null;
        }
    }

    private static String text(Intent intent, String name) {
        try {
            return intent.getStringExtra(name);
        } catch (RuntimeException error) {
            // Extras that cannot be unpacked.
            return null;
        }
    }
}
