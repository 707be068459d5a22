"""``genie voice``: speech models listed, fetched from a server of our own, taken in."""

from __future__ import annotations

import functools
import json
import threading
import zipfile
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from genie_host.voice.settings import DEFAULT_MODEL

FILES = ("am/final.mdl", "conf/mfcc.conf", "conf/model.conf", "graph/HCLr.fst", "graph/Gr.fst")


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder and says nothing."""

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """A server with the default model's zip file, and one that is none."""
    folder = tmp_path / "site"
    folder.mkdir()
    with zipfile.ZipFile(folder / f"{DEFAULT_MODEL}.zip", "w") as archive:
        for name in FILES:
            archive.writestr(f"{DEFAULT_MODEL}/{name}", name)
    (folder / "vosk-model-small-de-0.15.zip").write_text("<html>sign in</html>")
    with zipfile.ZipFile(folder / "vosk-model-small-es-0.42.zip", "w") as archive:
        archive.writestr("readme", "not a model")
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def write_model(folder: Path) -> Path:
    for name in FILES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    return folder


def test_list_names_the_default_model_as_set_and_not_here(genie) -> None:
    ran = genie("voice", "models", "list", "--json")

    models = {model["name"]: model for model in json.loads(ran.out)}
    assert ran.code == 0
    assert models[DEFAULT_MODEL]["is_set"]
    assert not models[DEFAULT_MODEL]["is_here"]
    assert DEFAULT_MODEL in genie("voice", "models", "list").out


def test_pulled_model_is_here_and_a_second_pull_has_nothing_to_do(genie, site: str, tmp_path: Path) -> None:
    ran = genie("voice", "models", "pull", "--site", site)

    assert ran.code == 0, ran.err
    assert f"genie listen --speech-model {DEFAULT_MODEL}" in ran.out
    assert sorted(path.name for path in (tmp_path / "state" / "voice-models").iterdir()) == [DEFAULT_MODEL]
    models = json.loads(genie("voice", "models", "list", "--json").out)
    assert [model["name"] for model in models if model["is_here"]] == [DEFAULT_MODEL]
    assert "here already" in genie("voice", "models", "pull").out


def test_pull_of_what_is_no_zip_file_ends_in_a_sentence_and_leaves_nothing(genie, site: str, tmp_path: Path) -> None:
    ran = genie("voice", "models", "pull", "de", "--site", site)

    assert ran.code == 5
    assert "is not a zip file; it was removed" in ran.err
    assert list((tmp_path / "state" / "voice-models").iterdir()) == []


def test_pull_of_a_zip_file_without_a_model_leaves_nothing_that_a_second_pull_would_take(
    genie, site: str, tmp_path: Path
) -> None:
    ran = genie("voice", "models", "pull", "es", "--site", site)

    assert ran.code == 8
    assert "is not a Vosk model" in ran.err
    assert list((tmp_path / "state" / "voice-models").iterdir()) == []


def test_pull_of_a_model_nobody_knows_lists_those_there_are(genie) -> None:
    ran = genie("voice", "models", "pull", "vosk-model-en-us-0.22")

    assert ran.code == 2
    assert DEFAULT_MODEL in ran.err


def test_pull_over_plain_http_is_refused(genie) -> None:
    ran = genie("voice", "models", "pull", "--site", "http://example.org")

    assert ran.code == 5
    assert "over https only" in ran.err


def test_imported_folder_is_listed_by_its_name(genie, tmp_path: Path) -> None:
    ran = genie("voice", "models", "import", write_model(tmp_path / "mine"), "--name", "my-model")

    assert ran.code == 0
    models = {model["name"]: model for model in json.loads(genie("voice", "models", "list", "--json").out)}
    assert models["my-model"]["is_here"]
    assert "imported" in genie("voice", "models", "list").out


def test_import_of_what_is_no_model_ends_in_a_sentence(genie, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "file").write_text("x")

    ran = genie("voice", "models", "import", tmp_path / "folder")

    assert ran.code == 8
    assert ran.err == "genie: folder is not a Vosk model: am/final.mdl is missing.\n"


def test_calibration_without_a_model_says_how_to_get_one(genie) -> None:
    ran = genie("voice", "calibrate")

    assert ran.code == 8
    assert "genie voice models pull" in ran.err


@pytest.mark.parametrize(
    ("option", "value"), [("--phrase", " "), ("--language", "x!"), ("--speech-model", ""), ("--phrase", "x" * 81)]
)
def test_calibration_refuses_what_cannot_be_set(genie, option: str, value: str) -> None:
    ran = genie("voice", "calibrate", option, value)

    assert ran.code == 2
    assert ran.err.startswith(f"genie: {option} is not right: ")
