"""``genie say`` where there is nothing to hear: what it refuses, and why. (tests/voice hears it.)"""

from __future__ import annotations

import pytest

from genie_host.cli.say import words_to_say


@pytest.mark.parametrize("text", ["", "***", "```code```", "😀"])
def test_say_of_nothing_tells_what_to_say(genie, text) -> None:
    ran = genie("say", text)
    assert ran.code == 2
    assert "genie say" in ran.err


@pytest.mark.parametrize("language", ["-v", "a b", "de;rm"])
def test_say_in_no_language_tells_how_one_is_written(genie, language) -> None:
    ran = genie("say", "Hello", f"--language={language}")
    assert ran.code == 2
    assert "pt-BR" in ran.err


def test_say_without_a_speech_program_says_what_to_install(genie, monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = genie("say", "Hello")
    assert (ran.code, ran.out, ran.err.count("\n")) == (8, "", 1)
    assert "espeak-ng" in ran.err


def test_say_keeps_to_the_settings(genie, tmp_path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "voice.toml").write_text('speaker = "piper"\n')
    ran = genie("say", "Hello")
    assert ran.code == 8
    assert "piper_voices" in ran.err


def test_card_number_is_not_said() -> None:
    assert "4111" not in words_to_say("Pay with 4111 1111 1111 1111 now").replace(" ", "")
