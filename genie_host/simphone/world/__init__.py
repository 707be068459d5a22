"""The phone without a wire: apps as data, and the state machine that plays them."""
