"""Records and protocols shared by all layers; no I/O, the clock aside."""
