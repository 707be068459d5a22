package dev.genie.confirm;

import android.content.DialogInterface;
import android.hardware.biometrics.BiometricPrompt;
import android.os.CancellationSignal;

import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.util.ReflectionHelpers;

import java.util.concurrent.Executor;

/** The system's prompt, and the finger that touches it. */
@Implements(value = BiometricPrompt.class, isInAndroidSdk = true)
public class FakePrompt {
    /** The one that is up; null when none was asked for. */
    static FakePrompt up;

    @RealObject
    private BiometricPrompt prompt;
    BiometricPrompt real;
    CancellationSignal cancel;
    private BiometricPrompt.CryptoObject locked;
    private Executor executor;
    private BiometricPrompt.AuthenticationCallback callback;

    @Implementation
    protected void authenticate(BiometricPrompt.CryptoObject crypto, CancellationSignal cancel, Executor executor,
            BiometricPrompt.AuthenticationCallback callback) {
        this.real = prompt;
        this.locked = crypto;
        this.cancel = cancel;
        this.executor = executor;
        this.callback = callback;
        up = this;
    }

    void right(int authenticationType) {
        FakeKeyStore.isUnlocked = true;
        succeed(locked, authenticationType);
    }

    /** Ahead of everything that is due on the main thread. */
    void rightAtOnce(int authenticationType) {
        FakeKeyStore.isUnlocked = true;
        callback.onAuthenticationSucceeded(new BiometricPrompt.AuthenticationResult(locked, authenticationType));
    }

    /** A success as a hooked system would tell it: without the key having been unlocked. */
    void succeed(BiometricPrompt.CryptoObject crypto, int authenticationType) {
        executor.execute(() -> callback.onAuthenticationSucceeded(
                new BiometricPrompt.AuthenticationResult(crypto, authenticationType)));
    }

    BiometricPrompt.CryptoObject locked() {
        return locked;
    }

    void wrong() {
        executor.execute(() -> callback.onAuthenticationFailed());
    }

    void error(int number) {
        executor.execute(() -> callback.onAuthenticationError(number, "told to people"));
    }

    void negative() {
        Object button = ReflectionHelpers.getField(prompt, "mNegativeButtonInfo");
        DialogInterface.OnClickListener listener = ReflectionHelpers.getField(button, "listener");
        executor.execute(() -> listener.onClick(null, DialogInterface.BUTTON_NEGATIVE));
    }
}
