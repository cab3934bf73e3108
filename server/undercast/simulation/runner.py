"""Many games, in several processes."""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

from msgspec import Struct

from undercast.bots.bot import Bot
from undercast.room.seats import Seat
from undercast.rules.cards import Team as Colour
from undercast.rules.settings import Board, Guessing, Mode, Settings, Timer
from undercast.simulation import teams
from undercast.simulation.match import Match, seats_of
from undercast.simulation.summary import Outcome, outcome
from undercast.simulation.teams import BotTeam

Pair = tuple[Outcome, Outcome]
"""A game as red played it, and as blue did."""


class Run(Struct, frozen=True):
    """What is to be played."""

    red: BotTeam
    blue: BotTeam
    mode: Mode = Mode.CLASSIC
    seed: int = 1
    """That of the first game; each further one has the next."""
    decks: tuple[str, ...] = ("en",)
    board: Board = Board.WORDS


def bots(run: Run) -> dict[Seat, Bot | None]:
    """Who sits where. In a duet red's bots have side A, blue's side B."""
    return {
        seat: teams.player(run.blue if seat in _BLUE else run.red, seat)
        for seat in seats_of(run.mode)
    }


_BLUE = (Seat.BLUE_SPYMASTER, Seat.BLUE_OPERATIVE, Seat.SIDE_B)


def settings(run: Run) -> Settings:
    """House rules: nobody taps for a bot. An idle team's time runs out."""
    if run.mode is Mode.DUET:
        return Settings(mode=Mode.DUET, board=run.board)
    idle = run.red.idle or run.blue.idle
    clock = Timer.STRICT if idle else Timer.OFF
    return Settings(
        mode=run.mode,
        board=run.board,
        guessing=Guessing.OPERATIVES_TAP,
        timer=clock,
        first_extra_seconds=0,
    )


def one(run: Run, number: int) -> Pair:
    """The game of this number, from 0."""
    seed = run.seed + number
    played = Match(settings(run), bots(run), seed, run.decks).play()
    return outcome(played, Colour.RED, seed), outcome(played, Colour.BLUE, seed)


def many(run: Run, games: int, processes: int, told: Callable[[int], None]) -> list[Pair]:
    """All games, in the order of their seeds; `told` hears after each how many are done."""
    found: list[Pair] = []
    if processes == 1:
        for number in range(games):
            found.append(one(run, number))
            told(len(found))
        return found
    with ProcessPoolExecutor(processes) as pool:
        for pair in pool.map(one, [run] * games, range(games), chunksize=4):
            found.append(pair)
            told(len(found))
    return found
