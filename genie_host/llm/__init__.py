"""The language model: LiteRT-LM in a child process, the grammar of its calls, catalogue and download."""
