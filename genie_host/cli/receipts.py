"""``genie audit receipt``, ``check-receipt`` and ``export``: proofs for somebody else."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from genie_host.cli.audit_inputs import key_from
from genie_host.cli.evidence import attestations, audit_folder, existing_host_key, open_log
from genie_host.cli.exits import ExitCode
from genie_host.cli.terminal import CONSOLE, print_json, say_error, shown
from genie_host.core.clock import wall_seconds
from genie_host.core.errors import MessageMalformed, UsageError
from genie_host.core.gap.keys import PrivateKey
from genie_host.store.bundle import write_bundle
from genie_host.store.reading import records_of
from genie_host.store.receipt import Receipt
from genie_host.store.receipt_check import check_receipt
from genie_host.store.verify import verify_log

_MOST_BYTES = 1 << 20


def make_receipt(
    number: Annotated[int, typer.Argument(metavar="N", min=1, help="Number of the record in genie audit show.")],
    out: Annotated[Path, typer.Option(help="File to write.")],
) -> None:
    """Write a signed receipt for one approved action, which anybody with the public key can check."""
    key = _key_of_sound_log()
    try:
        receipt = Receipt.make(
            number, records_of(audit_folder()), open_log().head(), key, made_at_ms=int(wall_seconds() * 1000)
        )
    except MessageMalformed as error:
        raise UsageError(str(error)) from error
    write_text(out, receipt.text())
    CONSOLE.print(f"receipt for record {receipt.record.seq} written", markup=False)


def check_receipt_file(
    file: Annotated[Path, typer.Argument(help="A receipt.")],
    keys: Annotated[
        list[Path], typer.Option("--key", help="Public key (PEM or DER) of the host, or of the phone. Can be repeated.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check a receipt with public keys alone; needs nothing else of Genie's. The exit code is 0 when it is right."""
    public = [key_from(path) for path in keys]
    try:
        text = file.read_bytes()[:_MOST_BYTES].decode("utf-8", "replace")
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}.") from error
    checked = check_receipt(text, public)
    if as_json:
        print_json({"ok": not checked.faults, **vars(checked)})
    elif checked.faults:
        say_error(f"this receipt proves nothing: {checked.faults[0]}")
    else:
        for words in (*checked.proven, *checked.told, *(f"  {line}" for line in checked.shown)):
            CONSOLE.print(Text(shown(words, 600) if words[:2] != "  " else f"  {shown(words, 600)}"), soft_wrap=True)
    raise typer.Exit(ExitCode.NOT_REACHED if checked.faults else ExitCode.FINISHED)


def export(out: Annotated[Path, typer.Option(help="ZIP archive to write.")]) -> None:
    """Write the log, a receipt for each approved action and the public keys into one archive."""
    key = _key_of_sound_log()
    try:
        count = write_bundle(out, open_log(), key, attestations(), made_at_ms=int(wall_seconds() * 1000))
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {error.strerror}.") from error
    CONSOLE.print(f"{out.name}: the log, {count} {'receipt' if count == 1 else 'receipts'}, public keys", markup=False)


def _key_of_sound_log() -> PrivateKey:
    """This computer's key, when there is a log and nothing is wrong with it: else a receipt would vouch for a lie."""
    key = existing_host_key()
    if key is None or not audit_folder().is_dir():
        raise UsageError("There is no log yet: the first genie run begins it.")
    fault = verify_log(audit_folder(), key.public).fault
    if fault is not None:
        raise UsageError(f"The log was changed, so nothing can be proven with it. {fault}")
    return key


def write_text(path: Path, text: str) -> None:
    """Write a file. Raises UsageError."""
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error
