"""The companion of the simulated phone by itself, without a wire: against the protocol's vectors, and its dialog."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from cryptography.hazmat.primitives.serialization import load_der_private_key

from genie_host.core.errors import SimulatorError
from genie_host.core.gap.answers import Denial, Progress, Reason, SignedApproval, read_answer
from genie_host.core.gap.enrolling import CodeShown, Enrolled, EnrolmentRequest, Status, read_enrolment_answer
from genie_host.core.gap.enrolling import Denial as EnrolmentDenial
from genie_host.core.gap.forms import b64, unb64
from genie_host.core.gap.keys import PrivateKey
from genie_host.simphone.companion.hosts import Host
from genie_host.simphone.companion.talk import LINGER_SECONDS
from genie_host.simphone.faults.companion_switches import CompanionFaults
from genie_host.simphone.faults.deeds import DEEDS
from genie_host.simphone.faults.plan import FaultPlan
from genie_host.simphone.faults.rules import parse_rule
from genie_host.simphone.world.render.picture import picture
from tests.protocol.vectors import HOST_NAME, KEYS, REQUESTS, by_name, cases

PACKAGE = "dev.genie.confirm"
SOCKET = "genie." + "0" * 32
PRIVATE = {
    row["name"]: PrivateKey(load_der_private_key(bytes.fromhex(row["private"]), None)) for row in cases("keys", "keys")
}


def handed(phone, line: bytes, activity: str = "ConfirmActivity", socket: str = SOCKET):
    """Start an activity with a request; what it says is in the ``lines`` of what comes back."""
    phone.programs[f"{PACKAGE}/{PACKAGE}.{activity}"]({"request": b64(line), "socket": socket})
    service = phone.sockets.get(f"localabstract:{socket}")
    return service.__self__ if service is not None else None


@pytest.fixture
def phone(sim_phone):
    """A phone with the companion, which knows the computer of the vectors."""
    sim_phone.world.install(PACKAGE, "Genie confirm")
    know(sim_phone, 0)
    return sim_phone


def know(phone, last_seq: int) -> None:
    host = Host(public=KEYS["host"], name=HOST_NAME, key=PRIVATE["phone"], generation=1, last_seq=last_seq)
    phone.companion.hosts.keep(host)


@pytest.mark.parametrize("case", cases("envelopes", "envelopes"), ids=by_name)
def test_envelope_is_taken_or_denied_as_the_vector_says(phone, case) -> None:
    know(phone, case["last_seq"])
    (answer,) = map(read_answer, handed(phone, bytes.fromhex(case["line"])).lines)
    if case["expect"] == "ok":
        assert isinstance(answer, Progress)
    else:
        assert answer == Denial(req_id=case["req_id"], reason=Reason(case["expect"]))
        assert phone.world.confirmation is None


@pytest.mark.parametrize("case", REQUESTS.values(), ids=by_name)
def test_finger_signs_what_the_vector_says_was_shown(phone, case) -> None:
    line = case["envelope"].encode()
    package = read_package(line)
    if case["app_label"] and package not in phone.world.apps:
        phone.world.install(package, case["app_label"])
    talk = handed(phone, line)
    assert phone.world.confirmation.lines == case["lines"]
    assert phone.put_finger("approve")
    answer = read_answer(talk.lines[-1])
    assert isinstance(answer, SignedApproval)
    assert (answer.action_digest, answer.shown_digest) == (case["action_digest"], case["shown_digest"])
    assert KEYS["phone"].verifies(answer.signature, answer.signed_bytes)


def read_package(line: bytes) -> str:
    from genie_host.core.gap.requests import Envelope

    return Envelope.read(line).request.action.target.package


@pytest.mark.parametrize("case", cases("enrolments", "requests"), ids=by_name)
def test_enrolment_is_taken_or_denied_as_the_vector_says(phone, case) -> None:
    answer = read_enrolment_answer(handed(phone, bytes.fromhex(case["line"]), "EnrollActivity").lines[-1])
    if case["expect"] == "ok":
        assert isinstance(answer, CodeShown)
    else:
        assert isinstance(answer, EnrolmentDenial)
        assert answer.reason == case["expect"]


def good() -> bytes:
    return REQUESTS["send"]["envelope"].encode()


def test_socket_of_another_form_is_malformed_and_there_is_none(phone) -> None:
    assert handed(phone, good(), socket="genie.short") is None
    assert [entry["reason"] for entry in phone.world.log.of_kind("companion_denied")] == ["malformed"]


def test_enrolment_shows_the_code_and_keeps_it_after_the_touch(phone) -> None:
    host = PrivateKey.generate()
    request = EnrolmentRequest(host_key=host.public, host_name="desk\u202e", challenge="ab" * 32)
    talk = handed(phone, request.line(), "EnrollActivity")
    assert "Computer: desk⟨U+202E⟩" in phone.world.confirmation.lines
    phone.put_finger("approve")
    answer = read_enrolment_answer(talk.lines[-1])
    assert isinstance(answer, Enrolled)
    assert answer.is_signed(request)
    assert phone.world.confirmation.code
    assert not phone.companion.is_open
    assert (answer.key.id, host.public.id) in phone.companion.hosts.keys


def test_key_that_the_pin_unlocks_needs_no_finger_and_outlives_new_ones(phone) -> None:
    phone.put_finger("forget")
    host = PrivateKey.generate()
    line = EnrolmentRequest(host_key=host.public, host_name="desk", challenge="ab" * 32).line()
    assert read_enrolment_answer(handed(phone, line, "EnrollActivity").lines[-1]).reason is Reason.NONE_ENROLLED
    extras = {"request": b64(line), "socket": SOCKET, "credential": "true"}
    phone.programs[f"{PACKAGE}/{PACKAGE}.EnrollActivity"](extras)
    assert phone.put_finger("approve")
    phone.put_finger("enroll")
    assert [host_id for _, host_id in phone.companion.hosts.keys if host_id == host.public.id]
    assert phone.companion.hosts._hosts[host.public.id].takes_pin


def test_socket_stays_a_while_after_the_last_line_and_no_longer(phone) -> None:
    handed(phone, good())
    assert f"localabstract:{SOCKET}" in phone.sockets
    phone.put_finger("deny")
    phone.tick()
    assert f"localabstract:{SOCKET}" in phone.sockets
    phone.clock = Later(phone.clock.now() + LINGER_SECONDS)
    phone.tick()
    assert f"localabstract:{SOCKET}" not in phone.sockets


class Later:
    """A clock that stands."""

    def __init__(self, at: float) -> None:
        self._at = at

    def now(self) -> float:
        return self._at

    def sleep(self, seconds: float) -> None:
        self._at += seconds


def test_key_of_a_denied_enrolment_takes_nobodys_place(phone) -> None:
    before = phone.companion.hosts.keys
    handed(phone, EnrolmentRequest(host_key=KEYS["host"], host_name="x", challenge="ab" * 32).line(), "EnrollActivity")
    phone.put_finger("deny")
    assert phone.companion.hosts.keys == before


def test_provider_gives_the_newest_line_and_status(phone) -> None:
    provider: Callable[[str, str], Mapping[str, str]] = phone.providers[f"{PACKAGE}.channel"]
    talk = handed(phone, good())
    assert unb64(provider("poll", talk.req_id)["message"], 65_536) == talk.lines[-1]
    assert provider("poll", "0" * 32) == {"message": ""}
    status = Status.read(unb64(provider("status", "")["message"], 65_536))
    assert (status.biometric, status.secure_lock) == ("ok", True)
    assert status.keys == ((KEYS["phone"].id, KEYS["host"].id),)
    assert provider("cancel", talk.req_id) == {"message": ""}
    assert read_answer(talk.lines[-1]).reason is Reason.EXPIRED
    assert provider("anything", "") is None


def test_dialog_is_in_front_black_in_pictures_and_has_no_button_for_yes(phone) -> None:
    handed(phone, good())
    world = phone.world
    window = world.focused_window()
    assert window.title == f"{PACKAGE}/{PACKAGE}.ConfirmActivity"
    assert window.secure
    assert world.foreground.package == PACKAGE
    assert picture(world).getpixel((500, 500)) == (0, 0, 0)
    assert [node.text for node in window.root.walk() if node.clickable] == ["Deny", "Continue"]
    texts = [node.text for node in window.root.walk() if node.text]
    assert texts == [*world.confirmation.lines, "Deny", "Continue"]
    assert texts[-3] == REQUESTS["send"]["lines"][-1]
    person = next(node.bounds.center for node in window.root.walk() if node.text == "Continue")
    world.tap(person.x, person.y)
    assert phone.companion.is_open
    assert world.confirmation.message == "Touch the sensor"


def test_dialog_lies_over_what_was_asked_before_and_under_what_is_asked_after(phone) -> None:
    world = phone.world
    world.show_popup("before", "", "OK")
    handed(phone, good())
    assert world.has_confirmation_focus
    assert world.focused_window().title.startswith(PACKAGE)
    world.show_popup("after", "", "OK")
    assert not phone.companion.is_open


@pytest.mark.parametrize("wrong", range(1, 5))
def test_fewer_than_five_strange_fingers_wait_on(phone, wrong) -> None:
    talk = handed(phone, good())
    for _ in range(wrong):
        phone.put_finger("wrong")
    assert len(talk.lines) == 1
    assert phone.companion.is_open


def test_lockout_lasts_and_in_the_end_needs_the_pin(phone) -> None:
    world, reasons = phone.world, []
    for seq in range(6):
        know(phone, 0)
        phone.companion.sensor.locked_until = 0.0 if seq < 5 else phone.companion.sensor.locked_until
        talk = handed(phone, good(), socket=f"genie.{seq:032x}")
        phone.put_finger("lockout")
        reasons.append(read_answer(talk.lines[-1]).reason)
    assert reasons == [Reason.LOCKOUT] * 3 + [Reason.LOCKOUT_PERMANENT] * 3
    world.set_lock("pin", "1234")
    world.lock()
    assert world.unlock("1234")
    know(phone, 0)
    assert isinstance(read_answer(handed(phone, good()).lines[-1]), Progress)


def test_locked_out_sensor_says_so_before_it_shows_anything(phone) -> None:
    handed(phone, good())
    phone.put_finger("lockout")
    know(phone, 0)
    talk = handed(phone, good(), socket="genie." + "1" * 32)
    assert [read_answer(line).reason for line in talk.lines] == [Reason.LOCKOUT]


def test_number_is_used_up_by_a_request_that_is_denied(phone) -> None:
    phone.put_finger("forget")
    handed(phone, good())
    phone.companion.sensor.fingers, phone.companion.sensor.generation = 1, 1
    talk = handed(phone, good(), socket="genie." + "1" * 32)
    assert read_answer(talk.lines[-1]).reason is Reason.REPLAYED


def test_snapshot_keeps_the_dialog_and_a_restored_phone_waits_for_nobody(phone) -> None:
    talk = handed(phone, good())
    data = phone.world.snapshot()
    phone.world.restore(data)
    phone.tick()
    assert read_answer(talk.lines[-1]).reason is Reason.FOCUS_LOST
    assert not phone.companion.is_open


def test_keys_outlive_a_restore_and_go_with_the_app_or_its_data(phone) -> None:
    phone.world.restore(phone.world.snapshot())
    assert phone.companion.hosts.keys
    phone.packages.clear(PACKAGE)
    assert not phone.companion.hosts.keys
    know(phone, 0)
    phone.world.uninstall(PACKAGE)
    assert not phone.companion.hosts.keys
    assert not phone.programs
    assert not phone.providers


@pytest.mark.parametrize("name", sorted(name for name in DEEDS if name.startswith("companion.")))
def test_each_fault_of_the_companion_is_planned_fires_and_heals(phone, name) -> None:
    FaultPlan.lay(phone, [parse_rule({"on": "shell.am", "do": name})])
    assert phone.faults.companion == CompanionFaults()
    phone.reached("shell.am")
    assert phone.faults.companion != CompanionFaults()
    phone.faults.clear()
    assert phone.faults.companion == CompanionFaults()


def test_forgery_of_something_else_is_no_fault(phone) -> None:
    with pytest.raises(SimulatorError, match="signature, digest, key"):
        FaultPlan.lay(phone).add(parse_rule({"do": "companion.forged", "what": "mood"}))


def test_finger_serves_an_apps_own_prompt_when_the_companion_asks_nothing(phone) -> None:
    answers: list[str] = []
    phone.world.ask_finger("Pay", "", lambda: answers.append("yes"), lambda: answers.append("no"))
    assert phone.put_finger("wrong")
    assert phone.put_finger("approve")
    assert answers == ["yes"]
    assert phone.put_finger("approve") is False
    assert phone.put_finger("lockout") is False
