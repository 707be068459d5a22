package dev.genie.confirm;

import android.security.keystore.KeyPermanentlyInvalidatedException;

import dev.genie.confirm.gap.Reason;

import java.security.UnrecoverableKeyException;

/** Why the key store gave no signature, in the protocol's words. */
final class KeyErrors {
    private KeyErrors() {
    }

    static String reason(Exception error) {
        boolean isGone = error instanceof KeyPermanentlyInvalidatedException
                || error instanceof UnrecoverableKeyException
                || error instanceof ApprovalKeys.NoSuchKey;
        return isGone ? Reason.KEY_INVALIDATED : Reason.UNAVAILABLE;
    }
}
