"""The simulated server's methods are those of u2.jar, signature by signature."""

from __future__ import annotations

import importlib.resources
import zipfile

import pytest

from genie_host.simphone.u2.rpc import METHODS
from tests.simphone.u2.dex import Dex

_SERVICE = "Lcom/wetest/uia2/stub/AutomatorService;"


@pytest.fixture(scope="module")
def signatures() -> dict[str, set[tuple[str, ...]]]:
    """Parameter types by method, as the jar declares them."""
    found: dict[str, set[tuple[str, ...]]] = {}
    with (importlib.resources.files("uiautomator2") / "assets" / "u2.jar").open("rb") as file:
        jar = zipfile.ZipFile(file)
        for name in jar.namelist():
            if name.endswith(".dex"):
                for method, types, _ in Dex(jar.read(name)).methods_of(_SERVICE):
                    found.setdefault(method, set()).add(types)
    return found


@pytest.mark.slow
def test_methods_and_their_signatures_are_the_jars(signatures):
    ours = {
        name: {tuple(kind.descriptor for kind in each.types) for each in methods} for name, methods in METHODS.items()
    }
    assert len(signatures) == 72
    assert sum(map(len, signatures.values())) == 103
    assert ours == signatures


def test_every_method_tells_what_it_is_for():
    assert all(each.call.__doc__ for methods in METHODS.values() for each in methods)
