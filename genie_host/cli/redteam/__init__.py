"""The injection range: attacks on the simulated phone, run through the real loop with a model that obeys them."""
