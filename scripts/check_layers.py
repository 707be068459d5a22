"""Check that imports in genie_host go down only, and that each third-party library lives in its own package.

    python scripts/check_layers.py [FOLDER]      FOLDER holds genie_host; the checkout by default

Reads the source, imports nothing. A deferred import is a hidden edge, so imports inside functions are counted like any
other and then refused.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGE = "genie_host"

LEVELS = {
    "core": 1,
    "phone": 2,
    "llm": 2,
    "voice": 2,
    "store": 2,
    "board": 2,
    "simphone": 2,
    "tools": 3,
    "policy": 3,
    "agent": 4,
    "cli": 5,
    "web": 5,
}

ONLY_FROM_CLI = frozenset({"simphone"})
"""Packages that the product can do without, so nothing but the command line (and the tests) may know them."""

LIBRARIES = {
    "adbutils": {"phone"},
    "cryptography": {"core", "policy"},  # pure here: keys, signatures, certificates as values; docs/decisions/0008
    "uiautomator2": {"phone"},
    "lxml": {"phone", "simphone"},
    "PIL": {"phone", "simphone"},
    "litert_lm": {"llm", "voice"},  # voice: a model that hears, in the process of the ears
    "pydantic": set(LEVELS) - {"core"},
    "yaml": {"simphone", "cli"},
    "pytest": {"simphone"},  # the plugin for other people's tests; nothing else of the package imports it
    "rich": {"cli"},
    "segno": {"cli"},
    "numpy": {"voice"},
    "sounddevice": {"voice"},
    "soxr": {"voice"},
    "vosk": {"voice"},
    "pocketsphinx": {"voice"},
    "faster_whisper": {"voice"},
    "typer": {"cli"},
    "zeroconf": {"phone"},
}
"""Third-party libraries and the packages that may import them. One that is not listed here may not be imported."""

CLOCK = "genie_host.core.clock"
"""The only module that may import ``time``."""


@dataclass(frozen=True)
class Import:
    """One import statement's target, as an absolute dotted name."""

    module: str
    target: str
    line: int
    is_deferred: bool

    def breach(self, reason: str) -> str:
        return f"{self.module}:{self.line}: imports {self.target}: {reason}"


def main(arguments: list[str]) -> int:
    """Print the breaches; 0 when there are none, 2 when there is nothing to check."""
    folder = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    modules = modules_in(folder)
    if not modules:
        print(f"no {PACKAGE} in {folder}", file=sys.stderr)
        return 2
    breaches = breaches_in(modules)
    for breach in breaches:
        print(breach)
    if not breaches:
        print(f"{len(modules)} modules keep to their layers")
    return 1 if breaches else 0


def modules_in(folder: Path) -> dict[str, Path]:
    """Dotted name to file, of every module of the package."""
    found = {}
    for path in sorted((folder / PACKAGE).rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def breaches_in(modules: dict[str, Path]) -> list[str]:
    """Every broken rule as ``module:line: imports target: reason``."""
    breaches: list[str] = []
    edges: dict[str, set[str]] = {}
    for module, path in modules.items():
        imports = list(imports_of(module, path))
        # "from x import a, b" is one breach, not two.
        found = {(item.line, reason): item.breach(reason) for item in imports for reason in reasons_against(item)}
        breaches += found.values()
        targets = {nearest(item.target, modules) for item in imports}
        # A package's __init__ is loaded before its modules anyway: that is no edge of anyone's making.
        edges[module] = {target for target in targets if target and not module.startswith(f"{target}.")}
    return breaches + [f"import cycle: {' -> '.join(cycle)}" for cycle in cycles(edges)]


def imports_of(module: str, path: Path) -> Iterator[Import]:
    """Every import in a file, relative ones resolved, those inside functions marked."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]

    def visit(node: ast.AST, is_deferred: bool) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                for alias in child.names:
                    yield Import(module, alias.name, child.lineno, is_deferred)
            elif isinstance(child, ast.ImportFrom):
                parents = package.split(".")[: len(package.split(".")) - child.level + 1] if child.level else []
                base = ".".join([*parents, child.module] if child.module else parents)
                for alias in child.names:
                    yield Import(module, f"{base}.{alias.name}", child.lineno, is_deferred)
            else:
                inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
                yield from visit(child, is_deferred or inside)

    yield from visit(ast.parse(path.read_text(encoding="utf-8"), filename=str(path)), False)


def reasons_against(item: Import) -> Iterator[str]:
    """Why this import may not be; nothing when it may."""
    if item.is_deferred:
        yield "inside a function; imports stand at the top of a module"
    here, top = area_of(item.module), item.target.split(".")[0]
    if top == PACKAGE:
        yield from reasons_against_area(here, area_of(item.target))
    elif top == "time":
        if item.module != CLOCK:
            yield f"only {CLOCK} touches time"
    elif top not in sys.stdlib_module_names:
        allowed = LIBRARIES.get(top)
        if allowed is None:
            yield "a library that LIBRARIES in check_layers.py does not list"
        elif here not in allowed:
            yield f"{top} belongs to {', '.join(sorted(allowed))}"


def reasons_against_area(here: str, there: str) -> Iterator[str]:
    """Why one package may not import another."""
    if here == there or not there:
        return
    if there not in LEVELS or here not in LEVELS:
        yield f"LEVELS in check_layers.py does not list {there if there not in LEVELS else here or 'the top'}"
    elif LEVELS[there] >= LEVELS[here]:
        way = "sideways" if LEVELS[there] == LEVELS[here] else "up"
        yield f"{way} from {here} (L{LEVELS[here]}) to {there} (L{LEVELS[there]}); imports go down only"
    elif there in ONLY_FROM_CLI and here != "cli":
        yield f"{there} is for cli and the tests alone"


def area_of(module: str) -> str:
    """``phone`` of ``genie_host.phone.adb``; empty for the package itself."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def nearest(target: str, modules: dict[str, Path]) -> str:
    """The module a dotted name belongs to: itself, or its parent when it names something inside one."""
    if target in modules:
        return target
    parent = target.rpartition(".")[0]
    return parent if parent in modules else ""


def cycles(edges: dict[str, set[str]]) -> list[list[str]]:
    """One way round for each import cycle met."""
    found: list[list[str]] = []
    done: set[str] = set()

    def follow(module: str, trail: list[str]) -> None:
        if module in trail:
            found.append([*trail[trail.index(module) :], module])
            return
        if module in done:
            return
        for target in sorted(edges.get(module, ())):
            follow(target, [*trail, module])
        done.add(module)

    for module in sorted(edges):
        follow(module, [])
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
