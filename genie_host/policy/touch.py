"""One node about to be touched, and what its labels say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from genie_host.core.screen import AccessibilityNode
from genie_host.policy.layout import Layout, id_words, is_field, is_filler, own_texts
from genie_host.policy.lexicon import CommitKind, Reading, lexicon
from genie_host.policy.scripts import is_script_known

_FRAME_OF_IDS = frozenset(
    {"btn", "button", "bt", "id", "view", "tv", "text", "action", "dialog", "primary", "positive"}
)
_HANDING_IN = frozenset({"confirm", "submit", "complete", "finish", "place", "make", "execute", "authorize", "do"})
_MOST_LINES = 2
_MOST_ICONS = 2
_MOST_ROW_TEXTS = 3


@dataclass(frozen=True)
class Touch:
    """A node with its labels. A small row or button carries the label that stands in it; a container carries none."""

    node: AccessibilityNode
    layout: Layout

    @property
    def takes_touch(self) -> bool:
        """Does the node itself say that it does something when it is touched?"""
        return self.node.is_clickable or self.node.is_long_clickable or self.node.is_checkable

    @cached_property
    def own(self) -> tuple[str, ...]:
        """The node's own text and description."""
        return own_texts(self.node)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The texts in a small control, first line first."""
        texts = [text for child in self._inside if child.text.strip() for text in own_texts(child)[:1]]
        texts = [text for text in texts if not is_filler(text)]
        return tuple(texts) if len(texts) <= _MOST_LINES else ()

    @cached_property
    def pictures(self) -> tuple[str, ...]:
        """What the pictures in a small control are said to show."""
        said = [text for child in self._inside for text in own_texts(child)[bool(child.text.strip()) :]]
        return tuple(said) if len(said) <= _MOST_ICONS and self._has_few_lines else ()

    @cached_property
    def label(self) -> tuple[str, ...]:
        """Everything that names the control itself: not the second line of a row."""
        said = tuple(dict.fromkeys((*self.own, *self.lines[:1], *self.pictures)))
        return said if said or not self.node.is_checkable else self._beside

    @cached_property
    def second_line(self) -> tuple[str, ...]:
        return tuple(text for text in self.lines[1:] if text not in self.label)

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """What each label says, in the order of ``label``."""
        return tuple(lexicon().read(text) for text in self.label)

    @cached_property
    def is_readable(self) -> bool:
        """Is some label in a script that the lexicon covers?"""
        return any(is_script_known(text) for text in self.label)

    @cached_property
    def id_kind(self) -> CommitKind | None:
        """The deed that the id names, when it says nothing else."""
        words = id_words(self.node.resource_id)
        verbs = [lexicon().id_verbs[word] for word in words if word in lexicon().id_verbs]
        rest = [word for word in words if word not in lexicon().id_verbs and word not in lexicon().id_filler]
        return verbs[0] if verbs and not rest else None

    @cached_property
    def deed_in_id(self) -> CommitKind | None:
        """The deed that the id begins with or hands in, whatever else it says: for labels that say nothing.

        ``delete_account_button`` and ``confirm_payment``, but not ``continue_to_payment``.
        """
        words = [word for word in id_words(self.node.resource_id) if word not in _FRAME_OF_IDS]
        verbs = [lexicon().id_verbs[word] for word in words if word in lexicon().id_verbs]
        if not verbs or not (words[0] in lexicon().id_verbs or words[0] in _HANDING_IN or words[-1] in _HANDING_IN):
            return None
        return verbs[0]

    @property
    def short(self) -> str:
        """How to name it in a reason."""
        return " ".join((self.label or (self.node.resource_id.rsplit("/", 1)[-1],))[0].split())[:60]

    @cached_property
    def _beside(self) -> tuple[str, ...]:
        """What stands beside a nameless switch, in the row that holds it."""
        for row, _ in zip(self.layout.ancestors(self.node), range(2), strict=False):
            texts = [text for child in _labelled_inside(row) for text in own_texts(child)]
            if texts and not self.layout.is_large(row):
                return tuple(texts[:1]) if len(texts) <= _MOST_ROW_TEXTS else ()
        return ()

    @cached_property
    def _inside(self) -> tuple[AccessibilityNode, ...]:
        return () if self.layout.is_large(self.node) else tuple(_labelled_inside(self.node))

    @cached_property
    def _has_few_lines(self) -> bool:
        texts = [child for child in self._inside if child.text.strip() and not is_filler(child.text)]
        return len(texts) <= _MOST_LINES


def _labelled_inside(node: AccessibilityNode) -> Iterator[AccessibilityNode]:
    """Labelled nodes below that take no touches of their own."""
    for child in node.children:
        if child.is_visible and not child.is_clickable and not is_field(child):
            if own_texts(child):
                yield child
            yield from _labelled_inside(child)


def is_button_like(node: AccessibilityNode) -> bool:
    """A button by its class or by its id."""
    return "Button" in node.class_name or bool({"btn", "button", "bt"}.intersection(id_words(node.resource_id)))
