"""A limit for the messages of a device."""

import time

RATE = 1000.0
BURST = 5000.0
"""Messages a second, and at once, before the connection is ended."""


class MessageRate:
    """Counts the messages of one connection."""

    def __init__(self) -> None:
        self._bucket, self._filled = BURST, time.monotonic()

    def allow(self) -> bool:
        """Count a message; False: too many."""
        now = time.monotonic()
        self._bucket = min(BURST, self._bucket + (now - self._filled) * RATE) - 1
        self._filled = now
        return self._bucket >= 0
