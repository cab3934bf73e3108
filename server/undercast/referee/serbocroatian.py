"""Bosnian, Croatian and Serbian for the referee: one module for the three and for both scripts.

Two words are compared in three ways: by the families of known words (`serbocroatian_families`), by
the stem of one in the other for words that are not known, and as compounds. A word belongs to the
family that explains most of it, so a word that is known by itself is never taken for a form of a
shorter one: rakija is no rak.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from undercast.referee import abbreviations
from undercast.referee.abbreviations import by_list
from undercast.referee.language import Judgement, illegal, questioned
from undercast.referee.pair_exceptions import Exceptions
from undercast.referee.serbocroatian_affixes import (
    SECOND_MEMBERS,
    SMALL_WORDS,
    SerboCroatianTail,
    tail_of,
)
from undercast.referee.serbocroatian_families import (
    FILE,
    LEMMA,
    PLAIN_FORM,
    Families,
    Parse,
    parses,
    stem_forms,
)
from undercast.referee.serbocroatian_forms import PLURAL, forms
from undercast.referee.serbocroatian_spelling import merged, spellings, to_latin, without_diacritics
from undercast.rules.findings import Objection, Verdict

PAIRS = FILE.with_name("bcs_pairs.txt")

MAX_WORD_LENGTH = 30
"""Letters beyond which a word is not taken apart: there is none of that length."""

MIN_SURE_STEM = 5
"""Letters of an unknown word's stem that make a derivation certain; one fewer for an ending."""

MIN_MEMBER = 3
"""Letters of a stem that may be a member of a compound."""

MIN_SHARED_PREFIX = 4
"""Letters that two unknown words begin with if they are from one root."""


@dataclass(frozen=True, slots=True)
class _Word:
    """What is known about one word."""

    families: dict[int, Parse]
    stems: dict[str, bool]
    """Its own stems, taking it for a word in its basic form."""
    members: dict[int, bool]
    """The families of the words that it is compounded of; true for those that are sure."""
    is_known: bool
    """It is a known word, in its basic form or a plain one."""

    @property
    def explained(self) -> int:
        """How many of its letters the best family explains."""
        return max(
            (len(parse.stem) + len(parse.prefix) for parse in self.families.values()), default=0
        )


class SerboCroatian:
    """See `language.Language`."""

    small_words = SMALL_WORDS

    def __init__(self) -> None:
        self._families = Families()
        self._exceptions = Exceptions(PAIRS, forms)
        self._looked_up = lru_cache(maxsize=4096)(self._look_up)

    def load(self) -> None:
        """See `language.Language`."""
        self._families.load()
        self._exceptions.load()

    def compare(self, clue: str, codename: str) -> Judgement | None:
        """See `language.Language`."""
        said, shown = to_latin(clue), to_latin(codename)
        if max(len(said), len(shown)) > MAX_WORD_LENGTH or min(len(said), len(shown)) < 2:
            return None
        mark = self._exceptions.mark(shown, said)
        if mark == "/":
            return None
        if set(spellings(said)) & set(spellings(shown)):
            return illegal(Objection.FORM)
        if merged(said) == merged(shown):
            return questioned(Objection.FORM)
        found = self._judged(said, shown)
        return questioned(found.reason) if found and mark == "?" else found

    def _judged(self, said: str, shown: str) -> Judgement | None:
        if said in forms(shown) or (shown in PLURAL and shown in forms(said)):
            return self._as_plain_form(said, shown)
        found = self._between(said, shown)
        if found is None and said.isascii() and not shown.isascii():
            found = self._without_marks(said, shown)
        return found

    def _as_plain_form(self, said: str, shown: str) -> Judgement | None:
        """What a plain form is to be told: nothing where it is another word, too."""
        card = self._looked_up(shown).families.keys()
        if own := self._families.of_lemma(said):
            return illegal(Objection.FORM) if own & card else None
        others = self._families.of_nominative(said)
        return (questioned if others - card else illegal)(Objection.FORM)

    def _without_marks(self, said: str, shown: str) -> Judgement | None:
        """Who leaves the marks off may mean a form of `shown`, if it is no other word."""
        if self._families.of_form(said):
            return None
        unmarked = {
            without_diacritics(stem): True for stem in stem_forms(shown) if not stem.isascii()
        }
        found = any(without_diacritics(form) == said for form in forms(shown)) or any(
            parse.distinctive and not parse.prefix for parse in _all_parses(said, unmarked)
        )
        return questioned(Objection.FORM) if found else None

    def abbreviation(self, word: str, *, capitals: bool) -> Verdict | None:
        """See `language.Language`."""
        return by_list(abbreviations.SERBO_CROATIAN, to_latin(word), capitals=capitals)

    # --- two words -------------------------------------------------------------------------------

    def _between(self, said: str, shown: str) -> Judgement | None:
        clue, card = self._looked_up(said), self._looked_up(shown)
        if shared := clue.families.keys() & card.families.keys():
            found = [_of_family(word, family) for word in (clue, card) for family in shared]
            least = min(found, key=_leniency)
            named = shared & (self._families.heads(said) | self._families.heads(shown))
            return least if least is None or named else questioned(least.reason)
        return self._by_members(clue, card) or self._by_stem(said, shown, clue, card)

    def _by_members(self, clue: _Word, card: _Word) -> Judgement | None:
        for family, sure in card.members.items():
            if family in clue.families and _is_plain(clue.families[family]):
                return (illegal if sure and clue.is_known else questioned)(Objection.PART)
        for family, sure in clue.members.items():
            plain = family in card.families and _is_plain(card.families[family])
            if plain or family in card.members:
                surely = sure and (card.is_known or card.members.get(family, False))
                return (illegal if surely else questioned)(Objection.SHARES_MEMBER)
        return None

    def _by_stem(self, said: str, shown: str, clue: _Word, card: _Word) -> Judgement | None:
        """The stem of one in the other, unless a known word explains the other better."""
        if clue.is_known and card.is_known:
            return None
        found = questioned(Objection.FORM) if _are_of_one_root(said, shown, clue, card) else None
        for word, mine, theirs in ((said, clue, card), (shown, card, clue)):
            if mine.is_known:
                continue
            for parse in _all_parses(word, theirs.stems):
                if len(parse.stem) + len(parse.prefix) < mine.explained or not _is_worth(parse):
                    continue
                if _is_sure_unknown(parse):
                    return illegal(Objection.FORM)
                found = questioned(Objection.FORM)
            if found is None and not mine.families and _is_compound_with(word, theirs.stems):
                found = questioned(Objection.SHARES_MEMBER)
        return found

    # --- one word --------------------------------------------------------------------------------

    def _look_up(self, word: str) -> _Word:
        families = self._families.of(word)
        inflected = any(parse.tail <= SerboCroatianTail.ENDING for parse in families.values())
        members = {} if inflected else self._members(word, families)
        known = LEMMA in families.values() or PLAIN_FORM in families.values()
        return _Word(families, stem_forms(word), members, known)

    def _derived(self, joint: str, last: str) -> frozenset[int]:
        """The families of a second member that is no word by itself: glav-o-bolja."""
        if not joint or len(last) <= MIN_MEMBER:
            return frozenset()
        found = self._families.of(last)
        return frozenset(family for family, parse in found.items() if not parse.prefix)

    def _members(self, word: str, simple: dict[int, Parse]) -> dict[int, bool]:
        """The families of the two words that `word` is compounded of."""
        found: dict[int, bool] = {}
        explained = max((len(p.stem) for p in simple.values() if not p.prefix), default=0)
        for first, joint, last in _halves(word):
            if len(first) + 1 < explained:
                continue
            left = self._families.of_stem(first, joint)
            right = self._families.of_form(last) or self._derived(joint, last)
            known_root = _is_second(last)
            if left and (right or known_root):
                sure = joint in {"o", "e"} and len(left) == 1 and len(first) > MIN_MEMBER
                found |= dict.fromkeys(left, sure)
            if left and right:
                found |= {family: False for family in right if family not in found}
        return found


def _leniency(found: Judgement | None) -> int:
    return 0 if found is None else 1 if found.verdict is Verdict.QUESTIONED else 2


def _is_plain(parse: Parse) -> bool:
    return not parse.prefix and parse.tail <= SerboCroatianTail.ENDING


def _of_family(word: _Word, family: int) -> Judgement | None:
    """How sure it is that a word belongs to one of the families that it was found in."""
    parse, only = word.families[family], len(word.families) == 1
    if parse is LEMMA or (only and parse is PLAIN_FORM):
        return illegal(Objection.FORM)
    long = len(parse.stem) >= MIN_SURE_STEM - 1
    telling = parse.distinctive or parse.citation_form
    if parse.prefix:
        worth = (
            only
            and len(parse.prefix) > 1
            and (long or (telling and parse.tail is SerboCroatianTail.DERIVED))
        )
        return questioned(Objection.FORM) if worth else None
    if only and (parse.distinctive or (long and parse.tail is SerboCroatianTail.ENDING)):
        sure = long or parse.tail is not SerboCroatianTail.VERB
        return (illegal if sure else questioned)(Objection.FORM)
    worth = telling or (only and (long or parse.tail is SerboCroatianTail.ENDING))
    return questioned(Objection.FORM) if worth else None


def _is_sure_unknown(parse: Parse) -> bool:
    """The same where only the letters of one other word speak for it."""
    if parse.prefix or not parse.distinctive or parse.tail is not SerboCroatianTail.DERIVED:
        return False
    return len(parse.stem) >= (MIN_SURE_STEM - 1 if parse.certain else MIN_SURE_STEM)


def _is_worth(parse: Parse) -> bool:
    """Whether it is worth a question."""
    if parse.prefix:
        enough = MIN_SURE_STEM if parse.tail <= SerboCroatianTail.ENDING else MIN_SURE_STEM - 1
        return len(parse.prefix) > 1 and len(parse.stem) >= enough and parse.distinctive
    return len(parse.stem) > 3 or parse.tail <= SerboCroatianTail.ENDING or parse.distinctive


def _all_parses(word: str, stems: dict[str, bool]) -> Iterator[Parse]:
    for spelling in spellings(word):
        yield from parses(spelling, stems)


def _are_of_one_root(said: str, shown: str, clue: _Word, card: _Word) -> bool:
    """Whether two words that no family explains begin alike and go on with different suffixes."""
    if clue.families or card.families:
        return False
    shared = next((at for at, (a, b) in enumerate(zip(said, shown, strict=False)) if a != b), 0)
    return any(
        tail_of(said[cut:]) is SerboCroatianTail.DERIVED
        and tail_of(shown[cut:]) is SerboCroatianTail.DERIVED
        for cut in range(MIN_SHARED_PREFIX, shared + 1)
    )


def _halves(word: str) -> Iterator[tuple[str, str, str]]:
    """The ways to cut a word into two members, and what joins them."""
    for spelling in spellings(word):
        for cut in range(MIN_MEMBER, len(spelling) - MIN_MEMBER + 1):
            first, last = spelling[:cut], spelling[cut:]
            if last[0] in "oe" and len(last) > MIN_MEMBER:
                yield first, last[0], last[1:]
            yield first, "", last


def _is_second(last: str) -> bool:
    """Whether `last` is a root that people make compounds with, with what may follow it."""
    return any(
        parse.tail is not None for parse in parses(last, dict.fromkeys(SECOND_MEMBERS, False))
    )


def _is_compound_with(word: str, stems: dict[str, bool]) -> bool:
    for first, joint, last in _halves(word):
        if joint and first in stems and len(first) > MIN_MEMBER and _is_second(last):
            return True
        if joint and len(first) > 2 and last in stems and len(last) > MIN_MEMBER:
            return True
    return False
