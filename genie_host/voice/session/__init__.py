"""A spoken conversation as it runs: microphone, ears, machine, voice and runs put together."""
