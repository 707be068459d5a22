"""What the shell finds of apps that are more than an app file, of who signed them, and of parts of files."""

from __future__ import annotations

import pytest

from tests.phone.companion.standin import OURS, PACKAGE, THEIRS, companion_apk
from tests.simphone.shell.apk_writer import apk, manifest
from tests.simphone.shell.shell_runner import run


@pytest.fixture
def shell(sim_phone):
    """One command on the phone."""
    return lambda script: run(sim_phone, script)


def test_program_is_started_with_its_extras(sim_phone, shell) -> None:
    seen: list[dict[str, str]] = []
    sim_phone.world.install("com.example.any")
    sim_phone.programs["com.example.any/com.example.any.Other"] = lambda extras: seen.append(dict(extras))
    ran = shell("am start -n com.example.any/.Other --es one 'a b' --es two c")
    assert ran.output.startswith("Starting: Intent { cmp=com.example.any/.Other (has extras) }")
    assert seen == [{"one": "a b", "two": "c"}]


def test_program_of_an_app_that_is_gone_or_off_does_not_exist(sim_phone, shell) -> None:
    sim_phone.programs["com.example.any/com.example.any.Other"] = lambda extras: None
    assert "does not exist" in shell("am start -n com.example.any/.Other").errors


def test_provider_is_called_and_its_bundle_printed(sim_phone, shell) -> None:
    sim_phone.providers["a.provider"] = lambda method, argument: {"m": method, "a": argument} if method else None
    assert shell("content call --uri content://a.provider --method x --arg y").output == "Result: Bundle[{m=x, a=y}]\n"
    assert shell("content call --uri content://a.provider").output == "Result: null\n"
    assert "Could not find provider" in shell("content call --uri content://nobody --method x").errors


@pytest.mark.parametrize(
    ("arguments", "part"), [("bs=4 skip=1 count=1", "4567"), ("bs=4 skip=2", "89"), ("", "0123456789")]
)
def test_dd_copies_blocks(sim_phone, shell, arguments, part) -> None:
    sim_phone.files.write("/data/local/tmp/f", b"0123456789")
    assert shell(f"dd if=/data/local/tmp/f {arguments}").output == part
    assert "No such file" in shell("dd if=/nothing").errors


def test_update_by_somebody_else_is_refused(sim_phone, shell) -> None:
    for certificate, said in ((OURS, "Success"), (THEIRS, "INSTALL_FAILED_UPDATE_INCOMPATIBLE"), (OURS, "Success")):
        sim_phone.files.write("/data/local/tmp/a.apk", companion_apk(certificate=certificate))
        assert said in shell("pm install -r /data/local/tmp/a.apk").output


def test_only_apps_for_the_launcher_are_in_it(sim_phone, shell) -> None:
    for name, data in (("headless", companion_apk()), ("usual", apk(manifest("com.example.usual")))):
        sim_phone.files.write(f"/data/local/tmp/{name}.apk", data)
        shell(f"pm install /data/local/tmp/{name}.apk")
    listed = shell("cmd package query-activities --components -a android.intent.action.MAIN").output
    assert "com.example.usual" in listed
    assert PACKAGE not in listed
    sim_phone.world.go_home()
    sim_phone.world.go_to("drawer", {})
    assert PACKAGE in shell("pm list packages").output
    words = {node.text for window in sim_phone.world.windows() for node in window.root.walk()}
    assert "Genie confirm" not in words
