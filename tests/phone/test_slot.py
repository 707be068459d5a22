"""Who holds the slot, read from lists of processes and from the accessibility service."""

from __future__ import annotations

import pytest

from genie_host.phone.slot import bound_services, common_names, holders_in, is_held

PS = """  PID ARGS
    1 init second_stage
 8123 app_process / com.wetest.uia2.Main -p 9008
 9050 app_process / com.android.commands.am.Am instrument -w dev.mobile.maestro.test/androidx.test.runner
 9100 com.example.app
 9200 ps -A -o PID,ARGS com.wetest.uia2.Main
"""


def test_tools_are_known_by_their_command_lines() -> None:
    assert [(holder.pid, holder.name) for holder in holders_in(PS)] == [(8123, "uiautomator2"), (9050, "Maestro")]
    assert [holder.is_own_kind for holder in holders_in(PS)] == [True, False]


def test_a_list_in_another_form_is_read_too() -> None:
    line = "shell         9050     1   500 1000000  90000 0                   0 S io.appium.uiautomator2.server"
    assert str(holders_in(line)[0]) == "Appium (process 9050 on the phone)"
    assert holders_in("") == ()


@pytest.mark.parametrize(
    ("dump", "held"),
    [
        ("User state[\n     Ui Automation[eventTypes=TYPES_ALL_MASK, notificationTimeout=0]\n", True),
        ("User state[\n     Ui Automation[none]\n", False),
        ("User state[\n", False),
    ],
)
def test_an_automation_client_is_seen_in_the_accessibility_service(dump: str, held: bool) -> None:
    assert is_held(dump) is held


def test_services_are_called_as_people_call_them() -> None:
    assert common_names("com.google.android.marvin.talkback/.TalkBackService:org.x/.Y") == ("TalkBack", "org.x")
    assert common_names("null") == common_names(None) == common_names("") == ()


def test_bound_services_are_read() -> None:
    dump = "     Bound services:{Service[label=TalkBack, feedbackType[FEEDBACK_SPOKEN]], Service[label=X, y]}\n"
    assert bound_services(dump) == ("TalkBack", "X")
    assert bound_services("     Bound services:{}\n") == ()
