"""Runs goals for a conversation: the model stays loaded, the phone is taken for each goal and let go of afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace

from genie_host.cli.approving import Approving
from genie_host.cli.effects import Effects
from genie_host.cli.evidence import evidence_of_run
from genie_host.cli.exits import exit_code_of
from genie_host.cli.opening import advice, choose_model, only_serial, opened_model, opened_phone, preparing
from genie_host.cli.phones import SIMULATED
from genie_host.cli.read_back import SpokenQuestions, armed
from genie_host.cli.run import RunOptions, run_on
from genie_host.cli.simulated import Simulated, simulated_phone
from genie_host.cli.stop import StopButton
from genie_host.core.cancel import CancelToken
from genie_host.core.errors import GenieError
from genie_host.core.events import Event, EventSink
from genie_host.llm.catalogue import Catalogue, CatalogueEntry
from genie_host.llm.model import LanguageModel
from genie_host.phone.adb import AdbServer
from genie_host.phone.notify import post_line
from genie_host.policy.policy_file import default_rules
from genie_host.store.secrets import Secrets
from genie_host.voice.session.assistant import Confirm


@dataclass(kw_only=True)
class PhoneAssistant:
    """Reaches spoken goals on a phone."""

    options: RunOptions
    entry: CatalogueEntry
    model: LanguageModel
    simulated: Simulated | None
    effects: Effects
    stop: StopButton
    reason: str = ""
    """How the last run ended."""
    secrets: Secrets = field(default_factory=Secrets)
    """Of the last run: none of them may be spoken."""
    is_running: bool = False

    def run(self, goal: str, cancel: CancelToken, sink: EventSink, confirm: Confirm) -> str:
        """Reach one goal; the answer is what to say."""
        self.is_running = True
        try:
            return self._run(goal, cancel, sink, confirm)
        except GenieError as error:
            self.reason = exit_code_of(error).name.lower()
            raise
        finally:
            self.is_running = False

    def post_on_phone(self, line: str) -> None:
        """Show a line on the phone, unless a run is under way there. Raises GenieError."""
        if self.is_running:
            return
        if self.simulated is not None:
            post_line(self.simulated.serial, self.simulated.adb, self.secrets.clean_text(line))
            return
        adb = AdbServer.bundled(adb=self.options.adb)
        serial = self.options.device or only_serial(adb, lambda: False)
        post_line(serial, adb, self.secrets.clean_text(line))

    def _run(self, goal: str, cancel: CancelToken, sink: EventSink, confirm: Confirm) -> str:
        options = replace(self.options, goal=goal)
        with evidence_of_run(goal, options.terms) as evidence:
            self.secrets = evidence.secrets
            watched = evidence.watching(sink)
            questions = SpokenQuestions(self.stop, confirm)
            approving = Approving(
                wish=options.approve,
                rules=options.terms.rules or default_rules(),
                seconds=options.approval_seconds,
                questions=questions,
                sink=watched,
                cancel=cancel,
                log_hash=evidence.audit.log_hash,
            )
            with opened_phone(
                options.device,
                adb=options.adb,
                ask_for_simulated=questions.use_simulated_phone,
                on_simulated_entry=self.effects.take,
                sink=watched,
                cancel=cancel,
                has_finger=options.approve == "phone",
                simulated=self.simulated,
            ) as opened:
                if options.may_bring_keyboard:
                    opened.phone.allow_own_keyboard()
                if words := advice(self.entry, opened.phone.serial):
                    watched.emit(Event(kind="notice", data={"message": words}))
                with approving.opened(opened) as approver:
                    result = run_on(
                        opened.phone, self.model, armed(approver, confirm), options, watched, cancel, evidence
                    )
        self.reason = result.reason.value
        return result.reply or result.message


@contextmanager
def opened_assistant(
    options: RunOptions, *, sink: EventSink, effects: Effects, stop: StopButton
) -> Iterator[PhoneAssistant]:
    """Load the model, start the simulated phone when that is wanted. Raises ModelError and PhoneError."""
    catalogue = Catalogue.load()
    is_simulated = options.device == SIMULATED
    entry = choose_model(catalogue, options.model, is_simulated=is_simulated)
    with ExitStack() as stack:
        simulated = None
        if is_simulated:
            sink.emit(preparing("starting the simulated phone"))
            simulated = stack.enter_context(
                simulated_phone(adb=options.adb, on_entry=effects.take, is_controlled=options.approve == "phone")
            )
        model = stack.enter_context(
            opened_model(catalogue, entry, backend=options.backend, sink=sink, cancel=stop.token)
        )
        yield PhoneAssistant(options=options, entry=entry, model=model, simulated=simulated, effects=effects, stop=stop)


@dataclass(kw_only=True)
class DryAssistant:
    """Reaches nothing: for hearing what would be a goal."""

    reason: str = "finished"
    secrets: Secrets = field(default_factory=Secrets)

    def run(self, goal: str, cancel: CancelToken, sink: EventSink, confirm: Confirm) -> str:
        """The goal has been shown as what was heard."""
        return ""

    def post_on_phone(self, line: str) -> None:
        """No phone takes part."""
