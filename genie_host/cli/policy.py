"""``genie policy``: see, change and try what Genie asks about."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from genie_host.cli.dumps import observation_from
from genie_host.cli.risk import arguments_from, print_verdict
from genie_host.cli.terminal import CONSOLE, print_json, shown
from genie_host.core.errors import UsageError
from genie_host.core.verdicts import Ruling, Stake
from genie_host.phone.state_folder import state_folder
from genie_host.policy.policy_file import POLICY_FILE, load_rules, shipped_text
from genie_host.policy.risk import Task, assess_dump
from genie_host.policy.rules import AppRule, Rules

app = typer.Typer(no_args_is_help=True, help="See, change and try what Genie asks about before it acts.")

TEMPLATE = """\
# Your policy: what Genie asks about before it acts. It is laid over the one that ships with Genie, which
# `genie policy show --shipped` prints with all that can be set; docs/risk.md explains it.

version = 1

# ask-always | careful | quick
# level = "careful"

# [never]
# refuse = ["install"]

# [rules.app."com.example.shop"]
# category = "money"
# refuse = ["pay"]
"""


def policy_path() -> Path:
    """Where the user's policy file is, or would be."""
    return state_folder() / POLICY_FILE


def rules_of_user() -> Rules:
    """The policy in force. Raises UsageError for a file that is wrong: then nothing may run."""
    return load_rules(policy_path())


@app.command()
def show(
    shipped: Annotated[bool, typer.Option("--shipped", help="Print the file that ships with Genie.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Print the policy in force: the shipped one with yours laid over it."""
    if shipped:
        if as_json:
            print_json(as_data(load_rules()))
        else:
            typer.echo(shipped_text(), nl=False)
        return
    rules = rules_of_user()
    if as_json:
        print_json({**as_data(rules), "user_file": policy_path().exists()})
        return
    for line in _lines(rules):
        CONSOLE.print(Text(shown(line)), soft_wrap=True)


@app.command()
def edit() -> None:
    """Open your policy file in the editor that VISUAL or EDITOR names, and check it afterwards."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    if not editor.strip():
        raise UsageError("no editor is named: set EDITOR, such as EDITOR=nano.")
    path = policy_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.write_text(TEMPLATE, encoding="utf-8")
    try:
        ended = subprocess.run([*shlex.split(editor), str(path)], check=False)
    except (OSError, ValueError) as error:
        raise UsageError(f"the editor {shown(editor, 60)!r} could not be started.") from error
    if ended.returncode != 0:
        raise UsageError(f"the editor ended with {ended.returncode}.")
    rules_of_user()
    CONSOLE.print("The policy is in order.")


@app.command("test")
def try_out(
    dump: Annotated[Path | None, typer.Option("--dump", help="A hierarchy dump (XML); - reads standard input.")] = None,
    tool: Annotated[str, typer.Option("--tool", help="Name of the tool that would be called, such as tap.")] = "",
    args: Annotated[str, typer.Option("--args", help='Its arguments, a JSON object such as {"text": "Send"}.')] = "{}",
    goal: Annotated[str, typer.Option("--goal", help="The user's words, as in genie run.")] = "",
    package: Annotated[str, typer.Option("--app", help="Say what holds in the app of this package name.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Try the policy: the verdict on a call on a dumped screen, or what holds in one app."""
    rules = rules_of_user()
    if package:
        _tell_app(rules, package, as_json=as_json)
    elif dump is not None and tool:
        verdict = assess_dump(observation_from(dump), tool, arguments_from(args), Task(goal=goal, rules=rules))
        least = rules.least_trust(verdict.stake, is_real_phone=True)
        print_verdict(verdict, as_json=as_json, least=least if verdict.ruling is Ruling.ASK else None)
    else:
        raise UsageError("say what to try: --app PACKAGE, or --dump FILE and --tool NAME.")


def as_data(rules: Rules) -> dict[str, Any]:
    """The policy as JSON."""
    return {
        "level": rules.level,
        "quick": sorted(rules.passes),
        "never": sorted(rules.refuse),
        "trust": {"real": dict(rules.trust_real), "test": dict(rules.trust_test)},
        "categories": sorted(rules.categories),
        "category_rules": {name: _rule(rule) for name, rule in rules.category_rules.items()},
        "app_rules": {name: _rule(rule) for name, rule in rules.app_rules.items()},
    }


def _rule(rule: AppRule) -> dict[str, Any]:
    return {
        "level": rule.level,
        "ask": sorted(rule.ask),
        "refuse": sorted(rule.refuse),
        "forbidden": rule.is_forbidden,
    }


def _lines(rules: Rules) -> Iterator[str]:
    yield "your file: " + ("in use" if policy_path().exists() else "none (genie policy edit makes one)")
    yield f"level: {rules.level}"
    yield f"the level quick lets pass: {_listed(rules.passes)}"
    yield f"never: {_listed(rules.refuse)}"
    for name, table in (("a real phone", rules.trust_real), ("a test phone", rules.trust_test)):
        yield f"least approval on {name}: " + ", ".join(f"{stake} {trust}" for stake, trust in table.items())
    for kind, rules_by_name in (("category", rules.category_rules), ("app", rules.app_rules)):
        yield from (f"{kind} {name}: {_told(rule)}" for name, rule in _sorted(rules_by_name))
    yield "categories: " + ", ".join(sorted(rules.categories))


def _sorted(rules: Mapping[str, AppRule]) -> list[tuple[str, AppRule]]:
    return sorted(rules.items())


def _told(rule: AppRule) -> str:
    if rule.is_forbidden:
        return "never touched"
    said = [f"level {rule.level}"] if rule.level is not None else []
    said += [f"always asks about {_listed(rule.ask)}"] if rule.ask else []
    said += [f"never {_listed(rule.refuse)}"] if rule.refuse else []
    return "; ".join(said) or "nothing special"


def _listed(stakes: frozenset[Stake]) -> str:
    return ", ".join(sorted(stakes)) or "nothing"


def _tell_app(rules: Rules, package: str, *, as_json: bool) -> None:
    categories = [category.name for category in rules.categories_of(package)]
    told = [_told(rule) for rule in rules.rules_for(package)]
    if as_json:
        found = [_rule(rule) for rule in rules.rules_for(package)]
        print_json({"app": package, "categories": categories, "level": rules.level_for(package), "rules": found})
        return
    CONSOLE.print(Text(f"categories: {', '.join(categories) or 'none'}"))
    CONSOLE.print(Text(f"level: {rules.level_for(package)}"))
    for line in told:
        CONSOLE.print(Text(shown(line)), soft_wrap=True)
