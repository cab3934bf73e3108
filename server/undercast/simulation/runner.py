"""Plays many games in several processes."""

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from itertools import repeat

from msgspec import Struct

from undercast.bots.bot import Bot
from undercast.room.seats import Seat
from undercast.rules.cards import Team as Colour
from undercast.rules.settings import Board, Guessing, Mode, Settings, Timer
from undercast.simulation import teams
from undercast.simulation.match import Match, seats_of
from undercast.simulation.summary import Outcome, team_outcome
from undercast.simulation.teams import BotTeam

OutcomePair = tuple[Outcome, Outcome]
"""A game's outcome for red and for blue."""


class Run(Struct, frozen=True):
    """The configuration of a simulation."""

    red: BotTeam
    blue: BotTeam
    mode: Mode = Mode.CLASSIC
    seed: int = 1
    """The first game's; each further game adds one."""
    decks: tuple[str, ...] = ("en",)
    board: Board = Board.WORDS


def bots(run: Run) -> dict[Seat, Bot | None]:
    """The bot of each seat. In a duet red plays side A, blue side B."""
    return {
        seat: teams.make_bot(run.blue if seat in _BLUE else run.red, seat)
        for seat in seats_of(run.mode)
    }


_BLUE = (Seat.BLUE_SPYMASTER, Seat.BLUE_OPERATIVE, Seat.SIDE_B)


def settings(run: Run) -> Settings:
    """Operatives touch cards themselves. A strict timer ends an idle team's turns."""
    if run.mode is Mode.DUET:
        return Settings(mode=Mode.DUET, board=run.board)
    timer = Timer.STRICT if run.red.idle or run.blue.idle else Timer.OFF
    operatives = Guessing.OPERATIVES_TAP
    return Settings(run.mode, run.board, guessing=operatives, timer=timer, first_extra_seconds=0)


def play_game(run: Run, number: int) -> OutcomePair:
    """Game number `number`, from 0."""
    seed = run.seed + number
    played = Match(settings(run), bots(run), seed, run.decks).play()
    return team_outcome(played, Colour.RED, seed), team_outcome(played, Colour.BLUE, seed)


def play_games(
    run: Run, games: int, processes: int, on_progress: Callable[[int], None]
) -> list[OutcomePair]:
    """All games, in the order of their seeds. `on_progress` gets the number of games done."""
    pairs: list[OutcomePair] = []
    with ExitStack() as stack:
        if processes == 1:
            played: Iterable[OutcomePair] = map(play_game, repeat(run), range(games))
        else:
            pool = stack.enter_context(ProcessPoolExecutor(processes))
            played = pool.map(play_game, repeat(run), range(games), chunksize=4)
        for pair in played:
            pairs.append(pair)
            on_progress(len(pairs))
    return pairs
