"""Lets the calls of the table say what they found when they fail."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.simphone.u2.calls")
