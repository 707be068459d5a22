package dev.genie.confirm;

import dev.genie.confirm.gap.Reason;

/** The sensor's error numbers, which BiometricPrompt and FingerprintManager share, in the protocol's words. */
final class SensorErrors {
    private static final int TIMEOUT = 3;
    private static final int CANCELED = 5;
    private static final int LOCKOUT = 7;
    private static final int LOCKOUT_PERMANENT = 9;
    private static final int USER_CANCELED = 10;
    private static final int NO_BIOMETRICS = 11;
    private static final int HARDWARE_NOT_PRESENT = 12;
    private static final int NEGATIVE_BUTTON = 13;
    private static final int NO_DEVICE_CREDENTIAL = 14;

    private SensorErrors() {
    }

    static String reason(int error) {
        switch (error) {
            case TIMEOUT:
                return Reason.TIMEOUT;
            case CANCELED:
                return Reason.FOCUS_LOST;
            case LOCKOUT:
                return Reason.LOCKOUT;
            case LOCKOUT_PERMANENT:
                return Reason.LOCKOUT_PERMANENT;
            case USER_CANCELED:
            case NEGATIVE_BUTTON:
                return Reason.DENIED;
            case NO_BIOMETRICS:
            case NO_DEVICE_CREDENTIAL:
                return Reason.NONE_ENROLLED;
            case HARDWARE_NOT_PRESENT:
                return Reason.NO_HARDWARE;
            default:
                return Reason.UNAVAILABLE;
        }
    }
}
