"""The table of library errors has no gaps."""

from __future__ import annotations

import binascii
import contextlib
import http.client
import importlib
import inspect
import json
import pkgutil
import socket
import ssl
import struct
import subprocess
import warnings
import zlib
from types import ModuleType

import adbutils
import lxml
import PIL
import pytest
import uiautomator2
import zeroconf

from genie_host.core import errors
from genie_host.phone import translate

PACKAGES = (adbutils, uiautomator2, lxml, PIL, zeroconf)
MODULES = (http.client, json.decoder, socket, ssl, binascii, struct, subprocess, zlib)
LANGUAGE = (ConnectionError, ConnectionResetError, BrokenPipeError, TimeoutError, EOFError, OSError)

NOT_IMPORTED = frozenset({"adbutils.pidcat", "PIL.report"})
"""Scripts: they do their work when they are imported."""
OUT_OF_USE = {
    "uiautomator2.agent_cli": "a command line of its own, which nothing of ours starts",
    "lxml.html": "web pages and their forms; dumps are XML",
    "lxml.etree._TargetParserResult": "raised and caught inside lxml",
    "PIL.BlpImagePlugin": "only PNG and JPEG are opened",
    "PIL.ImageCms": "no colour profiles are converted",
    "PIL.PdfParser": "no PDF is read",
    "socket._GiveupOnSendfile": "raised and caught inside socket",
}
"""Parts of the libraries that Genie never runs, and why not."""


def modules_of(package: ModuleType) -> list[ModuleType]:
    """The package and everything below it that can be imported here; what cannot, Genie cannot meet either."""
    found = [package]
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.", onerror=lambda name: None):
        if module.name in NOT_IMPORTED or module.name.endswith("__main__"):
            continue
        with warnings.catch_warnings(), contextlib.suppress(Exception):
            warnings.simplefilter("ignore")
            found.append(importlib.import_module(module.name))
    return found


def exceptions_of(module: ModuleType, package: str) -> set[type[Exception]]:
    """Those that are defined in the package."""
    return {
        member
        for member in vars(module).values()
        if inspect.isclass(member)
        and issubclass(member, Exception)
        and (member.__module__ == package or member.__module__.startswith(f"{package}."))
    }


def gaps_in(found: set[type[Exception]]) -> list[str]:
    names = {f"{each.__module__}.{each.__name__}": each for each in found}
    return sorted(
        name
        for name, each in names.items()
        if translate.row_for(each) is None and not any(name.startswith(unused) for unused in OUT_OF_USE)
    )


@pytest.mark.slow
@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_every_exception_of_a_library_has_a_row(package: ModuleType) -> None:
    found = set().union(*(exceptions_of(module, package.__name__) for module in modules_of(package)))
    assert found
    assert gaps_in(found) == []


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_exception_of_the_standard_library_on_the_way_to_a_phone_has_a_row(module: ModuleType) -> None:
    found = {member for member in vars(module).values() if inspect.isclass(member) and issubclass(member, Exception)}
    assert gaps_in(found) == []


def test_a_new_exception_of_a_library_is_a_gap() -> None:
    class NeverSeen(Exception):
        """As a new version may bring."""

    assert gaps_in({NeverSeen}) != []


def test_every_kind_of_error_has_a_name_for_programs() -> None:
    codes = [translate.code_of(row.target) for row in translate.TABLE]
    assert "failed" not in codes
    wanted = "offline unauthorized gone server_dead busy timed_out denied_by_phone outcome_unknown"
    assert set(wanted.split()) <= {code for _, code in translate.CODES}
    for position, (kind, _) in enumerate(translate.CODES):
        assert not any(issubclass(kind, above) for above, _ in translate.CODES[:position]), kind


@pytest.mark.parametrize("source", [*LANGUAGE, subprocess.TimeoutExpired, subprocess.CalledProcessError])
def test_every_exception_of_sockets_and_processes_has_a_row(source: type[Exception]) -> None:
    assert translate.row_for(source) is not None


def test_no_row_is_hidden_by_one_above_it() -> None:
    for position, row in enumerate(translate.TABLE):
        above = [other.source for other in translate.TABLE[:position]]
        assert not any(issubclass(row.source, source) for source in above), row.source


def test_every_target_is_more_than_the_root_of_the_tree() -> None:
    targets = [row.target for row in translate.TABLE]
    targets += [target for _, target, _ in (*translate.ADB_PHRASES, *translate.JAVA_PHRASES)]
    assert errors.PhoneError not in targets


def test_every_sentence_is_a_whole_one_without_paths() -> None:
    sentences = [row.sentence for row in translate.TABLE]
    sentences += [sentence for _, _, sentence in (*translate.ADB_PHRASES, *translate.JAVA_PHRASES)]
    for sentence in sentences:
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "/" not in sentence
        assert "\\" not in sentence


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("device offline", errors.PhoneOffline),
        ("device '127.0.0.1:5601' not found", errors.PhoneGone),
        ("device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set", errors.PhoneUnauthorized),
        ("device still authorizing", errors.PhoneUnauthorized),
        ("closed", errors.ServerDead),
        ("something new", errors.PhoneUnavailable),
    ],
)
def test_adb_errors_are_told_apart_by_their_text(text: str, target: type[errors.PhoneError]) -> None:
    assert type(translate.translate(adbutils.AdbError(text))) is target


@pytest.mark.parametrize(
    ("class_name", "detail", "target"),
    [
        ("java.lang.SecurityException", "Injecting requires INJECT_EVENTS permission", errors.DeniedByPhone),
        ("java.lang.SecurityException", "Package android does not belong to 2000", errors.DeniedByPhone),
        ("android.os.DeadObjectException", "", errors.ServerDead),
        ("java.lang.IllegalStateException", "UiAutomation not connected!", errors.ServerDead),
        ("androidx.test.uiautomator.UiObjectNotFoundException", "", errors.PhoneRejected),
        ("java.lang.StackOverflowError", "", errors.PhoneRejected),
        ("com.example.NeverSeen", "", errors.PhoneRejected),
    ],
)
def test_java_exceptions_are_told_apart(class_name: str, detail: str, target: type[errors.PhoneError]) -> None:
    assert type(translate.from_java(class_name, detail)) is target


def test_a_bug_of_ours_is_not_translated() -> None:
    with pytest.raises(ZeroDivisionError), translate.translated():
        _ = 1 // 0


def test_errors_of_ours_pass_as_they_are() -> None:
    ours = errors.PhoneRejected("No.")
    with pytest.raises(errors.PhoneRejected) as caught, translate.translated():
        raise ours
    assert caught.value is ours


def test_the_library_error_stays_as_the_cause() -> None:
    with pytest.raises(errors.PhoneTimeout) as caught, translate.translated():
        raise TimeoutError
    assert isinstance(caught.value.__cause__, TimeoutError)
