"""``genie audit``: what was decided and done, and whether the log of it is as Genie left it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from genie_host.cli.audit_inputs import key_from, key_of_phone, log_folder, noted_from, receipt_from
from genie_host.cli.audit_table import Filter, row_of, table_of
from genie_host.cli.evidence import audit_folder, end_mark, host_public_key, keys_folder, open_log
from genie_host.cli.exits import ExitCode
from genie_host.cli.receipts import check_receipt_file, export, make_receipt, write_text
from genie_host.cli.terminal import CONSOLE, print_json, say_error
from genie_host.core.clock import wall_seconds
from genie_host.core.errors import MessageMalformed, UsageError
from genie_host.core.gap.keys import PublicKey
from genie_host.store.head import HEAD_NAME
from genie_host.store.host_key import host_key
from genie_host.store.public_key import pem_of
from genie_host.store.reading import records_of
from genie_host.store.restart import restart_log
from genie_host.store.retention import Retention
from genie_host.store.verify import Fault, Verified, verify_log

app = typer.Typer(no_args_is_help=True, help="What was decided and done, and the proof of it.")
app.command("receipt")(make_receipt)
app.command("check-receipt")(check_receipt_file)
app.command("export")(export)

FolderOption = Annotated[
    Path | None, typer.Option("--folder", metavar="FOLDER", help="A log from elsewhere, such as an exported one.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("show")
def show(
    last: Annotated[int, typer.Option(min=0, help="How many of the newest; 0 is all.")] = 50,
    kind: Annotated[
        list[str] | None, typer.Option(help="Only of this kind, such as decision. Can be repeated.")
    ] = None,
    run: Annotated[str, typer.Option(help="Only of this run, by the beginning of its number.")] = "",
    tool: Annotated[str, typer.Option(help="Only calls of this tool.")] = "",
    app_package: Annotated[str, typer.Option("--app", help="Only in this package.")] = "",
    since: Annotated[datetime | None, typer.Option(help="Only from this day on, by this computer's clock.")] = None,
    approved: Annotated[bool, typer.Option("--approved", help="Only what somebody approved.")] = False,
    folder: FolderOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the records, oldest first. Nothing about them is checked here: that is what verify is for."""
    wanted = Filter(
        kinds=frozenset(kind or ()),
        run=run,
        tool=tool,
        package=app_package,
        since_ms=0 if since is None else int(since.astimezone().timestamp() * 1000),
        is_approved=approved,
    )
    where = audit_folder() if folder is None else log_folder(folder)
    chosen = [record for record in records_of(where) if wanted.takes(record)]
    chosen = chosen[-last:] if last else chosen
    if as_json:
        print_json([{"v": 1, **vars(record)} for record in chosen])
    elif chosen:
        CONSOLE.print(table_of([row_of(record) for record in chosen]))
    else:
        CONSOLE.print("No records." if wanted != Filter() else "No records. Each genie run writes some.")


@app.command("verify")
def verify(
    folder: FolderOption = None,
    key: Annotated[
        Path | None, typer.Option("--key", help="The host's public key (PEM); this computer's own by default.")
    ] = None,
    noted: Annotated[
        list[str] | None,
        typer.Option(metavar="N:HASH", help="A head that was noted down earlier must still be there. Can be repeated."),
    ] = None,
    receipts: Annotated[
        list[Path] | None, typer.Option("--receipt", help="So must the records of a receipt. Can be repeated.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Check the whole log; the exit code is 0 when nothing in it was changed, taken or added, else 1."""
    public = host_public_key() if key is None else key_from(key)
    expected = dict(map(noted_from, noted or ()))
    for path in receipts or ():
        receipt = receipt_from(path)
        expected |= {receipt.record.seq: receipt.record.hash, receipt.head_seq: receipt.head_hash}
    where = audit_folder() if folder is None else log_folder(folder)
    if public is None:
        if where.is_dir() and any(where.iterdir()):
            raise UsageError("There is a log, but this computer's key is gone. Name the public key with --key.")
        verified = Verified()
    else:
        verified = verify_own(public, expected) if folder is None else verify_log(where, public, expected)
    if as_json:
        print_json(_as_json(verified))
    else:
        _say(verified)
    raise typer.Exit(ExitCode.FINISHED if verified.fault is None else ExitCode.NOT_REACHED)


@app.command("key")
def show_key(
    out: Annotated[Path | None, typer.Option(help="Write it to this file.")] = None,
    phone: Annotated[str, typer.Option(help="That of an enrolled phone in its place, by the phone's name.")] = "",
) -> None:
    """Print the public key of this computer, or of a phone, for whoever is to check the log or a receipt."""
    public = key_of_phone(phone) if phone else host_public_key()
    if public is None:
        raise UsageError("This computer has no key yet: the first genie run makes it.")
    if out is not None:
        write_text(out, pem_of(public))
    else:
        CONSOLE.print(pem_of(public), end="", markup=False, soft_wrap=True)


@app.command("prune")
def prune(days: Annotated[int, typer.Option(min=1, help="What is older is taken away.")]) -> None:
    """Take old records away, in whole files. The log says so itself, signed."""
    taken = open_log().prune(Retention(days=days))
    CONSOLE.print(f"{taken} {'file' if taken == 1 else 'files'} taken away")


@app.command("restart")
def restart(
    yes: Annotated[bool, typer.Option("--yes", help="Do it; without this nothing is done.")] = False,
) -> None:
    """Put a damaged log aside, untouched, and begin a new one that says so."""
    log, mark, key = open_log(), end_mark(), host_key(keys_folder())
    fault = verify_own(key.public, {}).fault
    if fault is None:
        raise UsageError("The log is not damaged. To take old records away: genie audit prune --days N")
    if not yes:
        raise UsageError(f"The log is damaged: {fault}. To put it aside and begin a new one: genie audit restart --yes")
    aside = restart_log(log, fault, now=wall_seconds())
    mark.keep(log, key)
    CONSOLE.print(f"the damaged log is kept in {aside.name}; a new one has begun", markup=False)


def verify_own(key: PublicKey, noted: Mapping[int, str]) -> Verified:
    """Check this computer's log, against its mark too."""
    mark = end_mark()
    try:
        marked = mark.noted(key)
    except MessageMalformed as error:
        return Verified(fault=Fault(what=f"the copy of the log's end: {error}", file=f"{mark.folder.name}/{HEAD_NAME}"))
    return verify_log(audit_folder(), key, {**marked, **noted})


def _as_json(verified: Verified) -> dict[str, Any]:
    fault = verified.fault
    return {
        "ok": fault is None,
        "records": verified.records,
        "first": verified.first_seq,
        "approved_by_phone": verified.touches,
        "approved_at_console": verified.words,
        "head": f"{verified.head.seq}:{verified.head.hash}",
        "notes": list(verified.notes),
        **({} if fault is None else {"fault": vars(fault)}),
    }


def _say(verified: Verified) -> None:
    for note in verified.notes:
        CONSOLE.print(Text(f"note: {note}", style="dim"), soft_wrap=True)
    if verified.fault is not None:
        say_error(f"the log was changed. {verified.fault}")
        CONSOLE.print(f"{verified.records} good records before that", markup=False)
        return
    CONSOLE.print(f"{verified.records} records, every byte as it was written", markup=False)
    if verified.touches or verified.words:
        CONSOLE.print(f"approved: {verified.touches} with a phone's signature, {verified.words} at the console")
    if verified.records:
        CONSOLE.print(f"head {verified.head.seq}:{verified.head.hash}", markup=False, soft_wrap=True)
