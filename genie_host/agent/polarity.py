"""Whether a goal wants something on or off, when its words leave no doubt. English. Pure."""

from __future__ import annotations

import re

from genie_host.agent.phrasing import QUOTED

_ON = re.compile(r"\b(?:on|enabled?|activated?|re-?enabled?|reactivated?)\b")
_OFF = re.compile(r"\b(?:off|disabled?|deactivated?)\b")
_RINGS = re.compile(r"\b(?:go|goes|going|went|gone) off\b")
"""An alarm that goes off is on."""
_ORDER = re.compile(r"\b(?:turn|switch|flip|shut|put|set)(?:ing|ting|ping)?(?: [\w'-]+){0,3}? (on|off)\b")
"""Verb and state close together: what is wanted, whatever else is said."""
_SWITCHING = re.compile(
    r"\b(?:turn|switch|flip|shut)(?:ing|ping)?(?: [\w'&-]+){0,4}? (?:on|off)\b"
    r"|\b(?:enabl|disabl|activat|deactivat)(?:e|ing)\b"
    r"|^(?!(?:what|which|who|when|where|how|is|are|do|does|did|have|has)\b)(?:[\w'&-]+ ){1,4}(?:on|off)"
    r"(?:[, ]+(?:please|thanks|thank you|cheers|now|for me|ok))*[.! ]*$"
)
_ABLING = re.compile(r"\b(?:(?:re-?)?enable|(?:re)?activate|disable|deactivate)\b")
_INSIDE = re.compile(r"\bo(?:n|ff)-(?=[a-z])")
"""No state: on-screen."""
_CLAUSE_END = re.compile(r"[,.;:!?]|\b(?:so|but|because)\b|(?=\b(?:if|whether|unless)\b)")
_PLACES = re.compile(
    r"\bon screen\b|\bon (?:my|this|the|that|your|our) (?:\w+ )?(?:phone|device|mobile|handset|screen|it)\b"
)
_DENIALS = re.compile(r"\b(?:not|n't|no|never|without|instead|anymore|why|if|whether)\b|n't\b")
_AS_IT_IS = re.compile(
    r"(?:'s|\b(?:is|are|was|were|been|still|currently|left|seems)\b)(?: \w+)? (?:on|off|enabled|disabled)\b"
)
_IS_IT = re.compile(r"^(?:[\w']+,? ){0,2}(?:is|are) (?:[\w'-]+ ){1,4}(?:on|off|enabled|disabled)\b")
_ENSURING = re.compile(
    r"\b(?:make (?:sure|certain)|ensure|see (?:that|to it)|should be|must be|has to be|needs to be)\b"
)
_NAMES_THAT_DENY = re.compile(r"\bdo not disturb\b|\bdnd\b|\bdon't disturb\b")
_STATES = r"(?:on|off|enabled|disabled|active|running|working)"
_ASKING = re.compile(
    r"(?:^|[.!,;] +|\b(?:hey|hi|genie|ok|please|so|and|sorry)[, ]+)"
    rf"(?:is|are|isn't|did|has) [^.!?,]*\b{_STATES}\b[^.!,]*\?$"
    rf"|\b(?:check|see|tell me|know|find out|wonder|wondering|say) (?:if|whether) (?!you )[^.!,]*\b{_STATES}\b"
)
_STATE_ASKED = re.compile(rf"\b(?:is|are|has|have|did|if|whether|state)\b.*\b{_STATES}\b")
_DOING = re.compile(
    r"\b(?:turn|switch|flip|put|set|toggle|enable|disable|activate|deactivate|kill|start|stop|make|get|give|shut|cut|"
    r"send|write|open|go|want it|need it)\b"
)


def is_only_asking(goal: str) -> bool:
    """Whether a goal asks how things are and wants nothing changed, beyond doubt."""
    words = _NAMES_THAT_DENY.sub(" it ", goal.lower().replace("’", "'").strip())
    words = re.sub(r"\b(?:turned|switched|set) (?:on|off)\b", "on", words)
    return bool(_ASKING.search(words)) and not _DOING.search(words)


def asks_state(goal: str) -> bool:
    """Whether a goal that orders nothing asks whether something is on or off."""
    return wanted_state(goal) is None and bool(_STATE_ASKED.search(goal.lower()))


def orders_switching(goal: str) -> bool:
    """Whether a goal bids us in so many words to switch something on or off."""
    words = _PLACES.sub(" ", QUOTED.sub(" it ", _NAMES_THAT_DENY.sub(" it ", goal.lower().replace("’", "'"))))
    return wanted_state(goal) is not None and bool(_SWITCHING.search(words))


def wanted_state(goal: str) -> bool | None:
    """True for on, False for off, None when the goal says both, neither, denies something or tells how things are."""
    words = _INSIDE.sub(" ", _RINGS.sub(" ring ", _PLACES.sub(" ", goal.lower().replace("’", "'"))))
    words = " ".join(_NAMES_THAT_DENY.sub(" it ", words).split())
    clauses = [clause for clause in _CLAUSE_END.split(words) if not _DENIALS.search(clause)]
    orders = {state for clause in clauses for state in _ORDER.findall(clause)}
    orders |= {"on" if verb[0] in "ear" else "off" for clause in clauses for verb in _ABLING.findall(clause)}
    if len(orders) == 1:
        return orders == {"on"}
    wants_on, wants_off = _ON.search(words) is not None, _OFF.search(words) is not None
    if wants_on == wants_off or _DENIALS.search(words):
        return None
    if (_AS_IT_IS.search(words) or _IS_IT.search(words)) and not _ENSURING.search(words):
        return None
    return wants_on
