"""Links: opening a page is harmless, a link that acts, deceives or brings a program is not."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from genie_host.core.verdicts import Stake, Verdict
from genie_host.policy.rulings import ALLOWED, ask, refuse

_LONGEST_LINK = 8000
_WEB = frozenset({"http", "https"})
_SHOWING = frozenset(
    {"geo", "tel", "sms", "smsto", "mailto", "market", "about", "chrome", "whatsapp", "tg", "spotify", "vnd.youtube"}
    | {"google.navigation", "waze", "maps", "youtube", "twitter", "instagram", "fb", "comgooglemaps", "webcal"}
)
"""Schemes that open a page or a composer; what is then done there is judged then."""
_EXECUTABLE = re.compile(r"\.(apk|apks|apkm|xapk|aab|exe|msi|dmg|jar|sh|bat|mobileconfig)(\?|$)", re.IGNORECASE)
_SCRIPT = re.compile(r"\s*(javascript|intent|data|vbscript|file|content|blob|view-source)\s*:", re.IGNORECASE)
_ACTING_PATH = re.compile(
    r"(?:^|/)(?:transfer|pay|confirm|approve|authori[sz]e|unsubscribe|delete|logout|withdraw|purchase|buy|revoke)(?:/|$)",
    re.IGNORECASE,
)
_MONEY_KEYS = frozenset({"amount", "amt", "am", "sum", "iban", "recipient", "payee", "to_account"})
_SECRET_KEYS = frozenset({"password", "passwd", "pwd", "pin", "otp", "apikey", "api_key", "secret", "access_token"})


def judge_link(arguments: Mapping[str, Any]) -> Verdict:
    """A call that opens a link, under whatever name the call gives it."""
    named = ("url", "uri", "link", "href", "address", "target", "data")
    url = next((str(arguments[key]) for key in named if arguments.get(key)), "")
    return judge_url(url) if url else refuse("no_link", "it is not said which link to open")


def judge_url(url: str) -> Verdict:
    """One link."""
    if len(url) > _LONGEST_LINK:
        return ask("link_disguised", "the link is longer than one that can be judged")
    url = url.strip()
    try:
        parts = urlsplit(url)
        host, user = parts.hostname or "", parts.username
        query = {key.lower() for key, value in parse_qsl(parts.query) if value}
    except ValueError:
        return refuse("no_link", "it is not a link")
    scheme = parts.scheme.lower()
    if any(ord(character) < 0x20 for character in url):
        return ask("link_disguised", "the link holds characters that hide what it is")
    if scheme in _SHOWING:
        if "%23" in url or ("#" in url and scheme == "tel") or ("*" in url and scheme == "tel"):
            return ask("dialling_code", "it holds a dialling code", Stake.CALL)
        return ALLOWED
    if scheme and scheme not in _WEB and not re.fullmatch(r"\d+.*", parts.path):
        stake = Stake.PAY if scheme in {"upi", "bitcoin", "ethereum", "lightning", "paypal"} else Stake.OTHER
        return ask("link_acts", f"the link is a {scheme} link, which an app or a script acts on", stake)
    if user is not None or "xn--" in host or not host.isascii() or _is_public_number(host):
        return ask("link_disguised", "the address of the link is written so that it can be taken for another")
    if _EXECUTABLE.search(parts.path):
        return ask("link_program", "the link downloads a program", Stake.INSTALL)
    if query & _SECRET_KEYS:
        return ask("link_secret", "the link carries a secret", Stake.SECRET)
    if _ACTING_PATH.search(parts.path) and (query & _MONEY_KEYS or "token" in query or "confirm" in query):
        return ask("link_acts", "opening the link may already do what it names", Stake.PAY)
    return ALLOWED


def is_script(text: str) -> bool:
    """Would this run as code, or act, when typed into an address bar?"""
    return _SCRIPT.match(text) is not None


def _is_public_number(host: str) -> bool:
    """A bare number instead of a name; those of the own network are how people reach their own things."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_global
