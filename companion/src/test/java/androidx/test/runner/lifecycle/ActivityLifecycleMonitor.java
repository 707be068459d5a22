package androidx.test.runner.lifecycle;

import android.app.Activity;
import java.util.Collection;

/** Robolectric loads this name at its start; the real one is in a registry that not everybody reaches. */
public interface ActivityLifecycleMonitor {
    void addLifecycleCallback(ActivityLifecycleCallback callback);

    void removeLifecycleCallback(ActivityLifecycleCallback callback);

    Stage getLifecycleStageOf(Activity activity);

    Collection<Activity> getActivitiesInStage(Stage stage);
}
