"""The program that reads pasted lists, beside the server: `python -m undercast.words.reader`.

A line in, a line out, both JSON: the text; then the codenames, and the problems. It ends with its
input, that is with the server.
"""

import os
import sys

import msgspec

from undercast.words.checks import parse_pasted
from undercast.words.problems import MOST_PROBLEMS


def main() -> None:
    """Read list after list."""
    if hasattr(os, "nice"):
        os.nice(10)  # games go first, also where there is one processor
    for line in sys.stdin.buffer:
        codenames, problems = parse_pasted(msgspec.json.decode(line, type=str), fewest=1)
        sys.stdout.buffer.write(msgspec.json.encode((codenames, problems[:MOST_PROBLEMS])) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
