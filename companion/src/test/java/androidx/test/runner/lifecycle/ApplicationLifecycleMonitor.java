package androidx.test.runner.lifecycle;

/** Robolectric loads this name at its start; the real one is in a registry that not everybody reaches. */
public interface ApplicationLifecycleMonitor {
    void addLifecycleCallback(ApplicationLifecycleCallback callback);

    void removeLifecycleCallback(ApplicationLifecycleCallback callback);
}
