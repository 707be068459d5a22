"""Opens what a run needs: a phone, real or simulated, and a language model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from genie_host.cli.phones import SIMULATED, choose_serial
from genie_host.cli.simulated import OnEntry, Simulated, simulated_phone
from genie_host.core.cancel import CancelToken
from genie_host.core.errors import PhoneError
from genie_host.core.events import Event, EventSink
from genie_host.llm.backend import BackendWish
from genie_host.llm.catalogue import Catalogue, CatalogueEntry
from genie_host.llm.litert import LiteRtModel
from genie_host.phone.adb import HOST, AdbServer
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.patience import SIMULATED_PATIENCE
from genie_host.phone.session import phone_session


@dataclass(frozen=True, kw_only=True)
class OpenedPhone:
    """The phone of a run, and what else leads to it."""

    phone: AdbPhone
    adb: AdbServer
    serial: str
    simulated: Simulated | None
    """The simulated phone that was started for this run, and ends with it."""


@contextmanager
def opened_phone(
    device: str | None,
    *,
    adb: Path | None,
    ask_for_simulated: Callable[[], bool],
    on_simulated_entry: OnEntry,
    sink: EventSink,
    cancel: CancelToken,
    has_finger: bool = False,
    simulated: Simulated | None = None,
) -> Iterator[OpenedPhone]:
    """The phone that ``--device`` names, or the only one.

    ``has_finger``: a simulated one takes orders from other windows, such as a finger on its sensor.
    ``simulated``: the one to take, which outlives this run.
    """
    with ExitStack() as stack:
        server = AdbServer.bundled(adb=adb)
        serial = device or only_serial(server, ask_for_simulated)
        is_simulated = serial == SIMULATED
        if is_simulated and simulated is None:
            sink.emit(preparing("starting the simulated phone"))
            simulated = stack.enter_context(
                simulated_phone(adb=adb, on_entry=on_simulated_entry, is_controlled=has_finger)
            )
        if is_simulated and simulated is not None:
            server, serial = simulated.adb, simulated.serial
        sink.emit(preparing(f"connecting to the phone {serial}"))
        if is_simulated:
            # Nobody else can reach it, and nothing of it is left to be put right.
            phone = AdbPhone.connect(serial, adb=server, cancel=cancel, patience=SIMULATED_PATIENCE)
            stack.callback(close_quietly, phone)
        else:
            phone = stack.enter_context(
                phone_session(
                    serial,
                    adb=server,
                    what="genie run",
                    cancel=cancel,
                    on_notice=lambda words: sink.emit(Event(kind="notice", data={"message": words})),
                )
            )
        yield OpenedPhone(phone=phone, adb=server, serial=serial, simulated=simulated)


def only_serial(server: AdbServer, ask_for_simulated: Callable[[], bool]) -> str:
    """The serial of the only phone, or ``sim``; a server that was started for nothing is stopped again."""
    devices = server.devices()
    if not devices:
        server.stop_if_own()
    return choose_serial(devices, ask_for_simulated)


def preparing(message: str) -> Event:
    """What the user is waiting for before the first turn."""
    return Event(kind="preparing", data={"message": message})


def close_quietly(phone: AdbPhone) -> None:
    """A phone that is gone cannot be tidied up, and the run has said so already."""
    with suppress(PhoneError):
        phone.close()


def choose_model(catalogue: Catalogue, name: str | None, *, is_simulated: bool) -> CatalogueEntry:
    """The model that was named; else the default one, or for a real phone a larger one that is here."""
    if name is not None:
        return catalogue.find(name)
    if not is_simulated:
        for entry in catalogue.entries:
            if not entry.is_bundled and catalogue.is_present(entry):
                return entry
    return catalogue.find(catalogue.default_name)


def advice(entry: CatalogueEntry, serial: str) -> str:
    """What to say of a model before it is let loose on a phone; empty when it is the right one."""
    if not entry.is_bundled or serial.startswith(f"{HOST}:"):
        return ""
    return (
        f"The model {entry.name} knows the apps of the simulated phone and no others. "
        "For a real phone get a larger one: genie models pull gemma-4-e2b"
    )


@contextmanager
def opened_model(
    catalogue: Catalogue, entry: CatalogueEntry, *, backend: BackendWish, sink: EventSink, cancel: CancelToken
) -> Iterator[LiteRtModel]:
    """The model, loaded; what the user should know about it goes to the sink."""
    sink.emit(preparing(f"loading the model {entry.name}"))
    model = LiteRtModel.start(entry, catalogue.path_of(entry), backend=backend, cancel=cancel)
    try:
        if model.notice:
            sink.emit(Event(kind="notice", data={"message": model.notice}))
        yield model
    finally:
        model.close()
