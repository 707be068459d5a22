"""Speech out."""
