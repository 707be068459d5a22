"""What was changed on a phone for the length of a run, on disk before it is changed, so that a crash loses nothing.

The next run on that phone puts back whatever the last one could not.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, get_args

from genie_host.phone.state_folder import file_name, state_folder

Kind = Literal["setting", "keyboard", "automation"]
"""``setting``: an entry of the settings; ``keyboard``: the input method; ``automation``: our server was started."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Change:
    """One thing that is not as the user had it."""

    kind: Kind
    name: str
    """``global/stay_on_while_plugged_in`` for a setting; anything telling for the rest."""
    before: str | None
    """What to put back; None when there was nothing."""
    ours: str
    """What Genie put there: whoever changed it since then meant it."""


class Journal:
    """The changes on one phone that are still to be undone."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @classmethod
    def of_phone(cls, phone: str, *, folder: Path | None = None) -> Journal:
        """The journal of a phone, by its lasting name."""
        return cls((folder or state_folder()) / "journals" / f"{file_name(phone)}.json")

    @property
    def pending(self) -> tuple[Change, ...]:
        """What is still to be undone, oldest first."""
        try:
            entries = json.loads(self._path.read_text(encoding="utf-8"))
            return tuple(_change(entry) for entry in entries)
        except FileNotFoundError:
            return ()
        except (OSError, ValueError, KeyError, TypeError) as error:
            _log.warning("the journal of a phone cannot be read: %s", type(error).__name__)
            return ()

    def note(self, change: Change) -> None:
        """Write down a change before it is made; what was there at first stays when it is changed again."""
        first = next((old for old in self.pending if (old.kind, old.name) == (change.kind, change.name)), None)
        kept = Change(
            kind=change.kind, name=change.name, before=first.before if first else change.before, ours=change.ours
        )
        self._write([*(old for old in self.pending if old != first), kept])

    def forget(self, change: Change) -> None:
        """It has been undone."""
        self._write([old for old in self.pending if (old.kind, old.name) != (change.kind, change.name)])

    def _write(self, changes: Sequence[Change]) -> None:
        """Replace the file in one step; raises OSError."""
        if not changes:
            self._path.unlink(missing_ok=True)
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        draft = self._path.with_suffix(f".{os.getpid()}")
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump([asdict(change) for change in changes], file)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self._path)


def _change(entry: dict[str, str | None]) -> Change:
    kinds: dict[str | None, Kind] = {kind: kind for kind in get_args(Kind)}
    return Change(kind=kinds[entry["kind"]], name=str(entry["name"]), before=entry["before"], ours=str(entry["ours"]))
