"""What each refusal of an approval means, in a sentence that says what to do."""

from __future__ import annotations

_WORDS = {
    "approved": "It was approved.",
    "denied": "The answer was no.",
    "timeout": "Nobody touched the phone's sensor in time.",
    "expired": "The finger came too late, so it does not count.",
    "lockout": "Too many wrong fingers: the phone takes none for half a minute.",
    "lockout_permanent": "Too many wrong fingers: unlock the phone with its PIN, then try again.",
    "none_enrolled": "The phone knows no finger. Add one in its settings under security.",
    "no_hardware": "The phone has no fingerprint sensor that is good enough.",
    "unavailable": "The phone's sensor or key store does not work now, or the phone has no screen lock.",
    "key_invalidated": "A finger was added to the phone, which ends its key. Run: genie companion enroll",
    "not_enrolled": "The phone does not know this computer any more. Run: genie companion enroll",
    "bad_signature": "The phone did not take this computer's signature. Run: genie companion enroll",
    "malformed": "The companion app did not understand the request. Run: genie companion install",
    "replayed": "The phone has seen a later request already. Run: genie companion enroll",
    "busy": "Another request was open on the phone.",
    "locked": "The phone was locked, or locked itself.",
    "obscured": "Something lay over the question on the phone.",
    "focus_lost": "Something else came to the front of the phone while it asked.",
    "wrong_peer": "A stranger on the phone interfered with the question.",
    "malformed_answer": "What the phone answered is no answer.",
    "wrong_answer": "The phone's answer is to another question, so it does not count.",
    "wrong_signature": "The phone's signature is not the one of the key that was enrolled, so it does not count.",
    "late": "The phone's answer came too late, so it does not count.",
    "too_little_trust": "The policy asks for more than such an approval proves.",
    "needs_phone": "The policy wants this approved on the phone. Run: genie companion install",
    "cannot_be_shown": "There is more in it than the phone can show and sign, so it was not asked.",
    "no_answer": "The phone gave no answer in time.",
    "channel_failed": "The companion app on the phone could not be reached, or stopped. Run: genie companion status",
    "back_off": "The same was denied a moment ago, so it was not asked again.",
    "three_denials": "Three times it was denied, so nothing more is asked.",
    "nobody_asked": "This run denies whatever would need approval.",
    "cancelled": "The run was stopped.",
}


def words_for(reason: str) -> str:
    """A sentence for the word of a denial; one for all others."""
    return _WORDS.get(reason, "It was not approved.")
