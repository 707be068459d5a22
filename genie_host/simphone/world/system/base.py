"""What all parts of the system stand on: luck, the kind of phone, its language and its settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.geometry import Size
from genie_host.simphone import profiles
from genie_host.simphone.profiles import Profile
from genie_host.simphone.world import locales
from genie_host.simphone.world.layout import KEYBOARD
from genie_host.simphone.world.schema import App
from genie_host.simphone.world.system.phrases import PHRASES
from genie_host.simphone.world.system.state import Prompt
from genie_host.simphone.world.system.timers import Timers

KEYBOARD_PACKAGE = "com.android.inputmethod.latin"
DEFAULT_SETTINGS = {
    ("secure", "default_input_method"): f"{KEYBOARD_PACKAGE}/.LatinIME",
    ("system", "accelerometer_rotation"): "0",
    ("system", "screen_brightness"): "128",
    ("system", "user_rotation"): "0",
}
_SPOKEN = frozenset(PHRASES)
_DESIGN_DENSITY = 420
NAVIGATION_BAR = 126


class System(Timers):
    """The ground floor of a world."""

    def __init__(
        self,
        apps: Iterable[App],
        *,
        state: Mapping[str, Any] | None = None,
        seed: int = 0,
        clock: Clock = SYSTEM_CLOCK,
        profile: Profile | None = None,
        locale: str = "en",
    ) -> None:
        super().__init__(apps, state=state, clock=clock)
        self.seed = seed
        self.random = Random(seed)  # noqa: S311 - a seed makes a phone repeatable; nothing secret hangs on it
        self.profile = profile if profile is not None else profiles.profile()
        self.settings: dict[tuple[str, str], str] = dict(DEFAULT_SETTINGS)
        self.clipboard: str | None = None
        self.is_screen_on = True
        self._language = locales.language_of(locale)
        self._user_rotation = 0

    @property
    def locale(self) -> str:
        """The language, ``pt``."""
        return self._language

    @property
    def is_right_to_left(self) -> bool:
        return locales.runs_right_to_left(self._language)

    def set_locale(self, tag: str) -> None:
        """Speak another language from now on; raises SimulatorError for one that the phone does not know."""
        self._language = locales.language_of(tag)
        self.log.append("locale_changed", locale=self._language)
        self._changed()

    def words_of(self, app_id: str) -> Mapping[str, str]:
        """Translations of an app's templates into the phone's language; empty in English."""
        return locales.words_on_screen(app_id, self._language)

    def say(self, phrase: str, **names: object) -> str:
        """A phrase of the system in the phone's language, its ``{names}`` filled in."""
        if phrase not in _SPOKEN:
            raise KeyError(phrase)
        text = locales.words("system", self._language).get(phrase, phrase)
        for name, value in names.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text

    @property
    def natural_size(self) -> Size:
        """The screen in use as the phone is naturally held."""
        folded = self.profile.folded_size
        return folded if folded is not None and self.system.is_folded else self.profile.size

    @property
    def rotation(self) -> int:
        """Quarter turns to the left. A screen that insists on its orientation has it."""
        wanted = "any" if self._hides_apps else self.app.screens[self.visit.screen].orientation
        natural = self.natural_size
        is_upright = (natural.height >= natural.width) == (self._user_rotation % 2 == 0)
        if wanted == "any" or (wanted == "portrait") == is_upright:
            return self._user_rotation
        return 1 if self._user_rotation % 2 == 0 else 0

    @rotation.setter
    def rotation(self, quarter_turns: int) -> None:
        self._user_rotation = quarter_turns % 4

    @property
    def size(self) -> Size:
        """The screen as it is held now."""
        size = self.natural_size
        return size if self.rotation % 2 == 0 else Size(width=size.height, height=size.width)

    @property
    def scale(self) -> float:
        """Pixels of this screen for one of the screen that layouts are designed for."""
        return self.profile.density / _DESIGN_DENSITY

    @property
    def has_buttons(self) -> bool:
        """Back, home and overview are buttons on the glass, not gestures."""
        return self.profile.navigation == "buttons"

    @property
    def navigation_height(self) -> int:
        """Pixels that the three buttons take; none where gestures do their work."""
        return NAVIGATION_BAR if self.has_buttons else 0

    @property
    def is_keyboard_shown(self) -> bool:
        """Whether the keyboard is up: while a field has the input focus."""
        return bool(self.focus)

    @property
    def keyboard_top(self) -> int:
        """Upper edge of the keyboard when it is up."""
        size = self.size
        return size.height - self.navigation_height - min(KEYBOARD, round(size.height * 0.55))

    @property
    def _hides_apps(self) -> bool:
        return self.system.lock.is_up

    @property
    def top_prompt(self) -> Prompt | None:
        """The question in front. An app's own are seen with the app only; the system's are seen everywhere."""
        front = self.app.package
        return next(
            (
                prompt
                for prompt in reversed(self.system.prompts)
                if prompt.package == front or prompt.kind in ("crash", "anr")
            ),
            None,
        )

    def _leave_keyboard(self) -> None:
        self.focus = ""
