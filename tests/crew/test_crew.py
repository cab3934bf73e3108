"""Several workers on one computer: real parents, real workers, over a real engine."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import websocket

from clients import Client, token
from crew.holders import holder, workers
from servers import PATIENCE, Server
from store.engines import VALKEY, engine
from undercast.web.transport.placing import worker_of
from wire import get, status

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

CREATED = {"name": "Ana", "language": "en", "decks": ["en"], "cmd_id": "create"}


@contextmanager
def crew(folder: Path, count: int, *options: str) -> Iterator[Server]:
    """So many workers over an engine of their own."""
    with engine(VALKEY, folder / "engine", safe=False) as valkey:
        more = ("--store", valkey.url, "--accept-loss", "--workers", str(count), *options)
        server = Server(folder / "data", options=more)
        try:
            yield server.start()
            assert "Traceback" not in server.output
        finally:
            server.kill()


class Phone:
    """A person whose page comes back when its connection is gone, and asks again."""

    def __init__(self, url: str, **options: object) -> None:
        self.url = url
        self.token = token()
        self.options = options
        self.comebacks = 0
        self.done = 0
        self.client = Client(url, **options)
        self.code = str(self.client.enter("create", token=self.token, **CREATED)["room"])

    def come_back(self) -> None:
        self.comebacks += 1
        self.client = Client(self.url, query=f"&room={self.code}", **self.options)
        self.client.enter("enter", room=self.code, token=self.token)

    def do(self, name: str, /, **fields: object) -> None:
        """Once, however often it has to be asked."""
        self.done += 1
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.client.do(name, cmd_id=f"do{self.done}", **fields)
            except (OSError, websocket.WebSocketException):
                self._come_back_in_time(until)
            else:
                return

    def rename(self) -> None:
        """A change that nobody else makes."""
        self.do("rename", name=f"Ana {self.done + 1}")

    def _come_back_in_time(self, until: float) -> None:
        while True:
            try:
                self.come_back()
            except (OSError, websocket.WebSocketException):
                assert time.monotonic() < until
                time.sleep(0.01)
            else:
                return


def until(is_so: Callable[[], bool], seconds: float = PATIENCE) -> float:
    """Wait for that; the seconds that it took."""
    began = time.monotonic()
    while not is_so():
        assert time.monotonic() - began < seconds
        time.sleep(0.005)
    return time.monotonic() - began


def rooms_of_all(server: Server, **options: object) -> dict[int, Phone]:
    """Somebody in a room of each worker."""
    phones: dict[int, Phone] = {}
    living = workers(server).keys()
    for _ in range(100):
        phone = Phone(server.url, **options)
        phones.setdefault(worker_of(phone.code, living), phone)
        if len(phones) == len(living):
            break
    return phones


def test_a_connection_comes_to_the_worker_of_its_room(tmp_path: Path) -> None:
    with crew(tmp_path, 3) as server:
        assert server.output.count("Undercast is ready.") == 1
        assert workers(server).keys() == {0, 1, 2}
        for worker, phone in rooms_of_all(server).items():
            assert holder(server, phone.client) == worker  # who opens it is right at once
            for _ in range(4):
                phone.come_back()
                assert holder(server, phone.client) == worker
                phone.rename()
        somewhere = [Client(server.url, query=f"&room={code}") for code in ("", "a", "..", "%00")]
        assert None not in {holder(server, client) for client in somewhere}
        for path in ("/", f"/{phone.code}", "/games", "/decks", f"/qr/{phone.code}.svg"):
            assert status(get(server.url, path)) == 200
        assert status(get(server.url, f"/tv/{phone.code}.jpg")) == 200
        assert server.stop() == 0
        assert server.output.endswith("Stopped.\n")


def test_a_worker_that_is_killed(tmp_path: Path) -> None:
    with crew(tmp_path, 2) as server:
        phones = rooms_of_all(server)
        before = workers(server)
        phones[1].rename()
        os.kill(before[1], signal.SIGKILL)
        began = time.monotonic()
        phones[1].rename()  # comes back to the other one
        assert time.monotonic() - began < 2
        assert phones[1].client.lobby["players"][0]["name"] == f"Ana {phones[1].done}"
        assert phones[0].comebacks == 0
        until(lambda: len(workers(server)) == 2 and workers(server) != before)
        phones[1].client.drain()  # its worker is back: so it is asked to be, too
        phones[1].rename()
        assert holder(server, phones[1].client) == 1
