package dev.genie.confirm;

import android.os.CancellationSignal;

import java.security.Signature;
import java.util.List;

/** How a touch is asked for; the system's prompt, or the sensor below our own window. */
interface Finger {
    /** What came of it. Called on the main thread. */
    interface Listener {
        /** {@code signature} can sign once now; {@code authType} in the protocol's words. */
        void touched(Signature signature, String authType);

        /** {@code reason} is one of the protocol's. */
        void refused(String reason);

        /** A finger that is not enrolled; the sensor goes on. */
        void wrong();
    }

    /** Whether a window of the system comes up and takes the focus from ours. */
    boolean takesFocus();

    void ask(List<String> lines, Signature signature, boolean takesCredential, CancellationSignal cancel,
            Listener listener);
}
