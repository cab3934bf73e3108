"""The options that `simulate`, `play` and `watch` share."""

import argparse
from typing import TYPE_CHECKING

from undercast.llm import options as llm
from undercast.rules.settings import Board, Mode

if TYPE_CHECKING:
    from undercast.simulation.runner import Run


class BadOptions(Exception):
    """These options give no playable game; the text says why."""


TEAM_HELP = (
    "careful, normal, bold or llm [@spymaster's table[@operative's table]]; threshold, random;"
    " llm asks the model at --llm"
)
"""The notation for a team of bots."""


def add_team_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for teams and mode."""
    parser.add_argument("--red", default="normal", metavar="TEAM", help=TEAM_HELP)
    parser.add_argument(
        "--blue", default="normal", metavar="TEAM", help="the same, or none: blue only waits"
    )
    parser.add_argument("--mode", choices=[mode.value for mode in Mode], default="classic")
    add_language_option(parser)
    llm.add_options(parser)


def add_language_option(parser: argparse.ArgumentParser) -> None:
    """Add `--language`."""
    parser.add_argument(
        "--language",
        default="en",
        metavar="DECKS",
        help="language of the words (en); several mixed: hr,en",
    )


def parse_run(options: argparse.Namespace, seed: int, board: Board = Board.WORDS) -> "Run":
    """The game that these options describe. Raises BadOptions, BadEndpoint. Needs numpy."""
    from undercast.simulation import runner, teams  # noqa: PLC0415  # need numpy

    model = llm.chosen(options)
    try:
        red, blue = (teams.parse_team(text, model) for text in (options.red, options.blue))
    except teams.BadTeam as fault:
        raise BadOptions(str(fault)) from None
    if model is not None and red.model is blue.model is None:
        raise BadOptions("no team asks the model: use --red llm or --blue llm")
    run = runner.Run(red, blue, Mode(options.mode), seed, parse_decks(options.language), board)
    if run.red.idle or (run.blue.idle and run.mode is Mode.DUET):
        raise BadOptions("someone has to play: only blue can be none, and not in a duet")
    return run


def parse_decks(text: str) -> tuple[str, ...]:
    """The decks of `--language`. Raises BadOptions."""
    from undercast.simulation import match  # noqa: PLC0415  # slow

    known = {deck.casefold(): deck for deck in match.deck_names()}
    names = [name.strip() for name in text.split(",")]
    if unknown := [name for name in names if name.casefold() not in known]:
        raise BadOptions(f"{unknown[0]}: the languages are {', '.join(known.values())}")
    return tuple(dict.fromkeys(known[name.casefold()] for name in names))
