"""The drawing at the top of core/errors.py is the tree that the code makes."""

from __future__ import annotations

import re

from genie_host.core import errors


def drawn() -> dict[str, str]:
    """Each class in the drawing with its parent's name."""
    parents: dict[str, str] = {}
    trail: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        match = re.fullmatch(r"((?:│   |    )*(?:[├└]── )?)([A-Z]\w+)(?:  +.*)?", line)
        if match:
            depth = len(match[1]) // 4
            trail[depth:] = [match[2]]
            parents[match[2]] = trail[depth - 1] if depth else "Exception"
    return parents


def coded() -> dict[str, str]:
    classes = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, Exception)]
    return {value.__name__: value.__bases__[0].__name__ for value in classes}


def test_drawing_of_the_error_tree_equals_the_code() -> None:
    assert drawn() == coded()


def test_every_error_has_one_parent_and_a_docstring() -> None:
    for name in coded():
        error = getattr(errors, name)
        assert len(error.__bases__) == 1
        assert error.__doc__
