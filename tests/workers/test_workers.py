"""Several workers on one computer: real parents, real workers, over a real engine."""

import json
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis
import websocket

from certificates import certificate
from cli.test_cli import Secure, serve_mistake
from clients import Client, token
from patience import PATIENCE, in_time
from servers import Server, is_alive
from store.redis_servers import VALKEY, redis_server
from undercast.store.redis import keys
from undercast.web.transport.routing import worker_of
from wire import get, status
from workers.holders import holder, workers

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

CREATED = {"name": "Ana", "language": "en", "decks": ["en"], "cmd_id": "create"}


@contextmanager
def several(folder: Path, count: int, *options: str) -> Iterator[Server]:
    """So many workers over an engine of their own."""
    with redis_server(VALKEY, folder / "engine", safe=False) as valkey:
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


def rooms_of_all(server: Server, url: str = "", **options: object) -> dict[int, Phone]:
    """Somebody in a room of each worker."""
    phones: dict[int, Phone] = {}
    living = workers(server).keys()
    for _ in range(100):
        phone = Phone(url or server.url, **options)
        if phones.setdefault(worker_of(phone.code, living), phone) is not phone:
            phone.client.close()  # the house lists a dozen rooms that somebody is in
        if len(phones) == len(living):
            break
    return phones


def test_a_connection_comes_to_the_worker_of_its_room(tmp_path: Path) -> None:
    with several(tmp_path, 3) as server:
        assert server.output.count("Undercast is ready.") == 1
        assert workers(server).keys() == {0, 1, 2}
        phones = rooms_of_all(server)
        for worker, phone in phones.items():
            until(at(server, phone, worker))  # who opens it is right at once
            for _ in range(4):
                phone.come_back()
                until(at(server, phone, worker))
                phone.rename()
        until(lambda: {phone.code for phone in phones.values()} <= listed(server))
        somewhere = [Client(server.url, query=f"&room={code}") for code in ("", "a", "..", "%00")]
        for client in somewhere:
            assert client.ask("watch", protocol=2, room=phone.code)["room"] == phone.code
        for path in ("/", f"/{phone.code}", "/games", "/decks", f"/qr/{phone.code}.svg"):
            assert status(get(server.url, path)) == 200
        assert status(get(server.url, f"/tv/{phone.code}.jpg")) == 200

        os.kill(workers(server)[1], signal.SIGTERM)  # as a person would who knows no parent
        until(lambda: "Workers that live: 0 2" in server.output)
        assert closed_with(phones[1].client) == 1012
        for _ in range(20):  # nobody is left with one that lets nobody in
            Client(server.url).close()
            phones[1].come_back()
        phones[1].rename()
        assert "Worker 1 was told to stop" in server.output


def listed(server: Server) -> set[str]:
    """The rooms of the house, as one of the workers knows them."""
    answer = get(server.url, "/games").partition(b"\r\n\r\n")[2]
    return {game["room"] for game in json.loads(answer)["games"]}


def test_a_worker_is_killed_and_then_all_are_started_anew_while_people_play(tmp_path: Path) -> None:
    with several(tmp_path, 2) as server:
        phones = rooms_of_all(server)
        before = workers(server)
        phones[1].rename()
        os.kill(before[1], signal.SIGKILL)
        began = time.monotonic()
        phones[1].rename()  # comes back to the other one
        assert time.monotonic() - began < in_time(2)
        assert phones[1].client.lobby["players"][0]["name"] == f"Ana {phones[1].done}"
        assert phones[0].comebacks == 0
        until(lambda: is_home(server, phones[1], 1))  # when its worker is back, so is the phone

        before, ended = workers(server), threading.Event()
        players = [threading.Thread(target=play, args=(phone, ended)) for phone in phones.values()]
        for player in players:
            player.start()
        os.kill(server.pid, signal.SIGHUP)
        until(
            lambda: len(now := workers(server)) == 2 and not set(now.values()) & {*before.values()}
        )
        until(lambda: server.output.count("is ready") == 5 + 1)
        ended.set()
        for player in players:
            player.join()
        for worker, phone in phones.items():
            until(lambda: is_home(server, phone, worker))  # noqa: B023
            assert phone.comebacks
            assert changes(server, phone) == phone.done
        errors = [line for line in server.output.splitlines() if "ERROR Worker" in line]
        assert len(errors) == 1, errors  # of the one that was killed


def at(server: Server, phone: Phone, worker: int) -> Callable[[], bool]:
    """Whether this worker has its connection, and the one that accepted it has let it go."""
    return lambda: holder(server, phone.client) == worker


def is_home(server: Server, phone: Phone, worker: int) -> bool:
    """Whether it is where its room belongs, after something was done there."""
    phone.rename()
    return holder(server, phone.client) == worker


def play(phone: Phone, ended: threading.Event) -> None:
    while not ended.is_set():
        phone.rename()


def changes(server: Server, phone: Phone) -> int:
    """The entries of a room's log after its opening."""
    with redis.Redis.from_url(store_of(server)) as client:
        return int(client.xlen(keys.log(phone.code))) - 1


def store_of(server: Server) -> str:
    return server.options[server.options.index("--store") + 1]


def test_a_worker_that_does_not_answer_holds_up_nobody(tmp_path: Path) -> None:
    with several(tmp_path, 2) as server:
        phones = rooms_of_all(server)
        stuck = workers(server)[1]
        os.kill(stuck, signal.SIGSTOP)
        began = time.monotonic()
        phones[0].come_back()
        phones[0].rename()
        assert time.monotonic() - began < in_time(1)
        phones[1].come_back()  # its page has noticed; the other worker serves it
        phones[1].rename()
        assert time.monotonic() - began < in_time(3)
        until(at(server, phones[1], 0))
        os.kill(stuck, signal.SIGCONT)
        until(lambda: is_home(server, phones[1], 1), 2 * PATIENCE)
        assert changes(server, phones[1]) == phones[1].done


def test_everybody_is_seen_out_at_a_stop(tmp_path: Path) -> None:
    with several(tmp_path, 2) as server:
        phones = rooms_of_all(server)
        stopping = threading.Thread(target=server.stop)
        began = time.monotonic()
        with at_rest(server):
            asked = phones[0].client.send("rename", {"name": "Eva", "cmd_id": "late"})
            Client(server.url, query=f"&room={phones[0].code}").close()  # it was heard by now
            stopping.start()
            until(lambda: b"draining" in get(server.url, "/readyz"))
            assert status(get(server.url, "/readyz")) == 503
        assert phones[0].client.answer(asked) == {"ok": True}
        for phone in phones.values():
            assert closed_with(phone.client) == 1012
        stopping.join()
        assert time.monotonic() - began < in_time(4)
        assert server.output.endswith("Stopped.\n")
        assert "killed" not in server.output
        server.start()
        for phone in phones.values():
            phone.come_back()
            phone.rename()
        left = workers(server).values()
        server.die()  # only the parent
        for phone in phones.values():
            assert closed_with(phone.client) == 1012
        until(lambda: not any(map(is_alive, left)))


def closed_with(client: Client) -> int:
    """The code with which the server closes this connection."""
    while True:
        kind, data = client._socket.recv_data()
        if kind == websocket.ABNF.OPCODE_CLOSE:
            client.close()
            return int.from_bytes(data[:2], "big")


@contextmanager
def at_rest(server: Server) -> Iterator[None]:
    """The engine writes nothing meanwhile, and keeps who asks for it waiting."""
    with redis.Redis.from_url(store_of(server)) as client:
        client.client_pause(10_000, all=False)
        try:
            yield
        finally:
            client.client_unpause()


def test_over_tls(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    with several(tmp_path, 2, "--cert", str(cert), "--key", str(key)) as server:
        secure = Secure(server)
        phones = rooms_of_all(server, secure.url, sslopt={"ca_certs": str(cert)})
        for phone in phones.values():
            for _ in range(4):  # some of them where the room is not
                phone.come_back()
                phone.rename()
            assert changes(server, phone) == phone.done
            assert secure.get(f"/tv/{phone.code}.jpg", cert).startswith(b"HTTP/1.1 200 OK")
        assert server.stop() == 0


def test_what_leads_to_no_workers(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        more = ("--store", "redis://127.0.0.1:1", "--workers", 2)
        said = serve_mistake(tmp_path, *more, "--port", port)
        assert f"port {port} is in use" in said
    assert "the store" in serve_mistake(tmp_path, *more)
    said = serve_mistake(tmp_path, *more, "--metrics-port", 65535)
    assert "choose a lower --metrics-port" in said
    assert "--workers needs a store" in serve_mistake(tmp_path, "--workers", 2)
