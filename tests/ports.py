"""Ports for what is started, ended, and started again where it was."""

import itertools
import os
import socket
from collections import deque
from contextlib import suppress

_EACH = 1_500
_FIRST = 12_000 + _EACH * (int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % 13)
"""Below those that the system hands out by itself; the tests beside these have others."""

_turns = itertools.count(os.getpid())

_ours: deque[socket.socket] = deque(maxlen=100)
"""The same ports of UDP, where nobody serves: who has one of them has the other, too, until it is
served there. Other tests on this computer may have the same numbers.
"""


def free_port() -> int:
    """One that nobody uses now, and nobody else will take."""
    while True:
        port = _FIRST + next(_turns) % _EACH
        ours = socket.socket(type=socket.SOCK_DGRAM)
        with socket.socket() as found, suppress(OSError):
            ours.bind(("127.0.0.1", port))
            found.bind(("127.0.0.1", port))
            _ours.append(ours)
            return port
        ours.close()
