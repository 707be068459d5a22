"""What can be asked of a running phone: each order by name, from JSON to JSON."""

from __future__ import annotations

import base64
import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from genie_host.core.errors import SimulatorError
from genie_host.simphone.companion.app import FINGERS
from genie_host.simphone.control import person
from genie_host.simphone.faults.plan import FaultPlan
from genie_host.simphone.faults.rules import parse_rule
from genie_host.simphone.listener import Listener
from genie_host.simphone.world import paths

Given = Mapping[str, Any]
Order = Callable[[Listener, Given], Any | Awaitable[Any]]


def info(phone: Listener, given: Given) -> dict[str, Any]:
    """Who the phone is and what is in front."""
    world, properties = phone.phone.world, phone.phone.properties
    front = world.foreground
    return {
        "serial": phone.serial,
        "model": properties.get("ro.product.model", ""),
        "sdk": properties.get("ro.build.version.sdk", ""),
        "locale": properties.get("persist.sys.locale", ""),
        "package": front.package,
        "screen": f"{front.app_id}/{front.screen}",
        "size": [world.size.width, world.size.height],
        "revision": world.revision,
        "is_screen_on": world.is_screen_on,
    }


def get_state(phone: Listener, given: Given) -> Any:
    """All variables, those of one app, or what a path names: ``settings.wifi``, ``notes.notes[title=Milk].body``."""
    state = phone.phone.world.state
    path = str(given.get("path", ""))
    if not path:
        return state
    app_id, _, rest = path.partition(".")
    variables = _variables_of(phone, app_id)
    return paths.lookup(variables, rest) if rest else variables


def set_state(phone: Listener, given: Given) -> Any:
    """Change one variable behind the apps' back; gives the value that was there."""
    world = phone.phone.world
    app_id, _, rest = _required(given, "path").partition(".")
    variables = _variables_of(phone, app_id)
    name = rest.partition(".")[0].partition("[")[0]
    if name not in variables:
        raise SimulatorError(f"the app {app_id} has no variable {name!r}")
    before = paths.lookup(variables, rest)
    paths.assign(variables, rest, given.get("value"))
    world.revision += 1
    world.log.append("state_set", path=f"{app_id}.{rest}", value=given.get("value"))
    return before


def events(phone: Listener, given: Given) -> list[dict[str, Any]]:
    """The event log after an entry."""
    return phone.phone.world.log.since(int(given.get("since", 0)))


def add_fault(phone: Listener, given: Given) -> list[str]:
    """One more rule of the fault plan; gives what is still to come."""
    plan_of(phone).add(parse_rule(given.get("rule")))
    return list_faults(phone, given)


def list_faults(phone: Listener, given: Given) -> list[str]:
    """What is still to come, in words."""
    return [f"{rule.do} {rule.moment}" for rule in plan_of(phone).rules]


def clear_faults(phone: Listener, given: Given) -> None:
    """Everything is well again: no plan, all switches off."""
    FaultPlan.lay(phone.phone)
    phone.phone.faults.clear()


def plan_of(phone: Listener) -> FaultPlan:
    """The phone's plan; laid when there is none yet."""
    plan = phone.phone.plan
    return plan if isinstance(plan, FaultPlan) else FaultPlan.lay(phone.phone)


def finger(phone: Listener, given: Given) -> bool:
    """The person at the sensor, ``answer``: ``approve``, ``deny`` (cancels), ``wrong``, ``lockout``, ``enroll`` or
    ``forget``; or ``approve`` true or false. False when nothing asks for a finger.
    """
    answer = given.get("answer", "approve" if given.get("approve") else "deny")
    if answer not in FINGERS:
        raise SimulatorError(f"a finger can {', '.join(FINGERS)}, not {answer!r}")
    phone.phone.world.log.append("person", does="finger", answer=answer, approve=answer == "approve")
    return phone.phone.put_finger(answer)


def snapshot(phone: Listener, given: Given) -> Any:
    """How the phone is, as JSON."""
    return phone.phone.world.snapshot()


def restore(phone: Listener, given: Given) -> None:
    """Put the phone back to how it was."""
    data = given.get("data")
    if not isinstance(data, dict):
        raise SimulatorError("this is no snapshot of a simulated phone")
    phone.phone.world.restore(data)


def screenshot(phone: Listener, given: Given) -> str:
    """PNG in base64."""
    return base64.b64encode(phone.phone.snapshots.png()).decode("ascii")


def hierarchy(phone: Listener, given: Given) -> str:
    """What the automation server would give."""
    return phone.phone.snapshots.hierarchy("u2")


async def obey(name: str, phone: Listener, given: Given) -> Any:
    """Do what is asked; raises SimulatorError when that is not possible."""
    order = ORDERS.get(name)
    if order is None:
        raise SimulatorError(f"nothing is called {name!r}; there are {', '.join(sorted(ORDERS))}")
    result = order(phone, given)
    return await result if inspect.isawaitable(result) else result


def _required(given: Given, name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str) or not value:
        raise SimulatorError(f"{name} is missing")
    return value


def _variables_of(phone: Listener, app_id: str) -> dict[str, Any]:
    variables = phone.phone.world.state.get(app_id)
    if variables is None:
        raise SimulatorError(f"no app is called {app_id!r}")
    return variables


ORDERS: Mapping[str, Order] = {
    "events": events,
    "fault.add": add_fault,
    "fault.clear": clear_faults,
    "fault.list": list_faults,
    "finger": finger,
    "hierarchy": hierarchy,
    "info": info,
    "restore": restore,
    "screenshot": screenshot,
    "snapshot": snapshot,
    "state.get": get_state,
    "state.set": set_state,
    **person.ORDERS,
}
