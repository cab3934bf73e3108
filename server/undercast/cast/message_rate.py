"""How much a device may say."""

import time

RATE = 1000.0
BURST = 5000.0
"""Messages a second, and at once, that a device may send before it is left."""


class MessageRate:
    """Counts what one connection is sent."""

    def __init__(self) -> None:
        self._bucket, self._filled = BURST, time.monotonic()

    def allows_one_more(self) -> bool:
        """Counts a message; False: there were too many."""
        now = time.monotonic()
        self._bucket = min(BURST, self._bucket + (now - self._filled) * RATE) - 1
        self._filled = now
        return self._bucket >= 0
