"""Kinds of phone, one data file each in ``profiles/``."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from genie_host.core.errors import SimulatorError
from genie_host.core.geometry import Size

DEFAULT_PROFILE = "simphone-34"
_FOLDER = Path(__file__).parent / "profiles"

Quirk = Literal["adb_input_switch", "no_screen_lock_from_shell", "old_permission_names"]
"""``adb_input_switch``: touches from the host are refused until a second debugging switch is on."""


class Profile(BaseModel):
    """A make of phone: what it says of itself, its screen, its ways."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    manufacturer: str
    brand: str
    model: str
    device: str
    product: str = ""
    """The product name; the device's when empty."""
    sdk: int
    release: str
    build: str
    """Build id, ``UP1A.231005.007``."""
    abi: str = "arm64-v8a"
    width: int
    height: int
    """Pixels as the phone is naturally held."""
    folded_width: int = 0
    folded_height: int = 0
    """The outer screen of a foldable; 0 on all others."""
    density: int
    """Dots per inch."""
    navigation: Literal["gestures", "buttons"] = "gestures"
    quirks: list[Quirk] = Field(default_factory=list)
    extra_properties: dict[str, str] = Field(default_factory=dict)
    """Build properties that only this maker has."""

    @property
    def size(self) -> Size:
        """The screen, the inner one of a foldable."""
        return Size(width=self.width, height=self.height)

    @property
    def folded_size(self) -> Size | None:
        """The outer screen of a foldable."""
        return Size(width=self.folded_width, height=self.folded_height) if self.folded_width else None

    @property
    def fingerprint(self) -> str:
        product = self.product or self.device
        return f"{self.brand}/{product}/{self.device}:{self.release}/{self.build}/1:user/release-keys"

    @property
    def properties(self) -> dict[str, str]:
        """Build properties as ``getprop`` tells them; those of one phone alone, such as its serial, are not among
        them.
        """
        return {
            "ro.build.characteristics": "tablet"
            if min(self.width, self.height) * 160 / self.density >= 720
            else "default",
            "ro.build.display.id": self.build,
            "ro.build.fingerprint": self.fingerprint,
            "ro.build.id": self.build,
            "ro.build.type": "user",
            "ro.build.version.release": self.release,
            "ro.build.version.sdk": str(self.sdk),
            "ro.debuggable": "0",
            "ro.product.brand": self.brand,
            "ro.product.cpu.abi": self.abi,
            "ro.product.device": self.device,
            "ro.product.manufacturer": self.manufacturer,
            "ro.product.model": self.model,
            "ro.product.name": self.product or self.device,
            "ro.secure": "1",
            "ro.sf.lcd_density": str(self.density),
            "sys.boot_completed": "1",
            **self.extra_properties,
        }


def profile_names() -> list[str]:
    """Every kind of phone that ships with Genie."""
    return sorted(path.stem for path in _FOLDER.glob("*.yaml"))


@lru_cache(maxsize=32)
def profile(name: str = DEFAULT_PROFILE) -> Profile:
    """The kind of phone with a name; raises SimulatorError when there is none."""
    path = _FOLDER / f"{name}.yaml"
    if name not in profile_names():
        raise SimulatorError(f"there is no phone profile {name!r}, only {', '.join(profile_names())}")
    try:
        return Profile(name=name, **yaml.safe_load(path.read_text(encoding="utf-8")))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise SimulatorError(f"the profile {path.name} is wrong at {place}: {first['msg']}") from error
