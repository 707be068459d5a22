"""The glass as pixels: schematic, but in agreement with the tree."""

from genie_host.simphone.world.render.picture import picture, screenshot_jpeg, screenshot_png

__all__ = ["picture", "screenshot_jpeg", "screenshot_png"]
