package androidx.test.platform.app;

import android.app.Instrumentation;
import android.os.Bundle;

/** Robolectric loads this name at its start; the real one is in a registry that not everybody reaches. */
public final class InstrumentationRegistry {
    private static Instrumentation instrumentation;
    private static Bundle arguments;

    private InstrumentationRegistry() {
    }

    public static Instrumentation getInstrumentation() {
        return instrumentation;
    }

    public static Bundle getArguments() {
        return arguments;
    }

    public static void registerInstance(Instrumentation given, Bundle givenArguments) {
        instrumentation = given;
        arguments = givenArguments;
    }
}
