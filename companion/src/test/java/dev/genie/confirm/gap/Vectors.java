package dev.genie.confirm.gap;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The files that host, companion and simulated phone are tested against. */
public final class Vectors {
    private Vectors() {
    }

    public static Map<String, Object> file(String name) {
        return read(new File(System.getProperty("repository.root"), "tests/protocol/vectors/" + name));
    }

    /** A thousand requests, made by scripts/protocol_vectors.py just before the tests. */
    public static Map<String, Object> generated() {
        return read(new File(System.getProperty("generated.requests")));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> read(File file) {
        try {
            String text = new String(Files.readAllBytes(file.toPath()), StandardCharsets.UTF_8);
            return (Map<String, Object>) new JsonReader(text, 64, 1_000_000).whole();
        } catch (IOException | Malformed error) {
            throw new AssertionError(file + ": " + error);
        }
    }

    @SuppressWarnings("unchecked")
    public static List<Map<String, Object>> cases(Map<String, Object> file, String name) {
        List<Map<String, Object>> cases = new ArrayList<>();
        for (Object one : (List<Object>) file.get(name)) {
            cases.add((Map<String, Object>) one);
        }
        if (cases.isEmpty()) {
            throw new AssertionError("no cases of " + name);
        }
        return cases;
    }

    public static byte[] bytes(Object hex) {
        try {
            return Hex.bytes((String) hex);
        } catch (Malformed error) {
            throw new AssertionError(error);
        }
    }

    public static byte[] utf8(Object text) {
        return ((String) text).getBytes(StandardCharsets.UTF_8);
    }

    public static Map<String, Object> key(String name) {
        for (Map<String, Object> key : cases(file("keys.json"), "keys")) {
            if (key.get("name").equals(name)) {
                return key;
            }
        }
        throw new AssertionError(name);
    }

    public static byte[] spki(String name) {
        return bytes(key(name).get("spki"));
    }

    public static PrivateKey privateKey(String name) {
        try {
            return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(bytes(key(name).get("private"))));
        } catch (GeneralSecurityException error) {
            throw new AssertionError(error);
        }
    }

    /** The enrolled computer of the vectors, its last number being {@code lastSeq}. */
    public static Host host(long lastSeq) {
        String name = (String) file("keys.json").get("host_name");
        return new Host(spki("host"), name, Keys.id(spki("phone")), "alias", false, lastSeq);
    }
}
