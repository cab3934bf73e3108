"""What `undercast simulate` prints."""

import json
import sys
from collections.abc import Sequence

from msgspec import to_builtins

from undercast.rules.settings import Mode
from undercast.simulation import summary
from undercast.simulation.runner import OutcomePair, Run


class Progress:
    """Shows on a terminal how many games are done."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._shown = sys.stderr.isatty()

    def __call__(self, done: int) -> None:
        """`done` games are over."""
        if self._shown:
            end = "\n" if done == self._games else ""
            sys.stderr.write(f"\r{done} of {self._games} games{end}")
            sys.stderr.flush()


def lines(run: Run, pairs: Sequence[OutcomePair], *, as_json: bool) -> list[str]:
    """A line of JSON for each game; or a table with a row for each team that plays."""
    if as_json:
        return [json.dumps(to_builtins({"red": red, "blue": blue})) for red, blue in pairs]
    name = "both" if run.mode is Mode.DUET else "red"
    teams = (name, "blue") if run.mode is Mode.CLASSIC and not run.blue.idle else (name,)
    rows = [
        summary.table_row(team, summary.summarize([pair[place] for pair in pairs]))
        for place, team in enumerate(teams)
    ]
    return [summary.TABLE_HEADER, *rows]
