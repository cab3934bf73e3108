"""Reads WordNet 3.0's own files (wndb(5WN)), as Debian's package wordnet-base has them."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}


@dataclass(frozen=True, slots=True)
class Synset:
    """One meaning: the words that have it, where it points, and its definition."""

    key: tuple[str, int]
    """Part of speech and offset."""
    words: tuple[str, ...]
    """As spelled in WordNet, with blanks for its underscores."""
    pointers: tuple[tuple[str, tuple[str, int], int, int], ...]
    """Symbol, target, number of the word here and there (from 1; 0 for all of them)."""
    definition: str
    """Without the examples."""


@dataclass(slots=True)
class WordNet:
    """All of it."""

    synsets: dict[tuple[str, int], Synset] = field(default_factory=dict)
    meanings: dict[str, list[Synset]] = field(default_factory=lambda: defaultdict(list))
    """By word, in small letters."""
    ranked: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    """By word and part of speech, the offsets of its meanings, the most usual first."""
    irregular: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Basic forms by inflected form."""
    plurals: set[tuple[str, str]] = field(default_factory=set)
    """Irregular ones, with the noun."""
    counts: dict[tuple[str, str], dict[int, int]] = field(default_factory=dict)
    """By word and part of speech: how often it occurs in the texts that WordNet's makers tagged,
    by the number of its meaning, from 1."""


def read(folder: Path) -> WordNet:
    """The files in `folder`. Raises OSError when one is missing."""
    wordnet = WordNet()
    for letter, part in PARTS.items():
        with (folder / f"data.{part}").open(encoding="ascii") as file:
            for line in file:
                if not line.startswith(" "):
                    _add(wordnet, _synset(letter, line))
        with (folder / f"index.{part}").open(encoding="ascii") as file:
            for line in file:
                if not line.startswith(" "):
                    fields = line.split()
                    word = fields[0].replace("_", " ")
                    offsets = fields[-int(fields[2]) :]
                    wordnet.ranked[word, letter] = [int(offset) for offset in offsets]
        for line in (folder / f"{part}.exc").read_text(encoding="ascii").splitlines():
            inflected, *basic = line.split()
            wordnet.irregular[inflected].update(basic)
            if letter == "n":
                wordnet.plurals.update((inflected, noun) for noun in basic)
    for line in (folder / "cntlist.rev").read_text(encoding="ascii").splitlines():
        sense, number, count = line.split()
        word, _, rest = sense.partition("%")
        by_number = wordnet.counts.setdefault((word.replace("_", " "), "?nvara"[int(rest[0])]), {})
        by_number[int(number)] = by_number.get(int(number), 0) + int(count)
    return wordnet


def _add(wordnet: WordNet, synset: Synset) -> None:
    wordnet.synsets[synset.key] = synset
    for word in synset.words:
        wordnet.meanings[word.lower()].append(synset)


def _synset(letter: str, line: str) -> Synset:
    data, _, gloss = line.partition("|")
    fields = data.split()
    count = int(fields[3], 16)
    words = tuple(_word(fields[4 + 2 * i]) for i in range(count))
    return Synset(
        key=(letter, int(fields[0])),
        words=words,
        pointers=tuple(_pointers(fields[4 + 2 * count :])),
        definition=re.split('; "|: "', gloss.strip())[0],
    )


def _word(written: str) -> str:
    return re.sub(r"\((a|p|ip)\)$", "", written).replace("_", " ")


def _pointers(fields: list[str]) -> Iterator[tuple[str, tuple[str, int], int, int]]:
    for i in range(int(fields[0])):
        symbol, offset, part, ends = fields[1 + 4 * i : 5 + 4 * i]
        here, there = bytes.fromhex(ends)
        yield symbol, ("a" if part == "s" else part, int(offset)), here, there
