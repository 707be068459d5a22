"""What stands around a control: the question it answers, the page it ends, the money at stake. Pure."""

from __future__ import annotations

import re

from genie_host.core.screen import AccessibilityNode
from genie_host.core.verdicts import Stake
from genie_host.policy.layout import Layout, content_of, id_words, inner_texts, is_field, is_price, own_texts
from genie_host.policy.lexicon import CommitKind, lexicon
from genie_host.policy.normalise import normalise
from genie_host.policy.rulings import gravest, stake_of

_DIALOG_WORDS = frozenset({"alerttitle", "alert", "dialog", "message", "parentpanel", "parent", "sheet", "popup"})
_MOST_TEXTS = 24
_MOST_CHARACTERS = 800
_FOR_GOOD = re.compile(r"\b(deleted|erased|lost|removed|permanently|undone|irreversible)\b")
"""What English questions say of things that go; other languages use the verb itself."""


def question_around(node: AccessibilityNode, layout: Layout) -> tuple[str, ...]:
    """The texts of the question that a control answers; empty when there is no way out beside it, so no question."""
    wayout = _way_out(node, layout)
    if wayout is None:
        return ()
    for ancestor in layout.ancestors(node):
        if not _holds(ancestor, wayout):
            continue
        texts = _still_texts(ancestor)
        if texts:
            return texts if len(texts) <= _MOST_TEXTS else _nearest_above(node, layout)
    return _nearest_above(node, layout)


def price_in_question(node: AccessibilityNode, layout: Layout) -> str:
    """The price that a question with a way out shows, or the page that it is on; empty when there is none."""
    if _way_out(node, layout) is None:
        return ""
    shown = (text for each in layout.in_window(node) if each.is_visible for text in own_texts(each) if is_price(text))
    return next(shown, "")


def power_given(node: AccessibilityNode, layout: Layout) -> str:
    """What the page around a switch says that turning it on hands over; empty when it says nothing of the kind."""
    for each in layout.in_window(node):
        if each.is_clickable or not each.is_visible:
            continue
        for text in own_texts(each):
            found = lexicon().power.found_in(text) if len(text) <= _MOST_CHARACTERS else ""
            if found:
                return found
    return ""


def _way_out(node: AccessibilityNode, layout: Layout) -> AccessibilityNode | None:
    """A control near this one whose label refuses."""
    box = node.bounds
    reach = 3 * max(box.height, 60)
    for other in layout.clickables:
        if other is node or layout.window(other) is not layout.window(node) or layout.is_large(other):
            continue
        gap = max(other.bounds.top - box.bottom, box.top - other.bounds.bottom, 0)
        if gap <= reach and any(lexicon().read(text).is_decline for text in own_texts(other) or inner_texts(other)):
            return other
    return None


def _holds(ancestor: AccessibilityNode, node: AccessibilityNode) -> bool:
    return any(each is node for each in ancestor.walk())


def _still_texts(ancestor: AccessibilityNode) -> tuple[str, ...]:
    """The texts below a node that are not controls."""
    own = own_texts(ancestor) if not ancestor.is_clickable else ()
    return (*own, *inner_texts(ancestor))


def _nearest_above(node: AccessibilityNode, layout: Layout) -> tuple[str, ...]:
    above = [
        each
        for each in layout.in_window(node)
        if own_texts(each) and not each.is_clickable and not is_field(each) and each.bounds.bottom <= node.bounds.bottom
    ]
    above.sort(key=lambda each: node.bounds.top - each.bounds.bottom)
    return tuple(text for each in above[:6] for text in own_texts(each))


def consequence_in(texts: tuple[str, ...]) -> str:
    """The word that says what cannot be taken back; empty when there is none."""
    return lexicon().consequence.found_in(" . ".join(texts)[:_MOST_CHARACTERS]) if texts else ""


def stake_of_words(texts: tuple[str, ...]) -> Stake:
    """What a question or a sentence puts at stake: the gravest deed it names anywhere."""
    words = lexicon()
    kinds = {kind for text in texts for kind in words.read(text[:_MOST_CHARACTERS]).anywhere}
    is_paying = any(words.payment.found_in(text[:_MOST_CHARACTERS]) for text in texts)
    is_secret = any(words.secret.found_in(text[:_MOST_CHARACTERS]) for text in texts)
    is_for_good = any(_FOR_GOOD.search(text[:_MOST_CHARACTERS].lower()) for text in texts)
    found = ((is_paying, Stake.PAY), (is_secret, Stake.ACCOUNT), (is_for_good, Stake.DELETE))
    return gravest((stake_of(kinds), *(stake for is_found, stake in found if is_found)))


def heading_kinds(layout: Layout) -> frozenset[CommitKind]:
    """The deeds that the page's heading names."""
    return lexicon().read(layout.observation.title).leading if layout.observation.title else frozenset()


def ticked_consequence(node: AccessibilityNode, layout: Layout) -> str:
    """A box ticked in the same window whose words say that something is about to be lost or granted."""
    for each in layout.in_window(node):
        if each.is_checkable and each.is_checked and "Switch" not in each.class_name:
            found = consequence_in(own_texts(each) or _beside(each, layout))
            if found:
                return found
    return ""


def _beside(box: AccessibilityNode, layout: Layout) -> tuple[str, ...]:
    parent = next(layout.ancestors(box), None)
    return inner_texts(parent) if parent is not None and layout.share(parent) < 0.2 else ()


def money_at_stake(layout: Layout) -> str:
    """Why the page looks like one that moves money: an amount filled in, or prices under a heading of paying."""
    words = lexicon()
    visible = [text for node in layout.nodes if node.is_visible and not is_field(node) for text in own_texts(node)]
    about_paying = next((text for text in visible if len(text) <= 60 and words.payment.found_in(text)), "")
    if not about_paying:
        return ""
    amount = filled_amount(layout)
    if amount is not None:
        return f"an amount is filled in ({content_of(amount)[:20]})"
    price = next((text for text in visible if is_price(text)), "")
    if price and layout.rules.is_in("money", layout.observation.package_name) and _names_a_payee(visible):
        return f"it shows who gets it and “{price[:40]}”"
    if price and words.payment.found_in(layout.observation.title):
        return "the page is about paying and shows a price"
    return ""


def _names_a_payee(texts: list[str]) -> bool:
    """Does a page of an app for money have a line for the one who gets it?"""
    words = lexicon()
    return any(words.recipient.equals(text.rstrip(":")) or words.payee.equals(text.rstrip(":")) for text in texts)


def filled_amount(layout: Layout) -> AccessibilityNode | None:
    """The field that holds an amount."""
    words = lexicon()
    for field in layout.fields:
        content = normalise(content_of(field))
        if not any(character.isdigit() for character in content):
            continue
        said = " ".join((field.hint, field.content_description, *id_words(field.resource_id)))
        if words.amount.found_in(said) or is_price(content):
            return field
    return None
