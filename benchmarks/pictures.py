"""What do pictures of rooms cost?

    python benchmarks/pictures.py

One classic game is drawn in every language, a picture for each clue and each touch, by what the
drawing process runs: milliseconds of processor time for a change, kilobytes of a picture, and what
the process takes itself. The lobby and the debrief stand apart.
"""

# ruff: noqa: INP001, T201, E402

import resource
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "tests"), str(ROOT / "tests" / "e2e")]

from gallery.states import FOUR, Games
from gallery.tables import BLUE, RED, Table
from room.evening import ANA, BEN, then
from undercast.drawing.letters import Draw
from undercast.drawing.picture import Artist
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


def asked(room: Room) -> Draw:
    """The question that a server asks."""
    online = frozenset(player.id for player in room.lobby.present)
    view = views(room, [Audience.PUBLIC], online)[Audience.PUBLIC]
    return Draw(msgspec.Raw(msgspec.json.encode(view)), JOIN)


def main() -> None:
    """Measure, and print a row for each language."""
    began = time.process_time()
    artist = Artist(ROOT / "build" / "drawing")
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
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"Then the process has {memory:.0f} MB, the game's engine among them.")


if __name__ == "__main__":
    main()
