"""What is asked back instead of being saved or sent."""

from dataclasses import replace

import pytest

from genie_host.agent.agreement import is_sure
from genie_host.agent.doubt import Doubt
from genie_host.agent.goal import Goal
from genie_host.core.calls import ToolCall
from genie_host.core.screen import Observation
from genie_host.llm.model import ModelReply
from tests.agent.simulated_screen import look


@pytest.fixture
def screen():
    return look


def call(tool_name: str, **arguments: str) -> ToolCall:
    return ToolCall(call_id="1", tool_name=tool_name, arguments=arguments)


def reply_of(made: ToolCall, *, wavers: bool | None = None) -> ModelReply:
    """A model's reply; asked again, it says the same or, when it wavers, something else; None: it was not asked."""
    own = (made.tool_name, made.arguments)
    other = ("go_back", {}) if wavers else own
    drawn = () if wavers is None else ((own,), (own,), (other,), (other,))
    return ModelReply(calls=(own,), text="", prompt_tokens=1, output_tokens=1, seconds=0.0, drawn=drawn)


def asked(goal: str, observation: Observation, *calls: ToolCall, wavers: bool | None = None) -> list[str | None]:
    doubt = Doubt(Goal(goal))
    return [doubt.question(each, reply_of(each, wavers=wavers), observation) for each in calls]


def note(title: str, body: str) -> tuple[ToolCall, ToolCall, ToolCall]:
    return (
        call("type_text", field="Title", text=title),
        call("type_text", field="Note", text=body),
        call("click", target="Save"),
    )


def test_a_note_as_the_goal_said_it_is_saved_without_a_word(screen):
    calls = note("Books", "Emma and Dracula")
    assert asked("a note called Books with Emma and Dracula in it", screen("notes", "edit"), *calls) == [None] * 3


def test_the_same_words_do_not_go_into_two_fields(screen):
    goal = "add a note saying hallway paint is called Oat Milk"
    _, question, _ = asked(goal, screen("notes", "edit"), *note("Oat Milk", "hallway paint is called Oat Milk"))
    assert question is not None
    assert "Oat Milk" in question


def test_words_that_the_goal_says_twice_may_go_into_two_fields(screen):
    goal = "a note called Milk that says Milk"
    assert asked(goal, screen("notes", "edit"), *note("Milk", "Milk")) == [None] * 3


def test_a_text_the_model_wavers_about_is_asked_for(screen):
    (question,) = asked(
        "note the paint is blue",
        screen("notes", "edit"),
        call("type_text", field="Note", text="is blue"),
        wavers=True,
    )
    assert question is not None
    assert "is blue" in question


def test_a_text_that_begins_where_none_does_is_asked_for(screen):
    typed = call("type_text", field="Note", text="paint is blue")
    (question,) = asked("note hallway paint is blue", screen("notes", "edit"), typed, wavers=False)
    assert question is not None


def test_quoted_words_are_beyond_doubt(screen):
    goal = 'note "the paint is blue"'
    typed = call("type_text", field="Note", text="the paint is blue")
    assert asked(goal, screen("notes", "edit"), typed, wavers=True) == [None]


def test_quoted_words_that_were_put_nowhere_hold_up_saving(screen):
    goal = 'a new note, headed "Ideas", saying "a blue scarf"'
    *_, question = asked(goal, screen("notes", "edit"), *note("Ideas", "a new note"))
    assert question is not None
    assert "a blue scarf" in question


def test_whom_a_message_is_for_may_stand_in_quotes(screen):
    goal = 'send "on my way" to "Sam"'
    calls = (call("type_text", field="Text message", text="on my way"), call("click", target="Send"))
    assert asked(goal, screen("messages", "conversation", name="Sam"), *calls) == [None, None]


@pytest.mark.parametrize(("hour", "minute", "is_asked"), [("7", "40", False), ("16", "40", True), ("7", "15", True)])
def test_an_alarm_is_saved_for_a_time_of_the_goal_only(screen, hour, minute, is_asked):
    calls = (
        call("type_text", field="Hour", text=hour),
        call("type_text", field="Minute", text=minute),
        call("click", target="Save"),
    )
    *_, question = asked("wake me at 7:40, not at 16:15", screen("clock", "new_alarm"), *calls)
    assert (question is not None) is is_asked


def test_an_alarm_that_is_there_is_not_made_again_where_another_time_is_named(screen):
    doubt, form = Doubt(Goal("change my 6:45 alarm to 7:00")), screen("clock", "new_alarm")
    calls = (
        call("type_text", field="Hour", text="6"),
        call("type_text", field="Minute", text="45"),
        call("click", target="Save"),
    )
    look_first = call("click", target="Add alarm")
    assert doubt.question(look_first, reply_of(look_first), screen("clock", "home")) is None
    *_, question = [doubt.question(each, reply_of(each), form) for each in calls]
    assert question is not None
    assert "already" in question


@pytest.mark.parametrize(
    ("goal", "is_asked"),
    [
        ("Bob should know that the match starts at 16:00", True),
        ("the dentist is at 16:00 on Friday", True),
        ("get me up at 16:00", False),
        ("new alram 16:00", False),
        ("let the phone ring at 16:00", False),
    ],
)
def test_a_time_alone_bids_nobody_to_set_an_alarm(screen, goal, is_asked):
    calls = (
        call("type_text", field="Hour", text="16"),
        call("type_text", field="Minute", text="0"),
        call("click", target="Save"),
    )
    *_, question = asked(goal, screen("clock", "new_alarm"), *calls)
    assert (question is not None) is is_asked


def test_the_words_of_a_time_are_no_label(screen):
    calls = (
        call("type_text", field="Hour", text="19"),
        call("type_text", field="Minute", text="15"),
        call("type_text", field="Label", text="seven fifteen"),
    )
    *_, question = asked("an alarm for seven fifteen pm", screen("clock", "new_alarm"), *calls)
    assert question is not None


def test_a_switch_the_model_wavers_about_is_left_as_it_is(screen):
    (question,) = asked(
        "help me sleep", screen("settings", "display"), call("switch_on", target="Night Light"), wavers=True
    )
    assert question is not None
    assert "Night Light" in question


def test_which_of_two_times_is_meant_is_asked_when_the_model_wavers(screen):
    typed = call("type_text", field="Hour", text="7")
    (question,) = asked("the ferry goes at 7, wake me at 5:20", screen("clock", "new_alarm"), typed, wavers=True)
    assert question is not None
    assert "times" in question


def test_a_switch_is_left_alone_when_another_one_was_named(screen):
    doubt = Doubt(Goal("this network is useless, turn Wi-Fi off"))
    opened = call("click", target="Wi-Fi network")
    assert doubt.question(opened, reply_of(opened), screen("settings", "network")) is None
    moved = call("switch_off", target="Turn on Wi-Fi automatically")
    question = doubt.question(moved, reply_of(moved), screen("settings", "wifi_preferences"))
    assert question is not None
    assert "“Wi-Fi” was named" in question


@pytest.mark.parametrize(
    ("goal", "name", "is_asked"),
    [
        ("have an alarm ring at six", "Mum", True),
        ("tell Mum an alarm rings at six", "Mum", False),
        ("tell Dr Patel an alarm rings at six", "Dr Chen", True),
        ("say an alarm rings at six", "Mum", False),
    ],
)
def test_a_message_goes_to_nobody_whom_the_goal_does_not_name(screen, goal, name, is_asked):
    doubt = Doubt(Goal(goal))
    if is_asked:
        opened = call("click", target=name)
        doubt.question(opened, reply_of(opened), screen("messages", "home"))
    typed, sent = call("type_text", field="Text message", text="six"), call("click", target="Send")
    talk = screen("messages", "conversation", name=name)
    doubt.question(typed, reply_of(typed), talk)
    question = doubt.question(sent, reply_of(sent), talk)
    assert (question is not None) is is_asked


def test_what_somebody_is_to_be_told_is_not_kept_as_a_note(screen):
    calls = (call("type_text", field="Note", text="the key is here"), call("click", target="Save"))
    *_, question = asked("Could you let Sam know that the key is here?", screen("notes", "edit"), *calls)
    assert question is not None
    assert "whom" in question


def test_a_note_that_the_goal_gives_a_title_is_not_saved_without_one(screen):
    calls = (call("type_text", field="Note", text="eggs"), call("click", target="Save"))
    *_, question = asked("write down eggs in a note, its title should be Food", screen("notes", "edit"), *calls)
    assert question is not None
    assert "title" in question


def test_what_was_typed_into_another_form_is_no_matter(screen):
    doubt = Doubt(Goal("note pizza and send pizza to Sam"))
    typed = call("type_text", field="Note", text="note pizza")
    assert doubt.question(typed, reply_of(typed), screen("notes", "edit")) is None
    typed = call("type_text", field="Text message", text="pizza")
    assert doubt.question(typed, reply_of(typed), screen("messages", "conversation", name="Sam")) is None


def written(field: str, text: str) -> tuple[str, dict[str, str]]:
    return "type_text", {"field": field, "text": text}


GOAL = "a note called Books with Emma and Dracula in it"


def drawing(*drawn: tuple[str, dict[str, str]] | None) -> ModelReply:
    own = written("Title", "Books")
    answers = tuple(() if call is None else (call,) for call in (own, own, *drawn))
    return ModelReply(calls=(own,), text="", prompt_tokens=1, output_tokens=1, seconds=0.0, drawn=answers)


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        (written("Title", "Books"), True),
        (written("Title", "books."), True),
        (written("Title", "Emma and Dracula"), False),
        (written("Title", "called Books"), True),
        (written("Note", "Emma and Dracula"), True),
        (written("Note", "Books with Emma and Dracula in it"), False),
        (("click", {"target": "Save"}), False),
        (None, False),
    ],
)
def test_the_model_is_sure_when_no_likely_answer_speaks_against_its_own(drawn, expected):
    assert is_sure(drawing(drawn), Goal(GOAL)) is expected


def test_an_answer_that_chance_does_not_bear_out_is_not_sure():
    reply = drawing(*[written("Title", "called Books")] * 4)
    assert not is_sure(replace(reply, drawn=reply.drawn[1:]), Goal(GOAL))


@pytest.mark.parametrize("tool_name", ["click", "switch_on"])
def test_a_switch_the_goal_says_nothing_of_gives_way_to_one_it_does(screen, tool_name):
    display = screen("settings", "display")
    goal = "let the screen rotate by itself again"
    (question,) = asked(goal, display, call(tool_name, target="Dark theme"), wavers=False)
    assert question is not None
    assert "Auto-rotate screen" in question
    assert asked(goal, display, call(tool_name, target="Auto-rotate screen"), wavers=False) == [None]
    assert asked("make it all black", display, call(tool_name, target="Dark theme"), wavers=False) == [None]
