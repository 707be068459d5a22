"""``genie doctor``: is everything in place for a run, and if not, what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import typer
from rich.text import Text

from genie_host.cli.devices import AdbOption
from genie_host.cli.exits import ExitCode
from genie_host.cli.stop import StopButton
from genie_host.cli.terminal import CONSOLE, print_json, shown
from genie_host.phone.adb import AdbServer
from genie_host.phone.doctor.report import Finding, Report, Status
from genie_host.phone.doctor.visit import whole_visit
from genie_host.phone.state_folder import state_folder
from genie_host.voice.checkup import State, VoiceFinding, checkup

_MARKS = {
    Status.OK: ("ok     ", "green"),
    Status.WARN: ("warning", "yellow"),
    Status.FAIL: ("problem", "bold red"),
    Status.SKIPPED: ("skipped", "dim"),
}
_OF_VOICE = {State.READY: Status.OK, State.ODD: Status.WARN, State.ABSENT: Status.SKIPPED}


def doctor(
    device: Annotated[str | None, typer.Option(envvar="ANDROID_SERIAL", help="A serial from `genie devices`.")] = None,
    is_strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 when there are warnings.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object, and nothing else.")] = False,
    adb: AdbOption = None,
) -> None:
    """Check this computer and a phone, and say what to do about what is wrong."""
    stop = StopButton()
    with stop.held():
        report = whole_visit(AdbServer.bundled(adb=adb), device, cancel=stop.token)
        report = with_voice(report, checkup(state_folder(), stop.token))
    if as_json:
        print_json(report.as_json())
    else:
        for finding in report.findings:
            CONSOLE.print(line(finding), soft_wrap=True)
        CONSOLE.print(verdict(report), soft_wrap=True)
    raise typer.Exit(code_of(report, is_strict=is_strict))


def with_voice(report: Report, heard: Sequence[VoiceFinding]) -> Report:
    """The report with what was found about voice, before what was found about the phone."""
    findings = [
        Finding(check=found.check, status=_OF_VOICE[found.state], summary=found.summary, facts=found.facts)
        for found in heard
    ]
    at = next(
        (place for place, found in enumerate(report.findings) if found.check.startswith("phone.")), len(report.findings)
    )
    return replace(report, findings=[*report.findings[:at], *findings, *report.findings[at:]])


def code_of(report: Report, *, is_strict: bool) -> ExitCode:
    """0 when a run can start, 4 when it cannot, and with ``--strict`` 1 when something may surprise."""
    if not report.is_ready:
        return ExitCode.PHONE_UNAVAILABLE
    return ExitCode.NOT_REACHED if is_strict and report.has_warnings else ExitCode.FINISHED


def line(finding: Finding) -> Text:
    """One check on one line."""
    mark, style = _MARKS[finding.status]
    words = shown(finding.sentence, 400)
    return Text.assemble((mark, style), "  ", (f"{finding.check:20}", "dim"), words)


def verdict(report: Report) -> Text:
    """The last line."""
    if report.is_ready:
        return Text(f"Ready: genie run --device {shown(report.serial)} GOAL", style="bold green")
    return Text("Not ready yet.", style="bold red")
