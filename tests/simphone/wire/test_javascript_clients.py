"""Other people's clients in JavaScript, unmodified: they want ``npm install`` in ``javascript`` and Node.js 20."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from bench import listen

SCRIPTS = Path(__file__).parent / "javascript"
KNOWN_FAULTS = {
    "yume": {},
    # It reads the header of version 2 as if it had no colour space.
    "adbkit": {"framebuffer": "size: [10368000,1080], not [1080,2400]"},
    "appium": {},
    "mobile_mcp": {
        "typing beyond ASCII": "Non-ASCII text is not supported on Android, please install mobilenext devicekit, see "
        "https://github.com/mobile-next/devicekit-android. Please fix the issue and try again."
    },
}
"""Steps that fail because of the client, and what it says; a real phone would show the same."""

pytestmark = [
    pytest.mark.marathon,
    pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js"),
    pytest.mark.skipif(not (SCRIPTS / "node_modules").exists(), reason="the clients are not installed"),
]


@pytest.fixture
def sdk(adb_server, tmp_path) -> Path:
    """A folder that looks like an Android SDK with our adb in it."""
    tools = tmp_path / "sdk" / "platform-tools"
    tools.mkdir(parents=True)
    (tools / "adb").symlink_to(adb_server.adb)
    return tmp_path / "sdk"


@pytest.mark.parametrize("script", KNOWN_FAULTS)
def test_client_does_its_steps(adb_server, sim, sdk, tmp_path, script):
    sim.call(listen)
    environment = {**adb_server.environment, "ANDROID_HOME": str(sdk), "ANDROID_SDK_ROOT": str(sdk)}
    environment["PATH"] = os.pathsep.join([str(sdk / "platform-tools"), environment["PATH"]])
    done = subprocess.run(
        ["node", str(SCRIPTS / f"{script}.mjs"), str(adb_server.port), sim.serial, str(tmp_path), str(adb_server.adb)],
        env=environment,
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert done.stdout, done.stderr.decode()
    results = json.loads(done.stdout.decode().splitlines()[-1])
    failed = {name: said for name, said in results.items() if said != "ok"}
    assert failed == KNOWN_FAULTS[script]
    assert sim.call(lambda phone: phone.unknown_commands) == []
