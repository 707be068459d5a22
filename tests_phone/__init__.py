"""Checks of the driver against a real phone or emulator: ``make test-phone SERIAL=...``."""
