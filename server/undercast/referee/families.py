"""Reviewed families: which words are kin to a deck's word, and in which forms they appear.

A language has two files of its own data. `language.toml` says how its words inflect; `families.txt`
has a line for each word of its decks:

    head = head : kin kin + compound ? perhaps / unrelated

Heads are words of one family that stand in a deck. Kin and compounds are refused in all their
forms, what follows `?` is asked at most, and what follows `/` only looks alike and is legal. A word
may say how it inflects, `word.class(stem stem)[form form]`: the class of its endings, its stems
where the class can't make them, and forms that no rule makes. An underscore stands for a blank.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from pathlib import Path

_WORD = re.compile(r"(?P<lemma>[^.(\[]+)(\.(?P<class>\w+))?(\((?P<stems>[^)]*)\))?(\[(?P<forms>[^]]*)\])?")
_TOKENS = re.compile(r"(?:[^\s(\[]|\([^)]*\)|\[[^]]*\])+")


class Kinship(Enum):
    """What a family says of a word; the values are the marks in the file."""

    KIN = ":"
    COMPOUND = "+"
    PERHAPS = "?"
    UNRELATED = "/"


@dataclass(frozen=True, slots=True)
class Lexeme:
    """One word of a family, with what its inflection needs."""

    lemma: str
    inflection: str | None = None
    """The name of its class of endings; None: the class is told by how the word ends."""
    stems: tuple[str, ...] = ()
    irregular: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Family:
    """One line of the file."""

    heads: tuple[Lexeme, ...]
    members: tuple[tuple[Kinship, Lexeme], ...]


@dataclass(frozen=True, slots=True)
class Inflection:
    """A class of endings."""

    citation: str
    """What is taken off a word in its basic form to get its stem."""
    endings: tuple[tuple[str, str], ...]
    """Each ending after the name of the mutation of the stem before it, or after nothing."""
    plurals: frozenset[tuple[str, str]]
    """Those of the plain plural, marked with a star in the file."""


class Paradigms:
    """How a language's words inflect, by its `language.toml`."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @cached_property
    def _data(self) -> Mapping[str, Mapping[str, str]]:
        return tomllib.loads(self._file.read_text(encoding="utf-8"))

    @cached_property
    def classes(self) -> Mapping[str, Inflection]:
        """The classes of endings by name."""
        return {name: _inflection(text) for name, text in self._data["classes"].items()}

    @cached_property
    def _mutations(self) -> Mapping[str, tuple[tuple[re.Pattern[str], str], ...]]:
        return {name: _rules(text) for name, text in self._data.get("mutations", {}).items()}

    @cached_property
    def _spellings(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        return tuple(rule for text in self._data.get("spellings", {}).values() for rule in _rules(text))

    @cached_property
    def snowball(self) -> str | None:
        """The name of Snowball's algorithm for the language."""
        return self._language.get("snowball")

    @cached_property
    def small_words(self) -> frozenset[str]:
        """Words that stand in any phrase (of, the)."""
        return frozenset(self._language.get("small_words", "").split())

    @property
    def _language(self) -> Mapping[str, str]:
        return self._data.get("language", {})

    @cached_property
    def joints(self) -> tuple[str, ...]:
        """What may stand between the members of a compound."""
        return ("", *self._language.get("joints", "").split())

    @cached_property
    def _tails(self) -> frozenset[str]:
        endings = {end for kind in self.classes.values() for _, end in kind.endings} | {""}
        suffixes = self._language.get("suffixes", "").split()
        return frozenset(endings | {suffix + end for suffix in suffixes for end in endings})

    def is_tail(self, text: str) -> bool:
        """Whether `text` may follow a stem: an ending, or a suffix with one."""
        return text in self._tails

    def is_prefix(self, text: str) -> bool:
        """Whether `text` is a prefix."""
        return text in self._language.get("prefixes", "").split()

    def plurals(self, word: Lexeme) -> frozenset[str]:
        """The plain plurals of `word`, by the endings that its class marks with a star."""
        return frozenset(self._with(word, self._class_of(word).plurals))

    def stems(self, word: Lexeme) -> tuple[str, ...]:
        """What the endings of `word` follow."""
        return word.stems or (word.lemma.removesuffix(self._class_of(word).citation),)

    def _class_of(self, word: Lexeme) -> Inflection:
        return self.classes[word.inflection or self._guessed(word.lemma)]

    def forms(self, word: Lexeme) -> frozenset[str]:
        """All forms of `word` in all spellings, itself included."""
        found = {word.lemma, *word.irregular, *self._with(word, self._class_of(word).endings)}
        return frozenset(variant for form in found for variant in self._spelled(form))

    def _with(self, word: Lexeme, endings: Iterable[tuple[str, str]]) -> Iterator[str]:
        for stem in self.stems(word):
            for mutation, ending in endings:
                yield _mutated(stem, self._mutations.get(mutation, ())) + ending

    def _guessed(self, lemma: str) -> str:
        return next(name for end, name in self._data["guess"].items() if lemma.endswith(end))

    def _spelled(self, form: str) -> Iterator[str]:
        found = {form}
        for pattern, instead in self._spellings:
            found |= {pattern.sub(instead, one) for one in found}
        return iter(found)


def read_families(file: Path) -> tuple[Family, ...]:
    """All families of a file. Raises ValueError for a line that is none."""
    lines = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    return tuple(_family(number, line) for number, line in lines if line and line[0] != "#")


def _family(number: int, line: str) -> Family:
    before, _, after = line.partition(":")
    heads = tuple(_lexeme(number, token) for token in _TOKENS.findall(before) if token != "=")
    if not heads:
        raise ValueError(f"line {number}: no head")
    kinship, members = Kinship.KIN, list[tuple[Kinship, Lexeme]]()
    for token in _TOKENS.findall(after):
        if token in {"+", "?", "/"}:
            kinship = Kinship(token)
        else:
            members.append((kinship, _lexeme(number, token)))
    return Family(heads, tuple(members))


def _lexeme(number: int, token: str) -> Lexeme:
    found = _WORD.fullmatch(token)
    if found is None:
        raise ValueError(f"line {number}: no word: {token}")
    lemma, inflection, stems, forms = found["lemma"], found["class"], found["stems"], found["forms"]
    return Lexeme(lemma, inflection, tuple((stems or "").split()), tuple((forms or "").split()))


def _inflection(text: str) -> Inflection:
    citation, _, endings = text.partition("|")
    parts = {token: token.lstrip("*").rpartition(":") for token in endings.split()}
    pairs = {token: (mutation, end.replace("0", "")) for token, (mutation, _, end) in parts.items()}
    plurals = frozenset(pair for token, pair in pairs.items() if token[0] == "*")
    return Inflection(citation.strip(), tuple(pairs.values()), plurals)


def _rules(text: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    pairs = (rule.partition(">") for rule in text.split())
    return tuple((re.compile(pattern), instead) for pattern, _, instead in pairs)


def _mutated(stem: str, rules: tuple[tuple[re.Pattern[str], str], ...]) -> str:
    for pattern, instead in rules:
        if pattern.search(stem):
            return pattern.sub(instead, stem)
    return stem
