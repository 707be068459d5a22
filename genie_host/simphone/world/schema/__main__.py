"""``python -m genie_host.simphone.world.schema`` prints the JSON schema of app files."""

from __future__ import annotations

import sys

from genie_host.simphone.world.schema.publish import app_schema_text

if __name__ == "__main__":
    sys.stdout.write(app_schema_text())
