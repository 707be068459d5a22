"""Everything that can be touched on every screen of every app, touched once: nothing breaks, and no screen is lost."""

import pytest
from crawler import Crawler
from every_app import FILES
from test_every_screen import check

from genie_host.simphone.world.schema import App, load_app

BEHIND_LOCKS = {
    "bank": {"done"},
    "browser": {"thanks"},
    "delivery": {"checkout", "tracking"},
    "settings": {"wifi_detail", "wifi_password"},
    "shop": {"address", "confirmation", "delivery", "payment", "terms"},
    "store": {"review"},
}
"""Screens that want more than one thing done before them: a full cart, the right code."""


def entered_from_outside(app: App) -> set[str]:
    """Screens that an address or another app opens."""
    return {link.goto.screen for link in (*app.links, *app.intents)}


@pytest.mark.marathon
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_button_can_be_pressed_and_every_screen_be_reached(path):
    app = load_app(path)
    crawler = Crawler(app)
    crawler.crawl(check)
    assert crawler.touches > 0
    lost = set(app.screens) - crawler.reached - entered_from_outside(app)
    assert lost <= BEHIND_LOCKS.get(app.app_id, set())
