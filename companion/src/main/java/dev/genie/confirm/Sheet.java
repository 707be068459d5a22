package dev.genie.confirm;

import android.content.Context;
import android.os.Build;
import android.view.Gravity;
import android.view.View;
import android.view.ViewGroup.LayoutParams;
import android.widget.Button;
import android.widget.FrameLayout;
import android.widget.LinearLayout;
import android.widget.ScrollView;
import android.widget.TextView;

import java.util.List;

/** The window's content: the lines, a no and a yes. All of it is ours; nothing comes from resources or from models. */
final class Sheet {
    private static final int PADDING_DP = 24;
    private static final int SCRIM = 0x99000000;
    private static final int INK = 0xFF1B1B1F;
    private static final int PAPER = 0xFFFFFFFF;
    private static final int LARGE_SP = 22;
    private static final int NORMAL_SP = 16;

    final GuardedFrame root;
    final Button no;
    final Button yes;
    private final TextView note;
    final ScrollView scroll;

    Sheet(Context context, List<String> lines, String noText, String yesText, Runnable onObscured) {
        int padding = Math.round(PADDING_DP * context.getResources().getDisplayMetrics().density);
        LinearLayout column = new LinearLayout(context);
        column.setOrientation(LinearLayout.VERTICAL);
        for (int at = 0; at < lines.size(); at++) {
            column.addView(text(context, lines.get(at), at == 0 ? LARGE_SP : NORMAL_SP));
        }
        note = text(context, "", NORMAL_SP);
        column.addView(note);

        LinearLayout buttons = new LinearLayout(context);
        buttons.setGravity(Gravity.END);
        no = button(context, noText);
        yes = button(context, yesText);
        yes.setEnabled(false);
        buttons.addView(no);
        buttons.addView(yes);

        scroll = new ScrollView(context);
        scroll.addView(column);
        LinearLayout paper = new LinearLayout(context);
        paper.setOrientation(LinearLayout.VERTICAL);
        paper.setBackgroundColor(PAPER);
        paper.setPadding(padding, padding, padding, padding);
        paper.addView(scroll, new LinearLayout.LayoutParams(LayoutParams.MATCH_PARENT, 0, 1));
        paper.addView(buttons, new LinearLayout.LayoutParams(LayoutParams.MATCH_PARENT, LayoutParams.WRAP_CONTENT));

        root = new GuardedFrame(context, onObscured);
        root.setBackgroundColor(SCRIM);
        root.setFitsSystemWindows(true);
        // Lines of any script are read in the order in which they are made.
        root.setLayoutDirection(View.LAYOUT_DIRECTION_LTR);
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.UPSIDE_DOWN_CAKE) {
            root.setAccessibilityDataSensitive(View.ACCESSIBILITY_DATA_SENSITIVE_YES);
        }
        root.addView(paper, new FrameLayout.LayoutParams(
                LayoutParams.MATCH_PARENT, LayoutParams.WRAP_CONTENT, Gravity.BOTTOM));
    }

    /** Whether the last line is, or was brought, into view: what is asked must not hide below the edge. */
    boolean isReadToEnd() {
        return scroll.getHeight() > 0 && !scroll.canScrollVertically(1);
    }

    /** Calls whenever the lines move or find their place. */
    void onMoved(final Runnable moved) {
        scroll.setOnScrollChangeListener(new View.OnScrollChangeListener() {
            @Override
            public void onScrollChange(View view, int x, int y, int oldX, int oldY) {
                moved.run();
            }
        });
        scroll.addOnLayoutChangeListener(new View.OnLayoutChangeListener() {
            @Override
            public void onLayoutChange(View view, int left, int top, int right, int bottom,
                    int oldLeft, int oldTop, int oldRight, int oldBottom) {
                // Not from within the layout: a button that changes there is not laid out again.
                view.post(moved);
            }
        });
    }

    /** A remark below the lines. */
    void note(String text) {
        note.setText(text);
    }

    private static TextView text(Context context, String line, int sizeSp) {
        TextView view = new TextView(context);
        view.setText(line);
        view.setTextSize(sizeSp);
        view.setTextColor(INK);
        view.setTextDirection(View.TEXT_DIRECTION_LTR);
        return view;
    }

    private static Button button(Context context, String text) {
        Button button = new Button(context);
        button.setText(text);
        button.setAllCaps(false);
        return button;
    }
}
