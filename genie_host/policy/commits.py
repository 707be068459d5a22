"""The decisive table: does touching this node commit to something? Judged on the node's own label, id, role and place.

The screen around it only raises: a mere "OK" matters when the question beside it does. Containers do not inherit the
words of what they hold.
"""

from __future__ import annotations

from genie_host.core.verdicts import Ruling, Verdict
from genie_host.policy.apps import deeds_in_context, is_agent_app, is_sensitive_app
from genie_host.policy.excuses import is_excused
from genie_host.policy.layout import Layout, inner_texts, is_field, is_filler, is_price, own_texts
from genie_host.policy.lexicon import CommitKind, lexicon
from genie_host.policy.normalise import has_override
from genie_host.policy.prompts import judge_prompt
from genie_host.policy.question import (
    consequence_in,
    filled_amount,
    heading_kinds,
    money_at_stake,
    question_around,
    ticked_consequence,
)
from genie_host.policy.resolve import Hit
from genie_host.policy.scripts import is_script_known
from genie_host.policy.secrets import is_filled_secret
from genie_host.policy.shape import (
    is_digit_key,
    is_key,
    is_list_row,
    is_primary,
    is_send_shaped,
    is_tab,
    toggle_of,
)
from genie_host.policy.touch import Touch, is_button_like

ALLOWED = Verdict(ruling=Ruling.ALLOW)

_IN_SECOND_LINE = frozenset({CommitKind.LOCK, CommitKind.ERASE})
_IN_PROSE = frozenset({CommitKind.MONEY, CommitKind.SEND, CommitKind.JOIN, CommitKind.SUBSCRIBE})
"""Kinds that a row of a list means only when they are its whole label: "Buy milk" is a note."""
_IN_TITLES = frozenset({CommitKind.CALL, CommitKind.DELETE})
"""The same for rows with a second line: "Call dentist, at nine"."""
_ORDERED_IN_WORDS = frozenset({CommitKind.MONEY, CommitKind.SEND, CommitKind.SUBSCRIBE, CommitKind.CALL})
_REUSED_IN_IDS = frozenset({CommitKind.MONEY, CommitKind.INSTALL})
"""Ids are code, often reused: beside a readable label these words are no evidence."""
_ENDED_BY_YES = frozenset(CommitKind) - {CommitKind.SEND, CommitKind.SIGN_IN, CommitKind.CALL}


def judge_touch(hit: Hit, layout: Layout) -> Verdict:
    """May this be touched?"""
    node = hit.shown
    if node is None or is_field(node):
        return ALLOWED
    if hit.node is not None and not hit.node.is_enabled:
        return Verdict(ruling=Ruling.ALLOW, reasons=("it is disabled: touching it does nothing",))
    if hit.node is not None and layout.is_large(hit.node) and not own_texts(hit.node):
        # A page that takes touches as a whole: what is drawn under the finger may be a button that does not say so.
        if hit.leaf is None or is_field(hit.leaf) or not is_button_like(hit.leaf):
            return ALLOWED
        node = hit.leaf
    prompt = judge_prompt(node, layout)
    if prompt is not None:
        return prompt
    touch = Touch(node, layout)
    return _judge_digit(touch) if is_digit_key(node, layout) else _judge_label(touch)


def _judge_label(touch: Touch) -> Verdict:
    if any(has_override(text) for text in touch.label):
        return _ask("its label holds characters that turn the order of reading around")
    kinds = _kinds(touch)
    if any(reading.is_decline for reading in touch.readings):
        if kinds or touch.id_kind is not None:
            return _ask("its label says one thing, its description or id another")
        return ALLOWED
    if is_tab(touch.node, touch.layout):
        return ALLOWED
    if kinds:
        return _ask(f"“{touch.short}” {_sentence(kinds)}")
    by_id = touch.id_kind
    if by_id is not None and not is_excused(by_id, touch) and not (touch.is_readable and by_id in _REUSED_IN_IDS):
        return _ask(f"its id ({touch.node.resource_id.rsplit('/', 1)[-1]}) says that it {by_id}")
    if any(reading.is_weak for reading in touch.readings) and toggle_of(touch.node) is None:
        return _judge_yes(touch)
    return _judge_unread(touch)


def _kinds(touch: Touch) -> set[CommitKind]:
    """The deeds that the labels commit to, those set aside that this kind of control only names."""
    kinds: set[CommitKind] = set()
    is_row = is_list_row(touch.node, touch.layout)
    for text, reading in zip(touch.label, touch.readings, strict=True):
        found = set(reading.leading)
        if "Button" in touch.node.class_name:
            found |= reading.wordy
        if text not in touch.own and (is_row or touch.second_line):
            # Rows of lists hold titles that people and apps made up.
            found -= (_IN_PROSE | _IN_TITLES if touch.second_line else _IN_PROSE) - reading.whole
        if is_agent_app(touch.node.package_name):
            found |= reading.anywhere & _ORDERED_IN_WORDS
        kinds |= found
    for text in touch.second_line:
        kinds |= lexicon().read(text).whole & _IN_SECOND_LINE
    kinds.update(deeds_in_context(touch.node.package_name, touch.label))
    return {kind for kind in kinds if not is_excused(kind, touch)}


def _judge_yes(touch: Touch) -> Verdict:
    """A mere yes: it commits to what the question, the page or the ticked box beside it says."""
    node, layout, said = touch.node, touch.layout, touch.short
    if is_key(node, layout) and (filled_amount(layout) is None or any(map(lexicon().clears.equals, touch.label))):
        return ALLOWED
    if consequence := consequence_in(question_around(node, layout)):
        return _ask(f"“{said}” answers a question about “{consequence}”")
    if ticked := ticked_consequence(node, layout):
        return _ask(f"a box about “{ticked}” is ticked beside it")
    if stake := money_at_stake(layout):
        return _ask(f"“{said}” ends a page that moves money: {stake}")
    if any(is_price(text) for text in (*touch.own, *inner_texts(node))):
        return _ask(f"“{said}” says yes to a price")
    deeds = heading_kinds(layout) & _ENDED_BY_YES
    if deeds and not is_list_row(node, layout):
        return _ask(f"“{said}” ends a page that {_sentence(deeds)}")
    if is_filled_secret(layout):
        return _ask(f"“{said}” hands over the secret that is filled in")
    if any(reading.is_confirm for reading in touch.readings):
        return _ask(f"“{said}” confirms something that the screen does not explain")
    return ALLOWED


def _judge_unread(touch: Touch) -> Verdict:
    """No label says anything; place and app may."""
    node, layout = touch.node, touch.layout
    if is_send_shaped(node, layout) and not touch.is_readable:
        return _ask("a control without a readable label stands where the text beside it is sent")
    if not is_primary(node, layout) or not is_sensitive_app(node.package_name) or toggle_of(node) is not None:
        return ALLOWED
    said = [text for text in touch.label if not is_filler(text)]
    if not said and not inner_texts(node) and is_button_like(node):
        return _ask("the main button of an app for money or settings has no label")
    if said and not any(is_script_known(text) for text in said):
        return _ask("the main button of an app for money or settings is in a language that Genie cannot read")
    return ALLOWED


def _judge_digit(touch: Touch) -> Verdict:
    """Digits of a number pad: a secret when the pad asks for one."""
    texts = [text for node in touch.layout.in_window(touch.node) if not node.is_clickable for text in own_texts(node)]
    asks = next((text for text in texts if len(text) <= 80 and lexicon().secret.found_in(text)), "")
    return _ask(f"the number pad asks for a secret: “{asks[:40]}”") if asks else ALLOWED


def _ask(reason: str) -> Verdict:
    return Verdict(ruling=Ruling.ASK, reasons=(reason,))


def _sentence(kinds: set[CommitKind] | frozenset[CommitKind]) -> str:
    return " and ".join(kind.value for kind in CommitKind if kind in kinds)
