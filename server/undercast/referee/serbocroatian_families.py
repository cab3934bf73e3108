"""The referee's families of Bosnian, Croatian and Serbian words, and which a word belongs to.

`data/bcs_families.txt` says what a line of it means. It is read at the first word.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from undercast.referee.pair_exceptions import lines_of
from undercast.referee.serbocroatian_affixes import (
    COINCIDENTAL_TAILS,
    SerboCroatianTail,
    is_certain,
    is_distinctive,
    tail_of,
    unprefixed,
)
from undercast.referee.serbocroatian_forms import forms, lemmas_of, nominatives
from undercast.referee.serbocroatian_spelling import changed, spellings, stems, weight

FILE = Path(__file__).parent / "data" / "bcs_families.txt"


@dataclass(frozen=True, slots=True)
class Parse:
    """One way to take a word apart."""

    stem: str
    tail: SerboCroatianTail
    prefix: str = ""
    changes: bool = False
    """The stem's last sound is not that of its basic form."""
    distinctive: bool = True
    """What was added is hardly a coincidence."""
    certain: bool = False
    """What was added is a suffix that leaves no doubt."""
    citation_form: bool = False
    """The ending is one that a clue is given with: an infinitive, an adjective (ručni, vučji)."""
    plural: bool = False
    """The ending is so long that it is hardly a part of the stem: kost-ima."""


MIN_AFFIXED_STEM = 3
"""Letters of a stem that may have suffixes and prefixes."""

MIN_PREFIXED_STEM = 5
"""Letters of a stem that may have a prefix of one letter and no suffix: s-kula is no kula."""

LEMMA = Parse("", SerboCroatianTail.ENDING)
"""The word is the basic form of a known word."""

PLAIN_FORM = Parse("", SerboCroatianTail.ENDING, plural=True)
"""The word is a plain form of a known word."""


@lru_cache(maxsize=4096)
def stem_forms(word: str) -> dict[str, bool]:
    """The stems of a word in its basic form, in all spellings; true for those that changed."""
    found: dict[str, bool] = {}
    for spelling in spellings(word):
        for stem in stems(spelling):
            if len(stem) > 1:
                found[stem] = found.get(stem, True) and stem + "ka" == spelling
                for other in changed(stem):
                    found.setdefault(other, True)
    return found


def parses(word: str, known: dict[str, bool]) -> Iterator[Parse]:
    """The ways to take `word` apart so that its stem is one of `known`."""
    for prefix, rest in unprefixed(word):
        for cut in range(2, len(rest) + 1):
            stem = rest[:cut]
            if stem in known:
                found = _parse(prefix, stem, rest[cut:], changes=known[stem])
                if found is not None:
                    yield found


def _parse(prefix: str, stem: str, rest: str, *, changes: bool) -> Parse | None:
    tail = tail_of(rest)
    if tail is None or (changes and not rest):
        return None
    if tail <= SerboCroatianTail.ENDING and len(prefix) == 1 and len(stem) < MIN_PREFIXED_STEM:
        return None
    if len(stem) < MIN_AFFIXED_STEM and (tail > SerboCroatianTail.ENDING or prefix):
        return None
    telling = len(rest) > 1 if tail <= SerboCroatianTail.ENDING else is_distinctive(rest)
    foreign = rest.startswith(COINCIDENTAL_TAILS) and not is_certain(rest)
    if tail is SerboCroatianTail.DERIVED and len(stem) < MIN_PREFIXED_STEM and foreign:
        telling = False
    plural = tail is SerboCroatianTail.ENDING and len(rest) > 2 and not prefix and not changes
    said = (tail is SerboCroatianTail.VERB and rest.endswith("ti")) or rest in {
        "ni",
        "ji",
        "lji",
        "ce",
    }
    return Parse(stem, tail, prefix, changes, telling, is_certain(rest), said, plural)


class Families:
    """Which words belong together."""

    @cached_property
    def _index(self) -> tuple[dict[str, frozenset[int]], dict[str, dict[int, bool]]]:
        """The families by basic form, and by stem."""
        lemmas: dict[str, set[int]] = defaultdict(set)
        by_stem: dict[str, dict[int, bool]] = defaultdict(dict)
        for number, line in enumerate(lines_of(FILE)):
            for word in line.split():
                for stem, is_changed in _stems_of(word).items():
                    by_stem[stem][number] = by_stem[stem].get(number, True) and is_changed
                if not word.endswith("-"):
                    for spelling in spellings(word):
                        lemmas[spelling].add(number)
        return {word: frozenset(numbers) for word, numbers in lemmas.items()}, dict(by_stem)

    def load(self) -> None:
        """Read all of it."""
        _ = self._index, self._heads

    def of_lemma(self, word: str) -> frozenset[int]:
        """The families of which `word` is a basic form."""
        lemmas, _ = self._index
        return frozenset().union(*(lemmas.get(spelling, ()) for spelling in spellings(word)))

    def of_form(self, word: str) -> frozenset[int]:
        """The families of which `word` is a plain form."""
        known = {basic: self.of_lemma(basic) for basic in lemmas_of(word)}
        mine = (known[basic] for basic in known if known[basic] and word in forms(basic))
        return frozenset().union(*mine)

    def of_nominative(self, word: str) -> frozenset[int]:
        """The families of which `word` is a plain form that a clue is given in."""
        known = {basic: self.of_lemma(basic) for basic in lemmas_of(word)}
        mine = (known[basic] for basic in known if known[basic] and word in nominatives(basic))
        return frozenset().union(*mine)

    def heads(self, word: str) -> frozenset[int]:
        """The families that are called by `word`, or by the word that it is a plain form of."""
        found = set(self._headed_by(word))
        for basic in lemmas_of(word):
            headed = self._headed_by(basic)
            if headed and word in forms(basic):
                found |= headed
        return frozenset(found)

    def _headed_by(self, basic: str) -> frozenset[int]:
        return frozenset().union(*(self._heads.get(each, ()) for each in spellings(basic)))

    @cached_property
    def _heads(self) -> dict[str, set[int]]:
        heads = defaultdict[str, set[int]](set)
        for number, line in enumerate(lines_of(FILE)):
            for spelling in spellings(line.split()[0]):
                heads[spelling].add(number)
        return heads

    def of(self, word: str) -> dict[int, Parse]:
        """The families that explain `word` best; several when they explain it equally well."""
        if exact := self.of_lemma(word):
            return dict.fromkeys(exact, LEMMA)
        if plain := self.of_form(word):
            return dict.fromkeys(plain, PLAIN_FORM)
        _, by_stem = self._index
        found: list[tuple[float, int, Parse]] = []
        for spelling in spellings(word):
            for prefix, rest in unprefixed(spelling):
                for cut in range(2, len(rest) + 1):
                    for family, is_changed in by_stem.get(rest[:cut], {}).items():
                        parse = _parse(prefix, rest[:cut], rest[cut:], changes=is_changed)
                        if parse is not None:
                            found.append((_score(parse), family, parse))
        return dict(_best(found))

    def of_stem(self, stem: str, joint: str) -> frozenset[int]:
        """The families that can be the first member of a compound, with `joint` after it."""
        _, by_stem = self._index
        if not joint:
            return self.of_lemma(stem) if stem[-1] in "oei" else frozenset()
        return frozenset(by_stem.get(stem, ()))


def _best(found: list[tuple[float, int, Parse]]) -> Iterator[tuple[int, Parse]]:
    """What explains most, and what explains about as much; the best last."""
    found.sort(key=lambda item: item[0])
    best = found[-1][0] if found else 0
    reach = max((_reach(parse) for _, _, parse in found), default=0)
    for worth, family, parse in found:
        as_far = parse.prefix and parse.tail > SerboCroatianTail.ENDING and _reach(parse) >= reach
        if worth > best - 1 or parse.plural or as_far:
            yield family, parse


def _reach(parse: Parse) -> int:
    return len(parse.prefix) + len(parse.stem)


def _score(parse: Parse) -> float:
    """How much a way to take a word apart explains."""
    worth = weight(parse.stem) - 0.5 * parse.changes
    if parse.prefix:
        worth += 0.5 * len(parse.prefix) - 1.5
    if parse.tail is SerboCroatianTail.DERIVED and not parse.distinctive:
        worth -= 0.5
    return worth


def _stems_of(word: str) -> dict[str, bool]:
    if not word.endswith("-"):
        return stem_forms(word)
    found: dict[str, bool] = {}
    for stem in spellings(word.removesuffix("-") + "|"):
        bare = stem.removesuffix("|")
        found[bare] = False
        for other in changed(bare):
            found.setdefault(other, True)
    return found
