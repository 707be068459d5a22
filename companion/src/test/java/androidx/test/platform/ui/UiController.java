package androidx.test.platform.ui;

/** Robolectric loads this name at its start; the real one is in a registry that not everybody reaches. */
public interface UiController {
}
