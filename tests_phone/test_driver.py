"""The whole driver, read only."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from genie_host.core.errors import AutomationBusy
from genie_host.phone.lease import Lease
from genie_host.phone.patience import DEFAULT_PATIENCE
from tests_phone.differences import Differences
from tests_phone.kit import Kit, opened


def test_screen_comes_to_rest(differences: Differences) -> None:
    assert differences.fact("settled", lambda kit: kit.phone.observe().is_settled)


def test_observation_is_trustworthy(differences: Differences) -> None:
    def trust(kit: Kit) -> tuple[bool, bool, bool, str]:
        seen = kit.phone.observe()
        return seen.is_truncated, seen.is_screen_on, seen.is_locked, str(seen.empty_reason)

    assert differences.fact("cut off, on, locked, empty", trust) == (False, True, False, "None")


def test_observation_has_elements_with_names(kit: Kit) -> None:
    elements = kit.phone.observe().elements
    assert elements
    assert all(element.name.strip() for element in elements)
    assert len({element.name for element in elements}) == len(elements)


def test_elements_lie_on_the_screen(kit: Kit) -> None:
    seen = kit.phone.observe()
    for element in seen.elements:
        bounds = element.node.bounds
        assert min(bounds.right, bounds.bottom) > 0, element.name
        assert bounds.left < seen.size.width, element.name
        assert bounds.top < seen.size.height, element.name


def test_foreground_of_the_tree_and_of_the_window_manager_agree(differences: Differences) -> None:
    def both(kit: Kit) -> bool:
        seen = kit.phone.observe()
        return seen.package_name in {root.package_name for root in seen.roots}

    assert differences.fact("foreground is in the tree", both)


def test_screenshot_is_as_large_as_the_screen(kit: Kit) -> None:
    picture = Image.open(io.BytesIO(kit.phone.screenshot()))
    size = kit.phone.observe().size
    assert (picture.width, picture.height) == (size.width, size.height)


def test_screenshot_shows_something(differences: Differences) -> None:
    def colours(kit: Kit) -> bool:
        picture = Image.open(io.BytesIO(kit.phone.screenshot())).convert("L")
        low, high = picture.getextrema()
        return bool(low != high)

    assert differences.fact("more than one colour", colours)


def test_apps_have_names(differences: Differences) -> None:
    apps = differences.fact("apps", lambda kit: frozenset(app.label for app in kit.phone.installed_apps()))
    assert apps
    assert all(name.strip() for name in apps)


def test_second_connection_uses_the_running_server(kit: Kit) -> None:
    with opened(kit.serial, kit.adb, DEFAULT_PATIENCE) as second:
        assert not second.server.is_ours
        assert second.phone.observe().elements
    assert kit.server.is_answering()


def test_looking_changes_nothing(kit: Kit) -> None:
    before = kit.phone.observe()
    kit.phone.screenshot()
    kit.phone.installed_apps()
    after = kit.phone.observe()
    assert after.package_name == before.package_name
    assert after.activity == before.activity


def test_phone_is_held_by_one_run_at_a_time(kit: Kit, tmp_path: Path) -> None:
    lease = Lease.take(kit.serial, "a check", folder=tmp_path)
    try:
        with pytest.raises(AutomationBusy, match="a check"):
            Lease.take(kit.serial, "another", folder=tmp_path)
    finally:
        lease.release()
