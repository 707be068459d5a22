"""Whole episodes: what ends them, and that nothing is done twice or beside the goal."""

import re
import threading

import pytest

from genie_host.agent.ending import EndReason
from genie_host.agent.limits import Limits
from genie_host.core.errors import ModelCrashed, ModelReplyInvalid

DONE = ("tasks", {"plan": "done"})
OPEN_SETTINGS = ("open_app", {"name": "Settings"})


def test_a_goal_is_reached_by_acting_and_finished_with_evidence(stage):
    result = stage.run(OPEN_SETTINGS, ("click", {"target": "Network & internet"}), ("click", {"target": "Wi-Fi"}), DONE)
    assert result.reason is EndReason.FINISHED
    assert result.message == "Done: Tapped 'Wi-Fi'. Changed: 'Wi-Fi: on'."
    assert result.turns == 4
    assert stage.state("settings")["wifi"] is True
    assert stage.effects() == ["switch_changed"]
    assert stage.happened("tap")[-1]["node_id"] == "android:id/switch_widget"


def test_each_turn_sees_the_screen_as_it_is_then(stage):
    stage.run(OPEN_SETTINGS, ("click", {"target": "Display"}), DONE)
    screens = [prompt.split("Screen:\n")[1] for prompt in stage.model.prompts]
    assert "app: Launcher" in screens[0]
    assert re.search(r"^\d+ Display\b", screens[1], re.MULTILINE)
    assert "screen: Display" in screens[2]
    assert " Dark theme [off]" in screens[2]


def test_a_reply_ends_the_episode_with_the_answer(stage):
    result = stage.run(("reply", {"message": "Android version: 14"}))
    assert (result.reason, result.reply) == (EndReason.FINISHED, "Android version: 14")


def test_what_is_in_doubt_is_asked_back_and_not_saved(stage):
    typed = [("type_text", {"field": name, "text": "paint"}) for name in ("Title", "Note")]
    stage.show("notes", "edit")
    result = stage.run(*typed, ("click", {"target": "Save"}), goal="a note about paint")
    assert result.reason is EndReason.NOT_REACHED
    assert "which words go where" in result.reply
    assert stage.effects() == []


def test_a_goal_said_to_be_impossible_is_not_reached(stage):
    result = stage.run(("tasks", {"plan": "no such app", "outcome": "impossible"}))
    assert result.reason is EndReason.NOT_REACHED
    assert "no such app" in result.message


def test_a_step_that_changed_nothing_is_told_to_the_model(stage):
    stage.show("settings", "about")
    stage.run(("click", {"target": "Model"}), DONE)
    assert stage.outcomes() == ["no_change"]
    assert "Nothing changed on the screen." in stage.model.prompts[1]


def test_a_name_that_is_not_there_costs_a_turn_and_touches_nothing(stage):
    result = stage.run(("click", {"target": "Warp drive"}), DONE)
    assert result.reason is EndReason.FINISHED
    assert stage.outcomes() == ["invalid"]
    assert stage.happened("tap") == []
    assert "There is no 'Warp drive' on this screen. There is: 'Clock', " in stage.model.prompts[1]


def test_the_turns_allowed_are_a_budget(stage):
    stage.limits = Limits(max_turns=3)
    result = stage.run(*[OPEN_SETTINGS, ("go_home", {})] * 5)
    assert result.reason is EndReason.BUDGET_USED_UP
    assert result.turns == 3


def test_the_seconds_allowed_are_a_budget(stage):
    stage.limits = Limits(budget_seconds=1e-9)
    result = stage.run(DONE)
    assert (result.reason, result.turns) == (EndReason.BUDGET_USED_UP, 0)


@pytest.mark.slow
def test_waiting_for_the_owner_ends_with_the_seconds_allowed(stage):
    stage.server.call(lambda phone: (phone.world.set_lock("pin", "1234"), phone.world.lock()))
    stage.limits, stage.person.says = Limits(budget_seconds=4), True
    result = stage.run(("unlock", {}), DONE)
    assert result.reason in (EndReason.BUDGET_USED_UP, EndReason.PHONE_UNAVAILABLE)
    assert "Genie waits, and never types a PIN" in stage.events("notice")[0].data["message"]
    assert stage.outcomes() == ["rejected"]


def test_useless_answers_are_counted_and_end_the_episode(stage):
    result = stage.run(*[ModelReplyInvalid("The model made 2 calls where one is wanted.")] * 6)
    assert result.reason is EndReason.NOT_REACHED
    assert result.turns == 5


def test_one_useless_answer_is_forgiven(stage):
    assert stage.run(ModelReplyInvalid("no call"), DONE).reason is EndReason.FINISHED


def test_a_model_that_dies_ends_the_episode(stage):
    result = stage.run(ModelCrashed("The model process ended. Start the run again."))
    assert result.reason is EndReason.MODEL_UNAVAILABLE
    assert result.message == "The model process ended. Start the run again."


def test_stop_is_obeyed_before_the_next_step(stage):
    stage.person.says = True
    stage.person.meanwhile = stage.cancel.cancel
    stage.show("messages", "conversation", name="Mum")
    result = stage.run(("type_text", {"field": "Text message", "text": "hi"}), ("click", {"target": "Send"}), DONE)
    assert result.reason is EndReason.CANCELLED
    assert "message_sent" not in stage.effects()


def test_stop_from_another_thread_interrupts_a_wait(stage):
    timer = threading.Timer(0.2, stage.cancel.cancel)
    timer.start()
    result = stage.run(("wait_for", {"text": "never there", "seconds": 60}))
    timer.join()
    assert result.reason is EndReason.CANCELLED
    assert result.seconds < 30


def test_events_tell_the_whole_story(stage):
    stage.run(OPEN_SETTINGS, DONE)
    assert [event.kind for event in stage.sink.events] == [
        "episode_started",
        "observed",
        "decided",
        "assessed",
        "acted",
        "observed",
        "decided",
        "episode_ended",
    ]


def test_a_switch_moved_for_the_goal_is_not_moved_back_by_a_confused_model(stage):
    stage.show("settings", "network")
    result = stage.run(*[("click", {"target": "Wi-Fi"})] * 3, DONE)
    assert result.reason is EndReason.FINISHED
    assert stage.effects() == ["switch_changed"]
    assert stage.state("settings")["wifi"] is True
    assert "was switched on already" in stage.model.prompts[2]


def test_a_switch_that_somebody_moved_meanwhile_may_be_moved_again(stage):
    stage.show("settings", "network")
    stage.run(("click", {"target": "Wi-Fi"}), DONE)
    stage.server.call(lambda phone: phone.world.state["settings"].update(wifi=False))
    stage.run(("click", {"target": "Wi-Fi"}), DONE)
    assert stage.state("settings")["wifi"] is True


def test_a_switch_that_is_as_the_goal_asks_is_left_alone(stage):
    stage.show("settings", "network")
    result = stage.run(("click", {"target": "Mobile data"}), DONE, goal="turn mobile data on")
    assert result.reason is EndReason.FINISHED
    assert stage.outcomes() == ["already_so"]
    assert stage.effects() == []
    assert "is on already" in stage.model.prompts[1]


@pytest.mark.parametrize(
    ("tool", "before", "after", "effects"),
    [
        ("switch_on", False, True, ["switch_changed"]),
        ("switch_on", True, True, []),
        ("switch_off", True, False, ["switch_changed"]),
        ("switch_off", False, False, []),
    ],
)
def test_a_switch_is_set_not_flipped(stage, tool, before, after, effects):
    stage.show("settings", "network")
    stage.server.call(lambda phone: phone.world.state["settings"].update(hotspot=before))
    stage.run((tool, {"target": "Hotspot"}), (tool, {"target": "Hotspot"}), DONE)
    assert stage.state("settings")["hotspot"] is after
    assert stage.effects() == effects


def test_what_is_no_switch_cannot_be_switched(stage):
    stage.show("settings", "network")
    stage.run(("switch_on", {"target": "Private DNS"}), DONE)
    assert stage.outcomes() == ["invalid"]
    assert "is no switch" in stage.model.prompts[1]


def test_a_question_moves_no_switch(stage):
    stage.show("settings", "connected")
    stage.run(("switch_on", {"target": "Bluetooth"}), ("reply", {"message": "off"}), goal="Is Bluetooth on?")
    assert stage.outcomes() == ["only_asked"]
    assert stage.effects() == []


def test_a_switch_is_not_moved_the_other_way(stage):
    stage.show("settings", "network")
    stage.run(("switch_off", {"target": "Mobile data"}), DONE, goal="switch on mobile data")
    assert stage.outcomes() == ["already_so"]
    assert stage.effects() == []


def test_nothing_is_finished_while_the_switch_that_the_goal_names_stands_against_it(stage):
    stage.show("settings", "network")
    result = stage.run(DONE, goal="turn the hotspot on")
    assert result.reason is EndReason.NOT_REACHED
    assert result.message == "'Hotspot' is still off."
