"""The verbs of app files: what each does, at once or later."""

import json

import pytest
from app_file import phone_with, tap
from walker import HandClock

from genie_host.core.errors import SimulatorError
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.schema.verbs import VERBS, fault_of

APP = """
permissions: [camera]
links: [{{url: "lab://show/{{name}}", goto: {{screen: other, args: {{name: "{{name}}"}}}}}}]
state: {{count: 2, total: 9.5, text: old, flag: true, list: [b, a], pairs: [{{k: b, n: 1}}, {{k: a, n: 2}}],
  amount: "2"}}
screens:
  home: {{title: Home, body: [{{kind: button, text: Go, tap: {actions}}}]}}
  other: {{title: "Other {{name}}", body: [{{kind: text, text: There}}]}}
dialogs: {{ask: {{title: Really?, buttons: [{{kind: button, text: Cancel}}]}}}}
"""


def done(tmp_path, actions: str, **options) -> World:
    """A phone after a tap that does these actions."""
    world = phone_with(tmp_path, APP.format(actions=actions), **options)
    tap(world, "Go")
    return world


@pytest.mark.parametrize(
    ("actions", "variable", "value"),
    [
        ("[{add: {path: count}}]", "count", 3),
        ("[{add: {path: total, by: 0.25}}]", "total", 9.75),
        ('[{add: {path: count, by: "-{amount}"}}]', "count", 0),
        ("[{add: {path: text, by: 1}}]", "text", 1),
        ("[{clear: list}]", "list", []),
        ("[{clear: text}]", "text", ""),
        ("[{clear: flag}]", "flag", False),
        ("[{clear: count}]", "count", 0),
        ("[{toggle: flag}]", "flag", False),
        ('[{set: {text: "{amount}{count}", flag: false}}]', "text", "22"),
        ("[{sort: {list: pairs, by: k}}]", "pairs", [{"k": "a", "n": 2}, {"k": "b", "n": 1}]),
        ("[{sort: {list: pairs, by: n}}]", "pairs", [{"k": "b", "n": 1}, {"k": "a", "n": 2}]),
        (
            "[{append: {to: pairs, value: {k: c, n: '10'}}}, {sort: {list: pairs, by: n}}]",
            "pairs",
            [{"k": "b", "n": 1}, {"k": "a", "n": 2}, {"k": "c", "n": "10"}],
        ),
        ("[{remove: {from: pairs, where: {n: 1}}}]", "pairs", [{"k": "a", "n": 2}]),
        ("[{append: {to: list, value: c}}]", "list", ["b", "a", "c"]),
        ('[{if: {path: "count=2", then: [{set: {text: two}}], else: [{set: {text: more}}]}}]', "text", "two"),
        ('[{if: {path: "!flag", then: [{set: {text: off}}], else: [{set: {text: on}}]}}]', "text", "on"),
        ("[{random: [[{set: {text: heads}}], [{set: {text: heads}}]]}]", "text", "heads"),
        ('[{for: {each: pairs, when: "item.n>1", do: [{set: {text: "{item.k}"}}]}}]', "text", "a"),
    ],
)
def test_a_verb_changes_variables(tmp_path, actions, variable, value):
    assert done(tmp_path, actions).state["lab"][variable] == value


def test_luck_is_the_same_again_with_the_same_seed(tmp_path):
    either = "[{random: [[{set: {text: heads}}], [{set: {text: tails}}]]}]"
    seen = {seed: done(tmp_path, either, seed=seed).state["lab"]["text"] for seed in range(12)}
    assert set(seen.values()) == {"heads", "tails"}
    assert seen[3] == done(tmp_path, either, seed=3).state["lab"]["text"]


def test_a_delayed_action_comes_when_its_time_has_come_with_the_variables_of_then(tmp_path):
    clock = HandClock()
    world = done(tmp_path, '[{delay: {ms: 800, then: [{toast: "{text}"}]}}, {set: {text: new}}]', clock=clock)
    clock.sleep(0.7)
    world.tick()
    assert world.toast is None
    clock.sleep(0.2)
    world.tick()
    assert world.toast == "new"


def test_delayed_work_outlives_a_snapshot(tmp_path):
    clock = HandClock()
    world = done(tmp_path, "[{delay: {ms: 800, then: [{set: {text: late}}]}}]", clock=clock)
    world.restore(world.snapshot())
    clock.sleep(1)
    world.tick()
    assert world.state["lab"]["text"] == "late"


def test_an_app_that_is_not_in_front_opens_no_screens(tmp_path):
    clock = HandClock()
    world = done(tmp_path, "[{delay: {ms: 500, then: [{goto: other}, {toast: later}]}}]", clock=clock)
    world.press_key(3)
    clock.sleep(1)
    world.tick()
    assert (world.foreground.app_id, world.toast) == ("launcher", "later")


@pytest.mark.parametrize("verb", ["effect", "emit"])
def test_an_effect_is_written_down_with_its_fields_filled(tmp_path, verb):
    world = done(tmp_path, f'[{{{verb}: {{kind: paid, amount: "{{amount}}", to: {{name: "{{text}}"}}}}}}]')
    entry = world.log.effects[-1]
    assert (entry["kind"], entry["app"], entry["amount"], entry["to"]) == ("paid", "lab", "2", {"name": "old"})


@pytest.mark.parametrize(
    ("actions", "screen"),
    [
        ('[{link: "lab://show/Mo"}]', "other"),
        ("[{goto: {screen: other, args: {name: Mo}}}]", "other"),
        ("[{goto: other}, {back: 1}]", "home"),
    ],
)
def test_a_verb_leads_to_a_screen(tmp_path, actions, screen):
    world = done(tmp_path, actions)
    assert (world.foreground.app_id, world.foreground.screen) == ("lab", screen)
    assert world.visit.args in ({}, {"name": "Mo"})


def test_copy_puts_text_on_the_clipboard(tmp_path):
    assert done(tmp_path, '[{copy: "{text}!"}]').clipboard == "old!"


def test_finish_leaves_the_app_without_its_screens(tmp_path):
    world = done(tmp_path, "[{finish: true}]")
    assert world.foreground.app_id == "launcher"
    assert not world.is_running("com.example.lab")


EXAMPLES = {
    "object": {"path": "count", "each": "list", "list": "pairs", "to": "list", "from": "pairs", "by": "k"},
}


def example(schema):
    """An argument that fits a verb's schema, the least there is."""
    if "anyOf" in schema:
        return example(schema["anyOf"][0])
    match schema.get("type"):
        case "object":
            names = schema.get("required", ())
            return {name: EXAMPLES["object"].get(name, example(schema["properties"][name])) for name in names}
        case "array":
            return [[]] if "minItems" in schema else []
        case "integer":
            return 1
        case "string":
            return "flag"
        case _:
            return {}


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_the_phone_knows_every_verb_of_the_schema(tmp_path, verb):
    argument = example(VERBS[verb])
    assert fault_of({verb: argument}) == ""
    world = phone_with(tmp_path, APP.format(actions=json.dumps([{verb: argument}])))
    try:
        tap(world, "Go")
    except SimulatorError as error:
        # Such as that there is no screen of that name; an unknown verb would be another matter.
        pytest.fail(str(error)) if "no action" in str(error) else None


@pytest.mark.parametrize(
    ("action", "fault"),
    [
        ({"goto": 7}, "goto: 7 is no"),
        ({"goto": {"args": {}}}, "goto: screen is missing"),
        ({"delay": {"ms": "soon", "then": []}}, "delay: ms: 'soon' is no integer"),
        ({"delay": {"ms": 1, "then": [{"toast": {}}]}}, "delay: then: toast: {} is no string"),
        ({"toast": "x", "wait": 1}, "wait cannot stand beside toast"),
        ({"notify": {"title": "x", "sound": "y"}}, "notify: sound has no place here"),
        ({"random": [[], [{"back": 1, "also": 2}]]}, "random: also cannot stand beside back"),
        ({}, "{} is no action"),
    ],
)
def test_what_is_wrong_with_an_action_is_named_when_the_file_is_read(tmp_path, action, fault):
    assert fault in fault_of(action)
    with pytest.raises(SimulatorError, match=r"wrong at screens\.home\.body\.0\.tap\.0"):
        phone_with(tmp_path, APP.format(actions=json.dumps([action])))
