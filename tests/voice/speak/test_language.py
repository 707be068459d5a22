"""The language of short replies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genie_host.voice.speak.language import language_of


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The alarm is set for 7:30."),
        ("de", "Das WLAN ist jetzt eingeschaltet."),
        ("de", "Ich habe den Wecker gestellt."),
        ("fr", "Le Wi-Fi est activé."),
        ("fr", "J’ai réglé l’alarme."),
        ("es", "El Wi-Fi está encendido."),
        ("it", "Il Wi-Fi è attivo."),
        ("pt", "O Wi-Fi está ligado."),
        ("nl", "Wifi staat nu aan op je telefoon."),
        ("sv", "Wi-Fi är på nu."),
        ("fi", "Wi-Fi on nyt päällä, ja se on hyvä."),
        ("pl", "Wi-Fi jest włączone."),
        ("cs", "Wi-Fi je zapnutá a už běží."),
        ("hu", "A Wi-Fi be van kapcsolva."),
        ("ro", "Wi-Fi este pornit și merge."),
        ("tr", "Wi-Fi açık ve bağlı."),
        ("vi", "Wi-Fi đã được bật."),
        ("id", "Wi-Fi sudah aktif untuk anda."),
        ("ru", "Wi-Fi включён."),
        ("uk", "Wi-Fi увімкнено."),
        ("ko", "Wi-Fi를 켰어요."),
        ("ja", "Wi-Fiをオンにしました。"),
        ("ja", "設定を開きました"),
        ("zh", "已打开 Wi-Fi。"),
        ("ar", "تم تشغيل الواي فاي"),
        ("fa", "چراغ روشن شد"),
        ("he", "הווי־פיי פועל"),
        ("el", "Το Wi-Fi είναι ενεργό"),
        ("hi", "वाई-फ़ाई चालू है"),
        ("th", "เปิด Wi-Fi แล้ว"),
    ],
)
def test_language_is_found(language, text) -> None:
    assert language_of(text, "xx") == language


@pytest.mark.parametrize("text", ["", "7:30", "Wi-Fi", "Spotify", "😀", "…"])
def test_text_that_tells_nothing_is_in_the_language_spoken_before(text) -> None:
    assert language_of(text, "ko") == "ko"


def test_name_of_an_app_does_not_decide() -> None:
    assert language_of("Google Maps를 열었어요", "en") == "ko"


@given(st.text(max_size=300))
def test_any_text_has_a_language(text) -> None:
    assert language_of(text, "en").isalpha()
