"""Looks at the phone until it is at rest, and says how far the look can be trusted."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import NamedTuple

from genie_host.core.clock import SYSTEM_CLOCK, Deadline
from genie_host.core.errors import PhoneTimeout, ServerDead
from genie_host.core.screen import Observation
from genie_host.phone.app_labels import APP_LABELS
from genie_host.phone.device_info import DeviceInfo, parse_device_info
from genie_host.phone.foreground import Foreground, parse_foreground
from genie_host.phone.link import DeviceLink
from genie_host.phone.observation import build_observation
from genie_host.phone.rpc import RpcClient
from genie_host.phone.shell import Shell
from genie_host.phone.translate import UNREADABLE

_MAX_DEPTH = 50
"""Deeper trees overflow the stack of the automation server."""
_log = logging.getLogger(__name__)


class Dump(NamedTuple):
    """A hierarchy dump and its nodes without their order: the phone collects windows in a hash set."""

    xml: str
    nodes: tuple[str, ...]

    @classmethod
    def of(cls, xml: str) -> Dump:
        return cls(xml, tuple(sorted(part.partition("</")[0].strip() for part in xml.split("<node"))))

    @property
    def is_empty(self) -> bool:
        return len(self.nodes) < 2


class Observer:
    """The eyes on one phone."""

    def __init__(self, link: DeviceLink, rpc: RpcClient, shell: Shell) -> None:
        self._link = link
        self._rpc = rpc
        self._shell = shell
        self._not_before = 0.0
        self.is_in_doubt = False
        """An action may or may not have happened, and nobody has looked at the screen since."""
        self._known: tuple[tuple[str, ...], str, Foreground] | None = None

    def note_action(self) -> None:
        """Something was done: phones go on showing the old tree for a moment, so the next look comes later."""
        self._not_before = SYSTEM_CLOCK.now() + self._link.patience.after_action_seconds

    def observe(self) -> Observation:
        """One observation; bounded by the time to settle plus two dumps."""
        self._let_action_show()
        patience = self._link.patience
        deadline = Deadline.after(patience.settle_seconds)
        dump = self._dump()
        if dump.is_empty and not (info := self.device_info()).is_screen_on:
            return self._reading(dump, info)
        is_calm = True
        while not deadline.is_over:
            # The screen is given time to change; what was seen of it is read meanwhile, unless it has changed already.
            compared_at = Deadline.after(min(patience.settle_interval_seconds, deadline.remaining_seconds))
            reading = self._reading(dump, self.device_info()) if is_calm and not dump.is_empty else None
            self._link.cancel.wait(compared_at.remaining_seconds)
            again = self._dump()
            if again.nodes == dump.nodes and not again.is_empty:
                return reading or self._reading(again, self.device_info())
            dump, is_calm = again, False
        return replace(self._reading(dump, self.device_info()), is_settled=False)

    def _reading(self, dump: Dump, info: DeviceInfo) -> Observation:
        """What a dump says, as of a screen at rest."""
        front = self._foreground(dump, info)
        return build_observation(
            dump.xml,
            size=info.size,
            foreground=(front.package, front.activity),
            is_screen_on=info.is_screen_on,
            is_locked=front.is_locked,
            app_labels=APP_LABELS,
            stack=front.stack,
        )

    def glance(self) -> Observation:
        """One dump as it is: neither settled nor asked about; for looking again and again until something is there."""
        self._let_action_show()
        return build_observation(self._dump().xml, is_settled=False, app_labels=APP_LABELS)

    def _let_action_show(self) -> None:
        if (wait := self._not_before - SYSTEM_CLOCK.now()) > 0:
            self._link.cancel.wait(wait)

    def device_info(self) -> DeviceInfo:
        return parse_device_info(self._rpc.call("deviceInfo"))

    def foreground(self) -> Foreground:
        """Ask the window manager, which knows best but takes a shell command."""
        seconds = self._link.patience.foreground_seconds
        return parse_foreground(self._shell.ask("dumpsys", "window", seconds=seconds).text)

    def _dump(self) -> Dump:
        xml = self._rpc.call("dumpWindowHierarchy", [False, _MAX_DEPTH], seconds=self._link.patience.dump_seconds)
        if xml is None:
            xml = ""
        if not isinstance(xml, str):
            raise ServerDead(UNREADABLE)
        self.is_in_doubt = False
        return Dump.of(xml)

    def _foreground(self, dump: Dump, info: DeviceInfo) -> Foreground:
        """As last asked while the screen is the same; a phone too busy to tell is believed what ``info`` says."""
        if self._known is not None and self._known[:2] == (dump.nodes, info.package):
            return self._known[2]
        try:
            front = self.foreground()
        except PhoneTimeout as error:
            _log.info("the window manager does not answer: %s", error)
            return Foreground(package=info.package, activity="", is_locked=False)
        if not front.package:
            front = replace(front, package=info.package)
        self._known = (dump.nodes, info.package, front)
        return front
