"""A proxy before two servers, as simple as one can be.

with open_crossroads(one, two) as crossroads:
    page.goto(crossroads.url)

Sockets whose address names a room go to `two`, everything else to `one`; after `leave_out(two)`
all that is new goes to `one`.
"""

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from servers import Server

HEAD = 4096
CHUNK = 65_536


class Crossroads:
    """Threads that pass bytes on."""

    def __init__(self, one: Server, two: Server) -> None:
        self._servers: tuple[Server, ...] = (one, two)
        self._listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def leave_out(self, server: Server) -> None:
        """It is about to be stopped. What goes there now goes on."""
        self._servers = tuple(each for each in self._servers if each is not server)

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):  # it was closed
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._lead, args=(client,), daemon=True).start()

    def _lead(self, client: socket.socket) -> None:
        with suppress(OSError), client:
            head = client.recv(HEAD, socket.MSG_PEEK)
            named = re.match(rb"GET /socket.io/\?\S*&room=[A-Z]{4} ", head)
            leads_to = self._servers[-1 if named else 0]
            with socket.create_connection(("127.0.0.1", leads_to.port)) as server:
                for end in (client, server):
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                back = threading.Thread(target=_pass_on, args=(server, client), daemon=True)
                back.start()
                _pass_on(client, server)
                back.join()


def _pass_on(end: socket.socket, other: socket.socket) -> None:
    """Until one of them is closed."""
    with suppress(OSError):
        while data := end.recv(CHUNK):
            other.sendall(data)
    for one in (end, other):
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)


@contextmanager
def open_crossroads(one: Server, two: Server) -> Iterator[Crossroads]:
    crossroads = Crossroads(one, two)
    try:
        yield crossroads
    finally:
        crossroads.close()
