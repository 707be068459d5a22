"""What all parts of the system stand on: time, luck, the kind of phone, its language and its settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.geometry import Size
from genie_host.simphone import profiles
from genie_host.simphone.profiles import Profile
from genie_host.simphone.world import locales
from genie_host.simphone.world.navigation import Navigation
from genie_host.simphone.world.schema import App
from genie_host.simphone.world.system.phrases import PHRASES
from genie_host.simphone.world.system.state import Do, Pending, Prompt, SystemState

BOOTED = datetime(2026, 3, 9, 10, 31, tzinfo=UTC)
"""What the phone's clock says when it is made: a Monday."""
KEYBOARD_PACKAGE = "com.android.inputmethod.latin"
DEFAULT_SETTINGS = {
    ("secure", "default_input_method"): f"{KEYBOARD_PACKAGE}/.LatinIME",
    ("system", "accelerometer_rotation"): "0",
    ("system", "screen_brightness"): "128",
    ("system", "user_rotation"): "0",
}
_SPOKEN = frozenset(PHRASES)
_DESIGN_DENSITY = 420


class System(Navigation):
    """The ground floor of a world; ``tick`` does what is due."""

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
        super().__init__(apps, state=state)
        self.seed = seed
        self.random = Random(seed)  # noqa: S311 - a seed makes a phone repeatable; nothing secret hangs on it
        self.profile = profile if profile is not None else profiles.profile()
        self.system = SystemState()
        self.settings: dict[tuple[str, str], str] = dict(DEFAULT_SETTINGS)
        self.clipboard: str | None = None
        self.is_screen_on = True
        self._clock = clock
        self._made_at = clock.now()
        self._minute = self.date_time.minute
        self._is_ticking = False
        self._language = locales.language_of(locale)
        self._user_rotation = 0

    # Time

    @property
    def now(self) -> float:
        """Seconds since the phone was made."""
        return self._clock.now() - self._made_at

    @property
    def date_time(self) -> datetime:
        """What the phone's own clock says."""
        return BOOTED + timedelta(seconds=self.now)

    @property
    def next_due(self) -> float | None:
        """When something is due, in seconds since the phone was made; None when nothing is."""
        return min((pending.at for pending in self.system.pending), default=None)

    @property
    def has_pending(self) -> bool:
        """Whether time alone will change something."""
        return bool(self.system.pending)

    def after(self, ms: int, do: Do) -> None:
        """Do something when so much time has passed."""
        self._plan(ms / 1000, do=do)

    def tick(self) -> None:
        """Do what is due; called before every look, touch and command."""
        if self._is_ticking:
            return
        self._is_ticking = True
        try:
            self._do_what_is_due(self.now)
        finally:
            self._is_ticking = False
        if self.date_time.minute != self._minute:
            self._minute = self.date_time.minute
            self._changed()

    def _do_what_is_due(self, until: float) -> None:
        while True:
            due = [pending for pending in self.system.pending if pending.at <= until]
            if not due:
                return
            first = min(due, key=lambda pending: (pending.at, pending.number))
            self.system.pending.remove(first)
            if first.do is not None:
                first.do()
            if first.command:
                self.command(first.command)
            self._changed()

    def _plan(self, seconds: float, *, do: Do | None = None, command: str = "") -> None:
        self.system.pending.append(Pending(at=self.now + seconds, number=self._number(), do=do, command=command))

    def _forget_plan(self, command: str) -> None:
        self.system.pending = [pending for pending in self.system.pending if pending.command != command]

    def _number(self) -> int:
        self.system.count += 1
        return self.system.count

    def command(self, text: str) -> None:
        """Do a command of the phone's own, ``name`` or ``name:argument``, as its surfaces and timers name them."""
        raise NotImplementedError

    # Language

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
        self._changed()

    def words_of(self, app_id: str) -> Mapping[str, str]:
        """Translations of an app's templates into the phone's language; empty in English."""
        return locales.words(app_id, self._language)

    def say(self, phrase: str, **names: object) -> str:
        """A phrase of the system in the phone's language, its ``{names}`` filled in."""
        if phrase not in _SPOKEN:
            raise KeyError(phrase)
        text = locales.words("system", self._language).get(phrase, phrase)
        for name, value in names.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text

    # Glass

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
