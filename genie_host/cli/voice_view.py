"""What a person watches during a conversation: what was heard and done as lines, and below them state and level."""

from __future__ import annotations

import threading
from types import TracebackType

from rich.console import Console, RenderableType
from rich.live import Live
from rich.text import Text

from genie_host.cli.terminal import shown
from genie_host.cli.turn_view import TurnView
from genie_host.core.events import Event
from genie_host.voice.audio import Block
from genie_host.voice.level import FLOOR_DBFS, level_of, meter

_FRAMES_PER_SECOND = 10
_STATES = {
    "idle": ("waiting for the wake phrase", "dim"),
    "waking": ("was that for me?", "cyan"),
    "listening": ("listening", "bold cyan"),
    "thinking": ("thinking", "magenta"),
    "acting": ("acting", "bold magenta"),
    "confirming": ("yes or no?", "bold yellow"),
    "speaking": ("speaking", "green"),
    "follow_up": ("anything else?", "cyan"),
    "muted": ("muted", "yellow"),
    "no_microphone": ("not hearing; type instead", "bold red"),
}
_QUIET = frozenset({"observed", "assessed", "decided", "effect", "preparing"})
_FALLS_DB = 4.0
"""Per block: a meter that drops like a stone cannot be read."""


class VoiceView:
    """An event sink that draws, for several threads."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._lock = threading.Lock()
        self._turn = TurnView()
        self._state = "no_microphone"
        self._is_waiting = False
        self._partial = ""
        self._level_dbfs = FLOOR_DBFS
        self._is_clipped = False
        self._live: Live | None = None

    def __enter__(self) -> VoiceView:
        if self._console.is_terminal:
            self._live = Live(
                get_renderable=self._line,
                console=self._console,
                refresh_per_second=_FRAMES_PER_SECOND,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def level(self, block: Block) -> None:
        """Sound came from the microphone."""
        level = level_of(block.pcm)
        self._level_dbfs = max(level.peak_dbfs, self._level_dbfs - _FALLS_DB)
        self._is_clipped = level.is_clipped

    def emit(self, event: Event) -> None:
        """Take in one event; unknown kinds are left out."""
        with self._lock:
            self._take(event)

    def _take(self, event: Event) -> None:
        data = event.data
        match event.kind:
            case "voice_state":
                self._state, self._is_waiting = str(data.get("state", "")), bool(data.get("is_waiting"))
                self._partial = ""
                if self._live is None:
                    self._print(Text(f"[{self._words()}]", style="dim"))
            case "heard" if not data.get("is_final"):
                self._partial = shown(data.get("text", ""), 60)
            case "heard":
                self._partial = ""
                words = shown(data.get("text", ""), 300) or "(nothing understood)"
                self._print(Text.assemble(("heard ", "dim"), (f"“{words}”", "bold")))
            case "notice":
                style = "yellow" if data.get("is_trouble") else "bold green" if data.get("is_reply") else ""
                self._print(Text(shown(data.get("message", ""), 800), style=style))
            case "waiting_for_finger":
                self._print(Text("Look at the phone: it waits for a finger on its sensor.", style="bold yellow"))
            case "episode_started":
                self._print(Text.assemble(("goal  ", "dim"), shown(data.get("goal", ""), 300)))
            case "acted":
                self._turn.take(event)
                self._print(self._turn.sentence())
                self._turn = TurnView(number=self._turn.number)
            case "preparing" if self._live is None:
                self._print(Text(shown(data.get("message", ""), 200), style="dim"))
            case _:
                self._turn.take(event)

    def _print(self, words: RenderableType) -> None:
        self._console.print(words, soft_wrap=True)

    def _words(self) -> str:
        words = _STATES.get(self._state, (self._state, ""))[0]
        return f"{words}, held: say go on" if self._is_waiting else words

    def _line(self) -> RenderableType:
        style = _STATES.get(self._state, ("", ""))[1]
        bar = meter(self._level_dbfs)
        partial = f"  “{self._partial}…”" if self._partial else ""
        return Text.assemble(
            (bar, "red" if self._is_clipped else "green"), "  ", (self._words(), style), (partial, "italic")
        )
