"""What docs/protocol.md promises in words, asked of a real server by who knows only the page."""

import http.client
import json
from collections.abc import Iterator
from typing import Any

import pytest
import socketio
import websocket

from clients import Client, Refused, token
from patience import PATIENCE
from servers import Deal, Server, running

KEY = "rrbnbbnrbranbrrnbnrbnbrnr"

CODES = tuple(f"{a}{b}CD" for a in "BCDFGHJKLMNP" for b in "BCDFGHJKLMNP")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("promises")
    with running(folder / "data", deal=Deal((KEY,), codes=CODES)) as started:
        yield started


class Table:
    """A room with Ana, its host and red's spymaster, and Ben, blue's; and a game for them."""

    def __init__(self, server: Server, **settings: str) -> None:
        self.server = server
        self.tokens = {"ana": token(), "ben": token()}
        self.ana = Client(server.url)
        create = {"cmd_id": "c", "name": "Ana", "language": "en", "decks": ["en"]}
        answer = self.ana.enter("create", token=self.tokens["ana"], settings=settings, **create)
        self.code = answer["room"]
        self.ben = self.came("Ben", self.tokens["ben"])
        self.ana.do("take_seat", seat="red_spymaster")
        self.ben.do("take_seat", seat="blue_spymaster")

    def came(self, name: str, with_token: str = "", seat: str = "") -> Client:
        client = Client(self.server.url)
        client.enter("join", room=self.code, token=with_token or token(), name=name)
        if seat:
            client.do("take_seat", seat=seat)
        return client

    def deal(self) -> None:
        self.ana.do("deal")
        self.ana.wait_for_view(lambda seen: seen["view"]["game"] is not None)

    def move(self, who: Client, name: str, **fields: object) -> None:
        """A move that is accepted; waits until Ana's phone shows it."""
        step = self.ana.view["step"]
        who.do(name, step=step, **fields)
        self.ana.wait_for_view(lambda seen: seen["step"] > step)


def refusal(client: Client, name: str, /, **fields: object) -> str:
    with pytest.raises(Refused) as refused:
        client.ask(name, **fields)
    return str(refused.value.code)


@pytest.mark.parametrize("position", [25, -1, 10**9, 10**30])
def test_a_position_outside_the_board_is_no_such_card(server: Server, position: int) -> None:
    table = Table(server)
    table.deal()
    table.move(table.ana, "give_clue", word="plant", number=2)
    touch = {"cmd_id": "t", "step": table.ana.view["step"], "position": position}
    assert refusal(table.ana, "touch_card", **touch) == "game/no_such_card"


@pytest.mark.parametrize("position", ["3", None, 3.5, 3.0, True, [3], {}])
def test_a_position_that_is_no_integer_is_malformed(server: Server, position: object) -> None:
    client = Table(server).ana
    touch = {"cmd_id": "t", "step": 0, "position": position}
    assert refusal(client, "touch_card", **touch) == "wire/malformed"


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"cmd_id": "a"},
        {"cmd_id": "a", "name": "Al", "more": 1},
        {"cmd_id": "", "name": "Al"},
        {"cmd_id": "a b", "name": "Al"},
        {"cmd_id": "a\n", "name": "Al"},
        {"cmd_id": "a" * 41, "name": "Al"},
        {"cmd_id": 1, "name": "Al"},
        {"cmd_id": "a", "name": "A" * 201},
    ],
)
def test_a_command_of_another_form_is_malformed(server: Server, fields: dict[str, Any]) -> None:
    assert refusal(Table(server).ana, "rename", **fields) == "wire/malformed"


def test_who_came_by_watch_or_not_at_all_sends_no_commands(server: Server) -> None:
    table, screen, stranger = Table(server), Client(server.url), Client(server.url)
    assert screen.enter("watch", room=f" {table.code.lower()} ")["you"] is None
    for client in (screen, stranger):
        assert refusal(client, "rename", cmd_id="a", name="Eve") == "wire/not_entered"
    assert refusal(table.ana, "fly", cmd_id="a") == "wire/unknown_command"


def test_another_protocol_is_refused(server: Server) -> None:
    assert refusal(Client(server.url), "watch", protocol=3, room="BKTM") == "wire/protocol"


def test_a_known_cmd_id_is_answered_again_before_everything_else(server: Server) -> None:
    table = Table(server)
    table.deal()
    clue = {"cmd_id": "again", "step": table.ana.view["step"], "word": "plant", "number": 2}
    assert table.ana.ask("give_clue", **clue) == {"ok": True}
    assert table.ana.ask("give_clue", **clue) == {"ok": True}
    assert refusal(table.ben, "give_clue", **clue) == "game/stale", "an id is a person's own"
    again = table.came("Eve")
    assert again.view["view"]["game"]["turns"][0]["clue"] == {"word": "plant", "number": 2}


def test_creating_again_leads_to_the_same_room(server: Server) -> None:
    table = Table(server)
    create = {"cmd_id": "c", "name": "Zoe", "language": "hr", "decks": ["en"]}
    answer = Client(server.url).enter("create", token=table.tokens["ana"], **create)
    assert (answer["room"], answer["you"]) == (table.code, "p1")


def test_a_refused_entrance_leaves_the_connection_where_it_was(server: Server) -> None:
    table = Table(server)
    entrance = {"protocol": 2, "room": table.code, "token": token()}
    assert refusal(table.ben, "enter", **entrance) == "room/unknown_token"
    table.ben.do("rename", name="Benjamin")
    table.ana.wait_for_view(lambda s: s["view"]["lobby"]["players"][1]["name"] == "Benjamin")
    assert table.ana.lobby["players"][1]["online"]


def test_a_connection_that_moves_to_another_room_has_left_the_former(server: Server) -> None:
    table, other = Table(server), Table(server)
    table.ben.enter("watch", room=other.code)
    table.ana.wait_for_view(lambda seen: not seen["view"]["lobby"]["players"][1]["online"])


def test_who_leaves_is_told_gone_on_every_connection(server: Server) -> None:
    table = Table(server)
    second = Client(server.url)
    second.enter("enter", room=table.code, token=table.tokens["ben"])
    table.ben.do("leave")
    assert table.ben.gone == {"code": "room/unknown_token"}
    second.wait(lambda: second.gone is not None)
    entrance = {"room": table.code, "token": table.tokens["ben"]}
    assert refusal(second, "enter", protocol=2, **entrance) == "room/unknown_token"
    assert second.enter("join", name="Ben", **entrance)["you"] == "p2"


def test_who_is_removed_is_told_gone_and_may_be_let_back_in(server: Server) -> None:
    table = Table(server)
    table.ana.do("remove", player="p2")
    table.ben.wait(lambda: table.ben.gone == {"code": "room/removed"})
    entrance = {"room": table.code, "token": table.tokens["ben"]}
    assert refusal(table.ben, "enter", protocol=2, **entrance) == "room/removed"
    table.ana.do("readmit", player="p2")
    assert table.ben.enter("enter", **entrance)["you"] == "p2"


def test_i_was_ben(server: Server) -> None:
    table, new = Table(server), token()
    browser = Client(server.url)
    asked = browser.enter("ask_to_return", room=table.code, token=new, player="p2")["request"]
    assert [r["id"] for r in browser.lobby["requests"]] == [asked]
    answer = {"request": asked, "consent": True}
    other = table.came("Cy", seat="spectator")
    assert refusal(other, "answer_request", cmd_id="1", **answer) == "room/not_yours_to_answer"
    table.ana.do("answer_request", **answer)
    browser.wait_for_view(lambda seen: not seen["view"]["lobby"]["requests"])
    assert browser.enter("enter", room=table.code, token=new)["you"] == "p2"
    former = {"protocol": 2, "room": table.code, "token": table.tokens["ben"]}
    assert refusal(Client(server.url), "enter", **former) == "room/unknown_token"


def test_secret_marks_move_nobody_elses_stream(server: Server) -> None:
    table = Table(server, guessing="operatives_tap", marks="team_sees")
    red = table.came("Rea", seat="red_operative")
    blue = table.came("Bo", seat="blue_operative")
    table.deal()
    table.move(table.ana, "give_clue", word="plant", number=2)
    step = table.ana.view["step"]
    for client in (red, blue, table.ben):
        client.wait_for_view(lambda seen: seen["step"] == step)
    before = {client: client.view["n"] for client in (blue, table.ben)}
    red.do("mark_card", step=step, position=3, on=True)
    table.ana.wait_for_view(lambda seen: bool(seen["view"]["marks"]))
    assert red.view["view"]["marks"] == [{"position": 3, "by": red.you, "unsure": False}]
    assert red.view["audience"] == "red_operatives"
    assert red.view["step"] == step
    table.ana.do("rename", name="Anna")
    for client, n in before.items():
        client.wait_for_view(lambda seen: seen["view"]["lobby"]["players"][0]["name"] == "Anna")
        assert client.view["n"] == n + 1
        assert client.view["view"]["marks"] == []


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (["40", '42["connect",{}]'], 1008),
        (["40", '42["rename",{]'], 1008),
        (["40", "430[]"], 1008),
        (["40", "42" + "1" * 16 + '["rename",{}]'], 1008),
        (["40/admin,"], 1008),
        (['42["rename",{}]'], 1008),
        (["40", '42["rename","' + "a" * 80_000 + '"]'], 1009),
        (["40", "41"], 1000),
        ([b"40"], 1003),
    ],
)
def test_what_closes_a_connection(server: Server, frames: list[str | bytes], code: int) -> None:
    address = server.url.replace("http", "ws", 1) + "/socket.io/?EIO=4&transport=websocket"
    offer = ["Sec-WebSocket-Extensions: permessage-deflate"]
    socket = websocket.create_connection(address, timeout=PATIENCE, header=offer)
    assert "sec-websocket-extensions" not in socket.headers
    assert json.loads(socket.recv()[1:])["maxPayload"] == 80_000
    for frame in frames:
        socket.send_binary(frame) if isinstance(frame, bytes) else socket.send(frame)
    while True:
        opcode, data = socket.recv_data(control_frame=True)
        if opcode == websocket.ABNF.OPCODE_CLOSE:
            assert int.from_bytes(data[:2], "big") == code
            return


def test_a_stock_client_that_begins_with_polling_reads_what_to_do(server: Server) -> None:
    told: list[dict[str, Any]] = []
    client = socketio.Client(reconnection=False)
    client.on("connect_error", told.append)
    with pytest.raises(socketio.exceptions.ConnectionError, match="400"):
        client.connect(server.url)
    ((code, message),) = (tuple(answer.values()) for answer in told)
    assert (code, message.split(": ", 1)[1]) == (0, 'connect with transports: ["websocket"].')
    client.connect(server.url, transports=["websocket"])
    assert (
        client.call("watch", {"protocol": 2, "room": "ZZZZ"})["error"]["code"] == "room/not_found"
    )
    client.disconnect()


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("", 0),
        ("?EIO=4&transport=polling", 0),
        ("?EIO=4&transport=websocket&sid=x", 0),
        ("?EIO=3&transport=websocket", 5),
        ("?EIO=4&transport=websocket", 3),
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_what_leads_to_no_socket_says_why(
    server: Server, query: str, code: int, method: str
) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request(method, f"/socket.io/{query}")
    response = connection.getresponse()
    assert (response.status, response.headers["Content-Type"]) == (400, "application/json")
    answer = json.loads(response.read())
    assert (answer["code"], answer.keys()) == (code, {"code", "message"})
    connection.close()


def test_a_second_connect_is_refused_and_the_first_stays(server: Server) -> None:
    client = Client(server.url)
    client._socket.send("40")
    assert client._receive() == '44"Unable to connect"'
    assert refusal(client, "watch", protocol=2, room="ZZZZ") == "room/not_found"


def test_a_correction_to_the_same_word_is_refused(server: Server) -> None:
    table = Table(server)
    table.deal()
    table.move(table.ana, "give_clue", word="pear", number=2)
    correction = {"cmd_id": "same", "step": table.ana.view["step"], "word": " pear "}
    assert refusal(table.ana, "correct_clue", **correction) == "game/same_clue"
    table.move(table.ana, "correct_clue", word="pears")


@pytest.mark.parametrize("event", ['["rename"]', '["rename",{},{}]', '["rename",null]'])
def test_an_event_without_its_payload_is_answered(server: Server, event: str) -> None:
    client = Client(server.url)
    client._socket.send(f"427{event}")
    assert client.answer(7)["error"]["code"] == "wire/not_entered"
    client.enter("create", cmd_id="c", token=token(), name="Ana", language="en", decks=["en"])
    client._socket.send(f"4299{event}")
    assert client.answer(99)["error"]["code"] == "wire/malformed"


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/", {}, 200),
        ("/bktm", {}, 200),
        ("/tv", {}, 200),
        ("/tv/BKTM", {}, 200),
        ("/qr/BKTM.svg", {}, 200),
        ("/qr/tv/BKTM.svg", {}, 200),
        ("/qr/start.svg", {}, 200),
        ("/tv/rooms", {}, 404),
        ("/healthz", {}, 200),
        ("/decks", {}, 200),
        ("/AAAA", {}, 404),
        ("/tv/AAAA", {}, 404),
        ("/qr/AAAA.svg", {}, 404),
        ("/qr/tv/AAAA.svg", {}, 404),
        ("/healthz", {"Host": "elsewhere.example"}, 403),
        ("/decks", {"Origin": "http://elsewhere.example"}, 403),
        ("/healthz", {"Origin": "http://elsewhere.example"}, 403),
        ("/socket.io/?EIO=4&transport=polling", {}, 400),
    ],
)
def test_routes(server: Server, path: str, headers: dict[str, str], status: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", path, headers=headers)
    assert connection.getresponse().status == status
    connection.close()


@pytest.mark.parametrize("path", ["/", "/BKTM", "/tv", "/decks", "/healthz", "/qr/BKTM.svg"])
def test_other_methods_than_get_are_refused_and_options_says_so(server: Server, path: str) -> None:
    for method, status in (("OPTIONS", 200), ("HEAD", 200), ("POST", 405), ("DELETE", 405)):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.request(method, path)
        response = connection.getresponse()
        assert response.status == status, method
        allowed = set((response.headers["Allow"] or "GET, HEAD, OPTIONS").split(", "))
        assert allowed == {"GET", "HEAD", "OPTIONS"}
        assert "Access-Control-Allow-Origin" not in response.headers
        connection.close()


@pytest.mark.parametrize(
    ("path", "agent", "allowed"),
    [
        ("/tv/BKTM", "Mozilla/5.0 … CrKey/1.56.500000", True),
        ("/tv", "Mozilla/5.0 … CrKey/1.56.500000", True),
        ("/tv/BKTM", "Mozilla/5.0 (X11; Linux x86_64)", False),
        ("/BKTM", "Mozilla/5.0 … CrKey/1.56.500000", False),
        ("/healthz", "Mozilla/5.0 … CrKey/1.56.500000", False),
    ],
)
def test_only_a_screen_on_a_cast_device_may_fetch_its_framework(
    server: Server, path: str, agent: str, allowed: bool
) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", path, headers={"User-Agent": agent.encode()})
    policy = connection.getresponse().headers["Content-Security-Policy"]
    connection.close()
    framework = "script-src 'self' https://www.gstatic.com/cast/sdk/libs/caf_receiver/"
    assert (framework in policy.split("; ")) is allowed
    assert policy.count("gstatic") == allowed
    assert "default-src 'self'" in policy
