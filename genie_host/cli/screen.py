"""``genie screen``: what the model would read of a screen."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from genie_host.cli.dumps import observation_from
from genie_host.cli.terminal import CONSOLE, ERRORS, print_json, shown
from genie_host.core.screen import Element, Observation
from genie_host.phone.describe import describe

app = typer.Typer(no_args_is_help=True, help="Look at screens the way the model does.")


@app.callback()
def screen() -> None:
    """Keeps ``render`` a sub-command while it is the only one."""


@app.command()
def render(
    dump: Annotated[Path, typer.Option("--dump", help="A hierarchy dump (XML); - reads standard input.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Print what the model would read of a hierarchy dump."""
    observation = observation_from(dump)
    text = describe(observation)
    if as_json:
        print_json(observation_json(observation, text))
        return
    if observation.is_truncated:
        ERRORS.print("genie: the dump is cut off; this is what could be read of it", style="yellow")
    for line in text.splitlines():
        CONSOLE.print(Text(shown(line, limit=1000)), soft_wrap=True)


def observation_json(observation: Observation, text: str) -> dict[str, Any]:
    """The observation without its nodes, and the text made of it."""
    return {
        "text": text,
        "app": observation.app_label,
        "package": observation.package_name,
        "title": observation.title,
        "size": observation.size._asdict(),
        "rotation": observation.rotation,
        "is_truncated": observation.is_truncated,
        "is_keyboard_shown": observation.is_keyboard_shown,
        "dialog_package": observation.dialog_package,
        "empty_reason": observation.empty_reason,
        "fingerprint": observation.fingerprint,
        "elements": [element_json(element) for element in observation.elements],
    }


def element_json(element: Element) -> dict[str, Any]:
    """One element and where it is."""
    return {
        "ref": element.ref,
        "name": element.name,
        "role": element.role,
        "value": element.value,
        "is_checked": element.is_checked,
        "is_actionable": element.is_actionable,
        "is_name_guessed": element.is_name_guessed,
        "resource_id": element.node.resource_id,
        "bounds": element.node.bounds._asdict(),
    }
