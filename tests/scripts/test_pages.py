"""The pages, switches and values that training's tasks are about are those of the app files."""

from itertools import islice
from pathlib import Path

import genie_host.simphone as simphone
from genie_host.simphone.world.schema import load_app
from scripts.nano.pages import pages, switches, values
from scripts.nano.phrases import load_phrase_book
from scripts.nano.traces import samples

SETTINGS = load_app(Path(simphone.__file__).parent / "apps" / "settings.yaml")


def test_a_page_knows_the_way_to_it():
    assert pages(SETTINGS)["keyboard"].path == (("home", "Languages & input"), ("languages", "On-screen keyboard"))


def test_switches_and_values_stand_on_their_pages():
    assert ("keyboard", "Auto-correction") in {(spot.page.screen, spot.label) for spot in switches(SETTINGS)}
    assert ("version", "Kernel") in {(spot.page.screen, spot.label) for spot in values(SETTINGS)}


def test_pages_that_undo_a_phone_are_left_out():
    assert not {"reset", "erase_all", "developer"} & set(pages(SETTINGS))


def test_what_the_phrase_book_names_is_there():
    book = load_phrase_book()
    named = {name.split("/")[1] for name in book["page_names"] if name.startswith("settings/")}
    assert named <= set(pages(SETTINGS))


def test_samples_are_questions_with_calls():
    for sample in islice(samples(7), 60):
        assert "\ndid: " in sample.prompt
        assert sample.answer.startswith('{"name":"')
