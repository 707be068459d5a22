package dev.genie.confirm;

import android.content.Intent;

import dev.genie.confirm.gap.Answers;
import dev.genie.confirm.gap.Case;
import dev.genie.confirm.gap.Host;
import dev.genie.confirm.gap.Refused;
import dev.genie.confirm.gap.Request;
import dev.genie.confirm.gap.ShownLines;

import java.security.Signature;
import java.util.List;

/** Shows one request of an enrolled computer and signs it with one touch. */
public final class ConfirmActivity extends AskActivity {
    private ShownLines shown;

    @Override
    Case receive(Intent intent, byte[] line) throws Refused {
        return companion.ledger.receive(line);
    }

    @Override
    boolean takesCredential() {
        return host().takesCredential;
    }

    @Override
    void prepare() {
        try {
            // An invalidated key is told now, not after the person has read all of it.
            begin();
        } catch (Exception error) {
            deny(KeyErrors.reason(error));
            return;
        }
        Request request = current().request;
        shown = new ShownLines(request, companion.appLabel(request.packageName), host().name);
        show("Deny", "Continue");
    }

    @Override
    List<String> lines() {
        return shown.lines;
    }

    @Override
    Signature begin() throws Exception {
        return companion.keys.begin(host().alias);
    }

    @Override
    String signed(Signature unlocked, String authType) throws Exception {
        Request request = current().request;
        int version = companion.apkVersion();
        unlocked.update(Answers.approvalToSign(request, shown, authType, version));
        return Answers.approval(request, shown, authType, version, unlocked.sign());
    }

    @Override
    String decided(String line, boolean isAgreed) {
        close();
        return line;
    }

    private Host host() {
        return current().host;
    }
}
