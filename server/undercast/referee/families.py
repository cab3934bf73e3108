"""Reviewed families: which words are kin to a deck's word, and in which forms they appear.

A language has two files of its own data. `inflection.toml` says how its words inflect;
`families.txt` has a line for each word of its decks:

    head = head : kin kin + compound ? perhaps / unrelated

Heads are words of one family that stand in a deck. Kin and compounds are refused in all their
forms, what follows `?` is asked at most, and what follows `/` only looks alike and is legal. A word
may say how it inflects, `word.class(stem stem)[form form]`: the class of its endings, its stems
where the class can't make them, and forms that no rule makes. An underscore stands for a blank,
which the referee does not see.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from pathlib import Path

from undercast.words import fold

BEGINNING = 3
"""Letters that all forms of a long stem share."""

SHORT = 6
"""Letters of a stem whose beginning its endings may change (otac, oca; vješati, vešati)."""

_MARKS = frozenset("_.([")

_WORD = re.compile(
    r"(?P<lemma>[^.(\[]+)(\.(?P<class>\w+))?(\((?P<stems>[^)]*)\))?(\[(?P<forms>[^]]*)\])?"
)
_TOKENS = re.compile(r"(?:[^\s(\[]|\([^)]*\)|\[[^]]*\])+")


_bare = cache(fold)
"""A letter without its accent."""


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

    def begins_like(self, form: str) -> bool:
        """Whether the word, one of its stems or irregular forms has the first letter of `form`,
        whatever its accent.
        """
        first = _bare(form[0])
        return any(_bare(one[0]) == first for one in (self.lemma, *self.stems, *self.irregular))


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
    endings: Mapping[str, tuple[str, ...]]
    """By the name of the mutation of the stem before them; by "" those before which it stays."""
    plurals: Mapping[str, tuple[str, ...]]
    """Those of the plain plural, marked with a star in the file."""


class Paradigms:
    """How a language's words inflect, by its `inflection.toml`."""

    def __init__(self, file: Path, written: Callable[[str], str] = str) -> None:
        self._file = file
        self._written = written
        """Brings a word into the spelling in which all are compared."""

    @cached_property
    def _data(self) -> Mapping[str, Mapping[str, str]]:
        return tomllib.loads(self._file.read_text(encoding="utf-8"))

    @cached_property
    def classes(self) -> Mapping[str, Inflection]:
        """The classes of endings by name."""
        classes = self._data["classes"].items()
        return {name: _inflection(self._written(text)) for name, text in classes}

    @cached_property
    def _mutations(self) -> Mapping[str, tuple[tuple[re.Pattern[str], str], ...]]:
        return {name: _rules(text) for name, text in self._data.get("mutations", {}).items()}

    @cached_property
    def _spellings(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        return tuple(
            rule for text in self._data.get("spellings", {}).values() for rule in _rules(text)
        )

    def text(self, name: str) -> str:
        """What the section [language] has under `name`; empty when it has nothing."""
        return self._data["language"].get(name, "")

    @cached_property
    def joints(self) -> tuple[str, ...]:
        """What may stand between the members of a compound."""
        return ("", *self.text("joints").split())

    @cached_property
    def seams(self) -> tuple[str, ...]:
        """What may stand between the forms of a compound's members, in a language that compounds;
        else nothing is known to.
        """
        seams = self.text("compounds").split()
        return ("", *(seam for seam in seams if seam != "0")) if seams else ()

    @cached_property
    def _tails(self) -> frozenset[str]:
        endings = {
            end for it in self.classes.values() for ends in it.endings.values() for end in ends
        } | {""}
        suffixes = self.text("suffixes").split()
        return frozenset(endings | {suffix + end for suffix in suffixes for end in endings})

    def is_tail(self, text: str) -> bool:
        """Whether `text` may follow a stem: an ending, or a suffix with one."""
        return text in self._tails

    @cached_property
    def _prefixes(self) -> frozenset[str]:
        return frozenset(self.text("prefixes").split())

    def is_prefix(self, text: str) -> bool:
        """Whether `text` is a prefix."""
        return text in self._prefixes

    def plurals(self, word: Lexeme) -> frozenset[str]:
        """The plain plurals of `word`, by the endings that its class marks with a star."""
        return frozenset(self._with(word, self._class_of(word).plurals))

    def stems(self, word: Lexeme) -> tuple[str, ...]:
        """What the endings of `word` follow."""
        return word.stems or (word.lemma.removesuffix(self._class_of(word).citation),)

    def changed_stems(self, word: Lexeme) -> frozenset[str]:
        """The stems of `word`, and what they may become before an ending or a suffix."""
        rules = ((), *self._mutations.values())
        return frozenset(_mutated(stem, rule) for stem in self.stems(word) for rule in rules)

    def _class_of(self, word: Lexeme) -> Inflection:
        return self.classes[word.inflection or self._guessed(word.lemma)]

    def forms(self, word: Lexeme) -> frozenset[str]:
        """All forms of `word` in all spellings, itself included."""
        found = {word.lemma, *word.irregular, *self._with(word, self._class_of(word).endings)}
        return frozenset(variant for form in found for variant in self._spelled(form))

    def beginnings(self, word: Lexeme) -> Iterator[str]:
        """How the forms of `word` begin: few letters that tell them from most other words."""
        endings = self._class_of(word).endings
        short = Lexeme(
            word.lemma, word.inflection, tuple(s for s in self.stems(word) if len(s) <= SHORT)
        )
        begun = {word.lemma, *word.irregular, *self.stems(word)}
        if short.stems:
            firsts = {mutation: {end[:3] for end in ends} for mutation, ends in endings.items()}
            begun |= set(self._with(short, firsts))
        return (spelled[:BEGINNING] for form in begun for spelled in self._spelled(form))

    def _with(self, word: Lexeme, endings: Mapping[str, Iterable[str]]) -> Iterator[str]:
        for stem in self.stems(word):
            for mutation, after in endings.items():
                mutated = _mutated(stem, self._mutations.get(mutation, ()))
                yield from (mutated + ending for ending in after)

    def _guessed(self, lemma: str) -> str:
        return next(name for end, name in self._guess if lemma.endswith(end))

    @cached_property
    def _guess(self) -> tuple[tuple[str, str], ...]:
        return tuple((self._written(end), name) for end, name in self._data["guess"].items())

    @cached_property
    def _any_spelling(self) -> re.Pattern[str]:
        return re.compile("|".join(pattern.pattern for pattern, _ in self._spellings) or "(?!)")

    def _spelled(self, form: str) -> Iterable[str]:
        found = {form}
        if self._any_spelling.search(form):  # few forms have more than one
            for pattern, instead in self._spellings:
                found |= {pattern.sub(instead, one) for one in found}
        return found


def read_families(file: Path, written: Callable[[str], str] = str) -> Mapping[str, str]:
    """The line of each head in a file, all `written` in the spelling in which they are compared.

    It is parsed when it is asked for: all families at once would take tens of megabytes.
    """
    families = map(written, read_lines(file))
    return {head.lemma: line for line in families for head in parse_heads(line)}


def read_lines(file: Path) -> list[str]:
    """The lines of a file of ours, without its comments."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and line[0] != "#"]


def parse_heads(line: str) -> tuple[Lexeme, ...]:
    """The heads of a family. Raises ValueError for a line that is none."""
    words = _TOKENS.findall(line.partition(":")[0])
    heads = tuple(_lexeme(word) for word in words if word != "=")
    if not heads:
        raise ValueError(f"no head: {line}")
    return heads


def parse_family(line: str) -> Family:
    """A line of the file. Raises ValueError for a line that is none."""
    kinship, members = Kinship.KIN, list[tuple[Kinship, Lexeme]]()
    for token in _TOKENS.findall(line.partition(":")[2]):
        if token in {"+", "?", "/"}:
            kinship = Kinship(token)
        else:
            members.append((kinship, _lexeme(token)))
    return Family(parse_heads(line), tuple(members))


def _lexeme(token: str) -> Lexeme:
    if not _MARKS.intersection(token):
        return Lexeme(token)
    found = _WORD.fullmatch(token)
    if found is None:
        raise ValueError(f"no word: {token}")
    inflection, stems, forms = found["class"], found["stems"], found["forms"]
    return Lexeme(
        found["lemma"].replace("_", ""),
        inflection,
        tuple((stems or "").split()),
        tuple((forms or "").split()),
    )


def _inflection(text: str) -> Inflection:
    citation, _, endings = text.partition("|")
    marked = [ending for ending in endings.split() if ending[0] == "*"]
    return Inflection(citation.strip(), _by_mutation(endings.split()), _by_mutation(marked))


def _by_mutation(endings: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    found = defaultdict[str, tuple[str, ...]](tuple)
    for ending in endings:
        mutation, _, letters = ending.lstrip("*").rpartition(":")
        found[mutation] += (letters.replace("0", ""),)
    return found


def _rules(text: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    pairs = (rule.partition(">") for rule in text.split())
    return tuple((re.compile(pattern), instead) for pattern, _, instead in pairs)


def _mutated(stem: str, rules: tuple[tuple[re.Pattern[str], str], ...]) -> str:
    for pattern, instead in rules:
        if pattern.search(stem):
            return pattern.sub(instead, stem)
    return stem
