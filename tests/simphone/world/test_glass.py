"""What is on the glass is drawn once for each state of the phone, and anew for the next."""

import asyncio

import pytest

from genie_host.simphone.world.xml import hierarchy_xml

MESSAGES, CAMERA = "com.android.messaging", "com.android.camera2"


@pytest.fixture
def world(sim_phone):
    return sim_phone.world


def test_a_second_look_sees_the_same_windows(world):
    assert world.windows() is world.windows()


def test_a_touch_finds_what_the_look_before_it_found_and_the_next_look_sees_what_it_did(world):
    before = world.windows()
    icon = next(node for node in before[0].root.walk() if node.text == "Messages")
    world.tap(icon.bounds.center.x, icon.bounds.center.y)
    assert world.foreground.package == MESSAGES
    assert {node.package for node in world.windows()[0].root.walk()} == {MESSAGES}


def test_a_permission_that_is_given_or_taken_is_seen_at_once(world):
    world.show("settings", "app_permission", name="Camera", package=CAMERA, permission="camera")
    seen = [hierarchy_xml(world)]
    world.grant_permission(CAMERA, "camera")
    seen.append(hierarchy_xml(world))
    world.revoke_permission(CAMERA, "camera")
    seen.append(hierarchy_xml(world))
    world.reset_permissions(CAMERA)
    seen.append(hierarchy_xml(world))
    assert len({seen[1], seen[2], seen[3]}) == 3
    assert seen[3] == seen[0]


def test_the_finger_meets_what_a_change_in_the_last_moment_put_there(sim_phone):
    world = sim_phone.world
    spot = next(node for node in world.windows()[0].root.walk() if node.text == "Messages").bounds.center
    sim_phone.faults.before_tap = lambda world: world.state["launcher"]["first"].clear()
    asyncio.run(sim_phone.hand.tap(spot.x, spot.y))
    assert world.foreground.package != MESSAGES
