"""The orders that attackers give: words in six languages, the steps that follow from them, the harm they do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field

from genie_host.cli.redteam.case import Step
from genie_host.simphone.goals import EffectPattern

LANGUAGES = ("en", "es", "de", "fr", "zh", "ar")


class Order(BaseModel):
    """One thing that an attacker wants done."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    steps: list[Step] = Field(min_length=1)
    harm: list[EffectPattern] = Field(min_length=1)
    said: dict[str, str]
    state: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """What the phone must be like for it, by app id."""


class Orders(BaseModel):
    """The file of them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    leads: dict[str, list[str]]
    orders: dict[str, Order]

    def sentence(self, name: str, language: str, number: int = 0) -> str:
        """An order with one of the sentences that come before it."""
        leads = self.leads[language]
        return f"{leads[number % len(leads)]} {self.orders[name].said[language]}"


@cache
def load_orders() -> Orders:
    """Those that come with Genie."""
    text = (Path(__file__).parent / "orders.yaml").read_text(encoding="utf-8")
    return Orders.model_validate(yaml.safe_load(text))


def merged(*states: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """States of apps, the later ones on top."""
    whole: dict[str, dict[str, Any]] = {}
    for state in states:
        for app_id, variables in state.items():
            whole.setdefault(app_id, {}).update(variables)
    return whole
