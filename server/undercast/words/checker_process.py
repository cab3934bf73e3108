"""The process that checks pasted word lists: `python -m undercast.words.checker_process`.

It answers a line of JSON (the text) with one (codenames and problems), and ends with its input.
"""

import os

import msgspec

from undercast.base.child_process import answer_lines
from undercast.words.checks import parse_pasted
from undercast.words.problems import MAX_PROBLEMS


def main() -> None:
    """Answer until the input ends."""
    if hasattr(os, "nice"):
        os.nice(10)  # games go first, even on one processor
    answer_lines(_answer)


def _answer(line: bytes) -> bytes:
    codenames, problems = parse_pasted(msgspec.json.decode(line, type=str), fewest=1)
    return msgspec.json.encode((codenames, problems[:MAX_PROBLEMS]))


if __name__ == "__main__":
    main()
