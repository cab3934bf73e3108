"""How well do bots play with a partner who thinks differently?

    python -m tools.vectors FOLDER    (once; it says what FOLDER holds)
    python benchmarks/bots.py [--games 1000] [--processes 2] [--styles normal,careful]

The spymaster has the shipped table, the operative that of a single source; blue only waits. score25
is the number of clues until the win, 25 for a loss. The published threshold method and chance play
the same boards. Then come contests, in which both teams' operatives have another table than their
spymasters, and two duets: one with one table, one with two. A board's seed is its number; nothing
was tuned on these boards.
"""

# ruff: noqa: INP001, T201, E402

import argparse
import os
import resource
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server")]

from undercast.bots.dependencies import think_on_one_core

think_on_one_core()
from undercast.rules.settings import Mode
from undercast.simulation import runner, summary, teams
from undercast.simulation.runner import Run

SINGLES = ("glove", "minilm", "gloss", "use")


def thinking() -> str:
    """What it takes to start: seconds and megabytes."""
    began = time.perf_counter()
    speech = teams.load_languages(teams.BUILT_IN_TABLE).on(("en",))
    took = time.perf_counter() - began
    assert speech.words
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return f"the table is loaded in {took:.2f} s; the process then has {used:.0f} MB"


def row(name: str, run: Run, games: int, processes: int) -> None:
    """Plays the games and prints red's row."""
    found = runner.play_games(run, games, processes, lambda _done: None)
    print(summary.table_row(name, summary.summarize([red for red, _ in found])), flush=True)


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--styles", default="normal,careful")
    parser.add_argument("--tables", type=Path, default=ROOT / "build" / "vectors")
    options = parser.parse_args()
    print(thinking())
    print(summary.TABLE_HEADER)
    none = teams.parse_team("none")
    for style in (*options.styles.split(","), "threshold"):
        for single in SINGLES:
            red = teams.parse_team(f"{style}@{teams.BUILT_IN_TABLE}@{options.tables / single}.npz")
            row(f"{style}, {single}", Run(red, none), options.games, options.processes)
    row("random", Run(teams.parse_team("random"), none), options.games, options.processes)
    for style in ("normal", "threshold"):
        crossed = f"@{teams.BUILT_IN_TABLE}@{options.tables / 'minilm'}.npz"
        run = Run(teams.parse_team(f"normal{crossed}"), teams.parse_team(f"{style}{crossed}"))
        row(f"normal against {style}", run, options.games, options.processes)
    for name, partner in (
        ("itself", "normal"),
        ("minilm", f"normal@english@{options.tables / 'minilm'}.npz"),
    ):
        run = Run(teams.parse_team("normal"), teams.parse_team(partner), Mode.DUET)
        row(f"normal, duet with {name}", run, options.games, options.processes)


if __name__ == "__main__":
    main()
