package dev.genie.confirm;

import android.content.Context;
import android.hardware.fingerprint.FingerprintManager;
import android.os.CancellationSignal;

import dev.genie.confirm.gap.Reason;

import java.security.Signature;
import java.util.List;

/** The fingerprint sensor itself, below our own window: API 24 to 27, which have no prompt of the system's. */
@SuppressWarnings("deprecation")
final class SensorFinger implements Finger {
    private final Context context;

    SensorFinger(Context context) {
        this.context = context;
    }

    @Override
    public boolean takesFocus() {
        return false;
    }

    @Override
    public void ask(List<String> lines, Signature signature, boolean takesCredential, CancellationSignal cancel,
            Listener listener) {
        FingerprintManager sensor = (FingerprintManager) context.getSystemService(Context.FINGERPRINT_SERVICE);
        if (sensor == null) {
            listener.refused(Reason.NO_HARDWARE);
            return;
        }
        FingerprintManager.CryptoObject locked = new FingerprintManager.CryptoObject(signature);
        sensor.authenticate(locked, cancel, 0, new Callback(listener), null);
    }

    private static final class Callback extends FingerprintManager.AuthenticationCallback {
        private final Listener listener;

        Callback(Listener listener) {
            this.listener = listener;
        }

        @Override
        public void onAuthenticationSucceeded(FingerprintManager.AuthenticationResult result) {
            FingerprintManager.CryptoObject unlocked = result.getCryptoObject();
            if (unlocked == null || unlocked.getSignature() == null) {
                listener.refused(Reason.UNAVAILABLE);
            } else {
                listener.touched(unlocked.getSignature(), "biometric");
            }
        }

        @Override
        public void onAuthenticationFailed() {
            listener.wrong();
        }

        @Override
        public void onAuthenticationError(int error, CharSequence message) {
            listener.refused(SensorErrors.reason(error));
        }
    }
}
