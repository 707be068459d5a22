"""Records a phone: makes moves, looks, and writes down which move led from which screen to which."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.errors import SimulatorError
from genie_host.core.geometry import Point
from genie_host.simphone.cassette import moves
from genie_host.simphone.cassette.record import Cassette, Screen
from genie_host.simphone.cassette.source import Source
from genie_host.simphone.cassette.tree import fingerprint, parse_tree
from genie_host.simphone.world.nodes import SimNode

ASKED = (
    ("getprop",),
    ("wm", "size"),
    ("wm", "density"),
    ("pm", "list", "packages"),
    ("dumpsys", "battery"),
    ("settings", "list", "system"),
)
"""Commands whose answers are recorded."""
_PRIVATE = re.compile(r"serial|imei|meid|iccid|msisdn|mac|bluetooth|wifi|ssid|hostname|gsm|operator", re.IGNORECASE)
"""Lines about the phone's owner, network and identity: they stay off the cassette."""
_COMMITTING = re.compile(
    r"\b(pay|buy|order|send|post|call|delete|remove|erase|reset|install|uninstall|transfer|submit|confirm|sign)",
    re.IGNORECASE,
)
"""Words on what an explorer does not touch."""
_BACK, _HOME = 4, 3
_LOOKS = 6
_PAUSE_SECONDS = 0.15


class Recorder:
    """Holds the cassette while it is made."""

    def __init__(self, source: Source, *, clock: Clock = SYSTEM_CLOCK) -> None:
        self._source = source
        self._clock = clock
        size = re.findall(r"(\d+)x(\d+)", source.shell("wm", "size"))
        if not size:
            raise SimulatorError("the phone does not tell the size of its screen")
        self.cassette = Cassette(width=int(size[-1][0]), height=int(size[-1][1]))
        self._roots: list[SimNode] = []
        self.here = ""
        """Fingerprint of the screen in front."""
        self._ask()
        self.look()
        self.cassette.first = self.here

    def look(self) -> str:
        """Wait until the screen rests, put it on the cassette unless it is there, and give its fingerprint."""
        dump, mark = "", ""
        for _ in range(_LOOKS):
            former = mark
            dump = self._source.hierarchy()
            self._roots = parse_tree(dump)
            package, activity = self._source.foreground()
            mark = fingerprint(self._roots, f"{package}/{activity}")
            if mark == former:
                break
            self._clock.sleep(_PAUSE_SECONDS)
        if mark not in self.cassette.screens:
            self.cassette.screens[mark] = Screen(package=package, activity=activity)
            self.cassette.dumps[mark] = dump
            self.cassette.pictures[mark] = self._source.picture()
        self.here = mark
        return mark

    def tap(self, x: int, y: int) -> str:
        """Touch a place; gives the screen that it led to."""
        node = moves.node_taking(self._roots, Point(x=x, y=y))
        words = ("input", "tap", str(x), str(y))
        return self._move(moves.tap_on(node) if node is not None else "", *words)

    def tap_node(self, node: SimNode) -> str:
        """Touch the middle of a node."""
        return self.tap(node.bounds.center.x, node.bounds.center.y)

    def press(self, code: int) -> str:
        """Press a key."""
        return self._move(moves.key(code), "input", "keyevent", str(code))

    def swipe(self, start: Point, end: Point) -> str:
        """Drag a finger."""
        numbers = [str(number) for number in (start.x, start.y, end.x, end.y)]
        return self._move(moves.swipe(start, end), "input", "swipe", *numbers)

    def type_text(self, words: str) -> str:
        """Type into the focused field; ASCII only, as ``input`` can do no more."""
        return self._move(moves.text(words), "input", "text", words.replace(" ", "%s"))

    def start(self, package: str) -> str:
        """Open an app."""
        return self._move(moves.start(package), "monkey", "-p", package, "-c", "android.intent.category.LAUNCHER", "1")

    def explore(self, steps: int, *, package: str, seed: int = 0) -> Iterator[str]:
        """Walk about in one app by what is not yet tried; gives each screen. Words that commit are not touched."""
        random = Random(seed)  # noqa: S311 - a repeatable walk, no secrets
        yield self.start(package)
        for _ in range(steps):
            screen = self.cassette.screens[self.here]
            if screen.package != package:
                yield self.press(_BACK) if moves.key(_BACK) not in screen.moves else self.start(package)
                continue
            fresh = [node for node in self._tappable() if moves.tap_on(node) not in screen.moves]
            if fresh:
                yield self.tap_node(random.choice(fresh))
            elif moves.key(_BACK) not in screen.moves or random.random() < 0.5:
                yield self.press(_BACK)
            else:
                yield self.tap_node(random.choice(self._tappable() or self._roots))

    def _tappable(self) -> list[SimNode]:
        nodes = [node for root in self._roots for node in root.walk()]
        return [
            node
            for node in nodes
            if node.clickable
            and node.enabled
            and node.bounds.area > 0
            and moves.node_taking(self._roots, node.bounds.center) is node
            and not _COMMITTING.search(" ".join(part.text + " " + part.description for part in node.walk()))
        ]

    def _move(self, name: str, *words: str) -> str:
        before = self.here
        self._source.shell(*words)
        after = self.look()
        if name:
            self.cassette.screens[before].moves[name] = after
        return after

    def _ask(self) -> None:
        for words in ASKED:
            lines = self._source.shell(*words).splitlines(keepends=True)
            self.cassette.answers[" ".join(words)] = "".join(line for line in lines if not _PRIVATE.search(line))
        for name, value in re.findall(r"^\[(.+?)\]: \[(.*?)\]", self.cassette.answers["getprop"], re.MULTILINE):
            self.cassette.properties[name] = value
