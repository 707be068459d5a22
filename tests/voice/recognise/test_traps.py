"""What the raw Vosk library does when it is used as its documentation suggests, and that ours does not get there.

Each native trap is shown in a process of its own: half of them end it. They are why the recogniser lives in a child
process, why no grammar is ever changed, and why every word is looked up before.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.voice.recognise.speech import silence, spoken

pytestmark = [pytest.mark.sound, pytest.mark.slow]

_RAW = """
import array, json, sys, vosk
vosk.SetLogLevel(-1)
model = vosk.Model(sys.argv[1])
noise, state = array.array("h"), 1
for _ in range(16_000):
    state = (state * 1_103_515_245 + 12_345) & 0x7FFFFFFF
    noise.append((state >> 16) % 8000 - 4000)
NOISE = noise.tobytes()
def heard(recogniser):
    for start in range(0, len(NOISE), 3200):
        recogniser.AcceptWaveform(NOISE[start : start + 3200])
    return recogniser
"""
_OURS = """
import sys
from pathlib import Path
from genie_host.core.errors import RecogniserUnavailable
from genie_host.voice.audio import BLOCK_BYTES, Block
from genie_host.voice.recognise.grammar import Grammar, closed_grammar
from genie_host.voice.recognise.vosk_model import VoskModel
from genie_host.voice.recognise.words import steering_words
model = VoskModel(Path(sys.argv[1]))
FILLERS = steering_words("ko").fillers
"""


@dataclass(frozen=True)
class Ran:
    """How a program ended."""

    returncode: int
    stdout: str
    stderr: str


def run(program: str, model: Path, pcm: bytes = b"") -> Ran:
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", program, str(model)],
        input=pcm,
        capture_output=True,
        timeout=300,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode(errors="replace"))


def test_raw_grammar_that_changes_within_an_utterance_ends_the_process(korean_model: Path) -> None:
    done = run(_RAW + "heard(vosk.KaldiRecognizer(model, 16000, '[\"가\"]')).SetGrammar('[\"나\"]')", korean_model)

    assert done.returncode < 0, done.stderr


@pytest.mark.parametrize("grammar", ["no json", "[]"])
def test_raw_grammar_that_is_no_list_of_words_ends_the_process(korean_model: Path, grammar: str) -> None:
    done = run(_RAW + f"heard(vosk.KaldiRecognizer(model, 16000, {grammar!r})).FinalResult()", korean_model)

    assert done.returncode < 0, done.stderr


def test_raw_grammar_with_a_word_the_model_lacks_is_taken_without_a_word(korean_model: Path, tmp_path: Path) -> None:
    """And with ``[unk]`` lacking too, all that is left is the wanted word, which then is heard in anything."""
    done = run(
        _RAW
        + """
assert model.vosk_model_find_word("gemma") == -1
assert model.vosk_model_find_word("[unk]") == -1
deaf = heard(vosk.KaldiRecognizer(model, 16000, '["gemma", "[unk]"]'))
assert json.loads(deaf.FinalResult())["text"] == ""
eager = vosk.KaldiRecognizer(model, 16000, '["하모니카", "[unk]"]')
eager.AcceptWaveform(sys.stdin.buffer.read())
print(json.loads(eager.FinalResult())["text"])
""",
        korean_model,
        b"".join(block.pcm for block in spoken(tmp_path, "오늘 날씨가 좋네요")),
    )

    assert done.returncode == 0, done.stderr
    assert "하모니카" in done.stdout, "what was said was the weather"


def test_raw_partial_words_make_the_wake_word_late(korean_model: Path, tmp_path: Path) -> None:
    """Counted in blocks of sound, so that a busy machine changes nothing."""
    done = run(
        _OURS
        + """
import json, vosk
grammar = closed_grammar(["하모니카"], model, FILLERS, repeats=3).as_json()
pcm = sys.stdin.buffer.read()
def blocks_until_heard(has_partial_words):
    recogniser = vosk.KaldiRecognizer(model._model, 16000.0, grammar)
    recogniser.SetPartialWords(has_partial_words)
    for count, start in enumerate(range(0, len(pcm), BLOCK_BYTES)):
        recogniser.AcceptWaveform(pcm[start : start + BLOCK_BYTES])
        if "하모니카" in json.loads(recogniser.PartialResult())["partial"]:
            return count
    return 1000
print(blocks_until_heard(False), blocks_until_heard(True))
""",
        korean_model,
        b"".join(block.pcm for block in [*spoken(tmp_path, "하모니카"), *silence(1.5)]),
    )

    assert done.returncode == 0, done.stderr
    plain, with_words = map(int, done.stdout.split())
    assert plain < with_words, "then partial words cost nothing any more"
    assert plain < 1000


def test_raw_first_free_speech_is_slow_and_ours_has_that_behind_it(korean_model: Path) -> None:
    """In processor time of the decoding thread, which a busy machine does not lengthen."""
    done = run(
        _OURS
        + """
import time
from genie_host.voice.recognise.vosk_model import warm_up
def cost(decoder):
    state, begun = 7, time.thread_time()
    for count in range(10):
        pcm = bytearray()
        for _ in range(BLOCK_BYTES // 2):
            state = (state * 1_103_515_245 + 12_345) & 0x7FFFFFFF
            pcm += ((state >> 16) % 8000 - 4000).to_bytes(2, "little", signed=True)
        decoder.accept(Block(pcm=bytes(pcm), ended_at=count * 0.1))
    return time.thread_time() - begun
raw, ours = model.decoder(), model.decoder()
first = cost(raw)
warm_up(ours)
print(first, cost(ours))
""",
        korean_model,
    )

    assert done.returncode == 0, done.stderr
    first, warmed = map(float, done.stdout.split())
    assert first > 2 * warmed, f"{first} s against {warmed} s"


def test_raw_library_has_no_call_for_the_end_of_an_utterance(korean_model: Path) -> None:
    done = run(
        "import vosk, sys; print(hasattr(vosk.KaldiRecognizer, 'SetEndpointerDelays'), vosk.__file__)", korean_model
    )

    assert done.stdout.startswith("False"), "the overlay of model.conf is no longer needed"


def test_ours_refuses_a_word_the_model_lacks_and_grammars_of_nothing(korean_model: Path) -> None:
    done = run(
        _OURS
        + """
for phrases in (["hey gemma"], [], [""], ["[]"], ["!"]):
    try:
        closed_grammar(phrases, model, FILLERS)
    except RecogniserUnavailable as exc:
        print(exc)
    else:
        raise SystemExit(f"{phrases} was taken")
""",
        korean_model,
    )

    assert done.returncode == 0, done.stderr
    assert "does not know “hey” and “gemma”" in done.stdout
    assert done.stdout.count("nothing to listen for") == 4


def test_ours_does_not_hear_the_wake_word_in_noise(korean_model: Path) -> None:
    done = run(
        _OURS
        + """
decoder = model.decoder(closed_grammar(["하모니카"], model, FILLERS, repeats=3))
state, finals = 1, []
for count in range(60):
    pcm = bytearray()
    for _ in range(BLOCK_BYTES // 2):
        state = (state * 1_103_515_245 + 12_345) & 0x7FFFFFFF
        pcm += ((state >> 16) % 8000 - 4000).to_bytes(2, "little", signed=True)
    hypothesis = decoder.accept(Block(pcm=bytes(pcm), ended_at=count * 0.1))
    assert "하모니카" not in hypothesis.words
assert "하모니카" not in decoder.settle(6.0).words
""",
        korean_model,
    )

    assert done.returncode == 0, done.stderr


def test_ours_never_calls_what_kills_or_slows() -> None:
    """SetGrammar aborts within an utterance; SetPartialWords makes the wake word a second later."""
    package = Path(__file__).parents[3] / "genie_host" / "voice"
    for path in package.rglob("*.py"):
        code = path.read_text(encoding="utf-8")
        assert ".SetGrammar(" not in code
        assert ".SetPartialWords(" not in code
        assert "model_name=" not in code, "Vosk would try the network"
