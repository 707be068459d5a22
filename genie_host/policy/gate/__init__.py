"""Approvals that are signed on the phone: asking, judging the answer, how far a key is trusted."""
