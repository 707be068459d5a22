"""The keyphrase engine with its own English model. (How well it hears is a matter for benchmarks/voice.py.)"""

from __future__ import annotations

from pathlib import Path

import pytest

from genie_host.core.errors import RecogniserUnavailable
from genie_host.voice.recognise.pocketsphinx_wake import PocketSphinxWake
from tests.voice.recognise.speech import in_time, silence, spoken

pytestmark = [pytest.mark.sound, pytest.mark.slow]


def test_word_its_dictionary_lacks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecogniserUnavailable, match="does not know “하모니카”"):
        PocketSphinxWake(["하모니카"], tmp_path, repeats=3)
    with pytest.raises(RecogniserUnavailable):
        PocketSphinxWake(["!"], tmp_path, repeats=3)


def test_phrase_is_heard_once_where_it_ended_and_silence_is_not(tmp_path: Path) -> None:
    # Fast: espeak-ng's voice is too strange to the model for a second opinion.
    engine = PocketSphinxWake(["hey genie", "hey gemma"], tmp_path, repeats=10, is_strict=False)
    word = spoken(tmp_path, "hey genie", voice="en-us+f2", speed=110)
    blocks = in_time(silence(0.5), word, silence(1.0))

    heard = [event for block in blocks for event in engine.accept(block)]

    assert [event.phrase for event in heard] == ["hey genie"]
    assert blocks[5].ended_at < heard[0].ended_at <= blocks[5 + len(word) + 3].ended_at
    assert list(tmp_path.glob("keyphrases*")) == []
    engine.reset()
    assert [event for block in in_time(silence(3.0)) for event in engine.accept(block)] == []


def test_strict_mode_drops_what_sounds_like_a_rival(tmp_path: Path) -> None:
    """To the model this voice says “hey teaney”; see docs/voice.md for how often that befalls a person's voice."""
    blocks = in_time(silence(0.5), spoken(tmp_path, "hey genie", voice="en-us+f2", speed=110), silence(1.0))

    def wakes(is_strict: bool) -> int:
        engine = PocketSphinxWake(["hey genie"], tmp_path, repeats=10, is_strict=is_strict)
        return len([event for block in blocks for event in engine.accept(block)])

    assert (wakes(is_strict=False), wakes(is_strict=True)) == (1, 0)
