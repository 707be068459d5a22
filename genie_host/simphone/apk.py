"""What an APK says about itself in its manifest."""

from __future__ import annotations

import io
import zipfile
import zlib
from dataclasses import dataclass

from genie_host.core.apk_signing import signer_of
from genie_host.core.errors import SimulatorError
from genie_host.simphone.axml import Element, NotBinaryXml, parse_binary_xml
from genie_host.simphone.world.schema import App, parse_app

APP_FILE = "assets/simphone.yaml"
"""An APK made for simulated phones may bring its screens: an app file of the same package."""
_MANIFEST = "AndroidManifest.xml"
_MOST_BYTES = 8 * 1024 * 1024
_LAUNCHER = "android.intent.category.LAUNCHER"
_INPUT_METHOD_SERVICE = "android.permission.BIND_INPUT_METHOD"


class BadApk(Exception):
    """The file is no APK; ``code`` is the package manager's word for what is wrong."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


@dataclass(frozen=True, kw_only=True)
class Apk:
    """One APK: a base, or a split of one."""

    package: str
    size: int
    """Bytes."""
    split: str = ""
    """Name of the split; empty for a base."""
    version_code: int = 0
    version_name: str = ""
    min_sdk: int = 1
    target_sdk: int = 1
    label: str = ""
    """Empty when it is in the resources, which are not read."""
    is_test_only: bool = False
    permissions: tuple[str, ...] = ()
    main_activity: str = ""
    is_headless: bool = False
    """It has activities, and none of them is for the launcher."""
    signer: str = ""
    """SHA-256 in hex of the certificate that it is signed with; empty when it is not signed with version 2 or later."""
    input_methods: tuple[str, ...] = ()
    """Components, ``package/.Class``."""
    app: App | None = None


def read_apk(data: bytes) -> Apk:
    """Raises BadApk."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            manifest = parse_binary_xml(_member(archive, _MANIFEST))
            app = _app(archive)
    except KeyError:
        raise BadApk("INSTALL_PARSE_FAILED_BAD_MANIFEST", "no AndroidManifest.xml") from None
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, RuntimeError, OSError):
        raise BadApk("INSTALL_PARSE_FAILED_NOT_APK", "Failed to parse the file as an archive") from None
    except NotBinaryXml as error:
        raise BadApk("INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION", str(error)) from error
    package = manifest.attributes.get("package", "")
    if manifest.name != "manifest" or not package:
        raise BadApk("INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME", "the manifest names no package")
    if app is not None and app.package != package:
        raise BadApk("INSTALL_PARSE_FAILED_BAD_MANIFEST", f"{APP_FILE} is of {app.package}, the manifest of {package}")
    return _described(manifest, package, app, data)


def _member(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as file:
        return file.read(_MOST_BYTES)  # an archive may claim any size


def _app(archive: zipfile.ZipFile) -> App | None:
    if APP_FILE not in archive.namelist():
        return None
    try:
        return parse_app(APP_FILE, _member(archive, APP_FILE).decode(errors="replace"))
    except SimulatorError as error:
        raise BadApk("INSTALL_PARSE_FAILED_BAD_MANIFEST", str(error)) from error


def _described(manifest: Element, package: str, app: App | None, data: bytes) -> Apk:
    values = manifest.attributes
    sdk = next((element.attributes for element in manifest.all("uses-sdk")), {})
    application = next(iter(manifest.all("application")), Element("application"))
    least = _number(sdk.get("minSdkVersion"), 1)
    return Apk(
        package=package,
        size=len(data),
        split=values.get("split", ""),
        version_code=_number(values.get("versionCode"), 0),
        version_name=values.get("versionName", ""),
        min_sdk=least,
        target_sdk=_number(sdk.get("targetSdkVersion"), least),
        label=application.attributes.get("label", ""),
        is_test_only=application.attributes.get("testOnly") == "true",
        permissions=tuple(
            name for element in manifest.all("uses-permission") if (name := element.attributes.get("name"))
        ),
        main_activity=_main_activity(application),
        is_headless=bool(application.all("activity")) and not _main_activity(application),
        signer=signer_of(data),
        input_methods=tuple(
            f"{package}/{_short(package, service.attributes.get('name', ''))}"
            for service in application.all("service")
            if service.attributes.get("permission") == _INPUT_METHOD_SERVICE
        ),
        app=app,
    )


def _main_activity(application: Element) -> str:
    for element in [*application.all("activity"), *application.all("activity-alias")]:
        if any(inner.attributes.get("name") == _LAUNCHER for inner in element.walk() if inner.name == "category"):
            return element.attributes.get("name", "")
    return ""


def _short(package: str, class_name: str) -> str:
    return class_name.removeprefix(package) if class_name.startswith(package + ".") else class_name


def _number(text: str | None, default: int) -> int:
    return int(text) if text is not None and text.isdecimal() else default
