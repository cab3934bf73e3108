"""What do pictures of rooms cost?

    python benchmarks/pictures.py

The drawing code draws one classic game in every language, a picture for each clue and each touch:
milliseconds of processor time per change, kilobytes per picture, and the process's memory. Lobby
and debrief are listed separately.

Then one viewer, and 200, watch a room of a real server: processor time of both processes.
"""

# ruff: noqa: INP001, T201, E402

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / folder) for folder in ("", "server", "tests", "tests/e2e")]

from gallery.states import FOUR, Games
from gallery.tables import BLUE, RED, Table
from room.room_builder import ANA, BEN, then
from servers import Deal, children, running
from streams import Stream
from table import KEY
from table import Table as Table_
from undercast.drawing.messages import DrawRequest
from undercast.drawing.picture import PictureRenderer
from undercast.room.state import Room
from undercast.rules.actions import Debrief
from undercast.views import Audience, views

LANGUAGES = ("en", "hr", "sr-Cyrl", "hi")
JOIN = "http://192.168.1.20:8000/BKTM"


def game(language: str) -> Iterator[tuple[str, Room]]:
    """The rooms of one game, each with what it is: a lobby, a change, a debrief."""
    table = Table(language)
    games = Games(table)
    yield "lobby", table.seated(*FOUR)
    room = games.dealt()
    yield "change", room
    for turn in range(3):
        for who, cards in ((ANA, RED), (BEN, BLUE)):
            room = games.clue(room, who, games.words[turn], "unlimited")
            yield "change", room
            for card in (*cards[2 * turn : 2 * turn + 2], a_bystander(room)):
                room = games.touched(room, who, card)
                yield "change", room
    room = games.won()
    yield "change", room
    yield "debrief", then(room, ANA, Debrief())


def a_bystander(room: Room) -> int:
    """A hidden bystander, which ends the turn."""
    assert room.game is not None
    key, revealed = room.game.key, room.game.table.revealed
    return next(p for p in range(25) if key[p] == "bystander" and revealed[p] is None)


def asked(room: Room) -> DrawRequest:
    """The question that a server asks."""
    online = frozenset(player.id for player in room.lobby.present)
    view = views(room, [Audience.PUBLIC], online)[Audience.PUBLIC]
    return DrawRequest(msgspec.Raw(msgspec.json.encode(view)), JOIN)


CHANGES = 40


def looked_at(viewers: int) -> str:
    """A row: what a change costs a server whose room so many look at."""
    with tempfile.TemporaryDirectory() as data, running(Path(data), deal=Deal((KEY,))) as server:
        table = Table_(server).dealt()
        path = f"/tv/{table.code}.mjpg"
        streams = [Stream(server.url, path) for _ in range(viewers)]
        for stream in streams:
            stream.part()
            stream.part()
        (drawing,) = children(server.pid)
        began = [processor_ms(pid) for pid in (server.pid, drawing)]
        for number in range(CHANGES):
            table.people["Ben"].do("rename", name=f"Ben {number}")
            for stream in streams:
                stream.another()
                stream.part()
        status = Path(f"/proc/{drawing}/status").read_text(encoding="ascii")
        most = int(status.split("VmHWM:")[1].split()[0]) / 1024
        took = [processor_ms(pid) - b for pid, b in zip((server.pid, drawing), began, strict=True)]
    shown = (f"{ms / CHANGES:.1f}" for ms in took)
    return f"| {viewers} | {' | '.join(shown)} | {most:.0f} |"


def processor_ms(pid: int) -> float:
    """What a process has taken so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure, and print a row for each language and each number of viewers."""
    began = time.process_time()
    artist = PictureRenderer(ROOT / "build" / "drawing")
    print(f"The fonts are read in {1000 * (time.process_time() - began):.0f} ms.")
    print(
        "| language | first ms | change p50 | max | change kB p50 | max | lobby kB | debrief kB |"
    )
    print(f"| --- {'| ---: ' * 7}|")
    for language in LANGUAGES:
        took: list[float] = []
        sizes: dict[str, list[float]] = {"lobby": [], "change": [], "debrief": []}
        for kind, room in game(language):
            question = asked(room)
            began = time.process_time()
            sizes[kind].append(len(artist.draw(question)) / 1000)
            took += [1000 * (time.process_time() - began)] if kind == "change" else []
        numbers = (took[0], statistics.median(took[1:]), max(took[1:]))
        numbers += (statistics.median(sizes["change"]), max(sizes["change"]))
        numbers += (sizes["lobby"][0], sizes["debrief"][0])
        print(f"| {language} | {' | '.join(f'{number:.1f}' for number in numbers)} |", flush=True)
    print("\n| viewers | server ms a change | drawing ms a change | drawing MB at most |")
    print("| ---: | ---: | ---: | ---: |")
    for viewers in (1, 200):
        print(looked_at(viewers), flush=True)


if __name__ == "__main__":
    main()
