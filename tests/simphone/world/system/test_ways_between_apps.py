"""Links, intents and their chooser; recents; gestures and buttons; apps that come and go."""

from __future__ import annotations

import pytest
from phone_in_hand import Hand, app_of

from genie_host.core.errors import SimulatorError
from genie_host.simphone.profiles import profile
from genie_host.simphone.world.scripts import Intent

SHOP = """
app_id: shop
package: com.example.shop
label: Shop
links:
  - {url: "https://shop.example/item/{id}", goto: {screen: item, args: {id: "{id}"}}}
  - {url: "shop://cart", goto: cart}
screens:
  home:
    title: Shop
    body:
      - kind: button
        text: Share
        tap: [{intent: {action: android.intent.action.SEND, extras: {android.intent.extra.TEXT: A kettle}}}]
  item: {title: "Item {id}"}
  cart: {title: Cart}
"""
BROWSER = """
app_id: browser
package: com.example.browser
label: Browser
links: [{url: "https://{rest}", goto: {screen: page, args: {rest: "{rest}"}}}]
screens: {home: {title: Browser}, page: {title: "{rest}"}}
"""
MAIL = """
app_id: mail
package: com.example.mail
label: Mail
intents:
  - action: android.intent.action.SEND
    goto: {screen: write, args: {text: "{extra.android.intent.extra.TEXT}"}}
screens: {home: {title: Mail}, write: {title: "Write: {text}"}}
"""
CHAT = MAIL.replace("mail", "chat").replace("Mail", "Chat").replace("Write:", "Say:")


@pytest.fixture
def hand() -> Hand:
    return Hand(SHOP, BROWSER, MAIL, CHAT)


def front(hand: Hand) -> tuple[str, str]:
    return hand.world.foreground.app_id, hand.world.foreground.screen


@pytest.mark.parametrize(
    ("url", "place", "args"),
    [
        ("https://shop.example/item/42", ("shop", "item"), {"id": "42"}),
        ("shop://cart", ("shop", "cart"), {}),
        ("https://news.example/today?x=1", ("browser", "page"), {"rest": "news.example/today?x=1"}),
    ],
)
def test_an_address_goes_to_the_app_that_claims_it_most_exactly(hand, url, place, args):
    assert hand.world.open_url(url) is True
    assert front(hand) == place
    assert dict(hand.world.visit.args) == args


def test_an_address_that_nobody_opens_is_said(hand):
    assert hand.world.open_url("unknown://x") is False
    assert hand.world.toast == "No app can open this"


def test_a_browser_that_claims_no_addresses_is_told_them_when_it_opens():
    plain = """
app_id: browser
package: com.example.browser
label: Browser
state: {url: ""}
screens: {home: {title: "{url}"}}
"""
    hand = Hand(plain)
    intent = Intent(action="android.intent.action.VIEW", data="https://news.example/a")
    assert [claim.package for claim in hand.world.claims_on(intent)] == ["com.example.browser"]
    assert hand.world.state["browser"]["url"] == ""
    hand.world.send_intent(intent)
    assert "https://news.example/a" in hand.shown


def test_a_text_is_shared_with_whom_one_chooses(hand):
    hand.world.start_app("com.example.shop")
    hand.tap("Share")
    assert hand.world.foreground.package == "android"
    assert {"Open with", "Mail", "Chat"} <= set(hand.shown)
    hand.tap("Chat")
    assert front(hand) == ("chat", "write")
    assert dict(hand.world.visit.args) == {"text": "A kettle"}


def test_the_chooser_is_left_by_back_and_by_a_touch_beside_it(hand):
    hand.world.start_app("com.example.shop")
    for leave in (lambda: hand.world.press_key(4), lambda: hand.world.tap(540, 500)):
        hand.tap("Share")
        assert hand.world.foreground.package == "android"
        leave()
        assert front(hand) == ("shop", "home")


def test_one_app_that_answers_is_not_asked_about(hand):
    hand.world.uninstall("com.example.chat")
    assert hand.world.send_intent(Intent(action="android.intent.action.SEND"))
    assert front(hand) == ("mail", "write")


def test_recents_show_what_is_open_and_bring_it_back(hand):
    for package in ("com.example.shop", "com.example.mail"):
        hand.world.start_app(package)
    hand.world.press_key(187)
    assert hand.shown.index("Mail") < hand.shown.index("Shop")
    hand.tap("Shop")
    assert front(hand) == ("shop", "home")


def test_the_overview_key_twice_goes_to_the_app_before(hand):
    for package in ("com.example.shop", "com.example.mail"):
        hand.world.start_app(package)
    hand.world.press_key(187)
    hand.world.press_key(187)
    assert front(hand)[0] == "shop"


def test_a_card_pushed_up_ends_its_app_and_clear_all_the_rest(hand):
    for package in ("com.example.shop", "com.example.mail"):
        hand.world.start_app(package)
    hand.world.open_recents()
    center = hand.find("Mail").bounds.center
    hand.world.swipe(center.x, center.y + 300, center.x, center.y - 100)
    assert hand.world.recent_apps == ["com.example.shop"]
    hand.tap("Clear all")
    assert hand.world.recent_apps == []
    assert front(hand)[0] == "launcher"


def test_gestures_go_home_back_and_to_the_overview(hand):
    hand.world.open_url("https://shop.example/item/1")
    hand.world.swipe(5, 1200, 500, 1200)
    assert front(hand) == ("shop", "home")
    hand.world.swipe(540, 2395, 540, 1500, duration_ms=1000)
    assert hand.world.system.shows_recents
    hand.world.press_key(4)
    hand.world.swipe(540, 2395, 540, 1500, duration_ms=200)
    assert front(hand)[0] == "launcher"


def test_three_buttons_do_the_same_and_their_glass_has_no_gestures():
    hand = Hand(SHOP, profile=profile("samsung-34"))
    hand.world.open_url("https://shop.example/item/1")
    hand.world.swipe(5, 1200, 500, 1200)
    assert front(hand) == ("shop", "item")
    hand.tap("Back")
    assert front(hand) == ("shop", "home")
    hand.tap("Overview")
    assert hand.world.system.shows_recents
    hand.tap("Home")
    assert front(hand)[0] == "launcher"
    bar = hand.world.windows()[-1]
    app = next(window for window in hand.world.windows() if window.kind == "app")
    body = next(node for node in app.root.walk() if node.resource_id.endswith(":id/workspace"))
    assert body.bounds.bottom <= bar.root.bounds.top


def test_an_app_comes_with_a_package_and_a_name_or_with_a_file(hand):
    hand.world.install("com.example.new", "Novelty")
    hand.world.start_app("com.example.new")
    assert "Novelty" in hand.shown
    hand.world.install(app_of(SHOP.replace("Cart", "Basket")))
    assert hand.world.apps["com.example.shop"].screens["cart"].title == "Basket"
    assert hand.world.added_apps == ["com.example.shop", "com.example.new"]


def test_an_app_that_goes_takes_everything_along(hand):
    hand.world.start_app("com.example.mail")
    hand.world.grant_permission("com.example.mail", "camera")
    assert hand.world.uninstall("com.example.mail") is True
    assert "mail" not in hand.world.state
    assert not hand.world.start_app("com.example.mail")
    assert hand.world.system.permissions == {}
    assert hand.world.uninstall("com.android.launcher3") is False


def test_a_command_that_the_phone_does_not_have_is_named(hand):
    with pytest.raises(SimulatorError, match="no command"):
        hand.world.command("fly:away")
