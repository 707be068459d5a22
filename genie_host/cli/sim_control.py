"""``genie sim list``, ``state``, ``events``, ``tap`` ...: orders to simulated phones that run in another window."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Annotated, Any

import typer
import yaml

from genie_host.cli.dumps import read_bytes
from genie_host.cli.terminal import CONSOLE, print_json, shown
from genie_host.core.errors import UsageError
from genie_host.simphone.companion.app import FINGERS
from genie_host.simphone.control.registry import Registry, Running, state_folder
from genie_host.simphone.yaml_text import parse_yaml

Device = Annotated[str, typer.Option("--device", help="Which phone, as adb calls it; not needed while only one runs.")]

state_app = typer.Typer(no_args_is_help=True, help="Variables of the apps on a running phone.")
fault_app = typer.Typer(no_args_is_help=True, help="What goes wrong with a running phone.")


def add_to(app: typer.Typer) -> None:
    """Make these commands part of ``genie sim``."""
    app.command("list")(list_phones)
    app.command("events")(events)
    app.command("tap")(tap)
    app.command("type")(type_text)
    app.command("key")(press_key)
    app.command("finger")(finger)
    app.command("snapshot")(snapshot)
    app.command("restore")(restore)
    app.command("screenshot")(screenshot)
    app.add_typer(state_app, name="state")
    app.add_typer(fault_app, name="fault")


def phone_called(serial: str) -> Running:
    """The running phone of this name, or the only one; raises UsageError."""
    phones = Registry(state_folder()).running()
    if not phones:
        raise UsageError("No simulated phone is running: start one with genie sim start.")
    if not serial and len(phones) == 1:
        return phones[0]
    found = next((phone for phone in phones if serial in (phone.serial, phone.serial.rpartition(":")[2])), None)
    if found is None:
        names = ", ".join(phone.serial for phone in phones)
        raise UsageError(f"Name one of the running phones with --device: {names}.")
    return found


def list_phones(as_json: Annotated[bool, typer.Option("--json", help="One JSON array.")] = False) -> None:
    """Say which simulated phones run on this computer."""
    told = [{**phone.client.ask("info"), "pid": phone.pid} for phone in Registry(state_folder()).running()]
    if as_json:
        print_json(told)
        return
    for phone in told:
        line = f"{phone['serial']}  {phone['model']}  API {phone['sdk']}  {phone['screen']}"
        CONSOLE.print(shown(line), markup=False, soft_wrap=True)


@state_app.command("get")
def get_state(
    path: Annotated[str, typer.Argument(help="App and variable, settings.wifi; everything when left out.")] = "",
    device: Device = "",
) -> None:
    """Print variables as JSON."""
    print_json(phone_called(device).client.ask("state.get", path=path))


@state_app.command("set")
def set_state(
    path: Annotated[str, typer.Argument(help="App and variable, settings.wifi.")],
    value: Annotated[str, typer.Argument(help="JSON; a text that is none is taken as it stands.")],
    device: Device = "",
) -> None:
    """Change a variable behind the apps' back, and print what it was."""
    try:
        new: Any = json.loads(value)
    except ValueError:
        new = value
    print_json(phone_called(device).client.ask("state.set", path=path, value=new))


def events(
    follow: Annotated[bool, typer.Option(help="Go on with what happens, until Ctrl-C.")] = False,
    since: Annotated[int, typer.Option(help="Begin after the entry of this number.", min=0)] = 0,
    device: Device = "",
) -> None:
    """Print the phone's event log, one JSON object a line."""
    client = phone_called(device).client
    if not follow:
        for entry in client.ask("events", since=since):
            print_json(entry)
        return
    for entry in client.follow(since=since):
        print_json(entry)


def tap(
    x: Annotated[int | None, typer.Argument(help="Pixels from the left.")] = None,
    y: Annotated[int | None, typer.Argument(help="Pixels from the top.")] = None,
    text: Annotated[str, typer.Option(help="What is written there, in place of x and y.")] = "",
    device: Device = "",
) -> None:
    """Touch the screen as the person who holds the phone."""
    if bool(text) == (x is not None and y is not None):
        raise UsageError("Say where: x and y, or --text.")
    given = {"text": text} if text else {"x": x, "y": y}
    print_json(phone_called(device).client.ask("person.tap", **given))


def type_text(text: Annotated[str, typer.Argument(help="What to type.")], device: Device = "") -> None:
    """Type into the focused field as the person who holds the phone; prints false when there is none."""
    print_json(phone_called(device).client.ask("person.type", text=text))


def press_key(key: Annotated[str, typer.Argument(help="BACK, HOME, POWER, ...")], device: Device = "") -> None:
    """Press a key as the person who holds the phone."""
    phone_called(device).client.ask("person.key", key=key)


def finger(
    answer: Annotated[
        str,
        typer.Argument(help="approve, deny (cancels), wrong, lockout (five wrong), enroll (a new one), forget (all)"),
    ],
    device: Device = "",
) -> None:
    """Put a finger on the sensor; prints false when nothing asks for one."""
    if answer not in FINGERS:
        raise UsageError(f"The finger can {', '.join(FINGERS[:-1])} or {FINGERS[-1]}.")
    print_json(phone_called(device).client.ask("finger", answer=answer))


@fault_app.command("add")
def add_fault(
    rule: Annotated[str, typer.Argument(help="'{on: rpc.click#2, do: u2.crash}'; without on, at or t: now.")],
    device: Device = "",
) -> None:
    """Let something go wrong, and print what is still to come."""
    try:
        entry = parse_yaml(rule)
    except yaml.YAMLError as error:
        raise UsageError("A fault is written as YAML or JSON: '{on: rpc.click#2, do: u2.crash}'.") from error
    print_json(phone_called(device).client.ask("fault.add", rule=entry))


@fault_app.command("list")
def list_faults(device: Device = "") -> None:
    """Print what is still to come."""
    print_json(phone_called(device).client.ask("fault.list"))


@fault_app.command("clear")
def clear_faults(device: Device = "") -> None:
    """Let everything be well again."""
    phone_called(device).client.ask("fault.clear")


def snapshot(file: Annotated[Path, typer.Argument(help="Where to.")], device: Device = "") -> None:
    """Write down how the phone is, screens and all."""
    data = phone_called(device).client.ask("snapshot")
    _write(file, (json.dumps(data, ensure_ascii=False) + "\n").encode())


def restore(file: Annotated[Path, typer.Argument(help="What snapshot wrote.")], device: Device = "") -> None:
    """Put the phone back to how it was."""
    try:
        data = json.loads(read_bytes(file, str(file)))
    except ValueError as error:
        raise UsageError(f"{file} is no snapshot.") from error
    phone_called(device).client.ask("restore", data=data)


def screenshot(file: Annotated[Path, typer.Argument(help="PNG file to write.")], device: Device = "") -> None:
    """Take a picture of the screen."""
    _write(file, base64.b64decode(phone_called(device).client.ask("screenshot")))


def _write(file: Path, data: bytes) -> None:
    try:
        file.write_bytes(data)
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}.") from error
