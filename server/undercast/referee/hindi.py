"""Hindi for the referee: families of known words, and what may stand around a stem.

A word belongs to the family that explains most of it, so a word that is known by itself is never
taken for a form of a shorter one: तारीख is no तार.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from undercast.referee import abbreviations
from undercast.referee.abbreviations import by_list
from undercast.referee.hindi_affixes import (
    NEGATIONS,
    PREFIXES,
    SECOND_MEMBERS,
    HindiTail,
    is_certain,
    is_distinctive,
    tail_of,
)
from undercast.referee.hindi_forms import forms, lemmas_of
from undercast.referee.hindi_latin import normalize_latin, romanized
from undercast.referee.hindi_spelling import letter_count, stems, without_vowel_length, written
from undercast.referee.language import Judgement, illegal, questioned
from undercast.referee.pair_exceptions import Exceptions
from undercast.rules.findings import Objection, Verdict

FILE = Path(__file__).parent / "data" / "hindi_families.txt"
PAIRS = FILE.with_name("hindi_pairs.txt")

MAX_WORD_LENGTH = 30
"""Code points beyond which a word is not taken apart: there is none of that length."""

MIN_ROMANIZED = 5
"""Latin letters of a clue that is surely the Hindi word that it sounds like (rat is no रात)."""

MIN_STEM = 2
"""Letters of a stem that may have suffixes or be a member of a compound."""

MAHA_PREFIX = "महा"
"""A prefix of whole compounds (महाविद्यालय)."""

SMALL_WORDS = frozenset(["का", "की", "के", "को", "में", "से", "पर", "और", "ने", "व", "तक"])


@dataclass(frozen=True, slots=True)
class _Parse:
    """One way to take a word apart."""

    stem: str
    rest: str
    tail: HindiTail
    prefix: str = ""
    revowelled: bool = False
    plain: bool = False
    """It is a plain form of a noun."""

    @property
    def worth(self) -> float:
        """How much it explains."""
        worth = letter_count(self.stem) + len(self.stem) / 10 - 0.5 * self.revowelled
        return worth - 0.5 if self.prefix else worth


@dataclass(frozen=True, slots=True)
class _Word:
    """What is known about one word."""

    written: str
    families: dict[int, _Parse]
    stems: dict[str, bool]
    """Its own stems, taking it for a word in its basic form."""
    members: frozenset[int] = frozenset()
    """The families of the words that it is compounded of."""
    is_known: bool = False
    """It is the basic form of a known word."""

    @property
    def explained(self) -> float:
        """How much of it the best family explains."""
        return max((parse.worth for parse in self.families.values()), default=0)


class Hindi:
    """See `language.Language`."""

    small_words = SMALL_WORDS

    def __init__(self) -> None:
        self._exceptions = Exceptions(PAIRS, forms, written)
        self._looked_up = lru_cache(maxsize=4096)(self._look_up)

    def load(self) -> None:
        """See `language.Language`."""
        _ = self._index, self._verbal
        self._exceptions.load()

    def compare(self, clue: str, codename: str) -> Judgement | None:
        """See `language.Language`."""
        said, shown = written(clue), written(codename)
        if max(len(said), len(shown)) > MAX_WORD_LENGTH or not said or not shown:
            return None
        if said == shown:
            return illegal(Objection.FORM)
        mark = self._exceptions.mark(shown, said)
        if mark == "/":
            return None
        found = self._judged(said, shown)
        return questioned(found.reason) if found and mark == "?" else found

    def _judged(self, said: str, shown: str) -> Judgement | None:
        mine, theirs = self._looked_up(said), self._looked_up(shown)
        if said in forms(shown):
            return self._as_plain_form(said, shown)
        if said.isascii() and normalize_latin(said) in romanized(shown):
            return (illegal if len(said) >= MIN_ROMANIZED else questioned)(Objection.SAME)
        if without_vowel_length(said) == without_vowel_length(shown) and not (
            mine.is_known and theirs.is_known
        ):
            return questioned(Objection.FORM)
        return self._between(mine, theirs)

    def _as_plain_form(self, said: str, shown: str) -> Judgement | None:
        """What a plain form is to be told: nothing where it is another word, too."""
        lemmas, _ = self._index
        if own := lemmas.get(said):
            return illegal(Objection.FORM) if own & lemmas.get(shown, set()) else None
        return illegal(Objection.FORM)

    def abbreviation(self, word: str, *, capitals: bool) -> Verdict | None:
        """See `language.Language`."""
        return by_list(abbreviations.HINDI, word, capitals=capitals)

    # --- two words -------------------------------------------------------------------------------

    def _between(self, clue: _Word, card: _Word) -> Judgement | None:
        if shared := clue.families.keys() & card.families.keys():
            sure = clue.families.keys() == card.families.keys() and all(
                word.is_known or self._is_sure(word.families[family], family, card.written)
                for word in (clue, card)
                for family in shared
            )
            return (illegal if sure else questioned)(Objection.FORM)
        if clue.families.keys() & card.members:
            return questioned(Objection.PART)
        if clue.members & (card.families.keys() | card.members):
            return questioned(Objection.SHARES_MEMBER)
        return _by_stem(clue, card) or _by_stem(card, clue)

    def _is_sure(self, parse: _Parse, family: int, shown: str) -> bool:
        """Whether a word surely belongs to the family that it was found in."""
        listed = family in self._verbal.get(parse.stem, ())
        whole = family in self._index[0].get(parse.stem, ())
        if parse.prefix or parse.revowelled or not (whole or listed):
            return False
        if parse.tail is HindiTail.DERIVED:
            return is_certain(parse.rest) or letter_count(parse.stem) > MIN_STEM
        return (
            parse.tail is HindiTail.NONE or parse.plain or shown in (parse.stem, parse.stem + "ना")
        )

    # --- one word --------------------------------------------------------------------------------

    @cached_property
    def _index(self) -> tuple[dict[str, set[int]], dict[str, dict[int, bool]]]:
        """The families by basic form, and by stem; true for stems with another vowel."""
        lemmas: dict[str, set[int]] = defaultdict(set)
        by_stem: dict[str, dict[int, bool]] = defaultdict(dict)
        for number, line in enumerate(FILE.read_text(encoding="utf-8").splitlines()):
            for word in line.split() if not line.startswith("#") else ():
                plain = written(word.removesuffix("-"))
                if not word.endswith("-"):
                    lemmas[plain].add(number)
                for stem, changed in ({plain: False} if word[-1] == "-" else stems(plain)).items():
                    by_stem[stem][number] = by_stem[stem].get(number, True) and changed
        return dict(lemmas), dict(by_stem)

    @cached_property
    def _verbal(self) -> dict[str, set[int]]:
        """The families by stems that verbs' endings follow, and by those that the list names."""
        found: dict[str, set[int]] = defaultdict(set)
        for number, line in enumerate(FILE.read_text(encoding="utf-8").splitlines()):
            for word in line.split() if not line.startswith("#") else ():
                if word.endswith("-"):
                    found[written(word.removesuffix("-"))].add(number)
                elif word.endswith("ना") and letter_count(word) > MIN_STEM:
                    found[written(word.removesuffix("ना"))].add(number)
        return found

    def _look_up(self, word: str) -> _Word:
        lemmas, by_stem = self._index
        own = stems(word)
        if word in lemmas:
            whole = _Parse(word, "", HindiTail.NONE)
            return _Word(word, dict.fromkeys(lemmas[word], whole), own, is_known=True)
        inflected = {
            family: _Parse(basic, word.removeprefix(basic), HindiTail.ENDING, plain=True)
            for basic in lemmas_of(word)
            if word in forms(basic)
            for family in lemmas.get(basic, ())
        }
        if inflected:
            return _Word(word, inflected, own)
        found = sorted(
            (
                (parse.worth, family, parse)
                for prefix, rest, stem in _cuts(word)
                for family, changed in by_stem.get(stem, {}).items()
                if (parse := _parse(prefix, stem, rest, revowelled=changed))
                and (parse.tail is not HindiTail.ENDING or family in self._verbal.get(stem, ()))
            ),
            key=lambda item: item[0],
        )
        families = {family: parse for worth, family, parse in found if worth > found[-1][0] - 0.6}
        ends = any(parse.tail is HindiTail.ENDING for parse in families.values())
        members = frozenset() if ends else frozenset(self._members(word))
        return _Word(word, families, own, members)

    def _members(self, word: str) -> Iterator[int]:
        lemmas, by_stem = self._index
        word = word.removeprefix(MAHA_PREFIX)
        for cut in range(2, len(word)):
            first, last = word[:cut], word[cut:]
            left = by_stem.get(first, {})
            if letter_count(first) < MIN_STEM or not last:
                continue
            right = {f for stem in stems(last) if stem in lemmas for f in lemmas[stem]}
            right |= lemmas.get(last, set())
            if left and (right or last in SECOND_MEMBERS):
                yield from left
            if left and right:
                yield from right


def _cuts(word: str) -> Iterator[tuple[str, str, str]]:
    """The ways to cut a word into prefix, rest after the stem, and stem."""
    for prefix in ("", *PREFIXES):
        if word.startswith(prefix):
            body = word[len(prefix) :]
            for cut in range(1, len(body) + 1):
                yield prefix, body[cut:], body[:cut]


def _parse(prefix: str, stem: str, rest: str, *, revowelled: bool) -> _Parse | None:
    tail = tail_of(rest)
    if tail is None or (revowelled and (tail is not HindiTail.DERIVED or len(rest) < MIN_STEM)):
        return None
    if letter_count(stem) < MIN_STEM and (tail is HindiTail.DERIVED or prefix):
        return None
    short = prefix and letter_count(stem) <= MIN_STEM
    if short and (
        tail is not HindiTail.NONE or (letter_count(prefix) < MIN_STEM and prefix not in NEGATIONS)
    ):
        return None
    if tail is HindiTail.DERIVED and letter_count(stem) <= MIN_STEM and not is_distinctive(rest):
        return None
    return _Parse(stem, rest, tail, prefix, revowelled)


def _by_stem(word: _Word, other: _Word) -> Judgement | None:
    """The stem of `other` in `word`, unless a known word explains `word` better."""
    if word.is_known:
        return None
    for prefix, rest, stem in _cuts(word.written):
        if stem in other.stems and letter_count(stem) >= MIN_STEM:
            parse = _parse(prefix, stem, rest, revowelled=other.stems[stem])
            derived = parse is not None and parse.tail is HindiTail.DERIVED
            if parse and (derived or prefix) and parse.worth >= word.explained:
                return questioned(Objection.FORM)
    for cut in range(2, len(word.written)):
        first, last = word.written[:cut], word.written[cut:]
        if first in other.stems and not other.stems[first] and last in SECOND_MEMBERS:
            return questioned(Objection.SHARES_MEMBER)
    return None
