"""Orders to a running phone over its control socket."""

from __future__ import annotations

import base64
import io
import itertools
import json
import socket
import stat
import threading

import pytest
from PIL import Image

from genie_host.core.errors import SimulatorError
from genie_host.simphone.control.client import ControlClient
from genie_host.simphone.control.registry import Registry, Running, state_folder
from genie_host.simphone.control.server import ControlServer
from genie_host.simphone.fleet import Fleet
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.scripts import Script


@pytest.fixture
def control(sim_phone):
    """One phone with a control socket, and the way to it."""
    fleet = Fleet([sim_phone])
    server = ControlServer(fleet.listeners)
    with fleet.running(server):
        yield ControlClient(port=server.port, token=server.token, phone=fleet.serials[0])


def test_info_says_who_the_phone_is_and_what_is_in_front(control):
    told = control.ask("info")
    assert told["serial"] == control.phone
    assert (told["package"], told["size"]) == ("com.android.launcher3", [1080, 2400])


def test_state_is_read_and_set_by_path(control):
    assert control.ask("state.get", path="settings.wifi") is False
    assert control.ask("state.set", path="settings.wifi", value=True) is False
    assert control.ask("state.get", path="settings")["wifi"] is True
    assert control.ask("state.get")["settings"]["wifi"] is True


@pytest.mark.parametrize("path", ["nobody.wifi", "settings.nothing", ""])
def test_state_that_does_not_exist_is_not_set(control, path):
    with pytest.raises(SimulatorError):
        control.ask("state.set", path=path, value=1)


def test_person_taps_what_is_written_and_it_is_on_record(control):
    control.ask("person.tap", text="Settings")
    assert control.ask("info")["package"] == "com.android.settings"
    kinds = [entry["kind"] for entry in control.ask("events")]
    assert kinds[-3:] == ["person", "tap", "app_started"]


def test_person_is_not_stopped_by_a_phone_that_denies_injection(control):
    control.ask("fault.add", rule={"do": "input.denied"})
    control.ask("person.tap", text="Settings")
    control.ask("person.key", key="HOME")
    assert control.ask("info")["package"] == "com.android.launcher3"


def test_person_swipes_and_types(control):
    control.ask("person.swipe", start=[500, 1800], end=[500, 400])
    assert control.ask("person.type", text="x") is False
    does = [entry["does"] for entry in control.ask("events") if entry["kind"] == "person"]
    assert does == ["swipe", "type"]


@pytest.mark.parametrize(
    ("order", "given"),
    [
        ("person.tap", {}),
        ("person.tap", {"text": "nowhere to be seen"}),
        ("person.swipe", {"start": [1, 2]}),
        ("person.key", {"key": "ANY"}),
        ("dance", {}),
        ("fault.add", {"rule": {"do": "dance"}}),
        ("fault.add", {}),
    ],
)
def test_order_that_makes_no_sense_is_refused(control, order, given):
    with pytest.raises(SimulatorError):
        control.ask(order, **given)


def test_faults_are_added_listed_and_cleared(control):
    assert control.ask("fault.add", rule={"on": "rpc.click#2", "do": "u2.crash"}) == ["u2.crash on rpc.click#2"]
    control.ask("fault.add", rule={"do": "freeze", "for": 60})
    assert control.ask("fault.list") == ["u2.crash on rpc.click#2"]
    control.ask("fault.clear")
    assert control.ask("fault.list") == []


@pytest.mark.parametrize("approve", [True, False])
def test_finger_answers_the_prompt(sim_phone, approve):
    fleet = Fleet([sim_phone])
    server = ControlServer(fleet.listeners)
    with fleet.running(server):
        client = ControlClient(port=server.port, token=server.token, phone=fleet.serials[0])
        assert client.ask("finger", approve=approve) is False

        def ask(phone):
            world = phone.world
            answers = {
                answer: Script(actions=[{"toast": answer}], app_id=world.app_id, local={}, stage=world)
                for answer in ("approved", "denied")
            }
            world.ask_finger("Pay", "", answers["approved"], answers["denied"])

        fleet.call(0, ask)
        assert client.ask("finger", approve=approve) is True
        toasts = [entry["text"] for entry in client.ask("events") if entry["kind"] == "toast"]
    assert toasts == ["approved" if approve else "denied"]


def test_phone_is_put_back_to_how_it_was(control):
    control.ask("person.tap", text="Settings")
    data = control.ask("snapshot")
    control.ask("state.set", path="settings.wifi", value=True)
    control.ask("person.key", key="HOME")
    control.ask("restore", data=data)
    assert control.ask("info")["package"] == "com.android.settings"
    assert control.ask("state.get", path="settings.wifi") is False
    for bad in (None, {"form": "another"}):
        with pytest.raises(SimulatorError):
            control.ask("restore", data=bad)


def test_screenshot_is_the_screen(control):
    picture = Image.open(io.BytesIO(base64.b64decode(control.ask("screenshot"))))
    assert (picture.format, picture.size) == ("PNG", (1080, 2400))


def test_hierarchy_is_xml(control):
    assert control.ask("hierarchy").count("<node") > 5


def test_events_are_followed_as_they_come(control):
    seen: list[dict] = []
    follower = threading.Thread(target=lambda: seen.extend(itertools.islice(control.follow(), 2)))
    follower.start()
    control.ask("person.key", key="HOME")
    follower.join(timeout=30)
    assert [entry["kind"] for entry in seen] == ["person", "key"]


def test_wrong_token_gets_nothing(control):
    stranger = ControlClient(port=control.port, token="guessed", phone=control.phone)
    with pytest.raises(SimulatorError, match="wrong token"):
        stranger.ask("info")
    with pytest.raises(SimulatorError, match="wrong token"):
        next(stranger.follow())


@pytest.mark.parametrize("line", [b"\n", b"{\n", b"[]\n", b"\xff\xfe\n", b'{"do": 5}\n'])
def test_line_that_is_no_request_is_answered_and_survived(control, line):
    with socket.create_connection(("127.0.0.1", control.port), timeout=30) as connection:
        connection.sendall(line)
        assert json.loads(connection.makefile().readline())["ok"] is False
    assert control.ask("info")


def test_phone_that_is_not_here_is_named(control):
    lost = ControlClient(port=control.port, token=control.token, phone="127.0.0.1:1")
    with pytest.raises(SimulatorError, match=r"127\.0\.0\.1:1"):
        lost.ask("info")


def test_several_phones_have_one_socket(bundled_apps):
    fleet = Fleet([SimPhone(World(bundled_apps), serial=f"SIM{number}") for number in range(3)])
    server = ControlServer(fleet.listeners)
    with fleet.running(server):
        clients = [ControlClient(port=server.port, token=server.token, phone=serial) for serial in fleet.serials]
        clients[1].ask("person.tap", text="Settings")
        packages = [client.ask("info")["package"] for client in clients]
    assert packages == ["com.android.launcher3", "com.android.settings", "com.android.launcher3"]


def test_phone_that_has_ended_does_not_answer(sim_phone):
    fleet = Fleet([sim_phone])
    server = ControlServer(fleet.listeners)
    with fleet.running(server):
        client = ControlClient(port=server.port, token=server.token, phone=fleet.serials[0])
    with pytest.raises(SimulatorError, match="not running"):
        client.ask("info")


def test_registry_knows_what_runs_and_forgets_what_does_not(control, tmp_path):
    registry = Registry(tmp_path / "phones")
    assert registry.running() == []
    phone = Running(serial=control.phone, model="x", control_port=control.port, token=control.token, pid=1)
    path = registry.enter([phone])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert registry.running() == [phone]
    assert registry.running()[0].client.ask("info")["serial"] == control.phone
    (tmp_path / "phones" / "9.json").write_text("{", encoding="utf-8")
    assert registry.running() == [phone]
    assert not (tmp_path / "phones" / "9.json").exists()


def test_state_folder_is_the_users_own(tmp_path):
    assert state_folder({"GENIE_STATE_DIR": str(tmp_path)}) == tmp_path / "simphone"
    assert state_folder({"XDG_STATE_HOME": str(tmp_path)}) == tmp_path / "genie" / "simphone"
