"""The computer's own key: made once, for its owner alone, never replaced."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from genie_host.core.errors import AuditUnavailable
from genie_host.store.host_key import KEY_NAME, existing_host_key, host_key


def test_host_key_is_made_once(tmp_path: Path) -> None:
    assert existing_host_key(tmp_path / "keys") is None
    key = host_key(tmp_path / "keys")
    assert host_key(tmp_path / "keys").public == key.public
    assert [path.name for path in (tmp_path / "keys").iterdir()] == [KEY_NAME]


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
def test_host_key_is_for_its_owner_alone(tmp_path: Path) -> None:
    host_key(tmp_path / "keys")
    path = tmp_path / "keys" / KEY_NAME
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    host_key(tmp_path / "keys")
    assert path.stat().st_mode & 0o777 == 0o600


def test_damaged_host_key_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / KEY_NAME).write_text("nonsense")
    with pytest.raises(AuditUnavailable, match="damaged"):
        host_key(tmp_path)
    assert (tmp_path / KEY_NAME).read_text() == "nonsense"


@pytest.mark.slow
def test_processes_that_make_it_at_once_use_one_key(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from genie_host.store.host_key import host_key;"
        "print(host_key(Path(sys.argv[1])).public.id)"
    )
    makers = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "keys")], stdout=subprocess.PIPE) for _ in range(4)
    ]
    assert len({maker.communicate(timeout=60)[0] for maker in makers}) == 1
