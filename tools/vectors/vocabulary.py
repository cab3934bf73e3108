"""Chooses the words of the table, and those that a bot may give as clues."""

import re
from pathlib import Path

from msgspec import Struct

from tools.vectors.small_words import SMALL_WORDS
from tools.vectors.wordnet import Synset, WordNet
from undercast import words
from undercast.words.blush import BlushList
from undercast.words.english_forms import uninflected
from undercast.words.lexicons import load_lexicons

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

CLUE_WORDS = 12_000
"""Words that a bot may give as clues."""

MIN_CLUE_LENGTH = 3
WORDNET_WORDS = 18_600
"""Words of WordNet in the table: bots understand more words than they give."""

EXTRA_WORDS = 3_000
"""Further words that WordNet lacks: modern names, forms like *grown*. The senses of other languages
are added to these.
"""

MIN_FREQUENCY = 2.0
"""The logarithm of a clue word's minimal count in a billion words."""

_PERSON_OR_SIGN = re.compile(
    r"\d{3,4}|born in|Roman numeral|letter of the|United States (writer|actor)"
)
"""Definitions of people and signs, which are poor clues."""

_UNSUITABLE = re.compile(
    r"\b(chemical element|unit of|(m|b)illion|genus|family|slang|disparag\w+|offensive)\b"
)


class Vocabulary(Struct, frozen=True):
    """The rows of the table, in their order."""

    words: tuple[str, ...]
    """With capitals."""
    given: int
    """The first so many may be given as clues."""


def vocabulary(wordnet: WordNet, usual: dict[str, float]) -> Vocabulary:
    """The codenames and clue words, then other words of WordNet, then further English words, each
    by frequency; last the senses from the lexicons of other languages.
    """
    refused = BlushList(ROOT / "languages" / "en" / "blush.txt")
    deck = words.load(ROOT / "wordlists")["en"].codenames
    lying = {words.fold(codename) for codename in deck}
    known = [
        word
        for word in wordnet.meanings
        if re.fullmatch("[a-z]{2,}", word) and word not in refused and word not in lying
    ]
    known.sort(key=lambda word: (-usual.get(word, 0.0), word))
    may = [
        word
        for word in known
        if usual.get(word, 0) >= MIN_FREQUENCY and _is_clue(wordnet, word, usual)
    ]
    said = may[: CLUE_WORDS - len(lying)]
    others = [word for word in known if word not in frozenset(said)]
    rest = others[: WORDNET_WORDS - len(said) - len(deck)]
    codenames = tuple(sorted(deck, key=words.fold))
    spelled = [_spelled(wordnet, word) for word in (*said, *rest)]
    besides = _extra_words(wordnet, usual, refused, lying)
    all_ = (*codenames, *spelled, *besides)
    return Vocabulary((*all_, *_lexicon_senses(all_, refused)), len(codenames) + len(said))


def _extra_words(
    wordnet: WordNet, usual: dict[str, float], refused: BlushList, lying: set[str]
) -> list[str]:
    """The most frequent words that are neither in WordNet nor a regular form of its words."""
    there = {*wordnet.meanings, *lying, *SMALL_WORDS}
    new = [
        word
        for word in usual
        if re.fullmatch("[a-z]{4,}", word)
        and not there & {word, *uninflected(word)}
        and word not in refused
    ]
    return sorted(new, key=lambda word: (-usual[word], word))[:EXTRA_WORDS]


def _lexicon_senses(known: tuple[str, ...], refused: BlushList) -> list[str]:
    """The senses of the lexicons that are not among the `known` words."""
    lexicons = load_lexicons(ROOT / "languages", ROOT / "wordlists")
    listed = {one for lexicon in lexicons for senses in lexicon.senses.values() for one in senses}
    there = {words.fold(word) for word in known}
    new = {words.fold(sense): sense for sense in sorted(listed) if sense.lower() not in refused}
    return [sense for folded, sense in sorted(new.items()) if folded not in there]


def _is_clue(wordnet: WordNet, word: str, usual: dict[str, float]) -> bool:
    """Whether a word is mainly a noun, in its base form, and not a person's name."""
    offsets = wordnet.ranked.get((word, "n"))
    if not offsets or len(word) < MIN_CLUE_LENGTH or _is_inflected(wordnet, word, usual):
        return False
    first = wordnet.synsets["n", offsets[0]]
    spelling = next(name for name in first.words if name.lower() == word)
    if spelling.isupper() or _UNSUITABLE.search(first.definition):
        return False
    if spelling != word and (
        _PERSON_OR_SIGN.search(first.definition) or _is_person(wordnet, first)
    ):
        return False
    if len(word) == MIN_CLUE_LENGTH and not _count(wordnet, word, "n"):
        return False
    return _count(wordnet, word, "n") * 2 >= _count(wordnet, word, "var")


def _is_inflected(wordnet: WordNet, word: str, usual: dict[str, float]) -> bool:
    if any(basic != word for basic in wordnet.irregular.get(word, ())):
        return True
    plural = word.endswith("s") and not word.endswith(("ss", "us", "is", "ics"))
    return plural and any(
        (basic, "n") in wordnet.ranked and usual.get(basic, 0) >= usual.get(word, 0) - 1.5
        for basic in uninflected(word)
    )


def _is_person(wordnet: WordNet, synset: Synset) -> bool:
    kinds = [target for sign, target, _, _ in synset.pointers if sign == "@i"]
    return any(_is_human(wordnet, target) for target in kinds)


def _is_human(wordnet: WordNet, key: tuple[str, int]) -> bool:
    synset = wordnet.synsets[key]
    if "person" in synset.words:
        return True
    return any(_is_human(wordnet, target) for sign, target, _, _ in synset.pointers if sign == "@")


def _count(wordnet: WordNet, word: str, parts: str) -> int:
    return sum(sum(wordnet.counts.get((word, part), {}).values()) for part in parts)


def _spelled(wordnet: WordNet, word: str) -> str:
    """The spelling of its most common meaning in WordNet."""
    for letter in "nvar":
        for offset in wordnet.ranked.get((word, letter), ())[:1]:
            synset = wordnet.synsets[letter, offset]
            return next(name for name in synset.words if name.lower() == word)
    return word
