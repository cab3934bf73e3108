"""Who may talk to the server: names and pages; and how often one may guess."""

import itertools
import json
from collections.abc import Iterator

import pytest
import websocket

from clients import Client, token
from servers import Deal, Server, running
from table import KEY, Table, codes, refusal
from undercast.web.limits.limit_values import RATE_LIMITS, RETURN_REQUESTS_WAITING
from undercast.web.transport.addresses import Addresses
from wire import exchange, get, status


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("data"), deal=Deal((KEY,), codes=codes())) as started:
        yield started


FOREIGN = [
    "evil.example",
    "evil.example:80",
    "",
    "localhost.evil.example",
    "127.0.0.1.nip.io",
    "evil.example@127.0.0.1",
    "[::",
]


@pytest.mark.parametrize("host", FOREIGN)
def test_a_foreign_name_is_answered_nothing(server: Server, host: str) -> None:
    """DNS rebinding: a page of that name, bent to our address, gets neither page nor socket."""
    request = f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
    assert status(exchange(server.url, request)) == 403
    if host:
        with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
            Client(server.url, host=host, origin=f"http://{host}")


def test_no_host_at_all(server: Server) -> None:
    assert status(exchange(server.url, b"GET / HTTP/1.0\r\n\r\n")) == 403


NAMING_NOBODY = [
    "evil.example@127.0.0.1",
    "user:password@localhost:8000",
    "localhost/evil.example",
    "localhost?evil.example",
    "localhost#@evil.example",
    "localhost\\@evil.example",
    "evil.example\t.localhost",
    "local\thost",
    " localhost",
    "localhost evil.example",
    "localhost,evil.example",
    "http://localhost",
    "localhost:http",
    "localhost:-1",
    "localhost:65536",
    "localhost:" + "9" * 5000,
    "localhost:80:80",
    ":80",
    ".",
    "localhost..",
    "%6cocalhost",
    "ｌocalhost",
    "١٢٧.0.0.1",
    "127.1",
    "0x7f000001",
    "2130706433",
    "::1",
    "[::1",
    "::1]",
    "[127.0.0.1]",
    "[localhost]",
    "[v1.fe80::a]",
    "[::1]evil.example",
    "[::1]@evil.example",
]


@pytest.mark.parametrize("host", NAMING_NOBODY)
def test_what_is_no_name_of_a_server_is_not_ours(host: str) -> None:
    assert not Addresses("", 8000).is_ours(host)


def test_the_name_that_it_listens_at_and_the_public_one_are_ours() -> None:
    addresses = Addresses("Games.Example", 8000, public_url="https://Play.Example:8443/")
    for host in (
        "games.example",
        "GAMES.EXAMPLE:99",
        "play.example",
        "play.example.:",
        "LOCALHOST:99",
    ):
        assert addresses.is_ours(host), host
    assert not addresses.is_ours("example")
    assert not Addresses("0.0.0.0", 8000).is_ours(".")


@pytest.mark.parametrize(
    ("origin", "host", "ours"),
    [
        ("http://localhost:99", "LOCALHOST:99", True),
        ("http://localhost", "localhost:80", True),
        ("https://localhost", "localhost:443", True),
        ("https://localhost", "localhost", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("https://play.example", "10.0.0.1:8000", True),
        ("https://localhost", "localhost:80", False),
        ("http://localhost:99", "localhost", False),
        ("http://localhost/", "localhost", False),
        ("ftp://localhost", "localhost", False),
        ("localhost", "localhost", False),
        ("", "", False),
    ],
)
def test_a_page_is_ours_if_it_came_from_where_it_asks(origin: str, host: str, ours: bool) -> None:
    assert Addresses("", 8000, public_url="https://play.example").is_our_page(origin, host) is ours


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST:99", "192.168.7.9", "127.0.0.1:", "[::1]:80", "[fe80::1%25eth0]"],
)
def test_our_names_and_any_address_are_answered(server: Server, host: str) -> None:
    assert status(get(server.url, "/healthz", Host=host)) == 200


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://127.0.0.1",  # our address, but another port's server
        "file://",
        "http://127.0.0.1:1.evil.example",
        "chrome-extension://abcdef",
        "[",
    ],
)
def test_a_foreign_pages_socket_is_refused(server: Server, origin: str) -> None:
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        Client(server.url, origin=origin)
    assert status(get(server.url, "/", Origin=origin)) == 403


def test_our_pages_and_programs_without_a_page_may_come(server: Server) -> None:
    table = Table(server)
    for options in ({"origin": server.url}, {"suppress_origin": True}):
        Client(server.url, **options).enter("watch", room=table.code)


def test_who_guesses_codes_or_tokens_is_stopped_and_others_on_the_socket_are_not(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with running(tmp_path_factory.mktemp("data"), deal=Deal((KEY,))) as server:
        table = Table(server)
        stranger = Client(server.url)
        for n in range(15):
            code = "BCDF"[n % 4] * 4
            assert refusal(stranger, "watch", protocol=2, room=code) == "room/not_found"
            entering = {"protocol": 2, "room": table.code, "token": token()}
            assert refusal(stranger, "enter", **entering) == "room/unknown_token"
        # The thirty of a minute are spent; one more in each two seconds.
        while refusal(stranger, "watch", protocol=2, room="ZZZZ") != "wire/too_many":
            pass
        # Who is inside plays on, and whoever was at this table comes back from the same address …
        table.people["Ana"].do("deal")
        for name in ("Ana", "Ben"):
            entering = {"room": table.code, "token": table.tokens[name]}
            Client(server.url).enter("enter", **entering)
            Client(server.url).enter("join", **entering, name=name)
        Client(server.url).enter("watch", room=table.code)
        Client(server.url).enter("join", room=table.code, token=token(), name="Flo")
        # … and opens another room.
        Client(server.url).enter("create", **opening("Gil"))


def opening(name: str) -> dict[str, object]:
    return {"token": token(), "name": name, "language": "en", "decks": ["en"], "cmd_id": "c"}


def test_where_somebody_guesses_right_or_wrong_is_said_no_more(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    options = ("--trust-proxy", "127.0.0.1")
    with running(tmp_path_factory.mktemp("data"), options=options) as server:
        home, elsewhere = ([f"X-Forwarded-For: 203.0.113.{n}"] for n in (1, 2))
        mine = opening("Ana")
        code = Client(server.url, header=home).enter("create", **mine)["room"]
        away = Client(server.url, header=elsewhere)
        while refusal(away, "watch", protocol=2, room="ZZZZ") != "wire/too_many":
            pass
        right, wrong = ({"protocol": 2, "room": room} for room in (code, "ZZZZ"))
        # As many as are refilled meanwhile are answered as before: ask until none is.
        for told in (right, wrong):
            for name, more in (
                ("watch", {}),
                ("enter", {"token": token()}),
                ("join", {"token": token(), "name": "Flo"}),
                ("ask_to_return", {"token": token(), "player": "p9"}),
            ):
                spend(away)
                assert refusal(away, name, **told, **more) == "wire/too_many", (name, told)
        # Ana's phone has moved there: it knows what nobody can guess, and then her room is known.
        spend(away)
        Client(server.url, header=elsewhere).enter("enter", room=code, token=mine["token"])
        spend(away)
        away.enter("watch", room=code)


def spend(client: Client) -> None:
    """Guess until no guess is left: one comes back every two seconds."""
    while refusal(client, "watch", protocol=2, room="ZZZZ") != "wire/too_many":
        pass


def test_many_rooms_from_one_address(tmp_path_factory: pytest.TempPathFactory) -> None:
    many = tuple("".join(letters) for letters in itertools.product("BCDFGHJ", repeat=4))
    people = ("--commands-a-second", "5")
    data, deal = tmp_path_factory.mktemp("data"), Deal((KEY,), codes=many)
    with running(data, deal=deal, options=people) as server:
        client, created = Client(server.url), 0
        opening = {"protocol": 2, "name": "Ana", "language": "en", "decks": ["en"], "cmd_id": "c"}
        while "ok" in (answer := client.answer(client.send("create", opening | fresh()))):
            created += 1
            if created % 200 == 0:  # one connection alone may not send so many messages
                client = Client(server.url)
        assert answer["error"]["code"] == "wire/too_many"
        assert created >= 5 * RATE_LIMITS["creations"].amount


def fresh() -> dict[str, str]:
    return {"token": token()}


def test_a_flood_is_refused_and_harms_nobody_else(tmp_path_factory: pytest.TempPathFactory) -> None:
    people = ("--commands-a-second", "5")
    with running(tmp_path_factory.mktemp("data"), deal=Deal((KEY,)), options=people) as server:
        table = Table(server)
        dan = table.people["Dan"]
        refused: set[str] = set()
        while "wire/too_many" not in refused:
            numbers = [dan.send("resume", {"cmd_id": "c", "step": 0}) for _ in range(200)]
            refused |= {dan.answer(number)["error"]["code"] for number in numbers}
        assert refused == {"game/no_game", "wire/too_many"}
        table.people["Ana"].do("deal")


def test_a_person_has_one_rate_limit_over_all_connections(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    people = ("--commands-a-second", "5")
    with running(tmp_path_factory.mktemp("data"), deal=Deal((KEY,)), options=people) as server:
        table = Table(server)
        phone, tablet = table.people["Dan"], Client(server.url)
        tablet.enter("enter", room=table.code, token=table.tokens["Dan"])
        # For the host alone, and asked for it costs all the same; some of it comes back meanwhile.
        pasted = {"cmd_id": "c", "text": ""}

        def left(client: Client) -> int:
            codes = (refusal_of(client, "paste_words", pasted) for _ in itertools.count())
            return next(n for n, code in enumerate(codes) if code == "wire/too_many")

        assert left(phone) > 2 * left(tablet)
        table.people["Ana"].do("deal")


def test_strangers_who_ask_to_return_leave_room_for_others(server: Server) -> None:
    table = Table(server)
    tokens = [token() for _ in range(RETURN_REQUESTS_WAITING + 1)]
    asking = [
        {"protocol": 2, "room": table.code, "token": secret, "player": "p2"} for secret in tokens
    ]
    stranger = Client(server.url)
    answers = [stranger.answer(stranger.send("ask_to_return", ask)) for ask in asking]
    assert [answer.get("request") for answer in answers[:-1]] == [1, 2, 3]
    assert answers[-1]["error"]["code"] == "wire/too_many"
    again = stranger.answer(stranger.send("ask_to_return", asking[0]))
    assert again["request"] == 1
    table.people["Ana"].do("answer_request", request=1, consent=False)
    answer = stranger.answer(stranger.send("ask_to_return", asking[-1]))
    assert answer["request"] == 4


def refusal_of(client: Client, name: str, data: dict[str, str]) -> str:
    return str(client.answer(client.send(name, data))["error"]["code"])


def test_refusals_on_the_way_in_say_nothing_about_rooms(server: Server) -> None:
    """A page's address answers the same whether the room exists or not."""
    table = Table(server)
    there, nowhere = (get(server.url, f"/{code}") for code in (table.code, "ZZZZ"))
    assert there == nowhere
    assert get(server.url, f"/tv/{table.code}") == get(server.url, "/tv/ZZZZ")
    assert json.loads(get(server.url, "/healthz").split(b"\r\n\r\n")[1])["ok"] is True
