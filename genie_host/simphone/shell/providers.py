"""Tables behind ``content``: settings, contacts, text messages, calls; each a view of what apps keep."""

from __future__ import annotations

import re
from typing import Any, Protocol

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.command import whole_number
from genie_host.simphone.shell.settings import all_settings, change_setting

Row = dict[str, str | None]
_PHONE_TYPE = "vnd.android.cursor.item/phone_v2"
_NAME_TYPE = "vnd.android.cursor.item/name"
_EMAIL_TYPE = "vnd.android.cursor.item/email_v2"
_FIELD_OF = {_PHONE_TYPE: "phone", _NAME_TYPE: "name", _EMAIL_TYPE: "email"}
_INBOX, _SENT = "1", "2"
_FIRST_MOMENT_MS = 1_772_000_000_000


class Table(Protocol):
    """One table of a provider; the URI chooses a part of it."""

    def rows(self, phone: SimPhone, uri: str) -> list[Row]: ...

    def insert(self, phone: SimPhone, uri: str, values: Row) -> None: ...

    def update(self, phone: SimPhone, uri: str, row: Row, values: Row) -> None: ...

    def delete(self, phone: SimPhone, uri: str, row: Row) -> None: ...


class SettingsTable:
    """``content://settings/NAMESPACE``, and one entry with its name behind it."""

    def rows(self, phone: SimPhone, uri: str) -> list[Row]:
        """Each setting."""
        namespace, name = self._parts(uri)
        found = enumerate(all_settings(phone, namespace), start=1)
        return [{"_id": str(n), "name": key, "value": value} for n, (key, value) in found if name in ("", key)]

    def insert(self, phone: SimPhone, uri: str, values: Row) -> None:
        """Put one; there is only one of each name."""
        name = values.get("name") or ""
        if name:
            change_setting(phone, self._parts(uri)[0], name, values.get("value") or "")

    def update(self, phone: SimPhone, uri: str, row: Row, values: Row) -> None:
        """Change one."""
        change_setting(phone, self._parts(uri)[0], row["name"] or "", values.get("value") or "")

    def delete(self, phone: SimPhone, uri: str, row: Row) -> None:
        """Take one away."""
        phone.world.settings.pop((self._parts(uri)[0], row["name"] or ""), None)

    @staticmethod
    def _parts(uri: str) -> tuple[str, str]:
        namespace, _, name = uri.removeprefix("content://settings/").partition("/")
        return namespace, name


class ContactsTable:
    """Contacts, raw contacts and their data: the list of the Contacts app."""

    def rows(self, phone: SimPhone, uri: str) -> list[Row]:
        """People; for ``data`` one row for each thing known of them."""
        people = enumerate(_list(phone, "contacts", "contacts"), start=1)
        if "/data" not in uri:
            return [self._person(number, person) for number, person in people]
        kinds = [_PHONE_TYPE] if "/phones" in uri else [_EMAIL_TYPE] if "/emails" in uri else list(_FIELD_OF)
        found = [(n, p, kind) for n, p in people for kind in kinds if p.get(_FIELD_OF[kind])]
        return [self._datum(row, *entry) for row, entry in enumerate(found, start=1)]

    @staticmethod
    def _person(number: int, person: dict[str, Any]) -> Row:
        has_number = str(int(bool(person.get("phone"))))
        return {
            "_id": str(number),
            "contact_id": str(number),
            "display_name": str(person.get("name", "")),
            "has_phone_number": has_number,
            "number": str(person.get("phone", "")),
            "starred": str(int(bool(person.get("starred")))),
            "lookup": f"0r{number}",
            "deleted": "0",
        }

    @staticmethod
    def _datum(row: int, number: int, person: dict[str, Any], kind: str) -> Row:
        return {
            "_id": str(row),
            "raw_contact_id": str(number),
            "contact_id": str(number),
            "mimetype": kind,
            "display_name": str(person.get("name", "")),
            "data1": str(person[_FIELD_OF[kind]]),
            "data2": "2" if kind == _PHONE_TYPE else None,
        }

    def insert(self, phone: SimPhone, uri: str, values: Row) -> None:
        """A raw contact is a person without a name; data then give them name, number and address."""
        people = _list(phone, "contacts", "contacts")
        if "/data" not in uri:
            people.append(
                {"name": values.get("display_name") or "", "phone": "", "email": "", "company": ""} | {"starred": False}
            )
        else:
            number, field = (
                whole_number(values.get("raw_contact_id") or "0"),
                _FIELD_OF.get(values.get("mimetype") or ""),
            )
            if field is None or not 1 <= number <= len(people):
                return
            people[number - 1][field] = values.get("data1") or ""
        _changed(phone, "contact_changed", people[-1].get("name", ""))

    def update(self, phone: SimPhone, uri: str, row: Row, values: Row) -> None:
        """Change a name, number, address or star."""
        person = _list(phone, "contacts", "contacts")[int(row["contact_id"] or 1) - 1]
        if "/data" in uri:
            person[_FIELD_OF[row["mimetype"] or ""]] = values.get("data1") or ""
        if "display_name" in values:
            person["name"] = values["display_name"] or ""
        if "starred" in values:
            person["starred"] = values["starred"] == "1"
        _changed(phone, "contact_changed", person.get("name", ""))

    def delete(self, phone: SimPhone, uri: str, row: Row) -> None:
        """Take a person away, or one thing known of them."""
        people = _list(phone, "contacts", "contacts")
        number = int(row["contact_id"] or 1) - 1
        if "/data" in uri:
            people[number][_FIELD_OF[row["mimetype"] or ""]] = ""
        else:
            del people[number]
        _changed(phone, "contact_deleted", row.get("display_name") or "")


class MessagesTable:
    """``content://sms``, ``/inbox`` and ``/sent``: the conversations of the Messages app."""

    def rows(self, phone: SimPhone, uri: str) -> list[Row]:
        """The newest first, as the provider gives them."""
        rows: list[Row] = []
        for thread, conversation in enumerate(_list(phone, "messages", "conversations"), start=1):
            name = str(conversation["name"])
            for position, message in enumerate(conversation["messages"]):
                number = len(rows) + 1
                kind = _SENT if message["from"] == "You" else _INBOX
                rows.append(
                    {
                        "_id": str(number),
                        "thread_id": str(thread),
                        "address": _number_of(phone, name),
                        "person": name,
                        "date": str(_FIRST_MOMENT_MS + number * 60_000),
                        "read": "1",
                        "type": kind,
                        "body": str(message["text"]),
                        "position": str(position),
                    }
                )
        wanted = {"inbox": _INBOX, "sent": _SENT}.get(uri.rpartition("/")[2])
        return [row for row in reversed(rows) if wanted in (None, row["type"])]

    def insert(self, phone: SimPhone, uri: str, values: Row) -> None:
        """A message that came, or was sent, with all that this means on the screen."""
        name = _name_of(phone, values.get("address") or "")
        is_sent = uri.endswith("/sent") or values.get("type") == _SENT
        conversations = _list(phone, "messages", "conversations")
        found = next((entry for entry in conversations if entry["name"] == name), None)
        if found is None:
            found = {"name": name, "messages": []}
            conversations.insert(0, found)
        found["messages"].append({"from": "You" if is_sent else name, "text": values.get("body") or ""})
        _changed(phone, "sms_added", name)

    def update(self, phone: SimPhone, uri: str, row: Row, values: Row) -> None:
        """Change the text of a message."""
        if values.get("body") is not None:
            self._conversation(phone, row)["messages"][int(row["position"] or 0)]["text"] = values["body"]
            _changed(phone, "sms_changed", row["person"] or "")

    def delete(self, phone: SimPhone, uri: str, row: Row) -> None:
        """Take a message away, and the conversation with its last."""
        conversation = self._conversation(phone, row)
        del conversation["messages"][int(row["position"] or 0)]
        if not conversation["messages"]:
            _list(phone, "messages", "conversations").remove(conversation)
        _changed(phone, "sms_deleted", row["person"] or "")

    @staticmethod
    def _conversation(phone: SimPhone, row: Row) -> dict[str, Any]:
        name = row["person"]
        found: dict[str, Any] = next(c for c in _list(phone, "messages", "conversations") if c["name"] == name)
        return found


class CallsTable:
    """``content://call_log/calls``: only to be read, and cleared."""

    def rows(self, phone: SimPhone, uri: str) -> list[Row]:
        """The newest first."""
        kinds = {"incoming": "1", "outgoing": "2", "missed": "3"}
        return [
            {
                "_id": str(number),
                "number": str(entry.get("number", "")),
                "name": str(entry.get("name", "")),
                "type": next((code for word, code in kinds.items() if word in str(entry.get("how", "")).lower()), "2"),
                "duration": "60",
            }
            for number, entry in enumerate(_list(phone, "phone", "calls"), start=1)
        ]

    def insert(self, phone: SimPhone, uri: str, values: Row) -> None:
        """Calls are made, not written."""

    def update(self, phone: SimPhone, uri: str, row: Row, values: Row) -> None:
        """What happened stays."""

    def delete(self, phone: SimPhone, uri: str, row: Row) -> None:
        """Forget one."""
        entries = _list(phone, "phone", "calls")
        del entries[int(row["_id"] or 1) - 1]
        _changed(phone, "call_forgotten", row["name"] or "")


def table_of(uri: str) -> Table | None:
    """The table that a URI names; None when there is no such provider."""
    return next((table for prefix, table in _TABLES if re.match(prefix, uri)), None)


_TABLES: tuple[tuple[str, Table], ...] = (
    (r"content://settings/(global|secure|system)\b", SettingsTable()),
    (r"content://(com\.android\.contacts|contacts)\b", ContactsTable()),
    (r"content://sms\b", MessagesTable()),
    (r"content://call_log/calls\b", CallsTable()),
)


def _list(phone: SimPhone, app_id: str, name: str) -> list[dict[str, Any]]:
    found = phone.world.state.get(app_id, {}).get(name)
    return found if isinstance(found, list) else []


def _changed(phone: SimPhone, kind: str, name: object) -> None:
    phone.world.log.append(kind, effect=True, name=str(name), by="content")
    phone.world.revision += 1


def _digits(number: str) -> str:
    return re.sub(r"[^\d+]", "", number)


def _number_of(phone: SimPhone, name: str) -> str:
    people = _list(phone, "contacts", "contacts")
    return next((str(person["phone"]) for person in people if person.get("name") == name and person.get("phone")), name)


def _name_of(phone: SimPhone, number: str) -> str:
    wanted = _digits(number)
    people = _list(phone, "contacts", "contacts")
    found = (str(person["name"]) for person in people if wanted and _digits(str(person.get("phone", ""))) == wanted)
    return next(found, number)
