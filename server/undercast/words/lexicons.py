"""Lexicons: what words of other languages, and emoji, mean in English, for the bots.

A lexicon is the UTF-8 file `senses.txt` in a language's folder: a header as a deck has, whose
language is the tags that it serves; then `word: sense; sense` lines, first under `## codenames`
those of the decks, then under `## clues` what people say besides. A word that only some of these
languages have names them: `kruh (bs hr): bread`.
"""

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from undercast.words import scenes
from undercast.words.decks import load, load_packs
from undercast.words.emoji import VARIATION_SELECTOR, emoji_of
from undercast.words.file_format import HEADER, read_header, read_table
from undercast.words.problems import WHOLE_LIST, showable
from undercast.words.serbian_scripts import without_seams

FILE = "senses.txt"
"""In the folder of a language, and in that of the scenes."""

CODENAMES, CLUES = "## codenames", "## clues"
"""The lines above the two parts."""

MAX_SENSES = 4
"""Of one word: who hears it thinks of no more."""

MIN_CLUES = 2_500
"""Words besides the codenames, of a language: with fewer there is seldom one that fits."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What the words of one language, or of several alike ones, mean in English."""

    languages: tuple[str, ...]
    """Tags, without a script: hr, not hr-Latn."""
    senses: Mapping[str, tuple[str, ...]]
    """By word, as it is written on a deck, seams included: English senses, the most usual first."""
    only: Mapping[str, tuple[str, ...]]
    """Of words that only some of the languages have: which."""


class LexiconReason(StrEnum):
    """Why a line of a lexicon, or a whole one, does not do."""

    MISSING_HEADER = "missing_header"
    MISSING_PART = "missing_part"
    MALFORMED = "malformed"
    TOO_MANY_SENSES = "too_many_senses"
    SENSE_TWICE = "sense_twice"
    DUPLICATE = "duplicate"
    UNKNOWN_SENSE = "unknown_sense"
    WRONG_LANGUAGE = "wrong_language"
    MISSING_CODENAME = "missing_codename"
    NO_CODENAME = "no_codename"
    TOO_FEW = "too_few"


@dataclass(frozen=True, slots=True)
class LexiconProblem:
    """One thing that is wrong with a lexicon.

    `line` counts from 1, or is WHOLE_LIST. `word` is safe to show. `other` is the sense, the
    language, the missing key or part, or the number of clue words that there are.
    """

    line: int
    word: str
    reason: LexiconReason
    other: str = ""


def load_lexicons(languages: Path, wordlists: Path) -> tuple[Lexicon, ...]:
    """The lexicon of each folder of `languages`, and that of the scenes.

    Raises TableUnreadable, OSError.
    """
    files = [*sorted(languages.glob(f"*/{FILE}")), wordlists / scenes.FILE.parent / FILE]
    return tuple(_read(file) for file in files)


def is_lexicon(text: str) -> bool:
    """Whether the text of a list says that it is a lexicon."""
    return any(line == CODENAMES for line in text.splitlines())


def check_lexicon(
    text: str, folder: Path, knows: Callable[[str], bool], fewest: int = MIN_CLUES
) -> list[LexiconProblem]:
    """What is wrong with the text of a lexicon for the decks in `folder`.

    `knows`: whether the bots' table has a sense. First what is wrong with lines, in their order.
    """
    reason, problems = LexiconReason, []
    languages = read_header(text.removeprefix("\ufeff")).get("language", "").split()
    on_cards = _on_cards(folder, languages)
    words: dict[str, str] = {}
    parts: dict[str, set[str]] = {}
    for line, told in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if told.startswith("## "):
            parts[told] = set()
        elif told and not told.startswith("#"):
            head, _, said = told.partition(": ")
            (word, only), senses = _parted(head), tuple(said.split("; "))
            key = without_seams(word).casefold()
            parts.setdefault(list(parts)[-1] if parts else "", set()).add(key)
            found = [(reason.DUPLICATE, words[key])] if key in words else []
            words[key] = _shown(word)
            found += _wrong(told, senses, knows)
            found += [(reason.WRONG_LANGUAGE, tag) for tag in _misnamed(key, only, on_cards)]
            problems += [LexiconProblem(line, words[key], why, other) for why, other in found]
    wanted = set().union(*on_cards.values())
    return problems + list(_wrong_with_all(text, wanted, parts, fewest))


def _misnamed(key: str, only: tuple[str, ...], on_cards: Mapping[str, set[str]]) -> list[str]:
    """Languages that a word names and that are none of the lexicon's, or whose deck has the word
    and that it does not name.
    """
    foreign = [tag for tag in only if tag not in on_cards]
    return foreign + [tag for tag in on_cards if only and tag not in only and key in on_cards[tag]]


def _wrong(
    line: str, senses: tuple[str, ...], knows: Callable[[str], bool]
) -> Iterator[tuple[LexiconReason, str]]:
    """What is wrong with one line by itself."""
    plain = all(sense == sense.strip() and sense and sense.isascii() for sense in senses)
    if not plain or line != line.strip() or not unicodedata.is_normalized("NFC", line):
        yield LexiconReason.MALFORMED, ""
        return
    if len(senses) > MAX_SENSES:
        yield LexiconReason.TOO_MANY_SENSES, ""
    if len(set(senses)) < len(senses):
        yield LexiconReason.SENSE_TWICE, ""
    for sense in senses:
        if not knows(sense):
            yield LexiconReason.UNKNOWN_SENSE, showable(sense)


def _wrong_with_all(
    text: str, wanted: set[str], parts: Mapping[str, set[str]], fewest: int
) -> Iterator[LexiconProblem]:
    """What is wrong with header and parts, and whether the decks' codenames are there."""
    reason, header = LexiconReason, read_header(text.removeprefix("\ufeff"))
    for key in HEADER:
        if not header.get(key):
            yield LexiconProblem(WHOLE_LIST, "", reason.MISSING_HEADER, f"# {key}: …")
    for part in (CODENAMES, CLUES):
        if part not in parts:
            yield LexiconProblem(WHOLE_LIST, "", reason.MISSING_PART, part)
    there = parts.get(CODENAMES, set())
    for word in sorted(wanted - there):
        yield LexiconProblem(WHOLE_LIST, _shown(word), reason.MISSING_CODENAME)
    for word in sorted(there - wanted):
        yield LexiconProblem(WHOLE_LIST, _shown(word), reason.NO_CODENAME)
    clues = len(parts.get(CLUES, ()))
    if clues < fewest and header.get("language") != scenes.LANGUAGE:
        yield LexiconProblem(WHOLE_LIST, "", reason.TOO_FEW, f"{clues} of {fewest}")


def _on_cards(folder: Path, languages: list[str]) -> Mapping[str, set[str]]:
    """By language the codenames of its deck and packs; or the emoji of the scenes."""
    if scenes.LANGUAGE in languages:
        drawn = scenes.load_scenes(folder).codenames
        return {scenes.LANGUAGE: {one for scene in drawn for one in emoji_of(scene)}}
    found: dict[str, set[str]] = {tag: set() for tag in languages}
    for deck in (*load(folder).values(), *load_packs(folder).values()):
        if deck.language in found:
            found[deck.language] |= {codename.casefold() for codename in deck.codenames}
    return found


def _read(file: Path) -> Lexicon:
    languages, table = read_table(file)
    senses, only = dict[str, tuple[str, ...]](), dict[str, tuple[str, ...]]()
    for head, said in table.items():
        word, named = _parted(head)
        senses[word] = tuple(said.split("; "))
        if named:
            only[word] = named
    return Lexicon(languages, senses, only)


def _parted(head: str) -> tuple[str, tuple[str, ...]]:
    """The word, and the languages that are named after it."""
    word, _, named = head.removesuffix(")").partition(" (")
    return word, tuple(named.split())


def _shown(word: str) -> str:
    return showable(word.replace(VARIATION_SELECTOR, ""))


def explain_lexicon(problem: LexiconProblem) -> str:
    """One English line about `problem`, for a terminal."""
    sentence = _SENTENCES[problem.reason].format(problem.word, problem.other)
    return sentence if problem.line == WHOLE_LIST else f"line {problem.line}: {sentence}"


_SENTENCES: Mapping[LexiconReason, str] = {
    LexiconReason.MISSING_HEADER: "the header has no “{1}”",
    LexiconReason.MISSING_PART: "there is no line “{1}”",
    LexiconReason.MALFORMED: "“{0}” has to be “word: sense; sense”, with the senses in English",
    LexiconReason.TOO_MANY_SENSES: f"“{{0}}” has more than {MAX_SENSES} senses",
    LexiconReason.SENSE_TWICE: "“{0}” lists a sense twice",
    LexiconReason.DUPLICATE: "“{0}” is already there (“{1}”)",
    LexiconReason.UNKNOWN_SENSE: "“{0}”: the bots' table does not know “{1}”",
    LexiconReason.WRONG_LANGUAGE: "“{0}” is marked with the wrong languages: {1}",
    LexiconReason.MISSING_CODENAME: "the codename “{0}” has no line",
    LexiconReason.NO_CODENAME: "“{0}” is in no deck of this language",
    LexiconReason.TOO_FEW: "too few words for clues: {1}",
}
