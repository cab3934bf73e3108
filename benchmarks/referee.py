"""How long does the referee take for a clue, and how often is it right?

    python benchmarks/referee.py [--clues 2000]

Each clue is judged against 25 hidden codenames of the language's deck. The baseline only tests
whether one word contains the other. People wrote down what is right before any tuning:
languages/*/review/pairs.tsv, half b; see docs/referee.md.
"""

# ruff: noqa: INP001, T201, E402

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / folder) for folder in ("", "server", "tests/referee")]

from pair_lists import pairs, table, tags

from tools.referee import sweep
from undercast import words
from undercast.base import assets
from undercast.referee import Referee
from undercast.rules.findings import Objection, Verdict
from undercast.rules.settings import Settings

SAME = Objection.SAME

Judge = Callable[[Mapping[int, str], str], object]
"""Takes hidden codenames by position, and a clue."""


def by_letters(hidden: Mapping[int, str], clue: str) -> list[int]:
    """The baseline: the positions whose codename contains the clue, or the other way round."""
    said = words.fold(clue)
    folded = {position: words.fold(codename) for position, codename in hidden.items()}
    return [p for p, shown in folded.items() if said in shown or shown in said]


def boards(deck: words.Deck, clues: list[str]) -> list[tuple[Mapping[int, str], str]]:
    """Each clue with 25 codenames; a new board every ten clues, as in a game."""
    rng = random.Random(25)  # noqa: S311 - the same boards in each run
    dealt: list[tuple[Mapping[int, str], str]] = []
    for index, clue in enumerate(clues):
        if index % 10 == 0:
            hidden = dict(enumerate(rng.sample(deck.codenames, 25)))
        dealt.append((hidden, clue))
    return dealt


def took(judge: Judge, dealt: list[tuple[Mapping[int, str], str]]) -> list[float]:
    """Milliseconds of each clue."""
    times = []
    for hidden, clue in dealt:
        began = time.perf_counter()
        judge(hidden, clue)
        times.append((time.perf_counter() - began) * 1000)
    return times


def speed(tag: str, deck: words.Deck, count: int) -> str:
    """A row of the table for the language `tag`."""
    said = [pair.clue for half in "ab" for pair in pairs(tag, half)]
    clues = random.Random(1).sample(said, min(count, len(said)))  # noqa: S311
    dealt = boards(deck, clues)
    referee, settings = Referee(), Settings()

    def judge(hidden: Mapping[int, str], clue: str) -> object:
        return referee.judge((tag,), hidden, clue, 2, 9, settings)

    first, *others = took(judge, dealt)
    p50, p99 = statistics.median(others), statistics.quantiles(others, n=100)[98]
    baseline = statistics.median(took(by_letters, dealt))
    return f"| {tag} | {first:.1f} | {p50:.2f} | {p99:.2f} | {p50 / baseline:.1f} |"


def evenings(listed: str, count: int = 200, each: int = 100) -> tuple[str, list[str]]:
    """A row of the table of whole boards, and what was questioned, to be read.

    Each board's clues are words of every day that are no codename on it; whoever reads what was
    questioned counts the false alarms.
    """
    rng = random.Random(200)  # noqa: S311 - the same boards in each run
    referee, settings, cards = Referee(), Settings(), sweep.codenames(listed)
    clues = [pair.clue for pair in pairs(sweep.tags(listed)[0], "a") if pair.wanted == "legal"]
    counts, asked = {Verdict.ILLEGAL: 0, Verdict.QUESTIONED: 0}, []
    for _ in range(count):
        hidden = dict(enumerate(rng.sample(cards, 25)))
        for clue in rng.sample(clues, each):
            found = referee.judge(sweep.tags(listed)[:1], hidden, clue, 1, 9, settings)
            of_cards = [f for f in found if f.position is not None and f.reason is not SAME]
            if of_cards:
                counts[of_cards[0].verdict] += 1
            asked += [
                f"{hidden[f.position]}/{clue}"
                for f in of_cards
                if f.position is not None and f.verdict is Verdict.QUESTIONED
            ]
    share = {verdict: number / (count * each) for verdict, number in counts.items()}
    refused, questioned = share[Verdict.ILLEGAL], share[Verdict.QUESTIONED]
    return f"| {listed} | {count * each:,} | {refused:.2%} | {questioned:.2%} |", asked


def letters_alone(tag: str) -> str:
    """What the baseline makes of half b: all that it finds would be refused."""
    found = {"illegal": 0, "legal": 0}
    total = {"illegal": 0, "legal": 0}
    for pair in pairs(tag, "b"):
        total[pair.wanted] += 1
        found[pair.wanted] += bool(by_letters({0: pair.codename}, pair.clue))
    caught, refused = found["illegal"] / total["illegal"], found["legal"] / total["legal"]
    return f"| {tag} | {caught:.1%} | {refused:.1%} |"


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clues", type=int, default=2000)
    parser.add_argument("--asked", action="store_true", help="print what was questioned on boards")
    options = parser.parse_args()
    decks = words.load(assets.wordlists())
    print("| language | first clue ms | p50 ms | p99 ms | p50, of the baseline |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for tag in tags("b"):
        print(speed(tag, decks[tag], options.clues))
    print(f"\n{table('b')}\n\n| letters alone | illegal: refused | legal: refused |")
    print("| --- | ---: | ---: |")
    for tag in tags("b"):
        print(letters_alone(tag))
    print("\n| words | clues | refused | questioned |")
    print("| --- | ---: | ---: | ---: |")
    for listed in sweep.FOLDERS:
        row, asked = evenings(listed)
        print(row)
        if options.asked:
            print(" ".join(asked))


if __name__ == "__main__":
    main()
