"""The tools and their arguments."""

import importlib
import pkgutil

import pytest

from genie_host.core.calls import ToolCall
from genie_host.core.verdicts import RiskClass, Scope
from genie_host.tools import families
from genie_host.tools.families.apps import Nothing
from genie_host.tools.tool import RetryDifferently, Tool
from genie_host.tools.toolset import Toolset, UnknownTool

NAMES = (
    "open_app click switch_on switch_off tap_at long_press type_text scroll swipe go_back go_home "
    "press_key read_screen take_screenshot wait_for reply tasks double_tap drag pinch fling "
    "scroll_to append_text clear_field recents open_notifications open_quick_settings rotate "
    "set_volume get_clipboard set_clipboard open_link launch_intent answer_permission wake unlock "
).split()


def call(name, **arguments):
    return ToolCall(call_id="call-1", tool_name=name, arguments=arguments)


def test_every_tool_is_there():
    assert {tool.name for tool in Toolset.default()} == set(NAMES)


@pytest.mark.parametrize("tool", list(Toolset.default()), ids=lambda tool: tool.name)
def test_every_tool_declares_its_risk_and_explains_itself(tool):
    assert isinstance(tool.risk, RiskClass)
    assert len(tool.description) > 10
    parameters = tool.schema()["function"]["parameters"]
    assert parameters["additionalProperties"] is False


@pytest.mark.parametrize("missing", ["risk", "scope"])
def test_a_tool_without_a_risk_class_or_a_scope_never_comes_to_be(missing):
    declared = {"risk": RiskClass.READ, "scope": Scope.SCREEN, missing: None}
    with pytest.raises(TypeError, match=f"declares no {missing}"):
        Tool(name="x", description="x", arguments=Nothing, run=lambda arguments, context: "", **declared)


def test_every_tool_declares_what_it_can_do_and_what_it_reaches():
    """Of all modules of the folder, listed in the toolset or not."""
    found = []
    for module in pkgutil.iter_modules(families.__path__):
        found += importlib.import_module(f"{families.__name__}.{module.name}").TOOLS
    assert {tool.name for tool in found} == {tool.name for tool in Toolset.default()}
    for tool in found:
        assert isinstance(tool.risk, RiskClass)
        assert isinstance(tool.scope, Scope)


def test_only_looking_and_talking_change_nothing():
    still = {tool.name for tool in Toolset.default() if not tool.is_mutating}
    assert still == {"read_screen", "take_screenshot", "wait_for", "get_clipboard", "reply", "tasks"}


def test_tools_can_be_narrowed_to_scopes():
    names = {tool.name for tool in Toolset.default().within({Scope.TALK, Scope.SCREEN})}
    assert names == {"read_screen", "wait_for", "reply", "tasks"}


def test_two_tools_of_one_name_are_not_loaded():
    tools = list(Toolset.default())
    with pytest.raises(ValueError, match="two tools"):
        Toolset([*tools, tools[0]])


def test_an_unknown_tool_is_answered_with_the_nearest_one():
    with pytest.raises(UnknownTool, match="Did you mean scroll"):
        Toolset.default().validate(call("scrol", direction="down"))


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        (call("click"), "target: Field required"),
        (call("click", target="Wi-Fi", x=3), "x: Extra inputs"),
        (call("click", target=""), "at least 1 character"),
        (call("tap_at", x=1200, y=3), "less than or equal to 1000"),
        (call("scroll", direction="sideways"), "direction: Input should be 'down'"),
        (call("type_text", text=5), "text: Input should be a valid string"),
        (call("wait_for", text="x", seconds=1000), "less than or equal to 60"),
        (call("go_back", far=True), "far: Extra inputs"),
    ],
)
def test_wrong_arguments_are_named(wrong, fault):
    with pytest.raises(RetryDifferently) as caught:
        Toolset.default().validate(wrong)
    assert fault in str(caught.value)


def test_a_toolset_can_be_narrowed():
    assert [tool.name for tool in Toolset.default().only(["reply", "click"])] == ["click", "reply"]
