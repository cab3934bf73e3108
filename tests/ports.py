"""Ports for what is started, ended, and started again where it was."""

import itertools
import os
import socket
from contextlib import suppress

_EACH = 1_500
_FIRST = 12_000 + _EACH * (int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % 13)
"""Below those that the system hands out by itself; the tests beside these have others."""

_turns = itertools.count(os.getpid())


def free_port() -> int:
    """One that nobody uses now, and nobody else will take."""
    while True:
        port = _FIRST + next(_turns) % _EACH
        with socket.socket() as found, suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port
