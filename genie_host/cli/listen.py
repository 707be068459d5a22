"""``genie listen``: say the wake phrase, then what you want."""

from __future__ import annotations

from typing import Annotated

import typer

from genie_host.cli.conversing import Wish, converse
from genie_host.cli.devices import AdbOption
from genie_host.cli.spoken_options import (
    ApproveOption,
    BudgetOption,
    DeviceOption,
    JsonOption,
    KeepAudioOption,
    MaxTurnsOption,
    MicrophoneOption,
    ModelOption,
    PhoneLineOption,
    ProfileOption,
    QuietOption,
    SpeechModelOption,
    run_options,
    voice_settings,
)
from genie_host.cli.stop import StopButton
from genie_host.cli.voice_parts import open_source
from genie_host.policy.profiles import DEFAULT as DEFAULT_PROFILE
from genie_host.voice.machine.situation import Patience


def listen(
    device: DeviceOption = None,
    model: ModelOption = None,
    approve: ApproveOption = None,
    profile: ProfileOption = DEFAULT_PROFILE,
    max_turns: MaxTurnsOption = 20,
    budget_seconds: BudgetOption = 300.0,
    microphone: MicrophoneOption = "",
    speech_model: SpeechModelOption = None,
    text: Annotated[bool, typer.Option("--text", help="No microphone: goals are typed, answers spoken.")] = False,
    quiet: QuietOption = False,
    once: Annotated[bool, typer.Option("--once", help="End with the first answer.")] = False,
    narrate: Annotated[bool, typer.Option("--narrate", help="Also tell each step while it is done.")] = False,
    follow_up: Annotated[
        float, typer.Option(min=0.0, max=60.0, help="Seconds to listen on after an answer, without the wake phrase.")
    ] = 0.0,
    show_on_phone: PhoneLineOption = False,
    keep_audio: KeepAudioOption = None,
    as_json: JsonOption = False,
    adb: AdbOption = None,
) -> None:
    """Wait for the wake phrase, do what is said, say what came of it. "Stop", "wait" and "go on" work at any time."""
    wish = Wish(
        run=run_options(
            device=device,
            model=model,
            approve=approve,
            profile=profile,
            max_turns=max_turns,
            budget_seconds=budget_seconds,
            adb=adb,
        ),
        settings=voice_settings(speech_model, is_quiet=quiet or text),
        patience=Patience(narrates=narrate, follow_up_seconds=follow_up),
        open_source=lambda: open_source(microphone, is_text_only=text),
        is_text_only=text,
        is_quiet=quiet,
        is_once=once,
        as_json=as_json,
        shows_on_phone=show_on_phone,
        keep_audio=keep_audio,
    )
    stop = StopButton()
    with stop.held():
        code = converse(wish, stop)
    raise typer.Exit(code)
