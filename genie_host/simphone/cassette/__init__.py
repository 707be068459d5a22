"""Cassettes: a real phone's screens and the moves between them, recorded, and served by the simulated phone."""
