"""Makes a call that passed the door, and looks at what it changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from genie_host.agent.attempt import Attempt
from genie_host.agent.retry import call_with_retry
from genie_host.core.calls import Outcome, Tier
from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Clock
from genie_host.core.errors import PhoneError
from genie_host.core.screen import Observation
from genie_host.phone.effects import Effect, effect_between
from genie_host.phone.phone import Phone
from genie_host.tools.references import References
from genie_host.tools.tool import RetryDifferently, ToolContext, ToolFailed

TOO_LATE = "The approval is no longer fresh, so nothing was done."


@dataclass(frozen=True, kw_only=True)
class Executed:
    """A call's outcome, and the screen after it when there was a look."""

    outcome: Outcome
    after: Observation | None = None
    effect: Effect | None = None
    """What is different after it; None when there was no look."""


@dataclass(frozen=True, kw_only=True)
class Hands:
    """The only thing that runs a tool."""

    phone: Phone
    references: References
    cancel: CancelToken
    clock: Clock
    tell: Callable[[str], None]
    """Says something to the user at once."""

    def is_too_late(self, attempt: Attempt) -> bool:
        """Has the approval grown old on the way?"""
        return attempt.good_until is not None and self.clock.now() > attempt.good_until

    def do(self, attempt: Attempt, *, seconds_left: float) -> Outcome:
        """Run the tool, which waits for nothing longer than the run may last."""
        tool, arguments = attempt.tool, attempt.arguments
        context = ToolContext(
            phone=self.phone,
            observation=attempt.observation,
            cancel=self.cancel,
            seconds_left=seconds_left,
            tell=self.tell,
        )
        # An approval is for one try: nobody knows how the world looks at the second one.
        is_repeatable = tool.is_idempotent and attempt.good_until is None
        self.cancel.check()
        try:
            message = call_with_retry(lambda: tool.run(arguments, context), is_repeatable, self.cancel, self.clock)
        except RetryDifferently as error:
            return Outcome(tier=Tier.LOGIC, code="invalid", message=str(error))
        except ToolFailed as error:
            return Outcome(tier=Tier.LOGIC, code="failed", message=str(error))
        except PhoneError as error:
            return outcome_of(error)
        return Outcome(tier=Tier.OK, code="done", message=message, origin=tool.tells)

    def evaluate(self, attempt: Attempt, outcome: Outcome) -> Executed:
        """Look at the screen after the call: success that changed nothing is told apart."""
        if outcome.tier in (Tier.AUTH, Tier.FATAL) or not attempt.tool.changes_screen:
            return Executed(outcome=outcome)
        before = attempt.observation
        after = self.phone.observe(self.cancel)
        effect = effect_between(before, after, self.phone.take_toast())
        self.references.note(after)
        if outcome.tier is Tier.OK:
            # By what can be acted on and read: a keyboard that came up is told, but is no progress.
            code = "no_change" if after.fingerprint == before.fingerprint else outcome.code
            message = f"{outcome.message} {effect.sentence()}"
            outcome = Outcome(tier=Tier.OK, code=code, message=message, origin=outcome.origin)
        return Executed(outcome=outcome, after=after, effect=effect)


def outcome_of(error: PhoneError) -> Outcome:
    """A phone's error in the words of the loop; those that mean there is no phone are raised on."""
    from_kind = _OUTCOMES.get(type(error).__name__)
    if from_kind is None:
        raise error
    tier, code = from_kind
    return Outcome(tier=tier, code=code, message=str(error))


_OUTCOMES = {
    "ServerDead": (Tier.TRANSIENT, "server_dead"),
    "PhoneTimeout": (Tier.TRANSIENT, "timed_out"),
    "OutcomeUnknown": (Tier.TRANSIENT, "outcome_unknown"),
    "InputFrozen": (Tier.TRANSIENT, "frozen"),
    "PhoneRejected": (Tier.LOGIC, "rejected"),
    "DeniedByPhone": (Tier.FATAL, "denied_by_phone"),
}
