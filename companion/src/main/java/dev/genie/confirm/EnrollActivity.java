package dev.genie.confirm;

import android.content.Intent;
import android.os.Build;
import android.os.Handler;
import android.os.Looper;
import android.view.View;

import dev.genie.confirm.gap.Answers;
import dev.genie.confirm.gap.Case;
import dev.genie.confirm.gap.EnrolmentRequest;
import dev.genie.confirm.gap.Hex;
import dev.genie.confirm.gap.Host;
import dev.genie.confirm.gap.Keys;
import dev.genie.confirm.gap.Malformed;
import dev.genie.confirm.gap.Reason;
import dev.genie.confirm.gap.Refused;
import dev.genie.confirm.gap.Request;
import dev.genie.confirm.gap.Shown;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.Signature;
import java.util.ArrayList;
import java.util.List;

/** Makes a key for a computer, once the person has compared the code and touched the sensor. */
public final class EnrollActivity extends AskActivity {
    /** The code can be compared for so long after the touch. */
    private static final long CODE_STAYS_MS = 60_000;

    private EnrolmentRequest request;
    private boolean takesCredential;
    private String alias;
    /** SubjectPublicKeyInfo; null until the key is made. */
    private byte[] key;

    @Override
    Case receive(Intent intent, byte[] line) throws Refused {
        EnrolmentRequest read;
        try {
            read = EnrolmentRequest.read(line);
        } catch (Malformed error) {
            throw new Refused(Request.NO_ID, Reason.MALFORMED);
        }
        boolean mayTakeCredential = Build.VERSION.SDK_INT >= Build.VERSION_CODES.R
                && intent.getBooleanExtra("credential", false);
        Case received = companion.ledger.receive(read);
        request = read;
        takesCredential = mayTakeCredential;
        key = null;
        return received;
    }

    @Override
    boolean takesCredential() {
        return takesCredential;
    }

    /** Not on the main thread: a security chip takes seconds. */
    @Override
    void prepare() {
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        alias = "genie-" + Hex.of(random);
        final Case forWhom = current();
        final String making = alias;
        new Thread("make-key") {
            @Override
            public void run() {
                make(forWhom, making);
            }
        }.start();
    }

    private void make(final Case forWhom, final String making) {
        byte[] made = null;
        try {
            made = companion.keys.make(making, Hex.bytes(request.challenge), takesCredential);
        } catch (GeneralSecurityException | RuntimeException | Malformed error) {
            // No secure lock screen, or a key store that does not work: said below.
        }
        final byte[] result = made;
        // A handler of its own: what the window's has still to do is dropped when the window closes.
        new Handler(Looper.getMainLooper()).post(new Runnable() {
            @Override
            public void run() {
                made(forWhom, making, result);
            }
        });
    }

    private void made(Case forWhom, String making, byte[] result) {
        if (!forWhom.isOpen()) {
            delete(making);
        } else if (result == null) {
            deny(Reason.UNAVAILABLE);
        } else {
            key = result;
            say(Answers.progress(current().reqId, "code", key));
            show("Deny", "The codes are equal");
        }
    }

    @Override
    List<String> lines() {
        String code = Keys.code(request.hostKey, key);
        List<String> lines = new ArrayList<>();
        lines.add("Let this computer ask you?");
        lines.add("Code: " + code.substring(0, 3) + " " + code.substring(3));
        lines.add("Computer: " + Shown.value(request.hostName));
        lines.add("Go on only when the computer shows the same code.");
        if (takesCredential) {
            lines.add("The PIN of the lock screen will do as well as a finger. That is weaker.");
        }
        if (sensors.knowsFacesOnly()) {
            lines.add("This phone knows faces, not fingers. A face can be shown to it without you noticing.");
        }
        return lines;
    }

    @Override
    Signature begin() throws Exception {
        return companion.keys.begin(alias);
    }

    @Override
    String signed(Signature unlocked, String authType) throws Exception {
        int version = companion.apkVersion();
        unlocked.update(Answers.enrolmentToSign(request, key, version));
        return Answers.enrolment(key, companion.keys.attestation(alias), version, unlocked.sign());
    }

    @Override
    String decided(String line, boolean isAgreed) {
        if (!isAgreed) {
            delete(alias);
            close();
            return line;
        }
        try {
            Host before = companion.hosts.put(
                    new Host(request.hostKey, request.hostName, Keys.id(key), alias, takesCredential, 0));
            if (before != null) {
                delete(before.alias);
            }
        } catch (IOException error) {
            delete(alias);
            close();
            return Answers.denial(request.reqId, Reason.UNAVAILABLE);
        }
        keepCode();
        return line;
    }

    private void keepCode() {
        sheet.note("Done. Now say on the computer that the codes are equal.");
        sheet.yes.setVisibility(View.GONE);
        sheet.no.setText("Close");
        sheet.no.setOnClickListener(new View.OnClickListener() {
            @Override
            public void onClick(View view) {
                close();
            }
        });
        main.postDelayed(new Runnable() {
            @Override
            public void run() {
                close();
            }
        }, CODE_STAYS_MS);
    }

    private void delete(String alias) {
        try {
            if (alias != null) {
                companion.keys.delete(alias);
            }
        } catch (GeneralSecurityException | IOException error) {
            // A key that nobody knows of signs for nobody.
        }
    }
}
