"""What is in front, as window managers of several Android versions tell it."""

from __future__ import annotations

import pytest

from genie_host.core.errors import ServerDead
from genie_host.core.geometry import Size
from genie_host.phone.device_info import parse_device_info
from genie_host.phone.foreground import parse_foreground

ANDROID_14 = """
  mCurrentFocus=null
  mFocusedApp=null
  mCurrentFocus=Window{a1b2c3 u0 com.android.settings/com.android.settings.SubSettings}
  mFocusedApp=ActivityRecord{d4e5f6 u0 com.android.settings/.SubSettings t12}
  isKeyguardShowing=false
"""
ANDROID_8 = """
  mCurrentFocus=Window{fe1d2a2 u0 com.example.app/com.other.Main$Inner}
  mFocusedApp=AppWindowToken{c2 token=Token{9 ActivityRecord{3 u0 com.example.app/com.other.Main$Inner t7}}}
  mShowingLockscreen=false
"""
DIALOG = """
  mCurrentFocus=Window{77aa u0 PopupWindow:1f2e3d}
  mFocusedApp=ActivityRecord{d4e5f6 u0 com.example.app/.Main t12}
"""
SHADE = """
  mCurrentFocus=Window{e9 u0 NotificationShade}
  mFocusedApp=ActivityRecord{d4e5f6 u0 com.example.app/.Main t12}
"""
LOCKED = """
  mCurrentFocus=Window{e9 u0 NotificationShade}
  mDreamingLockscreen=true
"""
LOCKED_14 = """
  mCurrentFocus=Window{e9 u0 NotificationShade}
    KeyguardServiceDelegate
      showing=true
      inputRestricted=true
"""


@pytest.mark.parametrize(
    ("dump", "package", "activity", "is_locked"),
    [
        (ANDROID_14, "com.android.settings", ".SubSettings", False),
        (ANDROID_8, "com.example.app", "com.other.Main$Inner", False),
        (DIALOG, "com.example.app", ".Main", False),
        (SHADE, "com.android.systemui", "", False),
        (LOCKED, "com.android.systemui", "", True),
        (LOCKED_14, "com.android.systemui", "", True),
        ("", "", "", False),
        ("Permission Denial: can't dump WindowManager", "", "", False),
    ],
)
def test_the_focused_window_is_read(dump: str, package: str, activity: str, is_locked: bool) -> None:
    front = parse_foreground(dump.replace("\n", "\r\n"))
    assert (front.package, front.activity, front.is_locked) == (package, activity, is_locked)


def test_device_info_is_read() -> None:
    answer = {"currentPackageName": None, "displayWidth": 2400, "displayHeight": 1080, "displayRotation": 3}
    info = parse_device_info(answer)
    assert (info.package, info.size, info.rotation, info.is_screen_on) == (
        "",
        Size(width=2400, height=1080),
        3,
        True,
    )


@pytest.mark.parametrize("answer", [None, [], {}, {"displayWidth": "1080", "displayHeight": 2400}, {"displayWidth": 0}])
def test_device_info_that_is_none_is_a_broken_server(answer: object) -> None:
    with pytest.raises(ServerDead):
        parse_device_info(answer)
