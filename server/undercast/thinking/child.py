"""The thinking process: a line in, a line out, until its input ends.

    python -m undercast.thinking.child [--vectors FILE] [--associations FILE]

The files are a household's own; `custom_vectors` has prepared the vectors.

Of a fault it reports the exception's type, and nothing of what it was asked.
"""

import argparse
import os
from pathlib import Path

from undercast.base.child_process import answer_lines
from undercast.bots.dependencies import think_on_one_core
from undercast.thinking import messages

think_on_one_core()
from undercast.thinking.bot_players import BotPlayers  # noqa: E402  # imports numpy

NICENESS = 10
"""Of the process: games come first."""


def main() -> None:
    """Answer every line."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    parser = argparse.ArgumentParser()
    parser.add_argument("--vectors", type=Path)
    parser.add_argument("--associations", type=Path)
    given = parser.parse_args()
    players = BotPlayers(given.vectors, given.associations)
    answer_lines(lambda line: messages.encode(_answer(players, line)))


def _answer(players: BotPlayers, line: bytes) -> messages.Answer:
    try:
        return players.answer(messages.read_question(line))
    except Exception as fault:  # noqa: BLE001  # the server is told, and logs it
        return messages.ThinkingFailed(type(fault).__name__)


if __name__ == "__main__":
    main()
