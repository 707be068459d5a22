"""``genie ask``: one thing, said after a key was pressed or in a recording, then done and answered."""

from __future__ import annotations

from pathlib import Path
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
from genie_host.core.errors import UsageError
from genie_host.policy.profiles import DEFAULT as DEFAULT_PROFILE
from genie_host.voice.audio import AudioSource
from genie_host.voice.capture.recording import WavSource
from genie_host.voice.machine.situation import Patience


def ask(
    wav: Annotated[
        Path | None, typer.Option("--wav", metavar="FILE", help="A WAV file in which it is said; no microphone then.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only print what is heard.")] = False,
    device: DeviceOption = None,
    model: ModelOption = None,
    approve: ApproveOption = None,
    profile: ProfileOption = DEFAULT_PROFILE,
    max_turns: MaxTurnsOption = 20,
    budget_seconds: BudgetOption = 300.0,
    microphone: MicrophoneOption = "",
    speech_model: SpeechModelOption = None,
    quiet: QuietOption = False,
    show_on_phone: PhoneLineOption = False,
    keep_audio: KeepAudioOption = None,
    as_json: JsonOption = False,
    adb: AdbOption = None,
) -> None:
    """Press Enter, say what you want, hear what came of it. With --wav, a recording says it."""
    if wav is not None and not wav.is_file():
        raise UsageError("There is no such WAV file.")

    def opened() -> AudioSource:
        return open_source(microphone, is_text_only=False) if wav is None else WavSource(wav, is_paced=True)

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
        settings=voice_settings(speech_model, is_quiet=quiet or dry_run),
        patience=Patience(has_wake=False),
        open_source=opened,
        is_dry=dry_run,
        is_quiet=quiet or dry_run,
        is_once=True,
        talks_at_once=wav is not None,
        as_json=as_json,
        shows_on_phone=show_on_phone and not dry_run,
        keep_audio=keep_audio,
    )
    stop = StopButton()
    with stop.held():
        code = converse(wish, stop)
    raise typer.Exit(code)
