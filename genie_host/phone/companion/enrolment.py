"""Making a phone and this computer known to each other: the phone's new key, and the code that people compare."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Deadline
from genie_host.core.errors import MessageMalformed, PhoneRejected
from genie_host.core.gap.answers import Denial, Progress, read_answer
from genie_host.core.gap.enrolling import (
    ENROLMENT_SECONDS,
    CodeShown,
    Enrolled,
    EnrolmentAnswer,
    EnrolmentRequest,
    read_enrolment_answer,
)
from genie_host.core.gap.keys import PublicKey, short_code
from genie_host.phone.adb import AdbServer
from genie_host.phone.companion.channel import CompanionChannel
from genie_host.phone.companion.names import ENROLL
from genie_host.phone.companion.words import words_for
from genie_host.phone.link import DeviceLink

_FORGED = "The phone's answer to the enrolment does not hold. Nothing was stored; try again on a cable."


@dataclass(frozen=True, kw_only=True)
class NewKey:
    """What the phone answered, its signature checked. Nothing is stored before a person has compared the codes."""

    key: PublicKey
    attestation: tuple[bytes, ...]
    challenge: str
    apk_version: int
    code: str


def enroll(
    link: DeviceLink,
    adb: AdbServer,
    *,
    host_key: PublicKey,
    host_name: str,
    cancel: CancelToken,
    on_code: Callable[[str], None] = lambda code: None,
    takes_pin: bool = False,
) -> NewKey:
    """Have the phone make a key. ``on_code`` is told the code as soon as the phone shows it.

    ``takes_pin``: the lock screen's PIN shall unlock the key too, from Android 11 on. Weaker: a computer can type it.

    Raises PhoneRejected with the phone's reason in words, another PhoneError, or Cancelled.
    """
    request = EnrolmentRequest(host_key=host_key, host_name=host_name, challenge=secrets.token_hex(32))
    deadline = Deadline.after(ENROLMENT_SECONDS)
    is_over = False
    with CompanionChannel(link, adb, request.req_id, is_watched=False) as channel:
        channel.start(ENROLL, request.line(), {"credential": True} if takes_pin else {})
        try:
            found = _listen(channel, request, deadline, cancel, on_code)
            is_over = True
            return found
        finally:
            if not is_over:
                channel.withdraw()


def _listen(
    channel: CompanionChannel,
    request: EnrolmentRequest,
    deadline: Deadline,
    cancel: CancelToken,
    on_code: Callable[[str], None],
) -> NewKey:
    shown: PublicKey | None = None
    while not deadline.is_over:
        line = channel.next_line(min(1.0, deadline.remaining_seconds), cancel)
        if line is None:
            continue
        match _answer(line):
            case Progress():
                pass
            case Denial(reason=reason):
                raise PhoneRejected(words_for(reason))
            case CodeShown(req_id=request.req_id, key=key) if shown is None:
                shown = key
                on_code(short_code(request.host_key, key))
            case Enrolled() as answer:
                return _checked(answer, request, shown)
    raise PhoneRejected("Nobody touched the phone's sensor in time. Nothing was stored; try again.")


def _answer(line: bytes) -> Progress | EnrolmentAnswer:
    """What the phone says; the dialog that is up decides nothing. Raises PhoneRejected."""
    try:
        return read_enrolment_answer(line)
    except MessageMalformed:
        pass
    try:
        answer = read_answer(line)
    except MessageMalformed as error:
        raise PhoneRejected(_FORGED) from error
    if not isinstance(answer, Progress):
        raise PhoneRejected(_FORGED)
    return answer


def _checked(answer: Enrolled, request: EnrolmentRequest, shown: PublicKey | None) -> NewKey:
    if (shown is not None and answer.key != shown) or not answer.is_signed(request):
        raise PhoneRejected(_FORGED)
    return NewKey(
        key=answer.key,
        attestation=answer.attestation,
        challenge=request.challenge,
        apk_version=answer.apk_version,
        code=short_code(request.host_key, answer.key),
    )
