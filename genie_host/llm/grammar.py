"""Call shapes to one regular expression, so that nothing but a call of those shapes can be decoded. Pure.

The dialect is the one llguidance and Python share: literals, groups, classes, counted repeats. The text described is
strict compact JSON, ``{"name":"click","arguments":{"target":"Wi-Fi"}}``, between two fences: a grammar that lets
through something JSON does not (a leading zero, say) makes the engine's own parser throw the whole answer away.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence

from genie_host.llm.model import Argument, CallShape

NOTHING = r"[^\s\S]"
"""Matches no text at all; a branch that needs it is dead."""

LONGEST_SPAN = 60
"""Pieces in one span. The engine's parser gives up at 250 nested groups."""

_DEEPEST_TRIE = 40
_META = frozenset(r"\.+*?()|[]{}^$")
_FREE_STRING = r'(?:[^"\\\x00-\x1f\x7f]|\\["\\nt]){0,160}'
_INTEGER = r"-?(?:0|[1-9][0-9]{0,8})"
_NUMBER = _INTEGER + r"(?:\.[0-9]{1,6})?"


def call_regex(shapes: Sequence[CallShape], *, fence_start: str, fence_end: str) -> str:
    """One regular expression for exactly one call of any of the shapes; raises ValueError when there are none."""
    if not shapes:
        raise ValueError("a grammar needs at least one shape")
    calls = _one_of([_call(shape) for shape in shapes])
    # llguidance splits text that the grammar forces into pieces of its own choice, and would take a model off the
    # pieces it was trained to begin a call with. A blank that nobody writes leaves the beginning to the model.
    return escape(fence_start) + r' ?\{"name":"' + calls + r"\}\}" + escape(fence_end)


def span_pattern(pieces: Sequence[str], may_end: Sequence[bool] = (), may_start: Sequence[bool] = ()) -> str:
    """A pattern for any run of neighbouring pieces, as the ``pattern`` of an argument.

    A piece is a word or a mark with the white space before it; the first of a span drops that space. A span is left
    out when JSON would have to escape something in it. Written as nested prefixes, ``a(?: b(?: c)?)?``, it grows
    with the square of the number of pieces, not with the cube as a list of spans would. ``may_end`` says of each piece
    whether a span may end with it, ``may_start`` whether one may begin with it; left out, any may. At the last piece a
    span ends in any case.
    """
    branches = []
    for start in range(len(pieces)):
        first = pieces[start].lstrip()
        if not first or not is_plain(first) or (may_start and not may_start[start]):
            continue
        branch = ""
        end = start + 1
        while end < min(len(pieces), start + LONGEST_SPAN) and is_plain(pieces[end]):
            end += 1
        for at in reversed(range(start + 1, end)):
            branch = escape(pieces[at]) + branch
            if not may_end or may_end[at - 1]:
                branch = f"(?:{branch})?"
        branches.append(escape(first) + branch)
    return _one_of(dict.fromkeys(branches)) if branches else NOTHING


def escape(text: str) -> str:
    """The text itself as a regular expression. (``re.escape`` also escapes blanks, which llguidance refuses.)"""
    return "".join("\\" + character if character in _META else character for character in text)


def fit_to_alphabet(pattern: str, can_write: Callable[[str], bool]) -> str:
    """The pattern with every branch dead that needs a character the tokenizer cannot write.

    Without this the decoder walks into such a branch and is stuck in the middle of a word. ASCII is taken as
    writable, and characters in a class are left alone: there the others remain.
    """
    fitted: list[str] = []
    is_in_class = is_escaped = False
    for character in pattern:
        if not is_escaped and character in "[]":
            is_in_class = character == "["
        is_escaped = character == "\\" and not is_escaped
        fitted.append(character if is_in_class or character.isascii() or can_write(character) else NOTHING)
    return "".join(fitted)


def _call(shape: CallShape) -> str:
    arguments = ",".join(escape(_quoted(argument.name)) + ":" + _value(argument) for argument in shape.arguments)
    return escape(_quoted(shape.tool_name)[1:]) + r',"arguments":\{' + arguments


def _value(argument: Argument) -> str:
    if argument.kind == "string":
        return '"' + _content(argument) + '"'
    if argument.choices:
        return _one_of([escape(choice) for choice in dict.fromkeys(argument.choices)])
    if argument.pattern is not None:
        return f"(?:{argument.pattern})"
    return _INTEGER if argument.kind == "integer" else _NUMBER


def _content(argument: Argument) -> str:
    if argument.choices:
        texts = [_quoted(choice)[1:-1] for choice in dict.fromkeys(argument.choices) if _is_encodable(choice)]
        return _trie_regex(sorted(texts)) if texts else NOTHING
    return f"(?:{argument.pattern})" if argument.pattern is not None else _FREE_STRING


def _trie_regex(texts: Sequence[str], start: int = 0, level: int = 0) -> str:
    """Sorted, distinct texts, from ``start`` on, with common beginnings written once: ``Wi(?:-Fi|dget)``."""
    if len(texts) == 1:
        return escape(texts[0][start:])
    if level == _DEEPEST_TRIE:
        return _one_of(escape(text[start:]) for text in texts)
    fork = start
    first, last = texts[0], texts[-1]
    while fork < len(first) and first[fork] == last[fork]:
        fork += 1
    ends_here = len(first) == fork
    groups: dict[str, list[str]] = {}
    for text in texts[1:] if ends_here else texts:
        groups.setdefault(text[fork], []).append(text)
    rest = _one_of(_trie_regex(group, fork, level + 1) for group in groups.values())
    return escape(first[start:fork]) + rest + ("?" if ends_here else "")


def _one_of(alternatives: Iterable[str]) -> str:
    return "(?:" + "|".join(alternatives) + ")"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _is_encodable(text: str) -> bool:
    """False for half a surrogate pair, which a broken app can put on the screen."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def is_plain(text: str) -> bool:
    """Whether JSON writes the text as it is."""
    return _is_encodable(text) and _quoted(text) == f'"{text}"'
