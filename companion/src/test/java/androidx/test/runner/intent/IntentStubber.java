package androidx.test.runner.intent;

import android.app.Instrumentation;
import android.content.Intent;

/** Robolectric loads this name at its start; the real one is in a registry that not everybody reaches. */
public interface IntentStubber {
    Instrumentation.ActivityResult getActivityResultForIntent(Intent intent);
}
