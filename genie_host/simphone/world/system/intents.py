"""Addresses, deep links and intents: which app opens them, and the chooser when several may."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from genie_host.simphone.world.actions import target as filled_target
from genie_host.simphone.world.schema import App, Target
from genie_host.simphone.world.scripts import Intent
from genie_host.simphone.world.system.calls import Calls
from genie_host.simphone.world.system.state import Prompt

VIEW = "android.intent.action.VIEW"
_PLACE = re.compile(r"\{(\w+)\}")
_WEB = re.compile(r"https?://", re.IGNORECASE)
_ADDRESSED = re.compile(r"(tel|sms|smsto|mailto|geo):", re.IGNORECASE)
"""Data that says whom or what it is about: only an app whose links can read it is asked."""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """An app that can open something, at one of its screens."""

    package: str
    target: Mapping[str, Any]
    """``screen`` and ``args``, templates still."""
    values: Mapping[str, Any]
    """What the templates can name."""
    exactness: int
    """Length of what the app spells out; the most exact claim wins."""


class Intents(Calls):
    """The part of the phone that finds an app for what is asked."""

    def open_url(self, url: str) -> bool:
        """Open a web address or a deep link; False when nobody can, which a toast says."""
        return self.send_intent(Intent(action=VIEW, data=url))

    def send_intent(self, intent: Intent, package: str = "") -> bool:
        """Give an intent to the app that answers it, or let the person choose; False when none does.

        With a package, only that app may answer.
        """
        claims = self.claims_on(intent, package)
        self.log.append("intent", action=intent.action, data=intent.data, apps=[claim.package for claim in claims])
        if not claims:
            self.show_toast(self.say("No app can open this"))
            return False
        if len(claims) == 1:
            self._deliver(claims[0])
        else:
            self._offer(claims)
        return self._changed()

    def claims_on(self, intent: Intent, package: str = "") -> list[Claim]:
        """Apps that can open something: those whose claim is the most exact."""
        asked = [app for app in self.apps.values() if package in ("", app.package)]
        claims = [claim for app in asked for claim in _claims_of(app, intent)]
        best = max((claim.exactness for claim in claims), default=0)
        claims = [claim for claim in claims if claim.exactness == best]
        if intent.action != VIEW:
            # An app that shares does not offer itself.
            claims = [claim for claim in claims if claim.package != self.app.package] or claims
        if not claims and intent.action == VIEW and _WEB.match(intent.data):
            claims = [claim for claim in self._browser_claim(intent.data) if package in ("", claim.package)]
        return list({claim.package: claim for claim in reversed(claims)}.values())[::-1]

    def choose_app(self, number: str) -> None:
        """A row of the chooser."""
        prompt = next((prompt for prompt in reversed(self.system.prompts) if prompt.kind == "chooser"), None)
        if prompt is None:
            return
        self.system.prompts.remove(prompt)
        self._deliver(Claim(exactness=0, **prompt.names["claims"][int(number)]))
        self._changed()

    def cancel_chooser(self) -> None:
        """Back, or a touch beside it."""
        self.system.prompts = [prompt for prompt in self.system.prompts if prompt.kind != "chooser"]
        self._changed()

    def _offer(self, claims: list[Claim]) -> None:
        self._leave_keyboard()
        rows = [
            {"package": claim.package, "target": dict(claim.target), "values": dict(claim.values)} for claim in claims
        ]
        self.system.prompts.append(
            Prompt(kind="chooser", package=self.app.package, names={"claims": rows}, number=self._number())
        )

    def _deliver(self, claim: Claim) -> None:
        self.start_app(claim.package)
        screen, args = filled_target(dict(claim.target), claim.values)
        if screen != "home":
            self.go_to(screen, args)
        elif "url" in claim.values and "url" in self.state[self.app_id]:
            self.state[self.app_id]["url"] = claim.values["url"]

    def _browser_claim(self, url: str) -> list[Claim]:
        """A browser that claims no addresses is started all the same, and told the address where it has a place."""
        browser = next((app for app in self.apps.values() if app.app_id == "browser"), None)
        if browser is None:
            return []
        return [Claim(package=browser.package, target={"screen": "home"}, values={"url": url}, exactness=0)]


def _claims_of(app: App, intent: Intent) -> list[Claim]:
    values: dict[str, Any] = {"data": intent.data, "extra": _nested(intent.extras)}
    claims = []
    found = [(link, places) for link in app.links if (places := _link_values(link.url, intent.data)) is not None]
    is_for_another = bool(_ADDRESSED.match(intent.data)) and not found
    for filter in app.intents:
        if filter.action == intent.action and not is_for_another:
            spelled = next((places for _, places in found), {})
            claims.append(_claim(app, filter.goto, {**values, **spelled}, 1))
    if intent.action == VIEW:
        for link, places in found:
            claims.append(_claim(app, link.goto, {**values, **places}, 1 + len(_PLACE.sub("", link.url))))
    return claims


def _claim(app: App, target: Target, values: Mapping[str, Any], exactness: int) -> Claim:
    return Claim(
        package=app.package,
        target={"screen": target.screen, "args": dict(target.args)},
        values=values,
        exactness=exactness,
    )


def _link_values(template: str, url: str) -> dict[str, str] | None:
    """What stands in an address at the places of a template; None when it is another kind of address."""
    pieces = _PLACE.split(template)
    pattern = "".join(
        f"(?P<{piece}>{'.+' if is_last else '[^/?#]+'})" if is_place else re.escape(piece)
        for piece, is_place, is_last in (
            (piece, index % 2 == 1, index == len(pieces) - 2 and not pieces[-1]) for index, piece in enumerate(pieces)
        )
    )
    match = re.fullmatch(pattern + "/?", url, re.IGNORECASE)
    return match.groupdict() if match else None


def _nested(extras: Mapping[str, str]) -> dict[str, Any]:
    """``android.intent.extra.TEXT`` as mappings in mappings, as paths of templates ask for it."""
    tree: dict[str, Any] = {}
    for name, value in extras.items():
        *parents, last = name.split(".")
        branch = tree
        for parent in parents:
            branch = branch.setdefault(parent, {})
        branch[last] = value
    return tree
