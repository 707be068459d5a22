"""``genie run`` with a phone that is asked: whole runs over the real wire, to the last effect on the phone."""

from __future__ import annotations

import json
import signal
import sys
import threading

import pytest

from genie_host.cli.enrolling import Enroller
from genie_host.core.cancel import CancelToken
from genie_host.phone.adb import AdbServer
from genie_host.phone.companion.client import CompanionClient
from genie_host.phone.companion.install import install
from genie_host.phone.companion.known import KnownPhones
from genie_host.phone.companion.shipped import shipped_apk
from genie_host.store.host_key import host_key
from tests.conftest import put_u2_jar

pytestmark = pytest.mark.slow

GOAL = "send hi to Mum"
PACKAGE = "dev.genie.confirm"
SECONDS = 120


class Running:
    """A run in a process of its own, and the phone that it drives."""

    def __init__(self, process, sim) -> None:
        self._process = process
        self._sim = sim
        self.events: list[dict] = []
        self._heard: list[str] = []
        # A pipe that nobody reads would stop the run.
        self._listener = threading.Thread(target=lambda: self._heard.extend(process.stderr), daemon=True)
        self._listener.start()

    def until(self, kind: str) -> dict:
        """Follow the run to the next event of a kind."""
        for line in self._process.stdout:
            self.events.append(json.loads(line))
            if self.events[-1]["kind"] == kind:
                return self.events[-1]["data"]
        raise AssertionError(f"no {kind}: {self.events[-3:]} {self._heard}")

    def on_phone(self, do):
        return self._sim.call(do)

    def finger(self, answer: str) -> bool:
        return self.on_phone(lambda phone: phone.put_finger(answer))

    def answer(self, line: str) -> None:
        """At the terminal."""
        self._process.stdin.write(line)
        self._process.stdin.flush()

    def interrupt(self) -> None:
        self._process.send_signal(signal.SIGINT)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._listener.join(timeout=5)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            stream.close()

    def end(self) -> tuple[int, str]:
        """Exit code, and what was said on standard error."""
        self.events += [json.loads(line) for line in self._process.stdout]
        code = self._process.wait(timeout=SECONDS)
        self._listener.join(timeout=5)
        return code, "".join(self._heard)

    @property
    def sent(self) -> list[dict]:
        effects = self.on_phone(lambda phone: phone.world.log.effects)
        return [effect for effect in effects if effect["kind"] == "message_sent"]

    def answers(self) -> list[tuple[bool, str]]:
        told = [event["data"] for event in self.events if event["kind"] == "approval"]
        return [(data["answer"], data["reason"]) for data in told]


@pytest.fixture
def enrolled(adb_server, sim, monkeypatch, tmp_path) -> KnownPhones:
    """The phone, with the companion that ships, known to this computer."""
    state = tmp_path / "state"
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    monkeypatch.setenv("GENIE_STATE_DIR", str(state))
    sim.call(put_u2_jar)
    adb = AdbServer.bundled(port=adb_server.port, environment=adb_server.environment)
    client = CompanionClient.connect(sim.serial, adb, CancelToken())
    install(client.link, shipped_apk())
    phones = KnownPhones(state)
    Enroller(
        phones=phones,
        host_key=host_key(state / "keys"),
        host_name="the desk",
        cancel=CancelToken(),
        on_code=lambda code: sim.call(lambda phone: phone.put_finger("approve")),  # type: ignore[arg-type]
        is_equal=lambda code: True,
    ).enroll(client)
    sim.call(lambda phone: phone.world.cancel_confirmation())
    return phones


@pytest.fixture
def run(start_genie, sim, enrolled):
    """Start a run on the phone that knows this computer."""

    started: list[Running] = []

    def start(*more: object, goal: str = GOAL) -> Running:
        arguments = ("run", goal, "--device", sim.serial, "--model", "genie-nano", "--json", *more)
        started.append(Running(start_genie(*arguments), sim))
        return started[-1]

    yield start
    for running in started:
        running.close()


def test_finger_on_the_phone_sends_once(run) -> None:
    running = run()
    waiting = running.until("waiting_for_finger")
    assert (waiting["app"], waiting["stake"]) == ("Messages", "send")
    lines = running.on_phone(lambda phone: phone.world.confirmation.lines)
    assert lines[0] == "Send this?"
    assert "To: Mum" in lines
    assert "Text: hi" in lines
    assert running.sent == []
    assert running.finger("approve")
    code, said = running.end()
    assert code == 0, said
    assert [(sent["to"], sent["text"]) for sent in running.sent] == [("Mum", "hi")]
    assert running.answers() == [(True, "approved")]


@pytest.mark.parametrize(("finger", "words"), [("deny", "The answer was no."), ("lockout", "Too many wrong fingers")])
def test_other_fingers_send_nothing_and_say_why(run, finger, words) -> None:
    running = run()
    running.until("waiting_for_finger")
    running.finger(finger)
    code, said = running.end()
    assert code == 3
    assert words in said
    assert running.sent == []


@pytest.mark.marathon
def test_strange_finger_alone_sends_nothing(run) -> None:
    running = run("--approval-seconds", 2)
    running.until("waiting_for_finger")
    running.finger("wrong")
    code, said = running.end()
    assert code == 3
    assert "Nobody touched" in said
    assert running.answers()[0] == (False, "timeout")
    assert running.sent == []


@pytest.mark.marathon
def test_added_finger_ends_the_key_and_the_run_says_so(run) -> None:
    running = run()
    running.on_phone(lambda phone: phone.put_finger("enroll"))
    code, said = running.end()
    assert code == 3
    assert "genie companion enroll" in said
    assert running.sent == []


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("signature", "not the one of the key that was enrolled"),
        ("key", "not the one of the key that was enrolled"),
        ("digest", "to another question"),
    ],
)
def test_forged_approval_sends_nothing(run, kind, words) -> None:
    running = run()
    running.on_phone(lambda phone: setattr(phone.faults.companion, "forges", kind))
    running.until("waiting_for_finger")
    running.finger("approve")
    code, said = running.end()
    assert code == 3
    assert words in said
    assert running.sent == []


@pytest.mark.marathon
def test_approval_that_comes_late_approves_nothing(run) -> None:
    running = run("--approval-seconds", 1)
    running.on_phone(lambda phone: setattr(phone.faults.companion, "answers_after_seconds", 7.0))
    running.until("waiting_for_finger")
    running.finger("approve")
    running.until("approval")
    # The dialog is gone and the signed yes still under way: nobody waits for it any more.
    assert running.answers()[0][0] is False
    code, _ = running.end()
    assert code == 3
    assert not any(answer for answer, _ in running.answers())
    assert running.sent == []


@pytest.mark.marathon
def test_answer_that_comes_twice_counts_once(run) -> None:
    running = run()
    running.on_phone(lambda phone: setattr(phone.faults.companion, "answers_twice", True))
    running.until("waiting_for_finger")
    running.finger("approve")
    assert running.end()[0] == 0
    assert len(running.sent) == 1


@pytest.mark.marathon
def test_companion_that_dies_sends_nothing(run) -> None:
    running = run()
    running.on_phone(lambda phone: setattr(phone.faults.companion, "dies_after_seconds", 0.2))
    code, said = running.end()
    assert code != 0, said
    assert not any(answer for answer, _ in running.answers())
    assert running.sent == []


@pytest.mark.marathon
def test_companion_that_never_shows_sends_nothing(run) -> None:
    running = run()
    running.on_phone(lambda phone: setattr(phone.faults.companion, "is_silent", True))
    code, said = running.end()
    assert code == 3
    assert "genie companion status" in said
    assert running.sent == []


@pytest.mark.marathon
def test_socket_that_is_refused_leaves_another_way(run) -> None:
    running = run()
    running.on_phone(lambda phone: setattr(phone.faults.companion, "refuses_socket", True))
    running.until("waiting_for_finger")
    running.finger("approve")
    assert running.end()[0] == 0
    assert len(running.sent) == 1


@pytest.mark.marathon
def test_popup_over_the_question_is_a_no(run) -> None:
    running = run("--max-turns", 6)
    running.on_phone(lambda phone: setattr(phone.faults.companion, "loses_focus", True))
    running.until("approval")
    assert running.answers()[0] == (False, "focus_lost")
    assert running.end()[0] != 0
    assert running.sent == []


@pytest.mark.marathon
def test_adb_server_that_dies_while_it_is_asked_sends_nothing(run, adb_server) -> None:
    running = run()
    running.until("waiting_for_finger")
    adb_server.run("kill-server")
    assert running.until("approval")["reason"] == "channel_failed"
    assert running.sent == []
    # The phone was told to close its question as soon as it could be reached again.
    assert running.on_phone(lambda phone: phone.world.confirmation is None or phone.companion.is_open)


def test_screen_that_changed_meanwhile_throws_the_approval_away(run) -> None:
    running = run()
    running.until("waiting_for_finger")
    running.on_phone(lambda phone: phone.world.state["messages"].__setitem__("draft", "I hate you"))
    running.finger("approve")
    assert running.until("acted")["code"] == "stale"
    assert running.sent == []


@pytest.mark.marathon
def test_phone_that_locks_while_it_is_asked_denies(run) -> None:
    running = run("--max-turns", 6)
    running.until("waiting_for_finger")
    running.on_phone(lambda phone: (phone.world.set_lock("pin", "1234"), phone.world.lock()))
    running.until("approval")
    assert running.answers() == [(False, "locked")]
    running.end()
    assert running.sent == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_users_stop_takes_the_question_off_the_phone(run, adb_server, sim) -> None:
    running = run()
    running.until("waiting_for_finger")
    running.interrupt()
    code, _ = running.end()
    assert code == 130
    assert running.on_phone(lambda phone: phone.world.confirmation) is None
    assert running.sent == []
    assert b"genie." not in adb_server.run("-s", sim.serial, "forward", "--list").stdout


def test_console_is_asked_when_the_user_says_so(run, sim) -> None:
    running = run("--approve", "console")
    running.answer("y\n")
    code, _ = running.end()
    assert code == 0
    assert running.answers() == [(True, "approved")]
    assert running.on_phone(lambda phone: phone.world.log.of_kind("confirmation_shown"))[1:] == []


@pytest.mark.marathon
def test_companion_that_was_removed_leaves_the_terminal_where_the_policy_allows_it(run, adb_server, sim) -> None:
    adb_server.run("-s", sim.serial, "uninstall", PACKAGE)
    running = run()
    notice = running.until("notice")["message"]
    while "The phone cannot be asked" not in notice:
        notice = running.until("notice")["message"]
    assert "genie companion install" in notice
    running.answer("y\n")
    assert running.end()[0] == 0
    assert len(running.sent) == 1


@pytest.mark.marathon
def test_code_of_an_enrolment_that_is_still_up_is_waited_for(run, sim) -> None:
    sim.call(lambda phone: phone.world.show_confirmation(PACKAGE, ".EnrollActivity", ["x"]))
    running = run("--max-turns", 1)
    while "code is still on the phone" not in running.until("notice")["message"]:
        pass
    running.on_phone(lambda phone: phone.world.close_confirmation("done"))
    running.until("episode_started")
    assert running.until("observed")["app"] != PACKAGE


def test_phone_that_is_not_enrolled_is_not_asked_unless_it_must_be(start_genie, sim, adb_server, monkeypatch) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    sim.call(put_u2_jar)
    process = start_genie("run", GOAL, "--device", sim.serial, "--model", "genie-nano", "--approve", "phone")
    _, said = process.communicate(timeout=SECONDS)
    assert process.returncode == 4
    assert "genie companion enroll" in said


def test_companion_of_somebody_else_ends_the_run_before_it_begins(run, enrolled, adb_server, sim, tmp_path) -> None:
    from tests.phone.companion.standin import THEIRS, companion_apk

    file = tmp_path / "theirs.apk"
    file.write_bytes(companion_apk(certificate=THEIRS))
    adb_server.run("-s", sim.serial, "uninstall", "dev.genie.confirm")
    adb_server.run("-s", sim.serial, "install", str(file))
    code, said = run().end()
    assert code == 4
    assert "signed by somebody else" in said


def test_simulated_phone_of_the_run_asks_for_a_finger_from_another_window(start_genie, genie) -> None:
    process = start_genie("run", GOAL, "--device", "sim", "--approve", "phone", "--json")
    events = []
    for line in process.stdout:
        events.append(json.loads(line))
        if events[-1]["kind"] == "waiting_for_finger":
            assert genie("sim", "finger", "approve").out == "true\n"
    assert process.wait(timeout=SECONDS) == 0
    sent = [event["data"] for event in events if event["kind"] == "effect" and event["data"]["kind"] == "message_sent"]
    assert len(sent) == 1


@pytest.mark.marathon
def test_receipt_of_a_finger_is_checked_with_the_phone_s_key_alone(run, genie, enrolled, tmp_path) -> None:
    running = run()
    running.until("waiting_for_finger")
    assert running.finger("approve")
    assert running.end()[0] == 0
    (approved,) = json.loads(genie("audit", "show", "--approved", "--json").out)
    assert approved["data"]["approval"]["trust"] == "test"
    (phone,) = enrolled.all()
    receipt, host_pem, phone_pem = tmp_path / "receipt.txt", tmp_path / "host.pem", tmp_path / "phone.pem"
    assert genie("audit", "receipt", approved["seq"], "--out", receipt).code == 0
    assert genie("audit", "key", "--out", host_pem).code == 0
    assert genie("audit", "key", "--phone", phone.name, "--out", phone_pem).code == 0
    assert genie("audit", "key", "--phone", "nobody").code == 2
    for keys in ((phone_pem,), (host_pem,), (host_pem, phone_pem)):
        ran = genie("audit", "check-receipt", receipt, *(word for key in keys for word in ("--key", key)))
        assert ran.code == 0, ran
    assert "was touched for exactly this action" in ran.out
    assert "Text: hi" in ran.out
    # The request named the log's last record, so that the phone has signed where the log stood.
    records = json.loads(genie("audit", "show", "--json", "--last", 0).out)
    request = json.loads(approved["data"]["approval"]["record"]["envelope"])["request"]
    assert request["prev_log_hash"] == records[approved["seq"] - 2]["hash"]
