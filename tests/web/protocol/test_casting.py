"""Who may cast, and what a cast page is worth: nothing that any other screen lacks."""

import http.server
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import ANY

import pytest
from itsdangerous import URLSafeSerializer, URLSafeTimedSerializer

from cast.emulated import EmulatedDevice, fresh_address, tls
from cast.rig import nonce_of
from clients import Client, token
from patience import PATIENCE
from servers import Server, running
from table import DEAL, Table, codes, refusal, refusal_of, settle
from undercast.store.data_file import SECRET_FILE
from undercast.web.signed_links import HostLinks, ScreenTokens, TerminalPass
from wire import get

OPTIONS = ("--cast", "--wall-clock", "--generous")

CASTING: tuple[tuple[str, dict[str, object]], ...] = (
    ("list_tvs", {}),
    ("show_on_tv", {"device": "at-127.0.0.9"}),
    ("show_on_tv", {"device": "at-127.0.0.9", "instead": True}),
    ("stop_tv", {}),
    ("take_back_tv", {}),
    ("add_tv", {"address": "127.0.0.9"}),
)

REPORT: dict[str, object] = {"agent": "Old TV", "width": 1280, "height": 720, "latency": 12}

UNSAID = {"holds": [], "played": 0, "visible": True, "changes": [], "version": ""}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    deal = type(DEAL)(DEAL.keys, codes=codes())
    with running(tmp_path_factory.mktemp("web"), deal=deal, options=OPTIONS) as server:
        yield server


@pytest.fixture
def tv() -> Iterator[EmulatedDevice]:
    with EmulatedDevice() as tv:
        yield tv


@pytest.fixture
def table(server: Server) -> Table:
    return Table(server)


class Cast:
    """A room on a device; its page has not come yet, and has this nonce."""

    def __init__(self, table: Table, tv: EmulatedDevice) -> None:
        self.table, self.tv = table, tv
        self.ana = table.people["Ana"]
        opened = len(tv.urls)
        self.ana.ask("show_on_tv", device=f"at-{tv.address}")
        tv.wait_for(lambda: len(tv.urls) > opened)
        self.nonce = nonce_of(tv.urls[-1])
        self.reaches("loading")

    def screen(self, **proof: object) -> tuple[Client, str | None]:
        """Somebody watches the room with this; the connection, and the token for it to keep."""
        client = Client(self.table.server.url)
        return client, client.enter("watch", room=self.table.code, **proof)["screen"]

    def reaches(self, state: str) -> None:
        self.ana.wait_for_view(
            lambda message: (message["view"]["lobby"]["screen"] or {}).get("state") == state
        )

    def is_loading(self) -> bool:
        settle(self.ana)
        return bool(self.ana.lobby["screen"]["state"] == "loading")


@pytest.fixture
def cast(table: Table, tv: EmulatedDevice) -> Cast:
    return Cast(table, tv)


def secret_of(server: Server) -> str:
    return (server.data / SECRET_FILE).read_text()


# --- Whose wish it is -----------------------------------------------------------------------------


def test_what_goes_dark_stays_so_until_somebody_is_in_the_room_again(cast: Cast) -> None:
    page, _ = cast.screen(nonce=cast.nonce)
    cast.reaches("showing")
    table, tv = cast.table, cast.tv
    for person in table.people.values():
        person.close()
    onlooker = table.tv
    onlooker.wait_for_view(lambda m: not any(p["online"] for p in m["view"]["lobby"]["players"]))
    tv.idle_out()
    page.close()
    onlooker.wait_for_view(
        lambda m: m["view"]["lobby"]["screen"]["reason"] == "cast/nobody_playing"
    )
    assert len(tv.urls) == 1
    table.enter("Ben")
    tv.wait_for(lambda: len(tv.urls) == 2)


# --- The nonce and what it is exchanged for -------------------------------------------------------


def test_a_nonce_is_good_once(cast: Cast) -> None:
    _, kept = cast.screen(nonce=cast.nonce)
    assert kept is not None
    cast.reaches("showing")
    _, again = cast.screen(nonce=cast.nonce)
    assert again is None


def test_the_token_is_good_again_and_again(cast: Cast) -> None:
    first, kept = cast.screen(nonce=cast.nonce)
    cast.reaches("showing")
    second, again = cast.screen(screen=kept)
    assert again == kept
    first.close()
    second.close()
    cast.reaches("lost")
    cast.screen(screen=kept)
    cast.reaches("showing")


def test_a_page_of_an_earlier_cast_does_not_push_the_present_one_aside(
    cast: Cast, server: Server
) -> None:
    """The old page comes back, and then the cast process has to be told anew who is there."""
    _, former = cast.screen(nonce=cast.nonce)
    cast.reaches("showing")
    cast.ana.ask("stop_tv")
    cast.tv.wait_for(lambda: cast.tv.app is None)
    present = Cast(cast.table, cast.tv)
    present.screen(nonce=present.nonce)
    cast.reaches("showing")
    assert cast.screen(screen=former)[1] == former
    child = server.cast_process()
    assert child is not None
    os.kill(child, signal.SIGKILL)
    reasons: list[str | None] = []
    for reason in ("cast/reconnecting", None):
        cast.ana.wait_for_view(lambda m, r=reason: m["view"]["lobby"]["screen"]["reason"] == r)
        reasons.append(cast.ana.lobby["screen"]["state"])
    assert reasons == ["showing", "showing"]
    assert len(cast.tv.urls) == 2


def test_what_is_wrong_makes_just_another_screen(cast: Cast, server: Server) -> None:
    other = Table(server)
    tokens = ScreenTokens(secret_of(server))
    plain, _ = cast.screen()
    expected = {key: value for key, value in plain.view.items() if key != "happened"}
    secret = secret_of(server)
    link = HostLinks(secret_of(server)).make(cast.table.code, cast.ana.you or "")
    wrong: list[dict[str, object]] = [
        {"nonce": cast.nonce + "x"},
        {"nonce": cast.nonce[:-1]},
        {"nonce": cast.nonce.swapcase()},
        {"nonce": ""},
        {"nonce": "Ø" * 40},
        {"screen": cast.nonce},
        {"screen": ""},
        {"screen": "."},
        {"screen": tokens.make(other.code, cast.nonce)},
        {"screen": tokens.make(cast.table.code, cast.nonce)[:-1]},
        {"screen": tokens.make(cast.table.code, "not-a-nonce-of-this-room")},
        {"screen": URLSafeSerializer("guessed", salt="screen").dumps([cast.table.code, "x"])},
        {"screen": URLSafeSerializer(secret, salt="host").dumps([cast.table.code, cast.nonce])},
        {"screen": URLSafeSerializer(secret, salt="screen").dumps({"a": 1})},
        {"screen": URLSafeSerializer(secret, salt="screen").dumps([cast.table.code])},
        {"screen": TerminalPass(secret_of(server)).make(cast.table.code)},
        {"screen": link},
    ]
    for proof in wrong:
        screen, _ = cast.screen(**proof)
        seen = {key: value for key, value in screen.view.items() if key != "happened"}
        assert seen == expected, proof
        settle(screen)
        assert cast.is_loading(), proof
        screen.close()
    cast.screen(nonce=cast.nonce)
    cast.reaches("showing")


def test_a_nonce_is_of_no_use_in_another_room(cast: Cast, server: Server) -> None:
    other = Table(server)
    client = Client(server.url)
    assert client.enter("watch", room=other.code, nonce=cast.nonce)["screen"] is None
    assert cast.is_loading()


def test_proofs_have_bounds(cast: Cast) -> None:
    for field in ("nonce", "screen"):
        for value in ("x" * 10_000, 7, ["x"], {}):
            client = Client(cast.table.server.url)
            payload = {"protocol": 2, "room": cast.table.code, field: value}
            assert refusal_of(client, "watch", payload) == "wire/malformed"
            client.close()
    assert cast.is_loading()


def test_a_cast_page_sees_and_may_what_every_screen_sees_and_may(
    cast: Cast, table: Table, server: Server
) -> None:
    page, kept = cast.screen(nonce=cast.nonce)
    cast.reaches("showing")
    table.dealt().clue()
    table.move("Ben", "touch_card", position=0)
    settle(table.tv)
    settle(page)
    page.wait_for_view(lambda message: message["n"] == table.tv.view["n"])
    assert page.view == table.tv.view
    assert page.view["audience"] == "public"
    step = page.view["step"]
    for name, fields in (
        ("deal", {}),
        ("touch_card", {"step": step, "position": 1}),
        ("give_clue", {"step": step, "word": "x", "number": 1}),
        ("undo", {"step": step}),
        ("take_seat", {"seat": "red_spymaster"}),
        ("rename", {"name": "TV"}),
        ("remove", {"player": table.people["Ana"].you}),
        ("hand_over", {"player": table.people["Ben"].you}),
        ("debrief", {"step": step}),
    ):
        assert refusal(page, name, cmd_id="tv", **fields) == "wire/not_entered", name
    for name, fields in CASTING:
        assert refusal(page, name, **fields) == "wire/not_entered", name
    # Nor is what it holds good for coming in as a person.
    for value in (cast.nonce, str(kept)):
        stranger = Client(server.url)
        code = refusal(stranger, "enter", protocol=2, room=table.code, token=value)
        assert code in {"room/unknown_token", "wire/malformed"}
        code = refusal(
            stranger, "become_host", protocol=2, room=table.code, token=token(), link=value
        )
        assert code == "room/link_invalid"
        stranger.close()
    settle(page)
    assert page.view == table.tv.view
    assert table.tv.lobby["host"] == table.people["Ana"].you


def test_the_address_of_the_page_shows_the_same_to_everybody(cast: Cast, server: Server) -> None:
    """The page is the same with the right nonce, with another and with none."""
    path = f"/tv/{cast.table.code}"
    answers = {get(server.url, path + query) for query in ("", f"?nonce={cast.nonce}", "?nonce=x")}
    assert len(answers) == 1
    assert cast.is_loading(), "a nonce is used up by a page that speaks, not by fetching it"


# --- Who may cast ---------------------------------------------------------------------------------


def test_only_the_host_casts(cast: Cast, table: Table) -> None:
    for name, fields in CASTING:
        for who in ("Ben", "Cem", "Dan", "Eva"):
            assert refusal(table.people[who], name, **fields) == "room/not_host", (who, name)
        assert refusal(table.tv, name, **fields) == "wire/not_entered", name
        nobody = Client(table.server.url)
        assert refusal(nobody, name, **fields) == "wire/not_entered", name
        nobody.close()
    assert cast.is_loading()
    assert cast.tv.said("STOP") == []


def test_the_host_of_one_room_has_no_say_in_another(cast: Cast, server: Server) -> None:
    stranger = Table(server).people["Ana"]
    assert stranger.ask("stop_tv") == {"ok": True}
    assert stranger.ask("take_back_tv") == {"ok": True}
    device = f"at-{cast.tv.address}"
    assert refusal(stranger, "show_on_tv", device=device) == "cast/device_in_use"
    assert cast.is_loading()
    cast.screen(nonce=cast.nonce)
    cast.reaches("showing")


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("list_tvs", None),
        ("list_tvs", []),
        ("show_on_tv", {}),
        ("show_on_tv", {"device": 7}),
        ("show_on_tv", {"device": "x" * 101}),
        ("show_on_tv", {"device": "x", "instead": "yes"}),
        ("show_on_tv", {"device": "x", "url": "http://127.0.0.1/"}),
        ("show_on_tv", {"device": "x", "path": "/"}),
        ("add_tv", {}),
        ("add_tv", {"address": "1" * 46}),
        ("stop_tv", {"room": "ABCD"}),
        ("report", {**REPORT, "agent": "x" * 301}),
        ("report", {**REPORT, "width": -1}),
        ("report", {**REPORT, "height": 20_001}),
        ("report", {**REPORT, "latency": 60_001}),
        ("report", {**REPORT, "latency": 1.5}),
        ("report", {**REPORT, "failed": ["gremlins"]}),
        ("report", {**REPORT, "failed": ["video"] * 5}),
        ("report", {**REPORT, "played": -1}),
        ("report", {**REPORT, "changes": [{"visible": True, "at": 1}] * 11}),
        ("report", {**REPORT, "changes": [{"visible": True, "at": 1, "more": 1}]}),
        ("report", {**REPORT, "version": "x" * 41}),
        ("report", {"agent": "x"}),
    ],
)
def test_malformed_casting_is_refused(table: Table, name: str, payload: object) -> None:
    client = table.tv if name == "report" else table.people["Ana"]
    assert refusal_of(client, name, payload) == "wire/malformed"


def test_a_report_is_read_by_the_host_of_its_own_room_only(table: Table, server: Server) -> None:
    other = Table(server)
    assert table.tv.ask("report", **REPORT, failed=["video"]) == {"ok": True}
    about = table.people["Ana"].ask("list_tvs")["about"]
    assert about == {**REPORT, **UNSAID, "failed": ["video"], "cast": False, "at": ANY}
    assert other.people["Ana"].ask("list_tvs")["about"] is None
    settle(table.tv)
    assert "Old TV" not in "".join(table.tv.frames[1:])
    for client in (table.people["Ana"], table.people["Ben"], Client(server.url)):
        assert refusal(client, "report", **REPORT) == "wire/not_entered"


def test_a_covered_page_is_told_as_a_screensaver(cast: Cast) -> None:
    page, _ = cast.screen(nonce=cast.nonce)
    cast.reaches("showing")
    other, _ = cast.screen()
    covered = {**REPORT, "visible": False, "changes": [{"visible": False, "at": 5}]}

    def told() -> tuple[str, str | None]:
        settle(cast.ana)
        return cast.ana.lobby["screen"]["state"], cast.ana.lobby["screen"]["reason"]

    assert other.ask("report", **covered) == {"ok": True}
    assert told() == ("showing", None)
    page.ask("report", **covered)
    assert told() == ("showing", "cast/screensaver")
    assert cast.ana.ask("list_tvs")["about"] == {
        **UNSAID,
        **covered,
        "failed": [],
        "cast": True,
        "at": ANY,
    }
    page.ask("report", **REPORT)
    assert told() == ("showing", None)


# --- The terminal's way in ------------------------------------------------------------------------


def ask_terminal(server: Server, body: bytes, shown: str | None = None) -> tuple[int, bytes]:
    """What the terminal is answered that shows this pass, or a good one for the room BKTM."""
    shown = TerminalPass(secret_of(server)).make("BKTM") if shown is None else shown
    bearer = f"Bearer {shown}"
    answer = get(server.url, "/terminal/cast", method="POST", body=body, Authorization=bearer)
    head, _, rest = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), rest


def asked(server: Server, table: Table, **fields: object) -> bytes:
    good = {"room": table.code, "device": "at-127.0.0.9"}
    return json.dumps({**good, **fields}).encode()


def signed(server: Server, value: object, *, ago: float = 0.0, salt: str = "terminal") -> str:
    """As the terminal signs it, so many seconds ago."""
    signer = URLSafeTimedSerializer(secret_of(server), salt=salt).make_signer(salt)
    signer.get_timestamp = lambda: int(time.time() - ago)  # type: ignore[attr-defined]
    payload = URLSafeTimedSerializer("any").dump_payload(value)
    return str(signer.sign(payload).decode())


def test_the_terminal_needs_a_pass_of_its_own_for_the_room(table: Table, server: Server) -> None:
    fresh = signed(server, table.code)
    for good in (TerminalPass(secret_of(server)).make(table.code), fresh):
        answer = ask_terminal(server, asked(server, table), good)
        assert answer == (409, b'{"code":"cast/unknown_device"}\n')
    bad = [
        "",
        "x",
        "a.b.c",
        "Ø",
        fresh[:-1],
        signed(server, table.code, ago=31),
        signed(server, Table(server).code),
        signed(server, [table.code]),
        signed(server, table.code, salt="host"),
        signed(server, table.code, salt="screen"),
        ScreenTokens(secret_of(server)).make(table.code, "nonce"),
        HostLinks(secret_of(server)).make(table.code, table.people["Ana"].you or ""),
        table.tokens["Ana"],
    ]
    refused = (403, b'{"code":"wire/malformed"}\n')
    for each in bad:
        assert ask_terminal(server, asked(server, table), each) == refused, each


def test_a_stranger_to_the_terminal_is_answered_before_its_body_comes(server: Server) -> None:
    head = "POST /terminal/cast HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), 30) as stranger:
        stranger.sendall(head.encode())
        assert stranger.recv(12) == b"HTTP/1.1 403"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b"null",
        b'{"room":"A","device":"B"}',
        b'{"room":"BKTM"}',
        b'{"room":1,"device":2}',
        b"[" * 1999,
        b'{"a":' * 390,
        b"9" * 1999,
    ],
)
def test_the_terminal_refuses_what_is_no_request(server: Server, body: bytes) -> None:
    assert ask_terminal(server, body)[0] == 403


def test_the_terminal_takes_no_large_body_and_answers_only_post(
    table: Table, server: Server
) -> None:
    large = asked(server, table, more="x" * 5_000_000)
    assert ask_terminal(server, large)[0] == 403
    for method in ("GET", "HEAD", "PUT", "DELETE"):
        answer = get(server.url, "/terminal/cast", method=method)
        assert answer.split()[1] == b"405", method
    foreign = get(server.url, "/terminal/cast", method="POST", body=b"{}", Host="evil.example")
    assert foreign.split()[1] == b"403"


def test_the_terminal_knows_the_rooms(server: Server) -> None:
    nowhere = json.dumps({"room": "ZZZZ", "device": "x"}).encode()
    answer = ask_terminal(server, nowhere, TerminalPass(secret_of(server)).make("ZZZZ"))
    assert answer == (409, b'{"code":"room/not_found"}\n')


# --- What devices say -----------------------------------------------------------------------------


@contextmanager
def trap() -> Iterator[tuple[str, list[str]]]:
    """A web server where nobody has any business; its address, and what was asked of it."""
    asked: list[str] = []

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Tests are quiet."""

    with serving(Page, fresh_address(), 0) as trapped:
        yield f"http://{trapped.server_address[0]}:{trapped.server_port}", asked


@contextmanager
def serving(
    handler: type[http.server.BaseHTTPRequestHandler],
    address: str,
    port: int,
    *,
    secure: bool = False,
) -> Iterator[http.server.ThreadingHTTPServer]:
    server = http.server.ThreadingHTTPServer((address, port), handler)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    if secure:
        server.socket = tls().wrap_socket(
            server.socket, server_side=True, do_handshake_on_connect=False
        )
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_no_redirect_is_followed_and_nothing_fetched_that_a_device_names(table: Table) -> None:
    ana = table.people["Ana"]
    with trap() as (url, fetched), EmulatedDevice() as tv:
        lure = {"iconUrl": f"{url}/icon", "url": f"{url}/url", "universalAppId": f"{url}/app"}

        class Redirect(http.server.BaseHTTPRequestHandler):
            asked = threading.Event()

            def do_GET(self) -> None:
                self.send_response(302)
                self.send_header("Location", f"{url}/redirected")
                self.end_headers()
                self.asked.set()

            def log_message(self, *_: object) -> None:
                """Tests are quiet."""

        with serving(Redirect, tv.address, 8443, secure=True):
            ana.ask("add_tv", address=tv.address)
            assert Redirect.asked.wait(PATIENCE)
        cast = Cast(table, tv)
        with tv.changed:
            assert tv.app is not None
            described = tv.app.described
            tv.app.described = lambda: {**described(), **lure}  # type: ignore[method-assign]
        tv.churn(20)
        tv.send_all("urn:x-cast:com.google.cast.media", {"type": "MEDIA_STATUS", **lure})
        tv.send_all("urn:x-cast:com.madmod.dashcast", {"type": "LOAD", **lure})
        tv.send_all("urn:x-cast:undercast", {"type": "LOAD", **lure})
        cast.screen(nonce=cast.nonce)
        cast.reaches("showing")
        ana.ask("stop_tv")
        tv.wait_for(lambda: tv.app is None)
    assert fetched == []


def test_a_server_that_does_not_cast_says_so(tmp_path: Path) -> None:
    with running(tmp_path, deal=DEAL) as server:
        table = Table(server)
        for name, fields in CASTING:
            assert refusal(table.people["Ana"], name, **fields) == "cast/off"
        assert ask_terminal(server, asked(server, table)) == (409, b'{"code":"cast/off"}\n')
        client = Client(server.url)
        kept = ScreenTokens(secret_of(server)).make(table.code, "x")
        for proof in ({"nonce": "x"}, {"screen": kept}):
            assert client.enter("watch", room=table.code, **proof)["screen"] is None
        assert client.ask("report", **REPORT) == {"ok": True}


def test_at_a_public_address_only_the_terminal_casts(tmp_path: Path, tv: EmulatedDevice) -> None:
    public = (*OPTIONS, "--public-url", "https://games.example", "--device", tv.address)
    with ExitStack() as stack:
        server = Server(tmp_path, deal=DEAL, options=public)
        stack.callback(server.kill)
        server.start()
        table = Table(server)
        ana = table.people["Ana"]
        assert table.enter("Ana").ask("enter", **entrance(table))["casts"] is False
        for name, fields in CASTING:
            if name != "stop_tv":
                assert refusal(ana, name, **fields) == "cast/terminal_only"
            assert refusal(table.people["Ben"], name, **fields) == "room/not_host"
        assert tv.urls == []
        wanted = asked(server, table, device=tv.address)
        while ask_terminal(server, wanted) != (200, b'{"code":"ok"}\n'):
            time.sleep(0.05)  # until it is found, and answers
        tv.wait_for(lambda: len(tv.urls) == 1)
        assert tv.urls[0].startswith("https://games.example/tv/")
        ana.ask("stop_tv")
        tv.wait_for(lambda: tv.app is None)


def entrance(table: Table) -> dict[str, object]:
    return {"protocol": 2, "room": table.code, "token": table.tokens["Ana"]}
