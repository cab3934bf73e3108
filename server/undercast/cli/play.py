"""The options of `undercast play` and `undercast watch`."""

import argparse

from undercast.cli.serve_options import in_range
from undercast.llm import options as llm
from undercast.rules.settings import Mode
from undercast.simulation.options import TEAM_HELP, add_language_option, add_team_options
from undercast.terminal.options import DEFAULT_DELAY, OPTION_SEATS, option_name

RED_ROLES = ("operative", "spymaster")


def add_play_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `undercast play`."""
    parser.add_argument(
        "--mode",
        choices=[mode.value for mode in Mode],
        default="classic",
        help="classic: two teams; coop and duet: everyone together",
    )
    parser.add_argument(
        "--you",
        choices=RED_ROLES,
        default=RED_ROLES[0],
        help=f"your seat on the red team ({RED_ROLES[0]})",
    )
    parser.add_argument(
        "--two",
        action="store_true",
        help="two people at this keyboard: red's team, or both sides of a duet",
    )
    parser.add_argument(
        "--style", default="normal", metavar="BOT", help=f"how bots play: {TEAM_HELP}"
    )
    for seat in map(option_name, OPTION_SEATS):
        parser.add_argument(f"--{seat}", metavar="WHO", help="human, or a bot as in --style")
    add_language_option(parser)
    llm.add_options(parser)
    _add_common_options(parser)
    parser.set_defaults(run=_play)


def add_watch_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `undercast watch`."""
    add_team_options(parser)
    _add_common_options(parser)
    parser.set_defaults(run=_watch)


def _add_common_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, metavar="N", help="play the same cards again")
    parser.add_argument(
        "--delay",
        type=in_range(float, 0, 60, "0 to 60 seconds"),
        metavar="SECONDS",
        help=f"how long to show each move ({DEFAULT_DELAY}; 0 if this is not a terminal)",
    )


def _play(options: argparse.Namespace) -> int:
    from undercast.terminal import session  # noqa: PLC0415  # a server needs none of it

    return session.play(options)


def _watch(options: argparse.Namespace) -> int:
    from undercast.terminal import session  # noqa: PLC0415  # a server needs none of it

    return session.watch(options)
