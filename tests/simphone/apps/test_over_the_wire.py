"""An unmodified uiautomator2 client does in apps what a person does, and waits as long as a person would."""

import re

import pytest

pytestmark = pytest.mark.slow
WAIT_SECONDS = 20


def effects(sim, kind):
    return [entry for entry in sim.call(lambda phone: phone.world.log.effects) if entry["kind"] == kind]


def test_a_transfer_with_the_code_out_of_the_text_message(u2_device, sim):
    u2_device.app_start("com.example.tidewell")
    for digit in "4826":
        u2_device(resourceIdMatches=f".*key_{digit}").click(timeout=WAIT_SECONDS)
    for name in ("Transfer money", "Sam Okafor"):
        u2_device(text=name).click(timeout=WAIT_SECONDS)
    u2_device(resourceIdMatches=".*:id/amount").set_text("12.5", timeout=WAIT_SECONDS)
    u2_device.press("back")
    u2_device(text="Continue").click(timeout=WAIT_SECONDS)
    u2_device(text="Confirm").click(timeout=WAIT_SECONDS)
    message = u2_device(textContains="is your code for paying")
    assert message.wait(timeout=WAIT_SECONDS)
    code = re.match(r"\d{6}", message.get_text())[0]
    u2_device(resourceIdMatches=".*:id/code").set_text(code, timeout=WAIT_SECONDS)
    u2_device.press("back")
    u2_device(resourceIdMatches=".*:id/pay").click(timeout=WAIT_SECONDS)
    assert u2_device(text="Payment sent").wait(timeout=WAIT_SECONDS)
    (made,) = effects(sim, "transfer_made")
    assert (made["to"], made["amount"]) == ("Sam Okafor", "12.50")


def test_a_chat_without_ids_is_used_by_where_things_are(u2_device, sim):
    u2_device.app_start("com.example.banterly")
    u2_device(text="Allow").click(timeout=WAIT_SECONDS)
    u2_device(text="Bram").click(timeout=WAIT_SECONDS)
    field = u2_device(className="android.widget.EditText")
    field.set_text("hello", timeout=WAIT_SECONDS)
    box = field.info["bounds"]
    u2_device.click((box["right"] + 1080) // 2, (box["top"] + box["bottom"]) // 2)
    assert u2_device(textContains="hello").wait(timeout=WAIT_SECONDS)
    assert [entry["text"] for entry in effects(sim, "message_sent")] == ["hello"]


def test_food_is_found_by_descriptions_alone(u2_device, sim):
    u2_device.app_start("com.example.ladlewing")
    u2_device(descriptionStartsWith="The Green Bowl").click(timeout=WAIT_SECONDS)
    u2_device(descriptionStartsWith="Bean bowl").click(timeout=WAIT_SECONDS)
    u2_device(description="Add to basket").click(timeout=WAIT_SECONDS)
    assert u2_device(description="View basket (1)").wait(timeout=WAIT_SECONDS)
    assert [entry["dish"] for entry in effects(sim, "dish_added")] == ["Bean bowl"]


def test_a_game_is_played_by_its_pixels(u2_device, sim):
    u2_device.app_start("com.example.pebblepop")
    u2_device.click(540, 1110)
    for _ in range(3):
        picture = u2_device.screenshot()
        spots = [(90 + column * 310 + 10, 620 + row * 330 + 100) for row in range(3) for column in range(3)]
        inks = [ink(picture.crop((left, top, left + 90, top + 100))) for left, top in spots]
        left, top = spots[inks.index(max(inks))]
        u2_device.click(left + 100, top + 40)
    score, lives = sim.call(lambda phone: (phone.world.state["game"]["score"], phone.world.state["game"]["lives"]))
    assert (score, lives) == (30, 3)


def ink(picture):
    """How much of a picture is dark."""
    return sum(count for count, shade in picture.convert("L").getcolors() if shade < 100)
