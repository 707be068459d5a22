"""What phones of different ages tell the adb server they can do."""

from __future__ import annotations

FEATURES_2017 = ("cmd",)
"""Shell and file transfer of the first generation."""
FEATURES_2020 = (
    "cmd",
    "shell_v2",
    "stat_v2",
    "ls_v2",
    "fixed_push_mkdir",
    "apex",
    "abb",
    "fixed_push_symlink_timestamp",
    "abb_exec",
)
FEATURES = (
    *FEATURES_2020,
    "sendrecv_v2",
    "sendrecv_v2_dry_run_send",
    "delayed_ack",
    "track_app",
)
"""A phone of today. Compression is not offered, nor ``remount_shell``, which only asks for a program by that name."""
