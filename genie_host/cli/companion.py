"""``genie companion``: the app on the phone that asks for a finger before anything risky happens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from genie_host.cli.companion_status import lines_of, status_of
from genie_host.cli.devices import AdbOption
from genie_host.cli.dumps import read_bytes
from genie_host.cli.enrolling import Enroller, default_host_name
from genie_host.cli.evidence import keys_folder, note, note_enrolled
from genie_host.cli.phones import SIMULATED, choose_serial
from genie_host.cli.questions import Questions
from genie_host.cli.stop import StopButton
from genie_host.cli.terminal import CONSOLE, ERRORS, print_json
from genie_host.core.cancel import CancelToken
from genie_host.core.errors import AuditUnavailable, UsageError
from genie_host.core.gap.enrolling import MAX_HOST_NAME
from genie_host.core.gap.showing import shown_value
from genie_host.core.verdicts import Trust
from genie_host.phone.adb import AdbServer
from genie_host.phone.companion.client import CompanionClient
from genie_host.phone.companion.install import CompanionApk, install, remove
from genie_host.phone.companion.known import KnownPhones
from genie_host.phone.companion.shipped import shipped_apk
from genie_host.phone.lease import Lease
from genie_host.store.host_key import host_key

DeviceOption = Annotated[
    str | None, typer.Option("--device", envvar="ANDROID_SERIAL", help="A serial from `genie devices`.")
]
_TRUST = {
    Trust.HW_BIO: "its key is in secure hardware, and only a finger unlocks it",
    Trust.HW_CRED: "its key is in secure hardware, and the phone's PIN unlocks it as well",
    Trust.SOFT: "nobody vouches for the hardware of its key",
    Trust.TEST: "it is no real phone, so its approvals are worth a test's",
}

app = typer.Typer(no_args_is_help=True, help="The app on the phone that asks for a finger before anything risky.")


@app.command("install")
def install_companion(
    apk: Annotated[
        Path | None, typer.Option(help="A companion that you have built and signed, in place of the one in Genie.")
    ] = None,
    device: DeviceOption = None,
    adb: AdbOption = None,
) -> None:
    """Put the companion on the phone, or bring it up to date."""
    wanted = shipped_apk() if apk is None else CompanionApk.of_file(read_bytes(apk, str(apk)))
    with companion_phone(device, adb) as (client, _):
        is_new = install(client.link, wanted)
        say("The companion app is on the phone now." if is_new else "The companion app on the phone is up to date.")
        if KnownPhones().find(client.name) is None:
            say("Next: genie companion enroll")


@app.command("enroll")
def enroll_phone(
    name: Annotated[str, typer.Option(help="What the phone shall call this computer; the computer's own name.")] = "",
    own_build: Annotated[
        bool, typer.Option("--own-build", help="The companion on the phone is one that you have signed yourself.")
    ] = False,
    pin: Annotated[
        bool, typer.Option("--pin", help="Let the phone's PIN approve as well as a finger. Weaker: adb can type it.")
    ] = False,
    device: DeviceOption = None,
    adb: AdbOption = None,
) -> None:
    """Make phone and computer known to each other: compare two codes, touch the phone's sensor."""
    host_name = name.strip() or default_host_name()
    if len(host_name) > MAX_HOST_NAME:
        raise UsageError(f"Choose a name of {MAX_HOST_NAME} characters at most.")
    stop = StopButton()
    with stop.held(), companion_phone(device, adb, stop.token) as (client, cancel):
        enroller = Enroller(
            phones=KnownPhones(),
            host_key=host_key(keys_folder()),
            host_name=host_name,
            cancel=cancel,
            on_code=tell_code,
            is_equal=Questions(stop).is_code_equal,
        )
        ERRORS.print(Text("Look at the phone: it shows this computer's name and a code."), soft_wrap=True)
        known = enroller.enroll(client, may_be_own_build=own_build, takes_pin=pin)
        try:
            note_enrolled(known)
        except AuditUnavailable:
            KnownPhones().forget(client.name)
            raise
    say(f"The phone knows this computer as {shown_value(host_name)}: {_TRUST.get(known.trust, known.trust.value)}.")
    for words in known.shortcomings:
        say(f"  {words}")


@app.command("status")
def show_status(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    device: DeviceOption = None,
    adb: AdbOption = None,
) -> None:
    """Say whether the phone can be asked, and if not, why."""
    with companion_phone(device, adb) as (client, _):
        told = status_of(client)
    if as_json:
        print_json(told)
    else:
        for line in lines_of(told):
            say(line)
    if told["trouble"]:
        raise typer.Exit(1)


@app.command("remove")
def remove_companion(device: DeviceOption = None, adb: AdbOption = None) -> None:
    """Take the companion off the phone, and forget what was agreed with it."""
    with companion_phone(device, adb) as (client, _):
        was_there = remove(client.shell)
        try:
            was_known = KnownPhones().forget(client.name)
        except OSError as error:
            raise UsageError("Genie's state folder cannot be written to, so the phone is not forgotten.") from error
    note("forgotten", {"phone": client.name, "app_removed": was_there, "key_forgotten": was_known})
    say("The companion app is off the phone." if was_there else "The companion app was not on the phone.")
    if was_known:
        say("What was agreed with this phone is forgotten.")


@contextmanager
def companion_phone(
    device: str | None, adb: Path | None, cancel: CancelToken | None = None
) -> Iterator[tuple[CompanionClient, CancelToken]]:
    """The phone that is meant, held for this command alone."""
    if device == SIMULATED:
        raise UsageError(
            "The phone of --device sim is gone with each run, and knows this computer by itself: genie run ... "
            "--device sim --approve phone. For one that stays, run genie sim start and name its serial."
        )
    server = AdbServer.bundled(adb=adb)
    serial = device or choose_serial(server.devices(), lambda: False)
    token = cancel or CancelToken()
    lease = Lease.take(serial, "genie companion")
    try:
        yield CompanionClient.connect(serial, server, token), token
    finally:
        lease.release()


def tell_code(code: str) -> None:
    """The code, as the phone writes it."""
    ERRORS.print(Text.assemble("The code: ", (f"{code[:3]} {code[3:]}", "bold")), soft_wrap=True)
    ERRORS.print(Text("If the phone shows the same, touch its sensor. If not, cancel there."), soft_wrap=True)


def say(words: str) -> None:
    """One line on standard output."""
    CONSOLE.print(Text(words), soft_wrap=True)
