"""A room as a stream of pictures: what is shown, when, to whom; and nothing when nobody looks."""

import io
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from cast.emulated import eventually
from servers import SOURCES, Deal, Server, children, command_of, running
from streams import Stream, card
from table import KEY, Table, codes
from undercast.room.stamps import Stamp
from undercast.web.limits.limit_values import ViewerLimits
from undercast.web.routes.pictures import CastNonces
from wire import get, status


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    deal = Deal((KEY,), codes=codes())
    data = tmp_path_factory.mktemp("pictures")
    with running(data, deal=deal, options=("--generous",)) as started:
        yield started


def drawing(server: Server) -> list[int]:
    """The processes that draw for it."""
    return [child for child in children(server.pid) if "undercast.drawing" in command_of(child)]


def test_nothing_draws_before_somebody_looks(server: Server) -> None:
    Table(server).dealt()
    assert drawing(server) == []


def test_where_nothing_can_shape_text_the_server_runs_and_says_that_pictures_are_off(
    tmp_path: Path,
) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['uharfbuzz'] = None")
    path = os.pathsep.join(map(str, (tmp_path, SOURCES)))
    server = Server(tmp_path / "data", Deal((KEY,)), environment={"PYTHONPATH": path}).start()
    try:
        assert server.output.count("Picture streams are off: uharfbuzz is not installed.") == 1
        table = Table(server).dealt().clue()
        for path in (f"/tv/{table.code}.mjpg", f"/tv/{table.code}.jpg"):
            assert status(get(server.url, path)) == 503
        table.move("Ben", "touch_card", position=0)
        assert drawing(server) == []
        assert server.stop() == 0
        assert "Traceback" not in server.output
    finally:
        server.kill()


def test_a_game_is_followed_picture_by_picture(server: Server) -> None:
    table = Table(server)
    with Stream(server.url, f"/tv/{table.code.lower()}.mjpg?nonce=unknown") as stream:
        assert b"HTTP/1.1 200 OK" in stream.head
        assert b"Content-Type: multipart/x-mixed-replace; boundary=undercast\r\n" in stream.head
        assert b"Cache-Control: no-store\r\n" in stream.head
        assert b"Cross-Origin-Resource-Policy: cross-origin\r\n" in stream.head
        lobby = stream.part()
        with Image.open(io.BytesIO(lobby)) as image:
            assert (image.format, image.size) == ("JPEG", (1280, 720))
        assert stream.part() == lobby
        table.people["Ana"].do("choose_stamp", stamp=Stamp.OWL)
        stream.another()
        table.dealt()
        dealt = stream.another()
        assert [card(dealt, position) for position in range(25)] == ["paper"] * 25
        assert stream.part() == dealt
        table.clue()
        stream.another()
        for position, colour in ((0, "red"), (10, "blue")):
            touched = time.monotonic()
            table.move("Ben", "touch_card", position=position)
            assert card(stream.another(), position) == colour
            assert time.monotonic() - touched > 0.9, "before a page's card has turned"
        table.move("Ana", "abandon")
        stream.another()
        table.move("Ana", "debrief")
        stream.another()


def test_all_who_look_share_one_drawing_and_there_is_a_limit(server: Server) -> None:
    table, most = Table(server), ViewerLimits()
    streams = [Stream(server.url, f"/tv/{table.code}.mjpg") for _ in range(most.per_room)]
    first = {stream.part() for stream in streams}
    assert status(get(server.url, f"/tv/{table.code}.mjpg")) == 429
    table.dealt()
    dealt = {stream.another() for stream in streams}
    assert (len(first), len(dealt)) == (1, 1)
    assert len(drawing(server)) == 1
    streams.pop().close()
    eventually(lambda: status(get(server.url, f"/tv/{table.code}.jpg")) == 200)
    for stream in streams:
        stream.close()


def test_who_does_not_read_holds_up_nobody_and_then_sees_the_newest(server: Server) -> None:
    table = Table(server).dealt()
    path = f"/tv/{table.code}.mjpg"
    with Stream(server.url, path) as slow, Stream(server.url, path) as quick:
        quick.part()
        for n in range(40):
            table.people["Ben"].do("rename", name=f"Ben {n}")
            quick.another()
        while slow.part() != quick.jpegs[-1]:
            pass
        assert len(set(slow.jpegs)) < 41


def test_a_wrong_code_is_no_room(server: Server) -> None:
    for name in ("ZZZZ.mjpg", "ZZZZ.jpg", "toolong.mjpg"):
        assert status(get(server.url, f"/tv/{name}")) == 404


def test_a_head_and_a_single_picture(server: Server) -> None:
    table = Table(server)
    head = get(server.url, f"/tv/{table.code}.mjpg", method="HEAD")
    assert status(head) == 200
    assert b"multipart/x-mixed-replace" in head
    one = get(server.url, f"/tv/{table.code}.jpg")
    assert status(one) == 200
    assert one.partition(b"\r\n\r\n")[2].startswith(b"\xff\xd8")
    still = get(server.url, f"/tv/{table.code}.jpg", method="HEAD")
    assert still == one[: one.index(b"\r\n\r\n") + 4], "its length, too: some ask for that first"
    etag = next(line[6:] for line in one.split(b"\r\n") if line.startswith(b"ETag: ")).decode()
    assert status(get(server.url, f"/tv/{table.code}.jpg", If_None_Match=etag)) == 304


def test_a_process_that_died_costs_no_picture(server: Server) -> None:
    """What comes next might be the end of a game, after which nothing comes."""
    table = Table(server)
    with Stream(server.url, f"/tv/{table.code}.mjpg") as stream:
        stream.part()
        (process,) = drawing(server)
        os.kill(process, signal.SIGKILL)
        eventually(lambda: drawing(server) == [])
        table.dealt()
        assert card(stream.another(), 24) == "paper"
        assert drawing(server) != [process]


def test_it_is_a_screen_of_the_room_as_long_as_somebody_looks(server: Server) -> None:
    """A game that somebody sees is listed at the door while every phone sleeps."""
    table = Table(server).dealt()
    for client in (*table.people.values(), table.tv):
        client.close()
    stream = Stream(server.url, f"/tv/{table.code}.mjpg")
    stream.part()
    assert f'"room":"{table.code}"'.encode() in get(server.url, "/games").replace(b'": "', b'":"')
    stream.close()
    eventually(lambda: table.code.encode() not in get(server.url, "/games"))


def test_fifty_viewers_that_come_and_go_leave_nothing_behind(server: Server) -> None:
    table = Table(server)

    def held() -> tuple[int, int, int]:
        """Descriptors, threads and processes of the server."""
        folder = Path(f"/proc/{server.pid}")
        threads = len(list((folder / "task").iterdir()))
        return len(list((folder / "fd").iterdir())), threads, len(children(server.pid))

    def look() -> None:
        with Stream(server.url, f"/tv/{table.code}.mjpg") as stream:
            stream.part()

    look()
    before = held()
    for _ in range(50):
        look()
    eventually(lambda: held() <= before)


class Caster:
    """Notes what it is told of pages."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def accept_page(self, _code: str, nonce: str) -> bool:
        self.told.append(f"came {nonce}")
        return nonce == "expected" and self.told.count("came expected") == 1

    def page_reconnected(self, _code: str, nonce: str) -> None:
        self.told.append(f"back {nonce}")

    def page_disconnected(self, _code: str, nonce: str) -> None:
        self.told.append(f"went {nonce}")


def test_the_nonce_of_a_cast_proves_that_it_shows_and_no_more() -> None:
    caster = Caster()
    nonces = CastNonces(caster)  # type: ignore[arg-type]  # what of a Caster it asks
    for nonce in ("guessed", "expected", "expected"):
        with nonces.watching("BKTM", nonce):
            pass
    came = ["came guessed", "came expected", "went expected", "back expected", "went expected"]
    assert caster.told == came
    with nonces.watching("BKTM", None), CastNonces(None).watching("BKTM", "expected"):
        assert caster.told == came
