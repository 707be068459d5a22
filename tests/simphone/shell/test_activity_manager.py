"""``am``, ``monkey`` and broadcasts: apps, links, crashes."""

from __future__ import annotations

import pytest
from shell_runner import run

SETTINGS, NOTES, BROWSER = "com.android.settings", "com.example.notes", "com.example.browser"


def test_a_link_goes_to_the_app_that_claims_it(sim_phone):
    assert run(sim_phone, "am start -a android.intent.action.VIEW -d https://news.example/today").status == 0
    assert sim_phone.world.foreground.package == BROWSER


def test_a_url_alone_is_a_link(sim_phone):
    assert run(sim_phone, "am start sms:Mum").status == 0
    assert sim_phone.world.foreground.screen == "conversation"


def test_an_intent_of_the_settings_opens_the_page(sim_phone):
    output = run(sim_phone, "am start -W -a android.settings.DISPLAY_SETTINGS").output
    assert (sim_phone.world.foreground.package, sim_phone.world.foreground.screen) == (SETTINGS, "display")
    assert output.splitlines()[1:3] == ["Status: ok", "LaunchState: COLD"]
    assert output.splitlines()[-1] == "Complete"


def test_an_intent_for_one_package_goes_to_no_other(sim_phone):
    result = run(sim_phone, f"am start -a android.settings.DISPLAY_SETTINGS -p {NOTES}")
    assert result.status == 1
    assert "unable to resolve Intent { act=android.settings.DISPLAY_SETTINGS" in result.errors


def test_shared_text_arrives(sim_phone):
    script = "am start -a android.intent.action.SEND -t text/plain --es android.intent.extra.TEXT 'good day' -p "
    assert run(sim_phone, script + "com.android.messaging").status == 0
    assert sim_phone.world.foreground.screen == "share"
    assert sim_phone.world.visit.args == {"text": "good day"}


def test_home_and_calls(sim_phone):
    sim_phone.world.start_app(NOTES)
    run(sim_phone, "am start -a android.intent.action.MAIN -c android.intent.category.HOME")
    assert sim_phone.world.foreground.app_id == "launcher"
    run(sim_phone, "am start -a android.intent.action.CALL -d tel:112233")
    assert sim_phone.world.system.call.number == "112233"
    assert "mCallState=2" in run(sim_phone, "dumpsys telephony.registry").output


def test_an_app_that_is_in_front_is_only_brought_there(sim_phone):
    script = f"am start -a android.intent.action.MAIN -n {NOTES}/.MainActivity"
    assert "brought to the front" not in run(sim_phone, script).errors
    assert "brought to the front" in run(sim_phone, script).errors
    assert "brought to the front" in run(sim_phone, script).errors


def test_stop_before_start_forgets_the_screens(sim_phone):
    sim_phone.world.show("settings", "network")
    run(sim_phone, f"am start -S -n {SETTINGS}/.Settings")
    assert sim_phone.world.foreground.screen == "home"


@pytest.mark.parametrize(
    "script",
    ["am start -n nonsense", "am start -a", "am start --es key", "am start -Q", "am start", "am start -n a.b/.C"],
)
def test_an_intent_that_makes_no_sense_starts_nothing(sim_phone, script):
    assert run(sim_phone, script).status == 1
    assert sim_phone.world.foreground.app_id == "launcher"


def test_a_crash_is_seen_and_logged(sim_phone):
    sim_phone.world.start_app(NOTES)
    run(sim_phone, f"am crash {NOTES}")
    assert not sim_phone.world.is_running(NOTES)
    log = run(sim_phone, "logcat -d -b crash").output
    assert f"Process: {NOTES}" in log
    assert "shell-induced crash" in log
    assert "has died" in run(sim_phone, "logcat -d ActivityManager:I *:S").output


def test_kill_spares_what_is_in_front(sim_phone):
    sim_phone.world.start_app(SETTINGS)
    sim_phone.world.start_app(NOTES)
    run(sim_phone, f"am kill {NOTES}; am kill {SETTINGS}")
    assert sim_phone.world.is_running(NOTES)
    assert not sim_phone.world.is_running(SETTINGS)
    run(sim_phone, "input keyevent HOME; am kill-all")
    assert not sim_phone.world.is_running(NOTES)


def test_stack_lists_tasks(sim_phone):
    sim_phone.world.start_app(NOTES)
    assert f"taskId=12: {NOTES}/.MainActivity" in run(sim_phone, "am stack list").output


def test_a_broadcast_that_nobody_hears_has_result_0(sim_phone):
    output = run(sim_phone, "am broadcast -a com.example.NOTHING --es a b").output
    assert output.endswith("Broadcast completed: result=0\n")
    assert "act=com.example.NOTHING" in output


def test_aeroplane_mode_by_broadcast(sim_phone):
    run(sim_phone, "am broadcast -a android.intent.action.AIRPLANE_MODE --ez state true")
    assert sim_phone.world.is_on("aeroplane")


def test_services_and_instrumentation_are_not_there(sim_phone):
    assert "Error: Not found" in run(sim_phone, "am startservice -n a.b/.C").errors
    assert "INSTRUMENTATION_FAILED: a.b/.C" in run(sim_phone, "am instrument -w a.b/.C").output
    assert run(sim_phone, "am get-config").output.startswith("config: mcc310-mnc260-en-rUS-port-")


def test_monkey_strikes_as_often_as_it_is_told(sim_phone):
    output = run(sim_phone, f"monkey -p {NOTES} -s 7 -v 20").output
    assert "Events injected: 20" in output
    touches = [entry for entry in sim_phone.world.log.entries if entry["kind"] == "tap"]
    assert len(touches) == 19
    assert sim_phone.world.foreground.package == NOTES


def test_processes_are_found_and_killed(sim_phone):
    sim_phone.world.start_app(NOTES)
    pid = run(sim_phone, f"pidof {NOTES}").output.strip()
    assert run(sim_phone, f"pgrep -f {NOTES}").output.strip() == pid
    assert NOTES in run(sim_phone, "top -n 1").output
    assert run(sim_phone, f"kill -0 {pid}; kill {pid}").status == 0
    assert not sim_phone.world.is_running(NOTES)
    assert run(sim_phone, f"kill {pid}").errors == f"kill: bad pid '{pid}': No such process\n"
    assert run(sim_phone, f"killall {NOTES}").status == 1
