"""The simulated phone: a real adbd on a loopback port, and the world behind it."""
