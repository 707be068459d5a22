"""Speech out: texts made speakable, voices that speak them, and the one queue that everything spoken goes through."""
