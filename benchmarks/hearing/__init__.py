"""Speech made for measuring the ears: what is said, by which voice, in which noise, and how hits are counted."""
