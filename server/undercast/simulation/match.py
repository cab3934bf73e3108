"""One game of bots: through the same commands, rules and views as every other game."""

import random
import time
import unicodedata
from collections.abc import Mapping
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from undercast import assets, commands, words
from undercast.bots.bot import Bot, Meant, Seen
from undercast.commands import Command, Facts, kinds
from undercast.deals import SCENES, Deals
from undercast.referee import Referee
from undercast.room import evolve
from undercast.room.entries import CreateRoom, Entry, Join
from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules import timer
from undercast.rules.actions import GiveClue, TouchCard
from undercast.rules.cards import Identity
from undercast.rules.game import Table
from undercast.rules.settings import Mode, Settings
from undercast.views import audience_of, views

MOST_STEPS = 2_000
"""No game takes so many."""

MOVE_MS = 1_000
"""How far the clock goes with each move."""


class Stuck(Exception):
    """Nobody does anything, and no time runs out."""


class Clue(Struct, frozen=True):
    """A clue, and what came of it."""

    seat: Seat
    word: str | None
    number: int
    meant: tuple[str, ...]
    """Codenames, the one that it means most first; empty where the giver did not say."""
    touched: tuple[tuple[str, Identity], ...] = ()
    took_ms: float = 0.0

    @property
    def first_hit(self) -> bool | None:
        """Whether what was touched first is what was meant most; None where nothing was."""
        if not self.meant or not self.touched:
            return None
        return self.touched[0][0] == self.meant[0]


class Played(Struct, frozen=True):
    """A game that is over."""

    table: Table
    clues: tuple[Clue, ...]
    room: Room


class Match:
    """A room with a bot in each seat; None in a seat does nothing."""

    def __init__(
        self,
        settings: Settings,
        bots: Mapping[Seat, Bot | None],
        seed: int,
        decks: tuple[str, ...] = ("en",),
    ) -> None:
        """The same seed and bots give the same game. About pictures clues are of the first deck's
        language.
        """
        self._bots = bots
        self._dice = random.Random(f"dice {seed}")  # noqa: S311 - to be repeated
        rng = random.Random(f"deal {seed}")  # noqa: S311 - to be repeated
        draw = Deals(_decks(), {SCENES: _scenes}, rng)
        category = unicodedata.category
        self._facts = Facts(MOVE_MS, draw, _referee(), category)
        self._people = {f"p{number}": seat for number, seat in enumerate(bots, start=1)}
        self._clues: list[Clue] = []
        self.room = self._opened(settings, decks)

    def play(self) -> Played:
        """Plays the game to its end. Raises Refused for what no bot may ask for, Stuck."""
        for _ in range(MOST_STEPS):
            game = self.room.game
            assert game is not None  # dealt with the room
            if game.table.phase.over:
                return Played(game.table, tuple(self._clues), self.room)
            if not any(self._acts(who, bot) for who, bot in self._seated()):
                self._time_runs_out()
        raise Stuck(f"{MOST_STEPS} steps")

    def _opened(self, settings: Settings, decks: tuple[str, ...]) -> Room:
        opening = CreateRoom("BOTS", "Bot 1", "1", decks[0], decks, settings)
        self.room = evolve.create(commands.open_room(opening, "", self._facts))
        for who in self._people:
            if who != "p1":
                joining = Join(f"Bot {who}", who)
                self._enter(commands.arrive(self.room, who, joining, self._facts))
        self._facts = replace(
            self._facts, online=frozenset(self._people), lately=frozenset(self._people)
        )
        for who, seat in self._people.items():
            self._do(who, kinds.TakeSeat(cmd_id=f"seat-{who}", seat=seat))
        self._do("p1", kinds.Deal(cmd_id="deal"))
        return self.room

    def _seated(self) -> list[tuple[str, Bot]]:
        seated = ((who, self._bots[seat]) for who, seat in self._people.items())
        return [(who, bot) for who, bot in seated if bot is not None]

    def _acts(self, who: str, bot: Bot) -> bool:
        """Lets one bot act; whether it did."""
        room = self.room
        audience = audience_of(room, who)
        view = views(room, [audience], self._facts.online)[audience]
        seen = Seen(view, room.step, self._people[who], who, room.languages)
        began = time.perf_counter()
        decided = bot.decide(seen, self._dice)
        if decided is None:
            return False
        took = (time.perf_counter() - began) * 1000
        entry = self._do(who, decided.command)
        if isinstance(entry.do, GiveClue):
            meant = decided.reasons.cards if isinstance(decided.reasons, Meant) else ()
            self._note_clue(seen, entry.do, meant, took)
        if isinstance(entry.do, TouchCard):
            self._note_touch(entry.do.position)
        return True

    def _note_clue(self, seen: Seen, do: GiveClue, meant: tuple[int, ...], took: float) -> None:
        assert seen.view.game is not None  # a clue was given in it
        names = tuple(seen.view.game.codenames[position] for position in meant)
        number = do.number if isinstance(do.number, int) else 0
        self._clues.append(Clue(seen.seat, do.word, number, names, took_ms=took))

    def _note_touch(self, position: int) -> None:
        game = self.room.game
        assert game is not None  # a card of it was touched
        touches = [touch for turn in game.table.turns[-2:] for touch in turn.touches]
        if self._clues:
            touched = (game.table.codenames[position], touches[-1].identity)
            clue = self._clues[-1]
            self._clues[-1] = replace(clue, touched=(*clue.touched, touched))

    def _time_runs_out(self) -> None:
        """An idle team's turn ends by the clock."""
        game = self.room.game
        end = None if game is None else timer.ends_at(game.table)
        entry = None if end is None else commands.time_up(self.room, end)
        if end is None or entry is None:
            raise Stuck("nobody does anything")
        self._facts = replace(self._facts, now=end)
        self._enter(entry)

    def _do(self, who: str, command: Command) -> Entry:
        entry = commands.decide(self.room, who, command, self._facts)
        self._enter(entry)
        return entry

    def _enter(self, entry: Entry) -> None:
        self.room, _ = evolve.evolve(self.room, entry)
        self._facts = replace(self._facts, now=self._facts.now + MOVE_MS)


def seats_of(mode: Mode) -> tuple[Seat, ...]:
    """The seats of a game of bots."""
    match mode:
        case Mode.CLASSIC:
            red, blue = Seat.RED_OPERATIVE, Seat.BLUE_OPERATIVE
            return (Seat.RED_SPYMASTER, Seat.BLUE_SPYMASTER, red, blue)
        case Mode.COOP:
            return (Seat.RED_SPYMASTER, Seat.RED_OPERATIVE)
        case _:
            return (Seat.SIDE_A, Seat.SIDE_B)


def languages() -> tuple[str, ...]:
    """The decks that can be played."""
    return tuple(_decks())


@cache
def _decks() -> Mapping[str, words.Deck]:
    return words.load(assets.wordlists())


@cache
def _scenes() -> tuple[str, ...]:
    return words.load_scenes(assets.wordlists()).codenames


@cache
def _referee() -> Referee:
    return Referee()
