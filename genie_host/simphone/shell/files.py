"""Commands on the phone's files."""

from __future__ import annotations

import fnmatch
import hashlib
import posixpath
import stat
from datetime import UTC, datetime

from genie_host.core.clock import wall_seconds
from genie_host.simphone.filesystem import File
from genie_host.simphone.shell.command import OK, Call, CommandTable, Reply, whole_number, without_options
from genie_host.simphone.shell.lines import MISSING

_DIGESTS = {"md5": "md5", "md5sum": "md5", "sha1sum": "sha1", "sha256sum": "sha256"}


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


def ls(call: Call) -> Reply:
    """``ls [-1aAdlRrtSh] [PATH...]``."""
    flags = call.flags()
    paths = call.plain_arguments() or [call.directory]
    text, errors = "", ""
    for path in paths:
        entry = call.phone.files.get(call.path(path))
        if entry is None:
            errors += f"ls: {path}: {MISSING}\n"
        elif not entry.is_directory or "d" in flags:
            text += _listing([(path, entry)], flags)
        else:
            heading = f"{path}:\n" if len(paths) > 1 or "R" in flags else ""
            text += ("\n" if text else "") + heading + _directory(call, path, entry, flags)
    return Reply(text, status=int(bool(errors)), errors=errors)


def _directory(call: Call, path: str, directory: File, flags: str) -> str:
    entries = call.phone.files.list(call.path(path))
    if "a" in flags:
        entries = [(".", directory), ("..", directory), *entries]
    elif "A" not in flags:
        entries = [(name, entry) for name, entry in entries if not name.startswith(".")]
    total = f"total {sum((entry.size + 1023) // 1024 * 2 for _, entry in entries)}\n" if "l" in flags else ""
    text = total + _listing(entries, flags)
    if "R" in flags:
        for name, entry in entries:
            if entry.is_directory and name not in (".", ".."):
                below = posixpath.join(path, name)
                text += f"\n{below}:\n" + _directory(call, below, entry, flags)
    return text


def _listing(entries: list[tuple[str, File]], flags: str) -> str:
    if "t" in flags:
        entries = sorted(entries, key=lambda item: -item[1].modified_at)
    elif "S" in flags:
        entries = sorted(entries, key=lambda item: -item[1].size)
    if "r" in flags:
        entries = entries[::-1]
    if "l" not in flags:
        return "".join(f"{name}\n" for name, _ in entries)
    return "".join(f"{_long(entry)} {name}\n" for name, entry in entries)


def _long(entry: File) -> str:
    when = datetime.fromtimestamp(entry.modified_at, tz=UTC).strftime("%Y-%m-%d %H:%M")
    links, size = (2, 4096) if entry.is_directory else (1, entry.size)
    return f"{stat.filemode(entry.mode)} {links} shell shell {size:>8} {when}"


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


async def digest(call: Call) -> Reply:
    """``md5sum``, ``sha1sum`` and ``sha256sum [FILE...]``."""
    algorithm = _DIGESTS[call.name]
    out, errors = "", ""
    for path in call.plain_arguments() or ["-"]:
        data = await call.read_all() if path == "-" else call.phone.files.read(call.path(path))
        if data is None:
            errors += f"{call.name}: {path}: {MISSING}\n"
            continue
        text = hashlib.new(algorithm, data, usedforsecurity=False).hexdigest()
        out += f"{text}\n" if "b" in call.flags() else f"{text}  {path}\n"
    return Reply(out, status=int(bool(errors)), errors=errors)


def status(call: Call) -> Reply:
    """``stat [-c FORMAT] PATH...``."""
    form = call.option("-c")
    out, errors = "", ""
    for path in without_options(call.arguments, "-c"):
        entry = call.phone.files.get(call.path(path))
        if entry is None:
            errors += f"stat: '{path}': {MISSING}\n"
            continue
        kind = "directory" if entry.is_directory else "regular file"
        values = {"%s": str(entry.size), "%a": f"{stat.S_IMODE(entry.mode):o}", "%F": kind, "%n": path}
        values |= {"%Y": str(entry.modified_at), "%A": stat.filemode(entry.mode), "%U": "shell", "%G": "shell"}
        if form:
            text = form
            for name, value in values.items():
                text = text.replace(name, value)
            out += f"{text}\n"
        else:
            out += f"  File: {path}\n  Size: {entry.size}\t {kind}\n  Access: ({values['%a']}/{values['%A']})\n"
    return Reply(out, status=int(bool(errors)), errors=errors)


def find(call: Call) -> Reply:
    """``find [PATH...] [-name PATTERN] [-type f|d] [-maxdepth N]``."""
    arguments = list(call.arguments)
    starts: list[str] = []
    while arguments and not arguments[0].startswith("-"):
        starts.append(arguments.pop(0))
    pattern, kind = call.option("-name", "*") or "*", call.option("-type")
    depth = whole_number(call.option("-maxdepth", "99"))
    out, errors = "", ""

    def visit(path: str, entry: File, level: int) -> str:
        matches = fnmatch.fnmatchcase(posixpath.basename(path), pattern)
        text = f"{path}\n" if matches and kind in ("", "d" if entry.is_directory else "f") else ""
        if entry.is_directory and level < depth:
            for name, item in call.phone.files.list(call.path(path)):
                text += visit(posixpath.join(path, name), item, level + 1)
        return text

    for start in starts or ["."]:
        entry = call.phone.files.get(call.path(start))
        if entry is None:
            errors += f"find: {start}: {MISSING}\n"
        else:
            out += visit(start, entry, 0)
    return Reply(out, status=int(bool(errors)), errors=errors)


def disk_usage(call: Call) -> Reply:
    """``du [-sh] PATH...``, in kilobytes."""
    out = ""
    for path in call.plain_arguments() or [call.directory]:
        size = call.phone.files.total_size(call.path(path))
        out += f"{(size + 1023) // 1024}\t{path}\n"
    return Reply(out)


def disk_free(call: Call) -> Reply:
    """``df [-h] [PATH...]``."""
    total = 134_217_728
    used = total if call.phone.faults.storage_low else 54_525_952 + call.phone.files.total_size("/") // 1024
    line = f"{total:>12} {used:>9} {total - used:>9} {used * 100 // total:>3}%"
    return Reply(
        "Filesystem       1K-blocks      Used Available Use% Mounted on\n"
        f"/dev/block/dm-9 {line} /data\n/dev/fuse       {line} /storage/emulated\n"
    )


def name_part(call: Call) -> Reply:
    """``basename PATH [SUFFIX]`` and ``dirname PATH``."""
    if not call.arguments:
        return Reply(status=1, errors=f"{call.name}: Needs 1 argument\n")
    path = call.arguments[0].rstrip("/") or "/"
    if call.name == "dirname":
        return Reply((posixpath.dirname(path) or ".") + "\n")
    name = posixpath.basename(path) or "/"
    return Reply(name.removesuffix(call.arguments[1] if len(call.arguments) > 1 else "") + "\n")


def real_path(call: Call) -> Reply:
    """``realpath`` and ``readlink [-f] PATH``."""
    paths = call.plain_arguments()
    return Reply("".join(f"{call.phone.files.resolve(call.path(path))}\n" for path in paths))


def nothing(call: Call) -> Reply:
    """``sync``, ``chown``, ``chgrp``, ``restorecon``: nothing that could be seen here."""
    return OK


COMMANDS: CommandTable = {
    "basename": name_part,
    "cat": cat,
    "chgrp": nothing,
    "chmod": change_mode,
    "chown": nothing,
    "cp": move,
    "df": disk_free,
    "dirname": name_part,
    "du": disk_usage,
    "find": find,
    "ls": ls,
    "md5": digest,
    "md5sum": digest,
    "mkdir": make_directory,
    "mv": move,
    "readlink": real_path,
    "realpath": real_path,
    "restorecon": nothing,
    "rm": remove,
    "rmdir": remove_directory,
    "sha1sum": digest,
    "sha256sum": digest,
    "stat": status,
    "sync": nothing,
    "touch": touch,
}
