package androidx.test.internal.runner.intent;

import android.content.Intent;
import androidx.test.runner.intent.IntentMonitor;

/** Robolectric loads this name at its start; the real one is in a registry that not everybody reaches. */
public class IntentMonitorImpl implements IntentMonitor {
    public void signalIntent(Intent intent) {
    }
}
