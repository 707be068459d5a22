"""The models Genie knows: ``models/catalogue.toml``, and what a user has imported beside it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from genie_host.core.errors import UsageError
from genie_host.llm.directories import bundled_models, pulled_models

BUNDLE_SUFFIX = ".litertlm"

_FileName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*\.litertlm$")]
_Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class CatalogueEntry(BaseModel):
    """One model: where its file comes from and how it wants to be run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    title: str
    file: _FileName
    licence: str
    is_bundled: bool = Field(default=False, alias="bundled")
    size_bytes: int | None = None
    """Exact; None when unknown."""
    sha256: _Sha256 | None = None
    repository: str = ""
    """Empty when there is nowhere to fetch it from."""
    commit: str = ""
    prompt_style: Literal["nano", "full"] = "full"
    context_tokens: int = Field(default=4096, gt=0)
    prefill_tokens: int = Field(default=128, gt=0)
    backends: tuple[Literal["cpu", "gpu"], ...] = ("gpu", "cpu")
    """What ``auto`` tries, in this order."""
    threads: int | None = Field(default=None, gt=0)
    """None: all cores but one."""
    tools: tuple[str, ...] = ()
    """Tools the model was trained on; empty: any."""
    fence_start: str = ""
    fence_end: str = ""
    is_imported: bool = False
    """Found in the model directory, not in the catalogue."""


class Catalogue:
    """All entries, and the directories their files lie in."""

    def __init__(
        self, entries: tuple[CatalogueEntry, ...], *, hub: str, default: str, bundled_dir: Path, pulled_dir: Path
    ) -> None:
        self.hub = hub
        self.default_name = default
        self.pulled_dir = pulled_dir
        self._bundled_dir = bundled_dir
        self._known = entries

    @classmethod
    def load(cls, *, bundled_dir: Path | None = None, pulled_dir: Path | None = None) -> Catalogue:
        """Read the catalogue; raises UsageError when somebody has edited it into something else."""
        bundled_dir = bundled_dir or bundled_models()
        try:
            table = tomllib.loads((bundled_dir / "catalogue.toml").read_text(encoding="utf-8"))
            entries = tuple(
                CatalogueEntry.model_validate({"name": name, **fields}) for name, fields in table["models"].items()
            )
            hub, default = str(table["hub"]), str(table["default"])
        except (OSError, ValueError, KeyError, AttributeError, TypeError) as exc:
            raise UsageError(f"The model catalogue cannot be read: {_first_problem(exc)}.") from exc
        return cls(entries, hub=hub, default=default, bundled_dir=bundled_dir, pulled_dir=pulled_dir or pulled_models())

    @property
    def entries(self) -> tuple[CatalogueEntry, ...]:
        """The catalogue's own in its order, then the imported ones by name."""
        return self._known + self._imported()

    def find(self, name: str) -> CatalogueEntry:
        """Raises UsageError with the names there are."""
        for entry in self.entries:
            if entry.name == name:
                return entry
        names = ", ".join(entry.name for entry in self.entries)
        raise UsageError(f"There is no model called {name!r}. There are: {names}.")

    def path_of(self, entry: CatalogueEntry) -> Path:
        """Where the entry's file is, or would be."""
        return (self._bundled_dir if entry.is_bundled else self.pulled_dir) / entry.file

    def is_present(self, entry: CatalogueEntry) -> bool:
        """Is there a file of the right size? (Its content is checked when it is loaded.)"""
        try:
            size = self.path_of(entry).stat().st_size
        except OSError:
            return False
        return entry.size_bytes is None or size == entry.size_bytes

    def url_of(self, entry: CatalogueEntry) -> str:
        """Raises UsageError for a model that can only be imported."""
        if not entry.repository:
            raise UsageError(f"The model {entry.name} cannot be downloaded from anywhere.")
        return f"{self.hub}/{entry.repository}/resolve/{entry.commit or 'main'}/{entry.file}"

    def _imported(self) -> tuple[CatalogueEntry, ...]:
        known = {entry.file for entry in self._known}
        names = {entry.name for entry in self._known}
        return tuple(
            imported_entry(path)
            for path in sorted(self.pulled_dir.glob(f"*{BUNDLE_SUFFIX}"))
            if path.name not in known and path.stem not in names and not path.name.startswith(".")
        )


def imported_entry(path: Path) -> CatalogueEntry:
    """The entry of a file the catalogue does not know: called like the file, nothing promised."""
    return CatalogueEntry.model_construct(
        name=path.stem, title="imported", file=path.name, licence="unknown", is_imported=True
    )


def _first_problem(exc: Exception) -> str:
    if isinstance(exc, ValidationError):
        problem = exc.errors()[0]
        return f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}"
    return "the file is missing" if isinstance(exc, OSError) else f"{type(exc).__name__} at {exc}"
