"""Chaos: a fault plan out of a seed. The same seed gives the same plan."""

from __future__ import annotations

from random import Random

from genie_host.simphone.faults.rules import Rule

PASSING: tuple[tuple[str, dict[str, object]], ...] = (
    ("drop", {}),
    ("wifi.drop", {"for": 1.0}),
    ("shell.slow", {"seconds": 0.5, "for": 2.0}),
    ("sync.slow", {"seconds": 0.5, "for": 2.0}),
    ("u2.crash", {}),
    ("u2.kill", {}),
    ("u2.error", {}),
    ("u2.hang", {"seconds": 0.5, "for": 2.0}),
    ("u2.http", {}),
    ("dump.empty", {}),
    ("dump.truncate", {"fraction": 0.5, "for": 0.5}),
    ("dump.stale", {}),
    ("tree.lag", {}),
    ("dump.delay", {"seconds": 0.5, "for": 2.0}),
    ("screenshot.none", {"for": 2.0}),
    ("screenshot.black", {"for": 2.0}),
    ("input.denied", {"for": 0.5}),
    ("clipboard.denied", {"for": 2.0}),
    ("app.crash", {}),
    ("app.anr", {}),
    ("app.stop", {}),
    ("call.incoming", {}),
    ("popup", {}),
    ("permission.dialog", {}),
    ("screen.off", {}),
)
"""Faults that a good client gets over, with arguments that let them pass."""


def chaos(seed: int, *, faults: int = 10, steps: int = 50) -> tuple[Rule, ...]:
    """So many faults, spread over so many touches, keys and texts."""
    random = Random(seed)  # noqa: S311 - repeatable faults, no secrets
    rules = []
    for step in sorted(random.randint(1, steps) for _ in range(faults)):
        name, arguments = random.choice(PASSING)
        rules.append(Rule.model_validate({"at": f"step {step}", "do": name, **arguments}))
    return tuple(rules)
