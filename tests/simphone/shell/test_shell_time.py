"""What is due on the phone is done before a command looks at it."""

from __future__ import annotations

from shell_runner import run

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.world.engine import World


class StoppedClock:
    """Time passes only when a test says so."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds


def test_what_is_due_is_done_before_a_command():
    clock = StoppedClock()
    phone = SimPhone(World.from_bundled_apps(clock=clock))
    phone.world.after(500, lambda: phone.world.set_rotation(1))
    clock.sleep(0.4)
    assert "orientation=0" in run(phone, "dumpsys display").output
    clock.sleep(0.2)
    assert "orientation=1" in run(phone, "dumpsys display").output


def test_the_language_is_told_as_it_is_now():
    phone = SimPhone(World.from_bundled_apps(locale="de"))
    assert run(phone, "getprop persist.sys.locale").output == "de-DE\n"
    phone.world.set_locale("ar")
    assert run(phone, "getprop persist.sys.locale").output == "ar-EG\n"
