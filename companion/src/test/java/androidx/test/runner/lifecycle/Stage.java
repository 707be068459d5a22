package androidx.test.runner.lifecycle;

/** Robolectric loads this name at its start; the real one is in a registry that not everybody reaches. */
public enum Stage {
    PRE_ON_CREATE, CREATED, STARTED, RESUMED, PAUSED, STOPPED, RESTARTED, DESTROYED
}
