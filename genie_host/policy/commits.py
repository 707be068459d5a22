"""The decisive table: does touching this node commit to something? Judged on the node's own label, id, role and place.

The screen around it only raises: a mere "OK" matters when the question beside it does. Containers do not inherit the
words of what they hold.
"""

from __future__ import annotations

from genie_host.core.verdicts import Ruling, Stake, Verdict
from genie_host.policy.affirm import chooses_lock, judge_silent, judge_yes
from genie_host.policy.apps import deeds_in_context
from genie_host.policy.deeds import sentence, stake_here
from genie_host.policy.dialling import ends_code
from genie_host.policy.excuses import is_excused
from genie_host.policy.guards import judge_guard
from genie_host.policy.layout import Layout, is_field, own_texts
from genie_host.policy.lexicon import CommitKind, lexicon
from genie_host.policy.normalise import has_override
from genie_host.policy.prompts import judge_prompt
from genie_host.policy.question import consequence_in, power_given, question_around, stake_of_words
from genie_host.policy.resolve import Hit
from genie_host.policy.rulings import ALLOWED, allow, ask, stake_of
from genie_host.policy.shape import is_digit_key, is_list_of_switches, is_list_row, is_primary, is_tab, toggle_of
from genie_host.policy.touch import Touch, is_button_like

_SPLIT_LINES = 2
_ASKING = ("?", "\uff1f", "\u061f", "\u037e")
"""Question marks: Latin, full width, Arabic, Greek."""
_IN_SECOND_LINE = frozenset({CommitKind.LOCK, CommitKind.ERASE})
_IN_PROSE = frozenset({CommitKind.MONEY, CommitKind.SEND, CommitKind.JOIN, CommitKind.SUBSCRIBE})
"""Kinds that a row of a list means only when they are its whole label: "Buy milk" is a note."""
_IN_TITLES = frozenset({CommitKind.CALL, CommitKind.DELETE})
"""The same for rows with a second line: "Call dentist, at nine"."""
_ORDERED_IN_WORDS = frozenset({CommitKind.MONEY, CommitKind.SEND, CommitKind.SUBSCRIBE, CommitKind.CALL})
_REUSED_IN_IDS = frozenset({CommitKind.MONEY, CommitKind.INSTALL})
"""Ids are code, often reused: beside a readable label these words are no evidence."""


def judge_touch(hit: Hit, layout: Layout, ticked: str = "") -> Verdict:
    """May this be touched? ``ticked``: what a box said that the call before has ticked."""
    node = hit.shown
    if node is None or is_field(node):
        return ALLOWED
    if hit.node is not None and not hit.node.is_enabled:
        return allow("disabled", "it is disabled: touching it does nothing")
    if hit.node is not None and layout.is_large(hit.node) and not own_texts(hit.node):
        # A page that takes touches as a whole: what is drawn under the finger may be a button that does not say so.
        if hit.leaf is None or is_field(hit.leaf) or not is_button_like(hit.leaf):
            return ALLOWED
        node = hit.leaf
    prompt = judge_prompt(node, layout)
    if prompt is not None:
        return prompt
    touch = Touch(node, layout)
    if is_digit_key(node, layout):
        return _judge_digit(touch)
    if ends_code(node, layout):
        return ask("dialling_code", f"“{touch.short}” ends a code that acts by itself", Stake.CALL)
    verdict = _judge_label(touch)
    if verdict.ruling is Ruling.ALLOW and ticked and _ends_what_was_ticked(touch):
        reason = f"a box about “{ticked}” was ticked just before"
        return ask("ticked_before", reason, stake_of_words((ticked,)))
    return verdict


def _ends_what_was_ticked(touch: Touch) -> bool:
    """May this control carry out what the box just ticked is about? Ways out, tabs and other boxes do not."""
    if any(reading.is_decline for reading in touch.readings) or toggle_of(touch.node) is not None:
        return False
    if is_tab(touch.node, touch.layout) or is_list_row(touch.node, touch.layout):
        return False
    says_yes = any(reading.is_weak or reading.is_confirm for reading in touch.readings)
    return says_yes or is_button_like(touch.node) or is_primary(touch.node, touch.layout)


def _judge_label(touch: Touch) -> Verdict:
    if any(has_override(text) for text in touch.label):
        reason = "its label holds characters that turn the order of reading around"
        return ask("reading_order", reason, stake_of(_kinds(touch)))
    if not touch.takes_touch and _is_heading_of_question(touch):
        return ALLOWED
    kinds = _kinds(touch)
    if any(reading.is_decline for reading in touch.readings):
        if kinds or touch.id_kind is not None or _says_yes_too(touch):
            stake = stake_of({*kinds, *({touch.id_kind} if touch.id_kind is not None else ())})
            return ask("label_disagreement", "its label says one thing, its description or id another", stake)
        return ALLOWED
    if is_tab(touch.node, touch.layout):
        return ALLOWED
    if kinds:
        return ask("commit_verb", f"“{touch.short}” {sentence(kinds)}", stake_here(kinds, touch))
    by_id = touch.id_kind
    if by_id is not None and not is_excused(by_id, touch) and not (touch.is_readable and by_id in _REUSED_IN_IDS):
        reason = f"its id ({touch.node.resource_id.rsplit('/', 1)[-1]}) says that it {by_id}"
        return ask("commit_id", reason, stake_here({by_id}, touch))
    if any(reading.is_weak for reading in touch.readings) and toggle_of(touch.node) is None:
        return judge_yes(touch)
    return _judge_switch(touch) or judge_silent(touch)


def _judge_switch(touch: Touch) -> Verdict | None:
    """Switches that hand over power, and ways to lock the phone; None for whatever is neither."""
    toggle = toggle_of(touch.node)
    if toggle is not None and not toggle.is_checked and touch.layout.rules.is_in("settings", touch.node.package_name):
        power = power_given(touch.node, touch.layout)
        if power and not is_list_of_switches(touch.node, touch.layout):
            return ask("power", f"the page says that it hands over “{power}”", Stake.GRANT)
    if (guard := judge_guard(touch)) is not None:
        return guard
    if chooses_lock(touch):
        return ask("lock_choice", f"“{touch.short}” changes how the phone is locked", Stake.ACCOUNT)
    return None


def _is_heading_of_question(touch: Touch) -> bool:
    """Words that ask, with a way out beside them: the answer is another control."""
    is_asking = bool(touch.label) and all(text.rstrip().endswith(_ASKING) for text in touch.label)
    return is_asking and bool(question_around(touch.node, touch.layout))


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
            is_title = bool(touch.second_line) and not consequence_in(touch.second_line)
            found -= (_IN_PROSE | _IN_TITLES if is_title else _IN_PROSE) - reading.whole
        if touch.takes_touch and touch.layout.rules.is_agent(touch.node.package_name):
            found |= reading.anywhere & _ORDERED_IN_WORDS
        kinds |= found
    for text in touch.second_line:
        if not lexicon().pages.equals(text):
            kinds |= lexicon().read(text).whole & _IN_SECOND_LINE
    if len(touch.lines) == _SPLIT_LINES:
        # A word that is drawn as two texts side by side: "Pa" and "y".
        kinds |= lexicon().read("".join("".join(touch.lines).split())).whole
    kinds.update(deeds_in_context(touch.node.package_name, touch.label, touch.layout.rules))
    return {kind for kind in kinds if not is_excused(kind, touch)}


def _judge_digit(touch: Touch) -> Verdict:
    """Digits of a number pad: a secret when the pad asks for one."""
    texts = [text for node in touch.layout.in_window(touch.node) if not node.is_clickable for text in own_texts(node)]
    asks = next((text for text in texts if len(text) <= 80 and lexicon().secret.found_in(text)), "")
    return ask("secret_pad", f"the number pad asks for a secret: “{asks[:40]}”", Stake.SECRET) if asks else ALLOWED


def _says_yes_too(touch: Touch) -> bool:
    """Does the text refuse and the description agree, or the other way round?"""
    return any(
        (reading.is_weak or reading.is_confirm) and text in touch.own
        for text, reading in zip(touch.label, touch.readings, strict=True)
    )
