"""Tells what a language lacks, by text and by number.

    python -m tools.languages           every language
    python -m tools.languages de        one of them

How a language is added: languages/README.md.
"""

# ruff: noqa: T201

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec

from undercast import words
from undercast.base import assets, languages
from undercast.words import associations
from undercast.words.file_format import MIN_PACK, MIN_SHIPPED

ROOT = assets.languages()

ENGLISH = "en"

EXAMPLES = "how-to-play-examples"
"""Examples of clues are each language's own."""

MIN_PAIRS = 400
"""Of codenames and clues that people have judged, for the referee's exam."""

MOST_SHOWN = 8
"""Words that are told of those without associations."""

WORDS = ("near.txt", "inflection.toml", "families.txt", "senses.txt")
REVIEW = ("sweep.tsv", "examples.txt", "kin.txt")

Catalog = Mapping[str, str]


def missing(language: str) -> Iterator[str]:
    """What a language has to have and lacks, a line each."""
    header = languages.load()[language]
    if header.texts_of is None:
        yield from _missing_texts(language, list(header.plurals))
    yield from _missing_words(language)


def _missing_texts(language: str, plurals: list[str]) -> Iterator[str]:
    for file in sorted((ROOT / ENGLISH / "texts").glob("*.json")):
        own = ROOT / language / "texts" / file.name
        if not own.is_file():
            yield f"texts/{file.name} is missing"
        elif file.stem != EXAMPLES:
            said = [f"texts/{file.name}: {fault}" for fault in _faults(file, own, plurals)]
            yield from said


def _faults(english: Path, own: Path, plurals: list[str]) -> Iterator[str]:
    """What is wrong with a catalog beside the English one."""
    wanted, texts = _catalog(english), _catalog(own)
    for key in wanted.keys() - texts.keys():
        yield f"{key} is missing: {wanted[key]}"
    for key in texts.keys() - wanted.keys():
        yield f"{key} is said nowhere"
    if wanted.keys() == texts.keys() and list(wanted) != list(texts):
        yield "the keys stand in another order than in English"
    for key, text in texts.items():
        if key in wanted:
            yield from (f"{key}: {fault}" for fault in _wrong_text(wanted[key], text, plurals))


def _wrong_text(english: str, text: str, plurals: list[str]) -> Iterator[str]:
    forms, counts = text.split("|"), "|" in english
    if len(forms) != (len(plurals) if counts else 1):
        kinds = " | ".join(plurals) if counts else "one"
        yield f"{len(forms)} forms, not {kinds}: {text}"
    for form in forms:
        # A form for one number alone may leave the number out.
        if not form.strip() or _values(form + "{n}") != _values(english + "{n}"):
            yield f"other values in braces than in English: {form}"
    if _values(text) != _values(english):
        yield f"other values in braces than in English: {text}"


def _values(text: str) -> set[str]:
    return set(re.findall(r"\{\w+\}", text))


@cache
def _catalog(file: Path) -> Catalog:
    return msgspec.json.decode(file.read_bytes(), type=dict[str, str])


def _missing_words(language: str) -> Iterator[str]:
    decks, packs = words.load(assets.wordlists()), words.load_packs(assets.wordlists())
    if language not in decks:
        yield f"wordlists/{language}.txt is missing"
    elif len(decks[language].codenames) < MIN_SHIPPED:
        count = len(decks[language].codenames)
        yield f"wordlists/{language}.txt has {count} words of {MIN_SHIPPED}"
    for name, pack in packs.items():
        if pack.language == language and len(pack.codenames) < MIN_PACK:
            yield f"wordlists/packs/{name}.txt has {len(pack.codenames)} words of {MIN_PACK}"
    folder = languages.folder_of_words(language, ROOT)
    if folder is None:
        return
    for name in (*WORDS, *(f"review/{file}" for file in REVIEW)):
        # Bots know English by their table.
        if not (folder / name).is_file() and (language, name) != (ENGLISH, "senses.txt"):
            yield f"{folder.name}/{name} is missing"
    yield from _missing_associations(language, folder, decks, packs)
    yield from _missing_pairs(language)


def _missing_associations(
    language: str, folder: Path, decks: Mapping[str, words.Deck], packs: Mapping[str, words.Deck]
) -> Iterator[str]:
    file = folder / associations.FILE
    if not file.is_file():
        return  # bots do without
    told = associations.read_associations(file).lists
    rich = {
        associations.key_of(word)
        for word, line in told.items()
        if len(associations.associates_of(line)) >= associations.MIN_ASSOCIATES
    }
    lying = [deck for deck in (*decks.values(), *packs.values()) if deck.language == language]
    poor = [
        codename
        for codename in dict.fromkeys(codename for deck in lying for codename in deck.codenames)
        if associations.key_of(codename) not in rich
    ]
    if poor:
        shown = ", ".join([*poor[:MOST_SHOWN], *(["…"] if len(poor) > MOST_SHOWN else [])])
        yield f"{folder.name}/{file.name}: too little of {len(poor)} codenames: {shown}"


def _missing_pairs(language: str) -> Iterator[str]:
    if "-" in language:
        return  # in another script, the same words
    file = ROOT / language / "review" / "pairs.tsv"
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    pairs = [line for line in lines if line and not line.startswith("#")]
    if len(pairs) < MIN_PAIRS:
        yield f"review/pairs.tsv has {len(pairs)} pairs of {MIN_PAIRS}"


def main(asked: list[str]) -> int:
    """Prints what is missing; 1 if anything is."""
    unknown = set(asked) - languages.load().keys()
    if unknown:
        print(f"no languages/{'/'.join(sorted(unknown))}/language.json")
        return 1
    found = {language: [*missing(language)] for language in asked or languages.load()}
    for language, faults in found.items():
        print(f"{language}: {len(faults)} missing or wrong" if faults else f"{language}: complete")
        for fault in faults:
            print(f"  {fault}")
    return int(any(found.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
