"""``genie screen``: what the model would read of a screen."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from genie_host.cli.devices import AdbOption
from genie_host.cli.dumps import observation_from, read_bytes
from genie_host.cli.looking import LookedAtOption, look, look_with_picture
from genie_host.cli.opening import opened_model
from genie_host.cli.terminal import CONSOLE, ERRORS, print_json, shown
from genie_host.core.cancel import CancelToken
from genie_host.core.errors import UsageError
from genie_host.core.events import EventList
from genie_host.core.screen import AccessibilityNode, Element, Observation, Window
from genie_host.llm.catalogue import Catalogue
from genie_host.phone.coverage import Covered, covered_nodes
from genie_host.phone.describe import describe
from genie_host.phone.marks import marked_picture, place_marks
from genie_host.phone.pictures import PictureState, state_of
from genie_host.phone.screen_text import fitted
from genie_host.phone.scroll_areas import ScrollArea, off_screen_side, scroll_areas

app = typer.Typer(no_args_is_help=True, help="Look at screens the way the model does.")


DumpOption = Annotated[
    Path | None,
    typer.Option("--dump", help="A hierarchy dump (XML); - reads standard input. Without one a phone is looked at."),
]


@app.callback()
def screen() -> None:
    """Keeps the sub-commands sub-commands."""


@app.command()
def render(
    dump: DumpOption = None,
    device: LookedAtOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    max_tokens: Annotated[
        int | None, typer.Option("--max-tokens", min=1, help="Keep to this many tokens of the model.")
    ] = None,
    model: Annotated[
        str | None, typer.Option("--model", help="The model whose tokenizer counts; the one that ships by default.")
    ] = None,
    adb: AdbOption = None,
) -> None:
    """Print what the model would read of a phone's screen, or of a hierarchy dump."""
    observation = observation_from(dump) if dump is not None else look(device, adb)
    text = describe(observation) if max_tokens is None else _within(observation, max_tokens, model)
    if as_json:
        print_json(observation_json(observation, text))
        return
    if observation.is_truncated:
        ERRORS.print("genie: the dump is cut off; this is what could be read of it", style="yellow")
    for line in text.splitlines():
        CONSOLE.print(Text(shown(line, limit=1000)), soft_wrap=True)


@app.command()
def mark(
    out: Annotated[Path, typer.Option("--out", help="Where the marked picture goes (PNG).")],
    dump: DumpOption = None,
    picture: Annotated[
        Path | None, typer.Option("--picture", help="The screenshot of the moment of the dump (PNG or JPEG).")
    ] = None,
    device: LookedAtOption = None,
    adb: AdbOption = None,
) -> None:
    """Draw the number of each element onto a copy of a screenshot."""
    if dump is not None and picture is not None:
        observation, data = observation_from(dump), read_bytes(picture, str(picture))
    elif dump is None and picture is None:
        observation, data = look_with_picture(device, adb)
    else:
        raise UsageError("Give the dump and the picture of one moment, or neither, and a phone is looked at.")
    state = state_of(data, observation)
    try:
        out.write_bytes(marked_picture(data, observation))
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {error.strerror}.") from error
    if state is not PictureState.SHOWN:
        ERRORS.print(f"genie: the picture is {state.value}", style="yellow")
    CONSOLE.print(
        Text(shown(f"{out}: {len(place_marks(observation.elements, observation.size))} marks", limit=1000)),
        soft_wrap=True,
    )


def _within(observation: Observation, max_tokens: int, model_name: str | None) -> str:
    """The text within a budget that the model's own tokenizer counts."""
    catalogue = Catalogue.load()
    entry = catalogue.find(model_name or catalogue.default_name)
    with opened_model(catalogue, entry, backend="cpu", sink=EventList(), cancel=CancelToken()) as model:
        return fitted(observation, model.count_tokens, max_tokens).text


def observation_json(observation: Observation, text: str) -> dict[str, Any]:
    """The observation without its nodes, the text made of it, and what stands for each node that is no element."""
    return {
        "text": text,
        "app": observation.app_label,
        "package": observation.package_name,
        "title": observation.title,
        "size": observation.size._asdict(),
        "rotation": observation.rotation,
        "is_truncated": observation.is_truncated,
        "is_locked": observation.is_locked,
        "is_keyboard_shown": observation.is_keyboard_shown,
        "dialog_package": observation.dialog_package,
        "empty_reason": observation.empty_reason,
        "fingerprint": observation.fingerprint,
        "windows": [window_json(window) for window in observation.windows],
        "elements": [element_json(element) for element in observation.elements],
        "scroll_areas": [scroll_area_json(area) for area in scroll_areas(observation)],
        "covered": [covered_json(covered) for covered in covered_nodes(observation)],
        "off_screen": [
            {"side": off_screen_side(node, observation), **node_json(node)} for node in observation.off_screen
        ],
    }


def element_json(element: Element) -> dict[str, Any]:
    """One element, where it is and where it came from."""
    return {
        "ref": element.ref,
        "name": element.name,
        "role": element.role,
        "value": element.value,
        "is_checked": element.is_checked,
        "is_actionable": element.is_actionable,
        "is_enabled": element.node.is_enabled,
        "is_name_guessed": element.is_name_guessed,
        "is_unnamed": element.is_unnamed,
        "is_odd": element.is_odd,
        "is_web": element.is_web,
        "package": element.package_name,
        "window": element.window,
        **node_json(element.node),
    }


def window_json(window: Window) -> dict[str, Any]:
    """One window; the first of the list is in front."""
    return {
        "window": window.index,
        "kind": window.kind,
        "package": window.package_name,
        "is_usable": window.is_usable,
        "is_secure": window.is_secure,
        "bounds": window.root.bounds._asdict(),
    }


def scroll_area_json(area: ScrollArea) -> dict[str, Any]:
    """A part of the screen that can be scrolled, and the elements in it; null where nothing tells."""
    return {
        "axis": area.axis,
        "name": area.name,
        "refs": list(area.refs),
        "has_more_before": area.has_more_before,
        "has_more_after": area.has_more_after,
        **node_json(area.node),
    }


def covered_json(covered: Covered) -> dict[str, Any]:
    """A node that can be acted on and is no element, why, and the elements that stand for it."""
    return {"why": covered.why, "refs": list(covered.refs), **node_json(covered.node)}


def node_json(node: AccessibilityNode) -> dict[str, Any]:
    """Which node of the dump it is."""
    return {
        "path": node.path,
        "class": node.class_name,
        "resource_id": node.resource_id,
        "bounds": node.bounds._asdict(),
    }
