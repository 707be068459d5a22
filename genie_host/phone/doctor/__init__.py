"""Checks of this computer and of a phone, each with what to do about it."""
