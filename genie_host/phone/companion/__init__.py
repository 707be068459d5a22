"""The companion app on the phone, which asks its owner for a finger: installing it, knowing it, talking to it."""
