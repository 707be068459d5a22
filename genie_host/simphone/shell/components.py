"""Names of activities as Android writes them."""

from __future__ import annotations

from genie_host.simphone.world.schema import App


def full_class_name(package: str, activity: str) -> str:
    """An activity's class name with the package that a leading dot stands for."""
    return package + activity if activity.startswith(".") else activity


def short_class_name(package: str, activity: str) -> str:
    """An activity's class name with a leading dot where it lies in the package."""
    return activity.removeprefix(package) if activity.startswith(package + ".") else activity


def component_of(app: App) -> str:
    """``package/full.class.Name`` of an app's main activity."""
    return f"{app.package}/{full_class_name(app.package, app.activity)}"


def activities_of(app: App) -> list[str]:
    """Full names of all activities of an app, the main one first."""
    names = [app.activity, *(screen.activity for screen in app.screens.values() if screen.activity)]
    return list(dict.fromkeys(full_class_name(app.package, name) for name in names))
