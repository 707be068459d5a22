"""The real engine with the bundled model."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from genie_host.llm.catalogue import Catalogue, CatalogueEntry
from genie_host.llm.litert import LiteRtModel


@pytest.fixture(scope="session")
def nano_entry() -> CatalogueEntry:
    return Catalogue.load().find("genie-nano")


@pytest.fixture(scope="session")
def nano_path(nano_entry) -> Path:
    return Catalogue.load().path_of(nano_entry)


@pytest.fixture(scope="module")
def nano(nano_entry, nano_path) -> Iterator[LiteRtModel]:
    model = LiteRtModel.start(nano_entry, nano_path)
    yield model
    model.close()
