"""One game of bots, and of people at the terminal behind the same interface.

It uses the same commands, rules and views as every other game.
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

MAX_STEPS = 2_000
"""More than any game takes."""

MS_PER_MOVE = 1_000
"""Milliseconds by which each entry advances the clock."""


class NoProgress(Exception):
    """No player acts, and no timer runs."""


class MatchClue(Struct, frozen=True):
    """A clue and its guesses."""

    seat: Seat
    word: str | None
    number: ClueNumber
    intended: tuple[str, ...]
    """Codenames, the most important first; empty if the giver did not say."""
    touched: tuple[tuple[str, Identity], ...] = ()
    ranked: tuple[tuple[str, float], ...] = ()
    """Codenames by the guesser's probability before the first touch, the likeliest first; empty if
    the guesser did not say."""
    took_ms: float = 0.0

    @property
    def first_hit(self) -> bool | None:
        """Whether the first touch was the most important card; None if there is none."""
        if not self.intended or not self.touched:
            return None
        return self.touched[0][0] == self.intended[0]


class PlayedMatch(Struct, frozen=True):
    """A finished game."""

    table: Table
    clues: tuple[MatchClue, ...]
    room: Room


class MatchObserver(Protocol):
    """Receives everything that happens in a match."""

    def on_events(self, match: "Match", by: Seat | None, events: tuple[RoomEvent, ...]) -> None:
        """`by` acted; None is the clock."""

    def on_refusal(self, seat: Seat, refusal: Refused) -> None:
        """The decision of this seat was refused; the seat is asked again."""


class Match:
    """A room with a player in each seat. A seat with None does nothing."""

    def __init__(
        self,
        settings: Settings,
        bots: Mapping[Seat, Bot | None],
        seed: int,
        decks: tuple[str, ...] = ("en",),
        observer: MatchObserver | None = None,
        *,
        shelf: Mapping[str, words.Deck] | None = None,
    ) -> None:
        """The same seed, decks and bots give the same game. With pictures, clues are in the
        language of the first deck. Without an observer, a refusal raises.

        `shelf`: the decks by their names, if not those that are shipped.
        """
        self._bots = bots
        self._bot_rng = random.Random(f"dice {seed}")  # noqa: S311 - to be repeated
        rng = random.Random(f"deal {seed}")  # noqa: S311 - to be repeated
        draw = Deals(shelf or _decks(), {SCENES: _scenes}, rng)
        self._facts = Facts(MS_PER_MOVE, draw, _referee(), unicodedata.category)
        self._people = {f"p{number}": seat for number, seat in enumerate(bots, start=1)}
        self._observer = observer
        self._clues: list[MatchClue] = []
        self._reasons: dict[str, tuple[Reasons, float]] = {}
        self.room = self._open_room(settings, decks)

    def play(self) -> PlayedMatch:
        """Plays the game to its end. Raises Refused without an observer, NoProgress."""
        for _ in range(MAX_STEPS):
            if self._table.phase.over:
                return PlayedMatch(self._table, tuple(self._clues), self.room)
            if not any(self._act(who, bot) for who, bot in self._bots_by_player()):
                self._let_time_run_out()
        raise NoProgress(f"{MAX_STEPS} steps")

    def seat_view(self, seat: Seat) -> SeatView:
        """What the player in this seat sees."""
        who, room = self._player_in(seat), self.room
        view = self._view(audience_of(room, who))
        players = tuple(replace(p, bot=self._bot_style(p.id)) for p in view.lobby.players)
        view = replace(view, lobby=replace(view.lobby, players=players))
        return SeatView(view, room.step, seat, who, room.languages)

    def _bot_style(self, who: str) -> BotStyle | None:
        """The same for every bot, so that they look alike; None for a person."""
        return BotStyle.NORMAL if isinstance(self._bots[self._people[who]], BotPlayer) else None

    def public_view(self) -> View:
        """What everybody sees."""
        return self._view(Audience.PUBLIC)

    def judge_clue(self, seat: Seat, word: str, number: ClueNumber) -> tuple[Finding, ...]:
        """What the referee finds about a clue that this seat could give. Raises Refused."""
        who = self._player_in(seat)
        return commands.ask_referee(self.room, who, word, number, self._facts)

    def debrief(self) -> View:
        """Shows the key of a game that is over to everybody. Raises Refused."""
        self._submit("p1", command_types.DebriefCommand(cmd_id="debrief", step=self.room.step))
        return self.public_view()

    def _open_room(self, settings: Settings, decks: tuple[str, ...]) -> Room:
        opening = CreateRoom("BOTS", "Bot 1", "1", decks[0], decks, settings)
        self.room = evolve.create(commands.decide_opening(opening, "", self._facts))
        for who in self._people:
            if who != "p1":
                join = Join(f"Bot {who}", who)
                self._apply(commands.decide_arrival(self.room, who, join, self._facts))
        everyone = frozenset(self._people)
        self._facts = replace(self._facts, online=everyone, recently_online=everyone)
        for who, seat in self._people.items():
            self._submit(who, command_types.TakeSeatCommand(cmd_id=f"seat-{who}", seat=seat))
        self._submit("p1", command_types.DealCommand(cmd_id="deal"))
        return self.room

    def _player_in(self, seat: Seat) -> str:
        return next(who for who, its in self._people.items() if its is seat)

    def _bots_by_player(self) -> list[tuple[str, Bot]]:
        bots = ((who, self._bots[seat]) for who, seat in self._people.items())
        return [(who, bot) for who, bot in bots if bot is not None]

    def _act(self, who: str, bot: Bot) -> bool:
        """Lets one player act; False if it decides nothing."""
        began = time.perf_counter()
        decided = bot.decide(self.seat_view(self._people[who]), self._bot_rng)
        if decided is None:
            return False
        took = (time.perf_counter() - began) * 1000
        self._reasons[who] = decided.reasons, took
        try:
            events = self._submit(who, decided.command)
        except Refused as refusal:
            if self._observer is None:
                raise
            self._observer.on_refusal(self._people[who], refusal)
            return True
        for event in events:
            if isinstance(event, ClueGiven):
                self._record_clue(event)
            elif isinstance(event, CardTouched):
                self._record_touch(event, decided.reasons)
        self._notify(self._people[who], events)
        return True

    def _record_clue(self, event: ClueGiven) -> None:
        """A clue is on the table: the giver may have decided on it earlier (`ask_rival`)."""
        table = self._table
        giver = table.turn.giver
        if giver is None:
            return
        reasons, took = self._reasons[giver]
        meant = reasons.cards if isinstance(reasons, IntendedCard) else ()
        names = tuple(table.codenames[position] for position in meant)
        seat = self._people[giver]
        self._clues.append(MatchClue(seat, event.clue.word, event.clue.number, names, took_ms=took))

    def _record_touch(self, event: CardTouched, reasons: Reasons) -> None:
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

    def _let_time_run_out(self) -> None:
        """The clock ends an idle team's turn."""
        end = timer.ends_at(self._table)
        entry = None if end is None else commands.time_up(self.room, end, self._facts.dealer)
        if end is None or entry is None:
            raise NoProgress("nobody acts")
        self._facts = replace(self._facts, now=end)
        self._notify(None, self._apply(entry))

    def _notify(self, by: Seat | None, events: tuple[RoomEvent, ...]) -> None:
        if self._observer is not None:
            self._observer.on_events(self, by, events)

    def _submit(self, who: str, command: Command) -> tuple[RoomEvent, ...]:
        entry = commands.decide(self.room, who, command, self._facts)
        return () if entry is None else self._apply(entry)

    def _apply(self, entry: Entry) -> tuple[RoomEvent, ...]:
        self.room, events = evolve.evolve(self.room, entry)
        self._facts = replace(self._facts, now=self._facts.now + MS_PER_MOVE)
        return events


def seats_of(mode: Mode) -> tuple[Seat, ...]:
    """The seats of a game of bots."""
    match mode:
        case Mode.CLASSIC:
            spymasters = Seat.RED_SPYMASTER, Seat.BLUE_SPYMASTER
            return (*spymasters, Seat.RED_OPERATIVE, Seat.BLUE_OPERATIVE)
        case Mode.COOP:
            return (Seat.RED_SPYMASTER, Seat.RED_OPERATIVE)
        case _:
            return (Seat.SIDE_A, Seat.SIDE_B)


def deck_names() -> tuple[str, ...]:
    """The names of the decks."""
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
