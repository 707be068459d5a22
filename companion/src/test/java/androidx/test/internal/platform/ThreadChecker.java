package androidx.test.internal.platform;

/** Robolectric loads this name at its start; the real one is in a registry that not everybody reaches. */
public interface ThreadChecker {
}
