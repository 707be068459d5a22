"""Making the nano model: tokenizer, training, conversion, packing, evaluation. Build time only, never imported by the host."""
