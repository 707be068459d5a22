"""Runs that type secrets, and runs whose log cannot be written: what is kept, what the model reads, what is done."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from genie_host.agent.ending import EndReason, EpisodeResult
from genie_host.agent.executor import Executor
from genie_host.agent.loop import run_episode
from genie_host.agent.planner import Planner
from genie_host.agent.terms import Terms
from genie_host.cli.events_out import JsonLines
from genie_host.cli.evidence import Evidence, audit_folder, evidence_of_run
from genie_host.core.verdicts import Stake
from genie_host.llm.catalogue import Catalogue
from genie_host.llm.litert import LiteRtModel
from genie_host.llm.model import ModelReply
from genie_host.store.reading import records_of
from genie_host.tools.toolset import Toolset
from tests.agent.conftest import Stage
from tests.agent.scripted_model import Answer, ScriptedModel

pytestmark = pytest.mark.slow

PASSWORD = "lemon-kettle"
SIGN_IN = f"sign in as ada with the password {PASSWORD}"


@dataclass
class RealModel:
    """The shipped model, and all that was put to it."""

    model: LiteRtModel
    questions: list[str] = field(default_factory=list)

    def propose(self, **question: Any) -> ModelReply:
        kept = {name: value for name, value in question.items() if name not in ("deadline", "cancel")}
        self.questions.append(repr(kept))
        return self.model.propose(**question)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.model, name)


@dataclass
class Kept:
    """Everything that a run has left behind."""

    events: str = ""
    logs: str = ""
    questions: str = ""
    folder: Path = field(default_factory=Path)

    def all_of_it(self) -> dict[str, str]:
        files = {
            str(path.relative_to(self.folder)): path.read_bytes().decode("utf-8", "replace")
            for path in self.folder.rglob("*")
            if path.is_file()
        }
        return {"events": self.events, "logs": self.logs, "questions": self.questions, **files}

    def places_of(self, secret: str) -> list[str]:
        """Where it stands; digests, ids and signatures aside, in which any four digits may stand by chance."""
        kept = {name: re.sub(r"[\w\-]{32,}", "", text) for name, text in self.all_of_it().items()}
        return [name for name, text in kept.items() if secret.lower() in text.lower()]


@pytest.fixture(autouse=True)
def state_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GENIE_STATE_DIR", str(tmp_path / "state"))


@contextmanager
def debug_log() -> Iterator[io.StringIO]:
    """What the program logs at its most talkative, as the command line sets it up."""
    stream, root = io.StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(stream), root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        yield stream
    finally:
        root.setLevel(level)
        root.removeHandler(handler)


def run_with_evidence(stage: Stage, model: Any, goal: str, tmp_path: Path) -> tuple[EpisodeResult, Kept]:
    """A run as ``genie run --json`` puts it together."""
    out = io.StringIO()
    with debug_log() as log:
        with evidence_of_run(goal, Terms()) as evidence:
            result = episode(stage, model, goal, evidence, evidence.watching(JsonLines(out, lambda: None)))
        questions = getattr(model, "questions", None) or [*model.prompts, *map(repr, model.shapes)]
        return result, Kept(out.getvalue(), log.getvalue(), "\n".join(questions), tmp_path / "state")


def episode(stage: Stage, model: Any, goal: str, evidence: Evidence, sink: Any) -> EpisodeResult:
    toolset = Toolset.default()
    return run_episode(
        goal,
        phone=stage.phone,
        planner=Planner(model, toolset, secrets=evidence.secrets),
        executor=Executor(
            phone=stage.phone,
            toolset=toolset,
            approver=stage.person,
            sink=sink,
            cancel=stage.cancel,
            audit=evidence.audit,
            known_secrets=evidence.secrets,
        ),
        limits=stage.limits,
        sink=sink,
        cancel=stage.cancel,
    )


def signing_in(password: str = "secret-1") -> Iterable[Answer]:
    return (
        ("type_text", {"field": "User name", "text": "ada"}),
        ("type_text", {"field": "Password", "text": password}),
        ("click", {"target": "Sign in"}),
        ("tasks", {"plan": "done"}),
    )


def test_password_reaches_the_phone_and_nothing_else(stage: Stage, tmp_path: Path) -> None:
    stage.show("browser", "login")
    stage.person.says = True
    result, kept = run_with_evidence(stage, ScriptedModel(signing_in()), SIGN_IN, tmp_path)
    assert result.reason is EndReason.FINISHED, (result, kept.events)
    assert stage.state("browser")["signed_in"] == "ada"
    assert kept.places_of(PASSWORD) == []
    assert "secret-1" in kept.questions
    assert "secret-1" in kept.events
    assert "type_text" in kept.all_of_it()["audit/log-000000000001.jsonl"]
    assert kept.logs


@pytest.mark.parametrize(
    "leak",
    [
        ("type_text", {"field": "User name", "text": "secret-1"}),
        ("append_text", {"field": "User name", "text": "ada secret-1"}),
        ("set_clipboard", {"text": "secret-1"}),
        ("open_link", {"url": "https://example.org/?q=secret-1"}),
    ],
)
def test_password_is_put_nowhere_unasked(stage: Stage, tmp_path: Path, leak: Answer) -> None:
    stage.show("browser", "login")
    result, kept = run_with_evidence(stage, ScriptedModel((leak, ("tasks", {"plan": "done"}))), SIGN_IN, tmp_path)
    assert result.reason is EndReason.STOPPED_BY_SAFETY
    assert [asked.stake for asked in stage.person.asked] == [Stake.SECRET]
    assert kept.places_of(PASSWORD) == []


def test_password_that_the_model_makes_up_is_kept_by_nobody(stage: Stage, tmp_path: Path) -> None:
    """The policy says that the field is for a secret; the goal said nothing of one."""
    stage.show("browser", "login")
    stage.person.says = True
    model = ScriptedModel(signing_in("swordfish"))
    _, kept = run_with_evidence(stage, model, "sign in as ada", tmp_path)
    assert stage.happened("text_entered")
    assert kept.places_of("swordfish") == []


def test_code_that_stands_on_the_screen_is_told_by_name_and_can_be_typed(stage: Stage, tmp_path: Path) -> None:
    stage.server.call(lambda phone: phone.world.state["notes"].update(title="", body="Your code is 493201"))
    stage.show("notes", "edit")
    model = ScriptedModel([("type_text", {"field": "Title", "text": "secret-1"}), ("tasks", {"plan": "done"})])
    stage.person.says = True
    _, kept = run_with_evidence(stage, model, "write the code into the title", tmp_path)
    assert stage.state("notes")["title"] == "493201"
    assert kept.places_of("493201") == []
    assert "Your code is secret-1" in kept.questions


def test_pin_in_a_message_is_read_by_nobody_but_the_one_it_is_for(stage: Stage, tmp_path: Path) -> None:
    """With the shipped model, which is told a name and points at it."""
    stage.person.says = True
    catalogue = Catalogue.load()
    entry = catalogue.find(catalogue.default_name)
    model = RealModel(LiteRtModel.start(entry, catalogue.path_of(entry), backend="cpu", cancel=stage.cancel))
    try:
        result, kept = run_with_evidence(stage, model, "send my PIN is 4826 to Mum", tmp_path)
    finally:
        model.model.close()
    assert result.reason is EndReason.FINISHED, (result, kept.events)
    (sent,) = stage.happened("message_sent")
    assert (sent["to"], sent["text"]) == ("Mum", "my PIN is 4826")
    assert kept.places_of("4826") == []
    assert "my PIN is secret-1" in kept.questions
    # The person who approved it has seen what it was.
    assert ("text", "my PIN is 4826") in stage.person.asked[0].details


def test_nothing_is_done_that_cannot_be_written_down(stage: Stage, tmp_path: Path) -> None:
    """The log is damaged while the person is being asked; the yes comes too late."""

    def damage() -> None:
        log = next(audit_folder().glob("log-*.jsonl"))
        log.write_bytes(log.read_bytes()[:-20])

    stage.show("messages", "conversation", name="Mum")
    stage.person.says, stage.person.meanwhile = True, damage
    answers: list[Answer] = [("type_text", {"field": "Text message", "text": "hi"}), ("click", {"target": "Send"})]
    result, kept = run_with_evidence(stage, ScriptedModel(answers), "send hi to Mum", tmp_path)
    assert result.reason is EndReason.STOPPED_BY_SAFETY
    assert "genie audit verify" in result.message
    assert stage.happened("message_sent") == []
    assert kept.events.count('"kind": "approval"') == 1


def test_each_call_has_a_decision_and_an_effect_in_the_log(stage: Stage, tmp_path: Path) -> None:
    stage.person.says = True
    stage.show("browser", "login")
    run_with_evidence(stage, ScriptedModel(signing_in()), SIGN_IN, tmp_path)
    records = list(records_of(audit_folder()))
    decisions = {record.data["request_id"]: record for record in records if record.kind == "decision"}
    effects = {record.data["request_id"]: record for record in records if record.kind == "effect"}
    assert len(decisions) == len(effects) == 3
    assert decisions.keys() == effects.keys()
    assert all(decisions[each].seq < effects[each].seq for each in decisions)
    typed = [record.data["request"]["arguments"] for record in decisions.values()][1]
    assert json.loads(typed)["text"].startswith("sha256:")
