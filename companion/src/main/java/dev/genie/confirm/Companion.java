package dev.genie.confirm;

import android.content.Context;
import android.content.pm.PackageInfo;
import android.content.pm.PackageManager;
import android.os.SystemClock;
import android.util.AtomicFile;

import dev.genie.confirm.gap.Clock;
import dev.genie.confirm.gap.HostBook;
import dev.genie.confirm.gap.Ledger;
import dev.genie.confirm.gap.Mailbox;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;

/** What the windows and the provider of this process share: one ledger, so that one request is open at a time. */
final class Companion {
    private static Companion only;

    final HostBook hosts;
    final Ledger ledger;
    final Mailbox mailbox;
    final ApprovalKeys keys = new ApprovalKeys();
    private final Context context;

    private Companion(Context context) {
        Clock clock = new Clock() {
            @Override
            public long elapsedMs() {
                return SystemClock.elapsedRealtime();
            }
        };
        this.context = context;
        hosts = new HostBook(new FileStorage(new File(context.getNoBackupFilesDir(), "hosts.json")));
        ledger = new Ledger(hosts, clock);
        mailbox = new Mailbox(clock);
    }

    static synchronized Companion of(Context context) {
        if (only == null) {
            only = new Companion(context.getApplicationContext());
        }
        return only;
    }

    /** The next use starts as after the death of the process. */
    static synchronized void forget() {
        only = null;
    }

    int apkVersion() {
        try {
            PackageInfo self = context.getPackageManager().getPackageInfo(context.getPackageName(), 0);
            return self.versionCode;
        } catch (PackageManager.NameNotFoundException error) {
            throw new IllegalStateException(error);
        }
    }

    /** What the package manager calls an app now; empty when there is no such app. */
    String appLabel(String packageName) {
        PackageManager packages = context.getPackageManager();
        try {
            CharSequence label = packages.getApplicationLabel(packages.getApplicationInfo(packageName, 0));
            return label == null ? "" : label.toString();
        } catch (PackageManager.NameNotFoundException error) {
            return "";
        }
    }

    private static final class FileStorage implements HostBook.Storage {
        private final AtomicFile file;

        FileStorage(File file) {
            this.file = new AtomicFile(file);
        }

        @Override
        public byte[] read() throws IOException {
            try {
                return file.readFully();
            } catch (FileNotFoundException error) {
                return null;
            }
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            FileOutputStream out = file.startWrite();
            try {
                out.write(bytes);
                out.getFD().sync();
            } catch (IOException error) {
                file.failWrite(out);
                throw error;
            }
            file.finishWrite(out);
        }
    }
}
