"""What typing and keys commit to. Typing drafts is harmless; secrets, scripts and a line's end in a chat are not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from genie_host.core.screen import AccessibilityNode
from genie_host.core.verdicts import Ruling, Stake, Verdict
from genie_host.policy.commits import judge_touch
from genie_host.policy.dialling import dials_code
from genie_host.policy.layout import SYSTEM_UI, Layout, content_of, id_words, inner_texts, is_field, own_texts
from genie_host.policy.lexicon import CommitKind, lexicon
from genie_host.policy.links import is_script
from genie_host.policy.normalise import normalise
from genie_host.policy.resolve import Hit, hits_at, point_of
from genie_host.policy.rulings import ALLOWED, ask, stake_of, worst
from genie_host.policy.secrets import is_filled_secret, looks_secret, secret_reason
from genie_host.policy.shape import field_beside, is_search

_SAFE_KEYS = frozenset(
    {"back", "home", "escape", "esc", "recent", "recents", "app_switch", "overview", "menu", "search", "wakeup", "wake"}
    | {"sleep", "volume_up", "volume_down", "volume_mute", "mute", "del", "delete", "backspace", "forward_del", "clear"}
    | {"tab", "dpad_up", "dpad_down", "dpad_left", "dpad_right", "up", "down", "left", "right", "page_up", "page_down"}
    | {"move_home", "move_end", "brightness_up", "brightness_down", "media_play", "media_pause", "media_play_pause"}
    | {"media_next", "media_previous", "media_stop", "endcall", "notification", "settings", "camera", "focus", "copy"}
    | {"paste", "cut", "undo", "all_apps", "language_switch", "soft_sleep", "headsethook_off", "screenshot", "sysrq"}
    | {"3", "4", "6", "19", "20", "21", "22", "24", "25", "61", "67", "82", "84", "85", "86", "87", "88", "92", "93"}
    | {"111", "112", "122", "123", "126", "127", "164", "187", "220", "221", "223", "224", "277", "278", "279", "power"}
    | {"26"}
)
_ACTIVATING_KEYS = frozenset(
    {
        "enter",
        "return",
        "numpad_enter",
        "dpad_center",
        "center",
        "ok",
        "select",
        "space",
        "go",
        "send",
        "done",
        "submit",
    }
    | {"66", "160", "23", "62", "button_a", "96", "search_action", "editor_action"}
)
_SENT = frozenset({CommitKind.SEND, CommitKind.MONEY, CommitKind.JOIN})
_SENT_STAKES = frozenset({Stake.SEND, Stake.PAY, Stake.SHARE})
_ENDS_IN_ENTER = re.compile(r"[\n\r\v\f\x85\u2028\u2029][\s\u200b-\u200f\u2060\ufeff]*$")
"""A last line with nothing on it that can be seen."""
_SUBMIT_KEYS = ("enter", "submit", "press_enter", "send", "then_enter")


def judge_typing(arguments: Mapping[str, Any], target: AccessibilityNode | None, layout: Layout) -> Verdict:
    """Text into a field."""
    text = str(arguments.get("text") or arguments.get("value") or "")
    name = " ".join(str(arguments[key]) for key in ("field", "target", "hint", "label") if arguments.get(key))
    field = field_meant(arguments, target, name, layout)
    reason = secret_reason(field, name, layout)
    if reason:
        return ask("secret_field", reason, Stake.SECRET)
    if looks_secret(text):
        return ask("card_number", "the text looks like the number of a payment card", Stake.SECRET)
    if is_script(text):
        return ask("script", "the text would run as code in an address bar")
    if dials_code(text, field, layout):
        return ask("dialling_code", "the text is a code that acts as soon as it is written", Stake.CALL)
    if any(arguments.get(key) is True for key in _SUBMIT_KEYS) or _ENDS_IN_ENTER.search(text):
        return (
            _enter_in(field, layout, is_filled=True)
            if field is not None
            else ask("enter_key", "it ends with the enter key")
        )
    return ALLOWED


def field_meant(
    arguments: Mapping[str, Any], target: AccessibilityNode | None, name: str, layout: Layout
) -> AccessibilityNode | None:
    """The field that typing goes to: the given one, the one at the point or of that name, the focused, the only one."""
    if target is not None and is_field(target):
        return layout.same(target) or target
    point = point_of("type_text", arguments, layout)
    if point is not None:
        under = [hit.node for hit in hits_at(layout, point) if hit.node is not None and is_field(hit.node)]
        return under[0] if under else None
    resource_id = arguments.get("resource_id")
    if resource_id:
        return next((field for field in layout.fields if field.resource_id == resource_id), None)
    if name:
        wanted = normalise(name)
        said = [
            (field, [normalise(text) for text in (field.hint, *own_texts(field), *inner_texts(field))])
            for field in layout.fields
        ]
        elements = [each.node for each in layout.observation.elements if each.name == name and is_field(each.node)]
        return next((field for field, texts in said if wanted in texts), elements[0] if elements else None)
    focused = [field for field in layout.fields if field.is_focused]
    return focused[0] if focused else layout.fields[0] if len(layout.fields) == 1 else None


def judge_key(arguments: Mapping[str, Any], layout: Layout) -> Verdict:
    """One key, or several joined by spaces."""
    keys = _keys_in(arguments)
    if not keys:
        return ask("unknown_key", "no key is named")
    return worst(_judge_one(key, layout) for key in keys)


def is_navigation(arguments: Mapping[str, Any]) -> bool:
    """Are all keys of a call such as move about and do nothing else?"""
    keys = _keys_in(arguments)
    return bool(keys) and all(key in _SAFE_KEYS for key in keys)


def _keys_in(arguments: Mapping[str, Any]) -> list[str]:
    """The keys of a call in one spelling: KEYCODE_DPAD_UP, dpad-up and ["dpad up"] are dpad_up."""
    named = next(
        (arguments[key] for key in ("key", "keycode", "keys", "name", "code", "button") if arguments.get(key)), ""
    )
    listed = (
        list(named) if isinstance(named, list | tuple) else re.split(r"[,+]|\s+(?=keycode)", str(named), flags=re.I)
    )
    spelt = [re.sub(r"[\s-]+", "_", str(key).strip().lower()).removeprefix("keycode_") for key in listed]
    known = _SAFE_KEYS | _ACTIVATING_KEYS
    return [part for key in spelt if key for part in ([key] if key in known or "_" not in key else _split(key, known))]


def _split(key: str, known: frozenset[str]) -> list[str]:
    """Keys that were written one after the other with spaces: each is a key of its own when all are known."""
    parts = key.split("_")
    return parts if all(part in known or len(part) == 1 for part in parts) else [key]


def _judge_one(key: str, layout: Layout) -> Verdict:
    if key in _SAFE_KEYS:
        return ALLOWED
    if key in {"call", "5", "headsethook", "79"}:
        return ask("call_key", "the key calls somebody or takes a call", Stake.CALL)
    if key in _ACTIVATING_KEYS:
        return _activate(layout)
    if len(key) == 1 or key.startswith("numpad_") or (key.isdigit() and (7 <= int(key) <= 16 or 29 <= int(key) <= 54)):
        field = _focused_field(layout)
        reason = secret_reason(field, "", layout)
        if not reason and dials_code(key, field, layout):
            return ask("dialling_code", "the key ends a code that acts by itself", Stake.CALL)
        return ask("secret_field", reason, Stake.SECRET) if reason else ALLOWED
    return ask("unknown_key", f"the key “{key[:20]}” is not one that is known to be harmless")


def _activate(layout: Layout) -> Verdict:
    """Enter and its like do what the focused thing does."""
    field = _focused_field(layout)
    if field is not None:
        return _enter_in(field, layout, is_filled=bool(content_of(field)))
    focused = next(
        (node for node in layout.nodes if node.is_focused and (node.is_clickable or node.is_checkable)), None
    )
    if focused is not None and not layout.is_large(focused):
        return judge_touch(Hit(node=focused, leaf=focused), layout)
    filled = [field for field in layout.fields if content_of(field)]
    # Nothing is marked as focused, so the key may go to any field that could be sent.
    return worst(_enter_in(field, layout, is_filled=True) for field in filled)


def _focused_field(layout: Layout) -> AccessibilityNode | None:
    return next((field for field in layout.fields if field.is_focused), None)


def _enter_in(field: AccessibilityNode, layout: Layout, *, is_filled: bool) -> Verdict:
    """Enter in a field: sends what stands beside a send button, hands over a secret, else ends a line or searches."""
    if not is_filled or is_search(field):
        return ALLOWED
    if (stake := _stake_beside(field, layout)) is not None:
        reason = "the enter key may send what stands in the field, as the button beside it does"
        return ask("enter_sends", reason, stake)
    if layout.rules.is_agent(field.package_name):
        return ask("agent_order", "another agent may act on it as on an order", Stake.SEND)
    if is_filled_secret(layout):
        return ask("secret_filled_in", "the enter key hands over the secret that is filled in", Stake.SECRET)
    if _answers_somebody(field, layout):
        return ask("enter_sends", "the enter key may send what stands in the field", Stake.SEND)
    return _in_web_form(field, layout)


def _stake_beside(field: AccessibilityNode, layout: Layout) -> Stake | None:
    """What is at stake when the field is sent by a button beside it; None when there is no such button."""
    for control in layout.clickables:
        if control is field or field_beside(control, layout) is not field:
            continue
        if not control.is_enabled and content_of(field):
            continue
        verdict = judge_touch(Hit(node=control, leaf=control), layout)
        kinds = {kind for text in own_texts(control) or inner_texts(control) for kind in lexicon().read(text).leading}
        named = {lexicon().id_verbs[word] for word in id_words(control.resource_id) if word in lexicon().id_verbs}
        sent = (kinds | named) & _SENT
        if verdict.ruling is not Ruling.ALLOW and (sent or verdict.stake in _SENT_STAKES):
            return verdict.stake
        if sent:
            return stake_of(sent)
    return None


def _answers_somebody(field: AccessibilityNode, layout: Layout) -> bool:
    """A lone field of a chat or of a notification, with no button to send it: the keyboard's own sends it."""
    is_for_somebody = field.package_name == SYSTEM_UI or layout.rules.is_in("chat", field.package_name)
    return is_for_somebody and [each for each in layout.fields if each.is_visible] == [field]


def _in_web_form(field: AccessibilityNode, layout: Layout) -> Verdict:
    """Enter in a form of a web page presses the form's button, which stands behind its fields."""
    web = next((each for each in layout.ancestors(field) if each.class_name.endswith("WebView")), None)
    buttons = [] if web is None else [each for each in web.walk() if "Button" in each.class_name and each.is_clickable]
    behind = [each for each in buttons if each.is_enabled and each.bounds.top >= field.bounds.top]
    verdicts = [judge_touch(Hit(node=each, leaf=each), layout) for each in behind]
    grave = next((verdict for verdict in verdicts if verdict.ruling is not Ruling.ALLOW), None)
    if grave is None:
        return ALLOWED
    return ask("enter_sends", "the enter key may press the button of the form on the page", grave.stake)
