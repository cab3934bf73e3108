"""Games of bots at the level of rooms: what they have to do, thought and done, without a server.

    played = Table(settings, seed=1).play()

Every command that is refused is an error; so is a game in which nobody has anything to do.
"""

import random
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache

from msgspec.structs import replace

from undercast import commands, words
from undercast.base import assets
from undercast.commands import Command, Facts, command_types
from undercast.referee import Referee
from undercast.room import evolve
from undercast.room.bots import bot_tasks
from undercast.room.entries import CreateRoom, Entry
from undercast.room.seats import Seat
from undercast.room.state import BotStyle, Room
from undercast.rules import timer
from undercast.rules.settings import Settings
from undercast.server.bot_scheduler import moves_of
from undercast.server.deals import SCENES, Deals
from undercast.service import SeatSnapshot
from undercast.service.bot_seats import seat_snapshot
from undercast.thinking.bot_players import BotPlayers
from undercast.thinking.client import place
from undercast.thinking.messages import Answer, Decide, Decided, Question, encode, read_answer
from undercast.thinking.messages import read_question as read
from undercast.views import lobby_view

MAX_MOVES = 2_000

HOST = "p1"

Think = Callable[[Question], Answer]


@cache
def decks() -> Mapping[str, words.Deck]:
    return words.load(assets.wordlists())


@cache
def scenes() -> tuple[str, ...]:
    return words.load_scenes(assets.wordlists()).codenames


@cache
def referee() -> Referee:
    return Referee()


MINDS = BotPlayers()


def by_letters(question: Question) -> Answer:
    """As through the pipe: everything is a line."""
    return read_answer(encode(MINDS.answer(read(encode(question)))))


class Table:
    """A room of bots, with a person who looks on and is the host."""

    def __init__(
        self,
        settings: Settings,
        seed: int,
        *,
        decks_chosen: tuple[str, ...] = ("en",),
        styles: tuple[BotStyle, ...] = (BotStyle.NORMAL,),
        think: Think = by_letters,
        more: tuple[Seat, ...] = (),
    ) -> None:
        """`more`: seats besides those that are needed. `styles` go round."""
        self.dice = random.Random(seed)
        self.think = think
        draw = Deals(decks(), {SCENES: scenes}, rng=random.Random(f"deal {seed}"))
        self.facts = Facts(1_000, draw, referee(), unicodedata.category)
        opening = CreateRoom("BOTS", "Ana", "1", "en", decks_chosen, settings)
        self.log = [commands.decide_opening(opening, "", self.facts)]
        self.room = evolve.create(self.log[0])
        self.do(HOST, command_types.FillWithBotsCommand(cmd_id="fill", style=styles[0]))
        for number, seat in enumerate(more):
            style = styles[number % len(styles)]
            self.do(
                HOST, command_types.AddBotCommand(cmd_id=f"more {number}", seat=seat, style=style)
            )
        self.do(HOST, command_types.DealCommand(cmd_id="deal"))

    def do(self, who: str, command: Command) -> None:
        """Raises Refused."""
        entry = commands.decide(self.room, who, command, self.facts)
        assert entry is not None
        self.enter(entry)

    def enter(self, entry: Entry) -> None:
        self.log.append(entry)
        self.room, _ = evolve.evolve(self.room, entry)
        self.facts = replace(self.facts, now=self.facts.now + 1_000)

    def sight(self, who: str) -> SeatSnapshot:
        return seat_snapshot(self.room, lobby_view(self.room, set()), who)

    def decided(self, who: str, seed: int) -> Decided:
        answer = self.think(Decide(*place(self.sight(who), seed)))
        assert isinstance(answer, Decided), answer
        return answer

    def moves(self) -> int:
        """Lets every bot do what it has to do now; how many did something."""
        done = 0
        for who, task in bot_tasks(self.room).items():
            if bot_tasks(self.room).get(who) != task:
                continue  # another was quicker
            decided = self.decided(who, self.dice.getrandbits(53))
            moves = moves_of(task.part, decided)
            for move in moves:
                self.do(who, move)
            done += bool(moves)
        return done

    def play(self) -> Room:
        """Till the game is over."""
        for _ in range(MAX_MOVES):
            assert self.room.game is not None
            if self.room.game.table.phase.over:
                return self.room
            if not self.moves():
                self.time_runs_out()
        raise AssertionError("the game comes to no end")

    def time_runs_out(self) -> None:
        assert self.room.game is not None
        end = timer.ends_at(self.room.game.table)
        assert end is not None, f"nobody does anything: {self.room.game.table}"
        entry = commands.time_up(self.room, end, self.facts.dealer)
        assert entry is not None
        self.enter(entry)
