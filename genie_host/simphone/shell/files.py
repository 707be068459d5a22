"""Commands on the phone's files."""

from __future__ import annotations

import hashlib
import stat

from genie_host.simphone.shell.command import OK, Call, CommandTable, Reply

_MISSING = "No such file or directory"


async def cat(call: Call) -> Reply:
    """``cat [FILE...]``."""
    if not call.arguments:
        while data := await call.stdin.read():
            await call.stdout(data)
        return OK
    out, errors = bytearray(), ""
    for path in call.plain_arguments():
        data_or_none = call.phone.files.read(path)
        if data_or_none is None:
            errors += f"cat: {path}: {_MISSING}\n"
        else:
            out += data_or_none
    return Reply(bytes(out), status=int(bool(errors)), errors=errors)


def ls(call: Call) -> Reply:
    """``ls [-l] [PATH]``."""
    path = (call.plain_arguments() or ["/"])[0]
    entry = call.phone.files.get(path)
    if entry is None:
        return Reply(status=1, errors=f"ls: {path}: {_MISSING}\n")
    listed = call.phone.files.list(path) if entry.is_directory else [(path, entry)]
    if "-l" not in call.arguments:
        return Reply("".join(f"{name}\n" for name, _ in listed))
    return Reply("".join(f"{stat.filemode(item.mode)} 1 shell shell {item.size} {name}\n" for name, item in listed))


def remove(call: Call) -> Reply:
    """``rm [-rf] PATH...``."""
    is_forced = any("f" in argument for argument in call.arguments if argument.startswith("-"))
    missing = [path for path in call.plain_arguments() if not call.phone.files.remove(path)]
    if missing and not is_forced:
        return Reply(status=1, errors="".join(f"rm: {path}: {_MISSING}\n" for path in missing))
    return OK


def move(call: Call) -> Reply:
    """``mv FROM TO`` and ``cp FROM TO``, one file."""
    paths = call.plain_arguments()
    files = call.phone.files
    entry = files.get(paths[0]) if len(paths) == 2 else None
    if entry is None or entry.data is None or not files.write(paths[1], entry.data, mode=entry.mode):
        return Reply(status=1, errors=f"{call.name}: bad '{' '.join(paths)}'\n")
    if call.name == "mv":
        files.remove(paths[0])
    return OK


def make_directory(call: Call) -> Reply:
    """``mkdir [-p] PATH...``."""
    blocked = [path for path in call.plain_arguments() if not call.phone.files.make_directory(path)]
    if blocked:
        return Reply(status=1, errors="".join(f"mkdir: '{path}': File exists\n" for path in blocked))
    return OK


def change_mode(call: Call) -> Reply:
    """``chmod OCTAL PATH...``."""
    mode, *paths = call.plain_arguments() or [""]
    try:
        bits = int(mode, 8)
    except ValueError:
        return Reply(status=1, errors=f"chmod: bad mode '{mode}'\n")
    missing = [path for path in paths if not call.phone.files.set_mode(path, bits)]
    return Reply(status=int(bool(missing)), errors="".join(f"chmod: '{path}': {_MISSING}\n" for path in missing))


def md5sum(call: Call) -> Reply:
    """``md5sum FILE...``."""
    out, errors = "", ""
    for path in call.plain_arguments():
        data = call.phone.files.read(path)
        if data is None:
            errors += f"md5sum: {path}: {_MISSING}\n"
        else:
            out += f"{hashlib.md5(data, usedforsecurity=False).hexdigest()}  {path}\n"
    return Reply(out, status=int(bool(errors)), errors=errors)


COMMANDS: CommandTable = {
    "cat": cat,
    "chmod": change_mode,
    "cp": move,
    "ls": ls,
    "md5sum": md5sum,
    "mkdir": make_directory,
    "mv": move,
    "rm": remove,
}
