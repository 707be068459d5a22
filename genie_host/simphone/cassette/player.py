"""Plays a cassette: a world whose screens are the recorded ones, and whose moves are those that were made."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from genie_host.core.geometry import Point, Size
from genie_host.simphone.cassette import moves
from genie_host.simphone.cassette.record import Cassette
from genie_host.simphone.cassette.tree import parse_tree
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.profiles import Profile
from genie_host.simphone.snapshots import Flavour, Snapshots
from genie_host.simphone.world.engine import LAUNCHER, World
from genie_host.simphone.world.navigation import Foreground
from genie_host.simphone.world.nodes import SimNode, Window
from genie_host.simphone.world.schema import App

_LONG_PRESS_MS = 500
_SLOP_PX = 24


class CassetteWorld(World):
    """Where a move was not recorded, the screen stays, and the log says ``unknown_move``."""

    def __init__(self, cassette: Cassette, *, seed: int = 0) -> None:
        packages = {screen.package for screen in cassette.screens.values() if screen.package} | {LAUNCHER}
        super().__init__((_stub(package) for package in sorted(packages)), seed=seed, profile=_profile_of(cassette))
        self.cassette = cassette
        self.here = cassette.first
        """Fingerprint of the screen in front."""

    @property
    def size(self) -> Size:
        return Size(width=self.cassette.width, height=self.cassette.height)

    @property
    def foreground(self) -> Foreground:
        screen = self.cassette.screens[self.here]
        package = screen.package or LAUNCHER
        return Foreground(package=package, activity=screen.activity, app_id=_app_id(package), screen=self.here)

    @property
    def recorded_roots(self) -> list[SimNode]:
        """Trees of the screen in front, as recorded."""
        return parse_tree(self.cassette.dumps[self.here])

    def windows(self) -> list[Window]:
        """Those of the dump."""
        if not self.is_screen_on:
            return []
        front = self.foreground
        title = f"{front.package}/{front.activity}"
        return [Window(kind="app", root=root, title=title, layer=2) for root in self.recorded_roots]

    def tap(self, x: float, y: float, *, held_ms: int = 100) -> bool:
        """Follow the move that was recorded; a touch on nothing changes nothing."""
        if not self.is_screen_on:
            return False
        is_long, point = held_ms >= _LONG_PRESS_MS, Point(x=int(x), y=int(y))
        node = moves.node_taking(self.recorded_roots, point, is_long=is_long)
        self._log_touch("long_press" if is_long else "tap", point, node)
        if node is not None:
            self._follow(moves.tap_on(node, is_long=is_long))
        return self._changed()

    def swipe(self, x1: float, y1: float, x2: float, y2: float, *, duration_ms: int = 300) -> bool:
        """Follow the move that was recorded."""
        if abs(x1 - x2) + abs(y1 - y2) < _SLOP_PX:
            return self.tap(x1, y1, held_ms=duration_ms)
        start, end = Point(x=int(x1), y=int(y1)), Point(x=int(x2), y=int(y2))
        self.log.append("swipe", start=[start.x, start.y], end=[end.x, end.y])
        self._follow(moves.swipe(start, end))
        return self._changed()

    def press_key(self, keycode: int) -> bool:
        """Follow the move that was recorded."""
        self.log.append("key", code=keycode)
        self._follow(moves.key(keycode))
        return self._changed()

    def type_text(self, text: str) -> bool:
        """Follow the move that was recorded; False when no text was typed there."""
        return self._follow(moves.text(text)) and self._changed()

    def set_text(self, node_path: str, text: str) -> bool:
        """As typing."""
        return self.type_text(text)

    def start_app(self, package: str) -> bool:
        """Follow the move that was recorded, else show the first screen of the app that was."""
        screens = self.cassette.screens
        recorded = screens[self.here].moves.get(moves.start(package))
        to = recorded or next((mark for mark, screen in screens.items() if screen.package == package), None)
        if to is None:
            return False
        self.here = to
        self.log.append("app_started", package=package)
        return self._changed()

    def stop_app(self, package: str) -> None:
        """Nobody recorded what is there then: the screen that was first."""
        if self.foreground.package == package:
            self.here = self.cassette.first
            self._changed()

    def _follow(self, move: str) -> bool:
        to = self.cassette.screens[self.here].moves.get(move)
        if to is None:
            self.log.append("unknown_move", screen=self.here, move=move)
            return False
        self.here = to
        return True


class CassetteSnapshots(Snapshots):
    """Dumps of the stock tool and pictures exactly as recorded."""

    def __init__(self, world: CassetteWorld) -> None:
        super().__init__(world)
        self._played = world

    def hierarchy(self, flavour: Flavour, *, active_only: bool = False, max_depth: int = 50, **more: Any) -> str:
        """The recorded dump for the stock tool; its nodes in the automation server's form."""
        if flavour == "stock":
            return self._played.cassette.dumps[self._played.here]
        return super().hierarchy(flavour, active_only=active_only, max_depth=max_depth, **more)

    def png(self) -> bytes:
        """The recorded picture."""
        return self._played.cassette.pictures[self._played.here]

    def jpeg_once(self, scale: float, quality: int) -> bytes:
        """Nothing is kept anyway."""
        return self.jpeg(scale, quality)

    def jpeg(self, scale: float, quality: int) -> bytes:
        """The recorded picture, scaled and lossy."""
        with Image.open(io.BytesIO(self.png())) as image:
            picture = image.convert("RGB")
        if scale != 1.0:
            picture = picture.resize((max(1, round(picture.width * scale)), max(1, round(picture.height * scale))))
        out = io.BytesIO()
        picture.save(out, format="JPEG", quality=quality)
        return out.getvalue()


def play(cassette: Cassette, *, serial: str = "SIM0001", seed: int = 0) -> SimPhone:
    """A phone that shows what is on the cassette and answers what was asked then."""
    world = CassetteWorld(cassette, seed=seed)
    phone = SimPhone(world, serial=serial)
    phone.snapshots = CassetteSnapshots(world)
    phone.properties.update({**cassette.properties, "ro.serialno": serial})
    phone.answers.update(cassette.answers)
    return phone


def _stub(package: str) -> App:
    return App.model_validate(
        {
            "app_id": _app_id(package),
            "package": package,
            "label": package.rpartition(".")[2].capitalize(),
            "activity": ".MainActivity",
            "screens": {"home": {"title": package, "body": []}},
        }
    )


def _app_id(package: str) -> str:
    return "launcher" if package == LAUNCHER else package.replace(".", "_")


def _profile_of(cassette: Cassette) -> Profile:
    told = cassette.properties
    return Profile(
        name="recorded",
        manufacturer=told.get("ro.product.manufacturer", "unknown"),
        brand=told.get("ro.product.brand", "unknown"),
        model=told.get("ro.product.model", "unknown"),
        device=told.get("ro.product.device", "unknown"),
        sdk=int(told.get("ro.build.version.sdk", "34")),
        release=told.get("ro.build.version.release", "14"),
        build=told.get("ro.build.id", "unknown"),
        width=cassette.width,
        height=cassette.height,
        density=int(told.get("ro.sf.lcd_density", "420")),
    )
