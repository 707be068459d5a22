"""``genie companion`` as a user's shell sees it, with the APK that ships and a phone that runs elsewhere."""

from __future__ import annotations

import json
import re
import stat
import sys

import pytest

from genie_host.phone.companion.shipped import shipped_apk
from tests.phone.companion.standin import THEIRS, companion_apk

PACKAGE = "dev.genie.confirm"


@pytest.fixture
def here(monkeypatch, adb_server, sim) -> str:
    """The phone of this test, at an adb server of its own."""
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    monkeypatch.setenv("ANDROID_SERIAL", sim.serial)
    return sim.serial


def code_shown(process) -> str:
    """What the computer shows, once it does."""
    for line in process.stderr:
        if found := re.search(r"The code: (\d{3} \d{3})", line):
            return found[1]
    raise AssertionError("no code was shown")


def enroll(start_genie, sim, answer: str = "y\n", finger: str = "approve"):
    """Through the whole ceremony: exit code, what was said, and whether the codes were equal."""
    process = start_genie("companion", "enroll", "--name", "the desk")
    code = code_shown(process)
    on_phone = sim.call(lambda phone: phone.world.confirmation.code)
    sim.call(lambda phone: phone.put_finger(finger))
    out, err = process.communicate(answer, timeout=60)
    return process.returncode, out + err, code == on_phone


def test_install_enroll_status_and_remove(genie, start_genie, here, sim, tmp_path) -> None:
    assert genie("companion", "status").code == 1
    installed = genie("companion", "install")
    assert installed.code == 0, installed
    assert "genie companion enroll" in installed.out
    assert "up to date" in genie("companion", "install").out
    told = json.loads(genie("companion", "status", "--json").out)
    assert told["installed"] == {"version_code": 1, "signer_sha256": shipped_apk().signer_sha256}
    assert "genie companion enroll" in told["trouble"]

    code, said, is_equal = enroll(start_genie, sim)
    assert code == 0, said
    assert is_equal
    assert "the desk" in said
    ran = genie("companion", "status")
    assert ran.code == 0, ran
    assert "The phone can be asked." in ran.out
    told = json.loads(genie("companion", "status", "--json").out)
    assert told["trouble"] == ""
    assert told["is_real"] is False
    assert told["enrolled"]["trust"] == "test"

    removed = genie("companion", "remove")
    assert removed.code == 0
    assert "forgotten" in removed.out
    assert PACKAGE not in sim.call(lambda phone: list(phone.world.apps))
    assert json.loads(genie("companion", "status", "--json").out)["enrolled"] is None


@pytest.mark.skipif(sys.platform == "win32", reason="modes of files")
def test_what_is_known_of_a_phone_is_for_its_user_alone(genie, start_genie, here, sim, tmp_path) -> None:
    genie("companion", "install")
    enroll(start_genie, sim)
    files = [path for folder in ("keys", "phones") for path in (tmp_path / "state" / folder).iterdir()]
    assert len(files) == 2
    assert [stat.S_IMODE(path.stat().st_mode) for path in files] == [0o600, 0o600]


@pytest.mark.parametrize(
    ("answer", "finger"), [("n\n", "approve"), ("", "approve"), ("y\n", "deny"), ("y\n", "lockout")]
)
def test_enrolment_without_a_clear_yes_on_both_sides_stores_nothing(
    genie, start_genie, here, sim, answer, finger, tmp_path
) -> None:
    genie("companion", "install")
    code, said, _ = enroll(start_genie, sim, answer, finger)
    assert code == 4, said
    assert not (tmp_path / "state" / "phones").exists()


def test_companion_of_somebody_else_is_refused_in_words(genie, here, adb_server, sim, tmp_path) -> None:
    file = tmp_path / "theirs.apk"
    file.write_bytes(companion_apk(certificate=THEIRS))
    adb_server.run("-s", sim.serial, "install", str(file))
    for command in ("install", "enroll"):
        ran = genie("companion", command)
        assert ran.code == 4
        assert "signed by somebody else" in ran.err
        assert "genie companion remove" in ran.err
    assert genie("companion", "remove").code == 0


def test_own_build_is_installed_and_enrolled_only_when_that_is_said(genie, start_genie, here, sim, tmp_path) -> None:
    file = tmp_path / "own.apk"
    file.write_bytes(companion_apk(certificate=THEIRS, version_code=7))
    assert genie("companion", "install", "--apk", file).code == 0
    assert genie("companion", "enroll").code == 4
    process = start_genie("companion", "enroll", "--own-build")
    code_shown(process)
    sim.call(lambda phone: phone.put_finger("approve"))
    process.communicate("y\n", timeout=60)
    assert process.returncode == 0
    assert genie("companion", "status").code == 0


def test_phone_without_fingers_says_what_to_do(genie, here, sim) -> None:
    genie("companion", "install")
    sim.call(lambda phone: phone.put_finger("forget"))
    ran = genie("companion", "enroll")
    assert ran.code == 4
    assert "knows no finger" in ran.err


def test_pin_does_where_no_finger_is_known_and_the_user_said_so(genie, start_genie, here, sim) -> None:
    genie("companion", "install")
    sim.call(lambda phone: phone.put_finger("forget"))
    process = start_genie("companion", "enroll", "--pin")
    code_shown(process)
    sim.call(lambda phone: phone.put_finger("approve"))
    process.communicate("y\n", timeout=60)
    assert process.returncode == 0
    assert genie("companion", "status").code == 0


def test_commands_about_the_phone_of_a_run_say_how_it_is_meant(genie) -> None:
    ran = genie("companion", "install", "--device", "sim")
    assert ran.code == 2
    assert "--approve phone" in ran.err


def test_name_that_is_too_long_for_the_phone_is_refused(genie) -> None:
    assert genie("companion", "enroll", "--name", "x" * 41).code == 2
