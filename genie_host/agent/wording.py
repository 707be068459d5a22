"""What the words of a goal rule out: sending, a title, the words that say whom a text is for. English. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from genie_host.agent.fold import fold
from genie_host.agent.phrasing import QUOTED
from genie_host.agent.times import times_with_places
from genie_host.core.calls import Outcome, Tier, ToolCall
from genie_host.core.screen import Element

_UNSENT = re.compile(
    r"\b(?:don't|do not|dont|not|never|without|no)\s+(?:\w+\s+){0,5}?send(?:ing)?\b|\bnot sent\b|\bunsent\b"
    r"|\b(?:before|without) sending\b|\b(?:send it|press send) (?:myself|later)\b|\bi'll (?:press )?send\b"
    r"|\bdon't (?:press|tap|hit) send\b"
)
_DRAFT = re.compile(r"\bdraft\b")
_SEND = re.compile(r"\bsend\b")
_NAMING = re.compile(
    r"\b(?:titled?|call(?:ed|ing)?|nam(?:e|ed|ing)|head(?:ed|ing|line)|label(?:l?ed)?|subject)\b"
    r"|\b(?:a|an|the|my) (?!(?:new|quick|short|little|fresh|small) (?:note|one)\b)(?:[\w'&-]+ ){1,3}note\b"
    r"|\"\" note\b"
)
_LABELLING = re.compile(
    r"\"\""
    r"|\bthen *[,:] *(?!(?:please|thanks?|cheers|ok|would|will|could|can|if|so|and|then|i|it|that|tomorrow|today)\b)\w"
    r"|\bfor (?!(?:then|me|us|it|that|this|today|tonight|tomorrow|next|the (?:morning|afternoon|evening))\b)\w"
    r"|\b(?:a|an|the|my|new) (?!(?:new|then|daily|early|morning|evening|quick|another|wake[ -]?up)\b)"
    r"(?:[\w'&-]+ ){1,3}alarm\b"
    r"|^(?!(?:new|a|an|set|add|the|my|make|create|then|another|please|quick|morning|early|i|i'd|we|"
    r"can|could|may|give|get|have|put|let|would|do)\b)(?:[\w'&-]+ ){1,3}alarm\b"
)
_PLAINLY_NAMING = re.compile(
    r"\b(?:titled|entitled|headed|labell?ed)\b|\b(?:title|label|heading) (?:is|should|it|:)"
    r"|\b(?:the|its|with|under) (?:title|heading|label)\b|\b(?:note|alarm) (?:called|named)\b|\b(?:call|name) it\b"
    r"|\b(?:title|label)(?::|, )|, ?(?:title|label) \w"
)
_TELLING_BY_NAME = re.compile(
    r"\b(?:[Tt]ell|[Ll]et|[Tt]ext|[Mm]essage) (?:my )?(?!Me\b|I\b)[A-Z][a-z]+|\b[Tt]ell (?:him|her|them)\b"
    r"|\b[Ll]et (?:him|her|them) know\b"
)
_CAPITAL = re.compile(r"\bnote [A-Z]")
_UNTITLED = re.compile(
    r"\b(?:no|without(?: a| any)?) (?:title|label)\b|\buntitled\b|\bunlabell?ed\b"
    r"|\btitle (?:empty|blank|out|off)\b|\b(?:empty|blank) title\b"
)
_LETTING_KNOW = re.compile(r"\blet (?!me\b)[\w']+(?: [\w']+)? know\b")
_BIDDING = frozenset(
    "send text message msg write reply answer respond drop shoot ping forward pass type draft prepare tell ask say "
    "inform remind wish thank invite compose put enter".split()
)
_KEEPING = frozenset(
    "note notes memo save jot log add make create record keep store remember forget take new word words saying says "
    "know label labelled labeled called named name call title titled alarm wake search find look get set give pop "
    "stick start open begin leave let texts messages texting messaging writing ping sms txt list".split()
)
_PLAINLY_BIDDING = frozenset("send text message msg tell reply".split())
_LEADS = frozenset(
    "please and to can could would you just then kindly now genie hey quickly i'll we also ok so".split()
)
_ASKING = re.compile(
    r"^(?:[\w' ]{0,20}[,.] )?(?:what|when|where|who|which|how|did|does|has|is|are)\b(?!.*:)"
    r"|\b(?:tell me|read|look in|look at|check|find out|remind me|i need to know|i want to know)\b"
)
_SAVING = re.compile(
    r"\b(?:mak|writ|sav|jot|creat|put|tak|typ|log|enter|compos|record|keep|set|start|draft|stor)(?:e|s|es|t?ing)?\b"
    r"|\b(?:add|remember|new)\b|(?:^|\bplease |\bto |\band )note\b|: "
)
_TELLING = frozenset("text message msg tell send write ask give drop shoot answer reply let ping".split())
_PERSONS = frozenset("him her them".split())


def forbids_sending(goal: str) -> bool:
    """Whether a goal asks for a text that is left unsent, or for none at all."""
    words = QUOTED.sub(' "" ', _plain(goal))
    is_draft = bool(_UNSENT.search(words)) or (bool(_DRAFT.search(words)) and not _SEND.search(words))
    return is_draft or only_reads(goal)


def tells_somebody(goal: str) -> bool:
    """Whether a goal bids us to tell somebody something: "tell Mum", "let Sam know", not "tell me" or "her text"."""
    words = QUOTED.sub(' "" ', _plain(goal))
    if _LETTING_KNOW.search(words):
        return True
    for clause in re.split(r"[,.;:!?]+", words):
        tokens = ["", *re.findall(r"[\w']+", clause), ""]
        for before, word, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
            if word in _BIDDING and (before in _LEADS or not before) and after != "me":
                return True
    return False


def plainly_tells(goal: str) -> bool:
    """Whether telling somebody is beyond doubt what a goal is about, so that no setting is."""
    first = re.match(r"(?:[\w' ]*\b(?:please|to|can you|could you|you) )?(\w+)", _plain(goal))
    return bool(re.search(r"\blet [A-Z]\w+ know\b", goal)) or (first is not None and first[1] in _PLAINLY_BIDDING)


def only_reads(goal: str) -> bool:
    """Whether a goal is after something to know, and bids us to write nothing."""
    return bool(_ASKING.search(QUOTED.sub(' "" ', _plain(goal)))) and not tells_somebody(goal)


def only_wants_to_know(goal: str) -> bool:
    """Whether a goal is after something to know, and has no word of keeping anything: nothing is written for it."""
    return only_reads(goal) and not _SAVING.search(QUOTED.sub(' "" ', _plain(goal)))


def sends(element: Element) -> bool:
    """Whether a control is the one that sends."""
    return bool(re.match(r"send\b", element.name.casefold()))


def unsent(call: ToolCall, element: Element | None, goal: str) -> Outcome | None:
    """What to answer instead of pressing Send when the goal says not to, or None."""
    if element is None or call.tool_name != "click" or not (sends(element) and forbids_sending(goal)):
        return None
    message = f"The goal says not to send, so '{element.name}' was not pressed."
    return Outcome(tier=Tier.LOGIC, code="against_goal", message=message)


def speaks_of_title(goal: str) -> bool:
    """Whether a goal gives the thing it asks for a name of its own, or may do so."""
    words = _plain(goal)
    if len(QUOTED.findall(goal)) > 1 or _CAPITAL.search(goal):
        return True
    outside = QUOTED.sub('""', words)
    return bool(_NAMING.search(outside) and not _UNTITLED.search(outside))


def bids_writing(goal: str) -> bool:
    """Whether a goal has any word of writing in it, or words between quotation marks or after a colon."""
    words = _plain(goal)
    return bool(QUOTED.search(goal) or re.search(r"\w: ", goal)) or not (_BIDDING | _KEEPING).isdisjoint(
        re.findall(r"[a-z]+", words)
    )


def speaks_of_label(goal: str) -> bool:
    """Whether a goal may give an alarm a name: it names something, or says what for beside the time."""
    words = _plain(goal)
    for start, end, _ in reversed(times_with_places(words)):
        words = f"{words[:start]} then {words[end:]}"
    if _UNTITLED.search(QUOTED.sub('""', words)):
        return False
    return speaks_of_title(goal) or bool(_LABELLING.search(QUOTED.sub('""', words)))


def leaves_unnamed(goal: str, text: str) -> bool:
    """Whether a goal plainly gives what it asks for a name, outside the text that is in it."""
    words = QUOTED.sub('""', _plain(goal).replace(_plain(text), " ") if text else _plain(goal))
    return bool(_PLAINLY_NAMING.search(words)) and not _UNTITLED.search(words)


def tells_by_name(goal: str) -> bool:
    """Whether a goal bids us to tell somebody something, by a name or by a word for one: not to keep it."""
    words = QUOTED.sub(' "" ', goal.replace("’", "'"))
    return bool(_TELLING_BY_NAME.search(words)) and not re.search(r"\bnotes?\b|\bmemo\b", words.lower())


def without_phrases(parts: Sequence[tuple[str, ...]], phrases: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Runs of a goal's pieces cut where these phrases stand, which are no part of what is looked for."""
    cut = list(parts)
    for phrase in phrases:
        wanted = [piece.strip().casefold() for piece in phrase]
        rest: list[tuple[str, ...]] = []
        for part in cut:
            words = [fold(piece).strip().casefold() for piece in part]
            at = next((at for at in range(len(words)) if words[at : at + len(wanted)] == wanted), None)
            rest += [part] if at is None else [piece for piece in (part[:at], part[at + len(wanted) :]) if piece]
        cut = rest
    return cut


def without_addressee(pieces: Sequence[str], name: str) -> list[tuple[str, ...]]:
    """A goal's pieces cut where they say whom a text is for, which is no part of it.

    ``name`` is that of the conversation on the screen: "text Mum see you" tells Mum "see you", "send hi to Mum" tells
    her "hi".
    """
    words = [fold(piece).strip().casefold() for piece in pieces]
    called = fold(name).casefold().split()
    cut: set[int] = set()
    for at, word in enumerate(words[1:], start=1):
        before = words[at - 1]
        if before in _TELLING and word in _PERSONS:
            cut.add(at)
        if (before in _TELLING or before == "to") and called and words[at : at + len(called)] == called:
            cut.update(range(at - 1 if before == "to" else at, at + len(called)))
    parts: list[tuple[str, ...]] = []
    start = 0
    for at in [*sorted(cut), len(pieces)]:
        if at > start:
            parts.append(tuple(pieces[start:at]))
        start = at + 1
    return parts


def _plain(goal: str) -> str:
    return goal.lower().replace("’", "'")
