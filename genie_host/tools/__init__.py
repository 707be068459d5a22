"""What the model may call: one typed function per tool, one module per family."""
