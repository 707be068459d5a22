package dev.genie.confirm;

import android.app.Activity;
import android.os.Build;
import android.os.Bundle;
import android.view.WindowManager;

/** A window that no picture shows, that nothing lies over, that does not move, and that leaves no task behind. */
abstract class GuardedActivity extends Activity {
    @Override
    protected void onCreate(Bundle saved) {
        // What was on the screen before does not come back by itself.
        super.onCreate(null);
        getWindow().addFlags(WindowManager.LayoutParams.FLAG_SECURE);
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.S) {
            getWindow().setHideOverlayWindows(true);
        }
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU) {
            setRecentsScreenshotEnabled(false);
        }
        stayStill();
    }

    final void close() {
        finishAndRemoveTask();
        stayStill();
    }

    @SuppressWarnings("deprecation")
    private void stayStill() {
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.UPSIDE_DOWN_CAKE) {
            overrideActivityTransition(OVERRIDE_TRANSITION_OPEN, 0, 0);
            overrideActivityTransition(OVERRIDE_TRANSITION_CLOSE, 0, 0);
        }
        overridePendingTransition(0, 0);
    }
}
