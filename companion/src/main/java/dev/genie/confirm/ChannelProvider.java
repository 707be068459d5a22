package dev.genie.confirm;

import android.content.ContentProvider;
import android.content.ContentValues;
import android.database.Cursor;
import android.net.Uri;
import android.os.Binder;
import android.os.Bundle;

import dev.genie.confirm.gap.Answers;
import dev.genie.confirm.gap.Base64Url;
import dev.genie.confirm.gap.Channel;

import java.nio.charset.StandardCharsets;

/** The way for a host whose socket does not come about: it asks again and again. Holds no data of its own. */
public final class ChannelProvider extends ContentProvider {
    @Override
    public boolean onCreate() {
        return true;
    }

    @Override
    public Bundle call(String method, String argument, Bundle extras) {
        // The manifest's permission alone is not enough: the framework checks it for queries, not for calls.
        if (!Channel.isTrusted(Binder.getCallingUid())) {
            throw new SecurityException("for the shell alone");
        }
        Bundle result = new Bundle();
        result.putString("message", message(method, argument));
        return result;
    }

    private String message(String method, String argument) {
        Companion companion = Companion.of(getContext());
        if ("status".equals(method)) {
            Sensors sensors = new Sensors(getContext());
            return encoded(Answers.status(
                    companion.apkVersion(), companion.hosts.all(), sensors.biometric(), sensors.hasSecureLock()));
        }
        if ("poll".equals(method) && argument != null) {
            return encoded(companion.mailbox.newest(argument));
        }
        if ("cancel".equals(method) && argument != null) {
            AskActivity.withdraw(argument);
        }
        return "";
    }

    private static String encoded(String line) {
        return line.isEmpty() ? "" : Base64Url.of(line.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public Cursor query(Uri uri, String[] columns, String where, String[] values, String order) {
        return null;
    }

    @Override
    public String getType(Uri uri) {
        return null;
    }

    @Override
    public Uri insert(Uri uri, ContentValues values) {
        return null;
    }

    @Override
    public int delete(Uri uri, String where, String[] values) {
        return 0;
    }

    @Override
    public int update(Uri uri, ContentValues values, String where, String[] values2) {
        return 0;
    }
}
