package dev.genie.confirm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import android.hardware.biometrics.BiometricManager;
import android.net.Uri;
import android.os.Bundle;

import dev.genie.confirm.gap.Answers;
import dev.genie.confirm.gap.Base64Url;
import dev.genie.confirm.gap.Envelopes;
import dev.genie.confirm.gap.Malformed;
import dev.genie.confirm.gap.Reason;

import org.junit.Before;
import org.junit.Test;
import org.robolectric.Robolectric;
import org.robolectric.android.controller.ActivityController;
import org.robolectric.shadows.ShadowBinder;

import java.nio.charset.StandardCharsets;

public class ProviderTest extends PhoneTest {
    private static final Uri ROOT = Uri.parse("content://dev.genie.confirm.channel");
    private static final String ID = Envelopes.reqId(7);

    private final ChannelProvider provider =
            Robolectric.buildContentProvider(ChannelProvider.class).create("dev.genie.confirm.channel").get();

    @Before
    public void asShell() {
        ShadowBinder.setCallingUid(SHELL);
    }

    private String said(String method, String argument) {
        Bundle result = provider.call(method, argument, null);
        String message = result.getString("message");
        try {
            return message.isEmpty() ? "" : new String(Base64Url.bytes(message), StandardCharsets.UTF_8);
        } catch (Malformed error) {
            throw new AssertionError(error);
        }
    }

    @Test
    public void appIsRefusedWhateverItAsks() {
        for (int uid : new int[] {APP, 1_000, 2_001}) {
            ShadowBinder.setCallingUid(uid);
            for (String method : new String[] {"status", "poll", "cancel", "else"}) {
                assertThrows(SecurityException.class, () -> provider.call(method, ID, null));
            }
        }
    }

    @Test
    public void statusTellsKeysAndSensor() {
        assertEquals(Answers.status(1, companion().hosts.all(), "ok", true), said("status", null));
        FakeBiometrics.strong = BiometricManager.BIOMETRIC_ERROR_NONE_ENROLLED;
        keyguard(false, false);
        assertEquals(Answers.status(1, companion().hosts.all(), "none_enrolled", false), said("status", null));
    }

    @Test
    public void pollGivesTheNewestLineAgainAndAgain() {
        assertEquals("", said("poll", ID));
        ActivityController<ConfirmActivity> window =
                start(ConfirmActivity.class, asked(request(7), newSocket()));
        settle(window);
        assertEquals(Answers.progress(ID, SHOWN, null), said("poll", ID));
        window.get().sheet.no.performClick();
        assertEquals(Answers.denial(ID, Reason.DENIED), said("poll", ID));
        assertEquals(Answers.denial(ID, Reason.DENIED), said("poll", ID));
        assertEquals("", said("poll", Envelopes.reqId(8)));
        assertEquals("", said("poll", null));
    }

    @Test
    public void cancelTakesTheOpenRequestBackAndNoOther() {
        ActivityController<ConfirmActivity> window =
                start(ConfirmActivity.class, asked(request(7), newSocket()));
        settle(window);
        assertEquals("", said("cancel", Envelopes.reqId(8)));
        pass(0);
        assertTrue(window.get().isOpen());
        assertEquals("", said("cancel", ID));
        pass(0);
        assertEquals(Answers.denial(ID, Reason.EXPIRED), said("poll", ID));
    }

    @Test
    public void cancelOfNothingDoesNothing() {
        assertEquals("", said("cancel", ID));
        assertEquals("", said("cancel", null));
        pass(0);
    }

    @Test
    public void thereIsNoData() {
        assertNull(provider.query(ROOT, null, null, null, null));
        assertNull(provider.getType(ROOT));
        assertNull(provider.insert(ROOT, null));
        assertEquals(0, provider.update(ROOT, null, null, null));
        assertEquals(0, provider.delete(ROOT, null, null));
    }
}
