"""Profiles, rotation, folding and languages."""

from __future__ import annotations

import asyncio

import pytest
from phone_in_hand import Hand

from genie_host.core.errors import SimulatorError
from genie_host.simphone.hand import InjectionDenied
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.profiles import DEFAULT_PROFILE, profile, profile_names
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.locales import LOCALES, words
from genie_host.simphone.world.system.phrases import PHRASES

SIMPLE = """
app_id: simple
package: com.example.simple
label: Simple
screens:
  home:
    title: Simple
    actions: [{kind: icon, description: More, tap: [{goto: film}]}]
  film: {title: Film, orientation: landscape}
"""


@pytest.mark.parametrize("name", profile_names())
def test_every_kind_of_phone_says_who_it_is(name):
    kind = profile(name)
    properties = kind.properties
    assert properties["ro.build.version.sdk"] == str(kind.sdk)
    assert properties["ro.build.fingerprint"].startswith(f"{kind.brand}/")
    assert "ro.serialno" not in properties
    world = World.from_bundled_apps(profile=name)
    assert (world.size.width, world.size.height) == (kind.width, kind.height)
    for root in world.roots():
        assert root.bounds.right <= kind.width
        assert root.bounds.bottom <= kind.height


def test_the_ordinary_phone_is_what_it_was():
    properties = profile(DEFAULT_PROFILE).properties
    assert properties["ro.product.model"] == "SimPhone_1"
    assert properties["ro.build.fingerprint"] == "sim/simphone/simphone:14/UP1A/1:user/release-keys"


def test_a_kind_that_does_not_exist_is_named():
    with pytest.raises(SimulatorError, match="no phone profile 'brick'"):
        profile("brick")


def test_a_maker_may_ask_for_a_second_debugging_switch():
    hand = Hand(profile=profile("xiaomi-33"))
    assert not hand.world.accepts_input
    hand.world.settings["secure", "adb_input"] = "1"
    assert hand.world.accepts_input
    assert Hand().world.accepts_input


def test_such_a_phone_refuses_the_hosts_hand_until_the_person_allows_it():
    phone = SimPhone(World.from_bundled_apps(profile="xiaomi-33"))
    with pytest.raises(InjectionDenied):
        asyncio.run(phone.hand.tap(540, 1000))
    with pytest.raises(InjectionDenied):
        phone.hand.press_key(3)
    assert [entry["what"] for entry in phone.world.log.of_kind("input_refused")] == ["tap", "key"]
    phone.world.settings["secure", "adb_input"] = "1"
    assert asyncio.run(phone.hand.tap(540, 1000)) is True


def test_a_foldable_has_two_screens():
    hand = Hand(profile=profile("foldable-34"))
    inner = hand.world.size
    assert hand.world.fold(True)
    assert (hand.world.size.width, hand.world.size.height) == (1080, 2092)
    assert hand.world.roots()[0].bounds.right == 1080
    hand.world.fold(False)
    assert hand.world.size == inner
    assert Hand().world.fold(True) is False


def test_the_sensor_turns_the_screen_only_when_it_may():
    hand = Hand()
    hand.world.switch("auto_rotate", False)
    hand.world.turn(1)
    assert hand.world.rotation == 0
    hand.world.switch("auto_rotate", True)
    hand.world.turn(1)
    assert (hand.world.rotation, hand.world.size.width) == (1, 2400)


def test_a_screen_may_insist_on_landscape():
    hand = Hand(SIMPLE)
    hand.world.start_app("com.example.simple")
    hand.tap("More")
    assert (hand.world.rotation, hand.world.size.width) == (1, 2400)
    hand.world.press_key(4)
    assert hand.world.rotation == 0


@pytest.mark.parametrize("language", [language for language in LOCALES if language != "en"])
def test_the_system_speaks_every_language_in_full(language):
    table = words("system", language)
    assert [phrase for phrase in PHRASES if phrase not in table] == []
    for phrase in PHRASES:
        for name in ("{app}", "{seconds}", "{level}", "{permission}"):
            assert (name in phrase) == (name in table[phrase]), phrase


def test_a_prompt_is_said_in_the_phones_language():
    hand = Hand(SIMPLE, locale="de")
    hand.world.start_app("com.example.simple")
    hand.world.ask_permission("camera", lambda: None, lambda: None)
    assert words("system", "de")["Don't allow"] in hand.shown


def test_a_language_that_runs_from_the_right_is_a_mirror():
    hand = Hand(SIMPLE)
    hand.world.start_app("com.example.simple")
    left = hand.find("10:31").bounds.left
    more = hand.find("More").bounds
    hand.world.set_locale("ar-EG")
    assert hand.find("10:31").bounds.right == 1080 - left
    assert hand.find("More").bounds.left == 1080 - more.right


def test_a_language_that_the_phone_does_not_know_is_named():
    with pytest.raises(SimulatorError, match="does not speak 'tlh'"):
        Hand(locale="tlh")
