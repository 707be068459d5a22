"""What the user's policy says of a call that has been judged: how much is asked, what never happens, and where.

The policy makes a verdict stricter, but for one thing: at the level ``quick`` the stakes it lists pass unasked, when
the user named who it is for and nothing about them is odd.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genie_host.core.screen import AccessibilityNode
from genie_host.core.verdicts import Evidence, Ruling, Stake, Verdict
from genie_host.policy.keyboard import is_navigation
from genie_host.policy.layout import Layout
from genie_host.policy.rules import NEVER_UNASKED, Level, Rules
from genie_host.policy.rulings import ask, refuse
from genie_host.policy.stakes import is_recipient_named
from genie_host.policy.tool_names import Deed

CONFIRM_PACKAGE = "dev.genie.confirm"
"""The app that asks on the phone. It is for the person alone."""

_ALWAYS_ASKED = frozenset({Deed.TOUCH, Deed.TYPE, Deed.CLEAR, Deed.PRESS, Deed.SHELL, Deed.INTENT, Deed.LINK})
_ACTING = _ALWAYS_ASKED | {Deed.GLIDE, Deed.ASK}
_PLAIN = frozenset({"commit_verb", "commit_id", "send_place", "enter_sends"})
"""Evidence that says no more than what the deed is. Any other means that something about it is odd."""


def governed(
    verdict: Verdict,
    deed: Deed,
    arguments: Mapping[str, Any],
    target: AccessibilityNode | None,
    layout: Layout,
    goal: str,
) -> Verdict:
    """The verdict after the policy."""
    rules, package = layout.rules, _package_of(deed, arguments, target, layout)
    if deed in _ACTING and CONFIRM_PACKAGE in (package, layout.observation.package_name):
        return refuse("confirm_app", "the app that asks the person is never touched")
    if deed in _ACTING and any(rule.is_forbidden for rule in rules.rules_for(package)):
        return refuse("policy_forbidden", f"the policy forbids touching anything in {package}")
    if verdict.ruling is Ruling.ASK:
        return _asked(verdict, package, rules, target, layout, goal)
    is_asked_always = rules.level_for(package) is Level.ASK_ALWAYS and deed in _ALWAYS_ASKED
    if verdict.ruling is Ruling.ALLOW and is_asked_always and not (deed is Deed.PRESS and is_navigation(arguments)):
        return ask("policy_ask_always", "the policy asks about everything that acts")
    return verdict


def _asked(
    verdict: Verdict, package: str, rules: Rules, target: AccessibilityNode | None, layout: Layout, goal: str
) -> Verdict:
    of_app = rules.rules_for(package)
    if verdict.stake in rules.refuse or any(verdict.stake in rule.refuse for rule in of_app):
        reason = f"the policy never lets this happen: {verdict.stake.value}"
        return refuse("policy_never", "; ".join((reason, *verdict.reasons)), verdict.stake)
    may_pass = (
        rules.level_for(package) is Level.QUICK
        and verdict.stake in rules.passes - NEVER_UNASKED
        and not any(verdict.stake in rule.ask for rule in of_app)
        and all(each.name in _PLAIN for each in verdict.evidence if each.is_decisive)
    )
    if not may_pass or not _is_named(verdict.stake, target, layout, goal):
        return verdict
    passed = Evidence(name="policy_quick", detail=f"the policy lets {verdict.stake.value} pass unasked")
    return Verdict(
        ruling=Ruling.ALLOW, reasons=(passed.detail,), evidence=(*verdict.evidence, passed), stake=verdict.stake
    )


def _is_named(stake: Stake, target: AccessibilityNode | None, layout: Layout, goal: str) -> bool:
    """What goes to somebody passes only when the user's words say to whom."""
    if stake not in (Stake.SEND, Stake.CALL, Stake.SHARE):
        return True
    return is_recipient_named(target, layout, goal)


def _package_of(deed: Deed, arguments: Mapping[str, Any], target: AccessibilityNode | None, layout: Layout) -> str:
    if target is not None and target.package_name:
        return target.package_name
    if deed in (Deed.OPEN_APP, Deed.INTENT, Deed.ASK):
        named = str(arguments.get("package") or str(arguments.get("component") or "").partition("/")[0])
        if named:
            return named
    return layout.observation.package_name
