"""What was said: engines for the wake phrase, for the words that steer a run, and for commands, in a child process."""
