"""The thinking process: a line in, a line out, until its input ends.

    python -m undercast.thinking.child [VECTORS]

VECTORS: what `brought` made of a household's file.

What it says of a fault of its own is the kind of the exception, and nothing of what it was asked.
"""

import os
import sys
from pathlib import Path

from undercast.bots.needs import think_on_one_core
from undercast.lineworker import answer_lines
from undercast.thinking import letters

think_on_one_core()
from undercast.thinking.minds import Minds  # noqa: E402  # imports numpy

LESS_THAN_GAMES = 10
"""So much it steps back behind the server that plays (nice)."""


def main() -> None:
    """Answer every line."""
    if hasattr(os, "nice"):
        os.nice(LESS_THAN_GAMES)
    minds = Minds(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    answer_lines(lambda line: letters.encode(_answer(minds, line)))


def _answer(minds: Minds, line: bytes) -> letters.Answer:
    try:
        return minds.answer(letters.read_question(line))
    except Exception as fault:  # noqa: BLE001  # the server is told, and logs it
        return letters.Failed(type(fault).__name__)


if __name__ == "__main__":
    main()
