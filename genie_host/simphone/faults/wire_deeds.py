"""Faults of cable, network, authorisation, shell and file transfer."""

from __future__ import annotations

from collections.abc import Mapping

from genie_host.simphone.faults.deed import FOR, Arguments, Deed, delay, switch, turn_on
from genie_host.simphone.phone import SimPhone


def _drop(phone: SimPhone, given: Arguments) -> None:
    phone.fault_fired("drop")
    phone.drop()


def _lose_network(phone: SimPhone, given: Arguments) -> None:
    phone.fault_fired("wifi_drop", seconds=given[FOR])
    turn_on(phone, "refuse", True, given[FOR])
    phone.drop()


def _unauthorize(phone: SimPhone, given: Arguments) -> None:
    phone.fault_fired("unauthorized", accept_after=given["accept_after"])
    phone.auth.is_required = True
    phone.auth.authorized_keys.clear()
    if given["accept_after"] > 0:
        phone.later(given["accept_after"], phone.auth.allow)
    phone.drop()


def _accept(phone: SimPhone, given: Arguments) -> None:
    phone.fault_fired("accept")
    phone.auth.allow()


def _hang_shell(phone: SimPhone, given: Arguments) -> None:
    turn_on(phone, "hang_shell", given["pattern"], given[FOR], off=None)


def _short_write(phone: SimPhone, given: Arguments) -> None:
    turn_on(phone, "sync_short_write", float(given["fraction"]), given[FOR], off=None)


def _take_serial(phone: SimPhone, given: Arguments) -> None:
    phone.fault_fired("same_serial", serial=given["serial"])
    phone.properties["ro.serialno"] = given["serial"]


def _fill_storage(phone: SimPhone, given: Arguments) -> None:
    phone.world.warn_of_low_storage()
    turn_on(phone, "storage_low", True, given[FOR])
    turn_on(phone, "sync_disk_full", True, given[FOR])


DEEDS: Mapping[str, Deed] = {
    "drop": Deed(_drop, "device offline; adb is back by itself in half a second"),
    "refuse": switch("refuse", "offline, and off the list after 95 s"),
    "wifi.drop": Deed(_lose_network, "device offline; connection refused until the network is back", {FOR: 3.0}),
    "freeze": switch("freeze", "everything blocks, adb still says device"),
    "offline": switch("offline", "adb connect fails after 10 s; the phone is listed as offline"),
    "unauthorized": Deed(_unauthorize, "unauthorized, then device once it is allowed", {"accept_after": 0.0}),
    "accept": Deed(_accept, "an unauthorized phone becomes a device"),
    "shell.slow": delay("shell_delay_seconds", "each command takes so much longer", 2.0),
    "shell.hang": Deed(_hang_shell, "the command never ends", {"pattern": "", FOR: 0.0}),
    "sync.slow": delay("sync_delay_seconds", "each file transfer begins so late", 2.0),
    "sync.disk_full": switch("sync_disk_full", "push fails: No space left on device"),
    "sync.short_write": Deed(
        _short_write, "push succeeds, the file is shorter than it was", {"fraction": 0.5, FOR: 0.0}
    ),
    "storage.low": Deed(_fill_storage, "push and install fail, df says 100%", {FOR: 0.0}),
    "serial.same": Deed(_take_serial, "two phones give the same ro.serialno", {"serial": "SIM0001"}),
    "install.denied": switch("install_denied", "INSTALL_FAILED_USER_RESTRICTED: no keyboard app can be installed"),
}
