"""The layer check finds what it is there to find."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "check_layers.py"


def check(folder: Path) -> tuple[int, str]:
    ran = subprocess.run(
        [sys.executable, str(SCRIPT), str(folder)], capture_output=True, text=True, encoding="utf-8", check=False
    )
    return ran.returncode, ran.stdout + ran.stderr


def package(folder: Path, **modules: str) -> Path:
    """A genie_host with these modules, ``phone__adb="import adbutils"`` being genie_host/phone/adb.py."""
    for name, source in modules.items():
        path = folder.joinpath("genie_host", *name.split("__")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    return folder


def test_this_checkout_keeps_to_its_layers() -> None:
    code, output = check(SCRIPT.parent.parent)
    assert code == 0, output


@pytest.mark.parametrize(
    ("modules", "reason"),
    [
        ({"core__a": "from genie_host.phone import adb"}, "up from core (L1) to phone (L2)"),
        ({"phone__a": "import genie_host.llm.engine"}, "sideways from phone (L2) to llm (L2)"),
        ({"tools__a": "from genie_host import policy"}, "sideways from tools (L3) to policy (L3)"),
        ({"phone__a": "from ..agent import loop"}, "up from phone (L2) to agent (L4)"),
        ({"agent__a": "from genie_host.simphone import server"}, "simphone is for cli and the tests alone"),
        ({"agent__a": "import adbutils"}, "adbutils belongs to phone"),
        ({"phone__a": "from rich.console import Console"}, "rich belongs to cli"),
        ({"llm__a": "import requests"}, "does not list"),
        ({"cli__a": "from genie_host.dashboard import x"}, "does not list dashboard"),
        ({"phone__a": "import time"}, "only genie_host.core.clock touches time"),
        ({"core__a": "def f():\n    import json"}, "inside a function"),
        ({"core__a": "def f():\n    from genie_host.agent import loop"}, "up from core (L1) to agent (L4)"),
        ({"core__a": "if True:\n    from genie_host.cli import main"}, "up from core (L1) to cli (L5)"),
    ],
)
def test_check_refuses_an_import_that_breaks_a_rule(tmp_path: Path, modules: dict[str, str], reason: str) -> None:
    code, output = check(package(tmp_path, **modules))
    assert code == 1
    assert reason in output
    assert ":1:" in output or ":2:" in output


def test_check_refuses_an_import_cycle(tmp_path: Path) -> None:
    folder = package(
        tmp_path,
        phone__a="from genie_host.phone.b import x",
        phone__b="import genie_host.phone.c",
        phone__c="from genie_host.phone import a",
    )
    code, output = check(folder)
    assert code == 1
    assert "genie_host.phone.a -> genie_host.phone.b -> genie_host.phone.c -> genie_host.phone.a" in output


def test_check_accepts_imports_that_go_down(tmp_path: Path) -> None:
    folder = package(
        tmp_path,
        core____init__="",
        core__clock="import time",
        core__errors="from __future__ import annotations",
        phone____init__="",
        phone__adb="import json\nimport adbutils\nfrom genie_host.core.errors import GenieError",
        simphone__phone="from PIL import Image",
        agent__loop="from genie_host.phone.adb import Adb\nfrom . import limits",
        agent__limits="from genie_host.core import errors",
        cli__main="import typer\nfrom genie_host.agent import loop\nfrom genie_host.simphone import phone",
    )
    assert check(folder) == (0, "9 modules keep to their layers\n")


def test_check_says_so_when_there_is_no_package(tmp_path: Path) -> None:
    code, output = check(tmp_path)
    assert code == 2
    assert "no genie_host" in output
