"""No call may aim at the app on which a person approves."""

from __future__ import annotations

from typing import Any

import pytest

from genie_host.core.geometry import Bounds
from genie_host.core.screen import Observation, Window, WindowKind
from genie_host.policy.own import CONFIRM_PACKAGE, aims_at_confirm
from tests.policy.drawing import FULL, button, find, node, screen

OTHER = screen(button("OK"))


def with_window(box: tuple[int, int, int, int], *, kind: WindowKind = WindowKind.APP, **more: Any) -> Observation:
    """Another app in front, and a window of the confirm app somewhere."""
    own = node("FrameLayout", "", box, button("Cancel", box, package=CONFIRM_PACKAGE), package=CONFIRM_PACKAGE, **more)
    seen = screen(button("OK"), windows=(own,))
    windows = (
        Window(index=0, root=seen.roots[0], kind=WindowKind.APP, is_usable=True),
        Window(index=1, root=seen.roots[1], kind=kind, is_usable=False),
    )
    return Observation(**{**_fields(seen), "windows": windows})


def _fields(seen: Observation) -> dict[str, Any]:
    return {name: getattr(seen, name) for name in seen.__dataclass_fields__}


def test_other_apps_are_free() -> None:
    assert not aims_at_confirm({"target": "OK"}, find(OTHER, "OK"), OTHER)


def test_a_target_of_its_own_is_aimed_at() -> None:
    seen = with_window(FULL)
    assert aims_at_confirm({"x": 1, "y": 1}, find(seen, "Cancel"), seen)


@pytest.mark.parametrize("place", ["package_name", "dialog_package"])
def test_while_it_is_in_front_everything_aims_at_it(place: str) -> None:
    seen = Observation(**{**_fields(OTHER), place: CONFIRM_PACKAGE})
    assert aims_at_confirm({}, None, seen)
    assert aims_at_confirm({"key": "back"}, find(OTHER, "OK"), seen)


def test_a_window_of_it_anywhere_on_the_glass_is_enough() -> None:
    assert aims_at_confirm({}, None, with_window((900, 100, 1000, 200)))


def test_a_window_of_it_that_is_not_on_the_glass_is_not() -> None:
    assert not aims_at_confirm({}, None, with_window(FULL, kind=WindowKind.UNSEEN))
    assert not aims_at_confirm({}, None, with_window((0, 0, 0, 0)))
    assert not aims_at_confirm({}, None, with_window(FULL, is_visible=False))


@pytest.mark.parametrize(
    "arguments",
    [
        {"name": "dev.genie.confirm"},
        {"package": "DEV.Genie.Confirm"},
        {"url": "content://dev.genie.confirm.channel/x"},
        {"data": "ｄｅｖ.genie.confirm"},
        {"data": "dev.genie\u200b.confirm"},
        {"extras": {"to": "dev.genie.confirm"}},
        {"extras": {"dev.genie.confirm": "x"}},
        {"list": ["x", ["dev.genie.confirm"]]},
    ],
)
def test_no_argument_may_name_it(arguments: dict[str, Any]) -> None:
    assert aims_at_confirm(arguments, None, OTHER)


def test_bounds_of_a_drawing_are_what_they_say() -> None:
    assert find(with_window(FULL), "Cancel").bounds == Bounds(left=0, top=0, right=1080, bottom=2400)
