"""The options that ``genie listen`` and ``genie ask`` share, and what they come to."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from genie_host.agent.limits import Limits
from genie_host.agent.terms import Terms
from genie_host.cli.approving import ApproveBy
from genie_host.cli.policy import rules_of_user
from genie_host.cli.run import RunOptions
from genie_host.cli.voice_parts import say_aloud
from genie_host.core.errors import UsageError
from genie_host.phone.state_folder import state_folder
from genie_host.policy.profiles import profile_named
from genie_host.voice.settings import VoiceSettings, load_settings

DeviceOption = Annotated[
    str | None, typer.Option(envvar="ANDROID_SERIAL", help="A serial from `genie devices`, or sim.")
]
ModelOption = Annotated[str | None, typer.Option(help="A name from `genie models list`.")]
ApproveOption = Annotated[
    ApproveBy | None,
    typer.Option(help="Who lets a risky step happen: a finger on the phone, a key here, or nobody. Never a voice."),
]
ProfileOption = Annotated[str, typer.Option(help="What a run may reach; see docs/the-gate.md.")]
MaxTurnsOption = Annotated[int, typer.Option(min=1, help="Model turns of a goal before giving up.")]
BudgetOption = Annotated[float, typer.Option(min=0.1, help="Seconds for a goal before giving up.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one event per line, and nothing else.")]
QuietOption = Annotated[bool, typer.Option("--quiet", help="Show answers and speak none; no tones either.")]
SpeechModelOption = Annotated[
    str | None,
    typer.Option(metavar="MODEL", help="A speech model from `genie voice models list`, or a folder with one."),
]
MicrophoneOption = Annotated[str, typer.Option(help="A microphone by its name; left out: the system's choice.")]
KeepAudioOption = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Keep what was said as WAV files there. Else nothing is kept.")
]
PhoneLineOption = Annotated[
    bool, typer.Option("--show-on-phone", help="Also show states and answers as a notification on the phone.")
]


def run_options(
    *,
    device: str | None,
    model: str | None,
    approve: ApproveBy | None,
    profile: str,
    max_turns: int,
    budget_seconds: float,
    adb: Path | None,
) -> RunOptions:
    """What every goal of a conversation is run with."""
    return RunOptions(
        goal="",
        device=device,
        model=model,
        backend="auto",
        approve=approve,
        approval_seconds=45.0,
        may_bring_keyboard=False,
        limits=Limits(max_turns=max_turns, budget_seconds=budget_seconds),
        terms=Terms(profile=profile_named(profile), rules=rules_of_user()),
        adb=adb,
    )


def voice_settings(speech_model: str | None, *, is_quiet: bool) -> VoiceSettings:
    """The user's settings, with the model that was named instead of theirs. What is wrong in them is also said."""
    try:
        settings = load_settings(state_folder())
    except UsageError as error:
        if not is_quiet:
            say_aloud(VoiceSettings(), str(error))
        raise
    return settings if speech_model is None else settings.model_copy(update={"model": speech_model})
