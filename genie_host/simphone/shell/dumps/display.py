"""``dumpsys display`` and ``input``."""

from __future__ import annotations

from collections.abc import Mapping

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.dumps.dump import Dump, truth

DISPLAY_ID = 4619827259835644672


def display(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys display``. Its first ``orientation=`` is the rotation, as hosts read it."""
    world = phone.world
    size, natural = world.size, world.natural_size
    frame = f"Rect(0, 0 - {size.width}, {size.height})"
    state = "ON" if world.is_screen_on else "OFF"
    return (
        "DISPLAY MANAGER (dumpsys display)\n"
        f"  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive={truth(world.is_screen_on)}, displayId=0, "
        f"uniqueId='local:{DISPLAY_ID}', physicalPort=0, orientation={world.rotation}, logicalFrame={frame}, "
        f"physicalFrame={frame}, deviceWidth={natural.width}, deviceHeight={natural.height}}}]\n"
        f"Display States: size=1\n  Display Id=0\n  Display State={state}\n"
        "  Display Brightness=0.5\n"
        f'Logical Displays: size=1\n  Display 0:\n    mBaseDisplayInfo=DisplayInfo{{"Built-in Screen", displayId 0, '
        f"real {natural.width} x {natural.height}, density {world.profile.density} "
        f"({world.profile.density}.0 x {world.profile.density}.0) dpi, layerStack 0, state {state}}}\n"
        f"    mCurrentOrientation={world.rotation}\n  mScreenState={state}\n"
    )


def display_line(phone: SimPhone) -> str:
    """``cmd display get-displays``: one line."""
    world = phone.world
    return (
        f'Display id 0: DisplayInfo{{"Built-in Screen", displayId 0, state {"ON" if world.is_screen_on else "OFF"}, '
        f'type INTERNAL, uniqueId "local:{DISPLAY_ID}", app {world.size.width} x {world.size.height}, '
        f"rotation {world.rotation}, density {world.profile.density}}}\n"
    )


def input_devices(phone: SimPhone, arguments: list[str]) -> str:
    """``dumpsys input``."""
    world = phone.world
    size = world.natural_size
    return (
        "INPUT MANAGER (dumpsys input)\n\nEvent Hub State:\n  Devices:\n    2: sim_touchscreen\n"
        f"      Classes: TOUCH | TOUCH_MT\n      SurfaceWidth: {size.width}px\n      SurfaceHeight: {size.height}px\n"
        f"      SurfaceOrientation: {world.rotation}\n"
    )


SERVICES: Mapping[str, Dump] = {"display": display, "input": input_devices}
