package dev.genie.confirm.gap;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;

/** Public keys (P-256), what is called by them, and what is hashed. */
public final class Keys {
    public static final int SPKI_BYTES = 91;
    public static final String SIGNATURE = "SHA256withECDSA";

    private static final String SPKI_START = "3059301306072a8648ce3d020106082a8648ce3d03010703420004";
    private static final int COORDINATE_BYTES = 32;
    private static final BigInteger P =
            new BigInteger("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff", 16);
    private static final BigInteger B =
            new BigInteger("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b", 16);

    private Keys() {
    }

    /** Refuses everything but an uncompressed point that lies on the curve. */
    public static byte[] checked(byte[] spki) throws Malformed {
        if (spki.length != SPKI_BYTES || !Hex.of(spki).startsWith(SPKI_START)) {
            throw new Malformed("not a P-256 key");
        }
        BigInteger x = coordinate(spki, SPKI_BYTES - 2 * COORDINATE_BYTES);
        BigInteger y = coordinate(spki, SPKI_BYTES - COORDINATE_BYTES);
        BigInteger right = x.pow(3).subtract(x.multiply(BigInteger.valueOf(3))).add(B).mod(P);
        if (x.compareTo(P) >= 0 || y.compareTo(P) >= 0 || !y.multiply(y).mod(P).equals(right)) {
            throw new Malformed("not a point of the curve");
        }
        return spki;
    }

    /** {@code host_id} and {@code key_id}: the first 16 bytes of the key's SHA-256. */
    public static String id(byte[] spki) {
        return Hex.of(Arrays.copyOf(sha256(spki), 16));
    }

    /** The six digits that both sides show at enrolment. */
    public static String code(byte[] hostSpki, byte[] phoneSpki) {
        byte[] digest = sha256(joined("genie/code/1", joined(hostSpki, phoneSpki)));
        BigInteger number = new BigInteger(1, Arrays.copyOf(digest, 8)).mod(BigInteger.valueOf(1_000_000));
        StringBuilder digits = new StringBuilder(number.toString());
        while (digits.length() < 6) {
            digits.insert(0, '0');
        }
        return digits.toString();
    }

    public static boolean verifies(byte[] spki, byte[] signed, byte[] signature) {
        try {
            PublicKey key = KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(spki));
            Signature verifier = Signature.getInstance(SIGNATURE);
            verifier.initVerify(key);
            verifier.update(signed);
            return verifier.verify(signature);
        } catch (GeneralSecurityException error) {
            return false;
        }
    }

    public static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException error) {
            throw new IllegalStateException(error);
        }
    }

    /** What is signed or hashed: the purpose's name, a zero, the bytes. */
    public static byte[] joined(String purpose, byte[] bytes) {
        return joined((purpose + '\0').getBytes(StandardCharsets.UTF_8), bytes);
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static BigInteger coordinate(byte[] spki, int from) {
        return new BigInteger(1, Arrays.copyOfRange(spki, from, from + COORDINATE_BYTES));
    }
}
