"""The speech models: which Genie knows by name, which are here, and how a folder or a zip file becomes one of them."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tomllib
import zipfile
from dataclasses import dataclass
from pathlib import Path

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import RecogniserUnavailable, UsageError
from genie_host.voice.recognise.model_folder import check_model_folder, flaw_of
from genie_host.voice.settings import VoiceSettings
from genie_host.voice.unpacking import copy_folder, unpack

SITE = "https://alphacephei.com/vosk/models"
LICENCE = "Apache-2.0"
_TABLE = Path(__file__).with_name("models.toml")
_CHUNK_BYTES = 1 << 20
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceModel:
    """One speech model that can be fetched by its name."""

    name: str
    language: str
    title: str
    megabytes: int
    """Of the zip file, about."""
    sha256: str | None = None
    """Of the zip file, where it is known."""

    @property
    def url(self) -> str:
        return f"{SITE}/{self.name}.zip"


def known_models() -> tuple[VoiceModel, ...]:
    """The catalogue, in its order."""
    table = tomllib.loads(_TABLE.read_text(encoding="utf-8"))["models"]
    return tuple(VoiceModel(name=name, **fields) for name, fields in table.items())


def find_known(name: str) -> VoiceModel:
    """By name, or by a language of which there is one model or a first. Raises UsageError with the names there are."""
    for model in known_models():
        if name in (model.name, model.language):
            return model
    names = ", ".join(model.name for model in known_models())
    raise UsageError(f"There is no speech model called {name[:80]!r} to fetch. There are: {names}.")


def models_folder(state_folder: Path) -> Path:
    """Where fetched and imported models lie."""
    return state_folder / "voice-models"


def installed_models(state_folder: Path) -> tuple[str, ...]:
    """Names of the models that are here, by name."""
    folder = models_folder(state_folder)
    if not folder.is_dir():
        return ()
    return tuple(sorted(path.name for path in folder.iterdir() if _NAME.fullmatch(path.name) and path.is_dir()))


def model_folder(settings: VoiceSettings, state_folder: Path) -> Path:
    """The folder of the model that is set. Raises RecogniserUnavailable, saying how to get one."""
    own = models_folder(state_folder) / settings.model
    given = Path(settings.model).expanduser()
    folder = own if _NAME.fullmatch(settings.model) and own.is_dir() else given
    if not folder.is_dir():
        known = any(settings.model == model.name for model in known_models())
        remedy = f"`genie voice models pull {settings.model}`" if known else "`genie voice models import FOLDER`"
        raise RecogniserUnavailable(f"The speech model is not on this machine; get it with {remedy}.")
    check_model_folder(folder)
    return folder


def install(source: Path, state_folder: Path, *, name: str = "", cancel: CancelToken | None = None) -> str:
    """Make a model of a folder or a zip file, in one step, and return its name. The source stays as it is.

    Raises UsageError when it is none, when the name is taken, or the disk fails; RecogniserUnavailable when it is a
    Vosk model that Genie cannot use; Cancelled.
    """
    cancel = cancel or CancelToken()
    name = name or (source.stem if source.is_file() else source.resolve().name)
    if not _NAME.fullmatch(name):
        raise UsageError("A model's name has letters, digits, dots and dashes only; give another one with --name.")
    target = models_folder(state_folder) / name
    if target.exists():
        raise UsageError(f"There is a speech model {name} already.")
    part = target.with_name(f".{name}.{os.getpid()}.part")
    shutil.rmtree(part, ignore_errors=True)
    try:
        part.mkdir(parents=True)
        (unpack if source.is_file() else copy_folder)(source, part, cancel)
        root = _model_within(part)
        if flaw := flaw_of(root):
            raise RecogniserUnavailable(f"{source.name} {flaw}.")
        os.replace(root, target)
    except OSError as exc:
        raise UsageError(f"{source.name} cannot be taken in: {exc.strerror or 'the disk failed'}.") from exc
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return name


def zip_flaw(path: Path, sha256: str | None, cancel: CancelToken) -> str | None:
    """What is wrong with a downloaded zip file, as the end of a sentence; None when nothing is."""
    if not zipfile.is_zipfile(path):
        return "is not a zip file"
    if sha256 is None:
        return None
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_BYTES):
            cancel.check()
            digest.update(chunk)
    return None if digest.hexdigest() == sha256 else "does not match its checksum"


def _model_within(folder: Path) -> Path:
    """Zip files hold one folder with the model in it."""
    inside = list(folder.iterdir())
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else folder
