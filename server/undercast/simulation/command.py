"""`undercast simulate`: what is printed, and how far it is."""

import argparse
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from msgspec.structs import replace

from undercast.bots.needs import require_numpy, think_on_one_core
from undercast.llm import options as llm
from undercast.rules.settings import Board, Mode

if TYPE_CHECKING:
    from undercast.simulation.running import Run


class BadOptions(Exception):
    """What was asked for cannot be played; the text says why."""


TEAM = (
    "careful, normal, bold or llm [@spymaster's table[@operative's table]]; threshold, random;"
    " llm asks the model at --llm"
)
"""How a team of bots is written."""


def add_options(simulate: argparse.ArgumentParser) -> None:
    """The options of the command."""
    simulate.add_argument(
        "--games", type=int, default=100, metavar="N", help="how many games (100)"
    )
    add_teams(simulate)
    simulate.add_argument(
        "--scenes", action="store_true", help="play with pictures, clues in --language"
    )
    simulate.add_argument(
        "--vectors", type=Path, metavar="FILE", help="word vectors, a second opinion for spymasters"
    )
    simulate.add_argument("--seed", type=int, default=1, help="seed of the first game (1)")
    simulate.add_argument(
        "--processes",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many processes (one per core)",
    )
    simulate.add_argument("--json", action="store_true", help="print every game as JSON")


def add_teams(parser: argparse.ArgumentParser) -> None:
    """Which teams of bots play which game."""
    parser.add_argument("--red", default="normal", metavar="TEAM", help=TEAM)
    parser.add_argument(
        "--blue", default="normal", metavar="TEAM", help="the same, or none: blue only waits"
    )
    parser.add_argument("--mode", choices=[mode.value for mode in Mode], default="classic")
    add_language(parser)
    llm.add_options(parser)


def add_language(parser: argparse.ArgumentParser) -> None:
    """Which codenames are played with."""
    parser.add_argument(
        "--language",
        default="en",
        metavar="DECKS",
        help="language of the words (en); several mixed: hr,en",
    )


def simulate(options: argparse.Namespace) -> int:
    """Plays the games. Raises MissingNumpy, BadOptions, BadEndpoint."""
    require_numpy()
    think_on_one_core()
    from undercast.bots.vectors import BadVectors, prepare  # noqa: PLC0415  # needs numpy
    from undercast.simulation import printing, running  # noqa: PLC0415  # need numpy

    board = Board.PICTURES if options.scenes else Board.WORDS
    run = run_of(options, options.seed, board)
    if options.games < 1 or options.processes < 1:
        raise BadOptions("--games and --processes are at least 1")
    with TemporaryDirectory() as folder:
        if options.vectors is not None:
            brought = Path(folder, "vectors.npz")
            try:
                prepare(options.vectors, brought)
            except BadVectors as fault:
                raise BadOptions(str(fault)) from None
            red, blue = (replace(team, vectors=str(brought)) for team in (run.red, run.blue))
            run = replace(run, red=red, blue=blue)
        told = printing.Progress(options.games)
        found = running.many(run, options.games, options.processes, told)
    for line in printing.lines(run, found, as_json=options.json):
        print(line)
    return 0


def run_of(options: argparse.Namespace, seed: int, board: Board = Board.WORDS) -> "Run":
    """What `add_teams` asked for. Raises BadOptions, BadEndpoint. Needs numpy."""
    from undercast.simulation import running, teams  # noqa: PLC0415  # need numpy

    model = llm.chosen(options)
    try:
        red, blue = (teams.parsed(text, model) for text in (options.red, options.blue))
    except teams.BadTeam as fault:
        raise BadOptions(str(fault)) from None
    if model is not None and red.model is blue.model is None:
        raise BadOptions("no team asks the model: use --red llm or --blue llm")
    run = running.Run(red, blue, Mode(options.mode), seed, decks_of(options.language), board)
    if run.red.idle or (run.blue.idle and run.mode is Mode.DUET):
        raise BadOptions("someone has to play: only blue can be none, and not in a duet")
    return run


def decks_of(text: str) -> tuple[str, ...]:
    """What `add_language` asked for. Raises BadOptions."""
    from undercast.simulation import match  # noqa: PLC0415  # takes long

    known = {deck.casefold(): deck for deck in match.languages()}
    asked = [name.strip() for name in text.split(",")]
    if unknown := [name for name in asked if name.casefold() not in known]:
        raise BadOptions(f"{unknown[0]}: the languages are {', '.join(known.values())}")
    return tuple(dict.fromkeys(known[name.casefold()] for name in asked))
