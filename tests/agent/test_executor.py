"""The one door: what is asked, what is refused, and that nothing passes while a person thinks."""

from genie_host.agent.ending import EndReason

DONE = ("tasks", {"plan": "done"})
TYPE_HI = ("type_text", {"field": "Text message", "text": "hi"})
SEND = ("click", {"target": "Send"})


def in_conversation(stage, name="Mum"):
    stage.show("messages", "conversation", name=name)
    return stage


def test_sending_asks_and_shows_recipient_and_text(stage):
    in_conversation(stage).run(TYPE_HI, SEND)
    (request,) = stage.person.asked
    assert request.target == "Send"
    assert dict(request.details)["recipient"] == "Mum"
    assert dict(request.details)["text"] == "hi"
    assert request.reasons


def test_denied_means_nothing_is_sent_and_the_run_stops(stage):
    result = in_conversation(stage).run(TYPE_HI, SEND, SEND, DONE)
    assert result.reason is EndReason.STOPPED_BY_SAFETY
    assert stage.outcomes() == ["done", "denied"]
    assert stage.happened("message_sent") == []
    assert len(stage.person.asked) == 1


def test_approved_means_sent_once(stage):
    stage.person.says = True
    result = in_conversation(stage).run(TYPE_HI, SEND, DONE)
    assert result.reason is EndReason.FINISHED
    assert [(entry["to"], entry["text"]) for entry in stage.happened("message_sent")] == [("Mum", "hi")]


def test_a_screen_that_changed_during_approval_makes_it_void(stage):
    stage.person.says = True
    stage.person.meanwhile = lambda: stage.show("messages", "conversation", name="Sam")
    in_conversation(stage).run(TYPE_HI, SEND, DONE)
    assert stage.outcomes() == ["done", "stale"]
    assert stage.happened("message_sent") == []


def test_text_that_changed_during_approval_makes_it_void(stage):
    stage.person.says = True
    stage.person.meanwhile = lambda: stage.server.call(lambda phone: phone.world.type_text(" and all my money"))
    in_conversation(stage).run(TYPE_HI, SEND, DONE)
    assert stage.outcomes() == ["done", "stale"]
    assert stage.happened("message_sent") == []


def test_an_approver_that_fails_is_a_refusal(stage):
    def fail():
        raise RuntimeError("the approval window is gone")

    stage.person.meanwhile = fail
    result = in_conversation(stage).run(TYPE_HI, SEND, DONE)
    assert result.reason is EndReason.STOPPED_BY_SAFETY
    assert stage.outcomes() == ["done", "refused"]
    assert stage.happened("message_sent") == []


def test_an_answer_that_is_not_a_plain_yes_is_a_no(stage):
    stage.person.says = "yes"
    result = in_conversation(stage).run(TYPE_HI, SEND, DONE)
    assert result.reason is EndReason.STOPPED_BY_SAFETY


def test_a_blind_tap_on_the_send_button_asks_all_the_same(stage):
    in_conversation(stage).run(TYPE_HI, ("tap_at", {"x": 907, "y": 590}))
    (request,) = stage.person.asked
    assert request.target == "Send"


def test_calling_and_deleting_ask(stage):
    in_conversation(stage).run(("click", {"target": "Call"}))
    stage.show("notes", "home")
    stage.run(("click", {"target": "Shopping"}), ("click", {"target": "Delete"}))
    assert [request.target for request in stage.person.asked] == ["Call", "Delete"]
    assert stage.effects() == []


def test_switches_saving_and_typing_do_not_ask(stage):
    stage.show("notes", "edit")
    stage.run(("type_text", {"field": "Note", "text": "milk"}), ("click", {"target": "Save"}), DONE)
    stage.show("settings", "display")
    stage.run(("click", {"target": "Dark theme"}), DONE)
    assert stage.person.asked == []
    assert stage.effects() == ["note_saved", "switch_changed"]


def test_a_tap_whose_fate_is_unknown_is_not_repeated(stage):
    stage.show("settings", "network")
    stage.server.call(lambda phone: setattr(phone.faults, "u2_crash_on", "click"))
    stage.run(("click", {"target": "Wi-Fi"}), DONE)
    assert stage.outcomes() == ["outcome_unknown"]
    assert len(stage.happened("tap")) <= 1


def test_a_look_that_fails_once_is_repeated(stage):
    stage.server.call(lambda phone: setattr(phone.faults, "u2_crash_on", "dumpWindowHierarchy"))
    result = stage.run(("read_screen", {}), DONE)
    assert result.reason is EndReason.FINISHED
