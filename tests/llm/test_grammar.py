"""The regular expression of a turn, read by Python's own engine."""

import json
import re

import pytest

from genie_host.llm.grammar import NOTHING, call_regex, fit_to_alphabet, span_pattern
from genie_host.llm.model import Argument, CallShape

FENCES = {"fence_start": "<start_function_call>", "fence_end": "<end_function_call>"}


def written(name, **arguments):
    call = json.dumps({"name": name, "arguments": arguments}, separators=(",", ":"), ensure_ascii=False)
    return f"<start_function_call>{call}<end_function_call>"


def matches(shapes, text):
    return re.fullmatch(call_regex(shapes, **FENCES), text) is not None


def test_call_regex_takes_exactly_the_calls_of_its_shapes():
    shapes = [
        CallShape("click", (Argument("target", ("Wi-Fi", "Bluetooth", "Wi-Fi calling")),)),
        CallShape("go_back"),
    ]
    assert matches(shapes, written("click", target="Wi-Fi"))
    assert matches(shapes, written("click", target="Wi-Fi calling"))
    assert matches(shapes, written("go_back"))
    assert not matches(shapes, written("click", target="Wi"))
    assert not matches(shapes, written("click", target="Battery"))
    assert not matches(shapes, written("click"))
    assert not matches(shapes, written("go_home"))
    assert not matches(shapes, written("go_back") * 2)


@pytest.mark.parametrize(
    "label", ['Say "hi"', "C:\\Temp", "a.b*c+(d)[e]{f}|^$?", "line\nbreak", "Café", "日本", "😀", "tab\there"]
)
def test_call_regex_writes_odd_labels_as_json_does(label):
    shapes = [CallShape("click", (Argument("target", (label, "other")),))]
    assert matches(shapes, written("click", target=label))
    assert json.loads(written("click", target=label)[21:-19])["arguments"]["target"] == label


def test_call_regex_leaves_out_half_a_surrogate_pair():
    shapes = [CallShape("click", (Argument("target", ("\ud83d", "fine")),))]
    call_regex(shapes, **FENCES).encode("utf-8")
    assert matches(shapes, written("click", target="fine"))


def test_call_regex_numbers_are_strict_json():
    shapes = [CallShape("wait_for", (Argument("seconds", kind="integer"), Argument("share", kind="number")))]
    assert matches(shapes, written("wait_for", seconds=7, share=0.5))
    assert matches(shapes, written("wait_for", seconds=-12, share=3))
    assert not matches(shapes, written("wait_for", seconds=7, share=3).replace(":7", ":07"))
    assert not matches(shapes, written("wait_for", seconds=7, share=3).replace(":7", ":7."))
    bounded = [CallShape("tap_at", (Argument("x", pattern="0|[1-9][0-9]{0,2}", kind="integer"),))]
    assert matches(bounded, written("tap_at", x=999))
    assert not matches(bounded, written("tap_at", x=1000))


def test_call_regex_takes_any_json_string_when_nothing_narrows_it():
    shapes = [CallShape("reply", (Argument("message"),))]
    assert matches(shapes, written("reply", message='It is "on",\nI think \\o/'))
    assert not matches(shapes, written("reply", message="x").replace("x", 'x"'))


def test_call_regex_stays_small_with_300_choices():
    labels = tuple(f"Conversation with person number {number}" for number in range(300))
    pattern = call_regex([CallShape("click", (Argument("target", labels),))], **FENCES)
    assert len(pattern) < 3 * sum(len(str(number)) for number in range(300)) + 1500
    assert all(re.fullmatch(pattern, written("click", target=label)) for label in labels)
    assert not re.fullmatch(pattern, written("click", target=labels[0][:-1]))


def test_call_regex_is_not_nested_deeper_than_the_engine_allows_by_hostile_labels():
    labels = tuple("a" * length for length in range(1, 400))
    pattern = call_regex([CallShape("click", (Argument("target", labels),))], **FENCES)
    assert deepest(pattern) < 100
    assert all(re.fullmatch(pattern, written("click", target=label)) for label in labels[::37])


def test_call_regex_refuses_to_describe_no_call_at_all():
    with pytest.raises(ValueError, match="at least one"):
        call_regex([], **FENCES)


def test_span_pattern_takes_every_run_of_neighbours_and_nothing_else():
    pieces = ["send", " see", " you", " at", " 7", ":", "30", " to", " Mum"]
    pattern = span_pattern(pieces)
    spans = {
        "".join(pieces[start:end]).lstrip() for start in range(len(pieces)) for end in range(start + 1, len(pieces) + 1)
    }
    assert all(re.fullmatch(pattern, span) for span in spans)
    assert "see you at 7:30" in spans
    for other in ("see at", "sendsee", " see", "see ", "", "to Dad", "Mum to"):
        assert not re.fullmatch(pattern, other)


def test_span_pattern_leaves_out_what_json_would_escape():
    pattern = span_pattern(["say", ' "hi"', " to", " a\\b", " Mum", "\nnow"])
    assert re.fullmatch(pattern, "say")
    assert re.fullmatch(pattern, "Mum")
    assert re.fullmatch(pattern, "now")
    for left_out in ('say "hi"', '"hi"', "to a\\b", "Mum\nnow"):
        assert not re.fullmatch(pattern, left_out)


def test_span_pattern_of_nothing_matches_nothing():
    assert span_pattern([]) == span_pattern(['"']) == NOTHING
    assert not re.fullmatch(NOTHING, "")
    assert not re.fullmatch(NOTHING, "a")


def test_span_pattern_of_a_long_text_stays_within_the_engines_nesting():
    pieces = ["w0"] + [f" w{number}" for number in range(1, 200)]
    pattern = span_pattern(pieces)
    assert deepest(pattern) < 100
    assert re.fullmatch(pattern, "w7 w8 w9")


def test_fit_to_alphabet_kills_only_the_branches_that_cannot_be_written():
    pattern = call_regex([CallShape("click", (Argument("target", ("Cafe", "Café", "Über", "Ü[1]")),))], **FENCES)
    fitted = fit_to_alphabet(pattern, lambda character: character != "é" and character != "Ü")
    assert re.fullmatch(fitted, written("click", target="Cafe"))
    for lost in ("Café", "Über", "Ü[1]"):
        assert not re.fullmatch(fitted, written("click", target=lost))
    assert fit_to_alphabet(r"[é-ü]\[é", lambda _: False) == r"[é-ü]\[" + NOTHING


def deepest(pattern):
    depth = most = 0
    for character in pattern:
        depth += {"(": 1, ")": -1}.get(character, 0)
        most = max(most, depth)
    return most
