"""What is at stake in a risky call, read off the screen by code: to whom, what text, how much. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from genie_host.core.screen import AccessibilityNode
from genie_host.policy.layout import Layout, content_of, id_words, is_field, is_price, own_texts
from genie_host.policy.lexicon import CommitKind, lexicon
from genie_host.policy.naming import is_named
from genie_host.policy.normalise import normalise, words
from genie_host.policy.question import filled_amount, question_around
from genie_host.policy.secrets import label_before, masked, secret_reason
from genie_host.policy.shape import field_beside, is_on_keyboard, is_search

_HEADER = 0.16
"""The part of the screen at the top where a conversation says whose it is."""
_NO_NAMES = frozenset(
    {"messages", "message", "chats", "chat", "new message", "compose", "new conversation", "sms", "mail", "inbox"}
)
_MOST_SHOWN = 2000
_LONGEST_TOTAL = 60
_NUMBER = re.compile(r"\d[\d.,' ]*\d|\d")


@dataclass(frozen=True)
class Sending:
    """A message about to leave."""

    recipient: str
    """Empty when the screen does not say."""
    text: str


def sending(node: AccessibilityNode | None, layout: Layout) -> Sending | None:
    """The message that a control, or the enter key in a field, would send; None when nothing is filled in."""
    field = _message_field(node, layout)
    if field is None:
        return None
    # Whole, whatever its length: what somebody agrees to has no end that is left out.
    text = masked(content_of(field)) if secret_reason(field, "", layout) else content_of(field)
    return Sending(recipient=recipient_on(layout), text=text)


def _message_field(node: AccessibilityNode | None, layout: Layout) -> AccessibilityNode | None:
    """The field that holds the message: that beside the control, else the one with the most text."""
    if node is not None:
        if is_field(node):
            return node if content_of(node) else None
        beside = field_beside(node, layout)
        if beside is not None and content_of(beside):
            return beside
    filled = [
        field
        for field in layout.fields
        if content_of(field) and not is_search(field) and not _is_recipient_field(field, layout)
    ]
    return max(filled, key=lambda field: (len(content_of(field)), field.is_focused), default=None)


def recipient_on(layout: Layout) -> str:
    """Whom the screen names: the "To" field, else a text after "To", else the header of the conversation."""
    if stated := stated_recipient(layout):
        return stated
    header = int(layout.observation.size.height * _HEADER)
    texts = _still_nodes(layout)
    title = layout.observation.title.strip()
    if title and title.lower() not in _NO_NAMES:
        return title
    names = [
        own_texts(node)[0]
        for node in texts
        if node.bounds.bottom <= header and not node.is_clickable and node.package_name == _app(layout)
    ]
    return next((name for name in names if name.lower() not in _NO_NAMES), "")


def stated_recipient(layout: Layout) -> str:
    """Who a form says gets it: in its field, or right of or below the word "To"; empty when it does not say."""
    for field in layout.fields:
        if content_of(field) and _is_recipient_field(field, layout):
            return content_of(field)
    texts = _still_nodes(layout)
    for node in texts:
        label = own_texts(node)[0].rstrip(":")
        if lexicon().recipient.equals(label) or lexicon().payee.equals(label):
            after = [other for other in texts if _is_right_of(other, node)]
            if after:
                return own_texts(min(after, key=lambda other: other.bounds.left))[0]
            below = [other for other in texts if _is_just_below(other, node)]
            if below:
                return own_texts(min(below, key=lambda other: other.bounds.top))[0]
    return ""


def _still_nodes(layout: Layout) -> list[AccessibilityNode]:
    """Nodes with words that are no fields and no keys."""
    return [
        node
        for node in layout.nodes
        if node.is_visible and own_texts(node) and not is_field(node) and not is_on_keyboard(node)
    ]


def _is_just_below(other: AccessibilityNode, node: AccessibilityNode) -> bool:
    box, label = other.bounds, node.bounds
    gap = box.top - label.bottom
    return abs(box.left - label.left) <= label.height and -4 <= gap <= label.height


def _app(layout: Layout) -> str:
    return layout.observation.package_name


def _is_right_of(other: AccessibilityNode, node: AccessibilityNode) -> bool:
    box, label = other.bounds, node.bounds
    return box.left >= label.right - 4 and box.top < label.bottom and label.top < box.bottom


def _is_recipient_field(field: AccessibilityNode, layout: Layout) -> bool:
    said = [field.hint, field.content_description, " ".join(id_words(field.resource_id))]
    if any(lexicon().recipient.equals(text.rstrip(":")) for text in said if text):
        return True
    if {"recipient", "recipients", "to"}.intersection(id_words(field.resource_id)):
        return True
    if any(lexicon().payee.found_in(text) for text in said[:2] if text) and not looks_like_number(content_of(field)):
        return True
    return not field.hint and lexicon().recipient.equals(label_before(field, layout).rstrip(":"))


def unnamed_recipient(node: AccessibilityNode | None, layout: Layout, goal: str) -> str:
    """Who gets what would be sent or paid, when the user's words do not name them; empty otherwise."""
    if node is None:
        return ""
    message = sending(node, layout) if field_beside(node, layout) is not None else None
    recipient = message.recipient if message is not None else stated_recipient(layout)
    return recipient if recipient and not is_named(recipient, goal) else ""


def is_recipient_named(node: AccessibilityNode | None, layout: Layout, goal: str) -> bool:
    """Does the screen say who gets it, and do the user's words too?"""
    message = sending(node, layout)
    recipient = message.recipient if message is not None else recipient_on(layout)
    called = _called_on(node) if node is not None else ""
    if called and not is_named(called, goal):
        return False
    return bool(recipient and goal.strip()) and is_named(recipient, goal)


def _called_on(node: AccessibilityNode) -> str:
    """Whom a control such as "Call Mum" names itself; empty for a mere "Call"."""
    calls = lexicon().commits[CommitKind.CALL]
    label = next(iter(own_texts(node)), "")
    if CommitKind.CALL not in lexicon().read(label).leading:
        return ""
    return " ".join(word for word in words(label) if not calls.found_in(word))


def looks_like_number(text: str) -> bool:
    """More digits than letters: an account, not a person."""
    return sum(map(str.isdigit, text)) > sum(map(str.isalpha, text))


def question_text(node: AccessibilityNode, layout: Layout) -> str:
    """The question that a button answers, as one line."""
    return " ".join(" ".join(text.split()) for text in dict.fromkeys(question_around(node, layout)))[:_MOST_SHOWN]


def amount_on(node: AccessibilityNode | None, layout: Layout) -> str:
    """The sum at stake: on the button, in the amount field, else after a word such as "total"."""
    for text in own_texts(node) if node is not None else ():
        if is_price(text):
            return text
    field = filled_amount(layout)
    if field is not None:
        return content_of(field)
    prices = [node for node in layout.nodes if node.is_visible and any(is_price(text) for text in own_texts(node))]
    for price in prices:
        if any(_is_right_of(price, other) and _says_total(other) for other in layout.nodes if own_texts(other)):
            return own_texts(price)[0]
    if len(prices) == 1:
        return own_texts(prices[0])[0]
    return next((_number_in(text) for text in _totals(layout) if _number_in(text)), "")


def page_text(node: AccessibilityNode, layout: Layout) -> str:
    """What the page around a control says, in its order: where a payment goes may stand anywhere on it."""
    said = dict.fromkeys(text for each in layout.in_window(node) if each.is_visible for text in _said(each, layout))
    return " · ".join(text for text in said if text)[:_MOST_SHOWN]


def _said(node: AccessibilityNode, layout: Layout) -> Iterator[str]:
    """The text of a line, or what is filled in; not what buttons are called."""
    if is_field(node):
        content = content_of(node)
        yield masked(content) if content and secret_reason(node, "", layout) else content
    elif not node.is_clickable and not is_on_keyboard(node):
        yield from own_texts(node)[:1]


def _totals(layout: Layout) -> Iterator[str]:
    """Texts that give a total, the sum in the same breath: "Total 22.00", without a currency."""
    for node in layout.nodes:
        if node.is_visible and _says_total(node):
            yield from own_texts(node)


def _number_in(text: str) -> str:
    """The last number of a short text."""
    numbers = _NUMBER.findall(normalise(text)) if len(text) <= _LONGEST_TOTAL else []
    return numbers[-1] if numbers else ""


def _says_total(node: AccessibilityNode) -> bool:
    return any(
        (len(text) <= 40 and lexicon().payment.found_in(text)) or "total" in text.lower() for text in own_texts(node)
    )
