"""Signals that surround a call: a page about money, a sensitive app, a grave word, a field or page for secrets.

None of them decides anything alone or together: on real screens they fire on reading as much as on paying. They are
kept beside a verdict as context for the person who is asked, and for whoever reads the log.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from genie_host.core.screen import AccessibilityNode
from genie_host.core.verdicts import Evidence
from genie_host.policy.layout import Layout, inner_texts, is_field, own_texts

FINANCIAL_SCREEN, SENSITIVE_APP, DESTRUCTIVE_VERB = "financial_screen", "sensitive_app", "destructive_verb"
SENSITIVE_FIELD, AUTH_FLOW = "sensitive_field", "auth_flow"

VERBS = frozenset(
    {"send", "transfer", "pay", "confirm", "submit", "delete", "remove", "reset", "purchase", "authorize", "approve"}
    | {"proceed", "execute", "withdraw", "uninstall"}
)
FINANCE_WORDS = (
    "balance",
    "total",
    "payment",
    "transfer",
    "amount",
    "transaction",
    "invoice",
    "billing",
    "checkout",
    "subtotal",
)
CURRENCY = re.compile(r"[$€£¥₦₹₩₿]\s*\d+|(?<!\d)\d++\.\d{2}\s*(USD|EUR|GBP|NGN|INR|KRW)", re.IGNORECASE)
FIELD_HINTS = (
    *("password", "pin", "otp", "cvv", "cvc", "security code", "card number", "account number", "routing number"),
    *("secret", "verification code", "passcode"),
)
AUTH_WORDS = (
    *("sign in", "log in", "login", "signin", "verify", "two-factor", "2fa", "one-time", "mfa", "authenticate"),
    *("security question", "recovery code"),
)
PACKAGES = (
    *("com.google.android.apps.walletnfcrel", "com.google.android.apps.nbu", "com.paypal", "com.venmo"),
    *("com.squareup.cash", "com.android.settings", "com.android.vending"),
)


def signals_around(
    layout: Layout, target: AccessibilityNode | None, arguments: Mapping[str, Any], *, is_typing: bool
) -> Iterator[Evidence]:
    """The signals of one touch or text, in a fixed order."""
    seen = layout.visible_text
    money = CURRENCY.search(seen)
    word = money[0] if money is not None else next((word for word in FINANCE_WORDS if word in seen), "")
    if word:
        yield Evidence(name=FINANCIAL_SCREEN, detail=f"the screen shows “{word}”")
    package = target.package_name if target is not None else layout.observation.package_name
    if package.startswith(PACKAGES) or layout.rules.is_sensitive(package):
        yield Evidence(name=SENSITIVE_APP, detail=package)
    if is_typing:
        yield from _around_a_field(layout, target, seen)
        return
    said = [str(arguments.get(key) or "") for key in ("target", "text", "desc", "label", "name")]
    said += [*own_texts(target), *inner_texts(target)] if target is not None else []
    verb = next((word for text in said for word in re.findall(r"\w+", text.lower()) if word in VERBS), "")
    if verb:
        yield Evidence(name=DESTRUCTIVE_VERB, detail=f"“{verb}”")


def _around_a_field(layout: Layout, target: AccessibilityNode | None, seen: str) -> Iterator[Evidence]:
    field = target if target is not None and is_field(target) else None
    field = field or next((each for each in layout.fields if each.is_focused), None)
    if field is None:
        return
    said = f"{field.hint} {field.content_description}".lower()
    hint = next((word for word in FIELD_HINTS if word in said), "")
    if field.is_password or hint:
        yield Evidence(
            name=SENSITIVE_FIELD, detail=f"the field is for “{hint}”" if hint else "the field hides its text"
        )
    word = next((word for word in AUTH_WORDS if word in seen), "")
    if word:
        yield Evidence(name=AUTH_FLOW, detail=f"the screen shows “{word}”")
