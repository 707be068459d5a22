"""The page that shows a phone: what it serves, to whom, and what a browser makes of it."""

from __future__ import annotations

import http.client
import io
import json
import re
import shutil
import subprocess
from urllib.parse import urlsplit

import pytest
from PIL import Image

from genie_host.simphone.control.client import ControlClient
from genie_host.simphone.control.server import ControlServer
from genie_host.simphone.fleet import Fleet
from genie_host.simphone.view.server import ViewServer

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture
def view(sim_phone):
    fleet = Fleet([sim_phone])
    control = ControlServer(fleet.listeners)
    with fleet.running(control):
        client = ControlClient(port=control.port, token=control.token, phone=fleet.serials[0])
        with ViewServer(client) as server:
            yield server


def ask(view, name: str, body: object = None, *, token: str | None = None, host: str | None = None):
    """One request: status, headers, body."""
    url = urlsplit(view.url)
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=30)
    path = f"/{token}/{name}" if token is not None else url.path + name
    headers = {"Host": host} if host else {}
    data = None if body is None else json.dumps(body)
    connection.request("GET" if body is None else "POST", path, data, headers)
    answer = connection.getresponse()
    read = answer.read()
    connection.close()
    return answer.status, answer.headers, read


def test_page_is_whole_and_loads_nothing_from_elsewhere(view):
    status, headers, page = ask(view, "")
    assert status == 200
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    names = re.findall(r'(?:src|href)="([^"]+)"', page.decode())
    assert names == ["page.css", "page.js"]
    for name in names:
        status, _, content = ask(view, name)
        assert status == 200
        assert b"://" not in content


def test_screen_is_a_picture_and_info_says_what_is_shown(view):
    status, headers, body = ask(view, "screen.png?7")
    assert (status, headers["Content-Type"]) == (200, "image/png")
    assert Image.open(io.BytesIO(body)).size == (1080, 2400)
    assert json.loads(ask(view, "info")[2])["package"] == "com.android.launcher3"


def test_person_taps_and_the_phone_shows_it(view):
    assert ask(view, "do", {"do": "person.tap", "text": "Settings"})[0] == 200
    assert json.loads(ask(view, "info")[2])["package"] == "com.android.settings"


@pytest.mark.parametrize("token", ["", "guessed", "../", "%00"])
def test_nobody_gets_in_without_the_token(view, token):
    assert ask(view, "info", token=token)[0] == 404
    assert ask(view, "do", {"do": "person.key", "key": "HOME"}, token=token)[0] == 404


def test_foreign_name_for_this_computer_gets_nothing(view):
    assert ask(view, "info", host="evil.example:80")[0] == 404


@pytest.mark.parametrize("body", [{"do": "state.set", "path": "settings.wifi", "value": True}, {"do": 1}, {}, [], "x"])
def test_only_what_a_person_can_do_is_done(view, body):
    assert ask(view, "do", body)[0] == 400


def test_impossible_wish_is_told(view):
    status, _, body = ask(view, "do", {"do": "person.tap", "text": "nowhere to be seen"})
    assert status == 409
    assert "nowhere to be seen" in json.loads(body)["error"]


@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine")
@pytest.mark.slow
def test_browser_shows_the_phone(view, tmp_path):
    ran = subprocess.run(
        [
            CHROMIUM,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            f"--user-data-dir={tmp_path}",
            "--virtual-time-budget=3000",
            "--dump-dom",
            view.url,
        ],
        capture_output=True,
        timeout=120,
        check=True,
    )
    page = ran.stdout.decode()
    assert "launcher/home" in page
    assert "screen.png?" in page
