"""The network between browsers and a server, which a test can cut.

with open_wifi(server) as wifi:
    page.goto(f"{wifi.url}/BKTM")
    wifi.drop()            # connections break, and new ones are refused
    wifi.drop_silently()   # as for a phone that has left the house: nothing gets through
    wifi.lose_answers()    # only what the server says gets lost
    wifi.come_back()       # new connections get through; those from before stay dead
"""

import selectors
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from servers import Server

CHUNK = 65_536


class Wifi:
    """A TCP relay on a port of its own, run by one thread."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._silent: list[socket.socket] = []  # they stay open, and nothing gets through
        self._browsers: set[socket.socket] = set()
        self._deaf: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._up = True
        self._refusing = False
        self._closing = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Where browsers reach the server through this network."""
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def drop(self) -> None:
        """Every connection breaks, and everybody notices."""
        with self._lock:
            self._up, self._refusing = False, True
            for end in self._ends():
                self._forget(end)
                end.close()

    def drop_silently(self) -> None:
        """Nothing gets through, and nobody is told."""
        with self._lock:
            self._up, self._refusing = False, False
            for end in self._ends():
                self._forget(end)
                self._silent.append(end)

    def lose_answers(self) -> None:
        """The connections of now hear nothing from the server any more."""
        with self._lock:
            self._deaf.update(self._browsers)

    def come_back(self) -> None:
        """The network is there again."""
        with self._lock:
            self._up = True

    def close(self) -> None:
        self._closing = True
        self._thread.join()
        self.drop()
        for end in self._silent:
            end.close()
        self._selector.unregister(self._listener)
        self._listener.close()
        self._selector.close()

    def _run(self) -> None:
        while not self._closing:
            for key, _ in self._selector.select(0.05):
                with self._lock, suppress(OSError, KeyError):
                    if key.fileobj is self._listener:
                        self._accept()
                    elif key.fd in self._selector.get_map():
                        self._relay(key.data[0], key.data[1])

    def _accept(self) -> None:
        browser, _ = self._listener.accept()
        if not self._up:
            if self._refusing:
                browser.close()
            else:
                self._silent.append(browser)
            return
        try:
            server = socket.create_connection(("127.0.0.1", self._server.port), timeout=5)
        except OSError:  # the server is down
            browser.close()
            return
        self._browsers.add(browser)
        for end, other in ((browser, server), (server, browser)):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            end.settimeout(5)
            self._selector.register(end, selectors.EVENT_READ, (end, other))

    def _relay(self, end: socket.socket, other: socket.socket) -> None:
        try:
            data = end.recv(CHUNK)
            if data:
                if other not in self._deaf:
                    other.sendall(data)
                return
        except OSError:
            pass
        for one in (end, other):
            self._forget(one)
            one.close()

    def _ends(self) -> list[socket.socket]:
        keys = list(self._selector.get_map().values())
        return [key.fileobj for key in keys if key.fileobj is not self._listener]  # type: ignore[misc]

    def _forget(self, end: socket.socket) -> None:
        with suppress(KeyError, ValueError):
            self._selector.unregister(end)


@contextmanager
def open_wifi(server: Server) -> Iterator[Wifi]:
    wifi = Wifi(server)
    try:
        yield wifi
    finally:
        wifi.close()
