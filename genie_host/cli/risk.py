"""``genie risk``: what the policy says of a call on a screen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from genie_host.cli.dumps import observation_from
from genie_host.cli.terminal import CONSOLE, print_json, shown
from genie_host.core.errors import UsageError
from genie_host.core.verdicts import Ruling, Trust, Verdict
from genie_host.phone.state_folder import state_folder
from genie_host.policy.policy_file import POLICY_FILE, load_rules
from genie_host.policy.risk import Task, assess_dump

app = typer.Typer(no_args_is_help=True, help="See what the policy says.")

_STYLES = {Ruling.ALLOW: "bold green", Ruling.ASK: "bold yellow", Ruling.REFUSE: "bold red"}


@app.callback()
def risk() -> None:
    """Keeps ``assess`` a sub-command while it is the only one."""


@app.command()
def assess(
    dump: Annotated[Path, typer.Option("--dump", help="A hierarchy dump (XML); - reads standard input.")],
    tool: Annotated[str, typer.Option("--tool", help="Name of the tool that would be called, such as tap.")],
    args: Annotated[str, typer.Option("--args", help='Its arguments, a JSON object such as {"text": "Send"}.')] = "{}",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Print whether a call would be allowed, asked about or refused, and why."""
    rules = load_rules(state_folder() / POLICY_FILE)
    print_verdict(assess_dump(observation_from(dump), tool, arguments_from(args), Task(rules=rules)), as_json=as_json)


def print_verdict(verdict: Verdict, *, as_json: bool, least: Trust | None = None) -> None:
    """A verdict for a person or a program, with what spoke for it. ``least``: the approval that would be enough."""
    if as_json:
        evidence = [
            {"name": each.name, "detail": each.detail, "decisive": each.is_decisive} for each in verdict.evidence
        ]
        told = {"verdict": verdict.ruling, "reasons": list(verdict.reasons)}
        enough = {} if least is None else {"least_trust": least}
        print_json({**told, "stake": verdict.stake, **enough, "evidence": evidence})
        return
    stake = f" ({verdict.stake})" if verdict.ruling is not Ruling.ALLOW else ""
    CONSOLE.print(Text.assemble((verdict.ruling, _STYLES[verdict.ruling]), stake))
    for reason in verdict.reasons:
        CONSOLE.print(Text(f"  {shown(reason)}"), soft_wrap=True)
    if least is not None:
        CONSOLE.print(Text(f"  on a real phone this needs an approval of {least} at least"), soft_wrap=True)
    for each in verdict.evidence:
        if not each.is_decisive:
            CONSOLE.print(Text(f"  ({each.name}: {shown(each.detail)})", style="dim"), soft_wrap=True)


def arguments_from(text: str) -> dict[str, Any]:
    """Raises UsageError for anything but a JSON object."""
    try:
        arguments = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"--args is not JSON: {shown(text, 60)}") from error
    if not isinstance(arguments, dict):
        raise UsageError('--args must be a JSON object such as {"text": "Send"}.')
    return arguments
