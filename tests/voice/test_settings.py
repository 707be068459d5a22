from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genie_host.core.errors import UsageError
from genie_host.voice.settings import VoiceSettings, load_settings, save_settings


def test_no_file_means_the_defaults(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == VoiceSettings()


def test_settings_come_back_as_they_were_saved(tmp_path: Path) -> None:
    settings = VoiceSettings(
        model="C:\\models\\ko",
        language="ko",
        phrase="하모니카",
        aliases=("제 임마",),
        strict=False,
        sensitivity="high",
        commands={"라디오": 'say "hi"\nand go'},
    )

    save_settings(settings, tmp_path / "new")

    assert load_settings(tmp_path / "new") == settings


_TEXT = st.text(min_size=1, max_size=30).map(str.strip).filter(bool)


@given(phrase=_TEXT, aliases=st.lists(_TEXT, max_size=3), commands=st.dictionaries(_TEXT, _TEXT, max_size=3))
def test_any_words_come_back_as_they_were_saved(
    tmp_path_factory: pytest.TempPathFactory, phrase: str, aliases: list[str], commands: dict[str, str]
) -> None:
    folder = tmp_path_factory.mktemp("state")
    settings = VoiceSettings(phrase=phrase, aliases=tuple(aliases), commands=commands)

    save_settings(settings, folder)

    assert load_settings(folder) == settings


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("phrase = 3", "phrase"),
        ('loudness = "high"', "loudness"),
        ('sensitivity = "huge"', "sensitivity"),
        ('phrase = "  "', "phrase"),
        ("phrase = ", "no TOML"),
        ("\x00", "no TOML"),
    ],
)
def test_file_that_is_not_right_is_refused_by_name(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "voice.toml").write_text(text)

    with pytest.raises(UsageError, match=complaint):
        load_settings(tmp_path)
