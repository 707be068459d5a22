"""``genie voice``: the speech models, and what this voice sounds like to them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from genie_host.cli.microphones import microphones
from genie_host.cli.models import progress_bar
from genie_host.cli.stop import StopButton
from genie_host.cli.terminal import CONSOLE, print_json, shown
from genie_host.cli.voice_calibrate import calibrate
from genie_host.core.cancel import CancelToken
from genie_host.core.errors import RecogniserUnavailable, UsageError
from genie_host.llm.catalogue import CatalogueEntry
from genie_host.llm.download import pull
from genie_host.phone.state_folder import state_folder
from genie_host.voice.models import (
    LICENCE,
    VoiceModel,
    find_known,
    install,
    installed_models,
    known_models,
    models_folder,
    zip_flaw,
)
from genie_host.voice.settings import DEFAULT_MODEL, load_settings

app = typer.Typer(no_args_is_help=True, help="Hearing: speech models and the wake phrase.")
models = typer.Typer(no_args_is_help=True, help="The speech models.")
app.add_typer(models, name="models")
app.command("calibrate")(calibrate)
app.command("microphones")(microphones)


@models.command("list")
def list_models(as_json: Annotated[bool, typer.Option("--json", help="Print one JSON list.")] = False) -> None:
    """List the speech models: which are here, for which language, and which one is set."""
    state = state_folder()
    here, set_name = installed_models(state), load_settings(state).model
    known = {model.name: model for model in known_models()}
    rows = [_row(name, known.get(name), name in here, name == set_name) for name in dict.fromkeys([*known, *here])]
    if as_json:
        print_json(rows)
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("name", "language", "size", "here", "what it is"):
        table.add_column(heading, justify="right" if heading == "size" else "left", overflow="fold")
    for facts in rows:
        size = f"{facts['megabytes']} MB" if facts["megabytes"] else "?"
        title = f"{facts['title']} (set)" if facts["is_set"] else facts["title"]
        name = Text(shown(facts["name"]), style="bold")
        table.add_row(name, facts["language"], size, "yes" if facts["is_here"] else "no", title)
    CONSOLE.print(table, markup=False)


@models.command("pull")
def pull_model(
    name: Annotated[str, typer.Argument(help="A name from `genie voice models list`, or a language.")] = DEFAULT_MODEL,
    site: Annotated[
        str | None, typer.Option("--site", metavar="URL", help="Another address with the zip files.")
    ] = None,
) -> None:
    """Download a speech model; goes on where a download broke off before."""
    model, state = find_known(name), state_folder()
    if model.name in installed_models(state):
        CONSOLE.print(f"{model.name} is here already", markup=False)
        return
    entry = CatalogueEntry.model_construct(
        name=model.name, title=model.title, file=f".{model.name}.zip", licence=LICENCE, sha256=model.sha256
    )
    archive = models_folder(state) / entry.file
    url = f"{site.rstrip('/')}/{model.name}.zip" if site else model.url
    with StopButton().held() as cancel, progress_bar(model.name) as on_progress:
        pull(entry, url, archive, on_progress=on_progress, cancel=cancel, flaw_of=_flaw_of(model))
        try:
            install(archive, state, name=model.name, cancel=cancel)
        except (UsageError, RecogniserUnavailable):
            archive.unlink(missing_ok=True)  # else every later try would find it whole, and fail of it again
            raise
    archive.unlink(missing_ok=True)
    _say_ready(model.name)


@models.command("import")
def import_model(
    source: Annotated[Path, typer.Argument(help="A Vosk model on this machine: its folder or its zip file.")],
    name: Annotated[str, typer.Option("--name", help="What to call it; by default as it is called there.")] = "",
) -> None:
    """Use a Vosk speech model that is on this machine already; it is copied."""
    with StopButton().held() as cancel:
        _say_ready(install(source, state_folder(), name=name, cancel=cancel))


def _row(name: str, model: VoiceModel | None, is_here: bool, is_set: bool) -> dict[str, Any]:
    return {
        "name": name,
        "language": model.language if model else "?",
        "title": model.title if model else "imported",
        "megabytes": model.megabytes if model else None,
        "licence": LICENCE if model else "unknown",
        "is_here": is_here,
        "is_set": is_set,
    }


def _flaw_of(model: VoiceModel) -> Callable[[Path, CatalogueEntry, CancelToken], str | None]:
    def flaw_of(path: Path, _entry: CatalogueEntry, cancel: CancelToken) -> str | None:
        return zip_flaw(path, model.sha256, cancel)

    return flaw_of


def _say_ready(name: str) -> None:
    """The next thing to type."""
    CONSOLE.print(f"{shown(name)} is ready: genie listen --speech-model {shown(name)}", markup=False, soft_wrap=True)
