"""Links, addresses, codes, files and sums in a text, and whether the user's words say them too. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from genie_host.policy.naming import is_named
from genie_host.policy.normalise import normalise
from genie_host.policy.sources import numbers_in

_LINK = re.compile(r"(?:[a-z][a-z0-9+.\-]{1,20}://|www\.)\S+|\b(?:[a-z0-9\-]+\.)+[a-z]{2,24}/\S*", re.IGNORECASE)
_PLACE = re.compile(r"(?:[a-z0-9\-]+\.)+[a-z]{2,24}(?::[0-9]+)?(?:[/?#]\S*)?", re.IGNORECASE)
"""What an address bar takes for an address, when it is the whole of what was typed."""
_MAIL = re.compile(r"[\w.+\-]+@[\w\-]+(?:\.[\w\-]+)+")
_PHONE = re.compile(r"\+?[0-9][0-9 ()./\-]{5,}[0-9]")
_IBAN = re.compile(r"\b[a-z]{2}[0-9]{2}(?: ?[a-z0-9]{4}){2,7}(?: ?[a-z0-9]{1,4})?\b", re.IGNORECASE)
_COIN = re.compile(r"\b(?:0x[0-9a-f]{40}|bc1[0-9a-z]{20,80}|[13][1-9a-z]{25,34})\b", re.IGNORECASE)
_CODE = re.compile(r"(?<![\w.,:/])(?!(?:19|20)[0-9]{2}\b)[0-9]{4,8}(?![\w,:/]|\.\w)|\b[0-9]{3}[ \-][0-9]{3}\b")
_DATE = re.compile(r"(?:[0-9]{4}[./\-][0-9]{1,2}[./\-][0-9]{1,2}|[0-9]{1,2}[./\-][0-9]{1,2}[./\-][0-9]{2,4})")
_FILE = re.compile(
    r"(?:/[\w.\-]+)+/[\w.\- ]*|\b[\w\-]+\.(?:pdf|docx?|xlsx?|jpe?g|png|apk|zip|txt|csv|mp[34]|key|pem)\b"
)
_AMOUNT = re.compile(r"[0-9][0-9.,' ]*")
_VERBS = frozenset("send message text write tell say reply answer mail email call ring pay transfer give money".split())
"""Of what is said when something is to be sent. A contact that is called so is not named by them."""
_PHONE_DIGITS = 7


@dataclass(frozen=True, kw_only=True)
class Committed:
    """One thing that a call hands over."""

    kind: str
    """``recipient``, ``amount``, ``address``, ``link``, ``code`` or ``file``."""
    value: str
    is_secret: bool = False
    """It may be looked for, but never shown."""


def notable(text: str, *, with_codes: bool = True) -> Iterator[Committed]:
    """The links, addresses, codes and files in a text."""
    if _PLACE.fullmatch(text.strip()) and not _FILE.fullmatch(text.strip()):
        yield Committed(kind="link", value=text.strip())
        return
    rest = text
    for kind, pattern in (
        ("link", _LINK),
        ("address", _MAIL),
        ("file", _FILE),
        ("address", _COIN),
        ("address", _IBAN),
        ("address", _PHONE),
        *((("code", _CODE),) if with_codes else ()),
    ):
        for found in pattern.findall(rest):
            if pattern is not _PHONE or _is_phone(found):
                yield Committed(kind=kind, value=found.strip())
                rest = rest.replace(found, " ")


def _is_phone(found: str) -> bool:
    return sum(character.isdigit() for character in found) >= _PHONE_DIGITS and not _DATE.fullmatch(found.strip())


def is_said(committed: Committed, goal: str) -> bool:
    """Do the user's words say it? A recipient by one word of the name, numbers by value, all else to the letter."""
    said, value = normalise(goal), normalise(committed.value)
    if not value:
        return True
    is_said_so = re.search(rf"(?<![\w@.+\-]){re.escape(value)}(?![\w@]|[.\-/]\w)", said) is not None
    if committed.kind == "recipient" and "@" not in value:
        return is_named(value, " ".join(word for word in said.split() if word not in _VERBS))
    if is_said_so:
        return True
    match committed.kind:
        case "amount":
            return bool(_sums(value) & _sums(said))
        case "address" if re.search(r"[^\W\d_]", value):
            return "@" not in value and value.replace(" ", "") in said.replace(" ", "")
        case "address" | "code":
            return bool(numbers_in(value)) and set(numbers_in(value)) <= set(numbers_in(said))
        case "link":
            bare = re.sub(r"^[a-z]+://(?:www\.)?|/$", "", value)
            return re.search(rf"(?<![\w.\-@]){re.escape(bare)}(?![\w\-]|\.\w|/\w)", said) is not None
    return False


def _sums(text: str) -> frozenset[Decimal]:
    found = set()
    for number in _AMOUNT.findall(text):
        plain = re.sub(r"[' ]", "", number).strip(".,")
        # The last separator with two digits after it, at most, is that of the cents.
        whole, mark, cents = re.match(r"^(.*?)(?:([.,])([0-9]{1,2}))?$", plain).groups()  # type: ignore[union-attr]
        try:
            found.add(Decimal(re.sub(r"[.,]", "", whole) + ("." + cents if mark else "")).normalize())
        except InvalidOperation:
            continue
    return frozenset(found)
