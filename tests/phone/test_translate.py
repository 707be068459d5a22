"""The table of library errors has no gaps."""

from __future__ import annotations

import http.client
import inspect
import json
import socket
import subprocess
from types import ModuleType

import adbutils.errors
import lxml.etree
import PIL
import PIL.Image
import pytest
import uiautomator2.exceptions

from genie_host.core import errors
from genie_host.phone import translate

LIBRARIES = (adbutils.errors, uiautomator2.exceptions, http.client, json.decoder, lxml.etree, PIL, PIL.Image, socket)
LANGUAGE = (ConnectionError, ConnectionResetError, BrokenPipeError, TimeoutError, EOFError, OSError)


def exceptions_of(library: ModuleType) -> list[type[Exception]]:
    return [
        member
        for name, member in vars(library).items()
        if inspect.isclass(member) and issubclass(member, Exception) and not name.startswith("_")
    ]


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda library: library.__name__)
def test_every_exception_of_a_library_has_a_row(library: ModuleType) -> None:
    found = exceptions_of(library)
    assert found
    assert [each.__name__ for each in found if translate.row_for(each) is None] == []


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
