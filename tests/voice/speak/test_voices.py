"""Voices by language, and what engines print of them."""

from __future__ import annotations

import pytest

from genie_host.voice.speak.platforms import voices_of_mac
from genie_host.voice.speak.voices import is_voice_name, primary, tags_of, voice_for

ESPEAK = """Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  cmn             --/M      Chinese_(Mandarin,_latin_as_English) sit/cmn              (zh-cmn 5)(zh 5)
 5  de              --/M      German             gmw/de
 2  en-gb           --/M      English_(Great_Britain) gmw/en               (en 2)
 5  pt-br           --/M      Portuguese_(Brazil) roa/pt-BR            (pt 6)
 5  nb              --/M      Norwegian_Bokmål  gmq/nb               (no 5)
"""


@pytest.mark.parametrize(
    ("language", "tag"),
    [
        ("de", "de"),
        ("de-AT", "de"),
        ("DE_de", "de"),
        ("en", "en"),
        ("en-US", "en"),
        ("zh", "zh"),
        ("zh-TW", "cmn"),
        ("pt-BR", "pt-br"),
        ("no", "no"),
        ("xx", ""),
        ("", ""),
    ],
)
def test_nearest_voice_is_found(language, tag) -> None:
    assert voice_for(language, tags_of(ESPEAK)) == tag


def test_region_is_taken_when_the_language_alone_is_not_there() -> None:
    assert voice_for("pt", {"pt-br", "pt-pt"}) == "pt-br"


def test_primary_language() -> None:
    assert primary("pt_BR") == "pt"


@pytest.mark.parametrize("name", ["-w", "--stdout", "", "a b", "a/b", "x" * 80, "a;b"])
def test_option_is_no_name_of_a_voice(name) -> None:
    assert not is_voice_name(name)


def test_voices_of_macos_are_read() -> None:
    listing = (
        "Alex                en_US    # Most people recognize me by my voice.\n"
        "Anna (Enhanced)     de_DE    # Hallo! Ich heiße Anna.\n"
        "Samantha            en_US    # Hello! My name is Samantha.\n"
        "Tünde               hu_HU    # Üdvözlöm!\n\nnonsense\n"
    )
    assert voices_of_mac(listing) == {"en-us": "Alex", "de-de": "Anna (Enhanced)", "hu-hu": "Tünde"}
