"""How well bots understand somebody whose associations they never saw, and are understood.

    python benchmarks/other_hand.py [--games 150] [--tuning]

Somebody who had not seen the bots' lists wrote what 200 codenames call to mind
(`languages/en/review/associations.txt`). Boards are drawn of one half of these codenames; the other
half is for tuning. A team's other player knows these lists instead of the shipped ones, and of the
table one source only.
"""

# ruff: noqa: INP001, T201

import argparse
import dataclasses
import random
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache

from undercast import words
from undercast.base import assets
from undercast.bots import vector_table
from undercast.bots.bot import Bot, BotStyle
from undercast.bots.languages import BotLanguages
from undercast.bots.player import BotPlayer
from undercast.room.seats import Seat
from undercast.rules.cards import Team
from undercast.simulation.match import Match
from undercast.simulation.runner import Run, bots, settings
from undercast.simulation.summary import TABLE_HEADER, Outcome, summarize, table_row, team_outcome
from undercast.simulation.teams import parse_team
from undercast.thinking.bot_players import legal
from undercast.words.associations import FILE, read_associations

THEIRS = assets.languages() / "en" / "review" / FILE

SOURCES = {"use": 0, "minilm": 1, "gloss": 2, "glove": 3}

ROWS = (
    ("guesser: their lists, glove", "operative", "glove", True),
    ("guesser: use alone", "operative", "use", False),
    ("giver: their lists, glove", "spymaster", "glove", True),
)

RUN = Run(parse_team("normal"), parse_team("none"))

SEED = 2001


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--tuning", action="store_true", help="boards of the other half")
    options = parser.parse_args()
    print(TABLE_HEADER)
    with ProcessPoolExecutor() as pool:
        for name, *row in ROWS:
            games = [(SEED + number, options.tuning, *row) for number in range(options.games)]
            found = list(pool.map(_play, games, chunksize=5))
            print(table_row(name, summarize(found)), flush=True)


def _play(game: tuple[int, bool, str, str, bool]) -> Outcome:
    seed, tuning, who, source, with_lists = game
    stranger = BotPlayer(_stranger(source, with_lists=with_lists), BotStyle.NORMAL, legal())
    seat = Seat.RED_SPYMASTER if who == "spymaster" else Seat.RED_OPERATIVE
    seats: Mapping[Seat, Bot | None] = bots(RUN) | {seat: stranger}
    played = Match(settings(RUN), seats, seed, RUN.decks, shelf=_half(tuning=tuning)).play()
    return team_outcome(played, Team.RED, seed)


@cache
def _stranger(source: str, *, with_lists: bool) -> BotLanguages:
    table = vector_table.load()
    one = table.of_source(SOURCES[source])
    given = [read_associations(THEIRS)] if with_lists else []
    return BotLanguages(one, (), given)


@cache
def _half(*, tuning: bool) -> Mapping[str, words.Deck]:
    """The English deck, of one half of these codenames."""
    heads = sorted(read_associations(THEIRS).lists)
    random.Random(5).shuffle(heads)  # noqa: S311 - to be repeated
    middle = len(heads) // 2
    half = heads[:middle] if tuning else heads[middle:]
    english = words.load(assets.wordlists())["en"]
    return {"en": dataclasses.replace(english, codenames=tuple(half))}


if __name__ == "__main__":
    main()
