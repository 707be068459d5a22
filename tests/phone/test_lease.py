"""One phone, one run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from genie_host.core.errors import AutomationBusy, PhoneUnavailable
from genie_host.phone.lease import Lease, holder_of

SERIAL = "192.168.1.5:5555"
HOLD = """
import sys
from pathlib import Path
from genie_host.phone.lease import Lease
lease = Lease.take(sys.argv[1], "genie run", folder=Path(sys.argv[2]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_run_is_told_who_holds_the_phone(tmp_path: Path) -> None:
    lease = Lease.take(SERIAL, "genie run", folder=tmp_path)
    with pytest.raises(AutomationBusy, match=rf"{SERIAL} is in use by genie run \(process {os.getpid()}, since"):
        Lease.take(SERIAL, "genie eval", folder=tmp_path)
    lease.release()
    Lease.take(SERIAL, "genie eval", folder=tmp_path).release()


def test_another_phone_is_free(tmp_path: Path) -> None:
    lease = Lease.take(SERIAL, "genie run", folder=tmp_path)
    Lease.take("R58M123ABC", "genie run", folder=tmp_path).release()
    lease.release()


@pytest.mark.slow
def test_a_lease_ends_with_its_process_however_that_ends(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, SERIAL, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"held"
        holder = holder_of(SERIAL, folder=tmp_path)
        assert holder is not None
        assert holder.pid == process.pid
        process.kill()
        process.wait()
    assert holder_of(SERIAL, folder=tmp_path) is None
    Lease.take(SERIAL, "genie run", folder=tmp_path).release()


def test_a_lease_whose_file_is_empty_still_holds(tmp_path: Path) -> None:
    lease = Lease.take(SERIAL, "genie run", folder=tmp_path)
    next((tmp_path / "leases").iterdir()).write_bytes(b"")
    with pytest.raises(AutomationBusy, match="another run"):
        Lease.take(SERIAL, "genie run", folder=tmp_path)
    lease.release()
    lease.release()


def test_a_folder_that_cannot_be_written_is_named_without_its_path(tmp_path: Path) -> None:
    (tmp_path / "leases").write_text("a file where the folder should be", encoding="utf-8")
    with pytest.raises(PhoneUnavailable) as caught:
        Lease.take(SERIAL, "genie run", folder=tmp_path)
    assert str(tmp_path) not in str(caught.value)
