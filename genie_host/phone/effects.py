"""What an action changed, told by the looks before and after it. Pure.

The sentence goes to the model and to the user, so that nobody has to believe an action worked: it says what is
different, or that nothing is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from genie_host.core.screen import Element, Observation

NOTHING = "Nothing changed on the screen."
_NAMES_TOLD = 3
_NAME_LENGTH = 60


@dataclass(frozen=True, kw_only=True)
class Effect:
    """The difference between two observations, and what the phone said in between."""

    app: str = ""
    """Label of the app that came to the front; empty when it is the one from before."""
    title: str = ""
    """Heading of the screen that came; empty when it is the same screen."""
    dialog: str = ""
    """``shown`` or ``closed``, for a system dialog or a permission prompt; empty when neither happened."""
    keyboard: str = ""
    """``shown`` or ``hidden``; empty when it is as before."""
    screen: str = ""
    """``off``, ``on``, ``locked``, ``unlocked`` or ``turned``; empty when it is as before."""
    toast: str = ""
    changed: tuple[str, ...] = ()
    """Things that are there as before in another state, as one would read them aloud now."""
    appeared: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    is_moved: bool = False
    """The same things lie elsewhere."""

    @property
    def is_nothing(self) -> bool:
        return self == _NO_EFFECT

    @property
    def is_other_screen(self) -> bool:
        """Another app or another page of it: what lies on it is not a change but another place."""
        return bool(self.app or self.title)

    def sentence(self) -> str:
        """For the model: short, most telling first."""
        return " ".join(self._sentences()) or NOTHING

    def _sentences(self) -> Iterator[str]:
        if self.toast:
            yield f"The phone said: '{_short(self.toast)}'."
        if self.screen:
            yield {"locked": "The phone is locked now.", "unlocked": "The phone is unlocked now."}.get(
                self.screen, f"The screen {'turned' if self.screen == 'turned' else f'is {self.screen} now'}."
            )
        if self.app:
            yield f"{_short(self.app)} is in front now{f', at {_quoted(self.title)}' if self.title else ''}."
        elif self.title:
            yield f"The screen is {_quoted(self.title)} now."
        if self.dialog:
            yield f"A dialog of the system was {self.dialog}."
        if self.keyboard:
            yield f"The keyboard is {self.keyboard} now."
        if self.changed:
            yield f"Changed: {_listed(self.changed)}."
        if not self.is_other_screen:
            if self.appeared:
                yield f"New: {_listed(self.appeared)}."
            if self.gone:
                yield f"Gone: {_listed(self.gone)}."
        if self.is_moved and not (self.appeared or self.gone or self.is_other_screen):
            yield "What is on the screen moved."

    def as_data(self) -> dict[str, Any]:
        """JSON-ready; what is as before is left out, long lists are cut."""
        data = asdict(self)
        for key in ("changed", "appeared", "gone"):
            data[key] = [_short(name) for name in data[key][:10]]
        return {key: value for key, value in data.items() if value}


_NO_EFFECT = Effect()


def effect_between(before: Observation, after: Observation, toast: str = "") -> Effect:
    """Compare two looks; ``toast`` is what the phone said meanwhile."""
    is_same_app = before.package_name == after.package_name
    is_same_page = is_same_app and before.title == after.title
    old, new = _by_identity(before), _by_identity(after)
    kept = [key for key in new if key in old]
    changed = tuple(new[key].reading for key in kept if _state(new[key]) != _state(old[key])) if is_same_app else ()
    return Effect(
        app="" if is_same_app else after.app_label or after.package_name or "the system",
        title="" if is_same_page else after.title,
        dialog=_turn(before.dialog_package, after.dialog_package, "shown", "closed"),
        keyboard=_turn(before.is_keyboard_shown, after.is_keyboard_shown, "shown", "hidden"),
        screen=_screen(before, after),
        toast=toast,
        changed=changed,
        appeared=tuple(element.name for key, element in new.items() if key not in old),
        gone=tuple(element.name for key, element in old.items() if key not in new),
        is_moved=any(old[key].node.bounds != new[key].node.bounds for key in kept),
    )


def _by_identity(observation: Observation) -> dict[tuple[str, str], Element]:
    """Names are unique on a screen."""
    return {(element.role.value, element.name): element for element in observation.elements}


def _state(element: Element) -> tuple[object, ...]:
    return (element.value, element.is_checked, element.node.is_enabled, element.node.is_selected)


def _turn(before: object, after: object, came: str, went: str) -> str:
    if bool(before) == bool(after):
        return ""
    return came if after else went


def _screen(before: Observation, after: Observation) -> str:
    if before.is_screen_on != after.is_screen_on:
        return "on" if after.is_screen_on else "off"
    if before.is_locked != after.is_locked:
        return "locked" if after.is_locked else "unlocked"
    return "turned" if before.rotation != after.rotation else ""


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _NAMES_TOLD
    shown = ", ".join(_quoted(name) for name in names[:_NAMES_TOLD])
    return f"{shown} and {more} more" if more > 0 else shown


def _quoted(name: str) -> str:
    return f"'{_short(name)}'"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _NAME_LENGTH else text[: _NAME_LENGTH - 1] + "…"
