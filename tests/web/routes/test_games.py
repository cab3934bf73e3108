"""The games of a house at its door: what is said of them, and when nothing is."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from cast.emulated import eventually
from clients import Client, token
from ports import free_port
from servers import Deal, Server, running
from table import KEY
from undercast.rules.settings import Board, Mode
from undercast.service import OpenGame
from undercast.service.open_games import MAX_LISTED
from undercast.web.routes import games
from undercast.web.routes.games import OpenGames, make_games
from wire import get, status

GENEROUS = ("--generous",)


def listed(server: Server) -> dict[str, Any]:
    answer = get(server.url, "/games")
    assert status(answer) == 200
    return answered(answer)


def answered(answer: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer.partition(b"\r\n\r\n")[2])
    return found


def list_of(server: Server) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = listed(server)["games"]
    return games


def open_for_screen(server: Server, language: str = "en", **headers: str) -> bytes:
    return get(server.url, f"/tv/rooms?language={language}", method="POST", **headers)


def open_room(server: Server, name: str = "Ana", **settings: object) -> Client:
    host = Client(server.url)
    opening = {"language": "en", "decks": ["en"], "settings": settings}
    host.enter("create", cmd_id="c", token=token(), name=name, **opening)
    return host


def come(server: Server, room: str, name: str, seat: str | None = None) -> Client:
    guest = Client(server.url)
    guest.enter("join", room=room, token=token(), name=name)
    if seat is not None:
        guest.do("take_seat", seat=seat)
    return guest


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    codes = tuple(f"BC{a}{b}" for a in "DFGHJKLM" for b in "DFGHJKLM")
    deal = Deal((KEY,), codes=codes)
    with running(tmp_path_factory.mktemp("house"), deal=deal, options=GENEROUS) as started:
        yield started


def test_a_room_comes_plays_closes_its_door_and_goes(server: Server) -> None:
    assert list_of(server) == []
    ana = open_room(server)
    room = ana.lobby["code"]
    one = {"room": room, "host": "Ana", "mode": "classic", "board": "words", "playing": False}
    assert list_of(server) == [{**one, "people": 1}]
    ana.do("take_seat", seat="red_spymaster")
    ben = come(server, room, "Ben", "blue_spymaster")
    ana.do("add_bot", seat="red_operative", style="normal")
    ana.do("deal")
    assert list_of(server) == [{**one, "people": 2, "playing": True}]
    ana.do("set_door", closed=True)
    assert list_of(server) == []
    ana.do("set_door", closed=False)
    tv = Client(server.url)
    tv.enter("watch", room=room)
    for phone in (ana, ben):
        phone.close()
    # Every phone sleeps, and the game is still on the screen.
    assert list_of(server) == [{**one, "people": 2, "playing": True}]
    tv.close()
    eventually(lambda: list_of(server) == [])


def test_a_room_before_its_game_in_which_nobody_is_left_is_not_listed(server: Server) -> None:
    ana = open_room(server, mode="duet")
    (found,) = list_of(server)
    assert (found["mode"], found["playing"]) == ("duet", False)
    tv = Client(server.url)
    tv.enter("watch", room=ana.lobby["code"])
    ana.close()
    eventually(lambda: list_of(server) == [])
    tv.close()


def test_nothing_secret_is_said(server: Server) -> None:
    """Only what anybody in the room reads on its walls."""
    ana = open_room(server)
    ana.do("take_seat", seat="key_holder")
    ana.do("deal")
    (found,) = list_of(server)
    assert found.keys() == {"room", "host", "people", "mode", "board", "playing"}
    ana.close()
    eventually(lambda: list_of(server) == [])


def test_the_list_is_bounded_and_the_fullest_come_first(server: Server) -> None:
    hosts = [open_room(server, f"Host {n}") for n in range(MAX_LISTED + 3)]
    last = hosts[-1].lobby["code"]
    guest = come(server, last, "Guest")
    found = list_of(server)
    assert len(found) == MAX_LISTED
    assert found[0]["room"] == last
    assert [game["room"] for game in found[1:]] == sorted(game["room"] for game in found[1:])
    for client in (*hosts, guest):
        client.close()


@pytest.mark.parametrize("public", [False, True], ids=["private", "at a public address"])
def test_nothing_is_listed_where_games_are_private(tmp_path: Path, public: bool) -> None:
    port = free_port()
    option = ("--public-url", f"http://games.example:{port}") if public else ("--private",)
    server = Server(tmp_path, Deal((KEY,)), (*GENEROUS, *option), port)
    try:
        ana = open_room(server.start())
        assert list_of(server) == []
        assert listed(server)["opens"] is False
        assert status(open_for_screen(server)) == 405
        ana.close()
    finally:
        server.kill()


def test_a_screen_opens_a_room_which_waits_for_its_host(server: Server) -> None:
    """One at a time: who asks again gets the same one until somebody has joined."""
    assert listed(server)["opens"] is True
    room = answered(open_for_screen(server))["room"]
    assert answered(open_for_screen(server))["room"] == room
    tv = Client(server.url)
    tv.enter("watch", room=room)
    assert (tv.lobby["host"], tv.lobby["players"], tv.lobby["language"]) == ("", [], "en")
    assert list_of(server) == []  # nobody is in it
    ana = come(server, room, "Ana")
    assert ana.lobby["host"] == ana.lobby["players"][0]["id"]
    ana.do("change_settings", language="hr", decks=["hr"], settings={"mode": "duet"})
    (found,) = list_of(server)
    assert (found["room"], found["host"]) == (room, "Ana")
    assert answered(open_for_screen(server))["room"] != room
    for client in (ana, tv):
        client.close()
    eventually(lambda: list_of(server) == [])


@pytest.mark.parametrize("language", ["x" * 30, ""])
def test_a_screen_has_to_name_a_language(server: Server, language: str) -> None:
    answer = open_for_screen(server, language)
    assert (status(answer), answered(answer)) == (400, {"code": "wire/malformed"})


def test_no_page_of_another_origin_opens_a_room(server: Server) -> None:
    assert status(open_for_screen(server, Origin="http://elsewhere.example")) == 403


def test_those_of_other_servers_are_listed_too(caplog: pytest.LogCaptureFixture) -> None:
    def game(room: str, people: int) -> OpenGame:
        return OpenGame(room, "Ana", people, Mode.CLASSIC, Board.WORDS, playing=True)

    one = OpenGames(lambda: (game("BKTM", 2), game("CDFG", 1)))
    two = OpenGames(lambda: (game("HJKL", 5), game("BKTM", 2)))
    one.receive([two.published(), b"null", b'[{"room":3}]'])
    assert [found.room for found in one()] == ["HJKL", "BKTM", "CDFG"]
    assert len(caplog.records) == 1
    one.receive(())
    assert [found.room for found in one()] == ["BKTM", "CDFG"]


def test_many_who_ask_are_given_the_same_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ask, it is made once in a while."""
    made: list[int] = []

    def going_on() -> tuple[OpenGame, ...]:
        made.append(1)
        return ()

    now = 100.0
    monkeypatch.setattr(games.time, "monotonic", lambda: now)
    app = Flask(__name__, static_folder=None)
    app.register_blueprint(make_games(going_on, lambda: "http://here", lambda _a, _l: "BKTM"))
    for _ in range(50):
        answer = app.test_client().get("/games")
        assert answer.get_json() == {"games": [], "address": "http://here", "opens": True}
        assert answer.headers["Cache-Control"] == "no-store"
    assert len(made) == 1
    now += games.CACHE_SECONDS
    app.test_client().get("/games")
    assert len(made) == 2
