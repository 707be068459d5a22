"""The phone's shell and its commands."""
