"""``pm install`` in all its ways, and ``pm uninstall``."""

from __future__ import annotations

from collections.abc import Sequence

from genie_host.simphone.faults.passages import refused_install
from genie_host.simphone.packages import InstallFailed, InstallOptions, Session, install_options
from genie_host.simphone.shell.command import Call, Reply

_WITH_VALUE = ("-S", "-i", "--user", "--abi", "-p", "--install-location", "--originating-uri", "--referrer", "--pkg")


async def install(call: Call) -> Reply:
    """``pm install [-rtdgR] [-i INSTALLER] [-S SIZE] [FILE... | -]``; without a file it comes through stdin."""
    if refusal := refused_install(call.phone):
        return Reply(refusal, status=1)
    flags, paths = _split(call.arguments)
    apks: list[bytes] = []
    if not paths or paths == ["-"]:
        if not flags.get("-S", "").isdecimal():
            return Reply("Error: must either specify a package size or an APK file\n", status=1)
        size = int(flags["-S"])
        data = await call.read_bytes(size)
        if len(data) < size:
            return _failure(f"INSTALL_PARSE_FAILED_NOT_APK: expected {size} bytes, got {len(data)}")
        apks.append(data)
    for path in paths if paths != ["-"] else []:
        data_or_none = call.phone.files.read(call.path(path))
        if data_or_none is None:
            return Reply(
                status=1, errors=f"Error: Unable to open file: {path}\nConsider using a file under /data/local/tmp/\n"
            )
        apks.append(data_or_none)
    return _installed(call, apks, install_options(flags))


def create(call: Call) -> Reply:
    """``pm install-create [OPTION...]``."""
    if refusal := refused_install(call.phone):
        return Reply(refusal, status=1)
    flags, _ = _split(call.arguments)
    number = call.phone.packages.open_session(install_options(flags))
    return Reply(f"Success: created install session [{number}]\n")


async def write(call: Call) -> Reply:
    """``pm install-write [-S SIZE] SESSION NAME [FILE | -]``."""
    flags, words = _split(call.arguments)
    session = _session(call, words)
    if session is None or len(words) < 2:
        return _no_session(words)
    source = words[2] if len(words) > 2 else "-"
    if source == "-":
        size = int(flags["-S"]) if flags.get("-S", "").isdecimal() else -1
        data = await call.read_bytes(size) if size >= 0 else await call.read_all()
    else:
        found = call.phone.files.read(call.path(source))
        if found is None:
            return Reply(status=1, errors=f"Error: failed to open file {source}\n")
        data = found
    session.apks[words[1]] = data
    return Reply(f"Success: streamed {len(data)} bytes\n")


def remove_part(call: Call) -> Reply:
    """``pm install-remove SESSION NAME...``."""
    _, words = _split(call.arguments)
    session = _session(call, words)
    if session is None:
        return _no_session(words)
    for name in words[1:]:
        session.apks.pop(name, None)
    return Reply("Success\n")


def commit(call: Call) -> Reply:
    """``pm install-commit SESSION``."""
    if refusal := refused_install(call.phone):
        return Reply(refusal, status=1)
    _, words = _split(call.arguments)
    if _session(call, words) is None:
        return _no_session(words)
    try:
        call.phone.packages.commit(int(words[0]))
    except InstallFailed as error:
        return _failure(str(error))
    return Reply("Success\n")


def abandon(call: Call) -> Reply:
    """``pm install-abandon SESSION``."""
    _, words = _split(call.arguments)
    if _session(call, words) is None:
        return _no_session(words)
    del call.phone.packages.sessions[int(words[0])]
    return Reply("Success\n")


def uninstall(call: Call) -> Reply:
    """``pm uninstall [-k] [--user USER] PACKAGE``."""
    _, words = _split(call.arguments)
    packages = call.phone.packages
    if words and packages.uninstall(words[0]):
        return Reply("Success\n")
    known = bool(words) and packages.get(words[0]) is not None
    code = "DELETE_FAILED_INTERNAL_ERROR" if known else "not installed for 0"
    return Reply(f"Failure [{code}]\n", status=1)


def _installed(call: Call, apks: Sequence[bytes], options: InstallOptions) -> Reply:
    try:
        call.phone.packages.install(apks, options)
    except InstallFailed as error:
        return _failure(str(error))
    return Reply("Success\n")


def _failure(reason: str) -> Reply:
    return Reply(f"Failure [{reason}]\n", status=1)


def _session(call: Call, words: Sequence[str]) -> Session | None:
    return call.phone.packages.sessions.get(int(words[0])) if words and words[0].isdecimal() else None


def _no_session(words: Sequence[str]) -> Reply:
    number = words[0] if words else ""
    return Reply(
        status=255,
        errors=f"\nException occurred while executing 'install':\njava.lang.SecurityException: Caller has no access to "
        f"session {number}\n\tat com.android.server.pm.PackageInstallerService.openSession(PackageInstaller.java)\n",
    )


def _split(arguments: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """Options with their values, and the words; ``-rtg`` is three options."""
    flags: dict[str, str] = {}
    words: list[str] = []
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument in _WITH_VALUE:
            flags[argument] = rest.pop(0) if rest else ""
        elif argument == "-" or not argument.startswith("-"):
            words.append(argument)
        elif argument.startswith("--"):
            name, _, value = argument.partition("=")
            flags[name] = value
        else:
            flags.update((f"-{letter}", "") for letter in argument[1:])
    return flags, words
