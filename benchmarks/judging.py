"""How long do other rooms wait while the referee judges a clue?

    python benchmarks/judging.py [--runs 5] [--times 3]

Each board is judged in its own process, first with no language loaded (as if its deck was never
chosen), then with the slowest words we know, of 50 characters, again and again. A greenlet wakes
every millisecond; its worst delay is how long a tap elsewhere would wait. The baseline judges on
the event loop. Each figure is the best of several runs.
"""

# ruff: noqa: E402, INP001, T201

from undercast.base import gevent_setup

gevent_setup.begin()

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import gevent

from undercast import words
from undercast.base import assets
from undercast.referee import Referee
from undercast.rules.settings import Settings
from undercast.server.clue_judge import ClueJudge

BOARDS = ("en", "hi", "hr", "sr-Cyrl", "bs,en,hi,hr,sr,sr-Cyrl")

ODD = (
    "house horse mouse louse grouse spouse douse bus us",
    "ne pre do po od na za ko to ta mi ti on sa se iz uz",
    "a b c d e f g h i j k l m n o p q r s t u v w x y",
    "nepremostivimajkanepremostivi",
    "reoverinterimpostunhouses",
    "unununununununununununwash",
    "o0" * 25,
    "l1" * 25,
    "कमल" * 16,
)

TICK = 0.001


@dataclass
class Lateness:
    """The longest time that somebody else had to wait."""

    most: float = 0.0

    def watch(self) -> None:
        """Wake again and again."""
        while True:
            due = time.perf_counter() + TICK
            gevent.sleep(TICK)
            self.most = max(self.most, time.perf_counter() - due)


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds that it took, and that others waited at most."""
    late = Lateness()
    watching = gevent.spawn(late.watch)
    gevent.sleep(5 * TICK)
    late.most, began = 0.0, time.perf_counter()
    work()
    took = time.perf_counter() - began
    gevent.sleep(2 * TICK)
    watching.kill()
    return took * 1e3, late.most * 1e3


def measured(board: str, *, aside: bool, times: int) -> tuple[float, ...]:
    """The first clue, and the slowest of odd words when everything is warm."""
    tags = tuple(board.split(","))
    decks = words.load(assets.wordlists())
    cards = [codename for tag in tags for codename in decks[tag].codenames]
    hidden = dict(enumerate(random.Random(1).sample(cards, 25)))  # noqa: S311 - to be repeated
    referee = ClueJudge(Referee(), gevent_setup.in_a_thread if aside else lambda work: work())

    def judging(word: str) -> Callable[[], object]:
        return lambda: referee.judge(tags, hidden, word[:50], 2, 9, Settings())

    first = timed(judging("tree"))
    odd = [timed(judging(word)) for _ in range(times) for word in ODD]
    return *first, max(took for took, _ in odd), max(late for _, late in odd)


def main() -> None:
    """Measure, and print one line for each board."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--board")
    parser.add_argument("--on-the-loop", action="store_true")
    options = parser.parse_args()
    if options.board:
        found = measured(options.board, aside=not options.on_the_loop, times=options.times)
        print(json.dumps(found))
        return
    print("| board | judged | first clue ms | others waited ms | odd word ms | others waited ms |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for board in BOARDS:
        for how in ("on the loop", "aside"):
            command = [sys.executable, __file__, "--board", board, "--times", str(options.times)]
            command += ["--on-the-loop"] if how == "on the loop" else []
            runs = [json.loads(subprocess.check_output(command)) for _ in range(options.runs)]  # noqa: S603  # ourselves
            best = map(min, zip(*runs, strict=True))
            print(f"| {board} | {how} | {' | '.join(f'{ms:.1f}' for ms in best)} |", flush=True)


if __name__ == "__main__":
    main()
