"""What a manifest of the companion must say, and what it must not: each rule that is broken, in words."""

from __future__ import annotations

from collections.abc import Iterator

from genie_host.simphone.axml import Element

PACKAGE = "dev.genie.confirm"
DUMP = "android.permission.DUMP"
PERMISSIONS = {
    "android.permission.USE_BIOMETRIC",
    "android.permission.USE_FINGERPRINT",
    "android.permission.HIDE_OVERLAY_WINDOWS",
    "android.permission.QUERY_ALL_PACKAGES",
}
SINGLE_INSTANCE = 3
RESTARTS = {
    "locale": 0x4,
    "keyboard": 0x10,
    "keyboardHidden": 0x20,
    "orientation": 0x80,
    "screenLayout": 0x100,
    "uiMode": 0x200,
    "screenSize": 0x400,
    "smallestScreenSize": 0x800,
    "density": 0x1000,
    "layoutDirection": 0x2000,
    "fontScale": 0x40000000,
}
"""Changes for which Android would make the window anew, and with that cancel what it asks."""
ALLOWED = {"manifest", "uses-sdk", "uses-permission", "application", "activity", "provider"}


def broken_rules(manifest: Element) -> list[str]:
    """Empty for a manifest that keeps them all."""
    return [*_whole(manifest), *_permissions(manifest), *_application(manifest), *_parts(manifest)]


def _whole(manifest: Element) -> Iterator[str]:
    if manifest.attributes.get("package") != PACKAGE:
        yield "another package"
    if {"sharedUserId", "sharedUserLabel"} & set(manifest.attributes):
        yield "a user id shared with other apps"
    sdk = next((element.attributes for element in manifest.all("uses-sdk")), {})
    if (sdk.get("minSdkVersion"), sdk.get("targetSdkVersion")) != ("24", "35"):
        yield "other versions of Android"
    for element in manifest.walk():
        if element.name not in ALLOWED:
            yield f"an element {element.name}"


def _permissions(manifest: Element) -> Iterator[str]:
    wanted = {element.attributes.get("name", ""): element.attributes for element in manifest.all("uses-permission")}
    for name in wanted.keys() ^ PERMISSIONS:
        yield f"permission {name}: one too many or missing"
    if wanted.get("android.permission.USE_FINGERPRINT", {}).get("maxSdkVersion") != "27":
        yield "USE_FINGERPRINT on phones that need it no more"


def _application(manifest: Element) -> Iterator[str]:
    applications = manifest.all("application")
    if len(applications) != 1:
        yield "not one application"
    for application in applications:
        for name in ("allowBackup", "debuggable"):
            if application.attributes.get(name) != "false":
                yield f"{name} is not false"
        for name in ("testOnly", "sharedUserId", "usesCleartextTraffic", "backupAgent", "process", "permission"):
            if name in application.attributes:
                yield f"the application has {name}"


def _parts(manifest: Element) -> Iterator[str]:
    application = next(iter(manifest.all("application")), Element("application"))
    names = [element.attributes.get("name", "") for element in application.children]
    if sorted(names) != [".ChannelProvider", ".ConfirmActivity", ".EnrollActivity"]:
        yield f"other parts: {names}"
    for part in application.children:
        if part.attributes.get("exported") != "true" or part.attributes.get("permission") != DUMP:
            yield f"{part.attributes.get('name')} is not guarded by DUMP"
        if "process" in part.attributes:
            yield "a process of its own"
        if part.children:
            yield f"{part.attributes.get('name')} has something in it"
    for activity in application.all("activity"):
        yield from _activity(activity.attributes)
    for provider in application.all("provider"):
        yield from _provider(provider.attributes)


def _activity(values: dict[str, str]) -> Iterator[str]:
    name = values.get("name")
    if values.get("launchMode") != str(SINGLE_INSTANCE):
        yield f"{name} may be there twice"
    if values.get("taskAffinity") != "":
        yield f"{name} shares a task"
    for attribute in ("excludeFromRecents", "autoRemoveFromRecents", "noHistory"):
        if values.get(attribute) != "true":
            yield f"{name}: {attribute} is not true"
    for attribute in ("resizeableActivity", "showWhenLocked"):
        if values.get(attribute) != "false":
            yield f"{name}: {attribute} is not false"
    for attribute in ("turnScreenOn", "allowTaskReparenting", "allowEmbedded", "supportsPictureInPicture"):
        if values.get(attribute, "false") != "false":
            yield f"{name}: {attribute}"
    handled = int(values.get("configChanges", "0"))
    for change, bit in RESTARTS.items():
        if not handled & bit:
            yield f"{name} is made anew on {change}"


def _provider(values: dict[str, str]) -> Iterator[str]:
    if values.get("authorities") != f"{PACKAGE}.channel":
        yield "another authority"
    if values.get("grantUriPermissions") != "false":
        yield "the provider can be lent"
    if {"readPermission", "writePermission"} & set(values):
        yield "the provider has a second door"
