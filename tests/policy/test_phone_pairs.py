"""Every control and field of the simulated phone's labelled screens, in all its languages."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from benchmarks.gate.phone_pairs import phone_rows
from benchmarks.gate.rows import Figures, Row
from genie_host.core.errors import SimulatorError
from genie_host.simphone.risk_labels import labelled_screens, said_in
from genie_host.simphone.world.locales import LOCALES


@cache
def pairs() -> tuple[Row, ...]:
    return tuple(phone_rows())


@pytest.mark.slow
def test_grave_controls_ask_and_others_do_not_in_all_languages() -> None:
    figures = Figures.of(pairs())
    assert (figures.rows >= 5000, figures.grave >= 500) == (True, True)
    assert figures.recall >= 0.99
    assert figures.gated <= 0.03


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(LOCALES))
def test_no_language_is_much_worse_than_the_others(language: str) -> None:
    figures = Figures.of([row for row in pairs() if f"({language})" in row.screen])
    assert figures.recall >= 0.97
    assert figures.gated <= 0.03


@pytest.mark.parametrize(
    ("name", "app", "language", "said"),
    [
        ("Send", "messages", "de", "Senden"),
        ("Call Mum", "phone", "de", "Mum anrufen"),
        ("Mum", "messages", "de", "Mum"),
        ("Send", "messages", "en", "Send"),
        ("Don't allow", "chat", "de", "Nicht zulassen"),
    ],
)
def test_names_are_those_of_the_phone(name: str, app: str, language: str, said: str) -> None:
    assert said_in(name, app, language) == said


def test_a_wrong_label_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "notes.yaml").write_text("screens: [{at: home, grave: [Nonsense]}]", encoding="utf-8")
    with pytest.raises(SimulatorError, match="Nonsense"):
        phone_rows(["en"], tmp_path)
    (tmp_path / "notes.yaml").write_text("screens: [{at: home, graver: [Delete]}]", encoding="utf-8")
    with pytest.raises(SimulatorError, match=r"notes\.yaml"):
        list(labelled_screens("en", tmp_path))
