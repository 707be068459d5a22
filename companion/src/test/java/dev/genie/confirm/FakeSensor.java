package dev.genie.confirm;

import android.hardware.fingerprint.FingerprintManager;
import android.os.CancellationSignal;
import android.os.Handler;

import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The fingerprint sensor of phones that have no prompt of the system's. */
@Implements(value = FingerprintManager.class, isInAndroidSdk = false)
public class FakeSensor {
    static boolean isThere;
    static boolean isEnrolled;
    static FakeSensor asked;

    CancellationSignal cancel;
    private FingerprintManager.CryptoObject locked;
    private FingerprintManager.AuthenticationCallback callback;

    @Implementation
    protected boolean isHardwareDetected() {
        return isThere;
    }

    @Implementation
    protected boolean hasEnrolledFingerprints() {
        return isEnrolled;
    }

    @Implementation
    protected void authenticate(FingerprintManager.CryptoObject crypto, CancellationSignal cancel, int flags,
            FingerprintManager.AuthenticationCallback callback, Handler handler) {
        this.locked = crypto;
        this.cancel = cancel;
        this.callback = callback;
        asked = this;
    }

    void right() {
        FakeKeyStore.isUnlocked = true;
        callback.onAuthenticationSucceeded(ReflectionHelpers.callConstructor(
                FingerprintManager.AuthenticationResult.class,
                ClassParameter.from(FingerprintManager.CryptoObject.class, locked),
                ClassParameter.from(android.hardware.fingerprint.Fingerprint.class, null),
                ClassParameter.from(int.class, 0),
                ClassParameter.from(boolean.class, true)));
    }

    void wrong() {
        callback.onAuthenticationFailed();
    }

    void error(int number) {
        callback.onAuthenticationError(number, "told to people");
    }
}
