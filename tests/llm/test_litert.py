"""The bundled model in the real engine: what it can answer, and what it does with what it cannot."""

import random
import re
from dataclasses import replace

import pytest
from nano_turns import LONG_ANSWER, LookingClock, click, propose

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Deadline
from genie_host.core.errors import Cancelled, ContextOverflow, ModelReplyInvalid, ModelTimeout
from genie_host.llm.grammar import span_pattern
from genie_host.llm.model import Argument, CallShape
from genie_host.llm.replies import fits

WORDS = 'Wi-Fi|Dark theme|New "message"|C:\\ drive|7:30 AM|100 %|Café|日本語|Send (2)|a.b*c|Mum 😀|x'.split("|")
CLICK_TOOL = {
    "type": "function",
    "function": {
        "name": "click",
        "description": "Tap an element.",
        "parameters": {"type": "object", "properties": {"target": {"type": "string"}}, "required": ["target"]},
    },
}


@pytest.mark.slow
def test_every_call_under_the_grammar_is_one_of_the_shapes(nano):
    chance = random.Random(3)
    for turn in range(40):
        labels = (*chance.sample(WORDS, chance.randint(2, 6)), f"Row {turn}")
        goal = [" send"] + [f" {word}" for word in chance.sample(WORDS, 3)]
        shapes = [
            click(*labels),
            CallShape("type_text", (Argument("field", labels[:1]), Argument("text", pattern=span_pattern(goal)))),
            CallShape("tap_at", (Argument("x", kind="integer"), Argument("y", kind="number"))),
            CallShape("scroll", (Argument("direction", ("up", "down")),)),
            CallShape("go_back"),
        ]
        asked = chance.sample(shapes, chance.randint(1, 5))
        if not any(shape.tool_name != "type_text" for shape in asked):
            asked.append(click(*labels))
        reply = propose(nano, asked, prompt=f"goal:{''.join(goal)}\napp: Settings\n" + "\n".join(labels))
        assert len(reply.calls) == 1
        assert any(fits(*reply.calls[0], shape) for shape in asked)
        assert reply.prompt_tokens > 10
        assert reply.output_tokens > 0
        assert reply.seconds > 0


def test_a_call_is_parsed_by_the_engine_when_it_knows_the_tools(nano):
    reply = propose(nano, [click("Wi-Fi", "Dark theme")], tools=[CLICK_TOOL])
    assert reply.calls[0][0] == "click"
    assert reply.text == ""


def test_the_same_prompt_gives_the_same_call(nano):
    shapes = [click(*(f"Row {number}" for number in range(300)))]
    replies = [propose(nano, shapes).calls for _ in range(3)]
    assert replies[0] == replies[1] == replies[2]


def test_an_answer_that_is_weighed_comes_with_others(nano):
    sure = replace(click("Wi-Fi"), is_weighed=True)
    torn = replace(click(*(f"Row {number}" for number in range(300))), is_weighed=True)
    reply = propose(nano, [sure])
    assert set(map(len, reply.drawn)) == {1}
    assert all(calls == reply.calls for calls in reply.drawn)
    first, second = propose(nano, [torn]), propose(nano, [torn])
    assert first.drawn == second.drawn
    assert any(calls != first.calls for calls in first.drawn)
    assert propose(nano, [replace(torn, is_weighed=False)]).drawn == ()


def test_labels_the_tokenizer_cannot_write_leave_the_others_to_choose_from(nano):
    assert propose(nano, [click("\u0e01\u0e02", "Wi-Fi", "Wi-Fi \u0e01")]).calls == (("click", {"target": "Wi-Fi"}),)
    with pytest.raises(ModelReplyInvalid):
        propose(nano, [click("\u0e01\u0e02")])


def test_half_a_surrogate_pair_in_the_prompt_is_harmless(nano):
    assert propose(nano, [click("a", "\ud83d")], prompt="row \ud83d").calls == (("click", {"target": "a"}),)


def test_an_answer_cut_by_the_token_limit_is_invalid(nano):
    with pytest.raises(ModelReplyInvalid, match="cut off"):
        propose(nano, [click("A conversation with somebody")], max_output_tokens=6)


def test_a_grammar_that_cannot_be_built_is_reported_and_the_next_turn_works(nano):
    with pytest.raises(ModelReplyInvalid):
        propose(nano, [CallShape("reply", (Argument("message", pattern="a("),))])
    assert propose(nano, [CallShape("go_back")]).calls == (("go_back", {}),)


def test_without_shapes_the_answer_is_text(nano):
    reply = propose(nano, [], max_output_tokens=8)
    assert reply.output_tokens <= 8


def test_a_prompt_that_does_not_fit_is_refused_before_it_is_sent(nano):
    with pytest.raises(ContextOverflow):
        propose(nano, [click("a")], prompt="7 " * 3000)
    reply = propose(nano, [CallShape("go_back")])
    assert reply.calls == (("go_back", {}),)


def test_a_prompt_that_just_fits_is_answered_and_a_little_more_is_not(nano):
    go_back = [CallShape("go_back")]
    least = propose(nano, go_back, prompt="7 ").prompt_tokens
    each = nano.count_tokens("7 " * 101) - nano.count_tokens("7 " * 100)
    room = nano.context_tokens - 96
    fitting = (room - least) // each - 1
    reply = propose(nano, go_back, prompt="7 " * fitting)
    assert reply.calls == (("go_back", {}),)
    assert room - 4 * each <= reply.prompt_tokens <= room
    with pytest.raises(ContextOverflow):
        propose(nano, go_back, prompt="7 " * (fitting + 4))


def test_count_tokens_grows_with_the_text(nano):
    assert nano.count_tokens("") == 0
    assert 0 < nano.count_tokens("turn on Wi-Fi") < nano.count_tokens("turn on Wi-Fi and then Bluetooth")


def test_a_deadline_ends_a_turn_and_the_model_goes_on_with_the_next(nano):
    with pytest.raises(ModelTimeout):
        propose(nano, [LONG_ANSWER], deadline=Deadline(1.0, LookingClock(3, lambda: 2.0)), max_output_tokens=900)
    assert propose(nano, [CallShape("go_back")]).calls == (("go_back", {}),)


def test_a_deadline_that_is_over_asks_nothing(nano):
    with pytest.raises(ModelTimeout):
        propose(nano, [click("a")], deadline=Deadline.after(0))


def test_stop_ends_a_turn_and_the_model_goes_on_with_the_next(nano):
    cancel = CancelToken()
    with pytest.raises(Cancelled):
        propose(
            nano,
            [LONG_ANSWER],
            cancel=cancel,
            deadline=Deadline(1.0, LookingClock(2, cancel.cancel)),
            max_output_tokens=900,
        )
    assert propose(nano, [CallShape("go_back")]).calls == (("go_back", {}),)


def test_stop_said_before_asks_nothing(nano):
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        propose(nano, [click("a")], cancel=cancel)


def test_the_model_says_what_it_is(nano):
    assert (nano.name, nano.backend, nano.prompt_style) == ("genie-nano", "cpu", "nano")
    assert nano.is_constrained
    assert nano.context_tokens >= 512
    assert "CPU" in nano.notice


def test_nothing_is_left_beside_the_model(nano, nano_path):
    propose(nano, [CallShape("go_back")])
    beside = {path.name for path in nano_path.parent.iterdir() if path.name.startswith(nano_path.name)}
    assert beside == {nano_path.name}


def test_no_message_names_a_file_or_a_place_in_the_source(nano):
    messages = []
    for shapes, prompt in (([CallShape("reply", (Argument("m", pattern="a("),))], "x"), ([click("a")], "7 " * 3000)):
        with pytest.raises((ModelReplyInvalid, ContextOverflow)) as info:
            propose(nano, shapes, prompt=prompt)
        messages.append(str(info.value))
    assert not any(re.search(r"[/\\]|\.cc|Traceback|RuntimeError", message) for message in messages)
