"""``uiautomator dump`` wants a screen that is still; one that moves never is."""

from pathlib import Path

from shell_runner import run

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.world.engine import World

MOVING = """
app_id: ball
package: com.example.ball
label: Ball
screens:
  home: {title: Ball, animates: true, body: [{kind: button, text: Stop, tap: [{goto: still}]}]}
  still: {title: Still}
"""


def test_a_screen_that_moves_cannot_be_dumped_by_the_phones_own_tool(tmp_path: Path):
    (tmp_path / "ball.yaml").write_text(MOVING, encoding="utf-8")
    phone = SimPhone(World.from_bundled_apps(extra_apps=[tmp_path / "ball.yaml"]))
    phone.world.show("ball", "home")
    assert "ERROR: could not get idle state." in run(phone, "uiautomator dump").errors
    phone.world.show("ball", "still")
    assert "dumped to" in run(phone, "uiautomator dump").output
