"""The decisive table: does touching this node commit to something? Judged on the node's own label, id, role and place.

The screen around it only raises: a mere "OK" matters when the question beside it does. Containers do not inherit the
words of what they hold; a small row or button does carry the label that stands in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from genie_host.core.screen import AccessibilityNode
from genie_host.core.verdicts import Ruling, Verdict
from genie_host.policy.layout import Layout, id_words, inner_texts, is_field, is_filler, is_price, own_texts
from genie_host.policy.lexicon import CommitKind, Reading, lexicon
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
    is_tile,
    toggle_of,
)

ALLOWED = Verdict(ruling=Ruling.ALLOW)

_PAGES = frozenset({CommitKind.MONEY, CommitKind.SUBSCRIBE, CommitKind.JOIN, CommitKind.INSTALL})
"""Kinds whose words also name pages to go to."""
_TURNED_BY_SWITCH = frozenset({CommitKind.GRANT, CommitKind.LOCK})
_IN_SECOND_LINE = frozenset({CommitKind.LOCK, CommitKind.ERASE})
_PROSE_KINDS = frozenset({CommitKind.MONEY, CommitKind.SEND, CommitKind.JOIN, CommitKind.SUBSCRIBE})
"""Kinds that a row of a list only names by its whole label: "Buy milk" is a note."""
_ID_NOISE = frozenset({CommitKind.MONEY, CommitKind.INSTALL})
_MOST_INNER = 2


@dataclass(frozen=True)
class Touch:
    """One node about to be touched, with what its labels say."""

    node: AccessibilityNode
    layout: Layout

    @cached_property
    def own(self) -> tuple[str, ...]:
        return own_texts(self.node)

    @cached_property
    def inner(self) -> tuple[str, ...]:
        """The label that stands inside a small control; a container has none."""
        if self.layout.is_large(self.node):
            return ()
        texts = tuple(text for text in inner_texts(self.node) if not is_filler(text))
        return texts if len(texts) <= _MOST_INNER else ()

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.own, *self.inner)))

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        return tuple(lexicon().read(text) for text in self.labels)

    @cached_property
    def id_kind(self) -> CommitKind | None:
        """The deed that the id names, when it says nothing else."""
        words = id_words(self.node.resource_id)
        verbs = [lexicon().id_verbs[word] for word in words if word in lexicon().id_verbs]
        rest = [word for word in words if word not in lexicon().id_verbs and word not in lexicon().id_filler]
        return verbs[0] if verbs and not rest else None


def judge_touch(hit: Hit, layout: Layout) -> Verdict:
    """May this be touched?"""
    node = hit.shown
    if node is None:
        return ALLOWED
    if hit.node is not None and not hit.node.is_enabled:
        return Verdict(ruling=Ruling.ALLOW, reasons=("it is disabled: touching it does nothing",))
    if is_field(node):
        return ALLOWED
    if hit.node is not None and layout.is_large(hit.node) and not own_texts(hit.node):
        # A page that takes touches as a whole: what is drawn under the finger may be a button that does not say so.
        node = hit.leaf if hit.leaf is not None and not is_field(hit.leaf) else node
        if node is not hit.leaf or ("Button" not in node.class_name and not _is_button_id(node)):
            return ALLOWED
    touch = Touch(node, layout)
    prompt = judge_prompt(node, layout)
    if prompt is not None:
        return prompt
    if is_digit_key(node, layout):
        return _digit(touch)
    return _judge(touch)


def _judge(touch: Touch) -> Verdict:
    node, layout = touch.node, touch.layout
    spoken = touch.readings[: len(touch.own) or 1]
    declines = any(reading.is_decline for reading in spoken)
    kinds = _kinds(touch)
    if declines and (kinds or touch.id_kind):
        return _ask("its label says one thing, its description or id another")
    if declines or is_tab(node, layout):
        return ALLOWED
    if kinds:
        return _ask(f"“{_short(touch)}” {_sentence(kinds)}")
    if touch.id_kind is not None and not _is_excused(touch.id_kind, touch) and touch.id_kind not in _noise(touch):
        return _ask(f"its id ({node.resource_id.rsplit('/', 1)[-1]}) says that it {touch.id_kind}")
    if any(reading.is_weak for reading in touch.readings) and toggle_of(node) is None:
        return _judge_yes(touch)
    return _judge_unread(touch)


def _kinds(touch: Touch) -> set[CommitKind]:
    """The deeds that the labels commit to, those set aside that this kind of control only names."""
    kinds: set[CommitKind] = set()
    row = is_list_row(touch.node, touch.layout)
    for position, (text, reading) in enumerate(zip(touch.labels, touch.readings, strict=True)):
        found = set(reading.leading)
        is_second = text not in touch.own and position > 0
        if is_second:
            found = set(reading.whole & _IN_SECOND_LINE)
        elif len(touch.inner) > 1 or row:
            # Rows of a list hold titles that people and apps made up.
            found -= _PROSE_KINDS - reading.whole
            if len(touch.inner) > 1:
                found -= {CommitKind.CALL, CommitKind.DELETE} - reading.whole
        kinds |= found
    if _calls_in_phone_app(touch):
        kinds.add(CommitKind.CALL)
    return {kind for kind in kinds if not _is_excused(kind, touch)}


def _is_excused(kind: CommitKind, touch: Touch) -> bool:
    """Is this control, by its role and place, something else than the deed its word names?"""
    node, layout = touch.node, touch.layout
    toggle = toggle_of(node)
    if toggle is not None:
        return kind not in _TURNED_BY_SWITCH or (kind is CommitKind.GRANT and toggle.is_checked)
    if is_tab(node, layout):
        return True
    if kind is CommitKind.DELETE:
        return is_key(node, layout) or any(map(lexicon().backspace.equals, touch.labels))
    if kind is CommitKind.SIGN_IN:
        return not is_filled_secret(layout)
    if _is_launcher(node) and kind not in {CommitKind.DELETE, CommitKind.ERASE}:
        return True
    has_price = any(is_price(text) for text in (*touch.own, *inner_texts(node)))
    if kind in _PAGES and not has_price and filled_amount(layout) is None and not is_key(node, layout):
        if is_list_row(node, layout):
            return True
        return kind in {CommitKind.MONEY, CommitKind.SUBSCRIBE} and is_tile(node, layout) and not _is_all_deeds(touch)
    return False


def _is_all_deeds(touch: Touch) -> bool:
    """Do all controls of the row commit? Then it is no menu of pages."""
    row = touch.layout.row_of(touch.node)
    return len(row) < 5 and all(
        any(lexicon().read(text).leading for text in own_texts(each) or inner_texts(each)) for each in row
    )


def _judge_yes(touch: Touch) -> Verdict:
    """A mere yes: it commits to what the question, the page or the ticked box beside it says."""
    node, layout = touch.node, touch.layout
    if is_key(node, layout) and (filled_amount(layout) is None or any(map(lexicon().clears.equals, touch.labels))):
        return ALLOWED
    question = question_around(node, layout)
    consequence = consequence_in(question)
    if consequence:
        return _ask(f"“{_short(touch)}” answers a question about “{consequence}”")
    ticked = ticked_consequence(node, layout)
    if ticked:
        return _ask(f"a box about “{ticked}” is ticked beside it")
    stake = money_at_stake(layout)
    if stake:
        return _ask(f"“{_short(touch)}” ends a page that moves money: {stake}")
    if any(is_price(text) for text in touch.labels):
        return _ask(f"“{_short(touch)}” says yes to a price")
    deeds = heading_kinds(layout) - {CommitKind.SEND, CommitKind.SIGN_IN, CommitKind.CALL}
    if deeds and not is_list_row(node, layout):
        return _ask(f"“{_short(touch)}” ends a page that {_sentence(set(deeds))}")
    if is_filled_secret(layout):
        return _ask(f"“{_short(touch)}” hands over the secret that is filled in")
    if any(reading.is_confirm for reading in touch.readings):
        return _ask(f"“{_short(touch)}” confirms something that the screen does not explain")
    return ALLOWED


def _judge_unread(touch: Touch) -> Verdict:
    """No label says anything; place and app may."""
    node, layout = touch.node, touch.layout
    said = [text for text in touch.labels if not is_filler(text)]
    if is_send_shaped(node, layout) and not any(is_script_known(text) for text in said):
        return _ask("a control without a readable label stands where the text beside it is sent")
    if not is_primary(node, layout) or not is_sensitive_app(node.package_name) or toggle_of(node) is not None:
        return ALLOWED
    if not said and not inner_texts(node) and ("Button" in node.class_name or _is_button_id(node)):
        return _ask("the main button of an app for money or settings has no label")
    if said and not any(is_script_known(text) for text in said):
        return _ask("the main button of an app for money or settings is in a language that Genie cannot read")
    return ALLOWED


def _digit(touch: Touch) -> Verdict:
    """Digits of a number pad: a secret when the pad asks for one."""
    texts = [text for node in touch.layout.in_window(touch.node) if not node.is_clickable for text in own_texts(node)]
    asks = next((text for text in texts if len(text) <= 80 and lexicon().secret.found_in(text)), "")
    return _ask(f"the number pad asks for a secret: “{asks[:40]}”") if asks else ALLOWED


def is_sensitive_app(package: str) -> bool:
    """An app for money, passwords or settings, by its package."""
    words = lexicon()
    package = package.lower()
    if package.startswith(words.sensitive_prefixes):
        return True
    parts = package.replace("_", ".").split(".")
    return any(
        word in parts or (len(word) > 5 and any(word in part for part in parts)) for word in words.sensitive_words
    )


def _calls_in_phone_app(touch: Touch) -> bool:
    """ "Ara" calls in a Turkish dialler and searches elsewhere."""
    parts = set(touch.node.package_name.lower().split("."))
    return bool(parts & lexicon().phone_app_words) and any(
        lexicon().phone_app_calls.equals(text) for text in touch.labels
    )


def _noise(touch: Touch) -> frozenset[CommitKind]:
    """Ids are code, often reused: beside a readable label some of their words are no evidence."""
    return _ID_NOISE if touch.labels and any(is_script_known(text) for text in touch.labels) else frozenset()


def _is_button_id(node: AccessibilityNode) -> bool:
    return bool({"btn", "button", "bt"}.intersection(id_words(node.resource_id)))


def _is_launcher(node: AccessibilityNode) -> bool:
    return "launcher" in node.package_name.lower() and "TextView" in node.class_name


def _ask(reason: str) -> Verdict:
    return Verdict(ruling=Ruling.ASK, reasons=(reason,))


def _sentence(kinds: set[CommitKind]) -> str:
    return " and ".join(kind.value for kind in CommitKind if kind in kinds)


def _short(touch: Touch) -> str:
    return " ".join((touch.labels or (touch.node.resource_id.rsplit("/", 1)[-1],))[0].split())[:60]
