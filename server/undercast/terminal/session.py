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
from undercast.simulation.match import Match, NoProgress
from undercast.simulation.options import BadOptions, parse_decks, parse_run
from undercast.terminal.console import Console
from undercast.terminal.debrief import debrief_lines
from undercast.terminal.human import Human, TerminalClosed
from undercast.terminal.match_display import MatchDisplay
from undercast.terminal.options import DEFAULT_DELAY, option_name
from undercast.terminal.seating import HUMAN, parse_seats
from undercast.terminal.styles import line
from undercast.views import DebriefView

SEED_LIMIT = 1_000_000
"""Random seeds are below this."""

EXIT_INTERRUPTED = 130


def play(options: argparse.Namespace) -> int:
    """Play a game with people. Raises MissingNumpy, BadOptions, BadEndpoint."""
    seats, decks = parse_seats(options), parse_decks(options.language)
    display = MatchDisplay(console := Console(), _people(seats), _delay(options, console))
    players = _players(seats, display, llm.chosen(options))
    settings = _settings(Mode(options.mode))
    return _play_match(console, display, players, settings, decks, options.seed)


def watch(options: argparse.Namespace) -> int:
    """Show a game of bots. Raises MissingNumpy, BadOptions, BadEndpoint."""
    require_numpy()
    from undercast.simulation import runner  # noqa: PLC0415  # needs numpy

    run = parse_run(options, 0)
    display = MatchDisplay(console := Console(), (), _delay(options, console))
    players = runner.bots(run)
    return _play_match(console, display, players, runner.settings(run), run.decks, options.seed)


def _play_match(
    console: Console,
    display: MatchDisplay,
    players: Mapping[Seat, Bot | None],
    settings: Settings,
    decks: tuple[str, ...],
    seed: int | None,
) -> int:
    """Plays to the end, or until a person leaves; the exit code."""
    number = secrets.randbelow(SEED_LIMIT) if seed is None else seed
    try:
        with console.open():
            match = Match(settings, players, number, decks, display)
            try:
                display.begin(match)
                played = match.play()
            finally:
                display.end()
    except (TerminalClosed, KeyboardInterrupt) as left:
        console.print_lines([(), line("You left the game; nobody won.")])
        return EXIT_INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0
    except NoProgress:
        console.print_lines([line("A bot has no clue left to give; nobody won.")])
        return 1
    view = match.debrief()
    assert isinstance(view, DebriefView)  # the game is over
    again = line(f"To play these cards again: --seed {number}")
    console.print_lines([*debrief_lines(view, played.clues, console.features()), again])
    return 0


def _delay(options: argparse.Namespace, console: Console) -> float:
    default = DEFAULT_DELAY if console.is_terminal else 0.0
    return default if options.delay is None else float(options.delay)


def _people(seats: Mapping[Seat, str]) -> tuple[Seat, ...]:
    return tuple(seat for seat, who in seats.items() if who == HUMAN)


def _players(
    seats: Mapping[Seat, str], display: MatchDisplay, model: Endpoint | None
) -> Mapping[Seat, Bot | None]:
    """The player of each seat. People alone need no numpy."""
    if all(who == HUMAN for who in seats.values()):
        return dict.fromkeys(seats, Human(display))
    require_numpy()
    from undercast.simulation import teams  # noqa: PLC0415  # needs numpy

    players: dict[Seat, Bot | None] = {}
    for seat, who in seats.items():
        try:
            bot = None if who == HUMAN else teams.make_bot(teams.parse_team(who, model), seat)
        except teams.BadTeam as fault:
            raise BadOptions(str(fault)) from None
        if bot is None and who != HUMAN:
            raise BadOptions(f"someone has to play {option_name(seat)}")
        players[seat] = bot or Human(display)
    return players


def _settings(mode: Mode) -> Settings:
    """Operatives touch cards themselves."""
    if mode is Mode.DUET:
        return Settings(mode=mode)
    return Settings(mode=mode, guessing=Guessing.OPERATIVES_TAP)
