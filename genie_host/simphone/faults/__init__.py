"""What can go wrong with a simulated phone: switches, a plan that sets them, and chaos out of a seed."""

from genie_host.simphone.faults.switches import Faults

__all__ = ["Faults"]
