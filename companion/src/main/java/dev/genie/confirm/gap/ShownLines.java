package dev.genie.confirm.gap;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the person reads before the touch: fixed templates, filled from the request, and their digest. */
public final class ShownLines {
    static final Map<String, String> FACTS = new HashMap<>();
    private static final Map<String, String> QUESTIONS = new HashMap<>();
    private static final int MOST_OF_A_LABEL = 200;

    static {
        QUESTIONS.put("send", "Send this?");
        QUESTIONS.put("pay", "Pay or move money?");
        QUESTIONS.put("delete", "Delete this for good?");
        QUESTIONS.put("install", "Install an app?");
        QUESTIONS.put("grant", "Grant a permission?");
        QUESTIONS.put("account", "Change an account or a lock?");
        QUESTIONS.put("call", "Start a call?");
        QUESTIONS.put("secret", "Enter a secret?");
        QUESTIONS.put("share", "Share this with others?");
        QUESTIONS.put("other", "Do this?");
        FACTS.put("recipient", "To: ");
        FACTS.put("text", "Text: ");
        FACTS.put("amount", "Amount: ");
        FACTS.put("question", "Question: ");
        FACTS.put("screen", "Screen: ");
        FACTS.put("address", "Address: ");
        FACTS.put("link", "Link: ");
        FACTS.put("file", "File: ");
        FACTS.put("origin", "From: ");
        FACTS.put("field", "Field: ");
    }

    public final List<String> lines;
    /** The label that line two shows, as the approval reports it: empty when the phone knows none. */
    public final String appLabel;
    public final String digest;

    /** {@code packageLabel}: what the package manager says now; empty when there is no such app. */
    public ShownLines(Request request, String packageLabel, String hostName) {
        appLabel = request.packageName.isEmpty() ? "" : firstPoints(packageLabel);
        List<String> made = new ArrayList<>();
        made.add(QUESTIONS.get(request.riskClass));
        made.add(app(request.packageName));
        made.add(control(request));
        for (Request.Fact fact : request.facts) {
            made.add(FACTS.get(fact.kind) + (fact.value.isEmpty() ? "(empty)" : Shown.value(fact.value)));
        }
        made.add("Asked by: " + Shown.value(hostName));
        lines = Collections.unmodifiableList(made);
        byte[] text = joined(lines).getBytes(StandardCharsets.UTF_8);
        digest = Hex.of(Keys.sha256(Keys.joined("genie/shown/1", text)));
    }

    /** Lines with a line break between them. */
    public static String joined(List<String> lines) {
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            text.append(text.length() == 0 ? "" : "\n").append(line);
        }
        return text.toString();
    }

    private String app(String packageName) {
        if (packageName.isEmpty()) {
            return "App: (none)";
        }
        String label = appLabel.isEmpty() ? "(unknown)" : Shown.value(appLabel);
        return "App: " + label + " (" + Shown.value(packageName) + ")";
    }

    private static String control(Request request) {
        if (!request.label.isEmpty()) {
            return "Button: \u201C" + Shown.value(request.label) + "\u201D";
        }
        if (!request.resourceId.isEmpty()) {
            return "Control: " + Shown.value(request.resourceId);
        }
        return request.nodePath.isEmpty() ? "Action: " + request.tool : "Control: (unnamed)";
    }

    private static String firstPoints(String given) {
        String label = wellFormed(given);
        if (label.codePointCount(0, label.length()) <= MOST_OF_A_LABEL) {
            return label;
        }
        return label.substring(0, label.offsetByCodePoints(0, MOST_OF_A_LABEL));
    }

    /** Any app may call itself anything, half characters included, which no message can carry. */
    private static String wellFormed(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            int point = text.codePointAt(at);
            boolean isHalf = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
            out.appendCodePoint(isHalf ? 0xFFFD : point);
        }
        return out.toString();
    }
}
