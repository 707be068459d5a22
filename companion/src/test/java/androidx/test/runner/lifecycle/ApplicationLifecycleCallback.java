package androidx.test.runner.lifecycle;

import android.app.Application;

/** Robolectric loads this name at its start; the real one is in a registry that not everybody reaches. */
public interface ApplicationLifecycleCallback {
    void onApplicationLifecycleChanged(Application application, ApplicationStage stage);
}
