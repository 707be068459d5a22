"""The families of tools."""
