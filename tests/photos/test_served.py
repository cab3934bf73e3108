"""A running server with the household's photos: what it tells its host, and what it serves."""

import json
import sys
import time
from pathlib import Path

import pytest

from clients import Client, Refused, token
from patience import PATIENCE
from photos.sample_photos import HEIC, SECRET, exif, picture, taken
from servers import Server, children, command_of, running
from table import refusal
from undercast.web.routes.pages import YEAR
from wire import get, status

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="names and processes of POSIX")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "pictures"
    inside.mkdir()
    for number in range(20):
        photo = taken(picture(number), exif=exif(orientation=6))
        (inside / f"ana at the sea {number}.jpg").write_bytes(photo)
    return inside


def until_it_says(server: Server, *texts: str) -> None:
    """Wait for what it has to say about its photos."""
    end = time.monotonic() + PATIENCE
    while not all(text in server.output for text in texts):
        assert time.monotonic() < end, server.output
        time.sleep(0.02)


def ids(data: Path) -> list[str]:
    return [file.stem for file in (data / "photos").glob("*.jpg")]


def test_what_it_serves(tmp_path: Path, folder: Path) -> None:
    (folder / "x.heic").write_bytes(HEIC)
    (folder / "\x1b[2Jevil\n.txt").write_bytes(b"no photo")
    data = tmp_path / "data"
    with running(data, options=("--photos", str(folder))) as server:
        until_it_says(server, "Photos: 20 ready, 2 skipped.", "x.heic: HEIC")
        assert "\x1b" not in server.output
        assert len(ids(data)) == 20
        for photo in ids(data):
            answer = get(server.url, f"/photos/{photo}.jpg")
            head, _, body = answer.partition(b"\r\n\r\n")
            assert status(answer) == 200
            assert body.startswith(b"\xff\xd8\xff")
            assert SECRET not in body
            assert b"Exif" not in body
            lines = head.decode().lower().split("\r\n")
            assert "content-type: image/jpeg" in lines
            assert f"cache-control: private, max-age={YEAR}, immutable" in lines
            assert "x-content-type-options: nosniff" in lines
            assert b"ana" not in head
        for path in NOTHING:
            answer = get(server.url, path)
            assert status(answer) in (400, 404), path
            assert b"\xff\xd8\xff" not in answer
        assert status(get(server.url, f"/photos/{ids(data)[0]}.jpg", Host="evil.example")) == 403


NOTHING = [
    "/photos/",
    "/photos/index.json",
    "/photos/index.jpg",
    "/photos/ana%20at%20the%20sea%200.jpg",
    "/photos/0000000000000000.jpg",
    "/photos/../address",
    "/photos/..%2faddress",
    "/photos/..%2f..%2fpictures%2fana%20at%20the%20sea%200.jpg",
    "/photos/%2e%2e/%2e%2e/pictures/ana%20at%20the%20sea%200.jpg",
    "/photos//etc/passwd",
    "/photos/%00.jpg",
    "/photos/" + "a" * 5000 + ".jpg",
]


def test_a_restarted_server_has_its_photos_at_once_and_a_game_keeps_them(
    tmp_path: Path, folder: Path
) -> None:
    data = tmp_path / "data"
    server = Server(data, options=("--photos", str(folder))).start()
    try:
        until_it_says(server, "20 ready")
        (photo, *_) = ids(data)
        server.kill()
        server.start()
        assert status(get(server.url, f"/photos/{photo}.jpg")) == 200
        server.kill()
        server.options = ()
        server.start()
        assert status(get(server.url, f"/photos/{photo}.jpg")) == 200
    finally:
        server.kill()


def test_they_are_a_deck_as_long_as_there_are_some(tmp_path: Path, folder: Path) -> None:
    data, decks = tmp_path / "data", ["en", "photos"]
    pictures = {"settings": {"board": "pictures"}, "decks": decks, "language": "en"}
    with running(data, options=("--photos", str(folder))) as server:
        until_it_says(server, "Photos: 20 ready")
        photos = {"id": "photos", "board": "pictures", "language": None, "codenames": 20}
        photos |= {"name": None, "difficulty": None}
        assert photos in offered(server)
        ana, secret = Client(server.url), token()
        new = {"name": "Ana", "language": "en", "cmd_id": "c", "decks": decks}
        code = ana.enter("create", token=secret, **new)["room"]
        assert server.stop() == 0
    with running(data) as server:
        assert "photos" not in {deck["id"] for deck in offered(server)}
        ana = Client(server.url)
        with pytest.raises(Refused, match="room/unknown_deck: photos"):
            ana.enter("create", token=token(), **new)
        # A room that has chosen them goes on with what there is.
        ana.enter("enter", room=code, token=secret)
        ana.do("take_seat", seat="key_holder")
        ana.do("change_settings", **pictures)
        assert refusal(ana, "deal", cmd_id="d") == "room/too_few_codenames"
        ana.do("change_settings", **pictures | {"decks": [*decks, "scenes"]})
        ana.do("deal")


def offered(server: Server) -> list[dict[str, object]]:
    answer = get(server.url, "/decks")
    decks: list[dict[str, object]] = json.loads(answer.partition(b"\r\n\r\n")[2])["decks"]
    return decks


def test_a_folder_that_is_not_there_stops_nothing(tmp_path: Path) -> None:
    options = ("--photos", str(tmp_path / "stick"))
    with running(tmp_path / "data", options=options) as server:
        until_it_says(server, "The folder does not exist: check --photos")
        assert status(get(server.url, "/healthz")) == 200
        assert server.stop() == 0
        assert "Traceback" not in server.output


def test_a_server_that_is_stopped_takes_its_darkroom_along(tmp_path: Path, folder: Path) -> None:
    with running(tmp_path / "data", options=("--photos", str(folder))) as server:
        end = time.monotonic() + PATIENCE
        while not (darkrooms := darkrooms_of(server)) and "ready," not in server.output:
            assert time.monotonic() < end
            time.sleep(0.01)
        assert server.stop() == 0
        assert "Traceback" not in server.output
        while any("darkroom" in command_of(pid) for pid in darkrooms):
            assert time.monotonic() < end
            time.sleep(0.01)


def darkrooms_of(server: Server) -> list[int]:
    return [pid for pid in children(server.pid) if "darkroom" in command_of(pid)]


def test_a_terminal_without_the_letters(tmp_path: Path) -> None:
    folder = tmp_path / "слике"
    folder.mkdir()
    (folder / "слава.txt").write_bytes(b"no photo")
    server = Server(tmp_path / "data", options=("--photos", str(folder)))
    server.environment = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    try:
        server.start()
        until_it_says(server, "?????.txt: unknown format")
        assert "Traceback" not in server.output
    finally:
        server.kill()
