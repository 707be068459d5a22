"""The user's *wait* in the midst of a run: nothing is touched, no time is used up, and afterwards it looks anew."""

from __future__ import annotations

import threading

import pytest

from genie_host.agent.ending import EndReason
from genie_host.agent.freeze import InputLock, locked_phone
from genie_host.agent.limits import Limits
from genie_host.core.cancel import CancelToken
from genie_host.core.errors import Cancelled, InputFrozen
from genie_host.core.geometry import Point
from tests.agent.test_loop import DONE, OPEN_SETTINGS


def answers(*steps):
    """Scripted answers; what is callable is called when its turn comes, and is none."""
    for step in steps:
        if callable(step):
            step()
        else:
            yield step


def test_a_run_that_is_to_wait_touches_nothing_until_it_may_go_on(stage):
    seen = []

    def wait():
        stage.cancel.pause()
        threading.Timer(0.5, go_on).start()

    def go_on():
        seen.append(len(stage.happened("tap")))
        # Meanwhile the user goes somewhere else.
        stage.show("settings", "display")
        stage.cancel.resume()

    result = stage.run_lazily(
        answers(OPEN_SETTINGS, wait, ("click", {"target": "Dark theme"}), DONE), goal="do something"
    )
    assert seen == [0]
    assert result.reason is EndReason.FINISHED
    assert stage.cancel.held_seconds > 0.3


def test_the_wait_counts_in_no_budget(stage):
    stage.limits = Limits(budget_seconds=30.0)

    def wait():
        stage.cancel.pause()
        threading.Timer(0.3, stage.cancel.resume).start()

    stage.run_lazily(answers(OPEN_SETTINGS, wait, ("go_home", {}), DONE))
    held = stage.cancel.held_seconds
    ended = stage.events("episode_ended")[0].data
    assert ended["reason"] == "finished"
    assert 0.2 < held <= ended["seconds"]


def test_stop_ends_a_run_that_waits(stage):
    def wait():
        stage.cancel.pause()
        threading.Timer(0.2, stage.cancel.cancel).start()

    result = stage.run_lazily(answers(OPEN_SETTINGS, wait, ("go_home", {}), DONE))
    assert result.reason is EndReason.CANCELLED
    assert stage.happened("home") == []


def test_a_step_in_its_midst_ends_there(stage):
    cancel = CancelToken()
    phone = locked_phone(stage.phone, InputLock(), cancel)
    phone.tap(Point(x=500, y=500))
    cancel.pause()
    with pytest.raises(InputFrozen, match="wait"):
        phone.tap(Point(x=500, y=500))
    assert len(stage.happened("tap")) == 1
    phone.observe()
    cancel.resume()
    phone.tap(Point(x=500, y=500))
    assert len(stage.happened("tap")) == 2


def test_a_token_that_was_never_paused_holds_nobody():
    token = CancelToken()
    assert token.hold() == 0.0
    assert token.held_seconds == 0.0
    token.cancel()
    with pytest.raises(Cancelled):
        token.hold()
