"""Every error Genie raises on purpose. Messages are for the user: no stack trace, path or secret.

GenieError
├── UsageError                 the request itself makes no sense
├── Cancelled                  the user said stop
├── PhoneError                 anything about the device
│   ├── PhoneUnavailable       it cannot be reached at all
│   │   ├── AdbMissing         there is no adb to talk through
│   │   ├── PhoneOffline       listed, but not answering
│   │   ├── PhoneUnauthorized  the debugging prompt was not accepted
│   │   └── PhoneGone          it was there and is not any more
│   ├── ServerDead             the automation server on the phone died
│   ├── AutomationBusy         another tool holds the automation slot
│   ├── PhoneTimeout           no answer in time; nothing was changed
│   ├── DeniedByPhone          the phone refused the action
│   ├── OutcomeUnknown         an action may or may not have happened
│   ├── InputFrozen            an approval is open; nothing was touched
│   ├── PersonPresent          somebody else is using the phone; nothing more was done
│   └── PhoneRejected          the phone answered with an error of its own
├── ModelError                 anything about the language model
│   ├── ModelMissing           the file is not there
│   ├── ModelDamaged           the file is not what it should be
│   ├── ModelFetchFailed       it could not be downloaded or imported
│   ├── GpuUnavailable         a GPU was asked for and none is usable
│   ├── ContextOverflow        the prompt does not fit
│   ├── ModelTimeout           no answer in time
│   ├── ModelReplyInvalid      the answer is not a call
│   └── ModelCrashed           the engine process died
├── VoiceError                 anything about hearing and speaking
│   ├── MicrophoneUnavailable  there is nothing to hear with
│   ├── RecogniserUnavailable  the speech model or engine is missing or died
│   └── SpeechUnavailable      there is no voice, or nothing to hear it with
├── AuditUnavailable           what is done cannot be recorded, so nothing risky is done
├── MessageMalformed           a message of the approval protocol is not what it should be
└── SimulatorError             the simulated phone cannot do this
"""

from __future__ import annotations


class GenieError(Exception):
    """Root of the tree."""


class UsageError(GenieError):
    """The request itself makes no sense; the message says what to do instead."""


class Cancelled(GenieError):
    """The user said stop."""


class PhoneError(GenieError):
    """Anything about the device."""


class PhoneUnavailable(PhoneError):
    """The phone cannot be reached at all."""


class AdbMissing(PhoneUnavailable):
    """There is no adb to talk through."""


class PhoneOffline(PhoneUnavailable):
    """The phone is listed, but does not answer."""


class PhoneUnauthorized(PhoneUnavailable):
    """The debugging prompt on the phone was not accepted."""


class PhoneGone(PhoneUnavailable):
    """The phone was there and is not any more."""


class ServerDead(PhoneError):
    """The automation server on the phone died."""


class AutomationBusy(PhoneError):
    """Another tool holds the phone's automation slot."""


class PhoneTimeout(PhoneError):
    """No answer in time, to a question that changes nothing."""


class DeniedByPhone(PhoneError):
    """The phone refused the action."""


class OutcomeUnknown(PhoneError):
    """An action may or may not have happened; look before doing anything else."""


class InputFrozen(PhoneError):
    """An approval is open, and until it is answered nothing on the phone may be touched."""


class PersonPresent(PhoneError):
    """Somebody else is using the phone; nothing more was done to it."""


class PhoneRejected(PhoneError):
    """The phone answered with an error of its own."""


class ModelError(GenieError):
    """Anything about the language model."""


class ModelMissing(ModelError):
    """The model file is not there."""


class ModelDamaged(ModelError):
    """The model file is not what it should be."""


class ModelFetchFailed(ModelError):
    """The model could not be downloaded or imported."""


class GpuUnavailable(ModelError):
    """A GPU was asked for and none is usable."""


class ContextOverflow(ModelError):
    """The prompt does not fit into the model's context."""


class ModelTimeout(ModelError):
    """The model gave no answer in time."""


class ModelReplyInvalid(ModelError):
    """The model's answer is not a call."""


class ModelCrashed(ModelError):
    """The engine process died."""


class VoiceError(GenieError):
    """Anything about hearing and speaking; text goes on without."""


class MicrophoneUnavailable(VoiceError):
    """There is nothing to hear with."""


class RecogniserUnavailable(VoiceError):
    """The speech model or engine is missing or died."""


class SpeechUnavailable(VoiceError):
    """There is no voice, or nothing to hear it with."""


class AuditUnavailable(GenieError):
    """What is done cannot be recorded, so nothing risky is done."""


class MessageMalformed(GenieError):
    """A message of the approval protocol is not what ``docs/protocol.md`` says; the message names the part."""


class SimulatorError(GenieError):
    """The simulated phone cannot do this."""
