"""What goes wrong in a run, out of a seed: every fault that a simulated phone knows, at any moment of it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from genie_host.simphone.faults.deeds import DEEDS
from genie_host.simphone.faults.rules import Rule, parse_rule
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.world.events import Entry

_JAVA = (
    ("java.lang.IllegalStateException", "UiAutomation not connected!"),
    ("java.lang.NullPointerException", "Attempt to invoke a virtual method on a null object reference"),
    ("java.lang.SecurityException", "not allowed"),
    ("androidx.test.uiautomator.UiObjectNotFoundException", "UiSelector[TEXT=x]"),
    ("java.lang.OutOfMemoryError", "Failed to allocate"),
    ("android.os.DeadObjectException", "Transaction failed on small parcel"),
    ("java.lang.StackOverflowError", "stack size 8192KB"),
)
_METHODS = ("*", "click", "dumpWindowHierarchy", "setText", "deviceInfo", "pressKey", "getText", "waitForExists")
_POINTS = (
    *("step", "tap", "key", "text", "swipe", "dump", "connect", "rpc.*", "rpc.click", "rpc.setText", "rpc.getText"),
    *("rpc.deviceInfo", "rpc.dumpWindowHierarchy", "shell.*", "shell.am", "shell.dumpsys", "shell.app_process"),
)
AT_START = ("sync.slow", "sync.disk_full", "sync.short_write", "storage.low", "u2.start_delay", "automation.taken")
"""Faults of the set-up: they are laid before the driver connects, to a phone without the automation server's file."""
_NEEDS_RESTART = ("automation.taken", "u2.already_registered", "u2.start_delay", "u2.survive_shell")
_NEEDS_LOSS = ("offline", "refuse")


def arguments_for(deed: str, random: Random) -> dict[str, Any]:
    """Arguments with which a fault passes in seconds, or stays: both are met in life."""
    seconds = random.choice((0.3, 1.0, 2.0))
    defaults = DEEDS[deed].defaults
    given: dict[str, Any] = {}
    if "for" in defaults:
        given["for"] = seconds if random.random() < 0.9 else 0.0
    if "seconds" in defaults:
        given["seconds"] = random.choice((0.2, 0.6, 4.0 if deed.startswith(("u2", "dump")) else 1.5))
    if "count" in defaults:
        given["count"] = random.choice((1, 1, 2, 4))
    if "method" in defaults:
        given["method"] = random.choice(_METHODS)
    match deed:
        case "u2.error":
            given["class"], given["message"] = random.choice(_JAVA)
        case "unauthorized":
            given["accept_after"] = random.choice((0.0, 0.5, 1.5))
        case "shell.hang":
            given["pattern"] = random.choice(("", "dumpsys", "am start", "cmd", "app_process"))
        case "dump.truncate" | "sync.short_write":
            given["fraction"] = random.choice((0.1, 0.5, 0.95))
        case "screen.lock":
            given["pin"] = random.choice(("", "1234"))
    return given


def random_rule(deed: str, random: Random) -> Rule:
    """One fault at some moment of a run."""
    draw = random.random()
    moment: dict[str, Any] = {"at": f"step {random.randint(1, 6)}"}
    if draw < 0.45:
        moment = {"on": f"{random.choice(_POINTS)}#{random.randint(1, 4)}"}
    elif draw < 0.6:
        moment = {"t": round(random.uniform(0.0, 2.0), 2)}
    return parse_rule({**moment, "do": deed, **arguments_for(deed, random)})


def random_plan(number: int, random: Random) -> tuple[Rule, ...]:
    """One to four faults; each tenth run has none, to show that the goals can be reached.

    The first fault goes round through all there are, so that each is met equally often.
    """
    if number % 10 == 9:
        return ()
    names = sorted(DEEDS)
    rest = random.choices(names, k=random.choice((0, 0, 1, 3)))
    rules = []
    for deed in (names[number % len(names)], *rest):
        rule = random_rule(deed, random)
        rules.append(rule)
        # Some show only when the server starts again, or the phone has to be found again.
        trigger = "u2.kill" if deed in _NEEDS_RESTART else "drop" if deed in _NEEDS_LOSS else None
        if trigger is not None:
            moment = {
                key: value for key, value in (("at", rule.at), ("on", rule.on), ("t", rule.t)) if value is not None
            }
            rules.append(parse_rule({**moment, "do": trigger}))
    return tuple(rules)


@dataclass(frozen=True)
class LostAnswer:
    """A loss at the worst moment: the deed is done, and the host does not hear of it."""

    kind: str
    """Of the entry in the phone's log that the deed makes."""
    number: int
    deed: str

    def __str__(self) -> str:
        return f"after {self.kind} {self.number}: {self.deed}"

    def lay(self, phone: SimPhone) -> None:
        """Wait for the deed in the phone's log."""
        left = [self.number]

        def hear(entry: Entry) -> None:
            if entry["kind"] != self.kind and not (self.kind == "effect" and entry["effect"]):
                return
            left[0] -= 1
            if left[0] == 0:
                phone.world.log.append("fault_planned", do=self.deed, when=str(self))
                phone.drop() if self.deed == "drop" else phone.kill_u2()

        phone.world.log.listen(hear)


def lost_answer(number: int, random: Random) -> LostAnswer | None:
    """In every third run that is disturbed at all."""
    kind, deed = random.choice(("effect", "effect", "tap", "key", "swipe")), random.choice(("drop", "u2.kill"))
    found = LostAnswer(kind, 1 if kind == "effect" else random.randint(1, 5), deed)
    return found if number % 3 == 0 and number % 10 != 9 else None
