"""Commands that change the phone's files."""

from __future__ import annotations

import posixpath
import stat

from genie_host.core.clock import wall_seconds
from genie_host.simphone.filesystem import File
from genie_host.simphone.shell.command import OK, Call, CommandTable, Reply, whole_number, without_options
from genie_host.simphone.shell.lines import MISSING


async def cat(call: Call) -> Reply:
    """``cat [FILE...]``."""
    status = 0
    for path in call.plain_arguments() or ["-"]:
        if path == "-":
            while data := await call.stdin.read():
                await call.stdout(data)
            continue
        entry = call.phone.files.get(call.path(path))
        if entry is not None and entry.data is not None:
            await call.stdout(entry.data)
            continue
        status = 1
        await call.stderr(f"cat: {path}: {MISSING if entry is None else 'Is a directory'}\n".encode())
    return Reply(status=status)


def remove(call: Call) -> Reply:
    """``rm [-rf] PATH...``; a directory only with ``-r``."""
    flags, errors = call.flags(), ""
    for path in call.plain_arguments():
        entry = call.phone.files.get(call.path(path))
        if entry is None:
            errors += "" if "f" in flags else f"rm: {path}: {MISSING}\n"
        elif entry.is_directory and not set(flags) & set("rR"):
            errors += f"rm: {path}: is a directory\n"
        else:
            call.phone.files.remove(call.path(path))
    return Reply(status=int(bool(errors)), errors=errors)


def remove_directory(call: Call) -> Reply:
    """``rmdir PATH...``; empty ones."""
    errors = ""
    for path in call.plain_arguments():
        entry = call.phone.files.get(call.path(path))
        if entry is None:
            errors += f"rmdir: {path}: {MISSING}\n"
        elif call.phone.files.list(call.path(path)):
            errors += f"rmdir: {path}: Directory not empty\n"
        else:
            call.phone.files.remove(call.path(path))
    return Reply(status=int(bool(errors)), errors=errors)


def move(call: Call) -> Reply:
    """``mv FROM... TO`` and ``cp [-r] FROM... TO``."""
    *sources, target = [call.path(path) for path in call.plain_arguments()] or [""]
    files = call.phone.files
    destination = files.get(target) if target else None
    into = destination is not None and destination.is_directory
    if not sources or (len(sources) > 1 and not into):
        return Reply(status=1, errors=f"{call.name}: Needs 2 arguments\n")
    errors = ""
    for source in sources:
        goal = posixpath.join(target, posixpath.basename(source)) if into else target
        entry = files.get(source)
        if entry is None:
            errors += f"{call.name}: bad '{source}': {MISSING}\n"
        elif entry.is_directory and call.name == "cp" and not set(call.flags()) & set("rRa"):
            errors += f"cp: Skipped dir '{source}'\n"
        elif not _copy(call, source, goal, entry):
            errors += f"{call.name}: bad '{goal}': {MISSING}\n"
        elif call.name == "mv" and files.resolve(source) != files.resolve(goal):
            files.remove(source)
    return Reply(status=int(bool(errors)), errors=errors)


def _copy(call: Call, source: str, goal: str, entry: File) -> bool:
    files = call.phone.files
    if entry.data is not None:
        return files.write(goal, entry.data, mode=entry.mode)
    if goal.startswith(source.rstrip("/") + "/") or not files.make_directory(goal):
        return False
    below = files.list(source)
    return all(_copy(call, posixpath.join(source, name), posixpath.join(goal, name), item) for name, item in below)


def make_directory(call: Call) -> Reply:
    """``mkdir [-p] PATH...``."""
    errors = ""
    for path in without_options(call.arguments, "-m"):
        full = call.path(path)
        if "p" not in call.flags() and call.phone.files.get(full) is not None:
            errors += f"mkdir: '{path}': File exists\n"
        elif "p" not in call.flags() and call.phone.files.get(posixpath.dirname(full)) is None:
            errors += f"mkdir: '{path}': {MISSING}\n"
        elif not call.phone.files.make_directory(full):
            errors += f"mkdir: '{path}': File exists\n"
    return Reply(status=int(bool(errors)), errors=errors)


def touch(call: Call) -> Reply:
    """``touch [-acm] PATH...``."""
    errors = ""
    for path in without_options(call.arguments, "-d", "-t", "-r"):
        entry = call.phone.files.get(call.path(path))
        if entry is None and "c" in call.flags():
            continue
        if entry is not None and entry.is_directory:
            continue
        data, mode = (entry.data or b"", entry.mode) if entry is not None else (b"", 0o644)
        if not call.phone.files.write(call.path(path), data, mode=mode, modified_at=int(wall_seconds())):
            errors += f"touch: '{path}': {MISSING}\n"
    return Reply(status=int(bool(errors)), errors=errors)


def change_mode(call: Call) -> Reply:
    """``chmod [-R] MODE PATH...``; octal, or ``+x`` and its kind."""
    mode, *paths = [argument for argument in call.arguments if argument != "-R"] or [""]
    errors = ""
    for path in paths:
        entry = call.phone.files.get(call.path(path))
        if entry is None:
            errors += f"chmod: '{path}': {MISSING}\n"
            continue
        bits = _bits(mode, entry.mode)
        if bits is None:
            return Reply(status=1, errors=f"chmod: bad mode '{mode}'\n")
        call.phone.files.set_mode(call.path(path), bits)
    return Reply(status=int(bool(errors)), errors=errors)


def _bits(mode: str, before: int) -> int | None:
    if mode and set(mode) <= set("01234567"):
        return int(mode, 8)
    who, sign, what = next(((mode.partition(s)) for s in "+-=" if s in mode), ("", "", ""))
    if not sign or not set(who) <= set("ugoa") or not what or not set(what) <= set("rwx"):
        return None
    places = {"u": 6, "g": 3, "o": 0}
    shifts = [places[letter] for letter in who.replace("a", "ugo") or "ugo"]
    bits = sum({"r": 4, "w": 2, "x": 1}[letter] << shift for letter in set(what) for shift in set(shifts))
    if sign == "=":
        return bits | (stat.S_IMODE(before) & ~sum(7 << shift for shift in set(shifts)))
    return stat.S_IMODE(before) | bits if sign == "+" else stat.S_IMODE(before) & ~bits


def copy_blocks(call: Call) -> Reply:
    """``dd if=FILE [bs=BYTES] [skip=BLOCKS] [count=BLOCKS]`` to standard output."""
    given = dict(argument.split("=", 1) for argument in call.arguments if "=" in argument)
    entry = call.phone.files.get(call.path(given.get("if", "")))
    if entry is None or entry.data is None:
        return Reply(status=1, errors=f"dd: {given.get('if', '')}: {MISSING}\n")
    size = whole_number(given.get("bs", "512"))
    start = whole_number(given.get("skip", "0")) * size
    end = start + whole_number(given["count"]) * size if "count" in given else len(entry.data)
    part = entry.data[start:end]
    blocks = f"{len(part) // size}+{int(len(part) % size > 0)} records"
    return Reply(part, errors=f"{blocks} in\n{blocks} out\n{len(part)} bytes copied\n")


def nothing(call: Call) -> Reply:
    """``sync``, ``chown``, ``chgrp``, ``restorecon``: nothing that could be seen here."""
    return OK


COMMANDS: CommandTable = {
    "cat": cat,
    "chgrp": nothing,
    "chmod": change_mode,
    "chown": nothing,
    "cp": move,
    "dd": copy_blocks,
    "mkdir": make_directory,
    "mv": move,
    "restorecon": nothing,
    "rm": remove,
    "rmdir": remove_directory,
    "sync": nothing,
    "touch": touch,
}
