"""Fields that hold secrets, told by their words and shape: real dumps never set the password flag."""

from __future__ import annotations

import re

from genie_host.core.screen import AccessibilityNode
from genie_host.policy.layout import Layout, id_words, is_field, own_texts
from genie_host.policy.lexicon import lexicon
from genie_host.policy.normalise import normalise
from genie_host.policy.shape import is_search

_ID_SECRETS = frozenset(
    {"password", "passwd", "pwd", "pin", "otp", "cvv", "cvc", "passcode", "secret", "mnemonic", "pincode", "captcha"}
    | {"totp", "mpin", "passphrase", "ssn", "puk", "cardnumber"}
)
_ID_PAIRS = (("card", "number"), ("security", "code"), ("verification", "code"), ("sms", "code"), ("verify", "code"))
_COMPOSER = frozenset({"message", "compose", "composer", "entry", "chat", "reply", "editor", "comment", "note"})
_CODE_BOXES_AT_LEAST = 4
_CODE_LENGTH = re.compile(r"(?<!\d)[4-8](?!\d)")
_ADDRESS_FIELDS = 2
_PIN = re.compile("pin|पिन|পিন")
_PAYEE = re.compile(r"\b(payee|recipient|beneficiary|receiver)\b")
_ACCOUNT = re.compile(
    r"account|iban|routing|sort code|conto|compte|cuenta|conta\b|konto|счет|счёт|账号|账户|口座|계좌|حساب|खाता"
)
_CARD_DIGITS = range(13, 20)
_MOST_HEADING = 90


def secret_reason(field: AccessibilityNode | None, name: str, layout: Layout) -> str:
    """Why a field holds a secret; empty when nothing says so. ``name`` is what the call names it."""
    words = lexicon().secret
    is_payees = bool(name and _ACCOUNT.search(name.lower())) and _is_about_a_payee(layout)
    is_postal = bool(name and _PIN.search(normalise(name))) and _is_in_an_address(layout)
    if name and words.found_in(name) and not (_is_search_name(name) or is_payees or is_postal):
        return f"the field “{name}” holds a secret"
    if name and lexicon().code.equals(name) and (asked := _asked_on(layout)):
        return f"the page asks for a secret (“{asked[:40]}”)"
    if field is None:
        return _any_secret_field(layout)
    if field.is_password:
        return "the field hides what is typed"
    if is_search(field):
        return ""
    said = " ".join((field.hint, field.content_description))
    found = words.found_in(said) or _by_id(field)
    if not found:
        label = "" if said.strip() else label_before(field, layout)
        found = words.found_in(label) or _by_heading(field, layout)
        said = label
    if found and _PIN.search(normalise(f"{found} {said}")) and _is_in_an_address(layout):
        return ""
    if found and (_PAYEE.search(said.lower()) or (_ACCOUNT.search(said.lower()) and _is_about_a_payee(layout))):
        return ""
    if found:
        return f"the field holds a secret ({found})"
    if any(_CODE_LENGTH.search(normalise(text)) and lexicon().code.equals(text) for text in _own_hints(field)):
        return "the field is as long as a code"
    return "the field is one of a row of boxes for a code" if _is_code_box(field, layout) else ""


def is_filled_secret(layout: Layout) -> bool:
    """Does a secret stand in some field of the screen?"""
    return any(field.text.strip() and secret_reason(field, "", layout) for field in layout.fields)


def looks_secret(text: str) -> bool:
    """Is the text itself a payment card's number?"""
    digits = re.sub(r"[ -]", "", text)
    return digits.isdigit() and len(digits) in _CARD_DIGITS and _luhn(digits)


def masked(text: str) -> str:
    """A secret as it may be shown."""
    return f"({len(text)} characters, not shown)"


def label_before(field: AccessibilityNode, layout: Layout) -> str:
    """The nearest text just above or left of a field."""
    box = field.bounds
    best, nearest = "", 3 * max(40, min(box.height, 160))
    for node in layout.in_window(field):
        if is_field(node) or not own_texts(node) or node.bounds.area == 0:
            continue
        other = node.bounds
        is_above = other.bottom <= box.top + box.height // 4 and other.left < box.right and box.left < other.right
        is_left = other.right <= box.left + 8 and other.top < box.bottom and box.top < other.bottom
        distance = box.top - other.bottom if is_above else box.left - other.right
        if (is_above or is_left) and distance < nearest:
            best, nearest = own_texts(node)[0], max(0, distance)
    return best


def _is_about_a_payee(layout: Layout) -> bool:
    """Does the form ask for somebody else's account?"""
    said = [text for field in layout.fields for text in (field.hint, field.content_description) if text]
    return any(lexicon().payee.found_in(text) for text in (*said, layout.observation.title) if text)


def _is_in_an_address(layout: Layout) -> bool:
    """Is it one of the fields of a postal address, where a PIN code is a part of it?"""
    hints = [field.hint for field in layout.fields if lexicon().address.found_in(field.hint)]
    return len(hints) >= _ADDRESS_FIELDS


def _own_hints(field: AccessibilityNode) -> tuple[str, ...]:
    """What the field says of itself."""
    return tuple(text for text in (field.hint, field.content_description) if text.strip())


def _asked_on(layout: Layout) -> str:
    """The sentence of a page that speaks of a secret; empty when none does."""
    for node in layout.nodes:
        for text in own_texts(node) if node.is_visible and not is_field(node) else ():
            if len(text) <= _MOST_HEADING and lexicon().secret.found_in(text):
                return text
    return ""


def _any_secret_field(layout: Layout) -> str:
    """The field is not known: any secret one on the screen may be it."""
    return next((reason for field in layout.fields if (reason := secret_reason(field, "", layout))), "")


def _by_id(field: AccessibilityNode) -> str:
    words = id_words(field.resource_id)
    if _ID_SECRETS.intersection(words) or any(set(pair) <= set(words) for pair in _ID_PAIRS):
        return " ".join(words)
    return ""


def _by_heading(field: AccessibilityNode, layout: Layout) -> str:
    """A page with one nameless field whose heading or sentence asks for a code; not the composer of a chat."""
    says_more = any(character.isalpha() for character in field.hint) and not lexicon().code.equals(field.hint)
    if says_more or _COMPOSER.intersection(id_words(field.resource_id)):
        return ""
    fields = [each for each in layout.fields if layout.window(each) is layout.window(field) and not is_search(each)]
    if len(fields) != 1 or fields[0] is not field:
        return ""
    for node in layout.in_window(field):
        for text in own_texts(node):
            if node.bounds.top <= field.bounds.bottom and len(text) <= _MOST_HEADING and not node.is_clickable:
                found = lexicon().secret.found_in(text)
                if found:
                    return found
    return ""


def _is_code_box(field: AccessibilityNode, layout: Layout) -> bool:
    box = field.bounds
    row = [
        other
        for other in layout.fields
        if abs(other.bounds.top - box.top) <= 8 and abs(other.bounds.width - box.width) <= 8
    ]
    return len(row) >= _CODE_BOXES_AT_LEAST and box.width <= 1.5 * box.height


def _is_search_name(name: str) -> bool:
    return bool({"search", "url", "find"}.intersection(re.split(r"\W+", name.lower())))


def _luhn(digits: str) -> bool:
    doubled = (int(digit) * (1 + position % 2) for position, digit in enumerate(reversed(digits)))
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0
