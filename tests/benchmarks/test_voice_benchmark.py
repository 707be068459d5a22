"""The yardstick of the ears is itself measured: what is said, what noise is added, what counts as a hit."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from benchmarks.hearing.corpora import Phrase, Stream, in_noise
from benchmarks.hearing.plans import WakeRow
from benchmarks.hearing.scoring import Hit, percentile, score, upper_bound_per_hour
from benchmarks.hearing.sentences import near_misses, sentences
from benchmarks.hearing.speech import Booth, Line, NoVoice, evened, joe
from benchmarks.voice import missed_goals
from genie_host.voice.audio import BLOCK_BYTES, SAMPLE_RATE_HZ

ROOT = Path(__file__).parents[2]
PHRASES = [Phrase(10.0, 10.8), Phrase(20.0, 20.8), Phrase(30.0, 30.8)]


def tone(seconds: float, loudness: float = 8000.0) -> np.ndarray:
    return (loudness * np.sin(np.arange(int(seconds * SAMPLE_RATE_HZ)) * 0.2)).astype(np.int16)


def test_hits_are_matched_missed_and_false() -> None:
    result = score(PHRASES, [Hit(5.0, 0.0), Hit(11.0, 0.1), Hit(20.5, 0.0), Hit(34.0, 0.0)], 3600.0)
    assert (result.said, result.missed, result.false, result.false_per_hour) == (3, 1, 2, 2.0)
    assert result.latencies == pytest.approx((0.3, -0.3))
    assert result.miss_share == pytest.approx(1 / 3)


def test_second_hit_for_the_same_phrase_is_not_false() -> None:
    result = score(PHRASES, [Hit(10.9, 0.0), Hit(11.5, 0.0)], 60.0)
    assert (result.missed, result.false) == (2, 0)


def test_hit_before_its_phrase_is_false() -> None:
    assert score(PHRASES[:1], [Hit(9.9, 0.0)], 60.0).false == 1


def test_percentiles_are_values_that_occurred() -> None:
    assert percentile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert percentile([1.0, 2.0], 0.9) == 2.0
    assert math.isnan(percentile([], 0.5))


def test_no_event_in_half_an_hour_still_allows_six_in_one() -> None:
    assert upper_bound_per_hour(0, 1800) == pytest.approx(5.99, abs=0.01)
    assert upper_bound_per_hour(1, 3600) == pytest.approx(4.74, abs=0.01)


@pytest.mark.parametrize("snr_db", [20.0, 10.0])
def test_noise_is_as_far_below_the_speech_as_is_said(snr_db: float) -> None:
    speech = np.concatenate([np.zeros(SAMPLE_RATE_HZ, np.int16), tone(1.0)])
    noise = in_noise(speech, snr_db, seed=1)[:SAMPLE_RATE_HZ].astype(float)
    loudness = np.sqrt(np.mean(tone(1.0).astype(float) ** 2))
    assert 20 * math.log10(loudness / np.sqrt(np.mean(noise**2))) == pytest.approx(snr_db, abs=0.3)


def test_same_seed_gives_the_same_noise_and_another_does_not() -> None:
    assert np.array_equal(in_noise(tone(0.2), 10, 1), in_noise(tone(0.2), 10, 1))
    assert not np.array_equal(in_noise(tone(0.2), 10, 1), in_noise(tone(0.2), 10, 2))


@pytest.mark.parametrize(("language", "phrase"), [("ko", "하모니카"), ("en", "hey gemma")])
def test_half_an_hour_of_sentences_never_has_the_wake_phrase_and_often_comes_near(language: str, phrase: str) -> None:
    said = list(islice(sentences(language, 7), 1000))
    assert not any(phrase in text.lower().replace(",", "") for text in said)
    near = sum(any(word in text for word in near_misses(language)) for text in said)
    assert 200 < near < 320
    assert said == list(islice(sentences(language, 7), 1000))
    assert len(set(said)) > 800


def test_stream_is_cut_into_blocks_in_its_own_time() -> None:
    blocks = list(Stream("s", tone(1.05)).blocks())
    assert len(blocks) == 10
    assert {len(block.pcm) for block in blocks} == {BLOCK_BYTES}
    assert blocks[-1].ended_at == pytest.approx(1.0)


def test_clips_end_where_the_speech_does_and_are_equally_loud() -> None:
    silent = np.zeros(8000, np.int16)
    loud, soft = (evened(np.concatenate([silent, tone(0.5, height), silent])) for height in (9000.0, 900.0))
    assert abs(len(loud) - SAMPLE_RATE_HZ // 2) < 100
    assert np.abs(loud).max() == pytest.approx(np.abs(soft).max(), rel=0.02)
    assert len(evened(silent)) == 0


def test_missing_voice_says_how_to_get_it(tmp_path: Path) -> None:
    for folder in (None, tmp_path):
        with pytest.raises(NoVoice, match="pip install piper-tts"):
            joe(folder)


@pytest.mark.sound
def test_line_is_spoken_once_and_then_kept(tmp_path: Path) -> None:
    line = Line("하모니카", "ko+f2", 1.17)
    (first,) = Booth(tmp_path).say([line])
    said: list[str] = []
    (again,) = Booth(tmp_path).say([line], said.append)
    assert np.array_equal(first, again)
    assert 0.4 < len(first) / SAMPLE_RATE_HZ < 1.5
    assert said == []


def row(**changed: object) -> WakeRow:
    good: dict[str, object] = dict.fromkeys(WakeRow.__dataclass_fields__, 0.0)
    good |= {"plan": "vosk-ko", "snr_db": None, "said": 48, "missed": 3, "woken_by": []}
    good |= {"latency_p50": 0.4, "negative_minutes": 31.0, "false": 0, "real_time_factor": 0.05, "megabytes": 700.0}
    return WakeRow(**{**good, **changed})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"false": 1}, "false wakes"),
        ({"missed": 20}, "missed"),
        ({"latency_p50": 1.3}, "ms"),
        ({"latency_p50": math.nan}, "ms"),
        ({"real_time_factor": 0.2}, "core"),
        ({"megabytes": 900.0}, "MiB"),
    ],
)
def test_missed_goals_are_named(changed: dict[str, object], word: str) -> None:
    assert missed_goals([row()]) == []
    (missed,) = missed_goals([row(**changed)])
    assert word in missed


def test_goals_are_those_of_clean_speech() -> None:
    assert missed_goals([row(snr_db=10.0, missed=48, false=3)]) == []


def test_false_wakes_by_near_misses_are_told_from_others() -> None:
    assert row(woken_by=["우리는 아메리카 읽었습니다", "오늘 책을 샀습니다"]).false_near == 1


@pytest.mark.sound
@pytest.mark.parametrize("plan", ["vosk-ko-fast", "vosk-ko", "pocketsphinx-espeak"])
def test_benchmark_measures_and_keeps_what_it_measured(tmp_path: Path, plan: str) -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "voice.py"), "--plans", plan, "--snr", "clean"]
    command += ["--said", "4", "--minutes", "0.3", "--kept", str(tmp_path), "--json"]
    reports = []
    for _ in range(2):
        done = subprocess.run(
            command,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=900,
            check=False,
        )
        assert done.stdout, done.stderr
        reports.append(json.loads(done.stdout))
    (row,) = reports[0]["rows"]
    assert (row["plan"], row["said"]) == (plan, 4)
    assert plan != "vosk-ko-fast" or row["missed"] < 4  # PocketSphinx understands no espeak-ng
    assert row["real_time_factor"] > 0
    assert row["megabytes"] >= row["loaded_megabytes"] > 1
    assert reports[1] == reports[0]
