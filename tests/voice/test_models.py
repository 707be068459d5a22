"""Speech models: found, and made of folders and zip files, hostile ones among them."""

from __future__ import annotations

import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import Cancelled, RecogniserUnavailable, UsageError
from genie_host.voice.models import find_known, install, installed_models, known_models, model_folder, models_folder
from genie_host.voice.recognise.words import languages
from genie_host.voice.settings import DEFAULT_MODEL, VoiceSettings

FILES = ("am/final.mdl", "conf/mfcc.conf", "conf/model.conf", "graph/HCLr.fst", "graph/Gr.fst")


def write_model(folder: Path) -> Path:
    for name in FILES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    return folder


def write_zip(path: Path, names: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in names.items():
            archive.writestr(name, content)
    return path


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def test_every_known_model_is_of_a_language_that_can_be_steered() -> None:
    assert {model.language for model in known_models()} <= set(languages())
    assert find_known(DEFAULT_MODEL).language == "en"
    assert find_known("de").name == "vosk-model-small-de-0.15"
    assert all(model.url.startswith("https://") for model in known_models())


def test_unknown_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(UsageError, match=f"There are: {DEFAULT_MODEL}"):
        find_known("tiny")


def test_folder_is_copied_and_found_by_its_name(tmp_path: Path, state: Path) -> None:
    source = write_model(tmp_path / "my-model")

    assert install(source, state) == "my-model"

    assert installed_models(state) == ("my-model",)
    folder = model_folder(VoiceSettings(model="my-model"), state)
    assert {path.read_text() for path in folder.rglob("*") if path.is_file()} == set(FILES)
    assert source.is_dir()


def test_zip_with_one_folder_becomes_that_model(tmp_path: Path, state: Path) -> None:
    archive = write_zip(tmp_path / "small.zip", {f"vosk-model-small-xx/{name}": name for name in FILES})

    assert install(archive, state) == "small"

    assert (models_folder(state) / "small" / "graph" / "Gr.fst").is_file()


def test_path_of_a_model_needs_no_import(tmp_path: Path, state: Path) -> None:
    source = write_model(tmp_path / "anywhere")

    assert model_folder(VoiceSettings(model=str(source)), state) == source


def test_model_that_is_not_here_says_how_to_get_it(state: Path) -> None:
    with pytest.raises(RecogniserUnavailable, match=f"genie voice models pull {DEFAULT_MODEL}"):
        model_folder(VoiceSettings(), state)
    with pytest.raises(RecogniserUnavailable, match="genie voice models import"):
        model_folder(VoiceSettings(model="own"), state)


def traversal(path: Path) -> None:
    write_zip(path, {"model/am/final.mdl": "x", "model/../../../escaped": "x"})


def absolute(path: Path) -> None:
    write_zip(path, {"/tmp/escaped": "x"})


def windows_traversal(path: Path) -> None:
    write_zip(path, {"model\\..\\..\\escaped": "x"})


def drive(path: Path) -> None:
    write_zip(path, {"C:escaped": "x"})


def link(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        entry = zipfile.ZipInfo("model/am")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(entry, "/")


def many(path: Path) -> None:
    write_zip(path, {f"model/{number}": "" for number in range(1_001)})


def broken(path: Path) -> None:
    path.write_bytes(b"PK\x03\x04 and then nothing")


def spoilt(path: Path, packing: int, at: int) -> None:
    """A whole zip file, but for the packed bytes of its one entry."""
    with zipfile.ZipFile(path, "w", packing) as archive:
        archive.writestr("m/x", "hello world " * 500)
    packed = bytearray(path.read_bytes())
    begin = packed.index(b"m/x") + 3 + at
    packed[begin : begin + 12] = b"\xff" * 12
    path.write_bytes(packed)


def spoilt_deflate(path: Path) -> None:
    spoilt(path, zipfile.ZIP_DEFLATED, 0)


def spoilt_bzip2(path: Path) -> None:
    spoilt(path, zipfile.ZIP_BZIP2, 0)


def spoilt_lzma(path: Path) -> None:
    spoilt(path, zipfile.ZIP_LZMA, 4)


def spoilt_name(path: Path) -> None:
    write_zip(path, {"m/\u00e9": "x"})
    path.write_bytes(path.read_bytes().replace("\u00e9".encode(), b"\xff\xfe"))


def no_model(path: Path) -> None:
    write_zip(path, {"readme.txt": "hello"})


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (traversal, "outside its folder"),
        (absolute, "outside its folder"),
        (windows_traversal, "outside its folder"),
        (drive, "outside its folder"),
        (link, "outside its folder"),
        (many, "far too big"),
        (broken, "not a whole zip file"),
        (spoilt_deflate, "not a whole zip file"),
        (spoilt_bzip2, "not a whole zip file"),
        (spoilt_lzma, "not a whole zip file"),
        (spoilt_name, "not a whole zip file"),
        (no_model, "is not a Vosk model"),
    ],
)
def test_zip_that_is_no_good_leaves_nothing_behind(
    tmp_path: Path, state: Path, make: Callable[[Path], None], complaint: str
) -> None:
    archive = tmp_path / "bad.zip"
    make(archive)
    before = set(tmp_path.rglob("*"))

    with pytest.raises((UsageError, RecogniserUnavailable), match=complaint):
        install(archive, state)

    assert set(tmp_path.rglob("*")) - before <= {state, models_folder(state)}


def test_zip_that_lies_about_its_size_is_stopped(tmp_path: Path, state: Path) -> None:
    archive = write_zip(tmp_path / "liar.zip", {f"m/{name}": "x" * 5_000 for name in FILES})
    packed = bytearray(archive.read_bytes())
    at = packed.index(b"PK\x01\x02")
    packed[at + 24 : at + 28] = (10).to_bytes(4, "little")
    archive.write_bytes(packed)

    with pytest.raises(UsageError, match="not a whole zip file"):
        install(archive, state)
    assert installed_models(state) == ()


def test_taken_name_and_hostile_name_are_refused(tmp_path: Path, state: Path) -> None:
    source = write_model(tmp_path / "my-model")
    install(source, state)

    with pytest.raises(UsageError, match="already"):
        install(source, state)
    for name in ("../up", ".hidden", "a/b", "ü"):
        with pytest.raises(UsageError, match="letters, digits"):
            install(source, state, name=name)


def test_folder_of_far_too_many_files_is_refused_before_anything_is_copied(tmp_path: Path, state: Path) -> None:
    source = write_model(tmp_path / "home")
    for number in range(1_001):
        (source / str(number)).touch()
    with pytest.raises(UsageError, match="more than 1000 files"):
        install(source, state)
    assert list(models_folder(state).iterdir()) == []


def test_source_that_is_not_there_is_refused(tmp_path: Path, state: Path) -> None:
    with pytest.raises(UsageError, match="neither a zip file nor a folder"):
        install(tmp_path / "none", state)


def test_cancelled_import_leaves_nothing_behind(tmp_path: Path, state: Path) -> None:
    cancel = CancelToken()
    cancel.cancel()

    with pytest.raises(Cancelled):
        install(write_model(tmp_path / "my-model"), state, cancel=cancel)

    assert installed_models(state) == ()
    assert list(models_folder(state).iterdir()) == []
