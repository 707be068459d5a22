"""The manifest in the APK that ships, and that each rule finds what breaks it."""

from __future__ import annotations

import copy
import io
import zipfile
from collections.abc import Callable

import pytest

from genie_host.phone.companion.shipped import shipped_apk
from genie_host.simphone.axml import Element, parse_binary_xml
from tests.companion.manifest_rules import PERMISSIONS, RESTARTS, broken_rules


@pytest.fixture(scope="module")
def shipped() -> Element:
    with zipfile.ZipFile(io.BytesIO(shipped_apk().data)) as archive:
        return parse_binary_xml(archive.read("AndroidManifest.xml"))


def test_shipped_manifest_keeps_every_rule(shipped) -> None:
    assert broken_rules(shipped) == []


def part(manifest: Element, name: str) -> Element:
    return next(element for element in manifest.walk() if element.attributes.get("name") == name)


def set_on(name: str, attribute: str, value: str) -> Callable[[Element], None]:
    return lambda manifest: part(manifest, name).attributes.update({attribute: value})


def drop(name: str, attribute: str) -> Callable[[Element], None]:
    return lambda manifest: part(manifest, name).attributes.pop(attribute) and None


def on_application(attribute: str, value: str) -> Callable[[Element], None]:
    return lambda manifest: manifest.all("application")[0].attributes.update({attribute: value})


def added(where: str, element: Element) -> Callable[[Element], None]:
    return lambda manifest: next(e for e in manifest.walk() if e.name == where).children.append(element)


def without_permission(name: str) -> Callable[[Element], None]:
    return lambda manifest: manifest.children.remove(part(manifest, name))


BREACHES: dict[str, Callable[[Element], None]] = {
    "package": lambda manifest: manifest.attributes.update({"package": "dev.genie.confirn"}),
    "shared user": lambda manifest: manifest.attributes.update({"sharedUserId": "android.uid.shell"}),
    "target": lambda manifest: manifest.all("uses-sdk")[0].attributes.update({"targetSdkVersion": "28"}),
    "internet": added("manifest", Element("uses-permission", {"name": "android.permission.INTERNET"})),
    "own permission": added("manifest", Element("permission", {"name": "dev.genie.confirm.ANYBODY"})),
    "fingerprint for ever": drop("android.permission.USE_FINGERPRINT", "maxSdkVersion"),
    "backup": on_application("allowBackup", "true"),
    "debuggable": on_application("debuggable", "true"),
    "test only": on_application("testOnly", "true"),
    "service": added("application", Element("service", {"name": ".Talk", "exported": "false"})),
    "receiver": added("application", Element("receiver", {"name": ".Wake"})),
    "third activity": added("application", Element("activity", {"name": ".More"})),
    "deep link": added("activity", Element("intent-filter")),
    "not exported": set_on(".ConfirmActivity", "exported", "false"),
    "weaker permission": set_on(".EnrollActivity", "permission", "android.permission.USE_BIOMETRIC"),
    "no permission": drop(".ConfirmActivity", "permission"),
    "standard launch": set_on(".ConfirmActivity", "launchMode", "0"),
    "affinity": drop(".ConfirmActivity", "taskAffinity"),
    "recents": drop(".ConfirmActivity", "excludeFromRecents"),
    "stays in recents": set_on(".EnrollActivity", "autoRemoveFromRecents", "false"),
    "split screen": drop(".ConfirmActivity", "resizeableActivity"),
    "over the lock": set_on(".ConfirmActivity", "showWhenLocked", "true"),
    "wakes": set_on(".ConfirmActivity", "turnScreenOn", "true"),
    "own process": set_on(".ChannelProvider", "process", ":other"),
    "lent": set_on(".ChannelProvider", "grantUriPermissions", "true"),
    "second door": set_on(".ChannelProvider", "readPermission", "android.permission.USE_BIOMETRIC"),
    "open provider": drop(".ChannelProvider", "permission"),
    "path": added("provider", Element("path-permission")),
} | {f"without {name}": without_permission(name) for name in sorted(PERMISSIONS)}


@pytest.mark.parametrize("breach", BREACHES)
def test_each_breach_is_found(shipped, breach) -> None:
    manifest = copy.deepcopy(shipped)
    BREACHES[breach](manifest)
    assert broken_rules(manifest)


@pytest.mark.parametrize("change", RESTARTS)
def test_each_change_that_would_restart_the_window_is_found(shipped, change) -> None:
    manifest = copy.deepcopy(shipped)
    values = part(manifest, ".ConfirmActivity").attributes
    values["configChanges"] = str(int(values["configChanges"]) & ~RESTARTS[change])
    assert broken_rules(manifest) == [f".ConfirmActivity is made anew on {change}"]
