"""What `undercast simulate` prints."""

import json
import sys
from collections.abc import Sequence

from undercast.rules.settings import Mode
from undercast.simulation import summary
from undercast.simulation.runner import Pair, Run


class Progress:
    """A line at a terminal that says how many games are done; nothing elsewhere."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._shown = sys.stderr.isatty()

    def __call__(self, done: int) -> None:
        """`done` games are over."""
        if self._shown:
            end = "\n" if done == self._games else ""
            sys.stderr.write(f"\r{done} of {self._games} games{end}")
            sys.stderr.flush()


def lines(run: Run, found: Sequence[Pair], *, as_json: bool) -> list[str]:
    """Each game on a line of JSON; or the table, a row for each team that plays."""
    if as_json:
        return [json.dumps({"red": _plain(red), "blue": _plain(blue)}) for red, blue in found]
    rows = [summary.HEAD, summary.row(_name(run), _of(found, 0))]
    return [*rows, summary.row("blue", _of(found, 1))] if _two(run) else rows


def _name(run: Run) -> str:
    return "both" if run.mode is Mode.DUET else "red"


def _two(run: Run) -> bool:
    return run.mode is Mode.CLASSIC and not run.blue.idle


def _of(found: Sequence[Pair], place: int) -> summary.Summary:
    return summary.summary([pair[place] for pair in found])


def _plain(outcome: summary.Outcome) -> object:
    return {name: getattr(outcome, name) for name in outcome.__struct_fields__}
