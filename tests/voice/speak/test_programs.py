"""Speech programs as child processes, Piper and the voices of other systems.

The processes are real; small scripts stand in for their programs and do on the command line what those do.
"""

from __future__ import annotations

import io
import json
import os
import sys
import threading
import wave
from collections.abc import Callable
from pathlib import Path

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Deadline
from genie_host.core.errors import Cancelled, SpeechUnavailable
from genie_host.voice.settings import VoiceSettings
from genie_host.voice.speak.choosing import choose_speaker, choose_synthesiser
from genie_host.voice.speak.espeak import Espeak
from genie_host.voice.speak.piper import Piper, piper_voices
from genie_host.voice.speak.platforms import MacVoices, WindowsVoices
from genie_host.voice.speak.programs import SpeechProgram

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins are scripts")

Script = Callable[[str, str], Path]


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Script:
    """``script("say", "print(1)")``: a program of that name, alone on the path."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def write(name: str, source: str) -> Path:
        path = folder / name
        path.write_text(f"#!{sys.executable}\nimport os, sys, json\n{source}\n")
        path.chmod(0o755)
        return path

    return write


def said_by(program: Path, text: str = "Hello.", cancel: CancelToken | None = None) -> bytes:
    return b"".join(SpeechProgram("it", [str(program)]).speak(text, cancel or CancelToken()))


def test_text_goes_in_by_standard_input_and_sound_comes_out(script) -> None:
    echo = script("echo", "assert len(sys.argv) == 1; sys.stdout.buffer.write(sys.stdin.buffer.read() * 2)")
    assert said_by(echo, "Grüße --help") == "Grüße --help".encode() * 2


def test_program_that_is_not_there_cannot_be_started(tmp_path) -> None:
    with pytest.raises(SpeechUnavailable, match="it cannot be started"):
        said_by(tmp_path / "nothing")


@pytest.mark.parametrize("source", ["sys.exit(3)", "sys.stdin.close(); sys.exit(3)", "os.kill(os.getpid(), 9)"])
def test_program_that_fails_is_told_in_words(script, source) -> None:
    with pytest.raises(SpeechUnavailable, match="it failed"):
        said_by(script("it", source), "x" * 100_000)


def test_stop_ends_a_program_that_would_go_on_for_ever(script, tmp_path) -> None:
    number = tmp_path / "number"
    wait_for_ever = "while True: __import__('time').sleep(60)"
    source = f"open({str(number)!r}, 'w').write(str(os.getpid())); os.write(1, b'ab')\n{wait_for_ever}"
    cancel, parts = CancelToken(), []
    pieces = SpeechProgram("it", [str(script("endless", source))]).speak("Hello.", cancel)
    parts.append(next(pieces))
    cancel.cancel()
    with pytest.raises(Cancelled):
        next(pieces)
    assert parts == [b"ab"]
    deadline = Deadline.after(30.0)
    while is_there(int(number.read_text())):
        assert not deadline.is_over, "the program goes on"
        SYSTEM_CLOCK.sleep(0.01)


def is_there(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return True


def test_stop_that_was_before_is_heard_too(script) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        said_by(script("it", "__import__('time').sleep(60)"), cancel=cancel)


def test_closing_ends_threads_as_well(script) -> None:
    before = threading.active_count()
    for _ in range(5):
        said_by(script("it", "os.write(1, b'ab')"))
    deadline = Deadline.after(30.0)
    while threading.active_count() > before:
        assert not deadline.is_over, "threads are left"
        SYSTEM_CLOCK.sleep(0.01)


# espeak-ng.


def test_without_espeak_it_is_said_what_to_install(script) -> None:
    with pytest.raises(SpeechUnavailable, match="apt-get install espeak-ng"):
        Espeak()
    with pytest.raises(SpeechUnavailable, match="apt-get install espeak-ng"):
        choose_speaker(VoiceSettings())


@pytest.mark.parametrize(
    ("source", "words"),
    [("os.write(1, b'<html>' * 9)", "something else"), ("pass", "nothing"), ("sys.exit(1)", "failed")],
)
def test_espeak_that_gives_no_speech_is_told_in_words(script, source, words) -> None:
    script("espeak-ng", f"if '--voices' in sys.argv: print('Pty\\n 5  en  M  English  gmw/en'); sys.exit()\n{source}")
    with pytest.raises(SpeechUnavailable, match=words):
        Espeak().speech(["Hello."], "en", CancelToken())


def test_text_that_looks_like_an_option_reaches_espeak_as_text(script, tmp_path) -> None:
    log = tmp_path / "log"
    script(
        "espeak-ng",
        f"if '--voices' in sys.argv: print('Pty\\n 5  en  M  English  gmw/en'); sys.exit()\n"
        f"open({str(log)!r}, 'a').write(json.dumps([sys.argv[1:], sys.stdin.read()]))\n"
        f"sys.stdout.buffer.write({wav_of(b'abcd')!r})",
    )
    speech = Espeak(words_per_minute=200).speech(["-w /etc/passwd $(id)"], "en-US", CancelToken())
    assert b"".join(speech.samples) == b"abcd"
    assert json.loads(log.read_text()) == [
        ["-v", "en", "-s", "200", "-b", "1", "--stdin", "--stdout"],
        "-w /etc/passwd $(id)",
    ]


def wav_of(pcm: bytes, rate_hz: int = 22_050) -> bytes:
    whole = io.BytesIO()
    with wave.open(whole, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate_hz)
        file.writeframes(pcm)
    return whole.getvalue()


# Piper.

PIPER = """
assert sys.argv[1] == '--model' and '--output-raw' in sys.argv
open({log!r}, 'a').write('loaded\\n')
for line in sys.stdin: os.write(1, line.strip().encode() * 2)
"""


@pytest.fixture
def piper_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "voices"
    folder.mkdir()
    for name, config in {
        "de_DE-anna": {"audio": {"sample_rate": 16_000}, "language": {"code": "de_DE"}},
        "en_US-joe": {"audio": {"sample_rate": 22_050}, "language": {"code": "en_US"}},
        "en_US-kim": {"audio": {"sample_rate": 22_050}, "espeak": {"voice": "en-us"}},
        "broken": {"audio": 3},
        "loud": {"audio": {"sample_rate": 10**9}, "language": {"code": "fr"}},
    }.items():
        (folder / f"{name}.onnx").write_bytes(b"model")
        (folder / f"{name}.onnx.json").write_text(json.dumps(config))
    (folder / "alone.onnx").write_bytes(b"model")
    return folder


def test_piper_voices_are_those_with_a_configuration_that_makes_sense(piper_folder) -> None:
    assert [(voice.name, voice.language, voice.rate_hz) for voice in piper_voices(piper_folder)] == [
        ("de_DE-anna", "de-DE", 16_000),
        ("en_US-joe", "en-US", 22_050),
        ("en_US-kim", "en-us", 22_050),
    ]
    assert piper_voices(piper_folder / "nowhere") == []


def test_piper_speaks_sentence_by_sentence_and_the_next_is_loaded_in_advance(script, piper_folder, tmp_path) -> None:
    log = tmp_path / "log"
    program = script("piper", PIPER.format(log=str(log)))
    piper = Piper(piper_folder, program=program, warm_language="en")
    for _ in range(2):
        speech = piper.speech(["One.", "Two."], "en", CancelToken())
        assert (speech.rate_hz, b"".join(speech.samples)) == (22_050, b"One.One.Two.Two.")
        piper.prepare()
    assert piper.speech(["Eins."], "de-AT", CancelToken()).rate_hz == 16_000
    piper.close()
    assert log.read_text().count("loaded") >= 2


def test_piper_has_the_voice_that_the_user_chose(script, piper_folder) -> None:
    program = script("piper", "sys.stdin.read(); print(os.path.basename(sys.argv[2]), end='')")
    piper = Piper(piper_folder, program=program, chosen={"en": "en_US-kim"})
    assert b"".join(piper.speech(["One."], "en", CancelToken()).samples) == b"en_US-kim.onnx"


@pytest.mark.parametrize(("settings", "words"), [({}, "names no folder"), ({"piper_voices": "/nowhere"}, "Piper")])
def test_piper_that_cannot_speak_says_why(settings, words) -> None:
    with pytest.raises(SpeechUnavailable, match=words):
        choose_synthesiser(VoiceSettings(speaker="piper", **settings))


def test_language_without_a_piper_voice_is_told_in_words(script, piper_folder) -> None:
    piper = Piper(piper_folder, program=script("piper", "pass"))
    with pytest.raises(SpeechUnavailable, match="no Piper voice for this language"):
        piper.speech(["Bonjour."], "fr", CancelToken())


# macOS and Windows.

SAY = """
if sys.argv[1:] == ['-v', '?']:
    print('Anna   de_DE    # Hallo!\\nAlex   en_US    # Hi!'); sys.exit()
text = sys.stdin.read()
open({log!r}, 'a').write(json.dumps([sys.argv[1:5], text]) + '\\n')
open(sys.argv[sys.argv.index('-o') + 1], 'wb').write({wav!r})
"""


def test_say_of_macos_speaks_into_a_file_of_ours(script, tmp_path) -> None:
    log = tmp_path / "log"
    script("say", SAY.format(log=str(log), wav=wav_of(b"abcd")))
    speech = MacVoices(words_per_minute=150).speech(["-o x", "Zwei."], "de", CancelToken())
    assert (speech.rate_hz, b"".join(speech.samples)) == (22_050, b"abcdabcd")
    assert [json.loads(line) for line in log.read_text().splitlines()] == [
        [["-v", "Anna", "-r", "150"], "-o x"],
        [["-v", "Anna", "-r", "150"], "Zwei."],
    ]


def test_say_without_a_voice_for_the_language_says_so(script, tmp_path) -> None:
    script("say", SAY.format(log=str(tmp_path / "log"), wav=b""))
    with pytest.raises(SpeechUnavailable, match="no voice for this language"):
        MacVoices().speech(["Bonjour."], "fr", CancelToken())
    with pytest.raises(SpeechUnavailable, match="said nothing"):
        list(MacVoices().speech(["Hallo."], "de", CancelToken()).samples)


def test_voices_of_windows_get_text_by_standard_input_and_choices_by_environment(script) -> None:
    script(
        "powershell",
        "sys.stdout.write(json.dumps([os.path.basename(sys.argv[-1]), os.environ['GENIE_SPEECH_LANGUAGE'],"
        " os.environ['GENIE_SPEECH_VOICE'], os.environ['GENIE_SPEECH_RATE'], sys.stdin.read()]))",
    )
    voices = WindowsVoices(chosen={"fr": "Hortense"}, words_per_minute=198)
    for language, told in (
        ("de-AT", ["de", "", "1", "Eins.\nZwei.\n"]),
        ("fr", ["fr", "Hortense", "1", "Eins.\nZwei.\n"]),
    ):
        speech = voices.speech(["Eins.", "Zwei."], language, CancelToken())
        assert json.loads(b"".join(speech.samples)) == ["windows_voice.ps1", *told]
