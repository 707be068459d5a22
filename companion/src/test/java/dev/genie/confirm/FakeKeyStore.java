package dev.genie.confirm;

import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyPermanentlyInvalidatedException;
import android.security.keystore.StrongBoxUnavailableException;

import java.io.InputStream;
import java.io.OutputStream;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyPairGeneratorSpi;
import java.security.KeyStoreSpi;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.ProviderException;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Security;
import java.security.Signature;
import java.security.SignatureException;
import java.security.SignatureSpi;
import java.security.cert.Certificate;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands in for the phone's key store under its own name, so that the app's code runs as it is: keys that sign once
 * for each touch, that are lost with a new finger, that attest or do not.
 */
final class FakeKeyStore extends Provider {
    static final Map<String, Entry> ENTRIES = new ConcurrentHashMap<>();
    /** How many keys were made since the start of the test. */
    static final AtomicInteger MADE = new AtomicInteger();
    /** The next signature may be made; the touch of the test's finger sets it. */
    static boolean isUnlocked;
    static boolean hasStrongBox;
    static boolean attests;
    static boolean hasSecureLock;
    /** A slow chip: keys are made when this opens. */
    static CountDownLatch makes;

    static final class Entry {
        final KeyGenParameterSpec rules;
        final PublicKey publicKey;
        final TouchKey key;

        Entry(KeyGenParameterSpec rules, KeyPair pair) {
            this.rules = rules;
            this.publicKey = pair.getPublic();
            this.key = new TouchKey(pair.getPrivate());
        }
    }

    /** As from the key store: it can be used, not read. */
    static final class TouchKey implements PrivateKey {
        final transient PrivateKey secret;
        boolean isInvalidated;

        TouchKey(PrivateKey secret) {
            this.secret = secret;
        }

        @Override
        public String getAlgorithm() {
            return "EC";
        }

        @Override
        public String getFormat() {
            return null;
        }

        @Override
        public byte[] getEncoded() {
            return null;
        }
    }

    private FakeKeyStore() {
        super("AndroidKeyStore", 1.0, "keys of the tests");
        putService(new Part("KeyStore", "AndroidKeyStore") {
            @Override
            public Object newInstance(Object parameter) {
                return new Store();
            }
        });
        putService(new Part("KeyPairGenerator", "EC") {
            @Override
            public Object newInstance(Object parameter) {
                return new Generator();
            }
        });
        putService(new Part("Signature", "SHA256withECDSA") {
            @Override
            public Object newInstance(Object parameter) {
                return new TouchSignature();
            }

            @Override
            public boolean supportsParameter(Object parameter) {
                return parameter instanceof TouchKey;
            }
        });
    }

    private abstract class Part extends Service {
        Part(String type, String algorithm) {
            super(FakeKeyStore.this, type, algorithm, FakeKeyStore.class.getName(), null, null);
        }
    }

    static void install() {
        Security.removeProvider("AndroidKeyStore");
        Security.insertProviderAt(new FakeKeyStore(), 1);
        ENTRIES.clear();
        MADE.set(0);
        isUnlocked = false;
        hasStrongBox = false;
        attests = true;
        hasSecureLock = true;
        makes = new CountDownLatch(0);
    }

    private static final class Generator extends KeyPairGeneratorSpi {
        private KeyGenParameterSpec rules;

        @Override
        public void initialize(AlgorithmParameterSpec given, SecureRandom random)
                throws InvalidAlgorithmParameterException {
            rules = (KeyGenParameterSpec) given;
            if (!hasSecureLock) {
                throw new InvalidAlgorithmParameterException("no secure lock screen");
            }
        }

        @Override
        public void initialize(int size, SecureRandom random) {
            throw new UnsupportedOperationException();
        }

        @Override
        public KeyPair generateKeyPair() {
            if (rules.isStrongBoxBacked() && !hasStrongBox) {
                throw new StrongBoxUnavailableException("no such chip");
            }
            if (rules.getAttestationChallenge() != null && !attests) {
                throw new ProviderException("cannot attest");
            }
            try {
                makes.await();
                KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", "BC");
                generator.initialize(new ECGenParameterSpec("secp256r1"));
                KeyPair pair = generator.generateKeyPair();
                ENTRIES.put(rules.getKeystoreAlias(), new Entry(rules, pair));
                MADE.incrementAndGet();
                return pair;
            } catch (GeneralSecurityException | InterruptedException error) {
                throw new AssertionError(error);
            }
        }
    }

    /** Signs with a TouchKey when a touch has just allowed it, once. */
    public static final class TouchSignature extends SignatureSpi {
        private Signature inner;

        @Override
        protected void engineInitSign(PrivateKey key) throws InvalidKeyException {
            TouchKey touchKey = (TouchKey) key;
            if (touchKey.isInvalidated) {
                throw new KeyPermanentlyInvalidatedException();
            }
            try {
                inner = Signature.getInstance("SHA256withECDSA", "BC");
                inner.initSign(touchKey.secret);
            } catch (InvalidKeyException error) {
                throw error;
            } catch (GeneralSecurityException error) {
                throw new AssertionError(error);
            }
        }

        @Override
        protected void engineInitVerify(PublicKey key) throws InvalidKeyException {
            throw new InvalidKeyException("signs only");
        }

        @Override
        protected void engineUpdate(byte one) throws SignatureException {
            inner.update(one);
        }

        @Override
        protected void engineUpdate(byte[] bytes, int from, int length) throws SignatureException {
            inner.update(bytes, from, length);
        }

        @Override
        protected byte[] engineSign() throws SignatureException {
            if (!isUnlocked) {
                throw new SignatureException("no touch");
            }
            isUnlocked = false;
            return inner.sign();
        }

        @Override
        protected boolean engineVerify(byte[] signature) {
            return false;
        }

        @Override
        protected void engineSetParameter(String name, Object value) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected Object engineGetParameter(String name) {
            throw new UnsupportedOperationException();
        }
    }

    /** The store's entries by alias. */
    public static final class Store extends KeyStoreSpi {
        @Override
        public Key engineGetKey(String alias, char[] password) {
            return ENTRIES.containsKey(alias) ? ENTRIES.get(alias).key : null;
        }

        @Override
        public Certificate[] engineGetCertificateChain(String alias) {
            Entry entry = ENTRIES.get(alias);
            if (entry == null || entry.rules.getAttestationChallenge() == null) {
                return null;
            }
            return new Certificate[] {
                new ToldCertificate(entry.publicKey, "leaf"), new ToldCertificate(entry.publicKey, "root")
            };
        }

        @Override
        public void engineDeleteEntry(String alias) {
            ENTRIES.remove(alias);
        }

        @Override
        public void engineLoad(InputStream stream, char[] password) {
        }

        @Override
        public Certificate engineGetCertificate(String alias) {
            return null;
        }

        @Override
        public Date engineGetCreationDate(String alias) {
            return null;
        }

        @Override
        public void engineSetKeyEntry(String alias, Key key, char[] password, Certificate[] chain) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void engineSetKeyEntry(String alias, byte[] key, Certificate[] chain) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void engineSetCertificateEntry(String alias, Certificate certificate) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Enumeration<String> engineAliases() {
            return Collections.enumeration(ENTRIES.keySet());
        }

        @Override
        public boolean engineContainsAlias(String alias) {
            return ENTRIES.containsKey(alias);
        }

        @Override
        public int engineSize() {
            return ENTRIES.size();
        }

        @Override
        public boolean engineIsKeyEntry(String alias) {
            return engineContainsAlias(alias);
        }

        @Override
        public boolean engineIsCertificateEntry(String alias) {
            return false;
        }

        @Override
        public String engineGetCertificateAlias(Certificate certificate) {
            return null;
        }

        @Override
        public void engineStore(OutputStream stream, char[] password) {
            throw new UnsupportedOperationException();
        }
    }

    private static final class ToldCertificate extends Certificate {
        private final PublicKey key;
        private final String told;

        ToldCertificate(PublicKey key, String told) {
            super("X.509");
            this.key = key;
            this.told = told;
        }

        @Override
        public byte[] getEncoded() {
            return told.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        }

        @Override
        public void verify(PublicKey by) {
        }

        @Override
        public void verify(PublicKey by, String provider) {
        }

        @Override
        public String toString() {
            return told;
        }

        @Override
        public PublicKey getPublicKey() {
            return key;
        }
    }
}
