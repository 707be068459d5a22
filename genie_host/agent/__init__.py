"""The loop: observe, plan, act through the one door, evaluate."""
