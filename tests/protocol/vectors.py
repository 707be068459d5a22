"""Reads the vectors that host, companion and simulated phone are all tested against."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from genie_host.core.gap.keys import PublicKey

FOLDER = Path(__file__).parent / "vectors"


def cases(file: str, array: str) -> list[Any]:
    return json.loads((FOLDER / f"{file}.json").read_text(encoding="ascii"))[array]


def by_name(case: Any) -> str:
    return case["name"] if isinstance(case, dict) and "name" in case else str(case)


KEYS = {row["name"]: PublicKey(bytes.fromhex(row["spki"])) for row in cases("keys", "keys")}
HOST_NAME = json.loads((FOLDER / "keys.json").read_text(encoding="ascii"))["host_name"]
REQUESTS = {case["name"]: case for case in cases("requests", "requests")}
