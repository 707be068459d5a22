"""What is asked, as the protocol words it: the action and the facts of an approval request. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from genie_host.core.gap.canonical import canonical
from genie_host.core.gap.requests import FACT_TITLES, Action, Fact, Target
from genie_host.core.verdicts import ApprovalRequest, Stake, Subject

_NOWHERE = Subject(package="")


@dataclass(frozen=True, kw_only=True)
class Draft:
    """A request without its numbers."""

    action: Action
    facts: tuple[Fact, ...]
    stake: Stake


def draft_of(request: ApprovalRequest) -> Draft:
    """The draft of what a person is to be asked. Raises MessageMalformed when the protocol has no words for it.

    Nothing is cut to size here: what does not fit is not asked, and so not done.
    """
    subject = request.subject or _NOWHERE
    action = Action(
        tool=request.tool_name,
        arguments=request.arguments,
        target=Target(**vars(subject)),
        screen_digest=request.screen_digest,
    )
    facts = tuple(_facts(request.details))
    # Read as the phone will read it: what it would call malformed is found here, before a number is used up.
    canonical([action.as_json(), *map(vars, facts)])
    return Draft(
        action=Action.read(action.as_json()), facts=tuple(map(Fact.read, map(vars, facts))), stake=request.stake
    )


def _facts(details: Iterable[tuple[str, str]]) -> Iterator[Fact]:
    for name, value in details:
        if name in FACT_TITLES:
            yield Fact(kind=name, value=value)
        else:
            yield Fact(kind="field", value=f"{name}: {value}")
