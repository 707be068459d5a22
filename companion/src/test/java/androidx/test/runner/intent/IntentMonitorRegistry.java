package androidx.test.runner.intent;

/** Robolectric loads this name at its start; the real one is in a registry that not everybody reaches. */
public final class IntentMonitorRegistry {
    private static IntentMonitor monitor;

    private IntentMonitorRegistry() {
    }

    public static IntentMonitor getInstance() {
        return monitor;
    }

    public static void registerInstance(IntentMonitor given) {
        monitor = given;
    }
}
