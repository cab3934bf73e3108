"""`undercast simulate`: what is printed, and how far it is."""

import argparse
import os

from undercast.bots.needs import require_numpy
from undercast.llm.endpoint import endpoint
from undercast.rules.settings import Board, Mode


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
    simulate.add_argument("--seed", type=int, default=1, help="of the first game (1)")
    simulate.add_argument(
        "--processes", type=int, default=os.cpu_count() or 1, metavar="N", help="(one a core)"
    )
    simulate.add_argument("--json", action="store_true", help="every game, for programs")


def simulate(options: argparse.Namespace) -> int:
    """Plays the games. Raises MissingNumpy, BadOptions, BadEndpoint."""
    require_numpy()
    from undercast.simulation import match, printing, running, teams  # noqa: PLC0415  # need numpy

    try:
        red, blue = teams.parsed(options.red), teams.parsed(options.blue)
    except teams.BadTeam as fault:
        raise BadOptions(str(fault)) from None
    decks = tuple(options.language.split(","))
    if unknown := [deck for deck in decks if deck not in match.languages()]:
        raise BadOptions(f"{unknown[0]}: the languages are {', '.join(match.languages())}")
    board = Board.PICTURES if options.scenes else Board.WORDS
    model = None if options.llm is None else endpoint(options.llm, options.llm_model)
    run = running.Run(red, blue, Mode(options.mode), options.seed, decks, board, model)
    if options.games < 1 or options.processes < 1:
        raise BadOptions("--games and --processes are at least 1")
    if running.asks(run) is not (options.llm is not None):
        raise BadOptions("a team llm and --llm with --llm-model go together")
    if run.red.idle or (run.blue.idle and run.mode is Mode.DUET):
        raise BadOptions("somebody has to play: only blue can be none, and not in a duet")
    found = running.many(run, options.games, options.processes, printing.Progress(options.games))
    for line in printing.lines(run, found, as_json=options.json):
        print(line)
    return 0
