"""Which model a run gets."""

from __future__ import annotations

import pytest

from genie_host.cli.opening import advice, choose_model
from genie_host.core.errors import UsageError
from genie_host.llm.catalogue import Catalogue


@pytest.fixture
def catalogue(tmp_path) -> Catalogue:
    """The real catalogue, with nothing pulled yet."""
    return Catalogue.load(pulled_dir=tmp_path)


def pulled(catalogue: Catalogue, name: str) -> None:
    """A file of the right size, as far as the disk is concerned."""
    entry = catalogue.find(name)
    assert entry.size_bytes is not None
    with catalogue.path_of(entry).open("wb") as file:
        file.truncate(entry.size_bytes)


def test_model_that_is_named_is_taken_even_when_it_is_not_here(catalogue) -> None:
    assert choose_model(catalogue, "gemma-4-e4b", is_simulated=True).name == "gemma-4-e4b"
    with pytest.raises(UsageError, match="genie-nano"):
        choose_model(catalogue, "gemma-9", is_simulated=True)


def test_simulated_phone_gets_the_model_that_knows_it(catalogue) -> None:
    pulled(catalogue, "gemma-4-e2b")
    assert choose_model(catalogue, None, is_simulated=True).name == "genie-nano"


def test_real_phone_gets_a_larger_model_when_one_is_here(catalogue) -> None:
    assert choose_model(catalogue, None, is_simulated=False).name == "genie-nano"
    pulled(catalogue, "gemma-4-e2b")
    assert choose_model(catalogue, None, is_simulated=False).name == "gemma-4-e2b"


def test_small_model_on_a_real_phone_comes_with_advice(catalogue) -> None:
    nano, gemma = catalogue.find("genie-nano"), catalogue.find("gemma-4-e2b")
    assert "genie models pull" in advice(nano, "R5CT30ABCDE")
    assert advice(nano, "127.0.0.1:5601") == ""
    assert advice(gemma, "R5CT30ABCDE") == ""
