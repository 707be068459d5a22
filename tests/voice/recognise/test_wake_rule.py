from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genie_host.voice.hearing import WakeHeard, WakeWithdrawn
from genie_host.voice.recognise.phrases import Hypothesis
from genie_host.voice.recognise.wake_rule import CANDIDATE_PARTIALS, SETTLE_PARTIALS, RuleStep, WakeRule

HEY_GEMMA = ("hey", "gemma")


def partial(text: str) -> Hypothesis:
    return Hypothesis(words=tuple(text.split()), is_final=False)


def final(text: str, confidence: float = 1.0, end: float = 9.0) -> Hypothesis:
    words = tuple(text.split())
    return Hypothesis(
        words=words,
        is_final=True,
        confidences=(confidence,) * len(words),
        ends_at=tuple(end - 0.3 * (len(words) - 1 - place) for place in range(len(words))),
    )


def fed(rule: WakeRule, *hypotheses: Hypothesis, start: float = 10.0) -> list[RuleStep]:
    return [rule.take(hypothesis, start + 0.1 * count) for count, hypothesis in enumerate(hypotheses)]


def events(steps: list[RuleStep]) -> list[WakeHeard | WakeWithdrawn]:
    return [event for step in steps for event in step.events]


def test_fast_wake_is_heard_after_three_equal_partials_and_not_before() -> None:
    rule = WakeRule(phrases=[HEY_GEMMA], is_strict=False)

    steps = fed(rule, *[partial("hey gemma")] * CANDIDATE_PARTIALS)

    assert events(steps[:-1]) == []
    (heard,) = events(steps[-1:])
    assert isinstance(heard, WakeHeard)
    assert heard.is_confirmed
    assert heard.phrase == "hey gemma"
    assert heard.ended_at == pytest.approx(10.0 - 0.2)


def test_two_partials_and_a_gap_are_no_wake() -> None:
    rule = WakeRule(phrases=[HEY_GEMMA], is_strict=False)

    steps = fed(rule, *[partial("hey gemma")] * 2, partial("hey jam"), *[partial("hey gemma")] * 2)

    assert events(steps) == []


def test_strict_wake_is_announced_and_confirmed_by_the_final_result() -> None:
    rule = WakeRule(phrases=[HEY_GEMMA])

    steps = fed(rule, *[partial("hey gemma")] * 3, final("hey gemma", 0.8))

    announced, confirmed = events(steps)
    assert isinstance(announced, WakeHeard)
    assert not announced.is_confirmed
    assert isinstance(confirmed, WakeHeard)
    assert confirmed.is_confirmed
    assert confirmed.confidence == 0.8
    assert confirmed.ended_at == 9.0


def test_strict_wake_is_withdrawn_when_the_final_result_is_another() -> None:
    rule = WakeRule(phrases=[HEY_GEMMA])

    steps = fed(rule, *[partial("hey gemma")] * 3, partial("hey german"), final("hey german"))

    assert [type(event) for event in events(steps)] == [WakeHeard, WakeWithdrawn]


def test_strict_wake_is_withdrawn_when_the_final_result_is_doubtful() -> None:
    rule = WakeRule(phrases=[HEY_GEMMA])

    steps = fed(rule, *[partial("hey gemma")] * 3, final("hey gemma", 0.69))

    assert [type(event) for event in events(steps)] == [WakeHeard, WakeWithdrawn]


def test_confidence_is_that_of_the_least_certain_word_of_the_phrase() -> None:
    rule = WakeRule(phrases=[HEY_GEMMA])
    doubtful = Hypothesis(
        words=("hey", "gemma", "[unk]"), is_final=True, confidences=(1.0, 0.5, 1.0), ends_at=(1, 2, 3)
    )

    assert events(fed(rule, doubtful)) == []


def test_settling_is_asked_for_when_a_command_begins() -> None:
    rule = WakeRule(phrases=[HEY_GEMMA])

    steps = fed(rule, *[partial("hey gemma")] * 3, partial("hey gemma [unk]"))

    assert [step.is_settling for step in steps] == [False, False, False, True]


def test_settling_is_asked_for_when_the_phrase_stands_long_enough() -> None:
    rule = WakeRule(phrases=[HEY_GEMMA])

    steps = fed(rule, *[partial("[unk] hey gemma")] * SETTLE_PARTIALS)

    assert [step.is_settling for step in steps] == [False] * (SETTLE_PARTIALS - 1) + [True]


def test_phrase_that_stands_only_in_the_final_result_wakes_too() -> None:
    for is_strict in (True, False):
        (heard,) = events(fed(WakeRule(phrases=[HEY_GEMMA], is_strict=is_strict), final("[unk] hey gemma")))
        assert isinstance(heard, WakeHeard)
        assert heard.is_confirmed


def test_wake_that_the_second_opinion_does_not_share_is_withdrawn_and_the_next_one_counts() -> None:
    opinions = iter([False, True])
    began: list[float] = []

    def is_seconded(began_at: float) -> bool:
        began.append(began_at)
        return next(opinions)

    rule = WakeRule(phrases=[HEY_GEMMA], is_seconded=is_seconded)
    heard = Hypothesis(
        words=("well", *HEY_GEMMA), is_final=True, confidences=(1,) * 3, starts_at=(7, 8, 8.5), ends_at=(8, 8.5, 9)
    )

    first = fed(rule, *[partial("hey gemma")] * 3, heard)
    second = fed(rule, *[partial("hey gemma")] * 3, heard, start=10.5)

    assert [type(event) for event in events(first)] == [WakeHeard, WakeWithdrawn]
    assert isinstance(events(second)[-1], WakeHeard)
    assert began == [8, 8]


def test_phrase_in_the_midst_of_other_speech_wakes_in_fast_mode_only() -> None:
    said = "one two three four hey gemma"

    assert events(fed(WakeRule(phrases=[HEY_GEMMA]), *[partial(said)] * 9, final(said))) == []
    assert len(events(fed(WakeRule(phrases=[HEY_GEMMA], is_strict=False), *[partial(said)] * 3))) == 1
    assert len(events(fed(WakeRule(phrases=[HEY_GEMMA], most_words_before=None), final(said)))) == 1


def test_alias_wakes_under_its_own_name() -> None:
    rule = WakeRule(phrases=[HEY_GEMMA, ("hey", "jemima")])

    (heard,) = events(fed(rule, final("hey jemima")))

    assert heard.phrase == "hey jemima"


def test_second_wake_within_the_refractory_time_is_not_one() -> None:
    rule = WakeRule(phrases=[HEY_GEMMA], is_strict=False)
    fed(rule, *[partial("hey gemma")] * 3, start=10.0)

    assert events(fed(rule, *[partial("hey gemma")] * 3, start=11.0)) == []
    assert len(events(fed(rule, *[partial("hey gemma")] * 3, start=12.0))) == 1


def test_earlier_time_is_another_recording_and_not_refractory() -> None:
    rule = WakeRule(phrases=[HEY_GEMMA], is_strict=False)
    fed(rule, *[partial("hey gemma")] * 3, start=50.0)

    assert len(events(fed(rule, *[partial("hey gemma")] * 3, start=10.0))) == 1


def test_reset_forgets_a_candidate_but_not_the_refractory_time() -> None:
    rule = WakeRule(phrases=[HEY_GEMMA], is_strict=False)
    fed(rule, *[partial("hey gemma")] * 2)
    rule.reset()
    assert events(fed(rule, partial("hey gemma"))) == []

    rule.reset()
    assert len(events(fed(rule, *[partial("hey gemma")] * 3, start=20.0))) == 1
    rule.reset()
    assert events(fed(rule, *[partial("hey gemma")] * 3, start=20.5)) == []


_SAID = st.sampled_from(["", "hey", "hey gemma", "[unk] hey gemma", "hey gemma [unk]", "gemma hey", "[unk]"])


@given(st.booleans(), st.lists(st.tuples(_SAID, st.booleans(), st.floats(0, 1)), max_size=60))
def test_every_announced_wake_is_confirmed_or_withdrawn_and_none_comes_too_soon(
    is_strict: bool, said: list[tuple[str, bool, float]]
) -> None:
    rule = WakeRule(phrases=[HEY_GEMMA], is_strict=is_strict)
    open_wakes = 0
    confirmed_at = float("-inf")
    for count, (text, is_final, confidence) in enumerate([*said, ("", True, 1.0)]):
        at = count * 0.1
        hypotheses = [final(text, confidence, end=at) if is_final else partial(text)]
        if rule_step := rule.take(hypotheses[0], at):
            steps = [rule_step]
            if rule_step.is_settling:
                steps.append(rule.take(final(text, confidence, end=at), at))
            for event in events(steps):
                if isinstance(event, WakeWithdrawn):
                    open_wakes -= 1
                elif event.is_confirmed:
                    open_wakes = 0
                    assert event.ended_at - confirmed_at >= rule.refractory_seconds - 0.6
                    confirmed_at = event.ended_at
                else:
                    open_wakes += 1
            assert open_wakes in (0, 1)
    assert open_wakes == 0
