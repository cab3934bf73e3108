"""A game at the terminal, from its options to its debrief."""

import argparse
import secrets
from collections.abc import Mapping

from undercast.bots.bot import Bot
from undercast.bots.dependencies import require_numpy
from undercast.llm import options as llm
from undercast.llm.endpoint import Endpoint
from undercast.room.seats import Seat
from undercast.rules.settings import Guessing, Mode, Settings
from undercast.simulation.match import Match, Stuck
from undercast.simulation.options import BadOptions, decks_of, run_of
from undercast.terminal.console import Console
from undercast.terminal.debrief import debrief
from undercast.terminal.human import Human, Left
from undercast.terminal.options import DELAY, option
from undercast.terminal.seating import HUMAN, seated
from undercast.terminal.stage import Stage
from undercast.terminal.styles import line
from undercast.views import DebriefView

SEEDS = 1_000_000
"""Games without a seed of their own have one below this."""

LEFT_BY_SIGNAL = 130


def play(options: argparse.Namespace) -> int:
    """A game with people. Raises MissingNumpy, BadOptions, BadEndpoint."""
    seats, decks = seated(options), decks_of(options.language)
    stage = Stage(console := Console(), _people(seats), _delay(options, console))
    players = _players(seats, stage, llm.chosen(options))
    settings = _settings(Mode(options.mode))
    return _played(console, stage, players, settings, decks, options.seed)


def watch(options: argparse.Namespace) -> int:
    """A game of bots. Raises MissingNumpy, BadOptions, BadEndpoint."""
    require_numpy()
    from undercast.simulation import runner  # noqa: PLC0415  # needs numpy

    run = run_of(options, 0)
    stage = Stage(console := Console(), (), _delay(options, console))
    players = runner.bots(run)
    return _played(console, stage, players, runner.settings(run), run.decks, options.seed)


def _played(
    console: Console,
    stage: Stage,
    players: Mapping[Seat, Bot | None],
    settings: Settings,
    decks: tuple[str, ...],
    seed: int | None,
) -> int:
    """Plays to the end, or until somebody leaves."""
    number = secrets.randbelow(SEEDS) if seed is None else seed
    try:
        with console.open():
            match = Match(settings, players, number, decks, stage)
            try:
                stage.begin(match)
                played = match.play()
            finally:
                stage.end()
    except (Left, KeyboardInterrupt) as left:
        console.say([(), line("You left the game; nobody won.")])
        return LEFT_BY_SIGNAL if isinstance(left, KeyboardInterrupt) else 0
    except Stuck:
        console.say([line("A bot has no clue left to give; nobody won.")])
        return 1
    view = match.debrief()
    assert isinstance(view, DebriefView)  # the game is over
    again = line(f"To play these cards again: --seed {number}")
    console.say([*debrief(view, played.clues, console.look()), again])
    return 0


def _delay(options: argparse.Namespace, console: Console) -> float:
    usual = DELAY if console.watched else 0.0
    return usual if options.delay is None else float(options.delay)


def _people(seats: Mapping[Seat, str]) -> tuple[Seat, ...]:
    return tuple(seat for seat, who in seats.items() if who == HUMAN)


def _players(
    seats: Mapping[Seat, str], stage: Stage, model: Endpoint | None
) -> Mapping[Seat, Bot | None]:
    """Everybody behind one interface. People alone need no numpy."""
    if all(who == HUMAN for who in seats.values()):
        return dict.fromkeys(seats, Human(stage))
    require_numpy()
    from undercast.simulation import teams  # noqa: PLC0415  # needs numpy

    players: dict[Seat, Bot | None] = {}
    for seat, who in seats.items():
        try:
            bot = None if who == HUMAN else teams.player(teams.parsed(who, model), seat)
        except teams.BadTeam as fault:
            raise BadOptions(str(fault)) from None
        if bot is None and who != HUMAN:
            raise BadOptions(f"someone has to play {option(seat)}")
        players[seat] = bot or Human(stage)
    return players


def _settings(mode: Mode) -> Settings:
    """Whoever guesses touches."""
    if mode is Mode.DUET:
        return Settings(mode=mode)
    return Settings(mode=mode, guessing=Guessing.OPERATIVES_TAP)
