"""Screens of apps that are not in any data set: who is asked and who is not, in many languages and disguises."""

from __future__ import annotations

import pytest

from genie_host.core.verdicts import Ruling
from genie_host.policy.risk import assess_dump
from tests.policy.errands import errands
from tests.policy.more_scenes import more_scenes
from tests.policy.scenes import Scene, scenes
from tests.policy.tongues import tongues

SCENES = [*scenes(), *more_scenes(), *tongues(), *errands()]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_scene_is_judged_as_a_careful_person_would(scene: Scene) -> None:
    verdict = assess_dump(scene.observation, scene.tool, scene.arguments)
    assert ("allow" if verdict.ruling is Ruling.ALLOW else "gate") == scene.expected, verdict


def test_a_gated_scene_says_why() -> None:
    gated = [scene for scene in SCENES if scene.expected == "gate"]
    assert all(assess_dump(each.observation, each.tool, each.arguments).reasons for each in gated)


def test_verdicts_are_the_same_when_asked_again() -> None:
    for scene in SCENES[:40]:
        first = assess_dump(scene.observation, scene.tool, scene.arguments)
        assert assess_dump(scene.observation, scene.tool, scene.arguments) == first
