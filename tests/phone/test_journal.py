"""What was changed on a phone is on disk before it is changed."""

from __future__ import annotations

from pathlib import Path

from genie_host.phone.journal import Change, Journal

STAY = Change(kind="setting", name="global/stay_on_while_plugged_in", before="0", ours="15")
KEYBOARD = Change(kind="keyboard", name="keyboard", before="a/.B", ours="c/.D")


def test_changes_outlive_the_object_that_noted_them(tmp_path: Path) -> None:
    Journal.of_phone("X", folder=tmp_path).note(STAY)
    Journal.of_phone("X", folder=tmp_path).note(KEYBOARD)
    assert Journal.of_phone("X", folder=tmp_path).pending == (STAY, KEYBOARD)
    assert Journal.of_phone("Y", folder=tmp_path).pending == ()


def test_what_was_there_at_first_stays_when_it_is_changed_again(tmp_path: Path) -> None:
    journal = Journal.of_phone("X", folder=tmp_path)
    journal.note(STAY)
    journal.note(Change(kind="setting", name=STAY.name, before="15", ours="7"))
    assert journal.pending == (Change(kind="setting", name=STAY.name, before="0", ours="7"),)


def test_a_journal_without_changes_leaves_no_file(tmp_path: Path) -> None:
    journal = Journal.of_phone("X", folder=tmp_path)
    journal.note(STAY)
    journal.forget(STAY)
    assert list((tmp_path / "journals").iterdir()) == []
    journal.forget(STAY)


def test_a_damaged_journal_is_as_good_as_none(tmp_path: Path) -> None:
    journal = Journal.of_phone("X", folder=tmp_path)
    journal.note(STAY)
    file = next((tmp_path / "journals").iterdir())
    for damage in ("", "[", '[{"kind": "bomb"}]', '[{"kind": "setting"}]'):
        file.write_text(damage, encoding="utf-8")
        assert journal.pending == ()
    journal.note(STAY)
    assert journal.pending == (STAY,)
