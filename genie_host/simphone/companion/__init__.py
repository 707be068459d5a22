"""The companion app of the simulated phone: the same channels and rules as the real one, with keys in software."""
