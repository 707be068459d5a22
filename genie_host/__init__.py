"""Genie: a laptop process that drives an Android phone with a language model that never leaves the machine."""
