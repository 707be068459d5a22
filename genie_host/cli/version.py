"""``genie version``: Genie's version and those of what it stands on."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from genie_host.cli.terminal import CONSOLE, print_json

PACKAGES = ("adbutils", "uiautomator2", "litert-lm-api")


def version_of(package: str) -> str:
    """The installed version; "not installed" for Genie itself when it runs from a checkout that nobody installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def show_version(as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False) -> None:
    """Print Genie's version and those of what it stands on."""
    versions = {
        "genie": version_of("genie-host"),
        "python": platform.python_version(),
        **{package: version_of(package) for package in PACKAGES},
    }
    if as_json:
        print_json(versions)
        return
    for name, number in versions.items():
        CONSOLE.print(f"{name:14} {number}")
