from __future__ import annotations

from genie_host.voice.calibration import MOST_ALIASES, judge


def verdicts(heard: list[str], phrase: str = "hey gemma") -> dict[str, str]:
    judged = judge(heard, phrase, [("stop",), ("go", "on")], takes=len(heard))
    return {hearing.text: hearing.refusal for hearing in judged}


def test_what_was_heard_more_than_once_is_an_alias() -> None:
    assert verdicts(["hey Jemima!", "hey jemima", "hey gamma", "hey gemma", ""]) == {
        "hey jemima": "",
        "hey gamma": "came only once",
        "hey gemma": "is the phrase itself",
        "": "was nothing that the model knows",
    }


def test_one_recording_is_enough_when_there_are_no_more() -> None:
    assert verdicts(["hey jemima"]) == {"hey jemima": ""}


def test_short_long_and_steering_words_are_no_aliases() -> None:
    assert "too short" in verdicts(["a", "a", "a"])["a"]
    assert "too short" in verdicts(["네", "네", "네"])["네"]
    assert verdicts(["지 임마", "지 임마", "지 임마"]) == {"지 임마": ""}
    assert "too long" in verdicts(["one two three four five"] * 3)["one two three four five"]
    assert "something else" in verdicts(["stop it"] * 3)["stop it"]
    assert "something else" in verdicts(["go on"] * 3)["go on"]


def test_there_are_only_so_many_aliases() -> None:
    heard = [f"hey name{letter}" for letter in "abcdef"] * 2

    assert sum(not refusal for refusal in verdicts(heard).values()) == MOST_ALIASES
