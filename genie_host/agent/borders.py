"""Whether a text is cut out of a goal where people would cut: after a word that leads to it, before one that goes on.

The words are those that stand around texts, titles and labels in the training's phrase book. English. Pure.
"""

from __future__ import annotations

import re

from genie_host.agent.fold import fold

_BEFORE = frozenset(
    ": , . ; ! ? ' - a an the my new is are be it that this so and with of for to in as out back down just please "
    "say says said saying text texts word words message msg sms memo note notes body content content's contents "
    "reads reading contain contains containing write writing type typing put enter save add keep store record "
    "jot jotting log pop stick get give leave draft prepare compose start begin forward pass ping drop shoot send "
    "sending reply replying answer respond tell ask asking know told inform remember forget need want like him her "
    "them me you us self have has had having got ready over quick label labelled labeled called call calls named name "
    "names titled title entitled headed heading under alarm create make made set about following txt line remind "
    "wish transmit then".split()
)
_AFTER = frozenset(
    ": , . ; ! ? ' - and or in into inside as to for from under down by but please thanks thank cheers across out over "
    "off with without on at is are so now then i if when before via using through it that this which who where too "
    "saved noted written kept waiting ready typed sent put titled named called labelled headed alarm note go text body "
    "saying reading containing write title label would will could can will ok okay".split()
)
_LEADS = re.compile(
    r"(?:(?:the |this |a |an |my )?(?:following|text|words?|message|body|content)\b"
    r"(?! (?:was|is|came|from|for|to|on|me)\b)|(?:a|the|this|new) (?:new )?note\b"
    r"|(?:it|this|that|them) (?:in|into|to|as|for me|off|down|on|under)\b"
    r"|(?:title|titled|called|named|headed|labelled|saying|reading|says)\b)"
)
_TAILS = re.compile(
    r"[,.;:!?] *(?:and |then |but |please |just )*"
    r"(?:(?:save|send|title|name|call|keep|store|file) (?:it|this|that|them)\b|(?:don't|do not|dont|not|no) send"
    r"|leave it (?:unsent|there|as|in)\b|(?:press|hit|tap) (?:send|save)\b"
    r"|(?:with |give it |under )?(?:no|the|a)? ?title\b|titled\b|i'll (?:send|press|do|check)\b"
    r"|i will send\b|no sending\b|not sent\b|unsent\b)"
)
_WORD = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*|[^\sa-z0-9]")


def is_cut_well(goal: str, text: str, *, name: str = "") -> bool:
    """Whether a text begins and ends in a goal where texts do; one that is not in it at all is no matter.

    ``name`` is whom a message is for: his name leads to a text as well, and follows it.
    """
    whole, part, called = _plain(goal), _plain(text), _plain(name).split()
    places = list(re.finditer(rf"(?<![a-z0-9]){re.escape(part)}(?![a-z0-9])", whole))
    if not places or not part:
        return True
    if _LEADS.match(part) or _TAILS.search(part):
        return False
    return any(_fits(whole[: place.start()], part, whole[place.end() :], called) for place in places)


def _fits(before: str, part: str, after: str, called: list[str]) -> bool:
    last, first = _WORD.findall(before)[-1:], _WORD.findall(after)[:1]
    is_led_to = not last or last[0] in _BEFORE or last == called[-1:] or last[0].isdigit()
    is_over = not first or first[0] in _AFTER or first == called[:1] or part[-1] in ".!?"
    return is_led_to and is_over


def _plain(text: str) -> str:
    return fold(text).lower()
