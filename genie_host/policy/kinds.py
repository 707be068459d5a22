"""Kinds of deeds that a label can name."""

from __future__ import annotations

from enum import StrEnum


class CommitKind(StrEnum):
    """What tapping does to the world; the value reads after "this"."""

    SEND = "sends or publishes something"
    MONEY = "moves money or places an order"
    DELETE = "deletes something"
    ERASE = "erases or resets the phone or its settings"
    INSTALL = "installs software"
    GRANT = "grants a permission"
    SIGN_IN = "signs in with what is filled in"
    SIGN_OUT = "signs out"
    LOCK = "changes an account or how the phone is locked"
    CALL = "calls somebody"
    CODE = "has a code sent that opens an account"
    OPEN_UP = "opens a lock or turns an alarm off"
    JOIN = "connects to somebody or shares the screen"
    SUBSCRIBE = "starts or ends a subscription"
