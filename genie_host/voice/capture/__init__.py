"""Sound in: the microphone, a recording, or neither; and what the microphone is worth at the moment."""
