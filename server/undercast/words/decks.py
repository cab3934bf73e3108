"""Decks: loads them, mixes them, and draws a board from them."""

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

from undercast.rules.text import tidy
from undercast.words.duplicates import fold
from undercast.words.file_format import HEADER, read_header, read_lines
from undercast.words.serbian_scripts import to_cyrillic, without_seams

PACKS = "packs"
"""In the folder of the word lists: lists on one subject, beside the decks of the languages."""


Difficulty = Literal["easy", "medium", "hard"]
"""Of a pack; easy is for everybody from eight years on."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The codenames of one language in one script, as the cards show them."""

    language: str
    name: str
    licence: str
    version: str
    codenames: tuple[str, ...]
    difficulty: Difficulty | None = None
    """Of a pack."""


class DeckUnreadable(ValueError):
    """A file among the word lists is no deck: not UTF-8, no full header, letters unknown to it."""


class TooFewCodenames(ValueError):
    """The pool has fewer different codenames than the board has cards."""

    def __init__(self, have: int, need: int) -> None:
        super().__init__(f"{have} codenames, {need} needed")
        self.have = have
        self.need = need


def load(folder: Path) -> Mapping[str, Deck]:
    """Every deck of `folder` by its id, in the order of the ids; Serbian in both scripts.

    Reads the files and their headers; whether the codenames are good ones is for `check`, which the
    tests run on every shipped list. Raises DeckUnreadable, naming the file.
    """
    decks = {}
    for file in folder.glob("*.txt"):
        decks[file.stem] = read_deck(file, file.stem)
    if "sr" in decks:
        try:
            decks["sr"], decks["sr-Cyrl"] = _both_scripts(decks["sr"])
        except ValueError as error:
            raise DeckUnreadable(f"sr.txt: {error}") from error
    return dict(sorted(decks.items()))


def load_packs(folder: Path) -> Mapping[str, Deck]:
    """Every pack of `folder` by its id (`en-food`), in the order of the ids.

    Raises DeckUnreadable, naming the file.
    """
    packs = {}
    for file in sorted((folder / PACKS).glob("*-*.txt")):
        pack = read_deck(file, file.stem.partition("-")[0])
        if pack.difficulty is None:
            raise DeckUnreadable(f"{file.name}: the header has no difficulty")
        packs[file.stem] = pack
    return packs


def read_deck(file: Path, language: str) -> Deck:
    """The deck in `file`, of this language. Raises DeckUnreadable, naming the file."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DeckUnreadable(f"{file.name}: not UTF-8") from error
    header = read_header(text)
    missing = [key for key in HEADER if not header.get(key)]
    if missing:
        raise DeckUnreadable(f"{file.name}: the header has no {', '.join(missing)}")
    if header["language"] != language:
        raise DeckUnreadable(f"{file.name}: the header says language {header['language']}")
    return Deck(
        language=header["language"],
        name=header["name"],
        licence=header["licence"],
        version=header["version"],
        codenames=tuple(tidy(codename) for _, codename in read_lines(text)),
        difficulty=_difficulty(header.get("difficulty")),
    )


def _difficulty(stated: str | None) -> Difficulty | None:
    return next((known for known in get_args(Difficulty) if known == stated), None)


def _both_scripts(marked: Deck) -> tuple[Deck, Deck]:
    """The Latin and the Cyrillic deck of the one Serbian list, in which seams are marked."""
    latin = replace(marked, codenames=tuple(without_seams(c) for c in marked.codenames))
    cyrillic = Deck(
        language="sr-Cyrl",
        name=to_cyrillic(marked.name),
        licence=marked.licence,
        version=marked.version,
        codenames=tuple(to_cyrillic(c) for c in marked.codenames),
    )
    return latin, cyrillic


def pool(decks: Mapping[str, Deck], ids: Iterable[str], own: Iterable[str] = ()) -> tuple[str, ...]:
    """The codenames of the decks `ids`, and the host's own words on top, each of them once.

    Words that differ only in case, accents, hyphens or Serbian script are the same here. Raises
    KeyError for an unknown id.
    """
    mixed = [codename for deck in ids for codename in decks[deck].codenames]
    return _distinct([*mixed, *own])


def draw(
    pool: Sequence[str], seen: Collection[str], count: int, rng: random.Random
) -> tuple[str, ...]:
    """`count` different codenames of `pool` in random order.

    Rule "Set-up": codenames that the room has not seen; when fewer of them are left than needed,
    all of those and the rest from the reshuffled seen ones. Raises TooFewCodenames when the pool as
    a whole is too small. To exchange a card, leave the codenames of the board out of `pool`.
    """
    codenames = _distinct(pool)
    if len(codenames) < count:
        raise TooFewCodenames(len(codenames), count)
    seen_keys = {fold(codename) for codename in seen}
    fresh = [codename for codename in codenames if fold(codename) not in seen_keys]
    if len(fresh) >= count:
        return tuple(rng.sample(fresh, count))
    again = [codename for codename in codenames if fold(codename) in seen_keys]
    board = fresh + rng.sample(again, count - len(fresh))
    rng.shuffle(board)
    return tuple(board)


def _distinct(codenames: Iterable[str]) -> tuple[str, ...]:
    first: dict[str, str] = {}
    for codename in codenames:
        first.setdefault(fold(codename), codename)
    return tuple(first.values())
