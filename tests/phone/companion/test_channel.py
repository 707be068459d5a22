"""Requests over the real wire: am start, adb forward, the abstract socket, and the provider behind them."""

from __future__ import annotations

from contextlib import suppress

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import Cancelled, PhoneError, PhoneRejected
from genie_host.core.gap.answers import Denial, Progress, Reason, SignedApproval
from genie_host.core.gap.showing import shown_digest, shown_lines
from genie_host.phone.companion.channel import CompanionOpener
from tests.phone.companion.conftest import HOST_NAME, next_answer


def forwards(adb_server, sim) -> str:
    return adb_server.run("-s", sim.serial, "forward", "--list").stdout.decode()


def test_finger_approves_what_was_shown(desk, sim, adb_server, eventually) -> None:
    with desk.ask() as channel:
        assert isinstance(next_answer(channel), Progress)
        assert "localabstract:genie." in forwards(adb_server, sim)
        shown = sim.call(lambda phone: list(phone.world.confirmation.lines))
        assert shown[0] == "Send this?"
        assert "To: Mum" in shown
        assert f"Asked by: {HOST_NAME}" in shown
        assert sim.call(lambda phone: phone.put_finger("approve"))
        answer = next_answer(channel)
    assert isinstance(answer, SignedApproval)
    request = desk.asked[0]
    assert answer.action_digest == request.action.digest
    lines = shown_lines(
        request.action, request.facts, request.risk_class, app_label=answer.app_label, host_name=HOST_NAME
    )
    assert answer.shown_digest == shown_digest(lines)
    assert list(lines) == shown
    assert desk.phone_key.verifies(answer.signature, answer.signed_bytes)
    assert forwards(adb_server, sim) == "\n" or "genie." not in forwards(adb_server, sim)
    eventually(lambda: sim.call(lambda phone: phone.world.confirmation) is None)


@pytest.mark.parametrize(("finger", "reason"), [("deny", Reason.DENIED), ("lockout", Reason.LOCKOUT)])
def test_finger_that_does_not_approve_is_a_no(desk, sim, finger, reason) -> None:
    with desk.ask() as channel:
        next_answer(channel)
        sim.call(lambda phone: phone.put_finger(finger))
        assert next_answer(channel) == Denial(req_id=desk.asked[0].req_id, reason=reason)


def test_wrong_finger_is_told_and_waited_for(desk, sim) -> None:
    with desk.ask() as channel:
        next_answer(channel)
        sim.call(lambda phone: phone.put_finger("wrong"))
        assert channel.next_line(0.5, CancelToken()) is None
        assert sim.call(lambda phone: phone.world.confirmation.message) == "Not recognised"
        sim.call(lambda phone: phone.put_finger("approve"))
        assert isinstance(next_answer(channel), SignedApproval)


def test_input_from_the_computer_never_approves(desk, sim, adb_server) -> None:
    """Every node of the dialog is touched, and every key that could mean yes is pressed."""
    with desk.ask() as channel:
        next_answer(channel)
        nodes = sim.call(
            lambda phone: [n.bounds.center for w in phone.world.windows() for n in w.root.walk() if n.text != "Deny"]
        )
        for spot in nodes:
            adb_server.run("-s", sim.serial, "shell", f"input tap {spot.x} {spot.y}")
        for key in ("ENTER", "DPAD_CENTER", "SPACE", "TAB"):
            adb_server.run("-s", sim.serial, "shell", f"input keyevent {key}")
        adb_server.run("-s", sim.serial, "shell", "input text 1234")
        assert channel.next_line(0.5, CancelToken()) is None
        adb_server.run("-s", sim.serial, "shell", "input keyevent BACK")
        assert next_answer(channel).reason is Reason.DENIED


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        (lambda phone: phone.world.press_key(3), Reason.FOCUS_LOST),
        (lambda phone: phone.world.press_key(4), Reason.DENIED),
        (lambda phone: phone.world.press_key(187), Reason.FOCUS_LOST),
        (lambda phone: phone.world.open_shade(), Reason.FOCUS_LOST),
        (lambda phone: phone.world.ring("+1 555 0100"), Reason.FOCUS_LOST),
        (lambda phone: phone.world.start_app("com.android.settings"), Reason.FOCUS_LOST),
        (lambda phone: phone.world.show_popup("a", "b", "c"), Reason.FOCUS_LOST),
        (lambda phone: (phone.world.set_lock("swipe"), phone.world.lock()), Reason.LOCKED),
        (lambda phone: phone.world.sleep(), Reason.LOCKED),
    ],
)
def test_dialog_that_loses_the_screen_denies(desk, sim, what, reason, eventually) -> None:
    with desk.ask() as channel:
        next_answer(channel)
        sim.call(what)
        assert next_answer(channel).reason is reason
    eventually(lambda: sim.call(lambda phone: phone.world.confirmation) is None)


def test_rotation_keeps_the_request(desk, sim) -> None:
    with desk.ask() as channel:
        next_answer(channel)
        sim.call(lambda phone: phone.world.set_rotation(1))
        assert channel.next_line(0.5, CancelToken()) is None
        sim.call(lambda phone: phone.put_finger("approve"))
        assert isinstance(next_answer(channel), SignedApproval)


def test_second_request_is_busy_and_closes_nothing(desk, sim) -> None:
    with desk.ask() as first:
        next_answer(first)
        with desk.ask() as second:
            assert next_answer(second).reason is Reason.BUSY
        sim.call(lambda phone: phone.put_finger("approve"))
        assert isinstance(next_answer(first), SignedApproval)


def test_number_that_was_used_is_replayed(desk, sim) -> None:
    with desk.ask() as channel:
        next_answer(channel)
        sim.call(lambda phone: phone.put_finger("approve"))
        next_answer(channel)
    with desk.ask(seq=1) as again:
        assert next_answer(again).reason is Reason.REPLAYED


def test_request_that_runs_out_is_a_no(desk, sim) -> None:
    with desk.ask(not_after_ms=1000) as channel:
        next_answer(channel)
        assert next_answer(channel).reason is Reason.TIMEOUT


def test_withdrawal_closes_the_dialog(desk, sim, eventually) -> None:
    with desk.ask() as channel:
        next_answer(channel)
        channel.withdraw()
        assert next_answer(channel).reason is Reason.EXPIRED
    eventually(lambda: sim.call(lambda phone: phone.world.confirmation) is None)


@pytest.mark.parametrize(
    ("prepare", "reason"),
    [
        (lambda phone: phone.put_finger("forget"), Reason.NONE_ENROLLED),
        (lambda phone: phone.put_finger("enroll"), Reason.KEY_INVALIDATED),
        (lambda phone: (phone.world.set_lock("pin", "1234"), phone.world.lock()), Reason.LOCKED),
        (lambda phone: phone.companion.hosts.forget(), Reason.NOT_ENROLLED),
    ],
)
def test_phone_that_cannot_ask_says_why(desk, sim, prepare, reason) -> None:
    sim.call(prepare)
    with desk.ask() as channel:
        assert next_answer(channel).reason is reason


def test_stranger_is_told_from_the_computer_it_knows(desk, sim) -> None:
    request = desk.request()
    forged = desk.envelope(request).replace(b'"value":"Mum"', b'"value":"Bob"')
    with desk.opener.open(forged, request.req_id) as channel:
        assert next_answer(channel).reason is Reason.BAD_SIGNATURE
    with desk.opener.open(b"{}", request.req_id) as channel:
        assert next_answer(channel).reason is Reason.MALFORMED


def test_socket_that_nobody_serves_leaves_the_provider(desk, sim) -> None:
    sim.call(lambda phone: setattr(phone.faults.companion, "refuses_socket", True))
    with desk.ask() as channel:
        assert isinstance(next_answer(channel), Progress)
        sim.call(lambda phone: phone.put_finger("approve"))
        assert isinstance(next_answer(channel), SignedApproval)


def test_withdrawal_by_the_provider(desk, sim) -> None:
    sim.call(lambda phone: setattr(phone.faults.companion, "refuses_socket", True))
    with desk.ask() as channel:
        next_answer(channel)
        channel.withdraw()
        assert next_answer(channel).reason is Reason.EXPIRED


def test_companion_that_dies_is_no_answer(desk, sim) -> None:
    sim.call(lambda phone: setattr(phone.faults.companion, "dies_after_seconds", 0.5))
    with desk.ask() as channel:
        assert isinstance(next_answer(channel), Progress)
        with suppress(PhoneRejected):
            # The look at the screen may come before the end of the connection.
            assert next_answer(channel).reason is Reason.FOCUS_LOST


def test_companion_that_shows_nothing_is_given_up(desk, sim) -> None:
    sim.call(lambda phone: setattr(phone.faults.companion, "is_silent", True))
    with desk.ask() as channel, pytest.raises(PhoneRejected, match="showed nothing"):
        next_answer(channel, 60.0)


def test_companion_that_is_late_is_waited_for(desk, sim) -> None:
    sim.call(lambda phone: setattr(phone.faults.companion, "shows_after_seconds", 1.0))
    with desk.ask() as channel:
        assert isinstance(next_answer(channel), Progress)


def test_lost_phone_ends_the_request(desk, sim, adb_server, eventually) -> None:
    with desk.ask() as channel:
        next_answer(channel)
        adb_server.run("kill-server")
        with pytest.raises(PhoneError, match="lost"):
            next_answer(channel)
        channel.withdraw()
    eventually(lambda: sim.call(lambda phone: phone.world.confirmation) is None)


def test_phone_without_the_companion_says_how_to_install_it(adb, sim, link) -> None:
    link.attach()
    with pytest.raises(PhoneRejected, match="genie companion install"):
        CompanionOpener(link, adb).open(b"{}", "0" * 32)


def test_uninstalled_companion_is_gone_with_its_keys(desk, sim, adb_server, install) -> None:
    adb_server.run("-s", sim.serial, "uninstall", "dev.genie.confirm")
    with pytest.raises(PhoneRejected, match="not on the phone"):
        desk.ask()
    install()
    with desk.ask() as channel:
        assert next_answer(channel).reason is Reason.NOT_ENROLLED


def test_pulled_cable_ends_the_request(desk, sim, adb_server, eventually) -> None:
    with desk.ask() as channel:
        next_answer(channel)
        sim.drop()
        with pytest.raises(PhoneError, match="lost"):
            next_answer(channel)
        channel.withdraw()
    eventually(lambda: sim.call(lambda phone: phone.world.confirmation) is None)


def test_users_stop_closes_the_dialog_and_the_forward(desk, sim, adb_server, eventually) -> None:
    cancel = CancelToken()
    with desk.ask() as channel:
        next_answer(channel)
        cancel.cancel()
        with pytest.raises(Cancelled):
            channel.next_line(20.0, cancel)
        channel.withdraw()
        assert next_answer(channel).reason is Reason.EXPIRED
    eventually(lambda: sim.call(lambda phone: phone.world.confirmation) is None)
    assert "genie." not in forwards(adb_server, sim)


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ("  mCurrentFocus=Window{1 u0 com.other/com.other.Main}\n", Reason.FOCUS_LOST),
        ("  mCurrentFocus=Window{1 u0 NotificationShade}\n", Reason.FOCUS_LOST),
        ("  isKeyguardShowing=true\n", Reason.LOCKED),
    ],
)
def test_host_that_sees_another_screen_denies_though_the_companion_does_not(
    desk, sim, told, reason, eventually
) -> None:
    with desk.ask() as channel:
        next_answer(channel)
        sim.call(lambda phone: phone.answers.update({"dumpsys window": told}))
        assert next_answer(channel).reason is reason
    # The request was withdrawn.
    eventually(lambda: sim.call(lambda phone: phone.world.confirmation) is None)


def test_prompt_of_the_system_over_the_companion_is_no_other_screen(desk, sim) -> None:
    """As the biometric prompt has it on a phone: the focus without being an app."""
    told = (
        "  mCurrentFocus=Window{1 u0 BiometricPrompt}\n"
        "  mFocusedApp=ActivityRecord{2 u0 dev.genie.confirm/.ConfirmActivity t9}\n"
    )
    with desk.ask() as channel:
        next_answer(channel)
        sim.call(lambda phone: phone.answers.update({"dumpsys window": told}))
        assert channel.next_line(2.5, CancelToken()) is None
        sim.call(lambda phone: phone.put_finger("approve"))
        assert isinstance(next_answer(channel), SignedApproval)
