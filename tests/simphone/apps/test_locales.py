"""Apps in other languages: every word that an app file says is there, with its places to fill in."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from app_driver import AppDriver

from genie_host.simphone.world.engine import APPS
from genie_host.simphone.world.locales import LOCALES, words
from genie_host.simphone.world.schema import load_app

APPS_TRANSLATED = ("bank", "chat", "shop")
LANGUAGES = [language for language in LOCALES if language != "en"]
SAID = {"options", "text", "summary", "description", "hint", "title", "message", "subtitle", "toast"}
SILENT = {"append", "args", "copy", "effect", "emit", "ensure", "extras", "link", "remove", "set", "url", "value"}
"""What is kept or sent, not said."""
_PLACE = re.compile(r"\{[^{}]*\}")


def said(value: Any, key: str = "") -> Iterator[str]:
    """Every template of an app file that is shown."""
    if isinstance(value, dict):
        for name, inner in value.items():
            is_path = name == "options" and isinstance(inner, str)
            if name not in SILENT and not is_path:
                yield from said(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from said(inner, key)
    elif isinstance(value, str) and key in SAID and re.search(r"[^\W\d_]", plain(value)):
        yield value


def plain(template: str) -> str:
    """A template without its places."""
    bare = _PLACE.sub("", template)
    return bare if bare == template else plain(bare)


def places(template: str) -> list[str]:
    return sorted(_PLACE.findall(template))


def templates(app_id: str) -> set[str]:
    app = load_app(APPS / f"{app_id}.yaml").model_dump()
    return {app["label"], *said(app["screens"]), *said(app["dialogs"])}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("app_id", APPS_TRANSLATED)
def test_every_word_of_an_app_is_translated_and_nothing_else(app_id, language):
    assert set(words(app_id, language)) == templates(app_id)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("app_id", APPS_TRANSLATED)
def test_a_translation_keeps_the_places_that_are_filled_in(app_id, language):
    for english, other in words(app_id, language).items():
        assert places(other) == places(english), english
        assert other.strip() == other != "", english


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("es", "¿A quién quieres pagar?"),
        ("de", "Wem möchten Sie Geld senden?"),
        ("hi", "आप किसे भुगतान करना चाहते हैं?"),
        ("ar", "لمن تريد أن تدفع؟"),
        ("zh", "您要付款给谁？"),
        ("ja", "誰に送金しますか？"),
        ("ko", "누구에게 보낼까요?"),
        ("pt", "Para quem você quer pagar?"),
        ("ru", "Кому вы хотите заплатить?"),
    ],
)
def test_a_screen_speaks_the_language_and_keeps_the_names_of_people(language, title):
    bank = AppDriver("bank", "payees", locale=language)
    assert {title, "Alice Moreau"} <= bank.labels()
    assert "Who do you want to pay?" not in bank.labels()


def test_arabic_runs_from_the_right():
    english, arabic = AppDriver("bank", "payees"), AppDriver("bank", "payees", locale="ar")
    width = english.world.size.width
    left = english.find("#title").bounds.left
    assert arabic.find("#title").bounds.right == width - left


def test_the_choices_of_a_list_are_translated_and_kept_in_english():
    shop = AppDriver("shop", "item", args={"id": "104"}, locale="de", state={"shop": {"cookies": "none"}})
    shop.tap("Größe wählen", "Mittel")
    assert shop.shows("Mittel")
    assert shop.state()["chosen_size"] == "Medium"


def test_a_job_is_done_in_arabic_as_in_english():
    shop = AppDriver("shop", "item", args={"id": "108"}, locale="ar", state={"shop": {"cookies": "none"}})
    shop.tap("أضف إلى السلة", "عرض السلة")
    assert shop.effect("cart_added") == {"product": "Bread knife", "size": "", "quantity": "1"}
    assert shop.shows("الإجمالي $18.00")


@pytest.mark.parametrize(("app_id", "screen"), [("shop", "cart"), ("chat", "settings"), ("music", "player")])
def test_the_arrow_back_is_named_by_the_system_in_every_app(app_id, screen):
    driver = AppDriver(app_id, screen, locale="de", state={"shop": {"cookies": "none"}} if app_id == "shop" else None)
    nodes = [node for root in driver.world.roots() for node in root.walk()]
    names = {node.description or node.text for node in nodes}
    assert "Nach oben" in names
    assert "Navigate up" not in names
