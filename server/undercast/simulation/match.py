"""One game of bots, and of people at the terminal who decide behind the same interface.

It goes through the same commands, rules and views as every other game.
"""

import random
import time
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from undercast import commands, words
from undercast.base import assets
from undercast.base.refusals import Refused
from undercast.bots.bot import Bot, IntendedCard, RankedCard, Reasons, SeatView
from undercast.bots.player import BotPlayer
from undercast.commands import Command, Facts, command_types
from undercast.referee import Referee
from undercast.room import evolve
from undercast.room.entries import CreateRoom, Entry, Join
from undercast.room.events import RoomEvent
from undercast.room.seats import Seat
from undercast.room.state import BotStyle, Room
from undercast.rules import timer
from undercast.rules.cards import Identity
from undercast.rules.clues import ClueNumber
from undercast.rules.events import CardTouched, ClueGiven
from undercast.rules.findings import Finding
from undercast.rules.game import Table
from undercast.rules.settings import Mode, Settings
from undercast.server.deals import SCENES, Deals
from undercast.views import Audience, View, audience_of, views

MOST_STEPS = 2_000
"""No game takes so many."""

MOVE_MS = 1_000
"""How far the clock goes with each move."""


class Stuck(Exception):
    """Nobody does anything, and no time runs out."""


class MatchClue(Struct, frozen=True):
    """A clue, and what came of it."""

    seat: Seat
    word: str | None
    number: ClueNumber
    meant: tuple[str, ...]
    """Codenames, the one that it means most first; empty where the giver did not say."""
    touched: tuple[tuple[str, Identity], ...] = ()
    ranked: tuple[tuple[str, float], ...] = ()
    """How likely each codename was to be touched, as its guesser saw it before the first touch, the
    likeliest first; empty where the guesser did not say."""
    took_ms: float = 0.0

    @property
    def first_hit(self) -> bool | None:
        """Whether what was touched first is what was meant most; None where nothing was."""
        if not self.meant or not self.touched:
            return None
        return self.touched[0][0] == self.meant[0]


class PlayedMatch(Struct, frozen=True):
    """A game that is over."""

    table: Table
    clues: tuple[MatchClue, ...]
    room: Room


class Onlooker(Protocol):
    """Who is told of everything that is done in a match."""

    def happened(self, match: "Match", by: Seat | None, happened: tuple[RoomEvent, ...]) -> None:
        """Somebody acted; None is the clock."""

    def refused(self, seat: Seat, refused: Refused) -> None:
        """What this seat decided cannot be done; it is asked again."""


class Nobody:
    """Looks at nothing. What is refused is the fault of a bot."""

    def happened(self, match: "Match", by: Seat | None, happened: tuple[RoomEvent, ...]) -> None:
        """Nothing to be done."""

    def refused(self, _seat: Seat, refused: Refused) -> None:
        """Raise it."""
        raise refused


class Match:
    """A room with a player in each seat; None in a seat does nothing."""

    def __init__(
        self,
        settings: Settings,
        bots: Mapping[Seat, Bot | None],
        seed: int,
        decks: tuple[str, ...] = ("en",),
        onlooker: Onlooker | None = None,
    ) -> None:
        """The same seed, decks and bots give the same game. About pictures clues are of the first
        deck's language.
        """
        self._bots = bots
        self._dice = random.Random(f"dice {seed}")  # noqa: S311 - to be repeated
        rng = random.Random(f"deal {seed}")  # noqa: S311 - to be repeated
        draw = Deals(_decks(), {SCENES: _scenes}, rng)
        category = unicodedata.category
        self._facts = Facts(MOVE_MS, draw, _referee(), category)
        self._people = {f"p{number}": seat for number, seat in enumerate(bots, start=1)}
        self._onlooker = onlooker or Nobody()
        self._clues: list[MatchClue] = []
        self._meant: dict[str, tuple[Reasons, float]] = {}
        self.room = self._opened(settings, decks)

    def play(self) -> PlayedMatch:
        """Plays the game to its end. Raises Refused for what no bot may ask for, Stuck."""
        for _ in range(MOST_STEPS):
            if self._table.phase.over:
                return PlayedMatch(self._table, tuple(self._clues), self.room)
            if not any(self._acts(who, bot) for who, bot in self._seated()):
                self._time_runs_out()
        raise Stuck(f"{MOST_STEPS} steps")

    def seen(self, seat: Seat) -> SeatView:
        """All that the player in this seat is told."""
        who, room = self._in_seat(seat), self.room
        view = self._view(audience_of(room, who))
        players = tuple(replace(p, bot=self._style(p.id)) for p in view.lobby.players)
        view = replace(view, lobby=replace(view.lobby, players=players))
        return SeatView(view, room.step, seat, who, room.languages)

    def _style(self, who: str) -> BotStyle | None:
        """Bots are marked as such; all are alike to others. None for a person."""
        return BotStyle.NORMAL if isinstance(self._bots[self._people[who]], BotPlayer) else None

    def public(self) -> View:
        """What everybody is told."""
        return self._view(Audience.PUBLIC)

    def advice(self, seat: Seat, word: str, number: ClueNumber) -> tuple[Finding, ...]:
        """What the referee finds about a clue that this seat could give. Raises Refused."""
        who = self._in_seat(seat)
        return commands.ask_referee(self.room, who, word, number, self._facts)

    def debrief(self) -> View:
        """Shows the key of a game that is over to everybody. Raises Refused."""
        self._do("p1", command_types.DebriefCommand(cmd_id="debrief", step=self.room.step))
        return self.public()

    def _opened(self, settings: Settings, decks: tuple[str, ...]) -> Room:
        opening = CreateRoom("BOTS", "Bot 1", "1", decks[0], decks, settings)
        self.room = evolve.create(commands.decide_opening(opening, "", self._facts))
        for who in self._people:
            if who != "p1":
                joining = Join(f"Bot {who}", who)
                self._enter(commands.decide_arrival(self.room, who, joining, self._facts))
        self._facts = replace(
            self._facts, online=frozenset(self._people), recently_online=frozenset(self._people)
        )
        for who, seat in self._people.items():
            self._do(who, command_types.TakeSeatCommand(cmd_id=f"seat-{who}", seat=seat))
        self._do("p1", command_types.DealCommand(cmd_id="deal"))
        return self.room

    def _in_seat(self, seat: Seat) -> str:
        return next(who for who, its in self._people.items() if its is seat)

    def _seated(self) -> list[tuple[str, Bot]]:
        seated = ((who, self._bots[seat]) for who, seat in self._people.items())
        return [(who, bot) for who, bot in seated if bot is not None]

    def _acts(self, who: str, bot: Bot) -> bool:
        """Lets one player act; whether it decided on something."""
        began = time.perf_counter()
        decided = bot.decide(self.seen(self._people[who]), self._dice)
        if decided is None:
            return False
        took = (time.perf_counter() - began) * 1000
        self._meant[who] = decided.reasons, took
        try:
            happened = self._do(who, decided.command)
        except Refused as refused:
            self._onlooker.refused(self._people[who], refused)
            return True
        for event in happened:
            if isinstance(event, ClueGiven):
                self._note_clue(event)
            elif isinstance(event, CardTouched):
                self._note_touch(event, decided.reasons)
        self._onlooker.happened(self, self._people[who], happened)
        return True

    def _note_clue(self, event: ClueGiven) -> None:
        """A clue is public: that of the turn, which somebody decided on before."""
        table = self._table
        giver = table.turn.giver
        if giver is None:
            return
        reasons, took = self._meant[giver]
        meant = reasons.cards if isinstance(reasons, IntendedCard) else ()
        names = tuple(table.codenames[position] for position in meant)
        seat = self._people[giver]
        self._clues.append(MatchClue(seat, event.clue.word, event.clue.number, names, took_ms=took))

    def _note_touch(self, event: CardTouched, reasons: Reasons) -> None:
        if not self._clues:
            return
        names, clue = self._table.codenames, self._clues[-1]
        if isinstance(reasons, RankedCard) and not clue.touched:
            ranked = zip((names[p] for p in reasons.cards), reasons.shares, strict=True)
            clue = replace(clue, ranked=tuple(ranked))
        touched = (names[event.position], event.identity)
        self._clues[-1] = replace(clue, touched=(*clue.touched, touched))

    @property
    def _table(self) -> Table:
        assert self.room.game is not None  # dealt with the room
        return self.room.game.table

    def _view(self, audience: Audience) -> View:
        return views(self.room, [audience], self._facts.online)[audience]

    def _time_runs_out(self) -> None:
        """An idle team's turn ends by the clock."""
        end = timer.ends_at(self._table)
        entry = None if end is None else commands.time_up(self.room, end, self._facts.dealer)
        if end is None or entry is None:
            raise Stuck("nobody does anything")
        self._facts = replace(self._facts, now=end)
        self._onlooker.happened(self, None, self._enter(entry))

    def _do(self, who: str, command: Command) -> tuple[RoomEvent, ...]:
        entry = commands.decide(self.room, who, command, self._facts)
        return () if entry is None else self._enter(entry)

    def _enter(self, entry: Entry) -> tuple[RoomEvent, ...]:
        self.room, happened = evolve.evolve(self.room, entry)
        self._facts = replace(self._facts, now=self._facts.now + MOVE_MS)
        return happened


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
