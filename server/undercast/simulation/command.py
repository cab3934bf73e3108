"""`undercast simulate`: what is printed, and how far it is."""

import argparse
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from msgspec.structs import replace

from undercast.bots.needs import require_numpy
from undercast.llm import options as llm
from undercast.rules.settings import Board, Mode

if TYPE_CHECKING:
    from undercast.simulation.teams import Team


class BadOptions(Exception):
    """What was asked for cannot be played; the text says why."""


def add_options(simulate: argparse.ArgumentParser) -> None:
    """The options of the command."""
    team = (
        "careful, normal, bold or llm [@spymaster's table[@operative's table]]; threshold, random;"
        " llm asks the model at --llm"
    )
    simulate.add_argument("--games", type=int, default=100, metavar="N", help="how many (100)")
    simulate.add_argument("--red", default="normal", metavar="TEAM", help=team)
    simulate.add_argument(
        "--blue", default="normal", metavar="TEAM", help="the same, or none: it only waits"
    )
    simulate.add_argument("--mode", choices=[mode.value for mode in Mode], default="classic")
    simulate.add_argument(
        "--language", default="en", metavar="DECKS", help="en; several mixed: hr,en"
    )
    simulate.add_argument("--scenes", action="store_true", help="pictures, and clues in --language")
    simulate.add_argument(
        "--vectors", type=Path, metavar="FILE", help="a further opinion of words for spymasters"
    )
    simulate.add_argument("--seed", type=int, default=1, help="of the first game (1)")
    simulate.add_argument(
        "--processes", type=int, default=os.cpu_count() or 1, metavar="N", help="(one a core)"
    )
    llm.add_options(simulate)
    simulate.add_argument("--json", action="store_true", help="every game, for programs")


def simulate(options: argparse.Namespace) -> int:
    """Plays the games. Raises MissingNumpy, BadOptions, BadEndpoint."""
    require_numpy()
    from undercast.bots.vectors import BadVectors, prepare  # noqa: PLC0415  # needs numpy
    from undercast.simulation import teams  # noqa: PLC0415  # needs numpy

    try:
        red, blue = teams.parsed(options.red), teams.parsed(options.blue)
        with TemporaryDirectory() as folder:
            if options.vectors is not None:
                brought = Path(folder, "vectors.npz")
                prepare(options.vectors, brought)
                red, blue = (replace(team, vectors=str(brought)) for team in (red, blue))
            return _play(options, red, blue)
    except (teams.BadTeam, BadVectors) as fault:
        raise BadOptions(str(fault)) from None


def _play(options: argparse.Namespace, red: "Team", blue: "Team") -> int:
    from undercast.simulation import match, printing, running  # noqa: PLC0415  # need numpy

    decks = tuple(options.language.split(","))
    if unknown := [deck for deck in decks if deck not in match.languages()]:
        raise BadOptions(f"{unknown[0]}: the languages are {', '.join(match.languages())}")
    board = Board.PICTURES if options.scenes else Board.WORDS
    model = llm.chosen(options)
    run = running.Run(red, blue, Mode(options.mode), options.seed, decks, board, model)
    if options.games < 1 or options.processes < 1:
        raise BadOptions("--games and --processes are at least 1")
    if running.asks(run) is not (model is not None):
        raise BadOptions("a team llm and --llm with --llm-model go together")
    if run.red.idle or (run.blue.idle and run.mode is Mode.DUET):
        raise BadOptions("somebody has to play: only blue can be none, and not in a duet")
    found = running.many(run, options.games, options.processes, printing.Progress(options.games))
    for line in printing.lines(run, found, as_json=options.json):
        print(line)
    return 0
