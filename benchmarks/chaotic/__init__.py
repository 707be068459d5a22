"""The parts of ``chaos.py``: goals, what goes wrong, the model that plays them, and the judge."""
