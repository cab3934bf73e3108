"""What one address may take of the server, over real sockets to a real server: a flood is answered
in words and stays alone, a school behind one address comes in at once.
"""

import contextlib
import itertools
import socket
from collections.abc import Iterator
from ipaddress import ip_network

import pytest

from clients import Client, Refused, token
from patience import PATIENCE
from servers import Deal, Server, running
from table import KEY, Table, codes, refusal, settle
from undercast.base.config import CONNECTIONS_PER_ADDRESS, REQUESTS_PER_SECOND
from undercast.commands.room_checks import MAX_REQUESTS
from undercast.web.limits.limit_values import REQUEST_BURST_SECONDS, RETURN_REQUESTS_WAITING
from undercast.web.limits.proxies import Proxies
from wire import get, said_by_phones, status

PHONES = 200


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = ("--address-connections", "3", "--address-requests", "1")
    with running(tmp_path_factory.mktemp("data"), options=options) as started:
        yield started
        assert started.stop() == 0
        assert "Traceback" not in started.output


def connect(server: Server, here: str = "127.0.0.1") -> socket.socket:
    """A connection from this address, all of which are this computer's on Linux."""
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE, (here, 0))


def answered(connection: socket.socket) -> bytes:
    return b"".join(iter(lambda: connection.recv(65536), b""))


def healthy(server: Server, here: str) -> int:
    with connect(server, here) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return status(answered(connection))


def test_connections_of_one_address_are_limited_and_others_come_in(server: Server) -> None:
    with contextlib.ExitStack() as stack:
        held = [stack.enter_context(connect(server)) for _ in range(3)]
        for connection in held:
            connection.sendall(b"POST /tv HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n")
        answer = answered(stack.enter_context(connect(server)))
        assert status(answer) == 429
        assert answer.split(b"\r\n\r\n")[1] == said_by_phones("wire/too_many")
        assert healthy(server, "127.0.0.2") == 200
    while healthy(server, "127.0.0.1") == 429:  # until the server has seen them go
        pass


def test_requests_of_one_address_are_limited_and_others_are_answered(server: Server) -> None:
    answers = [get(server.url, "/qr/BKTM.svg") for _ in range(int(REQUEST_BURST_SECONDS))]
    assert {status(answer) for answer in answers} == {200}
    while status(answer := get(server.url, "/tv")) == 200:  # one comes back each second
        pass
    assert status(answer) == 429
    assert answer.endswith(said_by_phones("wire/too_many"))
    assert healthy(server, "127.0.0.2") == 200


def forwarded(server: Server, said: str, path: str = "/healthz") -> bytes:
    return get(server.url, path, X_Forwarded_For=said)


def left(server: Server, said: str) -> int:
    """How many requests are answered before one is not; each second one more is."""
    return next(n for n in itertools.count() if status(forwarded(server, said)) == 429)


def test_behind_a_trusted_proxy_an_address_is_a_persons(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    options = ("--address-requests", "1", "--address-connections", "1")
    trusting = (*options, "--trust-proxy", "127.0.0.1", "--trust-proxy", "10.0.0.0/8")
    with running(tmp_path_factory.mktemp("data"), options=trusting) as server:
        some = REQUEST_BURST_SECONDS / 2
        assert left(server, "203.0.113.1") > some
        # What stands further left anybody may have written; a second trusted proxy is passed by.
        for said in ("198.51.100.7, 203.0.113.1", "203.0.113.1, 10.1.1.1", "x, 203.0.113.1"):
            assert left(server, said) < some, said
        for said in ("203.0.113.2", "203.0.113.1, 203.0.113.3, 10.1.1.1", "::1"):
            assert status(forwarded(server, said)) == 200, said
        # A socket counts for the person, too.
        phone = Client(server.url, header=["X-Forwarded-For: 203.0.113.4"])
        assert status(forwarded(server, "203.0.113.4")) == 429
        assert status(forwarded(server, "203.0.113.5")) == 200
        phone.close()
        # Of IPv6 all addresses of a /64 are one's own.
        assert left(server, "2001:db8:0:1::1") > some
        assert left(server, "2001:DB8:0:1:ffff::2") < some
        assert status(forwarded(server, "2001:db8:0:2::1")) == 200
        assert left(server, "::ffff:203.0.113.1") < some


def test_nobody_else_is_believed(server: Server) -> None:
    said = (f"203.0.113.{n}" for n in itertools.cycle(range(250)))
    while status(forwarded(server, next(said))) == 200:
        pass
    assert healthy(server, "127.0.0.2") == 200


def test_guesses_count_for_the_person_behind_the_proxy(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    options = ("--trust-proxy", "127.0.0.0/8")
    with running(tmp_path_factory.mktemp("data"), options=options) as server:
        stranger, other = (
            Client(server.url, header=[f"X-Forwarded-For: 203.0.113.{n}"]) for n in (1, 2)
        )
        while refusal(stranger, "watch", protocol=2, room="ZZZZ") != "wire/too_many":
            pass
        assert refusal(other, "watch", protocol=2, room="ZZZZ") == "room/not_found"


def test_four_strangers_keep_no_player_from_coming_back(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    options = ("--trust-proxy", "127.0.0.0/8")
    with running(tmp_path_factory.mktemp("data"), options=options) as server:
        ana, ben = Client(server.url), Client(server.url)
        opening = {"cmd_id": "c", "name": "Ana", "language": "en", "decks": ["en"]}
        room = ana.enter("create", token=token(), **opening)["room"]
        ben.enter("join", room=room, token=token(), name="Ben")
        ben.close()
        ana.wait_for_view(lambda _: not ana.lobby["players"][-1]["online"])

        def ask(phone: Client, player: str) -> int:
            fields = {"room": room, "token": token(), "player": player}
            return int(phone.ask("ask_to_return", protocol=2, **fields)["request"])

        strangers = [
            Client(server.url, header=[f"X-Forwarded-For: 203.0.113.{n}"])
            for n in range(1, 1 + MAX_REQUESTS // RETURN_REQUESTS_WAITING)
        ]
        taken = [ask(phone, "p1") for phone in strangers for _ in range(RETURN_REQUESTS_WAITING)]
        assert len(taken) == MAX_REQUESTS
        lost = Client(server.url, header=["X-Forwarded-For: 203.0.113.99"])
        own = ask(lost, "p2")
        for phone in strangers:  # who has fewer standing now asks again, and drives out its like
            with contextlib.suppress(Refused):
                ask(phone, "p1")
        settle(ana)
        standing = [asked["id"] for asked in ana.lobby["requests"]]
        assert own in standing
        assert len(standing) == MAX_REQUESTS
        ana.do("answer_request", request=own, consent=True)


@pytest.mark.parametrize(
    ("peer", "said", "client"),
    [
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "rubbish", "127.0.0.1"),
        ("127.0.0.1", "203.0.113.1, rubbish", "127.0.0.1"),
        ("127.0.0.1", "10.0.0.1", "10.0.0.1"),
        ("127.0.0.1", "203.0.113.1,10.0.0.1", "203.0.113.1"),
        ("::ffff:127.0.0.1", "::ffff:203.0.113.1", "203.0.113.1"),
        ("127.0.0.1", "2001:DB8::1", "2001:db8::/64"),
        ("203.0.113.9", "203.0.113.1", "203.0.113.9"),
    ],
)
def test_the_rightmost_address_that_is_no_proxy_counts(peer: str, said: str, client: str) -> None:
    proxies = Proxies([ip_network("127.0.0.1"), ip_network("10.0.0.0/8")])
    assert proxies.client(peer, said) == client


def test_a_school_behind_one_address_comes_in_at_once(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Each phone loads what a page loads, over connections that a browser keeps, and enters."""
    assert PHONES * 7 < CONNECTIONS_PER_ADDRESS
    assert PHONES * 20 <= REQUESTS_PER_SECOND * REQUEST_BURST_SECONDS
    with running(tmp_path_factory.mktemp("data"), deal=Deal((KEY,), codes=codes())) as server:
        code = Table(server).code
        with contextlib.ExitStack() as stack:
            kept = [stack.enter_context(connect(server)) for _ in range(PHONES * 2)]
            for connection in kept:
                connection.sendall(b"GET /decks HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2)
            phones = [Client(server.url) for _ in range(PHONES)]
            for phone in phones:
                phone.enter("watch", room=code)
            for connection in kept:
                received = bytearray()
                while received.count(b"HTTP/1.1 200 ") < 2:
                    received += connection.recv(65536)
