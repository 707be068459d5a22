"""``genie sim``: simulated phones in the foreground, for adb, uiautomator2 or Genie in another window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from genie_host.cli import sim_control, sim_record, sim_view
from genie_host.cli.recording import EventFile, StateFile
from genie_host.cli.stop import StopButton
from genie_host.cli.terminal import CONSOLE
from genie_host.core.errors import Cancelled, SimulatorError, UsageError
from genie_host.simphone.cassette.player import play
from genie_host.simphone.cassette.record import Cassette
from genie_host.simphone.control.registry import Registry, Running, state_folder
from genie_host.simphone.control.server import ControlServer
from genie_host.simphone.faults.rules import load_rules
from genie_host.simphone.fleet import Fleet
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.profiles import DEFAULT_PROFILE
from genie_host.simphone.recipe import OnEntry, Recipe
from genie_host.simphone.server import LOWEST_PORT
from genie_host.simphone.view.server import ViewServer

_LOOK_SECONDS = 3600.0
_MAX_PHONES = 500

app = typer.Typer(no_args_is_help=True, help="The simulated phone.")
sim_control.add_to(app)
sim_record.add_to(app)
sim_view.add_to(app)


@app.command()
def start(
    port: Annotated[
        int, typer.Option(help=f"Port on 127.0.0.1, {LOWEST_PORT} or higher; 0 takes a free one.", max=65535, min=0)
    ] = 0,
    events: Annotated[
        Path | None, typer.Option(help="Append what happens to this file, one JSON object a line.")
    ] = None,
    state: Annotated[
        Path | None, typer.Option(help="Start from the state in this file, if there is one, and keep it up to date.")
    ] = None,
    profile: Annotated[str, typer.Option(help="Kind of phone: pixel-33, pixel-36, samsung-34, ...")] = "",
    locale: Annotated[str, typer.Option(help="Language: en, es, de, hi, ar, zh, ja, ko, pt, ru.")] = "en",
    seed: Annotated[int, typer.Option(help="What chance makes of this phone, the same each time.")] = 0,
    extra_apps: Annotated[list[Path] | None, typer.Option("--app", help="One more app file; may be repeated.")] = None,
    faults: Annotated[Path | None, typer.Option(help="What is to go wrong: a fault plan, YAML or JSON.")] = None,
    chaos: Annotated[int, typer.Option(help="So many faults in the first 50 steps, drawn from the seed.", min=0)] = 0,
    count: Annotated[int, typer.Option(help="So many phones, on ports in a row.", min=1, max=_MAX_PHONES)] = 1,
    cassette: Annotated[Path | None, typer.Option(help="Play a recorded phone from this folder.")] = None,
    view: Annotated[bool, typer.Option(help="Show the phone on a web page of this computer.")] = False,
) -> None:
    """Run simulated phones until Ctrl-C."""
    if 0 < port < LOWEST_PORT:
        raise UsageError(f"Choose a port from {LOWEST_PORT} up: adb takes the ones below for emulators.")
    if port and port + count - 1 > 65535:
        raise UsageError("There are not so many ports from there on.")
    if state is not None and count > 1:
        raise UsageError("A state file belongs to one phone: leave out --count or --state.")
    if cassette is not None and (count > 1 or state is not None or profile or extra_apps):
        raise UsageError("A cassette is one phone as it was: leave out --count, --state, --profile and --app.")
    state_file = StateFile(state) if state is not None else None
    with EventFile(events) as event_file, StopButton().held() as stop:

        def record(number: int) -> OnEntry:
            def take(entry: dict[str, Any]) -> None:
                event_file.append(entry if count == 1 else {"phone": number + 1, **entry})
                if state_file is not None:
                    state_file.changed()

            return take

        recipe = recipe_of(profile, locale, seed, tuple(extra_apps or ()), faults, state_file)
        recipe = replace(recipe, chaos=chaos)
        phones_made = made(recipe, count, record) if cassette is None else played(cassette, recipe, record(0))
        if state_file is not None:
            state_file.follow(phones_made[0].world)
        fleet = Fleet(phones_made, first_port=port)
        with controlled(fleet, with_view=view) as phones:
            _greet(phones)
            with suppress(Cancelled):
                while True:
                    stop.wait(_LOOK_SECONDS)
    CONSOLE.print("the simulated phone has stopped" if count == 1 else "the simulated phones have stopped")


def recipe_of(
    profile: str, locale: str, seed: int, apps: tuple[Path, ...], faults: Path | None, state_file: StateFile | None
) -> Recipe:
    """What the options ask for; raises UsageError for a file that does not fit."""
    try:
        rules = load_rules(faults) if faults is not None else ()
        recipe = Recipe(profile=profile or DEFAULT_PROFILE, locale=locale, seed=seed, apps=apps, faults=rules)
        if state_file is None:
            return recipe
        state, usual = state_file.read() or {}, recipe.phone().world.state
    except SimulatorError as error:
        raise UsageError(f"{error}.") from error
    for app_id, variables in state.items():
        for name, value in variables.items():
            if name not in usual.get(app_id, {}):
                raise UsageError(f"The state file does not fit this phone: it has no {name} of {app_id}.")
            if type(value) is not type(usual[app_id][name]):
                raise UsageError(f"The state file does not fit this phone: {name} of {app_id} is of another kind.")
    return replace(recipe, state=state)


def made(recipe: Recipe, count: int, record: Callable[[int], OnEntry]) -> list[SimPhone]:
    """The phones; raises UsageError for what they cannot be."""
    try:
        return recipe.phones(count, record)
    except SimulatorError as error:
        raise UsageError(f"{error}.") from error


def played(folder: Path, recipe: Recipe, record: OnEntry) -> list[SimPhone]:
    """The phone on a cassette; raises UsageError when there is none."""
    try:
        phone = play(Cassette.load(folder), seed=recipe.seed)
    except SimulatorError as error:
        raise UsageError(f"{error}.") from error
    for entry in phone.world.log.entries:
        record(entry)
    phone.world.log.listen(record)
    recipe.lay_faults(phone)
    return [phone]


@contextmanager
def controlled(fleet: Fleet, *, with_view: bool) -> Iterator[list[Running]]:
    """Serve phones with their control socket, and write down where that is, for as long as the block runs."""
    control = ControlServer(fleet.listeners)
    with ExitStack() as stack:
        stack.enter_context(fleet.running(control))
        phones = [Running.of(listener, control) for listener in fleet.listeners]
        if with_view:
            views = [stack.enter_context(ViewServer(phone.client)) for phone in phones]
            phones = [phone.shown_at(view.url) for phone, view in zip(phones, views, strict=True)]
        entry = Registry(state_folder()).enter(phones)
        stack.callback(entry.unlink, missing_ok=True)
        yield phones


def _greet(phones: list[Running]) -> None:
    for phone in phones:
        CONSOLE.print(f"simulated phone on {phone.serial}; Ctrl-C ends it", markup=False)
        if phone.view_url:
            CONSOLE.print(f"  {phone.view_url}", markup=False, soft_wrap=True)
    CONSOLE.print(f"  adb connect {phones[0].serial}", markup=False)
    CONSOLE.print(f'  genie run "turn on Wi-Fi" --device {phones[0].serial}', markup=False, soft_wrap=True)
