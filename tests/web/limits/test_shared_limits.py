"""Limits of an address hold for all workers in sum: two real servers on a real engine."""

import contextlib
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clients import Client, token
from patience import PATIENCE, in_time
from servers import Server
from store.redis_servers import EACH, VALKEY, Running, redis_server, until
from undercast.base.refusals import Refused
from undercast.store.redis import keys
from undercast.store.redis.connection import RedisConnection
from undercast.store.redis.shared_limits import BACKOFF_SECONDS, RedisSharedLimits
from undercast.web.limits import limit_sync
from undercast.web.limits.address_limits import AddressLimits
from undercast.web.limits.connection_counter import ConnectionCounter
from undercast.web.limits.limit_sync import LimitSync
from undercast.web.limits.limit_values import RATE_LIMITS
from undercast.web.limits.token_bucket import SharedTokenBucket
from wire import get, status

CONNECTIONS = 60

SECRET = "the house's"


@pytest.fixture(scope="module")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with redis_server(VALKEY, tmp_path_factory.mktemp("engine")) as running:
        yield running


class Pair:
    """Two workers of one house, behind a proxy that says who asks."""

    def __init__(self, url: str, folder: Path) -> None:
        options = ("--store", url, "--commands-a-second", "1", "--no-bots")
        options += ("--address-connections", str(CONNECTIONS), "--trust-proxy", "127.0.0.0/8")
        self.servers = [Server(folder / name, options=options) for name in "ab"]
        ready = [server.launch() for server in self.servers]
        for server, it in zip(self.servers, ready, strict=True):
            assert it.wait(PATIENCE), server.output
            assert server.port, server.output

    def of(self, address: str) -> list[Client]:
        """Somebody's sockets: one to each server."""
        return [
            Client(server.url, header=[f"X-Forwarded-For: {address}"]) for server in self.servers
        ]


@pytest.fixture(scope="module")
def pair(valkey: Running, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    pair = Pair(valkey.url, tmp_path_factory.mktemp("pair"))
    try:
        yield pair
        for server in pair.servers:
            assert server.stop() == 0
            assert "Traceback" not in server.output, server.output
    finally:
        for server in pair.servers:
            server.kill()


def tried(
    sockets: list[Client], name: str, times: int, each: Callable[[], dict[str, Any]]
) -> Counter[str]:
    """What is answered to so many messages, in turns to the one and the other, all at once."""
    sent = [
        (socket, socket.send(name, {"protocol": 2, **each()}))
        for _ in range(times)
        for socket in sockets
    ]
    answers = [socket.answer(number) for socket, number in sent]
    return Counter(answer.get("error", {"code": "ok"})["code"] for answer in answers)


def opening() -> dict[str, Any]:
    return {"token": token(), "name": "Ana", "language": "en", "decks": ["en"], "cmd_id": "c"}


def newcomer(room: str) -> dict[str, Any]:
    return {"room": room, "name": token()[:12], "token": token()}


def test_guesses_count_in_sum_also_all_at_once(pair: Pair) -> None:
    ana, stranger, other = pair.of("203.0.113.1"), pair.of("203.0.113.2"), pair.of("203.0.113.3")
    room = ana[0].enter("create", **opening())["room"]
    began = time.monotonic()
    codes = tried(stranger, "watch", RATE_LIMITS["guesses"].amount + 10, lambda: {"room": "ZZZZ"})
    back = (time.monotonic() - began) / 2 + 1
    most = RATE_LIMITS["guesses"].amount
    assert codes.keys() == {"room/not_found", "wire/too_many"}
    assert most <= codes["room/not_found"] <= most + back
    for socket in stranger:  # right or wrong is said no more
        assert "wire/too_many" in tried([socket], "watch", 3, lambda: {"room": room})
    for socket in other:
        socket.enter("watch", room=room)


def test_rooms_are_opened_in_sum(pair: Pair) -> None:
    codes = tried(pair.of("203.0.113.4"), "create", 20, opening)
    most = RATE_LIMITS["creations"].amount
    assert most <= codes["ok"] <= most + 1
    assert codes["wire/too_many"] == 40 - codes["ok"]
    assert tried(pair.of("203.0.113.5"), "create", 1, opening) == {"ok": 2}


def test_people_join_and_ask_to_return_in_sum(pair: Pair) -> None:
    hosts = pair.of("203.0.113.6") + pair.of("203.0.113.6")
    rooms = [socket.enter("create", **opening())["room"] for socket in hosts]

    def asks(address: str) -> Counter[str]:
        codes: Counter[str] = Counter()
        for socket, room in zip(pair.of(address) * 2, rooms, strict=True):
            asked = {"room": room, "player": "p1"}
            codes += tried([socket], "ask_to_return", 2, lambda a=asked: {**a, "token": token()})
        return codes

    most = RATE_LIMITS["asks"].amount
    assert asks("203.0.113.7") == {"ok": most, "wire/too_many": 8 - most}
    assert asks("203.0.113.8")["ok"] == most
    began = time.monotonic()
    joins = Counter[str]()
    for socket, room in zip(pair.of("203.0.113.7"), rooms, strict=False):
        joins += tried([socket], "join", 30, lambda room=room: newcomer(room))
    most = RATE_LIMITS["joins"].amount
    assert most <= joins["ok"] <= most + (time.monotonic() - began) * most / 60 + 1
    assert joins["wire/too_many"] == 60 - joins["ok"]


def test_sockets_count_in_sum_a_second_late(pair: Pair) -> None:
    address = "203.0.113.8"
    at_a, at_b = pair.servers
    header = [f"X-Forwarded-For: {address}"]
    with contextlib.ExitStack() as stack:
        for _ in range(CONNECTIONS - 1):
            stack.callback(Client(at_a.url, header=header).close)
        until(lambda: status(get(at_b.url, "/healthz", X_Forwarded_For=address)) == 200)
        stack.callback(Client(at_b.url, header=header).close)
        until(lambda: status(get(at_a.url, "/healthz", X_Forwarded_For=address)) == 429)
        until(lambda: status(get(at_b.url, "/healthz", X_Forwarded_For=address)) == 429)
        for server in pair.servers:
            assert status(get(server.url, "/healthz", X_Forwarded_For="203.0.113.9")) == 200
    until(lambda: status(get(at_b.url, "/healthz", X_Forwarded_For=address)) == 200)


def test_without_the_engine_they_are_not_ready_and_go_on_when_it_is_back(
    pair: Pair, valkey: Running
) -> None:
    def ready() -> set[bytes]:
        return {get(server.url, "/readyz").partition(b"\r\n\r\n")[2] for server in pair.servers}

    (ana, *_) = pair.of("203.0.113.10")
    room = ana.enter("create", **opening())["room"]
    valkey.kill()
    until(lambda: ready() == {b'{"missing":["engine"],"ok":false}\n'})
    assert tried([ana], "create", 1, opening) == {"server/not_saved": 1}
    assert status(get(pair.servers[0].url, "/tv")) == 200
    valkey.start()
    until(lambda: ready() == {b'{"missing":[],"ok":true}\n'})
    valkey.do("CONFIG", "SET", "maxmemory", "1")
    until(lambda: ready() == {b'{"missing":["engine"],"ok":false}\n'})
    valkey.do("CONFIG", "SET", "maxmemory", "0")
    until(lambda: ready() == {b'{"missing":[],"ok":true}\n'})
    for socket in pair.of("203.0.113.11"):
        socket.enter("watch", room=room)


# --- The parts, with the time in the test's hands -----------------------------------------------


class Worker:
    """What a worker counts, without its server."""

    def __init__(self, url: str) -> None:
        self.now = 0.0
        self.shared = RedisSharedLimits(
            RedisConnection(url, patience=1.0), SECRET, lambda: self.now
        )
        self.sockets, self.addresses = ConnectionCounter(10), AddressLimits(10, 1)
        self.sync = LimitSync(self.shared, {"sockets": self.sockets}, self.addresses)
        self.guesses = SharedTokenBucket("test", 3, 60.0, lambda: self.now, self.shared)

    def spend(self, key: str) -> bool:
        try:
            self.guesses.spend(key)
        except Refused:
            return False
        return True


@pytest.fixture(scope="module", params=EACH)
def either(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    with redis_server(request.param, tmp_path_factory.mktemp("engine"), safe=False) as running:
        yield running


@pytest.fixture
def two(either: Running) -> tuple[Worker, Worker]:
    either.do("DEL", keys.SHARED_USE)
    return Worker(either.url), Worker(either.url)


def test_requests_are_charged_to_the_other_worker(two: tuple[Worker, Worker]) -> None:
    a, b = two

    def exchange() -> None:
        for _ in range(2):
            a.sync.exchange()
            b.sync.exchange()

    most = int(b.addresses.requests.capacity)
    assert a.addresses.admits_request("203.0.113.1")
    exchange()
    for _ in range(most - 1):
        assert a.addresses.admits_request("203.0.113.1")
    exchange()
    assert sum(b.addresses.admits_request("203.0.113.1") for _ in range(most)) <= 2
    assert b.addresses.admits_request("203.0.113.2")


def test_what_is_open_elsewhere_counts_until_its_worker_is_silent(
    two: tuple[Worker, Worker], either: Running
) -> None:
    a, b = two
    for _ in range(9):
        a.sockets.add("203.0.113.1")
    a.sync.exchange()
    b.sync.exchange()
    assert b.sockets.admits("203.0.113.1")
    b.sockets.add("203.0.113.1")
    assert not b.sockets.admits("203.0.113.1")
    assert b.sockets.admits("203.0.113.2")
    told = either.client().hgetall(keys.SHARED_USE)
    assert len(told) == 2
    assert "203.0.113" not in f"{told}"
    either.do("DEL", keys.SHARED_USE)  # as when they are late
    b.sync.exchange()
    assert b.sockets.admits("203.0.113.1")


def test_where_the_clock_was_set_back_nobody_is_shut_out_for_so_long(
    two: tuple[Worker, Worker], either: Running
) -> None:
    a, b = two
    key, in_an_hour = token(), time.time() + 3600
    spent = keys.rate_limit("test", a.shared.pseudonym(key))
    either.do("SET", spent, f"{in_an_hour * 1e6:.0f}", "EX", 3660)
    until(lambda: a.shared.take("test", key, 1, 3, 0.3) is True)
    either.do("HSET", keys.SHARED_USE, "dead", f"{in_an_hour * 1000:.0f} nothing", "other", b"\xff")
    b.sync.exchange()
    assert either.do("HLEN", keys.SHARED_USE) == 1


def test_what_nobody_understands_is_passed_over(
    two: tuple[Worker, Worker], either: Running, caplog: pytest.LogCaptureFixture
) -> None:
    a, b = two
    for _ in range(9):
        a.sockets.add("203.0.113.1")
    a.sync.exchange()
    for worker, said in (("x", b"\xff"), ("y", b'{"open":3}')):
        either.do("HSET", keys.SHARED_USE, worker, b"%.0f " % (time.time() * 1000) + said)
    b.sync.exchange()
    assert b.sockets.elsewhere
    assert len(caplog.records) == 2


def test_where_the_engine_does_not_answer_each_has_what_is_left_here(
    two: tuple[Worker, Worker], either: Running
) -> None:
    a, b = two
    key = token()
    assert [a.spend(key), a.spend(key), b.spend(key), b.spend(key)] == [True, True, True, False]
    with either.stopped():
        began = time.monotonic()
        assert [a.spend(key), a.spend(key)] == [True, False]
        assert [b.spend(key), b.spend(key), b.spend(key)] == [True, True, False]
        a.sync.exchange()
        assert a.sockets.elsewhere == {}
        assert time.monotonic() - began < in_time(4.0)  # each waits once, and not again and again
    a.now += BACKOFF_SECONDS
    until(lambda: either.do("PING"))
    assert not a.spend(key)


def test_a_flood_of_addresses_leaves_nothing_behind(
    two: tuple[Worker, Worker], either: Running
) -> None:
    before = either.do("DBSIZE")
    shared = two[0].shared
    for n in range(300):
        assert shared.take("flood", f"203.0.{n // 250}.{n % 250}", 1, 1_000, 60.0)
    found = list(either.client().scan_iter("undercast:spent:flood:*"))
    assert b"203.0" not in b"".join(found)
    with either.client() as client:
        assert all(client.pttl(key) <= 60 for key in found)
    until(lambda: either.do("DBSIZE") <= before)


def test_a_worker_tells_of_few_addresses(two: tuple[Worker, Worker], either: Running) -> None:
    a, _ = two
    for n in range(3 * limit_sync.MAX_REPORTED):
        a.sockets.add(f"{n}")
    a.sockets.add("0")
    a.sync.exchange()
    (told,) = either.client().hvals(keys.SHARED_USE)
    told = json.loads(told.partition(b" ")[2])["open"]["sockets"]
    assert len(told) == limit_sync.MAX_REPORTED
    assert told[a.shared.pseudonym("0")] == 2


def test_what_is_given_back_is_everybodys(two: tuple[Worker, Worker]) -> None:
    a, b = two
    key = token()
    for _ in range(9):
        assert a.spend(key)
        a.guesses.give_back(key)
    assert [b.spend(key), a.spend(key), b.spend(key), a.spend(key)] == [True, True, True, False]
