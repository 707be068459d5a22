"""``genie run``: one goal on one phone."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.text import Text

from genie_host.agent.ending import EpisodeResult
from genie_host.agent.executor import Executor
from genie_host.agent.limits import Limits
from genie_host.agent.loop import run_episode
from genie_host.agent.planner import Planner
from genie_host.agent.terms import Terms
from genie_host.cli.approving import LONGEST_SECONDS, ApproveBy, Approving
from genie_host.cli.devices import AdbOption
from genie_host.cli.effects import Effects
from genie_host.cli.events_out import JsonLines
from genie_host.cli.evidence import Evidence, evidence_of_run
from genie_host.cli.exits import ExitCode, exit_code_of_reason
from genie_host.cli.live import RunView
from genie_host.cli.opening import advice, choose_model, opened_model, opened_phone
from genie_host.cli.policy import rules_of_user
from genie_host.cli.questions import Questions
from genie_host.cli.stop import StopButton
from genie_host.cli.terminal import CONSOLE, say_error, shown
from genie_host.core.cancel import CancelToken
from genie_host.core.errors import GenieError, UsageError
from genie_host.core.events import Event, EventSink
from genie_host.core.verdicts import Scope
from genie_host.llm.backend import BackendWish
from genie_host.llm.catalogue import Catalogue
from genie_host.llm.model import LanguageModel
from genie_host.phone.phone import Phone
from genie_host.policy.approval import Approver
from genie_host.policy.bounds import Bounds
from genie_host.policy.normalise import normalise
from genie_host.policy.policy_file import default_rules
from genie_host.policy.profiles import DEFAULT as DEFAULT_PROFILE
from genie_host.policy.profiles import profile_named
from genie_host.tools.toolset import Toolset


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """What was asked for."""

    goal: str
    device: str | None
    model: str | None
    backend: BackendWish
    approve: ApproveBy | None
    approval_seconds: float
    may_bring_keyboard: bool
    limits: Limits
    terms: Terms
    adb: Path | None


def run_goal(
    goal: Annotated[str, typer.Argument(help="What to reach, in your own words.")],
    device: Annotated[
        str | None, typer.Option(envvar="ANDROID_SERIAL", help="A serial from `genie devices`, or sim.")
    ] = None,
    model: Annotated[str | None, typer.Option(help="A name from `genie models list`.")] = None,
    backend: Annotated[Literal["auto", "cpu", "gpu"], typer.Option(help="Where the model runs.")] = "auto",
    approve: Annotated[
        ApproveBy | None,
        typer.Option(
            help="Who answers before a risky step: a finger on the phone, you here, or always no. Left out: the phone "
            "if it is enrolled (genie companion), else you, where the policy allows that."
        ),
    ] = None,
    approval_seconds: Annotated[
        float, typer.Option(min=1.0, max=LONGEST_SECONDS, help="How long the phone waits for a finger.")
    ] = 45.0,
    own_keyboard: Annotated[
        bool,
        typer.Option("--own-keyboard", help="Fields that take nothing else: install a keyboard, use it for a moment."),
    ] = False,
    profile: Annotated[str, typer.Option(help="What the run may reach; see docs/the-gate.md.")] = DEFAULT_PROFILE,
    draft: Annotated[bool, typer.Option("--draft", help="Compose everything, commit nothing, list it.")] = False,
    stay_in_app: Annotated[
        bool, typer.Option("--stay-in-app", help="Leave neither the app in front nor, if there is none, the first.")
    ] = False,
    forbid: Annotated[
        list[str] | None, typer.Option(metavar="LABEL", help="Never touch a control of this name. Can be repeated.")
    ] = None,
    max_turns: Annotated[int, typer.Option(min=1, help="Model turns before giving up.")] = 20,
    budget_seconds: Annotated[float, typer.Option(min=0.1, help="Seconds before giving up.")] = 300.0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one event per line, and nothing else.")] = False,
    adb: AdbOption = None,
) -> None:
    """Reach a goal on a phone."""
    if not goal.strip():
        raise UsageError('Say what to reach, such as: genie run "turn on Wi-Fi"')
    options = RunOptions(
        goal=goal.strip(),
        device=device,
        model=model,
        backend=backend,
        approve=approve,
        approval_seconds=approval_seconds,
        may_bring_keyboard=own_keyboard,
        limits=Limits(max_turns=max_turns, budget_seconds=budget_seconds),
        terms=Terms(
            profile=profile_named(profile),
            rules=rules_of_user(),
            bounds=Bounds(stays_in_app=stay_in_app, forbidden=labels_of(forbid)),
            is_draft=draft,
        ),
        adb=adb,
    )
    stop = StopButton()
    with stop.held():
        code = run_for_programs(options, stop) if as_json else run_for_people(options, stop)
    raise typer.Exit(code)


def labels_of(forbidden: list[str] | None) -> tuple[str, ...]:
    """The labels given; raises UsageError for one that says nothing, which would forbid nothing."""
    labels = tuple(forbidden or ())
    if not all(normalise(label) for label in labels):
        raise UsageError('Say what not to touch, such as: --forbid "Pay"')
    return labels


def run_for_programs(options: RunOptions, stop: StopButton) -> ExitCode:
    """Events on standard output, to the very end: also when it never came to an episode."""
    sink = JsonLines(sys.stdout, on_reader_gone=stop.token.cancel)
    try:
        with evidence_of_run(options.goal, options.terms) as evidence:
            cleaned = evidence.watching(sink)
            result = run_once(options, cleaned, Effects(forward_to=cleaned), Questions(stop), stop.token, evidence)
    except GenieError as error:
        sink.end_early(error)
        raise
    code = exit_code_of_reason(result.reason)
    if code is not ExitCode.FINISHED:
        say_error(evidence.secrets.clean_text(result.message))
    return code


def run_for_people(options: RunOptions, stop: StopButton) -> ExitCode:
    """A live panel, and what happened on the phone when it was the simulated one."""
    with evidence_of_run(options.goal, options.terms) as evidence, RunView(CONSOLE) as view:
        effects = Effects(clean=evidence.secrets.clean)
        cleaned = evidence.watching(view, but=("reply",))
        result = run_once(options, cleaned, effects, Questions(stop, view.paused), stop.token, evidence)
    effects.show(CONSOLE)
    for draft in result.drafts:
        CONSOLE.print(Text(f"left undone: {shown(draft.sentence(), 2000)}"), soft_wrap=True)
    return exit_code_of_reason(result.reason)


def run_once(
    options: RunOptions,
    sink: EventSink,
    effects: Effects,
    questions: Questions,
    cancel: CancelToken,
    evidence: Evidence,
) -> EpisodeResult:
    """Open phone and model, run the episode, close both."""
    catalogue = Catalogue.load()
    if options.model is not None:
        catalogue.find(options.model)  # a name mistyped is known before any phone is touched
    approving = Approving(
        wish=options.approve,
        rules=options.terms.rules or default_rules(),
        seconds=options.approval_seconds,
        questions=questions,
        sink=sink,
        cancel=cancel,
        log_hash=evidence.audit.log_hash,
    )
    with opened_phone(
        options.device,
        adb=options.adb,
        ask_for_simulated=questions.use_simulated_phone,
        on_simulated_entry=effects.take,
        sink=sink,
        cancel=cancel,
        has_finger=options.approve == "phone",
    ) as opened:
        phone = opened.phone
        if options.may_bring_keyboard:
            phone.allow_own_keyboard()
        entry = choose_model(catalogue, options.model, is_simulated=opened.simulated is not None)
        if words := advice(entry, phone.serial):
            sink.emit(Event(kind="notice", data={"message": words}))
        with (
            approving.opened(opened) as approver,
            opened_model(catalogue, entry, backend=options.backend, sink=sink, cancel=cancel) as model,
        ):
            return run_on(phone, model, approver, options, sink, cancel, evidence)


def run_on(
    phone: Phone,
    model: LanguageModel,
    approver: Approver,
    options: RunOptions,
    sink: EventSink,
    cancel: CancelToken,
    evidence: Evidence,
) -> EpisodeResult:
    """The episode itself, once everything is open."""
    toolset = Toolset.default()
    return run_episode(
        options.goal,
        phone=phone,
        planner=Planner(
            model,
            toolset.within(options.terms.profile.scopes),
            secrets=evidence.secrets,
            sees_screen=options.terms.profile.allows(Scope.SCREEN),
        ),
        executor=Executor(
            phone=phone,
            toolset=toolset,
            approver=approver,
            sink=sink,
            cancel=cancel,
            audit=evidence.audit,
            terms=options.terms,
            known_secrets=evidence.secrets,
        ),
        limits=options.limits,
        sink=sink,
        cancel=cancel,
    )
