"""Taking a file that is on this machine already into the model directory."""

import hashlib

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import Cancelled, ModelDamaged, ModelFetchFailed, ModelMissing
from genie_host.llm.catalogue import Catalogue
from genie_host.llm.importing import import_model

CONTENT = b"LITERTLM" + b"weights" * 1000
CATALOGUE = f"""
hub = "https://hub.example"
default = "own"
[models.own]
title = "Own"
file = "own.litertlm"
bundled = true
licence = "x"
[models.big]
title = "Big"
file = "big-it.litertlm"
licence = "x"
size_bytes = {len(CONTENT)}
sha256 = "{hashlib.sha256(CONTENT).hexdigest()}"
"""


@pytest.fixture
def catalogue(tmp_path):
    (tmp_path / "bundled").mkdir()
    (tmp_path / "bundled" / "catalogue.toml").write_text(CATALOGUE, encoding="utf-8")
    return Catalogue.load(bundled_dir=tmp_path / "bundled", pulled_dir=tmp_path / "pulled")


def given(tmp_path, name="mine.litertlm", content=CONTENT):
    source = tmp_path / "downloads" / name
    source.parent.mkdir(exist_ok=True)
    source.write_bytes(content)
    return source


@pytest.mark.parametrize("is_moved", [False, True])
def test_a_file_is_copied_or_moved_in_and_found_by_name(catalogue, tmp_path, is_moved):
    source = given(tmp_path)
    entry = import_model(source, catalogue, is_moved=is_moved)
    assert entry == catalogue.find("mine")
    assert catalogue.path_of(entry).read_bytes() == CONTENT
    assert source.exists() is not is_moved
    assert len(list(catalogue.pulled_dir.iterdir())) == 1


def test_a_file_of_the_catalogue_becomes_its_entry(catalogue, tmp_path):
    entry = import_model(given(tmp_path, "big-it.litertlm"), catalogue)
    assert entry.name == "big"
    assert catalogue.is_present(entry)


def test_progress_is_told(catalogue, tmp_path):
    seen = []
    import_model(given(tmp_path), catalogue, on_progress=seen.append)
    assert seen[-1].done_bytes == seen[-1].total_bytes == len(CONTENT)


@pytest.mark.parametrize(
    ("name", "content", "error"),
    [
        ("mine.litertlm", b"PK\x03\x04", ModelDamaged),
        ("mine.litertlm", b"", ModelDamaged),
        ("big-it.litertlm", CONTENT + b"!", ModelDamaged),
        ("big-it.litertlm", CONTENT[:-1] + b"!", ModelDamaged),
        ("own.litertlm", CONTENT, ModelFetchFailed),
        ("mine.bin", CONTENT, ModelFetchFailed),
    ],
)
@pytest.mark.parametrize("is_moved", [False, True])
def test_what_is_not_the_model_is_refused_and_left_alone(catalogue, tmp_path, name, content, error, is_moved):
    source = given(tmp_path, name, content)
    with pytest.raises(error):
        import_model(source, catalogue, is_moved=is_moved)
    assert source.read_bytes() == content
    assert not catalogue.pulled_dir.exists() or not list(catalogue.pulled_dir.iterdir())


def test_a_missing_file_is_said_to_be_missing(catalogue, tmp_path):
    with pytest.raises(ModelMissing):
        import_model(tmp_path / "nowhere.litertlm", catalogue)


def test_a_file_of_the_same_name_is_not_overwritten(catalogue, tmp_path):
    import_model(given(tmp_path), catalogue)
    with pytest.raises(ModelFetchFailed, match="already"):
        import_model(given(tmp_path, content=CONTENT + b"other"), catalogue)
    assert catalogue.path_of(catalogue.find("mine")).read_bytes() == CONTENT


def test_importing_a_file_onto_itself_changes_nothing(catalogue, tmp_path):
    entry = import_model(given(tmp_path), catalogue)
    assert import_model(catalogue.path_of(entry), catalogue, is_moved=True) == entry
    assert catalogue.is_present(entry)


def test_a_half_file_of_a_catalogue_model_is_replaced(catalogue, tmp_path):
    catalogue.pulled_dir.mkdir()
    (catalogue.pulled_dir / "big-it.litertlm").write_bytes(CONTENT[:100])
    assert catalogue.is_present(import_model(given(tmp_path, "big-it.litertlm"), catalogue))


def test_a_full_disk_is_noticed_before_the_copy(catalogue, tmp_path):
    with pytest.raises(ModelFetchFailed, match="not enough space"):
        import_model(given(tmp_path), catalogue, free_bytes=lambda directory: 10)
    assert not list(catalogue.pulled_dir.iterdir())


def test_stop_leaves_nothing_behind(catalogue, tmp_path):
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        import_model(given(tmp_path), catalogue, cancel=cancel)
    assert not list(catalogue.pulled_dir.iterdir())
