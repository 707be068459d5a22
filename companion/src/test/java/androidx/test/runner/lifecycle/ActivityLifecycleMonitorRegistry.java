package androidx.test.runner.lifecycle;

/** Robolectric loads this name at its start; the real one is in a registry that not everybody reaches. */
public final class ActivityLifecycleMonitorRegistry {
    private static ActivityLifecycleMonitor monitor;

    private ActivityLifecycleMonitorRegistry() {
    }

    public static ActivityLifecycleMonitor getInstance() {
        return monitor;
    }

    public static void registerInstance(ActivityLifecycleMonitor given) {
        monitor = given;
    }
}
