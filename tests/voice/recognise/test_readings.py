from __future__ import annotations

from genie_host.voice.recognise.readings import FreeSpeech, Reading, Shortcuts


def test_free_speech_is_what_was_said_without_the_wake_phrase_in_front() -> None:
    reader = FreeSpeech(wake_phrases=[("hey", "gemma")])

    assert reader.read("hey gemma open maps".split()) == Reading(text="open maps", start=2, end=4)
    assert reader.read("open maps".split()) == Reading(text="open maps", start=0, end=2)
    assert reader.read("hey gemma".split()).text == ""


def test_shortcut_is_the_goal_it_stands_for_among_fillers() -> None:
    reader = Shortcuts({"Radio": "turn on Wi-Fi"})

    assert reader.read("[unk] radio [unk]".split()) == Reading(text="turn on Wi-Fi", start=1, end=2)
    assert reader.read("[unk]".split()).text == ""


def test_longest_shortcut_counts() -> None:
    reader = Shortcuts({"light": "turn on the torch", "light off": "turn off the torch"})

    assert reader.read("light off".split()).text == "turn off the torch"
