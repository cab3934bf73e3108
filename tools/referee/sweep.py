"""Judges everyday words against all codenames, and publishes what is refused and asked, and why.

    python -m tools.referee.sweep en --half tune        # prints, to mend the data by
    python -m tools.referee.sweep en --half report --write

The words are the most frequent ones of `wordfreq`, which is installed by hand, or those of a file.
They are split by a hash: what served to tune is not reported. A line of `review/sweep.tsv` is
verdict, evidence, codename, clue, and the word of the family that the clue is a form of.
"""

# ruff: noqa: T201

import argparse
import hashlib
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

from undercast import words
from undercast.base import assets
from undercast.referee import Referee
from undercast.referee.families import Paradigms
from undercast.rules.findings import Verdict

LANGUAGES = assets.languages()

FOLDERS = tuple(sorted(file.parent.name for file in LANGUAGES.glob("*/families.txt")))
"""Those that have families."""


PORTION = 900

Row = tuple[str, str, str, str, str]


def tags(folder: str) -> tuple[str, ...]:
    """The languages whose words a folder is about."""
    return tuple(Paradigms(LANGUAGES / folder / "inflection.toml").text("tags").split())


def codenames(folder: str) -> tuple[str, ...]:
    """All codenames of a folder's decks and packs."""
    decks = {**words.load(assets.wordlists()), **words.load_packs(assets.wordlists())}
    listed = (
        codename
        for deck in decks.values()
        if deck.language in tags(folder)
        for codename in deck.codenames
    )
    return tuple(dict.fromkeys(listed))


def judged(folder: str, clues: Iterable[str], cards: Iterable[str]) -> Iterator[Row]:
    """What is refused and asked of these clues."""
    referee, tag = Referee(), tags(folder)[0]
    said, shown = list(clues), list(cards)
    # By portions: what is prepared of a card and of a clue serves for the next one, too.
    for at in range(0, len(said), PORTION):
        for card, clue in product(shown, said[at : at + PORTION]):
            found = referee.compare((tag,), clue, card)
            if found is not None and words.fold(clue) != words.fold(card):
                yield (found.verdict, found.evidence, card, clue, found.word)


def half_of(clues: Iterable[str], half: str) -> Iterator[str]:
    """One of two halves, `tune` or `report`, into which a word falls by its letters."""
    for clue in clues:
        odd = hashlib.sha256(clue.encode()).digest()[0] % 2
        if odd == (half == "report"):
            yield clue


def sweep_file(folder: str) -> Path:
    """Where the rows are published."""
    return LANGUAGES / folder / "review" / "sweep.tsv"


def published(folder: str) -> list[Row]:
    """The rows of a language's file."""
    lines = sweep_file(folder).read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return [(verdict, evidence, card, clue, word) for verdict, evidence, card, clue, word in rows]


def _frequent(folder: str, most: int) -> Iterator[str]:
    from wordfreq import top_n_list  # noqa: PLC0415  # an exam's dependency

    for word in top_n_list(folder, most):
        if len(word) > 1 and not any(char.isascii() and not char.isalpha() for char in word):
            yield word


def main() -> None:
    """Print or write the rows of a sweep."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", choices=FOLDERS)
    parser.add_argument("--half", choices=("tune", "report"), default="tune")
    parser.add_argument("--words", type=int, default=25_000, help="how many (25000)")
    parser.add_argument("--file", type=Path, help="words, one a line, instead of wordfreq's")
    parser.add_argument("--write", action="store_true", help="publish them")
    options = parser.parse_args()
    said = options.file.read_text("utf-8").split() if options.file else None
    half = half_of(said or _frequent(options.folder, 6 * options.words), options.half)
    clues = [word for word, _ in zip(half, range(options.words), strict=False)]
    cards = codenames(options.folder)
    rows = sorted(judged(options.folder, clues, cards))
    refused = sum(row[0] == Verdict.ILLEGAL for row in rows)
    counts = f"{refused} refused, {len(rows) - refused} asked"
    head = f"# {len(clues)} words, {len(cards)} codenames: {counts}"
    text = "\n".join((head, *("\t".join(row) for row in rows))) + "\n"
    if options.write:
        sweep_file(options.folder).write_text(text, encoding="utf-8")
    print(head if options.write else text)


if __name__ == "__main__":
    main()
