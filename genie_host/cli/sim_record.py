"""``genie sim record``: puts the screens of a phone and the moves between them on a cassette."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from genie_host.cli.dumps import read_bytes
from genie_host.cli.stop import StopButton
from genie_host.cli.terminal import CONSOLE, shown
from genie_host.core.errors import SimulatorError, UsageError
from genie_host.core.geometry import Point
from genie_host.simphone.cassette.recorder import Recorder
from genie_host.simphone.cassette.source import AdbSource
from genie_host.simphone.private_adb import find_adb


def add_to(app: typer.Typer) -> None:
    """Make this command part of ``genie sim``."""
    app.command("record")(record)


def record(
    folder: Annotated[Path, typer.Argument(help="Where the cassette goes.")],
    device: Annotated[str, typer.Option("--device", help="The phone, as adb devices lists it.")],
    moves: Annotated[
        Path | None, typer.Option(help='What to do on the phone, one JSON object a line: {"tap": [540, 1200]}.')
    ] = None,
    explore: Annotated[int, typer.Option(help="Take so many steps through --package by yourself.", min=0)] = 0,
    package: Annotated[str, typer.Option(help="The app to explore.")] = "",
    seed: Annotated[int, typer.Option(help="Which way the explorer takes.")] = 0,
    adb: Annotated[Path | None, typer.Option(help="Another adb than the bundled one.")] = None,
) -> None:
    """Record a phone: its screens, pictures and shell answers, and which move leads where."""
    if explore and not package:
        raise UsageError("Say which app to explore: --package com.example.app.")
    steps = list(_read(moves)) if moves is not None else []
    with StopButton().held() as stop:
        recorder = Recorder(AdbSource(adb if adb is not None else find_adb(), device, os.environ))
        try:
            for step in steps:
                stop.check()
                _make(recorder, step)
            if explore:
                for mark in recorder.explore(explore, package=package, seed=seed):
                    stop.check()
                    screen = recorder.cassette.screens[mark]
                    CONSOLE.print(shown(f"{mark}  {screen.package}/{screen.activity}"), markup=False, soft_wrap=True)
        finally:
            recorder.cassette.save(folder)
    made = sum(len(screen.moves) for screen in recorder.cassette.screens.values())
    CONSOLE.print(f"{len(recorder.cassette.screens)} screens and {made} moves are on {folder}", markup=False)


def _read(path: Path) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(read_bytes(path, str(path)).decode(errors="replace").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            step = json.loads(line)
        except ValueError as error:
            raise UsageError(f"{path}, line {number}, is not JSON.") from error
        if (
            not isinstance(step, dict)
            or len(step) != 1
            or next(iter(step)) not in ("tap", "swipe", "key", "text", "start")
        ):
            raise UsageError(f"{path}, line {number}: a move is one of tap, swipe, key, text and start.")
        yield step


def _make(recorder: Recorder, step: dict[str, Any]) -> None:
    ((kind, what),) = step.items()
    try:
        match kind:
            case "tap":
                recorder.tap(int(what[0]), int(what[1]))
            case "swipe":
                x1, y1, x2, y2 = map(int, what)
                recorder.swipe(Point(x=x1, y=y1), Point(x=x2, y=y2))
            case "key":
                recorder.press(int(what))
            case "text":
                recorder.type_text(str(what))
            case "start":
                recorder.start(str(what))
    except (TypeError, ValueError, IndexError) as error:
        raise SimulatorError(f"no move can be made of {step}") from error
