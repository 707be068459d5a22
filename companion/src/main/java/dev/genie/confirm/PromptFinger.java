package dev.genie.confirm;

import android.annotation.TargetApi;
import android.content.Context;
import android.content.DialogInterface;
import android.hardware.biometrics.BiometricManager.Authenticators;
import android.hardware.biometrics.BiometricPrompt;
import android.os.Build;
import android.os.CancellationSignal;

import dev.genie.confirm.gap.Reason;
import dev.genie.confirm.gap.ShownLines;

import java.security.Signature;
import java.util.List;

/** The system's prompt, which lies above every app's windows. Since API 28. */
@TargetApi(Build.VERSION_CODES.P)
final class PromptFinger implements Finger {
    private final Context context;

    PromptFinger(Context context) {
        this.context = context;
    }

    @Override
    public boolean takesFocus() {
        return true;
    }

    @Override
    public void ask(List<String> lines, Signature signature, boolean takesCredential, CancellationSignal cancel,
            final Listener listener) {
        BiometricPrompt.Builder prompt = new BiometricPrompt.Builder(context)
                .setTitle(lines.get(0))
                .setSubtitle(lines.get(1))
                .setDescription(ShownLines.joined(lines.subList(2, lines.size())));
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.Q) {
            prompt.setConfirmationRequired(true);
        }
        boolean asksPin = takesCredential && Build.VERSION.SDK_INT >= Build.VERSION_CODES.R;
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.R) {
            int pin = asksPin ? Authenticators.DEVICE_CREDENTIAL : 0;
            prompt.setAllowedAuthenticators(Authenticators.BIOMETRIC_STRONG | pin);
        }
        if (!asksPin) {
            prompt.setNegativeButton("Deny", context.getMainExecutor(), new DialogInterface.OnClickListener() {
                @Override
                public void onClick(DialogInterface dialog, int which) {
                    listener.refused(Reason.DENIED);
                }
            });
        }
        prompt.build().authenticate(new BiometricPrompt.CryptoObject(signature), cancel, context.getMainExecutor(),
                new Callback(listener));
    }

    private static final class Callback extends BiometricPrompt.AuthenticationCallback {
        private final Listener listener;

        Callback(Listener listener) {
            this.listener = listener;
        }

        @Override
        public void onAuthenticationSucceeded(BiometricPrompt.AuthenticationResult result) {
            BiometricPrompt.CryptoObject unlocked = result.getCryptoObject();
            // Without the object that we gave there is nothing that could sign: no success that counts.
            if (unlocked == null || unlocked.getSignature() == null) {
                listener.refused(Reason.UNAVAILABLE);
            } else {
                listener.touched(unlocked.getSignature(), authType(result));
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

        private static String authType(BiometricPrompt.AuthenticationResult result) {
            if (Build.VERSION.SDK_INT < Build.VERSION_CODES.R) {
                return "unknown";
            }
            switch (result.getAuthenticationType()) {
                case BiometricPrompt.AUTHENTICATION_RESULT_TYPE_BIOMETRIC:
                    return "biometric";
                case BiometricPrompt.AUTHENTICATION_RESULT_TYPE_DEVICE_CREDENTIAL:
                    return "credential";
                default:
                    return "unknown";
            }
        }
    }
}
