"""How long tests wait: the one place of their time limits, which knows a busy machine."""

import os


def in_time(seconds: float) -> float:
    """So many seconds of a processor that waits for us; longer while others want it, too."""
    return seconds * (1 + os.getloadavg()[0] / (os.cpu_count() or 1))


PATIENCE = in_time(20.0)
"""Seconds after which a condition that should come true counts as a failure: far more than it ever
takes, as nobody waits for them where all is well.
"""
