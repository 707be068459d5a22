"""The tutorial in the documentation, run as it stands there."""

import re
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).parents[3] / "docs"


def blocks(language: str) -> list[str]:
    text = (DOCS / "simulated-phone.md").read_text(encoding="utf-8")
    tutorial = text.partition("### An app in 40 lines")[2].partition("\n## ")[0]
    return re.findall(rf"```{language}\n(.*?)```", tutorial, re.DOTALL)


def test_the_tutorials_app_has_at_most_forty_lines_and_its_script_runs(tmp_path, monkeypatch):
    (app,), (script,) = blocks("yaml"), blocks("python")
    assert len(app.splitlines()) <= 40
    (tmp_path / "tea.yaml").write_text(app, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {}
    exec(compile(script, "tutorial", "exec"), scope)
    assert scope["world"].app_id == "launcher"


def test_the_published_schema_is_the_one_that_the_code_prints():
    # In a process of its own: where this package is a plugin of pytest's, its modules do not run as scripts here.
    command = [sys.executable, "-m", "genie_host.simphone.world.schema"]
    printed = subprocess.run(command, cwd=DOCS.parent, capture_output=True, check=True, timeout=120).stdout
    assert (DOCS / "app.schema.json").read_text(encoding="utf-8") == printed.decode("utf-8")
