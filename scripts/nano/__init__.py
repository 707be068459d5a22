"""Making the nano model: data, tokenizer, training, conversion, packing, evaluation. Build time only."""
