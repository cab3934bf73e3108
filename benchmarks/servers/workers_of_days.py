"""The parent of workers for whom days pass quickly: for soak.py.

    workers_of_days.py METER TIMES serve --workers 2 …

As the real one it serves nobody, and loads nothing of what does; its workers are `days.py`.
"""

# ruff: noqa: INP001

import functools
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from undercast.cli import main as cli
from undercast.workers import parent

DAYS = Path(__file__).parent / "days.py"

Parent = parent.Parent


def hastened(days: Sequence[str], command: Sequence[str], *given: Any) -> Parent:
    """A parent whose `command`, Python with `-m undercast.cli.main …`, starts days.py instead."""
    return Parent((command[0], str(DAYS), *days, *command[3:]), *given)


def main() -> int:
    """The command line's, with another parent."""
    days = sys.argv.pop(1), sys.argv.pop(1)
    parent.Parent = functools.partial(hastened, days)  # type: ignore[misc,assignment]
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
