"""What every error of a library, and of the automation server on the phone, is called in Genie's error tree.

The only table of its kind: adapters wrap library calls in ``translated()``. Sentences say what to do next and never
quote the library, whose texts hold paths and stack traces.
"""

from __future__ import annotations

import binascii
import http.client
import json
import socket
import struct
import subprocess
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import adbutils.errors
import uiautomator2.exceptions as u2
import uiautomator2.xpath as u2_xpath
import zeroconf
from lxml import etree
from PIL import Image, UnidentifiedImageError

from genie_host.core.errors import (
    AdbMissing,
    AutomationBusy,
    DeniedByPhone,
    GenieError,
    OutcomeUnknown,
    PhoneError,
    PhoneGone,
    PhoneOffline,
    PhoneRejected,
    PhoneTimeout,
    PhoneUnauthorized,
    PhoneUnavailable,
    ServerDead,
)

GONE = "The phone is not attached any more. Plug it in again, then repeat the request."
OFFLINE = "The phone is attached but does not answer. Unplug it, plug it in again and unlock it."
UNAUTHORIZED = "The phone does not trust this computer. Unlock it and accept the USB debugging prompt on its screen."
TIMEOUT = "The phone did not answer in time. Check that it is unlocked and attached, then try again."
SERVER_DEAD = "The automation server on the phone stopped. Try again; if it keeps happening, restart the phone."
UNREADABLE = "The automation server on the phone sent an unreadable answer. Try again, or restart the phone."
BUSY = "Another automation tool or test runner is using the phone. Close it, then try again."
NO_TOUCH = (
    "The phone forbids touches from a computer. In its developer options switch on 'USB debugging (Security settings)'."
)
NO_ADB_SERVER = "The adb server on this computer cannot be reached. Run the command again to start it anew."
ADB_MISSING = "The adb program cannot be run. Leave --adb and GENIE_ADB out to use the one that comes with Genie."
BAD_TREE = "The phone sent a screen tree that cannot be read. Look at the screen again."
BAD_PICTURE = "The phone sent a picture that cannot be read. Take the screenshot again."
REJECTED = "The phone answered with an error. Look at the screen again and try another way."
NO_NETWORK = "Phones in this network cannot be looked for. Give the phone's address and port instead."
NOT_THERE = "What the action was for is not on the screen any more. Look at the screen again."
TOO_DEEP = "The app's screen is nested too deeply for the phone to describe. Go back and try another way."


class Row(NamedTuple):
    """One line of the table; a library's class stands below its subclasses."""

    source: type[BaseException]
    target: type[PhoneError]
    sentence: str


TABLE: tuple[Row, ...] = (
    Row(adbutils.errors.AdbTimeout, PhoneTimeout, TIMEOUT),
    Row(adbutils.errors.AdbConnectionError, PhoneUnavailable, NO_ADB_SERVER),
    Row(adbutils.errors.AdbInstallError, PhoneRejected, "The phone refused to install the package."),
    Row(adbutils.errors.AdbSyncError, PhoneRejected, "The phone refused to store a file. Free some space on it."),
    Row(adbutils.errors.AdbError, PhoneUnavailable, OFFLINE),
    Row(u2.UiAutomationNotConnectedError, ServerDead, SERVER_DEAD),
    Row(u2.InjectPermissionError, DeniedByPhone, NO_TOUCH),
    Row(u2.AccessibilityServiceAlreadyRegisteredError, AutomationBusy, BUSY),
    Row(u2.APKSignatureError, PhoneRejected, "The phone holds a package of another maker in the place of ours."),
    Row(u2.UiAutomationError, ServerDead, SERVER_DEAD),
    Row(u2.HTTPTimeoutError, PhoneTimeout, TIMEOUT),
    Row(u2.HTTPError, ServerDead, SERVER_DEAD),
    Row(u2.ConnectError, PhoneGone, GONE),
    Row(u2.UiObjectNotFoundError, PhoneRejected, NOT_THERE),
    Row(u2.XPathElementNotFoundError, PhoneRejected, NOT_THERE),
    Row(u2.AppNotFoundError, PhoneRejected, "That app is not installed on the phone."),
    Row(u2.SessionBrokenError, PhoneRejected, "The app was closed or crashed. Open it again."),
    Row(u2.RPCStackOverflowError, PhoneRejected, TOO_DEEP),
    Row(u2.RPCInvalidError, ServerDead, UNREADABLE),
    Row(u2.HierarchyEmptyError, PhoneRejected, BAD_TREE),
    Row(u2.BaseException, PhoneRejected, REJECTED),
    Row(u2_xpath.TimeoutException, PhoneTimeout, TIMEOUT),
    Row(u2_xpath.XPathError, PhoneRejected, NOT_THERE),
    Row(zeroconf.Error, PhoneUnavailable, NO_NETWORK),
    Row(http.client.HTTPException, ServerDead, SERVER_DEAD),
    Row(json.JSONDecodeError, ServerDead, UNREADABLE),
    Row(UnicodeError, ServerDead, UNREADABLE),
    Row(binascii.Error, PhoneRejected, BAD_PICTURE),
    Row(binascii.Incomplete, PhoneRejected, BAD_PICTURE),
    Row(zlib.error, PhoneRejected, BAD_PICTURE),
    Row(struct.error, ServerDead, UNREADABLE),
    Row(etree.Error, PhoneRejected, BAD_TREE),
    Row(UnidentifiedImageError, PhoneRejected, BAD_PICTURE),
    Row(Image.DecompressionBombError, PhoneRejected, BAD_PICTURE),
    Row(Image.DecompressionBombWarning, PhoneRejected, BAD_PICTURE),
    Row(TimeoutError, PhoneTimeout, TIMEOUT),
    Row(ConnectionRefusedError, PhoneUnavailable, NO_ADB_SERVER),
    Row(ConnectionError, ServerDead, SERVER_DEAD),
    Row(EOFError, ServerDead, SERVER_DEAD),
    Row(socket.gaierror, PhoneUnavailable, "That network address is not known. Check the phone's address."),
    Row(FileNotFoundError, AdbMissing, ADB_MISSING),
    Row(PermissionError, AdbMissing, ADB_MISSING),
    Row(subprocess.SubprocessError, PhoneUnavailable, NO_ADB_SERVER),
    Row(OSError, PhoneUnavailable, NO_ADB_SERVER),
)

# adb tells its states apart by text alone; the first phrase that occurs decides.
ADB_PHRASES: tuple[tuple[str, type[PhoneError], str], ...] = (
    ("unauthorized", PhoneUnauthorized, UNAUTHORIZED),
    ("authorizing", PhoneUnauthorized, UNAUTHORIZED),
    ("device offline", PhoneOffline, OFFLINE),
    ("not found", PhoneGone, GONE),
    ("no devices", PhoneGone, GONE),
    ("more than one", PhoneUnavailable, "Several phones answer to that serial. Unplug all but one."),
    ("closed", ServerDead, SERVER_DEAD),
)

# What the automation server answers: Java class names and messages.
JAVA_PHRASES: tuple[tuple[str, type[PhoneError], str], ...] = (
    ("UiAutomation not connected", ServerDead, SERVER_DEAD),
    ("DeadObjectException", ServerDead, SERVER_DEAD),
    ("DeadSystem", ServerDead, SERVER_DEAD),
    ("OutOfMemoryError", ServerDead, SERVER_DEAD),
    ("already registered", AutomationBusy, BUSY),
    ("INJECT_EVENTS", DeniedByPhone, NO_TOUCH),
    ("SecurityException", DeniedByPhone, "The phone does not allow this. Do it by hand, or choose another way."),
    ("UiObjectNotFoundException", PhoneRejected, NOT_THERE),
    ("StackOverflowError", PhoneRejected, TOO_DEEP),
)


CODES: tuple[tuple[type[PhoneError], str], ...] = (
    (PhoneOffline, "offline"),
    (PhoneUnauthorized, "unauthorized"),
    (PhoneGone, "gone"),
    (AdbMissing, "adb_missing"),
    (PhoneUnavailable, "unavailable"),
    (ServerDead, "server_dead"),
    (AutomationBusy, "busy"),
    (PhoneTimeout, "timed_out"),
    (DeniedByPhone, "denied_by_phone"),
    (OutcomeUnknown, "outcome_unknown"),
    (PhoneRejected, "rejected"),
)
"""What programs call each kind; a subclass stands above its parent."""


def code_of(kind: type[PhoneError]) -> str:
    """The lasting name of a kind of error, for ``--json``."""
    return next((code for known, code in CODES if issubclass(kind, known)), "failed")


def row_for(source: type[BaseException]) -> Row | None:
    """The line of the table that covers a library's exception class."""
    return next((row for row in TABLE if issubclass(source, row.source)), None)


def translate(error: BaseException) -> PhoneError | None:
    """Genie's word for a library's error; None when it is not one, that is, a bug of ours."""
    if isinstance(error, adbutils.errors.AdbError) and type(error) is adbutils.errors.AdbError:
        for phrase, target, sentence in ADB_PHRASES:
            if phrase in str(error):
                return target(sentence)
    row = row_for(type(error))
    return row.target(row.sentence) if row else None


def from_java(class_name: str, detail: str) -> PhoneError:
    """Genie's word for an error object of the automation server."""
    for phrase, target, sentence in JAVA_PHRASES:
        if phrase in class_name or phrase in detail:
            return target(sentence)
    return PhoneRejected(REJECTED)


@contextmanager
def translated() -> Iterator[None]:
    """Turn library errors raised inside into ours; Genie's own pass."""
    try:
        yield
    except GenieError:
        raise
    except Exception as error:
        ours = translate(error)
        if ours is None:
            raise
        raise ours from error


@contextmanager
def picture_translated() -> Iterator[None]:
    """As ``translated``, while Pillow reads: for broken data it also raises bare OSErrors and SyntaxErrors."""
    try:
        yield
    except (
        OSError,
        SyntaxError,
        ValueError,
        EOFError,
        zlib.error,
        struct.error,
        Image.DecompressionBombError,
    ) as error:
        raise PhoneRejected(BAD_PICTURE) from error
