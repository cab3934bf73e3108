"""Checks pasted word lists beside the server: `python -m undercast.words.checker_process`.

A line in, a line out, both JSON: the text; then the codenames, and the problems. It ends with its
input, that is with the server.
"""

import os

import msgspec

from undercast.base.child_process import answer_lines
from undercast.words.checks import parse_pasted
from undercast.words.problems import MAX_PROBLEMS


def main() -> None:
    """Read list after list."""
    if hasattr(os, "nice"):
        os.nice(10)  # games go first, also where there is one processor
    answer_lines(_answer)


def _answer(line: bytes) -> bytes:
    codenames, problems = parse_pasted(msgspec.json.decode(line, type=str), fewest=1)
    return msgspec.json.encode((codenames, problems[:MAX_PROBLEMS]))


if __name__ == "__main__":
    main()
