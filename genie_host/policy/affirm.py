"""Controls whose own words name no deed: what the question, page, place or app around them makes of them."""

from __future__ import annotations

import re

from genie_host.core.verdicts import Stake, Verdict
from genie_host.policy.deeds import sentence, stake_here
from genie_host.policy.layout import id_words, inner_texts, is_filler, is_price
from genie_host.policy.lexicon import CommitKind, lexicon
from genie_host.policy.normalise import is_dense, normalise, tight, words
from genie_host.policy.question import (
    consequence_in,
    filled_amount,
    heading_kinds,
    money_at_stake,
    price_in_question,
    question_around,
    stake_of_words,
    ticked_consequence,
)
from genie_host.policy.rulings import ALLOWED, ask, stake_of
from genie_host.policy.scripts import is_script_known
from genie_host.policy.secrets import is_filled_secret
from genie_host.policy.shape import is_key, is_list_row, is_primary, is_send_shaped, is_tab, toggle_of
from genie_host.policy.touch import Touch, is_button_like

_OF_SIGNING_IN = frozenset(
    {"auth", "credentials", "credential", "login", "signin", "signup", "register", "registration"}
)
_OF_HANDING_IN = frozenset({"submit", "confirm", "verify", "finish", "complete"})
_UNREADABLE = re.compile(r"(?:\s*\.){6,}\s*")
"""A dump has two dots for a letter beyond the first 65,536, such as a bold P. One or two are a smiley."""
_ORDER_LETTERS = 8
_ORDER_WORDS = 4
_ENDED_BY_YES = frozenset(CommitKind) - {CommitKind.SEND, CommitKind.SIGN_IN, CommitKind.CALL}


def judge_yes(touch: Touch) -> Verdict:
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
    if (by_id := _judge_id(touch)) is not None:
        return by_id
    deeds = heading_kinds(layout) & _ENDED_BY_YES
    if deeds and not is_list_row(node, layout):
        return ask("page_heading", f"“{said}” ends a page that {sentence(deeds)}", stake_of(deeds))
    if is_filled_secret(layout):
        return ask("secret_filled_in", f"“{said}” hands over the secret that is filled in", Stake.SECRET)
    if any(reading.is_confirm for reading in touch.readings):
        stake = Stake.PAY if layout.rules.is_in("money", node.package_name) else Stake.OTHER
        return ask("bare_confirm", f"“{said}” confirms something that the screen does not explain", stake)
    return ALLOWED


def _judge_id(touch: Touch) -> Verdict | None:
    """What the id gives away of a label that says nothing; None when that is nothing either."""
    parts = set(id_words(touch.node.resource_id))
    if parts & _OF_SIGNING_IN and parts & _OF_HANDING_IN:
        return ask("commit_id", f"its id says that “{touch.short}” hands in what signs in", Stake.ACCOUNT)
    deed = touch.deed_in_id
    if deed is None or is_list_row(touch.node, touch.layout):
        return None
    return ask("commit_id", f"the id of “{touch.short}” says that it {deed}", stake_here({deed}, touch))


def judge_silent(touch: Touch) -> Verdict:
    """What only its place, its app or what is asked around it says."""
    node, layout, rules = touch.node, touch.layout, touch.layout.rules
    if rules.is_agent(node.package_name) and touch.takes_touch and not is_tab(node, layout) and _is_order(touch):
        return ask("agent_order", "another agent may act on it as on an order", Stake.SEND)
    if is_button_like(node) and any(_UNREADABLE.fullmatch(text) for text in touch.label):
        return ask("unreadable_label", "what it says arrives from the phone as dots alone", Stake.OTHER)
    if is_button_like(node) and touch.label and all(is_price(text, alone=True) for text in touch.label):
        return ask("price", f"“{touch.short}” is a price to say yes to", Stake.PAY)
    if (kinds := heading_kinds(layout)) and not is_list_row(node, layout) and _repeats(layout.observation.title, touch):
        return ask("page_heading", f"“{touch.short}” ends a page that {sentence(kinds)}", stake_here(kinds, touch))
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


def chooses_lock(touch: Touch) -> bool:
    """A way of locking, on the page of the settings where one is chosen."""
    layout = touch.layout
    if not layout.rules.is_in("settings", touch.node.package_name) or CommitKind.LOCK not in heading_kinds(layout):
        return False
    return any(map(lexicon().lock_choices.equals, touch.label[:1]))


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
