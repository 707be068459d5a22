"""The pytest plugin at work in test suites of others: the one of its documentation, and small ones."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "testing-with-the-simulated-phone.md"

pytest_plugins = ["pytester"]


@pytest.fixture
def suite(pytester, monkeypatch):
    """Runs a suite in a process of its own, as its owner would."""
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{pytester.path}")
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    def run(*options: str):
        return pytester.runpytest_subprocess(
            "-p", "genie_host.simphone.pytest_plugin", "--strict-markers", *options, timeout=300
        )

    return run


@pytest.mark.slow
def test_example_of_the_documentation_passes(pytester, suite):
    files = dict(re.findall(r"```python\n# (\w+\.py)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
    assert sorted(files) == ["newest_picture.py", "test_newest_picture.py"]
    for name, text in files.items():
        (pytester.path / name).write_text(text, encoding="utf-8")
    suite().assert_outcomes(passed=5)


@pytest.mark.slow
def test_marker_makes_the_phone(pytester, suite):
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.sim(state={"settings": {"wifi": True}}, faults=[{"at": "step 1", "do": "screen.off"}], seed=5)
        def test_phone_is_as_asked(sim_phone):
            assert sim_phone.state["settings"]["wifi"] is True
            sim_phone.adb.run("-s", sim_phone.serial, "shell", "input", "keyevent", "25")
            assert not sim_phone.call(lambda phone: phone.world.is_screen_on)

        def test_person_and_programs_meet_on_one_phone(sim_phone):
            sim_phone.tap("Settings")
            assert sim_phone.foreground == "com.android.settings"
            out = sim_phone.adb.run("-s", sim_phone.serial, "shell", "no_such_program; echo $?")
            assert out.strip().endswith("127")
            assert sim_phone.unknown_commands
            assert sim_phone.type_text("x") is False
            sim_phone.heal()
            assert sim_phone.read_file("/nowhere") is None
        """
    )
    suite().assert_outcomes(passed=2)


@pytest.mark.slow
def test_wrong_recipe_is_an_error_that_says_so(pytester, suite):
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.sim(profile="fax")
        def test_nothing(sim_phone):
            pass
        """
    )
    result = suite()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*fax*"])
