package androidx.test.runner.lifecycle;

/** Robolectric loads this name at its start; the real one is in a registry that not everybody reaches. */
public enum ApplicationStage {
    PRE_ON_CREATE, CREATED
}
