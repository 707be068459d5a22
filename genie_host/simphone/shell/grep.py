"""``grep`` and the other commands that let lines pass through, or some of them."""

from __future__ import annotations

import re

from genie_host.simphone.shell.command import BadArgument, Call, CommandTable, Reply, expression, without_options
from genie_host.simphone.shell.lines import input_lines


async def grep(call: Call) -> Reply:
    """``grep [-EFivcnoqlwx] [-m COUNT] [-e] PATTERN [FILE...]``; tells each line as it comes."""
    options = _grep_options(call)
    plain = without_options(call.arguments, "-m", "-e", "-A", "-B", "-C")
    texts = [call.option("-e")] if "-e" in call.arguments else plain[:1]
    paths = plain if "-e" in call.arguments else plain[1:]
    if not texts:
        return Reply(status=2, errors="grep: no pattern\n")
    try:
        pattern = _pattern(texts[0], options)
    except BadArgument as error:
        return Reply(status=2, errors=f"grep: {error}\n")
    limit = _limit(call)
    found, number = 0, 0
    async for path, line in input_lines(call, paths):
        number += 1
        text = line.decode(errors="replace")
        if bool(pattern.search(text)) == ("v" in options):
            continue
        found += 1
        if "l" in options:
            await call.stdout(f"{path or '(standard input)'}\n".encode())
        elif not set("cq") & set(options):
            shown = "\n".join(match[0] for match in pattern.finditer(text)) if "o" in options else text
            prefix = f"{path}:" if len(paths) > 1 and "h" not in options else ""
            prefix += f"{number}:" if "n" in options else ""
            await call.stdout(f"{prefix}{shown}\n".encode())
        # Left at once, not with the next line: there may never be one.
        if found == limit or set("lq") & set(options):
            break
    return Reply(f"{found}\n" if "c" in options else "", status=int(not found))


def _limit(call: Call) -> int:
    """The number behind ``-m``, attached to it or not; -1 without one."""
    attached = next((match[1] for argument in call.arguments if (match := re.fullmatch(r"-m(\d+)", argument))), "")
    text = attached or call.option("-m")
    return int(text) if text.isdecimal() else -1


def _grep_options(call: Call) -> str:
    long_names = {"--line-buffered": "", "--ignore-case": "i", "--invert-match": "v", "--count": "c", "--quiet": "q"}
    more = "".join(long_names.get(argument, "") for argument in call.arguments)
    return call.flags() + more + {"egrep": "E", "fgrep": "F"}.get(call.name, "")


def _pattern(text: str, options: str) -> re.Pattern[str]:
    if "F" in options:
        text = re.escape(text)
    elif "E" not in options:
        # In basic expressions these are plain unless escaped, and the other way round.
        text = re.sub(r"\\?[|+?(){}]", lambda match: match[0][1:] or "\\" + match[0], text)
    text = text.replace("[[:space:]]", r"\s").replace("[[:digit:]]", r"\d").replace("[[:alpha:]]", "[A-Za-z]")
    if "w" in options:
        text = rf"\b(?:{text})\b"
    if "x" in options:
        text = rf"^(?:{text})$"
    return expression(text, re.IGNORECASE if "i" in options else 0)


COMMANDS: CommandTable = {
    "egrep": grep,
    "fgrep": grep,
    "grep": grep,
}
