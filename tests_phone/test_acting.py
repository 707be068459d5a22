"""The driver's hands: only with ``--act``. Each check leaves the phone on its home screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from genie_host.core.calls import ToolCall
from genie_host.core.cancel import CancelToken
from genie_host.core.errors import DeniedByPhone, PhoneRejected
from genie_host.core.screen import Observation, Role
from genie_host.phone.awake import keep_awake
from genie_host.phone.journal import Journal
from genie_host.phone.settings import BorrowedSettings
from genie_host.tools.targets import find_element, find_field
from genie_host.tools.tool import RetryDifferently, ToolContext, ToolFailed
from genie_host.tools.toolset import Toolset
from tests_phone.differences import Differences
from tests_phone.kit import Kit

pytestmark = pytest.mark.acts


@pytest.fixture(autouse=True)
def home(kit: Kit, simulated: Kit) -> Iterator[None]:
    """Begin and end on the home screen."""
    for each in (kit, simulated):
        each.phone.go_home()
    yield
    for each in (kit, simulated):
        each.phone.go_home()


def settings_open(kit: Kit) -> Observation:
    """Its first page. Wherever its user was last, going back leaves it in the end, and then it opens there."""
    for _ in range(8):
        package = kit.phone.open_app("Settings")
        kit.phone.go_back()
        if kit.phone.observe().package_name != package:
            break
    kit.phone.open_app("Settings")
    return kit.phone.observe()


def test_home_is_the_home_screen_twice(kit: Kit) -> None:
    first = kit.phone.observe()
    kit.phone.go_home()
    assert kit.phone.observe().package_name == first.package_name


def test_app_is_opened_by_its_name(differences: Differences) -> None:
    assert "settings" in differences.fact("Settings is", lambda kit: kit.phone.open_app("Settings"))


def test_unknown_app_is_refused(kit: Kit) -> None:
    with pytest.raises(PhoneRejected):
        kit.phone.open_app("No Such App 8f3a")


def test_tap_opens_a_row_and_back_leaves_it(kit: Kit) -> None:
    before = settings_open(kit)
    row = next(each for each in before.elements if each.role is Role.ITEM and each.is_actionable)
    kit.phone.tap((row.spot or row.node.bounds).center)
    inside = kit.phone.observe()
    assert inside.fingerprint != before.fingerprint
    kit.phone.go_back()
    assert kit.phone.observe().package_name == before.package_name


def test_scrolling_shows_something_else(differences: Differences) -> None:
    def scrolled(kit: Kit) -> bool:
        before = settings_open(kit)
        kit.phone.scroll("down")
        after = kit.phone.observe()
        kit.phone.scroll("up")
        return after.fingerprint != before.fingerprint

    assert differences.fact("scrolled", scrolled)


@pytest.mark.parametrize("text", ["battery", "Größe 42", "明るさ", "صوت", "🔋 ok"])
def test_text_is_typed_and_read_back(kit: Kit, text: str) -> None:
    settings_open(kit)
    try:
        search = find_element(kit.phone.observe(), "Search settings")
    except RetryDifferently:
        pytest.skip("these settings have no search")
    kit.phone.tap((search.spot or search.node.bounds).center)
    field = find_field(kit.phone.observe(), None)
    assert kit.phone.type_text(text, field.node) == text
    assert kit.phone.type_text("", find_field(kit.phone.observe(), None).node) == ""


def test_search_for_what_is_not_there_ends_at_the_end_of_the_list(kit: Kit) -> None:
    settings_open(kit)
    call = ToolCall(call_id="1", tool_name="scroll_to", arguments={"target": "no such row 8f3a"})
    tool, arguments = Toolset.default().validate(call)
    context = ToolContext(phone=kit.phone, observation=kit.phone.observe(), cancel=CancelToken())
    with pytest.raises((RetryDifferently, ToolFailed)):
        tool.run(arguments, context)


def test_clipboard_takes_a_text_and_is_given_back(differences: Differences) -> None:
    def round_trip(kit: Kit) -> str:
        try:
            before = kit.rpc.call("getClipboard")
            kit.rpc.call("setClipboard", [None, "8f3a é漢"])
            read = str(kit.rpc.call("getClipboard"))
            kit.rpc.call("setClipboard", [None, before or ""])
        except (DeniedByPhone, PhoneRejected) as error:
            return type(error).__name__
        return read

    # Since Android 10 a phone may keep it closed; then text goes another way.
    assert differences.fact("clipboard", round_trip) in ("8f3a é漢", "DeniedByPhone", "PhoneRejected")


def test_screen_is_kept_awake_and_given_back(kit: Kit, tmp_path: Path) -> None:
    names = (("global", "stay_on_while_plugged_in"), ("system", "screen_off_timeout"))
    before = [kit.setting(*name) for name in names]
    borrowed = BorrowedSettings(kit.shell, Journal(tmp_path / "journal.json"))
    keep_awake(kit.shell, borrowed)
    borrowed.restore()
    assert [kit.setting(*name) for name in names] == before
