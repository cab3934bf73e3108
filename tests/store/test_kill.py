"""Law "Save, then tell": the server is killed (SIGKILL) again and again while somebody plays.

One phone holds the key for both teams and plays game after game, with several commands on their way
at once. Whatever was answered, or shown on the TV, must be there after the restart; commands
without an answer are sent again with their `cmd_id` and must end up done once. What the board must
be then is told by the pure rules, which know no store.

When a kill comes is decided by what has been received plus some spinning, from a seed.
"""

import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest

from clients import Client, token
from long import often
from servers import SOURCES, Deal, Server
from undercast.rules import actions
from undercast.rules import evolve as playing
from undercast.rules.cards import Identity
from undercast.rules.game import Game, Phase
from undercast.rules.settings import Settings
from undercast.store.data_file import FILE
from undercast.store.sqlite.store import SqliteStore
from wire_messages import whole

pytestmark = pytest.mark.slow

LIVES = often(2, 4)
KILLS = often(8, 26)

KEY = "rrrrrrrrrbbbbbbbbnnnnnnna"
LETTERS = {
    "r": Identity.RED,
    "b": Identity.BLUE,
    "n": Identity.BYSTANDER,
    "a": Identity.ASSASSIN,
}
DEAL = Deal((KEY,), tuple(f"word{n:04}" for n in range(4000)))

PLAYER = "p1"


@dataclass(frozen=True)
class Move:
    name: str
    fields: dict[str, Any]


@dataclass
class Score:
    """What has been sent so far, and the board after each step."""

    rng: random.Random
    moves: list[Move] = field(default_factory=list)
    boards: list[Game | None] = field(default_factory=lambda: [None])
    games: int = 0

    def add_move(self) -> None:
        """Choose one more move on the board as it will be then."""
        name, fields, after = self._choose()
        fields["cmd_id"] = f"move{len(self.moves)}"
        if name != "deal":
            fields["step"] = len(self.moves)
        self.moves.append(Move(name, fields))
        self.boards.append(after)

    def _choose(self) -> tuple[str, dict[str, Any], Game]:
        game, rng = self.boards[-1], self.rng
        if game is None or game.table.phase is Phase.DEBRIEFED:
            return self._deal()
        table = game.table
        if table.phase is Phase.ENDED:
            if rng.random() < 0.5:
                return self._deal()
            return self._moved(game, "debrief", {}, actions.Debrief())
        if table.undo is not None and rng.random() < 0.2:
            return self._moved(game, "undo", {}, actions.Undo())
        if table.phase is Phase.CLUE:
            given = {"word": f"clue {len(self.moves)}", "number": rng.choice((0, 1, 2, 3))}
            action = actions.GiveClue(given["word"], given["number"], PLAYER)
            return self._moved(game, "give_clue", given, action)
        if table.turn.guesses and rng.random() < 0.2:
            return self._moved(game, "end_turn", {}, actions.EndTurn())
        hidden = [n for n, identity in enumerate(table.revealed) if identity is None]
        position = rng.choice(hidden)
        action = actions.TouchCard(position, PLAYER)
        return self._moved(game, "touch_card", {"position": position}, action)

    def _moved(
        self, game: Game, name: str, fields: dict[str, Any], action: actions.Action
    ) -> tuple[str, dict[str, Any], Game]:
        after, _ = playing.evolve(game, action, 0)
        return name, fields, after

    def _deal(self) -> tuple[str, dict[str, Any], Game]:
        codenames = DEAL.codenames[25 * self.games : 25 * self.games + 25]
        self.games += 1
        key = tuple(LETTERS[letter] for letter in KEY)
        return "deal", {}, playing.deal(Settings(), codenames, (key,))


class Table:
    """The phone and the TV around one room, through all the server's lives."""

    def __init__(self, server: Server, seed: int) -> None:
        self.server = server
        self.score = Score(random.Random(seed))
        self.token = token()
        self.guests: list[str] = []
        self.created: list[str] = []
        self.phone = Client(server.url)
        self.room = self.phone.enter(
            "create",
            token=self.token,
            name="Ana",
            language="en",
            decks=["en"],
            settings={"referee": "off"},
            cmd_id="create",
        )["room"]
        self.phone.do("take_seat", seat="key_holder")
        self.tv = self.watching()

    def watching(self) -> Client:
        tv = Client(self.server.url)
        tv.enter("watch", room=self.room)
        return tv

    def life_and_death(self, strangers: bool) -> None:
        """Send some moves, let some be answered, kill; start again and check."""
        rng, score = self.score.rng, self.score
        before = len(score.moves)
        for _ in range(rng.randint(1, 9)):
            score.add_move()
        unanswered = score.moves[before:]
        numbers = [self.phone.send(move.name, move.fields) for move in unanswered]
        some = rng.randint(0, len(numbers))
        self.phone.wait(lambda: len(self.phone.answered & set(numbers)) >= some)
        guest, creator = self.strangers_come() if strangers else (None, None)
        for _ in range(rng.choice((0, 100, 1_000, 10_000, 50_000))):
            pass
        self.server.kill()

        self.phone.drain()
        self.tv.drain()
        answers = [self.phone.answer(n) for n in numbers if n in self.phone.answered]
        assert all(answer == {"ok": True} for answer in answers)
        answered = before + len(answers)
        shown = self.tv.view["step"]

        if rng.random() < 0.2:
            self.die_while_starting()
        self.server.start()
        self.tv = self.watching()
        self.phone = Client(self.server.url)
        self.phone.enter("enter", room=self.room, token=self.token)
        kept = self.phone.view["step"]
        assert max(answered, shown) <= kept <= len(score.moves)
        self.assert_board(kept)
        for move in (*score.moves[max(0, answered - 2) : answered], *score.moves[answered:]):
            self.phone.ask(move.name, **move.fields)
        self.phone.wait_for_view(lambda view: view["step"] >= len(score.moves))
        self.assert_board(len(score.moves))
        if guest is not None and creator is not None:
            self.strangers_come_again(guest, creator)

    def die_while_starting(self) -> None:
        """The first that a start does to the log is to tidy it."""
        wal = self.server.data / f"{FILE}-wal"
        untouched = wal.stat().st_mtime_ns
        ready = self.server.launch()
        while not ready.is_set() and wal.exists() and wal.stat().st_mtime_ns == untouched:
            pass
        self.server.kill()

    def strangers_come(self) -> tuple[str, str]:
        """Somebody joins and somebody opens a room, without an answer yet."""
        guest, creator = token(), token()
        joining, creating = Client(self.server.url), Client(self.server.url)
        joining.send("join", self.joining(guest))
        creating.send("create", self.creating(creator))
        if self.score.rng.random() < 0.5:
            joining.wait(lambda: bool(joining.frames))
        return guest, creator

    def joining(self, guest: str) -> dict[str, object]:
        return {"protocol": 2, "room": self.room, "token": guest, "name": guest[:10]}

    def creating(self, creator: str) -> dict[str, object]:
        return {
            "protocol": 2,
            "token": creator,
            "name": "Eva",
            "language": "en",
            "decks": ["en"],
            "cmd_id": "create",
        }

    def strangers_come_again(self, guest: str, creator: str) -> None:
        joining, creating = Client(self.server.url), Client(self.server.url)
        joining.answer(joining.send("join", self.joining(guest)))
        room = creating.answer(creating.send("create", self.creating(creator)))["room"]
        assert creating.answer(creating.send("create", self.creating(creator)))["room"] == room
        joining.wait(lambda: bool(joining.messages))
        self.guests.append(guest[:10])
        self.created.append(room)
        names = [player["name"] for player in joining.lobby["players"]]
        assert sorted(names) == sorted(["Ana", *self.guests])
        with closing(sqlite3.connect(self.server.data / FILE)) as db:
            rooms = {code for (code,) in db.execute("select code from rooms")}
        assert rooms == {self.room, *self.created}

    def assert_board(self, step: int) -> None:
        """The game is to the letter what the first `step` moves lead to."""
        board = self.score.boards[step]
        if board is None:
            assert self.phone.game is None
            return
        table = board.table
        names = ("codenames", "revealed", "phase", "turns", "result")
        sent = msgspec.json.encode({name: getattr(table, name) for name in names})
        expected = whole(msgspec.json.decode(sent), "GameView")
        assert [self.phone.game[name] for name in names] == [expected[name] for name in names]
        if table.phase is not Phase.DEBRIEFED:
            assert self.phone.view["view"]["key"] == list(board.key.identities)


@pytest.mark.parametrize("seed", range(LIVES))
def test_nothing_that_was_told_is_lost_and_nothing_is_done_twice(tmp_path: Path, seed: int) -> None:
    sync = "full" if seed == 0 else "normal"
    server = Server(tmp_path, DEAL, ("--generous", "--sync", sync))
    try:
        table = Table(server.start(), seed)
        for kill in range(KILLS):
            table.life_and_death(strangers=kill % 4 == 3)
        assert table.score.games >= KILLS // 8
    finally:
        server.kill()


WRITER = """
import sys
from pathlib import Path
from undercast.room import entries
from undercast.room.entries import Entry
from undercast.rules.settings import Settings
from undercast.store.sqlite import wal
from undercast.store.sqlite.store import SqliteStore

wal.HARD_LIMIT = 0  # every sync writes the log back
store = SqliteStore(Path(sys.argv[1]), full=sys.argv[2] == "full")
opening = entries.CreateRoom("BKTM", "Ana", "hash", "en", ("en",), Settings())
store.create("BKTM", "origin", Entry(1, "p1", "create", opening))
version = len(store.entries("BKTM", 0, 10**6))
while True:
    version += 1
    store.append("BKTM", version, Entry(version, "p1", f"c{version}", entries.Rename("n" * 500)))
    print(version, flush=True)
    if version % 3 == 0:
        store.sync()
"""


@pytest.mark.parametrize("sync", ["normal", "full"])
def test_a_kill_while_the_log_is_written_back_loses_nothing(tmp_path: Path, sync: str) -> None:
    rng = random.Random(sync)
    command = [sys.executable, "-c", WRITER, str(tmp_path), sync]
    saved = 1
    for _ in range(often(5, 15)):
        writer = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={"PYTHONPATH": str(SOURCES)}
        )
        assert writer.stdout is not None
        for _ in range(rng.randint(1, 60)):
            saved = int(writer.stdout.readline())
        for _ in range(rng.choice((0, 1_000, 10_000))):
            pass
        writer.kill()
        rest = writer.stdout.read().splitlines(keepends=True)
        told = [int(line) for line in rest if line.endswith("\n")]
        saved = max([saved, *told])
        writer.wait()
        store = SqliteStore(tmp_path)
        log = store.entries("BKTM", 0, 10**6)
        store.close()
        assert saved <= len(log) <= saved + 1
        assert [entry.at for entry in log] == list(range(1, len(log) + 1))
