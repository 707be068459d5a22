"""What a run leaves behind for whoever asks later: the audit log, and everything written down cleaned of secrets."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from genie_host.agent.terms import Terms
from genie_host.cli.policy import as_data
from genie_host.cli.version import version_of
from genie_host.core.errors import AuditUnavailable
from genie_host.core.events import Event, EventSink, Tee
from genie_host.core.gap import forms
from genie_host.core.gap.enrolling import MAX_CERTIFICATE_BYTES
from genie_host.core.gap.keys import PrivateKey, PublicKey
from genie_host.phone.companion.known import KnownPhone, KnownPhones
from genie_host.phone.state_folder import state_folder
from genie_host.policy.policy_file import default_rules
from genie_host.store.audit_log import AuditLog
from genie_host.store.host_key import KEY_NAME, host_key
from genie_host.store.mark import Mark
from genie_host.store.secrets import Secrets
from genie_host.store.sinks import CleanedEvents, FileAudit, clean_logs


def audit_folder() -> Path:
    """Where the log lies."""
    return state_folder() / "audit"


def keys_folder() -> Path:
    """Where this computer's key lies."""
    return state_folder() / "keys"


def end_mark() -> Mark:
    """The copy of the log's end."""
    return Mark(state_folder() / "audit-mark")


def open_log() -> AuditLog:
    """The log of this computer. Raises AuditUnavailable when its key cannot be had."""
    return AuditLog(audit_folder(), host_key(keys_folder()))


def existing_host_key() -> PrivateKey | None:
    """This computer's key; None when it has none yet."""
    return host_key(keys_folder()) if (keys_folder() / KEY_NAME).exists() else None


def host_public_key() -> PublicKey | None:
    """The public half."""
    key = existing_host_key()
    return None if key is None else key.public


def attestations() -> dict[str, tuple[bytes, ...]]:
    """Certificates of the keys of phones that are enrolled, by the id of the key."""
    return {
        phone.public_key.id: tuple(forms.unb64(each, MAX_CERTIFICATE_BYTES) for each in phone.attestation)
        for phone in KnownPhones().all()
    }


def note(kind: str, data: Mapping[str, Any]) -> None:
    """Write down what belongs to no run, such as that a phone was enrolled. Raises AuditUnavailable."""
    FileAudit(open_log(), Secrets(), run="").write(kind, data)


def note_enrolled(known: KnownPhone) -> None:
    """Write down whose key approves from now on, and how far it is trusted. Raises AuditUnavailable."""
    told = {
        "phone": known.name,
        "key_id": known.public_key.id,
        "phone_key": known.key,
        "host_name": known.host_name,
        "trust": known.trust.value,
        "shortcomings": known.shortcomings,
        "apk_signer": known.apk_signer,
        "apk_version": known.apk_version,
        "build": known.build,
        "attestation": [sha256(forms.unb64(each, MAX_CERTIFICATE_BYTES)).hexdigest() for each in known.attestation],
    }
    note("enrolled", told)


def told_terms(terms: Terms) -> dict[str, Any]:
    """Under which a run was started, for the record: the policy by its digest, for it may be another one tomorrow."""
    policy = as_data(terms.rules or default_rules())
    return {
        "profile": terms.profile.name,
        "is_draft": terms.is_draft,
        "level": policy["level"],
        "policy_sha256": sha256(json.dumps(policy, sort_keys=True).encode()).hexdigest(),
    }


@dataclass(kw_only=True)
class Evidence:
    """What the parts of one run write to, and the secrets that none of it may hold."""

    audit: FileAudit
    secrets: Secrets
    ended: Mapping[str, Any] = field(default_factory=dict)
    """How the episode ended."""

    def watching(self, sink: EventSink, *, but: Collection[str] = ()) -> EventSink:
        """A sink that passes events on without secrets, and keeps with what and how an episode went.

        ``but``: members that are for the user's eyes alone.
        """
        return Tee(_Notes(self), CleanedEvents(sink, self.secrets, but=but))


@dataclass(frozen=True)
class _Notes:
    """Writes the two ends of an episode into the log."""

    evidence: Evidence

    def emit(self, event: Event) -> None:
        if event.kind == "episode_started":
            self.evidence.audit.write("phone_taken", {name: event.data.get(name) for name in _PHONE_AND_MODEL})
        if event.kind == "episode_ended":
            self.evidence.ended = {name: event.data.get(name) for name in _ENDING}


_PHONE_AND_MODEL = ("serial", "model", "backend", "max_turns")
_ENDING = ("reason", "message", "turns", "seconds")


@contextmanager
def evidence_of_run(goal: str, terms: Terms) -> Iterator[Evidence]:
    """The evidence of one run, from its beginning to its end. Raises AuditUnavailable when nothing can be kept."""
    secrets = Secrets()
    secrets.reserve(goal)
    secrets.learn_forms(goal)
    with clean_logs(secrets):
        log, key, mark = open_log(), host_key(keys_folder()), end_mark()
        mark.check(log, key)
        evidence = Evidence(audit=FileAudit(log, secrets), secrets=secrets)
        evidence.audit.write(
            "run_started", {"goal": goal, "genie": version_of("genie-host"), "terms": told_terms(terms)}
        )
        mark.keep(log, key)
        try:
            yield evidence
        except BaseException as error:
            evidence.ended = evidence.ended or {"reason": type(error).__name__}
            raise
        finally:
            # The run is over: whether its end can be written down as well changes nothing on the phone any more.
            with suppress(AuditUnavailable):
                evidence.audit.write("run_ended", evidence.ended)
                mark.keep(log, key)
