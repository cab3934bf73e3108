"""Makes a data folder as this release leaves it, to be opened by all later ones.

    cd tests && ../.venv/bin/python -m stored.make NAME

Run in a checkout of the release, it writes NAME/data and NAME/seen.json beside this file, and those
logs into tests/golden that are no recorded games yet. See README.md.
"""

import json
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from clients import Client
from patience import PATIENCE
from photos.sample_photos import picture, taken
from servers import Server
from stored.house import House
from stored.stories import DAMAGED, GOLDEN, LATER, STORIES
from table import refusal

HERE = Path(__file__).parent

PHOTOS = Path(tempfile.gettempdir()) / "photos-of-a-household"
"""Its path stands in what is stored."""

FILE = "rooms.sqlite3"

PASSING = (f"{FILE}-shm",)
"""What SQLite makes anew when it opens the file."""

DAMAGE = "update entries set entry = substr(entry, 1, 20) where code = ? and version = ?"

DAMAGED_VERSION = 3


def main() -> None:
    target = HERE / sys.argv[1]
    with tempfile.TemporaryDirectory() as folder, household_photos():
        data = Path(folder) / "data"
        server = Server(data, options=("--photos", str(PHOTOS)))
        try:
            house = House(server.start())
            until_it_says(server, "Photos: 20 ready")
            seen = stopped_and_killed(house)
        finally:
            server.kill()
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(data, target / "data", ignore=shutil.ignore_patterns(*PASSING))
        write(target / "seen.json", seen)
        for name, golden in GOLDEN.items():
            file = HERE.parent / "golden" / f"{golden}.json"
            if not file.exists():
                record(file, data, seen["rooms"][name])


def stopped_and_killed(house: House) -> dict[str, Any]:
    """The server's two lives; what everybody saw last."""
    server = house.server
    for story in STORIES:
        story(house)
    damaged = house.rooms.pop(DAMAGED)
    before = {name: room.party.seen() for name, room in house.rooms.items()}
    seen_damaged = damaged.written_down()
    assert server.stop() == 0
    undamaged = damage(server.data, damaged.party.code)
    server.start()
    require_unreadable(server, damaged.party.code)
    for name, room in house.rooms.items():
        room.come_back()
        if name in LATER:
            LATER[name](room)
        else:
            assert room.party.seen() == before[name], name
    rooms = {name: room.written_down() for name, room in house.rooms.items()}
    server.kill()
    aside = seen_damaged | {"version": DAMAGED_VERSION, "entry": undamaged}
    for seen in rooms.values():
        seen["at"] = log_of(server.data, seen["code"])[-1]["at"]
    return {"rooms": rooms, "set_aside": aside}


@contextmanager
def household_photos() -> Iterator[None]:
    """Twenty photos."""
    PHOTOS.mkdir()
    try:
        for number in range(20):
            photo = PHOTOS / f"photo {number}.png"
            photo.write_bytes(taken(picture(number, size=(150, 150)), "PNG"))
        yield
    finally:
        shutil.rmtree(PHOTOS)


def until_it_says(server: Server, text: str) -> None:
    end = time.monotonic() + PATIENCE
    while text not in server.output:
        assert time.monotonic() < end, server.output
        time.sleep(0.02)


def damage(data: Path, code: str) -> str:
    """Cut an entry in half; what it was."""
    with closing(sqlite3.connect(data / FILE)) as db:
        query = "select entry from entries where code = ? and version = ?"
        (entry,) = db.execute(query, (code, DAMAGED_VERSION)).fetchone()
        db.execute(DAMAGE, (code, DAMAGED_VERSION))
        db.commit()
    return str(entry, "utf-8")


def require_unreadable(server: Server, code: str) -> None:
    """The server sets it aside."""
    screen = Client(server.url)
    assert refusal(screen, "watch", protocol=2, room=code) == "room/unreadable"
    screen.close()


def log_of(data: Path, code: str) -> list[dict[str, Any]]:
    """The entries of a room, out of a copy: whoever opens the file changes it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copytree(data, Path(folder) / "copy")
        with closing(sqlite3.connect(copy / FILE)) as db:
            query = "select entry from entries where code = ? order by version"
            return [json.loads(entry) for (entry,) in db.execute(query, (code,))]


def write(file: Path, seen: dict[str, Any]) -> None:
    """A line for each room."""
    rooms = ",\n".join(
        f"  {compact(name)}: {compact(room)}" for name, room in seen["rooms"].items()
    )
    aside = compact(seen["set_aside"])
    file.write_text(f'{{"rooms": {{\n{rooms}\n}},\n"set_aside": {aside}}}\n', encoding="utf-8")


def record(file: Path, data: Path, room: dict[str, Any]) -> None:
    """The room's log as a recorded game; see tests/golden/README.md."""
    log = log_of(data, room["code"])
    lines = ",\n".join(f"  {compact(entry)}" for entry in log)
    public = compact({"version": len(log), "step": room["step"], "view": room["public"]})
    file.write_text(f'{{"log": [\n{lines}\n],\n"public": {public}}}\n', encoding="utf-8")


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    main()
