package dev.genie.confirm;

import android.hardware.biometrics.BiometricManager;

import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;

/** What the phone says that it can check a person with. */
@Implements(value = BiometricManager.class, isInAndroidSdk = true)
public class FakeBiometrics {
    static int strong;
    /** The system's service has died. */
    static boolean isBroken;

    @Implementation
    protected int canAuthenticate() {
        return strong;
    }

    @Implementation
    protected int canAuthenticate(int authenticators) {
        if (authenticators != BiometricManager.Authenticators.BIOMETRIC_STRONG) {
            throw new AssertionError("a weaker class of sensors was asked for");
        }
        if (isBroken) {
            throw new IllegalStateException("dead object");
        }
        return strong;
    }
}
