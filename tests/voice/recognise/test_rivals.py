"""The second opinion of PocketSphinx: which words are a phrase's rivals, and what is no call."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from genie_host.voice.audio import BLOCK_BYTES, BLOCK_SECONDS, SAMPLE_RATE_HZ, Block
from genie_host.voice.recognise.rivals import Rivals, dictionary, rivals_of
from tests.voice.recognise.speech import in_time, silence, spoken

WORDS = {
    word: tuple(phones.split())
    for word, phones in {
        "gemma": "JH EH M AH",
        "emma": "EH M AH",
        "jenna": "JH EH N AH",
        "gems": "JH EH M Z",
        "gem": "JH EH M",
        "gemini": "JH EH M AH N AY",
        "geminate": "JH EH M AH N EY T",
        "dilemma": "D AH L EH M AH",
        "jemima": "JH AH M AY M AH",
        "jema": "JH EH M AH",
        "jemmas": "JH EH M AH Z",
    }.items()
}


def test_rivals_are_a_phone_away_or_go_on() -> None:
    assert rivals_of("gemma", WORDS) == ["emma", "jenna", "gemini"]


def test_each_pronunciation_is_a_rival_once() -> None:
    assert rivals_of("gemma", {**WORDS, "ema": ("EH", "M", "AH")}) == ["emma", "jenna", "gemini"]


def test_what_only_ends_otherwise_is_no_rival() -> None:
    """Noise and the next word blur the end: such a rival would take the place of the phrase."""
    assert not {"gem", "gems", "jemmas"} & set(rivals_of("gemma", WORDS))


def test_first_pronunciations_are_read(tmp_path: Path) -> None:
    path = tmp_path / "words.dict"
    path.write_text("read R EH D\nread(2) R IY D\n'em AH M\n", encoding="utf-8")
    assert dictionary(path) == {"read": ("R", "EH", "D"), "'em": ("AH", "M")}


VOICE = {"voice": "en-us", "speed": 120}
"""Of espeak-ng; a model of human speech hears the phrase itself from few of its voices."""


@pytest.fixture(scope="module")
def library():
    return pytest.importorskip("pocketsphinx")


def agrees(library, blocks, began_at: float, ended_at: float) -> bool:
    rivals = Rivals(library, [("hey", "gemma")])
    for block in blocks:
        rivals.take(block.pcm, block.ended_at)
    return rivals.agrees(began_at, ended_at)


@pytest.mark.sound
def test_the_phrase_is_told_from_its_rivals_by_its_sound(library, tmp_path: Path) -> None:
    def is_called(words: str) -> bool:
        blocks = in_time(silence(0.6), spoken(tmp_path, words, **VOICE), silence(0.3))
        return agrees(library, blocks, blocks[0].ended_at + 0.55, blocks[-1].ended_at - 0.3)

    assert is_called("hey gemma")
    assert [words for words in ("hey emma", "hey gemini", "hey jetta", "gemma") if is_called(words)] == []


@pytest.mark.sound
def test_what_is_said_without_a_pause_before_is_no_call(library, tmp_path: Path) -> None:
    before, phrase = spoken(tmp_path, "this is the story of", **VOICE)[:-3], spoken(tmp_path, "hey gemma", **VOICE)
    blocks = in_time(silence(0.6), before, phrase, silence(0.3))
    began_at = blocks[0].ended_at + 0.5 + len(before) * BLOCK_SECONDS
    assert not agrees(library, blocks, began_at, blocks[-1].ended_at - 0.3)
    assert not agrees(library, [], 0.0, 1.0)


@pytest.mark.sound
def test_hiss_is_no_call(library) -> None:
    hiss = np.random.default_rng(3).normal(0, 800, SAMPLE_RATE_HZ * 2).astype("<i2").tobytes()
    blocks = in_time([Block(pcm=hiss[at : at + BLOCK_BYTES], ended_at=0.0) for at in range(0, len(hiss), BLOCK_BYTES)])
    assert not agrees(library, blocks, blocks[0].ended_at + 0.5, blocks[-1].ended_at - 0.5)
