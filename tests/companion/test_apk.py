"""The APK that ships: what it is made of, what its code can reach, who signed it, and that a phone takes it."""

from __future__ import annotations

import importlib.util
import io
import shutil
import struct
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest

from genie_host.core.apk_signing import signer_of
from genie_host.phone.companion.shipped import shipped_apk
from genie_host.simphone.apk import read_apk
from tests.companion.dex import class_names

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "genie_host" / "phone" / "companion"
MOST_BYTES = 100_000
OF_API_24 = {
    "java.io",
    "java.lang",
    "java.math",
    "java.nio",
    "java.nio.charset",
    "java.security",
    "java.security.cert",
    "java.security.spec",
    "java.util",
    "java.util.concurrent",
}
"""Packages of Java that the code may use; nothing of them that came after API 24, below."""
AFTER_API_24 = {"java.util.Base64"}
NOT_FOR_US = {
    "java.lang.Runtime",
    "java.lang.ProcessBuilder",
    "java.lang.ClassLoader",
    "android.util.Log",
    "android.app.Service",
    "android.content.BroadcastReceiver",
    "android.content.ClipboardManager",
}


@pytest.fixture(scope="module")
def apk() -> bytes:
    return shipped_apk().data


@pytest.fixture(scope="module")
def classes(apk) -> set[str]:
    with zipfile.ZipFile(io.BytesIO(apk)) as archive:
        return class_names(archive.read("classes.dex"))


def test_apk_is_small_and_holds_nothing_but_code_manifest_and_styles(apk) -> None:
    assert len(apk) < MOST_BYTES
    with zipfile.ZipFile(io.BytesIO(apk)) as archive:
        assert archive.namelist() == ["AndroidManifest.xml", "classes.dex", "resources.arsc"]
        for entry in archive.infolist():
            assert entry.date_time == (1981, 1, 1, 0, 0, 0)
            assert entry.compress_type == zipfile.ZIP_STORED
            name_size, extra_size = struct.unpack_from("<HH", apk, entry.header_offset + 26)
            assert (entry.header_offset + 30 + name_size + extra_size) % 4 == 0


def test_code_reaches_no_network_no_shell_no_log(classes) -> None:
    assert "dev.genie.confirm.ConfirmActivity" in classes
    assert "android.hardware.biometrics.BiometricPrompt" in classes
    assert not classes & NOT_FOR_US
    for name in classes:
        package = name.rpartition(".")[0]
        assert not name.startswith(("java.net.", "javax.", "android.webkit.", "android.telephony.", "dalvik.system."))
        assert not name.startswith("java.lang.reflect.")
        assert (
            name.startswith(("dev.genie.confirm.", "android."))
            or package in OF_API_24
            or package == "dalvik.annotation"
        )


def test_code_needs_no_java_that_android_7_lacks(classes) -> None:
    assert not classes & AFTER_API_24
    assert not [name for name in classes if name.startswith(("java.time.", "java.lang.invoke.", "java.util.stream."))]


def test_package_tells_of_the_apk_that_it_holds(apk) -> None:
    told = tomllib.loads((FOLDER / "genie-confirm.toml").read_text(encoding="utf-8"))
    parsed = read_apk(apk)
    assert (told["package"], told["version_code"]) == (parsed.package, parsed.version_code)
    assert told["version_name"] == parsed.version_name
    assert told["signer_sha256"] == signer_of(apk)
    assert told["key"] == "development"


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
def test_signer_is_the_development_key_and_says_so(apk) -> None:
    certificate = ROOT / "companion" / "development-key" / "certificate.pem"
    shown = subprocess.run(
        ["openssl", "x509", "-in", str(certificate), "-noout", "-subject", "-fingerprint", "-sha256"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "DEVELOPMENT KEY" in shown
    assert signer_of(apk) == shown.split("=")[-1].strip().replace(":", "").lower()


def test_no_other_key_is_in_the_repository() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    files = subprocess.run(
        ["git", "ls-files", "companion"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    keys = [name for name in files.split() if name.endswith((".pk8", ".pem", ".jks", ".keystore", ".p12", ".key"))]
    assert keys == ["companion/development-key/certificate.pem", "companion/development-key/key.pk8"]


@pytest.mark.skipif(shutil.which("apksigner") is None, reason="needs Debian's apksigner")
@pytest.mark.slow
def test_apksigner_verifies_it(apk, tmp_path) -> None:
    file = tmp_path / "shipped.apk"
    file.write_bytes(apk)
    command = ["apksigner", "verify", "--verbose", "--min-sdk-version", "24", "--print-certs", str(file)]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "Verified using v2 scheme (APK Signature Scheme v2): true" in shown
    assert "Verified using v3 scheme (APK Signature Scheme v3): true" in shown
    changed = bytearray(apk)
    changed[apk.index(b"dex\n03") + 1_000] ^= 1
    file.write_bytes(bytes(changed))
    assert subprocess.run(command, capture_output=True, check=False).returncode != 0


def test_real_adb_installs_it_on_the_simulated_phone(adb_server, sim, apk, tmp_path) -> None:
    file = tmp_path / "genie-confirm.apk"
    file.write_bytes(apk)
    assert b"Success" in adb_server.run("-s", sim.serial, "install", str(file)).stdout
    listed = adb_server.run("-s", sim.serial, "shell", "pm", "list", "packages", "dev.genie.confirm").stdout
    assert listed.split() == [b"package:dev.genie.confirm"]
    told = adb_server.run("-s", sim.serial, "shell", "dumpsys", "package", "dev.genie.confirm").stdout
    assert b"versionCode=1" in told
    assert b"Success" in adb_server.run("-s", sim.serial, "uninstall", "dev.genie.confirm").stdout


def test_build_packs_the_same_entries_into_the_same_bytes(tmp_path) -> None:
    spec = importlib.util.spec_from_file_location("build_companion", ROOT / "scripts" / "build_companion.py")
    assert spec is not None
    assert spec.loader is not None
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    entries = {"b": b"two", "a": b"one"}
    build.pack(entries, tmp_path / "1.zip")
    build.pack(dict(reversed(entries.items())), tmp_path / "2.zip")
    assert (tmp_path / "1.zip").read_bytes() == (tmp_path / "2.zip").read_bytes()
