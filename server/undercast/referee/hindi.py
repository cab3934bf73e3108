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
    LONG_ENDINGS,
    PREFIXES,
    SECOND_MEMBERS,
    Tail,
    is_certain,
    tail_of,
)
from undercast.referee.hindi_spelling import letters, levelled, stems, written
from undercast.referee.language import Judgement, illegal, questioned
from undercast.rules.findings import Objection, Verdict

FILE = Path(__file__).parent / "data" / "hindi_families.txt"

LONGEST = 30
"""Code points beyond which a word is not taken apart: there is none of that length."""

ENOUGH = 2
"""Letters of a stem that may have suffixes or be a member of a compound."""

GREAT = "महा"
"""A prefix of whole compounds (महाविद्यालय)."""

SMALL_WORDS = frozenset(["का", "की", "के", "को", "में", "से", "पर", "और", "ने", "व", "तक"])


@dataclass(frozen=True, slots=True)
class _Parse:
    """One way to take a word apart."""

    stem: str
    rest: str
    tail: Tail
    prefix: str = ""
    revowelled: bool = False

    @property
    def worth(self) -> float:
        """How much it explains."""
        worth = letters(self.stem) + len(self.stem) / 10 - 0.5 * self.revowelled
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
        self._looked_up = lru_cache(maxsize=4096)(self._look_up)

    def compare(self, clue: str, codename: str) -> Judgement | None:
        """See `language.Language`."""
        said, shown = written(clue), written(codename)
        if max(len(said), len(shown)) > LONGEST or not said or not shown:
            return None
        mine, theirs = self._looked_up(said), self._looked_up(shown)
        if said == shown:
            return illegal(Objection.FORM)
        if levelled(said) == levelled(shown) and not (mine.is_known and theirs.is_known):
            return questioned(Objection.FORM)
        return self._between(mine, theirs)

    def abbreviation(self, word: str, *, capitals: bool) -> Verdict | None:
        """See `language.Language`."""
        return by_list(abbreviations.HINDI, word, capitals=capitals)

    # --- two words -------------------------------------------------------------------------------

    def _between(self, clue: _Word, card: _Word) -> Judgement | None:
        if not clue.is_known and _is_inflected(clue.written, card.written):
            return illegal(Objection.FORM)
        if shared := clue.families.keys() & card.families.keys():
            sure = clue.families.keys() == card.families.keys() and all(
                word.is_known or _is_sure(word.families[family])
                for word in (clue, card)
                for family in shared
            )
            return (illegal if sure else questioned)(Objection.FORM)
        if clue.families.keys() & card.members:
            return questioned(Objection.PART)
        if clue.members & (card.families.keys() | card.members):
            return questioned(Objection.SHARES_MEMBER)
        return _by_stem(clue, card) or _by_stem(card, clue)

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

    def _look_up(self, word: str) -> _Word:
        lemmas, by_stem = self._index
        own = stems(word)
        if word in lemmas:
            whole = _Parse(word, "", Tail.NONE)
            return _Word(word, dict.fromkeys(lemmas[word], whole), own, is_known=True)
        found = sorted(
            (
                (parse.worth, family, parse)
                for prefix, rest, stem in _cuts(word)
                for family, changed in by_stem.get(stem, {}).items()
                if (parse := _parse(prefix, stem, rest, revowelled=changed))
            ),
            key=lambda item: item[0],
        )
        families = {family: parse for worth, family, parse in found if worth > found[-1][0] - 0.6}
        inflected = any(parse.tail is Tail.ENDING for parse in families.values())
        members = frozenset() if inflected else frozenset(self._members(word))
        return _Word(word, families, own, members)

    def _members(self, word: str) -> Iterator[int]:
        lemmas, by_stem = self._index
        word = word.removeprefix(GREAT)
        for cut in range(2, len(word)):
            first, last = word[:cut], word[cut:]
            left = by_stem.get(first, {})
            if letters(first) < ENOUGH or not last:
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
    if tail is None or (revowelled and (tail is not Tail.DERIVED or len(rest) < ENOUGH)):
        return None
    if letters(stem) < ENOUGH and (tail is Tail.DERIVED or prefix):
        return None
    return _Parse(stem, rest, tail, prefix, revowelled)


def _is_inflected(clue: str, codename: str) -> bool:
    """Whether `clue` is `codename` with an ending that hardly any other word can have."""
    stem = codename[:-1] if codename[-1] in "ाी" else codename
    ending = clue.removeprefix(stem)
    if ending == clue or letters(stem) < ENOUGH:
        return False
    return ending in LONG_ENDINGS or (codename[-1] == "ा" and ending == "े" and letters(stem) > 2)


def _is_sure(parse: _Parse) -> bool:
    """Whether a word surely belongs to the family that it was found in."""
    if parse.prefix or parse.revowelled:
        return False
    return parse.rest in {*LONG_ENDINGS, "े"} or (
        parse.tail is Tail.DERIVED and is_certain(parse.rest)
    )


def _by_stem(word: _Word, other: _Word) -> Judgement | None:
    """The stem of `other` in `word`, unless a known word explains `word` better."""
    if word.is_known:
        return None
    for prefix, rest, stem in _cuts(word.written):
        if stem in other.stems and letters(stem) >= ENOUGH:
            parse = _parse(prefix, stem, rest, revowelled=other.stems[stem])
            if parse is not None and parse.worth >= word.explained:
                return questioned(Objection.FORM)
    for cut in range(2, len(word.written)):
        first, last = word.written[:cut], word.written[cut:]
        if first in other.stems and not other.stems[first] and last in SECOND_MEMBERS:
            return questioned(Objection.SHARES_MEMBER)
    return None
