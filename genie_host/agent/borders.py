"""Whether a text is cut out of a goal where people would cut: after a word that leads to it, before one that goes on.

The words are those that stand around texts, titles and labels in the training's phrase book. English. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from genie_host.agent.fold import fold
from genie_host.agent.phrasing import REQUEST

_BEFORE = frozenset(
    ": , . ; ! ? ' - a an the my new is are be it that this so and with of for to in as out back down just please "
    "say says said saying text texts word words message msg sms memo note notes body content content's contents "
    "reads reading contain contains containing write writing type typing put enter save add keep store record "
    "jot jotting log pop stick get give leave draft prepare compose start begin forward pass ping drop shoot send "
    "sending reply replying answer respond tell ask asking know told inform remember forget need want like him her "
    "them me you us self have has had having got ready over quick label labelled labeled called call calls named name "
    "names titled title entitled headed heading under alarm create make made set about following txt line remind "
    "wish transmit then stating mentioning announcing explaining letting wording reminding warning thanking wishing "
    "telling informing confirming suggesting asks reminds namely goes title's text's message's".split()
)
_AFTER = frozenset(
    ": , . ; ! ? ' - and or in into inside as to for from under down by but please thanks thank cheers across out over "
    "off with without on at is are so now then i if when before via using through it that this which who where too "
    "saved noted written kept waiting ready typed sent put titled named called labelled headed alarm note go text body "
    "saying reading containing write title label would will could can will ok okay".split()
)
_GOES_ON = frozenset(
    "save send keep leave press hit tap put call title titled name named headed store do don't dont not no without "
    "then please thanks thank cheers wait hold let write type text body note content label would will could can under "
    "with time as make that's it its in into to by for from new add and but just only i'll i i'd so ok okay if when "
    "done after unsent stop file also now saying tell give create start set pop stick get via over through at "
    "on".split()
)
"""What a goal goes on with after a comma or an "and" at the end of a text."""
_AFTER_TITLE = frozenset("the its a an in whose as have".split())
"""What else may come after a title and an "and": "and the text is"."""
_NOTED_DOWN = frozenset("jot note write put take get mark scribble this that".split())
_POINTING = frozenset(
    "a an the my our your this that it notes note messages message him her them there here me us text texts new it's "
    "one".split()
)
"""What a goal goes on with after a preposition at the end of a text, beside a name."""
_LEADS = re.compile(
    r"(?:(?:the |this |a |an |my )?(?:following|text|words?|message|body|content)\b"
    r"(?! (?:was|is|came|from|for|to|on|me)\b)|(?:a|the|this|new) (?:new )?note\b"
    r"|(?:it|this|that|them) (?:in|into|to|as|for me|off|down|on|under)\b"
    r"|(?:title|titled|called|named|headed|label|labelled|saying|reading|says)\b"
    r"|note (?:with|called|titled|named|headed|saying|that says)\b"
    r"|(?:as|for) (?:the|its) (?:title|text|body|label)\b|should (?:be|say|read)\b)"
)
_TAILS = re.compile(
    r"[,.;:!?] *(?:and |then |but |please |just )*"
    r"(?:(?:save|send|title|name|call|keep|store|file) (?:it|this|that|them)\b|(?:don't|do not|dont|not|no) send"
    r"|leave it (?:unsent|there|as|in)\b|(?:press|hit|tap) (?:send|save)\b"
    r"|(?:with |give it |under )?(?:no|the|a)? ?title\b|titled\b|i'll (?:send|press|do|check)\b"
    r"|i will send\b|no sending\b|not sent\b|unsent\b)"
    # a bidding that goes on after the text: "so that he knows, write | to Sam"
    r"|[,.;:!?] *(?:please |just |and |then |so |to )*"
    r"(?:send|text|message|msg|write|drop|shoot|ping|pass)(?: (?:a|an|the|this))?"
    r"(?: (?:text|message|msg|note|line|word))?$"
    r"|\bas (?:the|its) (?:title|label|heading|name)$"
)
_BID = re.compile(
    r"(?:(?:please|can|could|would|will|you|just|kindly|now|hey|genie|quickly|i|want|need|to|also) +)*"
    r"(?:send|text|message|msg|tell|write|drop|shoot|ping)\b"
)
"""How a goal begins that bids us to tell somebody something."""
_JOINING = frozenset(
    "i i'd i'll we we'd can could would will please need want for in and at to it is on an as of with alarm label "
    "labelled called named me , . ! ? : ;".split()
)
_STOPS = frozenset(".!?")
_WORD = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*|[^\sa-z0-9]")


_COMMAS = (",", ";")
"""What no text begins with: it belongs to the words before."""


def is_cut_well(goal: str, text: str, *, name: str = "", is_title: bool = False) -> bool:
    """Whether a text begins and ends in a goal where texts do; one that is not in it at all is no matter.

    ``name`` is whom a message is for: his name leads to a text as well, and follows it.
    """
    whole, part, called = _plain(goal), _plain(text), _plain(name).split()
    places = list(re.finditer(rf"(?<![a-z0-9]){re.escape(part)}(?![a-z0-9])", whole))
    if part[:1] in _COMMAS:
        return False
    if not places or not part:
        return True
    if _LEADS.match(part) or _TAILS.search(part):
        return False
    if whole.endswith("?") and not whole.endswith(part) and not REQUEST.search(whole):
        places = [place for place in places if whole[place.end() :].strip() != "?"]  # it asks them, not us
    return any(_fits(whole[: place.start()], part, whole[place.end() :], called, is_title) for place in places)


def ends(pieces: Sequence[str], name: str, *, is_title: bool = False) -> list[bool]:
    """Of each of a goal's pieces, whether a text may end with it, by what comes after. ``name`` as above."""
    words, called = [_plain(piece).strip() for piece in pieces], _plain(name).split()
    return [word in _STOPS or _goes_on(words[at + 1 :], called, is_title) for at, word in enumerate(words)]


def starts(pieces: Sequence[str]) -> list[bool]:
    """Of each of a goal's pieces, whether a text may begin with it: not where it still speaks of the text to come."""
    rests = ("".join(pieces[at:]) for at in range(len(pieces)))
    return [
        piece.strip() not in _COMMAS and not _LEADS.match(_plain(rest).strip())
        for piece, rest in zip(pieces, rests, strict=True)
    ]


def bid_pieces(pieces: Sequence[str]) -> int:
    """How many pieces at the beginning of a goal bid us to tell something, and are no part of what is told."""
    bid = _BID.match(_plain("".join(pieces)).strip())
    ends = [len(_plain("".join(pieces[: at + 1])).strip()) for at in range(len(pieces))]
    return sum(end <= bid.end() for end in ends) if bid is not None else 0


def begins_label(piece: str) -> bool:
    """Whether an alarm's label may begin with this word: not with one that only joins."""
    return _plain(piece).strip() not in _JOINING


def _goes_on(following: Sequence[str], called: Sequence[str], is_title: bool) -> bool:
    """Whether a goal can go on like this after a text in it is over."""
    rest = [word for word in following if word not in ("'", "-")]
    if not rest or (called and list(rest[: len(called)]) == list(called)):
        return True
    first, *more = rest
    if first not in _AFTER:
        return False
    if not more:
        return True
    is_to_name = bool(called) and more[0].startswith(called[0])
    if first in (",", "and", "but"):
        after = more[1] if first == "," and more[0] in ("and", "but") and len(more) > 1 else more[0]
        return after in _GOES_ON or is_to_name or (is_title and after in _AFTER_TITLE)
    if first in ("to", "in", "into", "on", "at", "from", "by", "off", "over"):
        return more[0] in _POINTING or is_to_name
    return True


def _fits(before: str, part: str, after: str, called: Sequence[str], is_title: bool) -> bool:
    last, following = _WORD.findall(before)[-1:], _WORD.findall(after)
    if following[:1] == ["down"] and (not last or last[0] not in _NOTED_DOWN):
        return False
    is_led_to = not last or last[0] in _BEFORE or last == called[-1:] or last[0].isdigit()
    return is_led_to and (part[-1] in _STOPS or _goes_on(following, called, is_title))


def _plain(text: str) -> str:
    return fold(text).lower()
