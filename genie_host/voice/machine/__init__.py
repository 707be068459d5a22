"""The state machine of a spoken conversation: pure, told the time, and the only one to say which microphone is open."""
