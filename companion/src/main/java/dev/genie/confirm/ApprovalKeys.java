package dev.genie.confirm;

import android.os.Build;
import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyProperties;
import android.security.keystore.StrongBoxUnavailableException;

import dev.genie.confirm.gap.Keys;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.ProviderException;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.List;

/** The phone's keys: one for each computer, in the key store, usable once for each touch. */
final class ApprovalKeys {
    private static final String STORE = "AndroidKeyStore";
    private static final int MOST_CERTIFICATES = 10;

    /** The key store has lost it. */
    static final class NoSuchKey extends InvalidKeyException {
    }

    /** Makes a key; with {@code takesCredential} the lock screen's PIN unlocks it as well as a finger. */
    byte[] make(String alias, byte[] challenge, boolean takesCredential) throws GeneralSecurityException {
        boolean mayHaveStrongBox = Build.VERSION.SDK_INT >= Build.VERSION_CODES.P;
        if (mayHaveStrongBox) {
            try {
                return make(alias, challenge, takesCredential, true);
            } catch (StrongBoxUnavailableException error) {
                // Most phones have none.
            }
        }
        try {
            return make(alias, challenge, takesCredential, false);
        } catch (ProviderException error) {
            // Some phones cannot attest. The computer sees that there is no chain, and trusts the key less.
            return make(alias, null, takesCredential, false);
        }
    }

    private static byte[] make(String alias, byte[] challenge, boolean takesCredential, boolean inStrongBox)
            throws GeneralSecurityException {
        KeyGenParameterSpec.Builder rules = new KeyGenParameterSpec.Builder(alias, KeyProperties.PURPOSE_SIGN)
                .setAlgorithmParameterSpec(new ECGenParameterSpec("secp256r1"))
                .setDigests(KeyProperties.DIGEST_SHA256)
                .setUserAuthenticationRequired(true)
                .setInvalidatedByBiometricEnrollment(true)
                .setAttestationChallenge(challenge);
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.R) {
            int pin = takesCredential ? KeyProperties.AUTH_DEVICE_CREDENTIAL : 0;
            rules.setUserAuthenticationParameters(0, KeyProperties.AUTH_BIOMETRIC_STRONG | pin);
        } else {
            rules.setUserAuthenticationValidityDurationSeconds(-1);
        }
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.P) {
            rules.setUnlockedDeviceRequired(true);
            rules.setIsStrongBoxBacked(inStrongBox);
        }
        KeyPairGenerator generator = KeyPairGenerator.getInstance(KeyProperties.KEY_ALGORITHM_EC, STORE);
        generator.initialize(rules.build());
        return generator.generateKeyPair().getPublic().getEncoded();
    }

    /** A signature that still needs the touch. KeyPermanentlyInvalidatedException: a finger was enrolled since. */
    Signature begin(String alias) throws GeneralSecurityException, IOException {
        PrivateKey key = (PrivateKey) store().getKey(alias, null);
        if (key == null) {
            throw new NoSuchKey();
        }
        Signature signature = Signature.getInstance(Keys.SIGNATURE);
        signature.initSign(key);
        return signature;
    }

    /** The key's own certificate first. */
    List<byte[]> attestation(String alias) throws GeneralSecurityException, IOException {
        List<byte[]> chain = new ArrayList<>();
        Certificate[] certificates = store().getCertificateChain(alias);
        for (int at = 0; certificates != null && at < Math.min(certificates.length, MOST_CERTIFICATES); at++) {
            chain.add(certificates[at].getEncoded());
        }
        return chain;
    }

    void delete(String alias) throws GeneralSecurityException, IOException {
        store().deleteEntry(alias);
    }

    private static KeyStore store() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(STORE);
        store.load(null);
        return store;
    }
}
