"""A way to Redis that can become a black hole: for one server, while others get through."""

import select
import socket
import threading
from contextlib import suppress


class Relay:
    """Passes on what comes on a port of its own, until it is `closed` in both directions: then
    connections stand, new ones are taken, and nothing is answered.
    """

    def __init__(self, port: int) -> None:
        self._to = port
        self.closed = False
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            here, _ = self._listener.accept()
            there = socket.create_connection(("127.0.0.1", self._to))
            threading.Thread(target=self._pass, args=(here, there), daemon=True).start()

    def _pass(self, here: socket.socket, there: socket.socket) -> None:
        other = {here: there, there: here}
        with here, there, suppress(OSError):
            while True:
                ready, _, _ = select.select(other, (), (), 0.02)
                for end in () if self.closed else ready:
                    came = end.recv(65_536)
                    if not came:
                        return
                    other[end].sendall(came)
