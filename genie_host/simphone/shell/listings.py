"""Commands that look at the phone's files: ``ls``, ``stat``, ``find``, ``md5sum``, ``df``."""

from __future__ import annotations

import fnmatch
import hashlib
import posixpath
import stat
from datetime import UTC, datetime

from genie_host.simphone.filesystem import File
from genie_host.simphone.shell.command import Call, CommandTable, Reply, whole_number, without_options
from genie_host.simphone.shell.lines import MISSING

_DIGESTS = {"md5": "md5", "md5sum": "md5", "sha1sum": "sha1", "sha256sum": "sha256"}


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


COMMANDS: CommandTable = {
    "basename": name_part,
    "df": disk_free,
    "dirname": name_part,
    "du": disk_usage,
    "find": find,
    "ls": ls,
    "md5": digest,
    "md5sum": digest,
    "readlink": real_path,
    "realpath": real_path,
    "sha1sum": digest,
    "sha256sum": digest,
    "stat": status,
}
