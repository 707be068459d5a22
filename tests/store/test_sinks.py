"""Events, log lines and tracebacks, cleaned on their way out."""

from __future__ import annotations

import io
import logging

from genie_host.core.events import Event, EventList
from genie_host.store.audit_log import AuditLog
from genie_host.store.secrets import Secrets
from genie_host.store.sinks import CleanedEvents, FileAudit, clean_logs
from genie_host.store.verify import verify_log


def knowing(*texts: str) -> Secrets:
    secrets = Secrets()
    for text in texts:
        secrets.learn(text)
    return secrets


def test_events_pass_cleaned_but_for_what_the_user_asked_for() -> None:
    events = EventList()
    sink = CleanedEvents(events, knowing("lemon-kettle"), but=("reply",))
    sink.emit(Event(kind="observed", data={"elements": ["it is lemon-kettle"], "reply": "lemon-kettle", "turn": 3}))
    (event,) = events.events
    assert event.data == {"elements": ["it is secret-1"], "reply": "lemon-kettle", "turn": 3}


def test_log_lines_and_tracebacks_are_cleaned_while_it_lasts() -> None:
    stream, logger = io.StringIO(), logging.getLogger("test.sinks")
    handler = logging.StreamHandler(stream)
    logging.getLogger().addHandler(handler)
    try:
        with clean_logs(knowing("lemon-kettle")):
            logger.warning("typed %s", "lemon-kettle")
            try:
                raise ValueError("lemon-kettle is wrong, and so is card 4111 1111 1111 1111")
            except ValueError:
                logger.exception("it failed")
        logger.warning("after")
    finally:
        logging.getLogger().removeHandler(handler)
    text = stream.getvalue()
    assert "lemon-kettle" not in text
    assert "4111" not in text
    assert "Traceback" in text
    assert text.splitlines()[-1] == "after"
    assert handler.formatter is None


def test_records_are_cleaned_and_of_one_run(log: AuditLog, key) -> None:
    audit = FileAudit(log, knowing("lemon-kettle"))
    before = audit.log_hash()
    audit.write("effect", {"text": "lemon-kettle", "number": 1.5, "nothing": None})
    (line,) = next(log.folder.glob("log-*")).read_bytes().splitlines()
    assert b"lemon" not in line
    assert b'"number":"1.5"' in line
    assert audit.run.encode() in line
    assert before == "0" * 64 != audit.log_hash() == verify_log(log.folder, key.public).head.hash
