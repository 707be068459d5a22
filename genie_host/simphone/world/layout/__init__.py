"""Lays screens out: the items of app files become nodes with bounds."""

from genie_host.simphone.world.layout.dialogs import lay_out_dialog
from genie_host.simphone.world.layout.moves import pages_moved, rows_moved
from genie_host.simphone.world.layout.page import BAR, KEYBOARD, LINE, MARGIN, MARK, ROW, STATUS_BAR, TITLE_BAR, Page
from genie_host.simphone.world.layout.popups import popups
from genie_host.simphone.world.layout.screens import lay_out

__all__ = [
    "BAR",
    "KEYBOARD",
    "LINE",
    "MARGIN",
    "MARK",
    "ROW",
    "STATUS_BAR",
    "TITLE_BAR",
    "Page",
    "lay_out",
    "lay_out_dialog",
    "pages_moved",
    "popups",
    "rows_moved",
]
