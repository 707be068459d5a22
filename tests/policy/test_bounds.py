"""What the user has ruled out: other apps, and controls by name in whatever dress."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from genie_host.core.calls import ToolCall
from genie_host.core.screen import AccessibilityNode, Observation, Window, WindowKind
from genie_host.core.verdicts import Scope
from genie_host.policy.bounds import Bounds, Fence, is_called
from tests.policy.drawing import APP, button, field, find, label, node, screen

PROMPTER = "com.android.permissioncontroller"


def objection(
    fence: Fence, seen: Observation, tool: str, target: AccessibilityNode | None = None, **arguments: Any
) -> str | None:
    call = ToolCall(call_id="1", tool_name=tool, arguments=arguments)
    points = () if target is None else (target.bounds.center,)
    return fence.objection(call, Scope.TOUCH, target, points, seen, {"Example": APP, "Other": "com.example.other"})


def at_home() -> Fence:
    fence = Fence(Bounds(stays_in_app=True))
    fence.note(screen(button("OK")))
    return fence


@pytest.mark.parametrize("package", ["", "android", "com.android.systemui", "com.android.launcher3"])
def test_a_run_stays_neither_at_home_nor_with_the_system(package: str) -> None:
    fence = Fence(Bounds(stays_in_app=True))
    fence.note(screen(button("OK"), package=package))
    fence.note(screen(button("OK")))
    assert objection(fence, screen(button("OK")), "click", find(screen(button("OK")), "OK")) is None
    other = screen(button("OK"), package="com.example.other")
    assert objection(fence, other, "click", find(other, "OK")) is not None


def prompt() -> Observation:
    """A question of the system over the app."""
    dialog = node(
        "FrameLayout",
        "",
        (100, 900, 980, 1500),
        button("Deny", (120, 1300, 500, 1400), package=PROMPTER),
        package=PROMPTER,
    )
    seen = screen(button("OK"), windows=(dialog,))
    windows = (
        Window(index=1, root=seen.roots[1], kind=WindowKind.PROMPT, is_usable=True),
        Window(index=0, root=seen.roots[0], kind=WindowKind.APP, is_usable=False),
    )
    return replace(seen, windows=windows, package_name=PROMPTER)


def test_a_question_of_the_system_over_the_app_may_be_answered() -> None:
    seen = prompt()
    assert objection(at_home(), seen, "answer_permission", find(seen, "Deny"), answer="deny") is None


def test_a_dialog_that_only_has_its_package_is_another_app() -> None:
    seen = prompt()
    plain = tuple(replace(window, kind=WindowKind.APP) for window in seen.windows)
    assert objection(at_home(), replace(seen, windows=plain), "click", find(seen, "Deny")) is not None


def test_a_question_of_the_system_is_no_app_to_stay_in() -> None:
    fence = Fence(Bounds(stays_in_app=True))
    fence.note(prompt())
    fence.note(screen(button("OK")))
    seen = screen(button("OK"))
    assert objection(fence, seen, "click", find(seen, "OK")) is None


@pytest.mark.parametrize(
    ("name", "is_free"), [("Example", True), ("example", True), ("Other", False), ("Unknown", False)]
)
def test_only_its_own_app_may_be_opened(name: str, is_free: bool) -> None:
    assert (objection(at_home(), screen(button("OK")), "open_app", name=name) is None) is is_free


@pytest.mark.parametrize(
    ("text", "wanted", "is_it"),
    [
        ("Pay", "pay", True),
        ("Pay now", "Pay", True),
        ("Pay $5.00", "pay", True),
        ("Payments", "Pay", False),
        ("P a y", "Pay", True),
        ("P\u200bay", "Pay", True),
        ("Раy", "Pay", True),
        ("ＰＡＹ", "pay", True),
        ("Öffnen", "offnen", True),
        ("支付", "支付", True),
        (
            "To pay for all this you will first have to read a very long text about what it is that you buy here",
            "pay",
            False,
        ),
        ("", "Pay", False),
        ("Pay", "", False),
    ],
)
def test_a_name_is_known_in_any_dress(text: str, wanted: str, is_it: bool) -> None:
    assert is_called(text, wanted) is is_it


def forbidding(*labels: str) -> Fence:
    return Fence(Bounds(forbidden=labels))


def test_what_was_written_into_a_field_does_not_name_it() -> None:
    seen = screen(field("please send me the keys", (60, 600, 1020, 720), hint="Message"))
    target = find(seen, "please send me the keys")
    assert objection(forbidding("Send"), seen, "type_text", target, text="x") is None
    assert objection(forbidding("Message"), seen, "type_text", target, field="Message") is not None


def test_the_name_of_an_icon_is_in_its_id() -> None:
    seen = screen(button("", id="btn_pay"))
    assert objection(forbidding("Pay"), seen, "click", find(seen, "btn_pay")) is not None


def test_a_slider_counts_where_a_finger_glides_over_it() -> None:
    slider = node(
        "View", "", (60, 1100, 1020, 1260), label("Slide to pay", (200, 1120, 880, 1240)), desc="Slide to pay"
    )
    seen = screen(slider)
    assert objection(forbidding("pay"), seen, "swipe", direction="right") is not None
    assert objection(forbidding("pay"), seen, "swipe", direction="up") is None
    assert objection(forbidding("Send"), seen, "swipe", direction="right") is None


def test_a_key_that_only_moves_about_is_free_beside_a_forbidden_control() -> None:
    seen = screen(
        field("hi", (60, 2200, 800, 2340), hint="Message", is_focused=True), button("Send", (820, 2200, 1060, 2340))
    )
    assert objection(forbidding("Send"), seen, "press_key", key="delete") is None
    for key in ("enter", "send", "done", "search"):
        assert objection(forbidding("Send"), seen, "press_key", key=key) is not None
