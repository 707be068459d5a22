"""Downloads from a real HTTP server on this machine, which breaks off, lies and refuses on demand."""

import hashlib
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import Cancelled, ModelFetchFailed
from genie_host.llm.catalogue import CatalogueEntry
from genie_host.llm.download import pull

CONTENT = b"LITERTLM" + bytes(range(256)) * 12_000
COMMIT = "0123456789abcdef"


class Hub(ThreadingHTTPServer):
    """Serves CONTENT with ranges; the attributes are its faults."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests = []
        self.break_off_after = []  # bytes of each coming answer, then whole ones
        self.statuses = []  # of each coming answer, then 200 or 206
        self.content = CONTENT
        self.has_ranges = True
        self.redirects_to = None

    def handle_error(self, request, client_address):
        """A client that hangs up is what some tests are about."""

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/model.litertlm"


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        hub = self.server
        start = int((re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", "")) or [0, 0])[1])
        hub.requests.append(start)
        if hub.redirects_to and self.path == "/model.litertlm":
            self.send_response(302)
            self.send_header("Location", hub.redirects_to)
            self.end_headers()
            return
        if hub.statuses:
            self.send_error(hub.statuses.pop(0))
            return
        if start >= len(hub.content):
            self.send_error(416)
            return
        body = hub.content[start:] if hub.has_ranges else hub.content
        self.send_response(206 if start and hub.has_ranges else 200)
        if start and hub.has_ranges:
            self.send_header("Content-Range", f"bytes {start}-{len(hub.content) - 1}/{len(hub.content)}")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: hub.break_off_after.pop(0)] if hub.break_off_after else body)

    def log_message(self, *_):
        pass


@pytest.fixture
def hub():
    server = Hub()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def entry():
    return entry_with()


def entry_with(**fields):
    known = {"size_bytes": len(CONTENT), "sha256": hashlib.sha256(CONTENT).hexdigest()}
    return CatalogueEntry(
        name="big",
        title="Big",
        file="model.litertlm",
        licence="x",
        repository="a/b",
        commit=COMMIT,
        **{**known, **fields},
    )


def fetch(hub, entry, directory, **options):
    target = directory / "models" / "model.litertlm"
    pull(entry, hub.url, target, pause_seconds=0.0, **options)
    return target


def parts(directory):
    return [path.name for path in (directory / "models").glob("*.part")]


def test_a_download_arrives_whole_and_leaves_nothing_else(hub, entry, tmp_path):
    seen = []
    target = fetch(hub, entry, tmp_path, on_progress=seen.append)
    assert target.read_bytes() == CONTENT
    assert [path.name for path in target.parent.iterdir()] == ["model.litertlm"]
    assert seen[0].done_bytes == 0
    assert seen[-1].done_bytes == seen[-1].total_bytes == len(CONTENT)


def test_a_download_that_breaks_off_goes_on_where_it_was(hub, entry, tmp_path):
    hub.break_off_after = [1_000_000, 500_000]
    assert fetch(hub, entry, tmp_path).read_bytes() == CONTENT
    assert hub.requests == [0, 1_000_000, 1_500_000]


def test_a_download_given_up_goes_on_the_next_time(hub, entry, tmp_path):
    hub.break_off_after = [700_000, 0, 0, 0]
    with pytest.raises(ModelFetchFailed, match="run it again to go on"):
        fetch(hub, entry, tmp_path)
    assert parts(tmp_path) == ["model.litertlm.0123456789ab.part"]
    assert fetch(hub, entry, tmp_path).read_bytes() == CONTENT
    assert hub.requests[-1] == 700_000
    assert parts(tmp_path) == []


def test_a_server_without_ranges_starts_over(hub, entry, tmp_path):
    hub.has_ranges = False
    hub.break_off_after = [1_000_000]
    assert fetch(hub, entry, tmp_path).read_bytes() == CONTENT


def test_a_busy_server_is_asked_again(hub, entry, tmp_path):
    hub.statuses = [503, 429]
    assert fetch(hub, entry, tmp_path).read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("status", "sentence"), [(404, "does not have big"), (401, "accept its licence"), (403, "accept")]
)
def test_a_refusal_is_said_and_not_repeated(hub, entry, tmp_path, status, sentence):
    hub.statuses = [status]
    with pytest.raises(ModelFetchFailed, match=sentence):
        fetch(hub, entry, tmp_path)
    assert len(hub.requests) == 1


def test_a_wrong_checksum_removes_what_came_and_keeps_what_was(hub, entry, tmp_path):
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "model.litertlm").write_bytes(b"LITERTLM an older file")
    hub.content = CONTENT[:-1] + b"x"
    with pytest.raises(ModelFetchFailed, match="does not match its checksum"):
        fetch(hub, entry, tmp_path)
    assert parts(tmp_path) == []
    assert (tmp_path / "models" / "model.litertlm").read_bytes() == b"LITERTLM an older file"


def test_a_page_instead_of_a_model_is_noticed_without_a_checksum(hub, tmp_path):
    hub.content = b"<html>please sign in</html>"
    with pytest.raises(ModelFetchFailed, match="not a LiteRT-LM model"):
        fetch(hub, entry_with(size_bytes=None, sha256=None), tmp_path)
    assert parts(tmp_path) == []


def test_a_download_does_not_begin_when_there_is_no_room(hub, entry, tmp_path):
    with pytest.raises(ModelFetchFailed, match=r"not enough space: 0\.1 GB are needed, 0\.0 GB free"):
        fetch(hub, entry, tmp_path, free_bytes=lambda directory: 1_000_000)
    assert parts(tmp_path) == []


def test_room_is_needed_only_for_what_is_missing(hub, entry, tmp_path):
    hub.break_off_after = [3_000_000, 0, 0, 0]
    with pytest.raises(ModelFetchFailed):
        fetch(hub, entry, tmp_path)
    just_enough = len(CONTENT) - 3_000_000 + (64 << 20)
    assert fetch(hub, entry, tmp_path, free_bytes=lambda directory: just_enough).exists()


def test_stop_ends_a_download_and_keeps_what_came(hub, entry, tmp_path):
    cancel = CancelToken()
    with pytest.raises(Cancelled):
        fetch(hub, entry, tmp_path, cancel=cancel, on_progress=lambda progress: progress.done_bytes and cancel.cancel())
    assert len(parts(tmp_path)) == 1
    assert not (tmp_path / "models" / "model.litertlm").exists()


def test_a_model_that_is_there_is_not_fetched_again(hub, entry, tmp_path):
    fetch(hub, entry, tmp_path)
    fetch(hub, entry, tmp_path)
    assert len(hub.requests) == 1


def test_a_partial_file_that_is_complete_is_only_checked_and_renamed(hub, entry, tmp_path):
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "model.litertlm.0123456789ab.part").write_bytes(CONTENT)
    assert fetch(hub, entry, tmp_path).read_bytes() == CONTENT
    assert hub.requests == []


def test_a_partial_file_that_is_too_long_is_thrown_away(hub, entry, tmp_path):
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "model.litertlm.0123456789ab.part").write_bytes(CONTENT + b"more")
    assert fetch(hub, entry, tmp_path).read_bytes() == CONTENT


def test_a_redirect_to_the_file_server_keeps_the_range(hub, entry, tmp_path):
    hub.redirects_to = f"http://127.0.0.1:{hub.server_port}/elsewhere"
    hub.break_off_after = [1_000_000]
    assert fetch(hub, entry, tmp_path).read_bytes() == CONTENT
    assert hub.requests == [0, 0, 1_000_000, 1_000_000]


@pytest.mark.parametrize("url", ["http://hub.example/x", "file:///etc/passwd", "ftp://hub.example/x"])
def test_only_https_is_asked(entry, tmp_path, url):
    with pytest.raises(ModelFetchFailed, match="over https only"):
        pull(entry, url, tmp_path / "x.litertlm")


def test_a_server_that_is_not_there_is_a_download_that_broke_off(hub, entry, tmp_path):
    hub.shutdown()
    hub.socket.close()
    with pytest.raises(ModelFetchFailed, match="broke off"):
        fetch(hub, entry, tmp_path)
