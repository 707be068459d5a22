from __future__ import annotations

from genie_host.voice.hearing import Word
from genie_host.voice.recognise.phrases import Hypothesis
from genie_host.voice.recognise.word_rule import STEADY_PARTIALS, STEADY_PARTIALS_IN_SPEECH, WordRule, WordStep
from genie_host.voice.recognise.words import steering_words

ENGLISH = steering_words("en").phrases


def partial(text: str) -> Hypothesis:
    return Hypothesis(words=tuple(text.split()), is_final=False)


def final(text: str, confidence: float = 1.0) -> Hypothesis:
    words = tuple(text.split())
    return Hypothesis(words=words, is_final=True, confidences=(confidence,) * len(words), ends_at=(1.0,) * len(words))


def fed(rule: WordRule, *hypotheses: Hypothesis) -> list[WordStep]:
    return [rule.take(hypothesis, 0.1 * count) for count, hypothesis in enumerate(hypotheses)]


def words(steps: list[WordStep]) -> list[Word]:
    return [event.word for step in steps for event in step.events]


def test_stop_is_taken_from_three_partials_once() -> None:
    steps = fed(WordRule(phrases=ENGLISH), *[partial("stop")] * STEADY_PARTIALS, final("stop"), partial(""))

    assert [len(step.events) for step in steps] == [0, 0, 1, 0, 0]
    assert steps[2].is_settling
    assert words(steps) == [Word.STOP]


def test_stop_can_be_said_again() -> None:
    once = [*[partial("stop")] * STEADY_PARTIALS, final("stop")]

    assert words(fed(WordRule(phrases=ENGLISH), *once, *once)) == [Word.STOP, Word.STOP]


def test_short_word_is_taken_from_the_final_result_when_the_partials_were_too_few() -> None:
    assert words(fed(WordRule(phrases=ENGLISH), partial("stop"), final("stop"))) == [Word.STOP]


def test_doubtful_final_result_is_no_word() -> None:
    assert words(fed(WordRule(phrases=ENGLISH), final("yes", 0.6), final("stop", 0.6))) == []


def test_yes_waits_for_a_final_result() -> None:
    rule = WordRule(phrases=ENGLISH)

    steps = fed(rule, *[partial("yes")] * STEADY_PARTIALS)

    assert words(steps) == []
    assert steps[-1].is_settling
    assert words(fed(rule, final("yes"))) == [Word.YES]


def test_yes_that_the_final_result_takes_back_is_no_yes() -> None:
    assert words(fed(WordRule(phrases=ENGLISH), *[partial("yes")] * STEADY_PARTIALS, final("[unk]"))) == []


def test_words_that_halt_go_before_those_that_let_go() -> None:
    assert words(fed(WordRule(phrases=ENGLISH), final("no yes"))) == [Word.NO]
    assert words(fed(WordRule(phrases=ENGLISH), final("stop go on"))) == [Word.STOP]


def test_word_of_two_partials_does_not_make_up_three_with_another() -> None:
    assert words(fed(WordRule(phrases=ENGLISH), partial("wait"), partial("wait"), partial("stop"))) == []


def test_words_in_the_midst_of_other_speech_steer_nothing() -> None:
    rule = WordRule(phrases=ENGLISH)

    for word in ("wait", "cancel", "yes", "continue"):
        assert words(fed(rule, *[partial(f"well now he said {word}")] * 9, final(f"well now he said {word}"))) == []
    assert words(fed(rule, *[partial("oh please wait")] * STEADY_PARTIALS)) == [Word.WAIT]


def test_stop_is_heard_over_other_speech_when_it_stands_for_longer() -> None:
    rule = WordRule(phrases=ENGLISH)
    over = partial("well now he said stop")

    assert words(fed(rule, *[over] * (STEADY_PARTIALS_IN_SPEECH - 1), final("well now he said stop"))) == []
    assert words(fed(rule, *[over] * STEADY_PARTIALS_IN_SPEECH)) == [Word.STOP]


def test_reset_forgets_what_was_half_heard() -> None:
    rule = WordRule(phrases=ENGLISH)
    fed(rule, partial("stop"), partial("stop"))

    rule.reset()

    assert words(fed(rule, partial("stop"))) == []
