"""A Vosk model on disk: is it one, what can it do, and the same model with our own settings laid over it."""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

from genie_host.core.errors import RecogniserUnavailable

_SETTINGS = {
    # Decoded in steps of 100 ms, so that the first partial comes that much sooner.
    "--frames-per-chunk": "10",
    # A command is over after so much silence. (That of the wake phrase is not waited for.)
    "--endpoint.rule2.min-trailing-silence": "0.7",
    "--endpoint.rule3.min-trailing-silence": "1.0",
    "--endpoint.rule4.min-trailing-silence": "1.5",
}


def check_model_folder(folder: Path) -> None:
    """Raises RecogniserUnavailable when there is no usable Vosk model, and says what to do instead."""
    if not folder.is_dir():
        raise RecogniserUnavailable(
            "There is no speech model: get one with `genie voice models pull`, or bring your own with "
            "`genie voice models import FOLDER`."
        )
    if flaw := flaw_of(folder):
        raise RecogniserUnavailable(f"The speech model {folder.name} {flaw}.")


def flaw_of(folder: Path) -> str:
    """What is wrong with a model folder, as the end of a sentence; empty when nothing is."""
    if (folder / "final.mdl").is_file():
        return "is in an old layout that Genie does not use; take a newer model"
    wanted = ("am/final.mdl", "conf/mfcc.conf", "conf/model.conf")
    if missing := [name for name in wanted if not (folder / name).is_file()]:
        return f"is not a Vosk model: {missing[0]} is missing"
    if not (folder / "graph" / "HCLr.fst").is_file():
        if (folder / "graph" / "HCLG.fst").is_file():
            return "has one fixed graph and cannot listen for chosen words only; take one of the small models"
        return "is not a Vosk model: its graph is missing"
    if not any((folder / "graph" / name).is_file() for name in ("Gr.fst", "Gr.carpa")):
        return "is not a Vosk model: its grammar is missing"
    return ""


def overlay_of(folder: Path, cache: Path) -> Path:
    """A folder that is the model, except for its ``conf/model.conf``. Made anew when anything has changed.

    The library has no call for these settings. Links where the system allows them, else copies.
    """
    folder = folder.resolve()
    try:
        text = _settings_over((folder / "conf" / "model.conf").read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as exc:
        raise RecogniserUnavailable(f"The speech model {folder.name} is damaged: its settings cannot be read.") from exc
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    stamp = hashlib.sha256(
        repr([text, *((str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in files)]).encode()
    )
    overlay = cache / f"{folder.name}-{stamp.hexdigest()[:16]}"
    if overlay.is_dir():
        return overlay
    part = cache / f"{overlay.name}.{os.getpid()}.part"
    shutil.rmtree(part, ignore_errors=True)
    try:
        for path in files:
            place = part / path.relative_to(folder)
            place.parent.mkdir(parents=True, exist_ok=True)
            _link_or_copy(path, place)
        conf = part / "conf" / "model.conf"
        conf.unlink()
        conf.write_text(text, encoding="utf-8")
        os.replace(part, overlay)
    except OSError as exc:
        if not overlay.is_dir():  # else another process was quicker
            raise RecogniserUnavailable(
                "The speech model cannot be prepared: the cache folder is not writable."
            ) from exc
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return overlay


def _settings_over(text: str) -> str:
    kept = [line for line in text.splitlines() if line.split("=")[0].strip() not in _SETTINGS]
    return "\n".join([*kept, *(f"{name}={value}" for name, value in _SETTINGS.items())]) + "\n"


def _link_or_copy(source: Path, place: Path) -> None:
    try:
        place.symlink_to(source)
    except OSError:  # Windows, without the right to
        try:
            os.link(source, place)
        except OSError:
            shutil.copy2(source, place)
