"""The command ``genie``: puts the commands together and turns every error into one sentence and an exit code."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

import typer

from genie_host.cli import audit, companion, models, policy, risk, screen, sim, voice
from genie_host.cli.ask import ask
from genie_host.cli.devices import list_devices
from genie_host.cli.doctor import doctor
from genie_host.cli.evaluate import evaluate
from genie_host.cli.exits import ExitCode, exit_code_of
from genie_host.cli.listen import listen
from genie_host.cli.pair import connect_phone, pair_phone
from genie_host.cli.redteam.command import redteam
from genie_host.cli.run import run_goal
from genie_host.cli.say import say
from genie_host.cli.terminal import let_go, prepare_streams, say_error
from genie_host.cli.version import show_version
from genie_host.core.errors import GenieError
from genie_host.store.secrets import Secrets
from genie_host.store.sinks import clean_logs

DEBUG_VARIABLE = "GENIE_DEBUG"

app = typer.Typer(
    name="genie",
    help="Reach a goal on an Android phone with a language model that never leaves this machine.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("run")(run_goal)
app.command("listen")(listen)
app.command("ask")(ask)
app.command("eval")(evaluate)
app.command("redteam")(redteam)
app.command("say")(say)
app.command("devices")(list_devices)
app.command("connect")(connect_phone)
app.command("pair")(pair_phone)
app.command("doctor")(doctor)
app.add_typer(companion.app, name="companion")
app.add_typer(sim.app, name="sim")
app.add_typer(models.app, name="models")
app.add_typer(voice.app, name="voice")
app.add_typer(screen.app, name="screen")
app.add_typer(risk.app, name="risk")
app.add_typer(audit.app, name="audit")
app.add_typer(policy.app, name="policy")
app.command("version")(show_version)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit; ``arguments`` are those of the process when None."""
    prepare_streams()
    is_debugging = bool(os.environ.get(DEBUG_VARIABLE))
    logging.basicConfig(
        level=logging.DEBUG if is_debugging else logging.CRITICAL,
        stream=sys.stderr,
        format="%(relativeCreated)7.0f ms %(name)s: %(message)s",
    )
    try:
        with clean_logs(Secrets()):
            code = run_guarded(lambda: app(args=arguments), is_debugging=is_debugging)
        sys.exit(code)
    finally:
        let_go(sys.stdout)


def run_guarded(command: Callable[[], object], *, is_debugging: bool = False) -> ExitCode:
    """Run a command; an error becomes a sentence on standard error and an exit code. typer exits by itself."""
    try:
        command()
    except GenieError as error:
        say_error(str(error) or "stopped")
        return exit_code_of(error)
    except KeyboardInterrupt:
        say_error("stopped")
        return ExitCode.CANCELLED
    except Exception as error:
        if is_debugging:
            raise
        say_error(
            f"this is a bug in Genie ({type(error).__name__}: {error}). "
            f"Please report it with what {DEBUG_VARIABLE}=1 prints in addition."
        )
        return ExitCode.BUG
    return ExitCode.FINISHED
