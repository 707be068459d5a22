"""``genie audit`` as a user's shell sees it, on the log of real runs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from genie_host.cli.evidence import audit_folder, open_log
from genie_host.store.secrets import Secrets
from genie_host.store.sinks import FileAudit
from tests.store.approved import approve, decision

ROOT = Path(__file__).parents[2]


@pytest.fixture
def audit() -> FileAudit:
    """The log of this test's state folder."""
    return FileAudit(open_log(), Secrets())


def log_file() -> Path:
    return next(audit_folder().glob("log-*.jsonl"))


def change(path: Path, old: bytes, new: bytes) -> None:
    data = path.read_bytes()
    assert data.count(old) == 1
    path.write_bytes(data.replace(old, new))


@pytest.mark.parametrize("command", ["show", "verify"])
def test_a_folder_without_a_log_is_no_good_log(genie, audit, tmp_path, command) -> None:
    audit.write("run_started", {"goal": "x"})
    for folder in (tmp_path / "nowhere", tmp_path):
        ran = genie("audit", command, "--folder", folder)
        assert (ran.code, ran.out) == (2, "")
        assert "There is no log in" in ran.err


def test_nothing_was_run_yet(genie) -> None:
    assert genie("audit", "show").out.startswith("No records")
    assert json.loads(genie("audit", "show", "--json").out) == []
    assert genie("audit", "verify").code == 0
    assert genie("audit", "export", "--out", "x.zip").code == 2
    assert genie("audit", "key").code == 2


@pytest.mark.slow
def test_run_leaves_evidence_of_what_was_denied(genie) -> None:
    assert genie("run", "send hi to Mum", "--device", "sim", "--approve", "deny", "--json").code == 3
    records = json.loads(genie("audit", "show", "--json", "--last", 0).out)
    kinds = [record["kind"] for record in records]
    assert (kinds[0], kinds[1], kinds[-1]) == ("run_started", "phone_taken", "run_ended")
    assert len({record["run"] for record in records}) == 1
    assert records[-1]["data"]["reason"] == "stopped_by_safety"
    assert records[0]["data"]["terms"]["level"] == "careful"
    assert len(records[0]["data"]["terms"]["policy_sha256"]) == 64
    sent = records[-2]
    assert (sent["kind"], sent["data"]["outcome"]) == ("decision", "denied")
    assert sent["data"]["verdict"]["ruling"] == "ask"
    assert sent["data"]["verdict"]["evidence"]
    assert sent["data"]["approval"]["is_granted"] is False
    assert ["recipient", "Mum"] in sent["data"]["request"]["details"]
    effects = [record["data"] for record in records if record["kind"] == "effect"]
    assert all(len(effect["screen_before"]) == len(effect["screen_after"]) == 64 for effect in effects)
    assert genie("audit", "verify").code == 0
    assert genie("audit", "receipt", sent["seq"], "--out", "x").code == 2


@pytest.mark.slow
def test_receipt_of_what_was_approved_in_a_run_can_be_checked_elsewhere(genie, start_genie, tmp_path) -> None:
    process = start_genie("run", "send hi to Mum", "--device", "sim", "--json")
    _, err = process.communicate("y\n", timeout=120)
    assert process.returncode == 0, err
    shown = json.loads(genie("audit", "show", "--approved", "--json").out)
    assert [record["data"]["request"]["target"] for record in shown] == ["Send"]
    receipt, key = tmp_path / "receipt.txt", tmp_path / "host.pem"
    assert genie("audit", "receipt", shown[0]["seq"], "--out", receipt).code == 0
    assert genie("audit", "key", "--out", key).code == 0
    # Elsewhere: no state folder, no log, nothing but the two files.
    elsewhere = {**os.environ, "GENIE_STATE_DIR": str(tmp_path / "nowhere")}
    checked = subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), "audit", "check-receipt", str(receipt), "--key", str(key)],
        env=elsewhere,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert checked.returncode == 0, checked
    assert "vouches" in checked.stdout
    assert "console" in checked.stdout
    assert not (tmp_path / "nowhere").exists()


def test_show_chooses_by_kind_tool_app_run_and_day(genie, audit) -> None:
    audit.write("run_started", {"goal": "send hi"})
    audit.write("decision", decision("r-1", is_granted=False))
    audit.write("effect", {"request_id": "r-2", "tool": "back", "outcome": "done", "app_after": "sim.notes"})

    def seqs(*arguments: object) -> list[int]:
        return [record["seq"] for record in json.loads(genie("audit", "show", "--json", *arguments).out)]

    assert seqs() == [1, 2, 3]
    assert seqs("--last", 1) == [3]
    assert seqs("--kind", "decision", "--kind", "effect") == [2, 3]
    assert seqs("--tool", "click") == [2]
    assert seqs("--app", "sim.notes") == [3]
    assert seqs("--run", audit.run[:6]) == [1, 2, 3]
    assert seqs("--run", "x") == []
    assert seqs("--since", "2000-01-01") == [1, 2, 3]
    assert seqs("--since", "2200-01-01") == []
    assert seqs("--approved") == []
    table = genie("audit", "show").out
    assert "denied" in table
    assert "send hi" in table


def test_show_shows_hostile_words_harmlessly(genie, audit) -> None:
    audit.write("run_started", {"goal": "\x1b[31mred\x1b]8;;x\x07 \u202etxet [bold]b[/bold]"})
    out = genie("audit", "show").out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "[bold]" in out


def test_verify_names_the_place_of_the_first_fault(genie, audit) -> None:
    for number in range(3):
        audit.write("effect", {"number": number, "outcome": "done"})
    good = genie("audit", "verify")
    assert good.code == 0
    assert "3 records" in good.out
    lines = log_file().read_bytes().splitlines(keepends=True)
    change(log_file(), b'"number":1', b'"number":7')
    bad = genie("audit", "verify")
    assert bad.code == 1
    assert f"line 2 (byte {len(lines[0])}), record 2" in " ".join(bad.err.split())
    fault = json.loads(genie("audit", "verify", "--json").out)["fault"]
    assert (fault["line"], fault["offset"], fault["seq"], fault["file"]) == (2, len(lines[0]), 2, log_file().name)


def test_verify_finds_a_log_that_was_put_back_by_a_head_and_by_a_receipt(genie, audit, tmp_path) -> None:
    audit.write("effect", {"number": 1})
    shutil.copytree(audit_folder(), tmp_path / "before")
    audit.write("decision", decision("r-1"))
    head = json.loads(genie("audit", "verify", "--json").out)["head"]
    assert genie("audit", "receipt", 2, "--out", tmp_path / "r.txt").code == 0
    assert genie("audit", "verify", "--noted", head, "--receipt", tmp_path / "r.txt").code == 0
    shutil.rmtree(audit_folder())
    shutil.copytree(tmp_path / "before", audit_folder())
    assert genie("audit", "verify").code == 0
    assert "put back" in genie("audit", "verify", "--noted", head).err
    assert "put back" in genie("audit", "verify", "--receipt", tmp_path / "r.txt").err
    assert genie("audit", "verify", "--noted", "nonsense").code == 2
    assert genie("audit", "verify", "--receipt", tmp_path / "none").code == 2


def test_log_whose_key_is_gone_is_not_called_right(genie, audit, tmp_path) -> None:
    audit.write("effect", {"number": 1})
    assert genie("audit", "key", "--out", tmp_path / "host.pem").code == 0
    (audit_folder().parent / "keys" / "host.pem").unlink()
    assert genie("audit", "verify").code == 2
    assert genie("audit", "verify", "--key", tmp_path / "host.pem").code == 0
    (tmp_path / "no.pem").write_text("nonsense")
    assert genie("audit", "verify", "--key", tmp_path / "no.pem").code == 2


def test_exported_archive_is_checked_without_state(genie, audit, tmp_path, monkeypatch) -> None:
    approve(audit, open_log()._key)
    out = tmp_path / "evidence.zip"
    ran = genie("audit", "export", "--out", out)
    assert ran.code == 0
    assert "1 receipt" in ran.out
    with zipfile.ZipFile(out) as archive:
        archive.extractall(tmp_path / "out")
    monkeypatch.setenv("GENIE_STATE_DIR", str(tmp_path / "elsewhere"))
    key = tmp_path / "out" / "keys" / "host.pem"
    assert genie("audit", "verify", "--folder", tmp_path / "out" / "log", "--key", key).code == 0
    (phone,) = (tmp_path / "out" / "keys").glob("phone-*.pem")
    receipt = tmp_path / "out" / "receipts" / "receipt-1.txt"
    checked = genie("audit", "check-receipt", receipt, "--key", key, "--key", phone)
    assert checked.code == 0, checked
    assert "To: Mum" in checked.out
    told = json.loads(genie("audit", "check-receipt", receipt, "--key", phone, "--json").out)
    assert told["ok"] is True
    assert told["shown"][0] == "Send this?"
    receipt.write_bytes(receipt.read_bytes().replace(b"A", b"B", 1))
    assert genie("audit", "check-receipt", receipt, "--key", key).code == 1
    assert genie("audit", "check-receipt", receipt, "--key", tmp_path / "none").code == 2


def test_nothing_is_proven_from_a_log_that_was_changed(genie, audit, tmp_path) -> None:
    audit.write("decision", decision("r-1"))
    change(log_file(), b'"tool":"click"', b'"tool":"clock"')
    for arguments in (("receipt", 1, "--out", tmp_path / "r"), ("export", "--out", tmp_path / "z")):
        ran = genie("audit", *arguments)
        assert ran.code == 2
        assert "was changed" in ran.err
    assert list(tmp_path.glob("[rz]")) == []


def test_old_records_are_taken_away_on_request(genie, audit) -> None:
    audit.write("effect", {"number": 1})
    ran = genie("audit", "prune", "--days", 30)
    assert ran.code == 0
    assert "0 files" in ran.out
    assert genie("audit", "prune", "--days", 0).code == 2


@pytest.mark.slow
def test_no_run_begins_on_a_damaged_log_until_it_is_put_aside(genie, audit) -> None:
    audit.write("effect", {"number": 1})
    assert genie("audit", "restart", "--yes").code == 2
    log_file().write_bytes(log_file().read_bytes()[:-9])
    ran = genie("run", "turn on Wi-Fi", "--device", "sim", "--json")
    assert ran.code == 3
    assert "genie audit verify" in " ".join(ran.err.split())
    assert json.loads(ran.out.splitlines()[-1])["data"]["reason"] == "stopped_by_safety"
    assert genie("audit", "restart").code == 2
    before = log_file().read_bytes()
    assert genie("audit", "restart", "--yes").code == 0
    assert genie("audit", "verify").code == 0
    (record,) = json.loads(genie("audit", "show", "--json").out)
    assert record["kind"] == "restarted"
    assert "missing" in record["data"]["fault"] or "torn" in record["data"]["fault"]
    aside = audit_folder().parent / record["data"]["aside"]
    assert next(aside.glob("log-*.jsonl")).read_bytes() == before
    assert genie("run", "turn on Wi-Fi", "--device", "sim", "--json").code == 0


@pytest.mark.slow
def test_secret_in_a_goal_is_in_nothing_that_a_run_prints_or_keeps(start_genie, tmp_path) -> None:
    process = start_genie(
        *("run", "send my PIN is 4826 to Mum", "--device", "sim", "--json", "--approve", "deny"), GENIE_DEBUG="1"
    )
    out, err = process.communicate(timeout=120)
    assert process.returncode == 3, err
    assert "secret-1" in out
    assert "known_secret" in out
    assert "4826" not in out
    assert "4826" not in err
    kept = [path for path in (tmp_path / "state").rglob("*") if path.is_file()]
    assert log_file() in kept
    assert [path.name for path in kept if b"4826" in path.read_bytes()] == []


@pytest.mark.slow
def test_person_who_is_asked_sees_what_will_be_sent_as_it_is(start_genie) -> None:
    process = start_genie("run", "send my PIN is 4826 to Mum", "--device", "sim", "--json")
    out, err = process.communicate("y\ny\n", timeout=120)
    assert process.returncode == 0, err
    assert "my PIN is 4826" in err
    assert "4826" not in out


@pytest.mark.parametrize("taken", ["keys", "audit"])
def test_run_that_cannot_keep_its_evidence_does_nothing_and_says_why(genie, tmp_path, taken) -> None:
    """What should be a folder is a file."""
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / taken).touch()
    ran = genie("run", "turn on Wi-Fi", "--device", "sim", "--json")
    assert ran.code == 3
    assert "GENIE_STATE_DIR" in " ".join(ran.err.split())
    assert str(tmp_path) not in ran.err
    (line,) = ran.out.splitlines()
    assert json.loads(line)["data"]["exit_code"] == 3


@pytest.mark.slow
def test_log_that_was_removed_or_put_back_is_found_by_its_mark(genie, tmp_path) -> None:
    assert genie("run", "turn on Wi-Fi", "--device", "sim", "--json").code == 0
    assert genie("audit", "verify").code == 0
    early = tmp_path / "early"
    shutil.copytree(audit_folder(), early)
    assert genie("run", "turn on Bluetooth", "--device", "sim", "--json").code == 0
    for state in ("put back", "removed"):
        shutil.rmtree(audit_folder())
        if state == "put back":
            shutil.copytree(early, audit_folder())
        assert "removed or put back" in genie("audit", "verify").err
        ran = genie("run", "turn on Wi-Fi", "--device", "sim", "--json")
        assert ran.code == 3
        assert "damaged" in ran.err
    assert genie("audit", "restart", "--yes").code == 0
    assert genie("audit", "verify").code == 0
    assert genie("run", "turn on Wi-Fi", "--device", "sim", "--json").code == 0


@pytest.mark.slow
def test_mark_that_was_changed_is_a_fault_like_any_other(genie) -> None:
    assert genie("run", "turn on Wi-Fi", "--device", "sim", "--json").code == 0
    change(audit_folder().parent / "audit-mark" / "head.json", b'"v":1', b'"v":2')
    ran = genie("audit", "verify")
    assert ran.code == 1
    assert "audit-mark/head.json" in ran.err
    assert genie("run", "turn on Wi-Fi", "--device", "sim", "--json").code == 3
    assert genie("audit", "restart", "--yes").code == 0
    assert genie("audit", "verify").code == 0
