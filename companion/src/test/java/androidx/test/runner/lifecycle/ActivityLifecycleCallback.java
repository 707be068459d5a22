package androidx.test.runner.lifecycle;

import android.app.Activity;

/** Robolectric loads this name at its start; the real one is in a registry that not everybody reaches. */
public interface ActivityLifecycleCallback {
    void onActivityLifecycleChanged(Activity activity, Stage stage);
}
