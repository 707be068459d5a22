"""Where texts begin and end."""

import pytest

from genie_host.agent.borders import is_cut_well


@pytest.mark.parametrize(
    ("goal", "text"),
    [
        ("note green bins go out on Thursday", "green bins go out on Thursday"),
        ("text Sam the train is late please", "the train is late"),
        ("write the train is late to Sam", "the train is late"),
        ("put 40713 in a note called Gas meter", "40713"),
        ("Write to Zoe, can you feed the cat? Then send it off", "can you feed the cat?"),
        ("do it", "a secret that the goal tells by name"),
    ],
)
def test_a_text_between_words_that_lead_to_one_and_go_on_is_cut_well(goal, text):
    assert is_cut_well(goal, text, name="Sam")


@pytest.mark.parametrize(
    ("goal", "text"),
    [
        ("note green bins go out on Thursday", "bins go out on Thursday"),
        ("save charger and passport in a note", "charger"),
        ("text Sam we need tents, 6 chairs and a pot", "we need tents"),
        ("tell Sam I must move it to Wednesday", "I must move it"),
        ("a note with the following in it, bins go out", "the following in it, bins go out"),
        ("write Mum lunch sounds perfect, and leave it unsent", "lunch sounds perfect, and leave it unsent"),
        ("title: Car, note: MOT is due, save it in Notes", "MOT is due, save it in Notes"),
        ("I have read the meter, save 40713", "the meter, save 40713"),
    ],
)
def test_a_word_too_few_or_too_many_shows(goal, text):
    assert not is_cut_well(goal, text)
