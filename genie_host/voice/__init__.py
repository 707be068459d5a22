"""Capture, wake, recognise, speak, and the state machine that says which of them is on."""
