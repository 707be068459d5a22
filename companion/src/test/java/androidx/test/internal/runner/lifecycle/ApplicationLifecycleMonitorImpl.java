package androidx.test.internal.runner.lifecycle;

import android.app.Application;
import androidx.test.runner.lifecycle.ApplicationLifecycleCallback;
import androidx.test.runner.lifecycle.ApplicationLifecycleMonitor;
import androidx.test.runner.lifecycle.ApplicationStage;

/** Robolectric loads this name at its start; the real one is in a registry that not everybody reaches. */
public class ApplicationLifecycleMonitorImpl implements ApplicationLifecycleMonitor {
    @Override
    public void addLifecycleCallback(ApplicationLifecycleCallback callback) {
    }

    @Override
    public void removeLifecycleCallback(ApplicationLifecycleCallback callback) {
    }

    public void signalLifecycleChange(Application application, ApplicationStage stage) {
    }
}
