"""Installing, updating and removing the companion over the wire, and knowing it from one that looks like it."""

from __future__ import annotations

import pytest

from genie_host.core.errors import PhoneRejected, UsageError
from genie_host.phone.companion.identity import UNKNOWN, read_identity
from genie_host.phone.companion.install import CompanionApk, check, installed, remove
from genie_host.phone.companion.install import install as put_on
from genie_host.phone.companion.shipped import shipped_apk
from genie_host.phone.shell import Shell
from tests.phone.companion.standin import OURS, PACKAGE, THEIRS, companion_apk, signer_id


def apk_of(version_code: int = 1, certificate: bytes = OURS) -> CompanionApk:
    data = companion_apk(version_code=version_code, certificate=certificate)
    return CompanionApk(data=data, version_code=version_code, signer_sha256=signer_id(certificate))


@pytest.fixture
def shell(link) -> Shell:
    link.attach()
    return Shell(link)


def test_install_update_and_remove(link, shell, sim) -> None:
    assert installed(shell) is None
    assert put_on(link, apk_of()) is True
    assert installed(shell) == (1, signer_id())
    assert put_on(link, apk_of()) is False
    assert put_on(link, apk_of(version_code=2)) is True
    assert check(shell, signer_sha256=signer_id(), least_version=2).version_code == 2
    assert remove(shell) is True
    assert remove(shell) is False
    assert installed(shell) is None
    assert PACKAGE not in sim.call(lambda phone: list(phone.world.apps))


def test_install_leaves_no_file_and_no_icon(link, shell, sim) -> None:
    put_on(link, apk_of())
    assert sim.call(lambda phone: phone.files.read("/data/local/tmp/genie-confirm.apk")) is None
    listing = shell.ask("cmd", "package", "query-activities", "--components", "-a", "android.intent.action.MAIN")
    assert "com.example.browser" in listing.text
    assert PACKAGE not in listing.text


def test_companion_of_somebody_else_is_refused_with_a_remedy(link, shell) -> None:
    put_on(link, apk_of(certificate=THEIRS))
    with pytest.raises(PhoneRejected, match=r"signed by somebody else.*companion remove"):
        check(shell, signer_sha256=signer_id(OURS))
    with pytest.raises(PhoneRejected, match="signed by somebody else"):
        put_on(link, apk_of(version_code=9))


def test_old_or_missing_companion_says_what_to_run(link, shell) -> None:
    with pytest.raises(PhoneRejected, match="genie companion install"):
        check(shell, signer_sha256=signer_id())
    put_on(link, apk_of())
    with pytest.raises(PhoneRejected, match="older"):
        check(shell, signer_sha256=signer_id(), least_version=2)


def test_phone_that_takes_no_apps_says_so(link, shell, sim) -> None:
    sim.call(lambda phone: setattr(phone.faults, "install_denied", True))
    with pytest.raises(PhoneRejected, match="Install via USB"):
        put_on(link, apk_of())


def test_apk_that_ships_installs_by_adb_and_is_gone_by_adb(link, shell, sim, adb_server, tmp_path) -> None:
    file = tmp_path / "genie-confirm.apk"
    file.write_bytes(shipped_apk().data)
    start = ("-s", sim.serial, "shell", "am", "start", "-n", f"{PACKAGE}/.ConfirmActivity")
    assert b"does not exist" in adb_server.run(*start, check=False).stderr
    assert b"Success" in adb_server.run("-s", sim.serial, "install", str(file)).stdout
    assert check(shell, signer_sha256=shipped_apk().signer_sha256).version_code == shipped_apk().version_code
    assert b"does not exist" not in adb_server.run(*start, check=False).stderr
    assert b"Success" in adb_server.run("-s", sim.serial, "uninstall", PACKAGE).stdout
    assert b"does not exist" in adb_server.run(*start, check=False).stderr


def test_phone_tells_who_an_app_is_once(phone, install) -> None:
    assert phone.app_identity(PACKAGE) == (0, "")
    install()
    assert phone.app_identity(PACKAGE) == (1, signer_id())
    install(companion_apk(version_code=2))
    # Asked once: a run keeps to what it has seen.
    assert phone.app_identity(PACKAGE) == (1, signer_id())
    assert phone.app_identity("com.example.browser") == (1, "")


def test_unsigned_file_is_no_companion() -> None:
    with pytest.raises(UsageError, match="no signed"):
        CompanionApk.of_file(b"PK\x05\x06" + bytes(18))


def test_identity_of_an_app_is_its_version_and_signer(link, shell, sim) -> None:
    data = companion_apk(version_code=41, certificate=THEIRS, package="com.example.bought")
    install_data = CompanionApk(data=data, version_code=0, signer_sha256=signer_id(THEIRS))
    with pytest.raises(PhoneRejected):
        # It is no companion, so the check after it fails; but it is installed.
        put_on(link, install_data)
    assert read_identity(shell, "com.example.bought") == (41, signer_id(THEIRS))
    assert read_identity(shell, "com.example.browser") == (1, "")
    assert read_identity(shell, "com.example.nothing") == UNKNOWN
    assert read_identity(shell, "; rm -rf /") == UNKNOWN
