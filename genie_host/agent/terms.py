"""What one run may do. Fixed before it begins, by the user alone: no screen, no model and no tool can reach it."""

from __future__ import annotations

from dataclasses import dataclass, field

from genie_host.policy.bounds import Bounds
from genie_host.policy.ceilings import Ceilings
from genie_host.policy.profiles import Profile, default_profile
from genie_host.policy.rates import Rates
from genie_host.policy.rules import Rules


@dataclass(frozen=True, kw_only=True)
class Terms:
    """The terms of one run."""

    profile: Profile = field(default_factory=default_profile)
    rules: Rules | None = None
    """The user's policy; None: the one that ships with Genie."""
    bounds: Bounds = field(default_factory=Bounds)
    ceilings: Ceilings = field(default_factory=Ceilings)
    rates: Rates = field(default_factory=Rates)
    is_draft: bool = False
    """Compose everything, commit nothing."""
