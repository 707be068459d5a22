"""A transient failure is tried again where that does no harm, and not for ever."""

import pytest

from genie_host.agent.retry import LONG_ENOUGH_SECONDS, call_with_retry
from genie_host.core.cancel import CancelToken
from genie_host.core.errors import PhoneRejected, PhoneTimeout, ServerDead


class Phone:
    """Fails as it is told, each time after so many seconds of a clock of its own, then answers."""

    def __init__(self, *failures, each_takes=0.0):
        self.failures, self.each_takes, self.calls, self.seconds = list(failures), each_takes, 0, 0.0

    def now(self):
        return self.seconds

    def sleep(self, seconds):
        self.seconds += seconds

    def call(self):
        self.calls += 1
        self.seconds += self.each_takes
        if self.failures:
            raise self.failures.pop(0)
        return "done"


class Impatient(CancelToken):
    """A stop button with which waiting takes no time."""

    def wait(self, seconds):
        self.check()


def test_a_transient_failure_is_tried_again():
    phone = Phone(PhoneTimeout("late"), ServerDead("gone"))
    assert call_with_retry(phone.call, True, Impatient(), phone) == "done"
    assert phone.calls == 3


@pytest.mark.parametrize(("failure", "is_idempotent"), [(PhoneTimeout("late"), False), (PhoneRejected("no"), True)])
def test_what_may_have_happened_or_was_refused_is_not_tried_again(failure, is_idempotent):
    phone = Phone(failure)
    with pytest.raises(type(failure)):
        call_with_retry(phone.call, is_idempotent, Impatient(), phone)
    assert phone.calls == 1


def test_a_phone_that_takes_long_to_fail_is_not_asked_four_times():
    phone = Phone(*[PhoneTimeout("late")] * 4, each_takes=LONG_ENOUGH_SECONDS * 0.6)
    with pytest.raises(PhoneTimeout):
        call_with_retry(phone.call, True, Impatient(), phone)
    assert phone.calls == 2
