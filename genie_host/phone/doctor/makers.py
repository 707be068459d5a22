"""Switches that makers put between a computer and a phone, where to find them, and how each is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

INJECT = "INJECT_EVENTS"


@dataclass(frozen=True, kw_only=True)
class Maker:
    """What one family of phones wants."""

    name: str
    brands: tuple[str, ...]
    """Values of ``ro.product.manufacturer`` and ``ro.product.brand``, lower case."""
    touch_switch: str
    """What to switch on when touches from the computer are refused."""
    advice: str
    """What else helps; shown once."""
    touch_property: str = ""
    """A property that is 1 when touches are allowed; empty when the maker has none."""


MAKERS: tuple[Maker, ...] = (
    Maker(
        name="Xiaomi (MIUI, HyperOS)",
        brands=("xiaomi", "redmi", "poco"),
        touch_switch="In the developer options switch on 'USB debugging (Security settings)'; it wants a SIM card "
        "and a Xiaomi account.",
        advice="For installing, 'Install via USB' is a switch of its own there.",
        touch_property="persist.security.adbinput",
    ),
    Maker(
        name="OPPO, realme, OnePlus (ColorOS, OxygenOS)",
        brands=("oppo", "realme", "oneplus"),
        touch_switch="In the developer options switch on 'Disable permission monitoring', then restart the phone.",
        advice="Keep the cable plugged in: these phones end the automation when it is pulled.",
    ),
    Maker(
        name="vivo (Funtouch OS, OriginOS)",
        brands=("vivo", "iqoo"),
        touch_switch="In the developer options switch on 'USB security operations', also called 'USB simulated click'.",
        advice="If no debugging prompt comes, choose 'Transfer files' as the use of the cable.",
    ),
    Maker(
        name="Samsung (One UI)",
        brands=("samsung",),
        touch_switch="In Settings, Security and privacy, switch 'Auto Blocker' off: it shuts out commands by cable.",
        advice="'Auto Blocker' comes on by itself after some updates.",
    ),
    Maker(
        name="Huawei, Honor (EMUI, MagicOS)",
        brands=("huawei", "honor"),
        touch_switch="In the developer options switch on 'Allow ADB debugging in charge only mode'.",
        advice="Over Wi-Fi these phones freeze what runs in the background; a cable is better.",
    ),
)
ANY_TOUCH_SWITCH = "In the developer options look for a switch that allows touches or simulated clicks over USB."


def maker_of(properties: Mapping[str, str]) -> Maker | None:
    """The family a phone belongs to; None for those without switches of their own."""
    names = {properties.get(f"ro.product.{key}", "").lower() for key in ("manufacturer", "brand")}
    return next((maker for maker in MAKERS if names & set(maker.brands)), None)
