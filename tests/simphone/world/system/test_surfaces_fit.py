"""Every surface on every kind of phone, both ways round: nothing is cut off, hidden or turned inside out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from phone_in_hand import Hand

from genie_host.simphone.profiles import Profile, profile, profile_names
from genie_host.simphone.world.render.picture import picture

APP = """
app_id: app
package: com.example.app
label: Example
state: {name: ""}
links: [{url: "https://one.example/{id}", goto: home}]
screens: {home: {title: Example, body: [{kind: field, bind: name, hint: Name}]}}
"""
OTHER = APP.replace("app_id: app", "app_id: other").replace("com.example.app", "com.example.other")


def _pad(hand: Hand) -> None:
    hand.world.set_lock("pin", "1234")
    hand.world.lock()
    hand.world.dismiss_keyguard()


def _heads_up(hand: Hand) -> None:
    hand.world.warn_of_low_storage()


def _full_shade(hand: Hand) -> None:
    hand.world.warn_of_low_storage()
    hand.world.open_shade()


def _talk(hand: Hand) -> None:
    hand.world.place_call("123")


SURFACES: dict[str, tuple[Callable[[Hand], object], set[str]]] = {
    "permission": (
        lambda hand: hand.world.ask_permission("contacts", print, print),
        {"Allow", "Allow Example to access your contacts?"},
    ),
    "crash": (lambda hand: hand.world.crash("x"), {"Example has stopped", "App info", "Open app again"}),
    "anr": (lambda hand: hand.world.anr(), {"Close app", "Wait"}),
    "finger": (
        lambda hand: hand.world.ask_finger("Pay", "Now", print, print),
        {"Pay", "Now", "Cancel", "Touch the fingerprint sensor"},
    ),
    "chooser": (lambda hand: hand.world.open_url("https://one.example/1"), {"Open with", "Example"}),
    "pad": (_pad, {*"0123456789", "Delete", "Enter", "Emergency call", "Enter your PIN"}),
    "heads-up": (_heads_up, {"Storage space running out"}),
    "shade": (_full_shade, {"Internet", "Storage space running out", "Clear all"}),
    "quick settings": (lambda hand: hand.world.open_quick_settings(), {"Aeroplane mode", "Open settings"}),
    "incoming call": (lambda hand: hand.world.ring("123"), {"Incoming call", "123", "Answer", "Decline"}),
    "call": (_talk, {"Calling…", "Hang up"}),
    "recents": (lambda hand: hand.world.open_recents(), {"Example", "Clear all"}),
    "keyboard": (lambda hand: hand.tap("Name"), {*"qwertyuiopasdfghjklzxcvbnm", "Shift", "Enter", "Space", "Symbols"}),
}


@pytest.mark.parametrize("rotation", [0, 1])
@pytest.mark.parametrize("kind", profile_names())
def test_a_surface_fits_the_glass(kind, rotation):
    for name, (show, wanted) in SURFACES.items():
        hand = Hand(APP, OTHER, profile=profile(kind))
        hand.world.set_rotation(rotation)
        hand.world.start_app("com.example.app")
        show(hand)
        missing = wanted - set(hand.shown)
        assert not missing, f"{name} lacks {missing}"
        glass = hand.world.size
        for window in hand.world.windows():
            for node in window.root.walk_seen():
                for child in (*node.children, *node.painted):
                    assert child.bounds.clipped(node.bounds) == child.bounds, f"{name}: {child}"
            assert window.root.bounds.right <= glass.width, name
            assert window.root.bounds.bottom <= glass.height, name
        for said in wanted:
            node = hand.find(said)
            assert min(node.bounds.width, node.bounds.height) >= 40, f"{name}: {said} is cut to {node.bounds}"


@pytest.mark.parametrize("rotation", range(4))
def test_on_a_glass_too_small_for_them_they_are_still_there_and_drawn(rotation):
    watch = Profile(
        name="watch", manufacturer="Sim", brand="sim", model="Watch", device="watch", sdk=34, release="14", build="S1",
        width=270, height=600, density=105,
    )  # fmt: skip
    shown = {**{name: show for name, (show, _) in SURFACES.items()}, "toast": lambda hand: hand.world.show_toast("Hi")}
    for name, show in shown.items():
        hand = Hand(APP, OTHER, profile=watch)
        hand.world.set_rotation(rotation)
        hand.world.start_app("com.example.app")
        show(hand)
        image = picture(hand.world)
        assert (image.width, image.height) == (hand.world.size.width, hand.world.size.height)
        for window in hand.world.windows():
            assert window.root.bounds.area > 0, f"{name}: {window.kind} is turned inside out"
