"""Whether answers that the model drew by chance bear its own answer out. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genie_host.agent.borders import is_cut_well
from genie_host.agent.fold import fold
from genie_host.agent.goal import Goal
from genie_host.llm.model import ModelReply

_BORNE_OUT = 2
"""So many of the answers drawn must be the model's own."""
_AGAINST_NO_TEXT = 1
"""So many may speak against a call that writes nothing: a button or a switch has no borders to get wrong."""
Call = tuple[str, Mapping[str, Any]]


def is_sure(reply: ModelReply, goal: Goal, name: str = "") -> bool:
    """Whether the answers that were drawn beside the model's own bear it out, and none speaks against it.

    One with a text that nobody would cut out of the goal like that speaks of nothing, and one that fills another field
    first, with words that have nothing to do with these, does not speak of this one. ``name``: whom a message is for.
    """
    if not reply.drawn:
        return True
    own = reply.calls[0]
    drawn = [calls[0] if len(calls) == 1 else ("", {}) for calls in reply.drawn]
    told = [call for call in drawn if _is_same(call, own) or _is_likely(call, goal, name)]
    against = sum(not _agree(call, own) for call in told)
    is_text = own[0] == "type_text"
    return against <= (0 if is_text else _AGAINST_NO_TEXT) and sum(_is_same(call, own) for call in told) >= _BORNE_OUT


def _is_likely(call: Call, goal: Goal, name: str) -> bool:
    tool_name, arguments = call
    return tool_name != "type_text" or is_cut_well(goal.text, str(arguments.get("text")), name=name)


def _is_same(drawn: Call, own: Call) -> bool:
    return drawn[0] == own[0] and {key: _plain(str(value)) for key, value in drawn[1].items()} == {
        key: _plain(str(value)) for key, value in own[1].items()
    }


def _agree(drawn: Call, own: Call) -> bool:
    if drawn[0] == own[0] == "type_text" and drawn[1]["field"] != own[1]["field"]:
        mine, theirs = _plain(str(drawn[1]["text"])), _plain(str(own[1]["text"]))
        return mine not in theirs and theirs not in mine
    return _is_same(drawn, own)


def _plain(text: str) -> str:
    return fold(text).casefold().rstrip(" .,;!?")
