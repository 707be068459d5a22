"""The decisive table: does touching this node commit to something? Judged on the node's own label, id, role and place.

The screen around it only raises: a mere "OK" matters when the question beside it does. Containers do not inherit the
words of what they hold.
"""

from __future__ import annotations

from collections.abc import Iterable

from genie_host.core.verdicts import Ruling, Stake, Verdict
from genie_host.policy.apps import deeds_in_context
from genie_host.policy.excuses import is_excused
from genie_host.policy.layout import Layout, id_words, inner_texts, is_field, is_filler, is_price, own_texts
from genie_host.policy.lexicon import CommitKind, lexicon
from genie_host.policy.normalise import has_override, is_dense, normalise, tight, words
from genie_host.policy.prompts import judge_prompt
from genie_host.policy.question import (
    consequence_in,
    filled_amount,
    heading_kinds,
    money_at_stake,
    power_given,
    price_in_question,
    question_around,
    stake_of_words,
    ticked_consequence,
)
from genie_host.policy.resolve import Hit
from genie_host.policy.rulings import ALLOWED, allow, ask, stake_of
from genie_host.policy.scripts import is_script_known
from genie_host.policy.secrets import is_filled_secret
from genie_host.policy.shape import (
    is_digit_key,
    is_key,
    is_list_of_switches,
    is_list_row,
    is_primary,
    is_send_shaped,
    is_tab,
    toggle_of,
)
from genie_host.policy.touch import Touch, is_button_like

_IN_SECOND_LINE = frozenset({CommitKind.LOCK, CommitKind.ERASE})
_IN_PROSE = frozenset({CommitKind.MONEY, CommitKind.SEND, CommitKind.JOIN, CommitKind.SUBSCRIBE})
"""Kinds that a row of a list means only when they are its whole label: "Buy milk" is a note."""
_IN_TITLES = frozenset({CommitKind.CALL, CommitKind.DELETE})
"""The same for rows with a second line: "Call dentist, at nine"."""
_ORDERED_IN_WORDS = frozenset({CommitKind.MONEY, CommitKind.SEND, CommitKind.SUBSCRIBE, CommitKind.CALL})
_REUSED_IN_IDS = frozenset({CommitKind.MONEY, CommitKind.INSTALL})
"""Ids are code, often reused: beside a readable label these words are no evidence."""
_OF_SIGNING_IN = frozenset(
    {"auth", "credentials", "credential", "login", "signin", "signup", "register", "registration"}
)
_OF_HANDING_IN = frozenset({"submit", "confirm", "verify", "finish", "complete"})
_ORDER_LETTERS = 8
_ORDER_WORDS = 4
_ENDED_BY_YES = frozenset(CommitKind) - {CommitKind.SEND, CommitKind.SIGN_IN, CommitKind.CALL}


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
    kinds = _kinds(touch)
    if any(reading.is_decline for reading in touch.readings):
        if kinds or touch.id_kind is not None or _says_yes_too(touch):
            stake = stake_of({*kinds, *({touch.id_kind} if touch.id_kind is not None else ())})
            return ask("label_disagreement", "its label says one thing, its description or id another", stake)
        return ALLOWED
    if is_tab(touch.node, touch.layout):
        return ALLOWED
    if kinds:
        return ask("commit_verb", f"“{touch.short}” {_sentence(kinds)}", _stake(kinds, touch))
    by_id = touch.id_kind
    if by_id is not None and not is_excused(by_id, touch) and not (touch.is_readable and by_id in _REUSED_IN_IDS):
        reason = f"its id ({touch.node.resource_id.rsplit('/', 1)[-1]}) says that it {by_id}"
        return ask("commit_id", reason, _stake({by_id}, touch))
    toggle = toggle_of(touch.node)
    if any(reading.is_weak for reading in touch.readings) and toggle is None:
        return _judge_yes(touch)
    if toggle is not None and not toggle.is_checked and touch.layout.rules.is_in("settings", touch.node.package_name):
        power = power_given(touch.node, touch.layout)
        if power and not is_list_of_switches(touch.node, touch.layout):
            return ask("power", f"the page says that it hands over “{power}”", Stake.GRANT)
    if _chooses_lock(touch):
        return ask("lock_choice", f"“{touch.short}” changes how the phone is locked", Stake.ACCOUNT)
    return _judge_own(touch)


def _chooses_lock(touch: Touch) -> bool:
    """A way of locking, on the page of the settings where one is chosen."""
    layout = touch.layout
    if not layout.rules.is_in("settings", touch.node.package_name) or CommitKind.LOCK not in heading_kinds(layout):
        return False
    return any(map(lexicon().lock_choices.equals, touch.label[:1]))


def _judge_own(touch: Touch) -> Verdict:
    """What only its place, its app or what is asked around it says."""
    node, layout, rules = touch.node, touch.layout, touch.layout.rules
    if rules.is_agent(node.package_name) and not is_tab(node, layout) and _is_order(touch):
        return ask("agent_order", "another agent may act on it as on an order", Stake.SEND)
    if is_button_like(node) and touch.label and all(is_price(text, alone=True) for text in touch.label):
        return ask("price", f"“{touch.short}” is a price to say yes to", Stake.PAY)
    if (kinds := heading_kinds(layout)) and not is_list_row(node, layout) and _repeats(layout.observation.title, touch):
        return ask("page_heading", f"“{touch.short}” ends a page that {_sentence(kinds)}", _stake(kinds, touch))
    if any(map(lexicon().keep.equals, touch.label)):
        asked = next((text for text in question_around(node, layout) if lexicon().secret.found_in(text)), "")
        if asked:
            return ask("secret_kept", f"“{touch.short}” answers “{asked[:40]}”", Stake.SECRET)
    return _judge_unread(touch)


def _repeats(title: str, touch: Touch) -> bool:
    """Does the control say a word of the page's heading, as "Add" below "Add friend"?"""
    heading = tight(normalise(title))
    said = {tight(normalise(text)) for text in touch.own or touch.lines[:1]}
    return any(
        len(word) > 1 and word != heading and (heading.startswith(word) or heading.endswith(word)) for word in said
    )


def _is_order(touch: Touch) -> bool:
    """A sentence rather than the name of a control, or what sends the text that has been written."""
    if is_send_shaped(touch.node, touch.layout):
        return True
    for text in touch.label:
        if len(tight(normalise(text))) >= _ORDER_LETTERS and (is_dense(text) or len(words(text)) >= _ORDER_WORDS):
            return True
    return False


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
        if touch.layout.rules.is_agent(touch.node.package_name):
            found |= reading.anywhere & _ORDERED_IN_WORDS
        kinds |= found
    for text in touch.second_line:
        if not lexicon().pages.equals(text):
            kinds |= lexicon().read(text).whole & _IN_SECOND_LINE
    kinds.update(deeds_in_context(touch.node.package_name, touch.label, touch.layout.rules))
    return {kind for kind in kinds if not is_excused(kind, touch)}


def _judge_yes(touch: Touch) -> Verdict:
    """A mere yes: it commits to what the question, the page or the ticked box beside it says."""
    node, layout, said = touch.node, touch.layout, touch.short
    if is_send_shaped(node, layout) and any(map(lexicon().hand_in.equals, touch.label)):
        return ask("send_place", f"“{said}” hands in the text beside it", Stake.SEND)
    if is_key(node, layout) and (filled_amount(layout) is None or any(map(lexicon().clears.equals, touch.label))):
        return ALLOWED
    if consequence := consequence_in(question_around(node, layout)):
        stake = stake_of_words((consequence, *question_around(node, layout)))
        return ask("question", f"“{said}” answers a question about “{consequence}”", stake)
    if ticked := ticked_consequence(node, layout):
        return ask("ticked_box", f"a box about “{ticked}” is ticked beside it", stake_of_words((ticked,)))
    if money := money_at_stake(layout):
        return ask("money_form", f"“{said}” ends a page that moves money: {money}", Stake.PAY)
    if any(is_price(text) for text in (*touch.own, *inner_texts(node))):
        return ask("price", f"“{said}” says yes to a price", Stake.PAY)
    if layout.rules.is_in("money", node.package_name) and (price := price_in_question(node, layout)):
        return ask("money_form", f"“{said}” says yes to “{price[:40]}” in an app for money", Stake.PAY)
    parts = set(id_words(node.resource_id))
    if parts & _OF_SIGNING_IN and parts & _OF_HANDING_IN:
        return ask("commit_id", f"its id says that “{said}” hands in what signs in", Stake.ACCOUNT)
    deeds = heading_kinds(layout) & _ENDED_BY_YES
    if deeds and not is_list_row(node, layout):
        return ask("page_heading", f"“{said}” ends a page that {_sentence(deeds)}", stake_of(deeds))
    if is_filled_secret(layout):
        return ask("secret_filled_in", f"“{said}” hands over the secret that is filled in", Stake.SECRET)
    if any(reading.is_confirm for reading in touch.readings):
        stake = Stake.PAY if layout.rules.is_in("money", node.package_name) else Stake.OTHER
        return ask("bare_confirm", f"“{said}” confirms something that the screen does not explain", stake)
    return ALLOWED


def _judge_unread(touch: Touch) -> Verdict:
    """No label says anything; place and app may."""
    node, layout = touch.node, touch.layout
    if is_send_shaped(node, layout) and not touch.is_readable:
        reason = "a control without a readable label stands where the text beside it is sent"
        return ask("send_place", reason, Stake.SEND)
    rules = layout.rules
    if not is_primary(node, layout) or not rules.is_sensitive(node.package_name) or toggle_of(node) is not None:
        return ALLOWED
    said = [text for text in touch.label if not is_filler(text)]
    stake = Stake.PAY if rules.is_in("money", node.package_name) else Stake.ACCOUNT
    if not said and not inner_texts(node) and is_button_like(node):
        return ask("unlabelled_button", "the main button of an app for money or settings has no label", stake)
    if said and not any(is_script_known(text) for text in said):
        reason = "the main button of an app for money or settings is in a language that Genie cannot read"
        return ask("unknown_language", reason, stake)
    return ALLOWED


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


def _stake(kinds: Iterable[CommitKind], touch: Touch) -> Stake:
    """What these deeds put at stake here: sending is paying in an app for payments, and where a price stands on it."""
    stake = stake_of(kinds)
    if stake is not Stake.SEND:
        return stake
    node, layout = touch.node, touch.layout
    is_paying = layout.rules.is_in("payments", node.package_name) or filled_amount(layout) is not None
    return Stake.PAY if is_paying or any(is_price(text) for text in (*touch.own, *inner_texts(node))) else stake


def _sentence(kinds: Iterable[CommitKind]) -> str:
    return " and ".join(kind.value for kind in CommitKind if kind in kinds)
