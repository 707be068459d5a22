package androidx.test.runner.lifecycle;

/** Robolectric loads this name at its start; the real one is in a registry that not everybody reaches. */
public final class ApplicationLifecycleMonitorRegistry {
    private static ApplicationLifecycleMonitor monitor;

    private ApplicationLifecycleMonitorRegistry() {
    }

    public static ApplicationLifecycleMonitor getInstance() {
        return monitor;
    }

    public static void registerInstance(ApplicationLifecycleMonitor given) {
        monitor = given;
    }
}
