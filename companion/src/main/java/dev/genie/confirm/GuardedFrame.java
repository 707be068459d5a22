package dev.genie.confirm;

import android.content.Context;
import android.view.MotionEvent;
import android.widget.FrameLayout;

/** Lets no touch through while anything lies over the window, be it over another part of it. */
final class GuardedFrame extends FrameLayout {
    private static final int OBSCURED = MotionEvent.FLAG_WINDOW_IS_OBSCURED;
    /** MotionEvent.FLAG_WINDOW_IS_PARTIALLY_OBSCURED, set since API 29. */
    private static final int PARTIALLY_OBSCURED = 2;

    private final Runnable onObscured;

    GuardedFrame(Context context, Runnable onObscured) {
        super(context);
        this.onObscured = onObscured;
        setFilterTouchesWhenObscured(true);
    }

    @Override
    public boolean onFilterTouchEventForSecurity(MotionEvent event) {
        if ((event.getFlags() & (OBSCURED | PARTIALLY_OBSCURED)) != 0) {
            onObscured.run();
            return false;
        }
        return super.onFilterTouchEventForSecurity(event);
    }
}
