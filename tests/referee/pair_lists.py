"""Pairs of codename and clue with the verdict that a person would give, and how well it is met.

    a	illegal	horseshoe	snowshoe	shares shoe

One pair a line, separated by tabs: half, wanted verdict, codename, clue, comment. The halves: `a`
was tuned on; `b` and `c` were written for a referee before this one, `d` and `e` blind for this
one, `e` later.
"""

# ruff: noqa: T201

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from undercast import words
from undercast.base import assets
from undercast.referee import Referee
from undercast.rules.settings import Settings, SeveralWords

REFEREE = Referee()
"""Each language is read once for all tests of a file."""

ALLOWING = Settings(several_words=SeveralWords.ALLOW)


@dataclass(frozen=True)
class Pair:
    half: str
    wanted: str
    codename: str
    clue: str
    comment: str = ""


def pairs(tag: str, half: str) -> Iterator[Pair]:
    for line in (
        (assets.languages() / tag / "review" / "pairs.tsv").read_text(encoding="utf-8").splitlines()
    ):
        if line and not line.startswith("#"):
            pair = Pair(*line.split("\t"))
            assert pair.half in {"a", "b", "c", "d", "e"}, line
            assert pair.wanted in {"illegal", "legal"}, line
            if pair.half == half:
                yield pair


def verdict(referee: Referee, tag: str, pair: Pair) -> str:
    """What the referee says of the clue about this card: illegal, questioned or legal."""
    found = referee.judge((tag,), {0: pair.codename}, pair.clue, 1, 9, ALLOWING)
    return str(found[0].verdict) if found else "legal"


@dataclass(frozen=True)
class Confusion:
    """How often which verdict was given for which wanted one, and the pairs that went wrong."""

    counts: Counter[tuple[str, str]]
    wrong: tuple[tuple[Pair, str], ...]

    def share(self, wanted: str, *given: str) -> float:
        total = sum(count for (w, _), count in self.counts.items() if w == wanted)
        return sum(self.counts[wanted, g] for g in given) / total if total else 0.0

    def __str__(self) -> str:
        rows = ["| wanted | illegal | questioned | legal |", "| --- | ---: | ---: | ---: |"]
        for wanted in ("illegal", "legal"):
            cells = [str(self.counts[wanted, g]) for g in ("illegal", "questioned", "legal")]
            rows.append(f"| {wanted} | {' | '.join(cells)} |")
        return "\n".join(rows)


def confusion(tag: str, half: str, *, of_decks: bool | None = None) -> Confusion:
    """The referee on one half of a language's pairs; each pair alone on the board.

    `of_decks`: only codenames that have a family, or only those that have none.
    """
    given = [
        (pair, verdict(REFEREE, tag, pair))
        for pair in pairs(tag, half)
        if of_decks in {None, not REFEREE.unlisted(tag, (pair.codename,))}
    ]
    return Confusion(
        counts=Counter((pair.wanted, what) for pair, what in given),
        wrong=tuple((pair, what) for pair, what in given if pair.wanted != what),
    )


def tags(half: str) -> list[str]:
    """The languages that have such a half."""
    decks = words.load(assets.wordlists())
    return sorted(tag for tag in decks if "-" not in tag and any(pairs(tag, half)))


def table(half: str) -> str:
    """The figures of docs/referee.md: codenames of the decks, by language."""
    found = [confusion(tag, half, of_decks=True) for tag in tags(half)]
    rows = {
        "illegal: refused or asked": [f.share("illegal", "illegal", "questioned") for f in found],
        "of these only asked": [f.share("illegal", "questioned") for f in found],
        "legal: refused": [f.share("legal", "illegal") for f in found],
        "legal, of words made to look alike: asked": [
            f.share("legal", "questioned") for f in found
        ],
    }
    head = [
        f"| codenames of the decks | {' | '.join(tags(half))} |",
        "| --- |" + " ---: |" * len(found),
    ]
    shown = (f"| {row} | {' | '.join(f'{100 * n:.1f}%' for n in of)} |" for row, of in rows.items())
    return "\n".join([*head, *shown])


def main() -> None:
    """`pair_lists.py b`: figures of one half in all languages; `en a`: of one, with the misses."""
    if len(sys.argv) == 2:
        print(table(sys.argv[1]))
        return
    tag, half = sys.argv[1:]
    found = confusion(tag, half)
    print(found)
    if half == "a":
        for pair, what in sorted(found.wrong, key=lambda item: (item[0].wanted, item[1])):
            print(f"{pair.wanted} -> {what}: {pair.codename.upper()} / {pair.clue} {pair.comment}")


if __name__ == "__main__":
    main()
