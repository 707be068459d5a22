"""A small page that shows a running phone and lets a person touch it."""
