"""What ``genie doctor`` makes of the phone. It looks, and leaves nothing behind."""

from __future__ import annotations

from pathlib import Path

from genie_host.core.cancel import CancelToken
from genie_host.phone.doctor.report import Report
from genie_host.phone.doctor.visit import whole_visit
from tests_phone.differences import Differences
from tests_phone.kit import Kit


def visited(kit: Kit, folder: Path) -> Report:
    return whole_visit(kit.adb, kit.serial, cancel=CancelToken(), folder=folder)


def test_phone_is_ready_for_a_run(differences: Differences, tmp_path: Path) -> None:
    assert differences.fact("ready", lambda kit: visited(kit, tmp_path).is_ready)


def test_every_check_of_the_phone_is_told(differences: Differences, tmp_path: Path) -> None:
    def told(kit: Kit) -> frozenset[str]:
        findings = visited(kit, tmp_path).findings
        return frozenset(f"{each.check} {each.status.value}" for each in findings if each.check.startswith("phone."))

    checks = {line.split()[0] for line in differences.fact("doctor", told)}
    assert {"phone.state", "phone.slot", "phone.touch", "phone.battery", "phone.storage", "phone.screen"} <= checks


def test_whatever_is_wrong_comes_with_a_remedy(kit: Kit, tmp_path: Path) -> None:
    for finding in visited(kit, tmp_path).findings:
        assert finding.summary
        assert finding.remedy or finding.status.value in ("ok", "skipped"), finding.check
