package dev.genie.confirm;

import android.content.Intent;
import android.os.Build;
import android.os.Bundle;
import android.os.CancellationSignal;
import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import android.view.View;

import dev.genie.confirm.gap.Answers;
import dev.genie.confirm.gap.Case;
import dev.genie.confirm.gap.Channel;
import dev.genie.confirm.gap.Conversation;
import dev.genie.confirm.gap.FocusGate;
import dev.genie.confirm.gap.Reason;
import dev.genie.confirm.gap.Refused;
import dev.genie.confirm.gap.Request;

import java.io.IOException;
import java.security.Signature;
import java.util.List;

/**
 * A window that asks for one touch, and denies on whatever else happens to it.
 *
 * <p>All of it runs on the main thread; what the channel hears is handed over to it. Its ways out stand here together,
 * so that one can see that each of them but one denies.
 */
abstract class AskActivity extends GuardedActivity implements Finger.Listener {
    /** How long the socket stays for a host that has not read the last line yet. */
    static long lingerMs = 5_000;
    /** A second request pauses the window for a moment; so long is no moment. */
    private static final long PAUSED_MS = 500;

    private static AskActivity showing;

    final Handler main = new Handler(Looper.getMainLooper());
    Companion companion;
    Sensors sensors;
    Sheet sheet;
    private Finger finger;
    private Case current;
    private Conversation conversation;
    private FocusGate gate = new FocusGate();
    private CancellationSignal touch;
    private boolean isShown;
    private boolean isResumed;

    /** Checks what came; {@code line} is the message as it was sent. */
    abstract Case receive(Intent intent, byte[] line) throws Refused;

    /** Whether the lock screen's PIN will do for what is open. */
    abstract boolean takesCredential();

    /** Makes ready what is to be shown and calls {@link #show}; or denies. */
    abstract void prepare();

    /** What the person is asked to read. */
    abstract List<String> lines();

    /** A signature that waits for the touch. */
    abstract Signature begin() throws Exception;

    /** The answer to send, signed. */
    abstract String signed(Signature unlocked, String authType) throws Exception;

    /** The case is decided by this line; cleans up, closes the window, and returns the line to send. */
    abstract String decided(String line, boolean isAgreed);

    /** The request is withdrawn by its host. May be called on any thread. */
    static void withdraw(final String reqId) {
        new Handler(Looper.getMainLooper()).post(new Runnable() {
            @Override
            public void run() {
                if (showing != null && showing.current.reqId.equals(reqId)) {
                    showing.deny(Reason.EXPIRED);
                }
            }
        });
    }

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        companion = Companion.of(this);
        sensors = new Sensors(this);
        finger = Build.VERSION.SDK_INT >= Build.VERSION_CODES.P ? new PromptFinger(this) : new SensorFinger(this);
        if (saved == null) {
            take(getIntent());
        } else {
            // The system brings a window back whose process it had stopped: what it asked was decided by that.
            close();
        }
    }

    @Override
    protected void onNewIntent(Intent intent) {
        take(intent);
    }

    private void take(Intent intent) {
        String socket = Extras.socket(intent);
        Conversation started = new Conversation();
        if (socket != null) {
            listen(socket, started);
        }
        try {
            byte[] line = Extras.line(intent);
            if (socket == null || line == null) {
                throw new Refused(Request.NO_ID, Reason.MALFORMED);
            }
            begin(receive(intent, line), started);
        } catch (Refused refused) {
            refuse(started, refused);
        } catch (RuntimeException error) {
            // A fault of ours, or of the system below: nothing that goes on from here could be relied upon.
            if (conversation == started) {
                deny(Reason.UNAVAILABLE);
            } else {
                refuse(started, new Refused(Request.NO_ID, Reason.UNAVAILABLE));
            }
        }
    }

    private void refuse(Conversation started, Refused refused) {
        end(started, refused.reqId, Answers.denial(refused.reqId, refused.reason));
        if (!isOpen()) {
            close();
        }
    }

    private void begin(Case received, Conversation started) {
        main.removeCallbacksAndMessages(null);
        current = received;
        conversation = started;
        showing = this;
        sheet = null;
        touch = null;
        isShown = false;
        gate = new FocusGate();
        main.postDelayed(onTimeout, current.leftMs());
        String obstacle = sensors.obstacle(takesCredential());
        if (obstacle != null) {
            deny(obstacle);
            return;
        }
        if (hasWindowFocus()) {
            // The window is up and still from what it showed before.
            gate.still(SystemClock.elapsedRealtime());
            focused();
        }
        prepare();
    }

    private static void listen(String socket, Conversation conversation) {
        try {
            new Channel(new AbstractDoor(socket), conversation, new Channel.Withdrawals() {
                @Override
                public void withdrawn(String reqId) {
                    withdraw(reqId);
                }
            }, lingerMs).open();
        } catch (IOException error) {
            // Somebody has that name. The host comes to the provider then.
        }
    }

    final boolean isOpen() {
        return current != null && current.isOpen();
    }

    final Case current() {
        return current;
    }

    final void say(String line) {
        companion.mailbox.put(current.reqId, line);
        conversation.say(line);
    }

    final void show(String noText, String yesText) {
        sheet = new Sheet(this, lines(), noText, yesText, new Runnable() {
            @Override
            public void run() {
                deny(Reason.OBSCURED);
            }
        });
        sheet.no.setOnClickListener(new View.OnClickListener() {
            @Override
            public void onClick(View view) {
                deny(Reason.DENIED);
            }
        });
        sheet.yes.setOnClickListener(new View.OnClickListener() {
            @Override
            public void onClick(View view) {
                ask();
            }
        });
        sheet.onMoved(enableWhenSettled);
        setContentView(sheet.root);
    }

    private final Runnable onTimeout = new Runnable() {
        @Override
        public void run() {
            deny(Reason.TIMEOUT);
        }
    };

    private final Runnable onPausedLong = new Runnable() {
        @Override
        public void run() {
            deny(whyGone());
        }
    };

    private final Runnable enableWhenSettled = new Runnable() {
        @Override
        public void run() {
            main.removeCallbacks(this);
            long waitMs = gate.waitMs(SystemClock.elapsedRealtime());
            if (sheet == null || !isOpen() || touch != null || waitMs < 0) {
                return;
            }
            if (waitMs > 0) {
                main.postDelayed(this, waitMs);
            } else if (sheet.isReadToEnd()) {
                sheet.yes.setEnabled(true);
            }
        }
    };

    /** The person wants to go on: now the sensor is asked, with the lines on the system's own window. */
    private void ask() {
        if (!isOpen() || touch != null || !sheet.yes.isEnabled()) {
            return;
        }
        sheet.yes.setEnabled(false);
        touch = new CancellationSignal();
        try {
            sheet.note("Touch the sensor");
            finger.ask(lines(), begin(), takesCredential(), touch, this);
        } catch (Exception error) {
            deny(KeyErrors.reason(error));
        }
    }

    @Override
    public void touched(Signature unlocked, String authType) {
        if (!isOpen()) {
            return;
        }
        if (current.leftMs() == 0) {
            deny(Reason.EXPIRED);
        } else if (!isResumed || sensors.isLocked()) {
            deny(whyGone());
        } else {
            try {
                agree(signed(unlocked, authType));
            } catch (Exception error) {
                deny(KeyErrors.reason(error));
            }
        }
    }

    @Override
    public void refused(String reason) {
        deny(reason);
    }

    @Override
    public void wrong() {
        if (isOpen()) {
            sheet.note("Not recognised");
        }
    }

    private void agree(String answer) {
        String line = current.agree(answer);
        if (line != null) {
            settle(line, line.equals(answer));
        }
    }

    final void deny(String reason) {
        String line = current == null ? null : current.deny(reason);
        if (line != null) {
            settle(line, false);
        }
    }

    private void settle(String line, boolean isAgreed) {
        main.removeCallbacksAndMessages(null);
        showing = null;
        if (touch != null) {
            touch.cancel();
        }
        end(conversation, current.reqId, decided(line, isAgreed));
    }

    private void end(Conversation conversation, String reqId, String line) {
        companion.mailbox.put(reqId, line);
        conversation.end(line);
    }

    private String whyGone() {
        return sensors.isLocked() ? Reason.LOCKED : Reason.FOCUS_LOST;
    }

    @Override
    public void onWindowFocusChanged(boolean hasFocus) {
        super.onWindowFocusChanged(hasFocus);
        if (!isOpen()) {
            return;
        }
        boolean isOurPrompt = touch != null && finger.takesFocus();
        if (!hasFocus && !isOurPrompt) {
            deny(whyGone());
        } else if (hasFocus && !isShown) {
            focused();
        }
    }

    private void focused() {
        isShown = true;
        gate.focused(SystemClock.elapsedRealtime());
        say(Answers.progress(current.reqId, "shown", null));
        enableWhenSettled.run();
    }

    @Override
    public void onEnterAnimationComplete() {
        super.onEnterAnimationComplete();
        gate.still(SystemClock.elapsedRealtime());
        enableWhenSettled.run();
    }

    @Override
    protected void onResume() {
        super.onResume();
        isResumed = true;
        main.removeCallbacks(onPausedLong);
    }

    @Override
    protected void onPause() {
        isResumed = false;
        main.postDelayed(onPausedLong, PAUSED_MS);
        super.onPause();
    }

    @Override
    protected void onStop() {
        deny(whyGone());
        close();
        super.onStop();
    }

    @Override
    protected void onDestroy() {
        deny(Reason.FOCUS_LOST);
        main.removeCallbacksAndMessages(null);
        super.onDestroy();
    }

    @Override
    public void onBackPressed() {
        deny(Reason.DENIED);
        close();
    }
}
