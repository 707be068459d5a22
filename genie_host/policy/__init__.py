"""Whether a call may run now: risk, approvals, and what is shown to whoever decides."""
