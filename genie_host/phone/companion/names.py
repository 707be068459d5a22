"""What the companion is called on the phone."""

from __future__ import annotations

PACKAGE = "dev.genie.confirm"
CONFIRM = f"{PACKAGE}/.ConfirmActivity"
ENROLL = f"{PACKAGE}/.EnrollActivity"
AUTHORITY = f"{PACKAGE}.channel"
