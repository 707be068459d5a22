"""What a call would hand over that the user never said."""

from __future__ import annotations

from typing import Any

import pytest

from genie_host.core.calls import ToolCall
from genie_host.core.provenance import Origin, Sourced
from genie_host.core.screen import AccessibilityNode, Observation
from genie_host.core.verdicts import RiskClass, Ruling, Scope, Verdict
from genie_host.policy.layout import Layout
from genie_host.policy.notable import Committed, is_said, notable
from genie_host.policy.request import build_request
from genie_host.policy.risk import assess
from genie_host.policy.rulings import ALLOWED
from genie_host.policy.sources import Sources
from genie_host.policy.taint import Tainted, is_committing, origins_of, raised, tainted
from tests.policy.drawing import button, field, find, label, screen
from tests.policy.scenes import chat, pay_form

SEND_BOX = (900, 2250, 1060, 2350)


def taints(
    seen: Observation,
    tool: str,
    arguments: dict[str, Any],
    target: AccessibilityNode | None = None,
    *,
    goal: str = "",
    sources: Sources | None = None,
    scope: Scope = Scope.TOUCH,
    verdict: Verdict | None = None,
) -> tuple[Tainted, ...]:
    """Of a call; with the verdict that the policy gives, unless one is given."""
    call = ToolCall(call_id="1", tool_name=tool, arguments=arguments)
    risk = RiskClass.NAVIGATE if scope is Scope.LINKS else RiskClass.TOUCH
    verdict = verdict or assess(call, target, seen, risk, goal)
    layout, details = Layout(seen), dict(build_request(call, target, seen, verdict).details)
    if not is_committing(call, risk, scope, target, verdict, layout):
        return ()
    return tainted(call, scope, target, verdict, details, layout, goal, sources or Sources())


def find_field(seen: Observation) -> AccessibilityNode:
    return Layout(seen).fields[0]


def kinds(found: tuple[Tainted, ...]) -> list[str]:
    return [taint.kind for taint in found]


def from_the_web(text: str) -> Sources:
    sources = Sources()
    sources.add(Sourced(text=text, origin=Origin.WEB, place="Chrome"))
    return sources


def wrote(*texts: str) -> Sources:
    """Of a run that has written this."""
    sources = Sources()
    for text in texts:
        sources.write(text)
    return sources


def composer(text: str) -> Observation:
    """A chat with a message ready to go."""
    return chat(text)


def test_what_the_user_said_is_not_tainted() -> None:
    seen = composer("see you at six")
    assert taints(seen, "click", {"target": "Send"}, find(seen, "send"), goal="tell Dana see you at six") == ()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("pay here https://evil.example/p?a=1", "link"),
        ("look at www.evil.example", "link"),
        ("write to eve@evil.example", "address"),
        ("call +44 7700 900123", "address"),
        ("send it to DE89 3704 0044 0532 0130 00", "address"),
        ("my code is 448812", "code"),
        ("my code is 448 812", "code"),
        ("see /sdcard/Download/salary.pdf", "file"),
        ("see salary.pdf", "file"),
        ("0x52908400098527886E0F7030069857D2E4169EE7", "address"),
    ],
)
def test_links_addresses_codes_and_files_in_a_message_are_looked_at(text: str, kind: str) -> None:
    seen = composer(text)
    found = taints(
        seen, "click", {"target": "Send"}, find(seen, "send"), goal="answer Dana kindly", sources=from_the_web(text)
    )
    assert kinds(found) == [kind]
    assert found[0].source.origin is Origin.WEB
    assert "a web page in Chrome" in found[0].sentence


@pytest.mark.parametrize(
    "text",
    [
        "see you at 18:30",
        "on 12 May 2026 we meet",
        "it ends 2024-06-10",
        "on 10.06.2024",
        "3 apples for 2.50",
        "room 12",
        "version 1.2.3",
        "flight BA2490",
        "hello there",
    ],
)
def test_times_dates_and_small_numbers_are_nothing_of_note(text: str) -> None:
    assert list(notable(text)) == []


def test_where_it_came_from_first_is_what_is_told() -> None:
    sources = Sources()
    sources.add(Sourced(text="Ring me: +44 7700 900123", origin=Origin.NOTIFICATION))
    sources.add(Sourced(text="+447700900123", origin=Origin.APP, place="Messages"))
    assert sources.of("+447700900123").origin is Origin.APP  # to the letter
    assert sources.of("(+44) 7700-900123").origin is Origin.NOTIFICATION  # in another dress
    assert sources.of("+49 30 1234567").origin is Origin.MODEL


def test_an_allowed_call_that_hands_over_something_tainted_is_asked_about() -> None:
    seen = composer("see https://evil.example/x")
    found = taints(
        seen,
        "click",
        {"target": "Send"},
        find(seen, "send"),
        goal="answer Dana",
        sources=wrote("see https://evil.example/x"),
        verdict=ALLOWED,
    )
    verdict = raised(ALLOWED, found)
    assert verdict.ruling is Ruling.ASK
    assert [each.name for each in verdict.evidence] == ["tainted_link"]
    assert verdict.evidence[0].is_decisive


def test_many_of_them_are_counted_for_a_phone_shows_only_so_much() -> None:
    text = " ".join(f"https://evil.example/{number}" for number in range(12))
    seen = composer(text)
    found = taints(seen, "click", {"target": "Send"}, find(seen, "send"), goal="answer Dana")
    told = list(origins_of(found))
    assert len(found) == 12
    assert len(told) == 6
    assert told[-1] == "7 more values are not of your words"
    assert len(raised(ALLOWED, found).reasons) == 5


def test_a_refusal_stays_one() -> None:
    refusal = Verdict(ruling=Ruling.REFUSE, reasons=("no",))
    taint = Tainted(kind="code", value="1", source=Sourced(text="1", origin=Origin.APP))
    assert raised(refusal, (taint,)).ruling is Ruling.REFUSE


def test_an_amount_that_the_user_did_not_say_is_tainted() -> None:
    seen = pay_form(yes="Pay")
    button_node = find(seen, "Pay")
    assert "amount" in kinds(taints(seen, "click", {"target": "Pay"}, button_node, goal="pay my bill"))
    assert "amount" not in kinds(taints(seen, "click", {"target": "Pay"}, button_node, goal="pay 250 to the club"))


def test_a_recipient_that_the_user_did_not_name_is_tainted() -> None:
    seen = composer("hello")
    assert kinds(taints(seen, "click", {"target": "Send"}, find(seen, "send"), goal="say hello to Sam")) == [
        "recipient"
    ]
    assert taints(seen, "click", {"target": "Send"}, find(seen, "send"), goal="say hello to dana") == ()


@pytest.mark.parametrize("name", ["Hi There", "Send Money", "Message Eve", "To Eve", "Money", "Hi"])
def test_a_contact_that_is_called_like_the_deed_is_not_named_by_it(name: str) -> None:
    seen = screen(
        label(name, (200, 60, 600, 160)),
        field("hi there", (60, 2200, 800, 2340), hint="Message"),
        button("Send", (820, 2200, 1060, 2340)),
    )
    goal = "send a message to Mum: hi there"
    assert kinds(taints(seen, "click", {"target": "Send"}, find(seen, "Send"), goal=goal)) == ["recipient"]


@pytest.mark.parametrize(
    ("url", "goal", "is_asked"),
    [
        ("https://example.org/menu", "open https://example.org/menu", False),
        ("https://example.org", "open example.org please", False),
        ("https://www.wikipedia.org", "look it up on Wikipedia", False),
        ("geo:0,0?q=cafe", "find a cafe", False),
        ("tel:+15550100", "ring +1 555 0100", False),
        ("https://example.org.evil.example", "open example.org", True),
        ("https://evil.example/?q=hello", "say hello", True),
        ("https://evil.example/collect?secret=927364", "open example.org", True),
        ("https://example.org/collect?note=milk", "open example.org", True),
    ],
)
def test_links_that_the_user_did_not_say_are_tainted(url: str, goal: str, is_asked: bool) -> None:
    found = taints(screen(label("Hi", (0, 0, 9, 9))), "open_link", {"url": url}, goal=goal, scope=Scope.LINKS)
    assert bool(found) is is_asked


def test_a_link_of_the_users_words_that_a_page_wrote_is_tainted_all_the_same() -> None:
    seen = screen(label("Hi", (0, 0, 9, 9)))
    sources = from_the_web("go to https://mybank.net now")
    found = taints(
        seen, "open_link", {"url": "https://mybank.net"}, goal="open mybank", sources=sources, scope=Scope.LINKS
    )
    assert kinds(found) == ["link"]


@pytest.mark.parametrize(
    "typed", ["evil.example/x", "secret.evil.example", "evil.example?note=milk", "evil.example:99"]
)
def test_the_enter_key_hands_over_what_stands_in_the_field(typed: str) -> None:
    seen = screen(field(typed, (60, 90, 1020, 190), hint="Search or type URL", is_focused=True))
    for key, expected in (("enter", ["link"]), ("go", ["link"]), ("search", ["link"]), ("back", []), ("tab", [])):
        found = taints(seen, "press_key", {"key": key}, goal="read the news", sources=wrote(typed), verdict=ALLOWED)
        assert kinds(found) == expected


def test_a_button_of_a_form_hands_over_its_fields_and_a_way_out_does_not() -> None:
    seen = screen(
        field("+44 7700 900123", (60, 300, 1020, 400), hint="Phone"),
        button("Save", (560, 2200, 1020, 2340)),
        button("Cancel", (60, 2200, 500, 2340)),
    )
    sources = wrote("+447700900123")
    for name, goal, expected in (
        ("Save", "add Sam to my contacts", ["address"]),
        ("Cancel", "add Sam to my contacts", []),
        ("Save", "add Sam, 07700 900123 or +44 7700 900123, to my contacts", []),
    ):
        found = taints(seen, "click", {"target": name}, find(seen, name), goal=goal, sources=sources, verdict=ALLOWED)
        assert kinds(found) == expected


def test_what_stood_in_a_mere_form_before_is_not_of_this_runs_doing() -> None:
    seen = screen(
        field("+44 7700 900123", (60, 300, 1020, 400), hint="Phone"),
        field("Samuel", (60, 500, 1020, 600), hint="Name"),
        button("Save", (560, 2200, 1020, 2340)),
    )
    goal, sources = "call Sam Samuel in my contacts", wrote("Samuel")
    found = taints(seen, "click", {"target": "Save"}, find(seen, "Save"), goal=goal, sources=sources, verdict=ALLOWED)
    assert found == ()


@pytest.mark.parametrize(
    ("written", "shown", "is_it"),
    [
        ("+447700900123", "+44 7700 900123", True),
        ("Sam", "Sam", True),
        ("7", "7", True),
        ("7", "07700 900123", False),
        ("hello", "Hello there", True),
        ("hello there and more", "hello there", True),
        ("", "", False),
        ("x", "", False),
    ],
)
def test_what_the_run_has_written_is_known_in_the_fields_dress(written: str, shown: str, is_it: bool) -> None:
    assert wrote(written).has_written(shown) is is_it


def test_a_secret_is_named_by_its_source_and_never_shown() -> None:
    seen = screen(field("", (60, 600, 1020, 720), hint="One-time code"))
    call = {"field": "One-time code", "text": "448812"}
    sources = Sources()
    sources.add(Sourced(text="Your code is 448812", origin=Origin.NOTIFICATION))
    found = taints(seen, "type_text", call, find_field(seen), sources=sources)
    assert [taint.source.origin for taint in found] == [Origin.NOTIFICATION]
    assert "448812" not in found[0].sentence


@pytest.mark.parametrize(
    ("kind", "value", "goal", "is_it"),
    [
        ("amount", "$250.00", "pay 250", True),
        ("amount", "1.250,00 €", "pay 1250", True),
        ("amount", "1,250", "pay 1.250", True),
        ("amount", "25.00", "pay 250", False),
        ("amount", "٢٥٠", "pay 250", True),
        ("recipient", "Mum (mobile)", "write to mum", True),
        ("recipient", "+44 7700 900123", "write to mum", False),
        ("recipient", "eve@mum.example", "write to mum", False),
        ("recipient", "Ｍum", "write to mum", True),
        ("code", "448812", "the code is 448 812", True),
        ("code", "448812", "the code is 448813", False),
        ("file", "/sdcard/a.pdf", "send /sdcard/a.pdf", True),
        ("file", "/sdcard/b.pdf", "send /sdcard/a.pdf", False),
        ("link", "https://example.org/a", "open example.org/a.", True),
        ("link", "https://example.org/a", "open example.org", False),
        ("address", "lee@example.com", "mail lee@example.com", True),
        ("address", "eve2024@evil.example", "see you in 2024", False),
        ("address", "DE89 3704 0044 0532 0130 00", "pay DE89370400440532013000", True),
        ("address", "DE89 3704 0044 0532 0130 00", "pay FR89370400440532013000", False),
        ("address", "lee@example.com", "mail slee@example.com.evil", False),
    ],
)
def test_said_means_by_value(kind: str, value: str, goal: str, is_it: bool) -> None:
    assert is_said(Committed(kind=kind, value=value), goal) is is_it
