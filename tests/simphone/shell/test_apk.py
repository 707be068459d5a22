"""What is read out of APKs: those of a tiny writer, and a real one."""

from __future__ import annotations

import contextlib
import importlib.resources
import random

import pytest
from apk_writer import apk, binary_xml, manifest

from genie_host.simphone.apk import BadApk, read_apk
from genie_host.simphone.axml import NotBinaryXml, parse_binary_xml

APP_FILE = """
app_id: lamp
package: com.example.lamp
label: Lamp
screens: {home: {title: Lamp, body: [{kind: text, text: Bright}]}}
"""


@pytest.mark.parametrize("is_utf8", [False, True])
def test_a_manifest_is_read(is_utf8):
    root = manifest(
        "com.example.lamp",
        version_code=12,
        version_name="1.2 ü",
        label="Lamp",
        permissions=["android.permission.CAMERA"],
        activity="com.example.lamp.Start",
        keyboard="com.example.lamp.Keys",
        test_only=True,
    )
    found = read_apk(apk(root, is_utf8=is_utf8))
    assert (found.package, found.version_code, found.version_name) == ("com.example.lamp", 12, "1.2 ü")
    assert (found.label, found.main_activity, found.is_test_only) == ("Lamp", "com.example.lamp.Start", True)
    assert found.permissions == ("android.permission.CAMERA",)
    assert found.input_methods == ("com.example.lamp/.Keys",)
    assert (found.min_sdk, found.target_sdk, found.split) == (24, 34, "")


def test_attributes_without_names_are_known_by_their_ids():
    root = parse_binary_xml(binary_xml(manifest("com.example.lamp", version_code=7), names_stripped=True))
    assert root.attributes["versionCode"] == "7"


def test_a_real_apk_is_read():
    path = importlib.resources.files("uiautomator2") / "assets" / "app-uiautomator.apk"
    found = read_apk(path.read_bytes())
    assert found.package == "com.github.uiautomator"
    assert found.version_code > 0
    assert found.main_activity == "com.github.uiautomator.MainActivity"
    assert found.input_methods == ("com.github.uiautomator/.AdbKeyboard",)


def test_an_apk_may_bring_its_screens():
    found = read_apk(apk(manifest("com.example.lamp"), app_file=APP_FILE))
    assert found.app is not None
    assert found.app.screens["home"].title == "Lamp"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "INSTALL_PARSE_FAILED_NOT_APK"),
        (b"not a zip at all", "INSTALL_PARSE_FAILED_NOT_APK"),
        (apk(("manifest", {}, [])), "INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME"),
        (apk(("other", {"package": "com.example.lamp"}, [])), "INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME"),
        (apk(manifest("com.example.other"), app_file=APP_FILE), "INSTALL_PARSE_FAILED_BAD_MANIFEST"),
        (apk(manifest("com.example.lamp"), app_file="package: ["), "INSTALL_PARSE_FAILED_BAD_MANIFEST"),
    ],
)
def test_what_is_no_apk_is_refused_by_name(data, code):
    with pytest.raises(BadApk, match=code):
        read_apk(data)


def test_broken_binary_xml_is_refused_and_nothing_else_happens():
    chance = random.Random(4)
    good = binary_xml(manifest("com.example.lamp", permissions=["a.b.C"]))
    for _ in range(2000):
        broken = bytearray(good)
        for _ in range(chance.randint(1, 6)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        cut = bytes(broken[: chance.randint(0, len(broken))])
        for data in (bytes(broken), cut):
            with contextlib.suppress(NotBinaryXml):
                parse_binary_xml(data)
