"""Shell commands. One free shell defeats every gate, so only known reading and reversible ones may run.

Those that touch, type, swipe or start things are judged as the deed they are.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from genie_host.core.verdicts import Stake, Verdict
from genie_host.policy.gliding import judge_gliding
from genie_host.policy.intents import intent_of, judge_intent
from genie_host.policy.keyboard import judge_key, judge_typing
from genie_host.policy.layout import Layout
from genie_host.policy.rulings import ALLOWED, ask, refuse, worst
from genie_host.policy.touching import judge_touching

_NOT_JUDGED = re.compile(r"[`\n\r]|\$\(|\$\{|<\(|>\(")
_NO_OUTPUT = re.compile(r"\s*(2>\s*/dev/null|2>&1|>\s*/dev/null)")
_LONGEST_LINE = 4000
_JOINS = frozenset({"|", "||", "&&", ";"})
_FILTERS = frozenset({"grep", "egrep", "fgrep", "head", "tail", "wc", "sort", "uniq", "cut", "tr"})
_READERS = frozenset(
    {"getprop", "uptime", "date", "ls", "pwd", "whoami", "id", "df", "du", "uname", "ps", "top", "echo", "screencap"}
    | {"which", "free", "vmstat", "netstat", "ifconfig", "ping", "stat", "test", "true", "sleep"}
)
_HARMLESS_SETTINGS = frozenset(
    {"screen_brightness", "screen_brightness_mode", "screen_off_timeout", "accelerometer_rotation", "user_rotation"}
    | {"font_scale", "haptic_feedback_enabled", "sound_effects_enabled", "ui_night_mode", "volume_music", "time_12_24"}
    | {"window_animation_scale", "transition_animation_scale", "animator_duration_scale", "show_touches"}
)
_HARMLESS_DUMPS = frozenset(
    {"battery", "window", "activity", "display", "power", "meminfo", "cpuinfo", "wifi", "input", "input_method"}
    | {"package", "diskstats", "alarm", "audio", "usb", "connectivity", "batterystats", "gfxinfo", "sensorservice"}
    | {"deviceidle", "uimode", "thermalservice", "media_session", "SurfaceFlinger", "netstats", "dropbox"}
)
_HARMLESS = frozenset(
    {("settings", "get"), ("settings", "list"), ("pm", "list"), ("pm", "path"), ("cmd", "statusbar"), ("wm", "size")}
    | {("wm", "density"), ("svc", "wifi"), ("svc", "bluetooth"), ("svc", "nfc"), ("svc", "data"), ("am", "force-stop")}
    | {("am", "stack"), ("am", "get-current-user"), ("cmd", "uimode"), ("uiautomator", "dump"), ("media", "volume")}
    | {("cmd", "media_session"), ("ip", "addr"), ("ip", "route"), ("cmd", "display")}
)
_NOTES = frozenset({"post", "list", "get"})
"""What ``cmd notification`` may do; other words of it hand apps access to notifications."""
_STARTS = frozenset({"start", "start-activity"})
_GRAVE: Mapping[tuple[str, ...], Stake] = {
    ("pm", "install"): Stake.INSTALL,
    ("pm", "grant"): Stake.GRANT,
    ("cmd", "appops"): Stake.GRANT,
    ("settings", "put"): Stake.ACCOUNT,
    ("locksettings",): Stake.ACCOUNT,
    ("pm", "uninstall"): Stake.DELETE,
    ("pm", "clear"): Stake.DELETE,
    ("content",): Stake.SHARE,
    ("rm",): Stake.DELETE,
}


def judge_shell(arguments: Mapping[str, Any], layout: Layout) -> Verdict:
    """One command line, a text or a list of words, under whatever name the call gives it."""
    named = ("cmd", "command", "args", "argv", "script", "shell", "line")
    given = next((arguments[key] for key in named if arguments.get(key)), "")
    line = shlex.join(str(word) for word in given) if isinstance(given, list | tuple) else str(given)
    if len(line) > _LONGEST_LINE:
        return refuse("shell_syntax", "it is longer than a command that can be judged")
    line = _NO_OUTPUT.sub("", line)
    if _NOT_JUDGED.search(_unquoted(line)):
        return refuse("shell_syntax", "it nests or redirects shell commands")
    try:
        words = list(shlex.shlex(line, posix=True, punctuation_chars="|&;<>()"))
    except ValueError:
        return refuse("shell_syntax", "it is not a whole shell command")
    return worst(_judge_part(part, joint, layout) for joint, part in _parts(words))


def _parts(words: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The commands of a line, each with what joins it to the one before."""
    parts: list[tuple[str, list[str]]] = [("", [])]
    for word in words:
        if word in _JOINS:
            parts.append((word, []))
        else:
            parts[-1][1].append(word)
    return parts


def _judge_part(words: list[str], joint: str, layout: Layout) -> Verdict:
    if any(set(word) <= set("|&;<>()") for word in words):
        return refuse("shell_syntax", "it redirects or hides shell commands")
    while words[:1] in (["adb"], ["shell"], ["busybox"], ["toybox"]):
        words = words[1:]
    if not words:
        return refuse("shell_syntax", "it is empty")
    if joint == "|" and words[0] in _FILTERS:
        return ALLOWED
    special = _SPECIAL.get(words[0])
    if special is not None:
        verdict = special(words, layout)
        if verdict is not None:
            return verdict
    if words[0] in _READERS or tuple(words[:2]) in _HARMLESS:
        return ALLOWED
    stake = _GRAVE.get(tuple(words[:2])) or _GRAVE.get(tuple(words[:1])) or Stake.OTHER
    reason = f"the shell command “{words[0][:40]}” is not one of the few that are known to be harmless"
    return refuse("shell_command", reason, stake)


def _judge_am(words: list[str], layout: Layout) -> Verdict | None:
    return judge_intent(intent_of(words[2:])) if words[1:2] and words[1] in _STARTS else None


def _judge_cmd(words: list[str], layout: Layout) -> Verdict | None:
    if words[1:2] == ["notification"]:
        return ALLOWED if words[2:3] and words[2] in _NOTES else None
    if words[1:2] == ["activity"] and words[2:3] and words[2] in _STARTS:
        return judge_intent(intent_of(words[3:]))
    return ALLOWED if words[1:3] == ["package", "list"] else None


def _judge_input(words: list[str], layout: Layout) -> Verdict | None:
    while len(words) > 1 and words[1] in {"touchscreen", "keyboard", "mouse", "-d", "0"}:
        words = [words[0], *words[2:]]
    rest = words[2:]
    match words[1:2]:
        case ["tap"] if len(rest) >= 2:
            return judge_touching("tap", {"x": rest[0], "y": rest[1]}, None, layout)
        case ["text"] if rest:
            if not any(field.is_focused for field in layout.fields):
                return ask("unknown_field", "it is not known which field gets the text", Stake.SECRET)
            return judge_typing({"text": " ".join(rest).replace("%s", " ")}, None, layout)
        case ["keyevent"] if rest:
            keys = [key for key in rest if not key.startswith("--")]
            return judge_key({"key": keys}, layout)
        case ["swipe" | "draganddrop"] if len(rest) >= 4:
            return judge_gliding("drag", {"from": rest[:2], "to": rest[2:4]}, layout)
    return None


def _judge_dumpsys(words: list[str], layout: Layout) -> Verdict | None:
    if words[1:2] and words[1] in _HARMLESS_DUMPS:
        return ALLOWED
    return ask("shell_command", "it reads what apps and the system keep", Stake.SHARE)


def _judge_settings(words: list[str], layout: Layout) -> Verdict | None:
    return ALLOWED if words[1:2] == ["put"] and words[3:4] and words[3] in _HARMLESS_SETTINGS else None


def _judge_monkey(words: list[str], layout: Layout) -> Verdict | None:
    """The usual way to open an app by its package; more than one event would press at random."""
    return ALLOWED if "-p" in words and words[-1] == "1" else None


_SPECIAL: Mapping[str, Callable[[list[str], Layout], Verdict | None]] = {
    "am": _judge_am,
    "cmd": _judge_cmd,
    "input": _judge_input,
    "dumpsys": _judge_dumpsys,
    "settings": _judge_settings,
    "monkey": _judge_monkey,
}


def _unquoted(command: str) -> str:
    """A command without what single or plain double quotes make harmless."""
    command = re.sub(r"'[^']*'", "''", command)
    return re.sub(r'"[^"$`\\]*"', '""', command)
