"""The catalogue as it ships, and what becomes of one that is edited badly."""

import sys
from pathlib import Path

import pytest

from genie_host.core.errors import UsageError
from genie_host.llm import directories
from genie_host.llm.catalogue import Catalogue

GOOD = """
hub = "https://hub.example"
default = "one"
[models.one]
title = "One"
file = "one.litertlm"
bundled = true
licence = "Apache-2.0"
"""


@pytest.fixture
def models(tmp_path):
    (tmp_path / "bundled").mkdir()
    (tmp_path / "pulled").mkdir()

    def load(text=GOOD):
        (tmp_path / "bundled" / "catalogue.toml").write_text(text, encoding="utf-8")
        return Catalogue.load(bundled_dir=tmp_path / "bundled", pulled_dir=tmp_path / "pulled")

    load.pulled = tmp_path / "pulled"
    return load


def test_the_shipped_catalogue_has_the_small_model_and_both_gemmas():
    catalogue = Catalogue.load()
    assert [entry.name for entry in catalogue.entries][:3] == ["genie-nano", "gemma-4-e2b", "gemma-4-e4b"]
    nano = catalogue.find(catalogue.default_name)
    assert nano.is_bundled
    assert catalogue.is_present(nano)
    assert nano.prompt_style == "nano"


@pytest.mark.parametrize(
    ("name", "url", "size"),
    [
        (
            "gemma-4-e2b",
            "https://huggingface.co/litert-community/gemma-4-E2B-it-litert-lm/resolve/"
            "7fa1d78473894f7e736a21d920c3aa80f950c0db/gemma-4-E2B-it.litertlm",
            2_583_085_056,
        ),
        (
            "gemma-4-e4b",
            "https://huggingface.co/litert-community/gemma-4-E4B-it-litert-lm/resolve/"
            "9695417f248178c63a9f318c6e0c56cb917cb837/gemma-4-E4B-it.litertlm",
            3_654_467_584,
        ),
    ],
)
def test_a_gemma_is_pinned_to_a_commit_and_a_size(name, url, size):
    catalogue = Catalogue.load()
    entry = catalogue.find(name)
    assert catalogue.url_of(entry) == url
    assert entry.size_bytes == size
    assert entry.licence == "Apache-2.0"


def test_an_unknown_name_is_answered_with_the_names_there_are():
    with pytest.raises(UsageError, match=r"no model called 'gpt'.*genie-nano, gemma-4-e2b"):
        Catalogue.load().find("gpt")


def test_files_in_the_model_directory_are_entries_too(models):
    catalogue = models()
    (models.pulled / "mine.litertlm").write_bytes(b"LITERTLM")
    (models.pulled / "mine.litertlm.abc.part").write_bytes(b"")
    (models.pulled / "notes.txt").write_bytes(b"")
    assert [(entry.name, entry.is_imported) for entry in catalogue.entries] == [("one", False), ("mine", True)]
    mine = catalogue.find("mine")
    assert catalogue.path_of(mine) == models.pulled / "mine.litertlm"
    with pytest.raises(UsageError, match="cannot be downloaded"):
        catalogue.url_of(mine)


def test_a_file_of_another_size_is_not_present(models):
    catalogue = models(GOOD + "size_bytes = 9\n")
    entry = catalogue.find("one")
    assert not catalogue.is_present(entry)
    catalogue.path_of(entry).write_bytes(b"12345678")
    assert not catalogue.is_present(entry)
    catalogue.path_of(entry).write_bytes(b"123456789")
    assert catalogue.is_present(entry)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("hub = ", "Invalid value"),
        ("default = 'x'", "KeyError"),
        (GOOD + "colour = 'red'\n", "colour"),
        (GOOD.replace("one.litertlm", "../one.litertlm"), "file"),
        (GOOD.replace('"One"', "3"), "title"),
        (GOOD + "sha256 = 'ABC'\n", "sha256"),
        ("hub = 'x'\ndefault = 'y'\nmodels = 3", "AttributeError"),
    ],
)
def test_a_broken_catalogue_is_named_as_such(models, text, problem):
    with pytest.raises(UsageError, match="catalogue cannot be read") as info:
        models(text)
    assert problem in str(info.value)


def test_a_missing_catalogue_is_named_as_such(tmp_path):
    with pytest.raises(UsageError, match="the file is missing"):
        Catalogue.load(bundled_dir=tmp_path, pulled_dir=tmp_path)


def test_a_checkout_keeps_pulled_models_in_its_own_directory():
    assert directories.pulled_models() == directories.bundled_models()
    assert (directories.bundled_models() / "catalogue.toml").is_file()


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="XDG directories")
def test_the_cache_is_where_the_desktop_wants_it(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert directories.engine_cache() == tmp_path / "genie" / "engine"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert directories.engine_cache() == Path.home() / ".cache" / "genie" / "engine"
