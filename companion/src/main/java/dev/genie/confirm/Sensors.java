package dev.genie.confirm;

import android.app.KeyguardManager;
import android.content.Context;
import android.content.pm.PackageManager;
import android.hardware.biometrics.BiometricManager;
import android.hardware.fingerprint.FingerprintManager;
import android.os.Build;

import dev.genie.confirm.gap.Reason;

/** What this phone can check a person with, now. */
final class Sensors {
    /** Nothing stands in the way. */
    static final String OK = "ok";

    private final Context context;

    Sensors(Context context) {
        this.context = context;
    }

    /** {@code ok}, {@code none_enrolled}, {@code no_hardware} or {@code unavailable}; class 3 sensors alone count. */
    String biometric() {
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.Q) {
            return managed();
        }
        return fingerprint();
    }

    boolean hasSecureLock() {
        return keyguard() != null && keyguard().isDeviceSecure();
    }

    boolean isLocked() {
        return keyguard() == null || keyguard().isKeyguardLocked();
    }

    /** A face may be shown to the phone without its owner noticing. */
    boolean knowsFacesOnly() {
        PackageManager features = context.getPackageManager();
        return features.hasSystemFeature("android.hardware.biometrics.face")
                && !features.hasSystemFeature(PackageManager.FEATURE_FINGERPRINT);
    }

    /** The reason not to ask for a touch at all; null when there is none. */
    String obstacle(boolean takesCredential) {
        if (isLocked()) {
            return Reason.LOCKED;
        }
        String biometric = biometric();
        boolean isAbsent = biometric.equals(Reason.NO_HARDWARE) || biometric.equals(Reason.NONE_ENROLLED);
        if (!biometric.equals(OK) && !(takesCredential && isAbsent)) {
            return biometric;
        }
        return hasSecureLock() ? null : Reason.UNAVAILABLE;
    }

    private KeyguardManager keyguard() {
        return (KeyguardManager) context.getSystemService(Context.KEYGUARD_SERVICE);
    }

    @SuppressWarnings("deprecation")
    private String managed() {
        BiometricManager manager = (BiometricManager) context.getSystemService(Context.BIOMETRIC_SERVICE);
        if (manager == null) {
            return Reason.NO_HARDWARE;
        }
        int can = Build.VERSION.SDK_INT >= Build.VERSION_CODES.R
                ? manager.canAuthenticate(BiometricManager.Authenticators.BIOMETRIC_STRONG)
                : manager.canAuthenticate();
        switch (can) {
            case BiometricManager.BIOMETRIC_SUCCESS:
                return OK;
            case BiometricManager.BIOMETRIC_ERROR_NONE_ENROLLED:
                return Reason.NONE_ENROLLED;
            case BiometricManager.BIOMETRIC_ERROR_NO_HARDWARE:
                return Reason.NO_HARDWARE;
            default:
                return Reason.UNAVAILABLE;
        }
    }

    @SuppressWarnings("deprecation")
    private String fingerprint() {
        FingerprintManager sensor = (FingerprintManager) context.getSystemService(Context.FINGERPRINT_SERVICE);
        try {
            if (sensor == null || !sensor.isHardwareDetected()) {
                return Reason.NO_HARDWARE;
            }
            return sensor.hasEnrolledFingerprints() ? OK : Reason.NONE_ENROLLED;
        } catch (SecurityException error) {
            // API 28 may want the old permission; its prompt tells what is missing.
            return OK;
        }
    }
}
