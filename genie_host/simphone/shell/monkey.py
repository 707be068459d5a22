"""``monkey``: opens an app without knowing its activity, or strikes at random."""

from __future__ import annotations

from random import Random

from genie_host.simphone.hand import InjectionDenied
from genie_host.simphone.shell.command import Call, CommandTable, Reply, without_options

_WITH_VALUE = ("-p", "-c", "-s", "--throttle", "--pct-touch", "--pct-motion", "--pct-syskeys", "--pct-appswitch")
_LAUNCHER = "android.intent.category.LAUNCHER"
_MOST_EVENTS = 100_000


async def monkey(call: Call) -> Reply:
    """``monkey [-p PACKAGE] [-c CATEGORY] [-s SEED] [-v] COUNT``; one event is the start of the app."""
    package = call.option("-p")
    words = without_options(call.arguments, *_WITH_VALUE)
    count = int(words[-1]) if words and words[-1].isdecimal() else 0
    world = call.phone.world
    found = call.phone.packages.get(package) if package else None
    if package and (found is None or not found.is_enabled):
        return Reply("** No activities found to run, monkey aborted.\n", status=252)
    if package:
        world.start_app(package)
    seed = call.option("-s") or "0"
    chance = Random(int(seed) if seed.isdecimal() else 0)  # noqa: S311 - the seed makes it repeatable
    for _ in range(min(count, _MOST_EVENTS) - 1):
        size = world.size
        spot = chance.randrange(size.width), chance.randrange(size.height)
        try:
            await call.phone.hand.tap(*spot)
        except InjectionDenied:
            return Reply("** SYS_KEYS has no physical keys but with factor 2.0%.\n", status=251)
        if package and world.foreground.package != package:
            world.start_app(package)
    verbose = f":Monkey: seed={seed} count={count}\n:AllowPackage: {package}\n" if "-v" in call.arguments else ""
    return Reply(
        f"{verbose}Events injected: {count}\n"
        "## Network stats: elapsed time=20ms (0ms mobile, 0ms wifi, 20ms not connected)\n"
    )


COMMANDS: CommandTable = {"monkey": monkey}
