"""English for the referee: WordNet's evidence, and spelling for words that it does not have."""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache

from undercast.referee.abbreviations import ENGLISH as ABBREVIATIONS
from undercast.referee.english_data import EnglishWords
from undercast.referee.english_spelling import (
    PARTICLES,
    SMALL_WORDS,
    SURE_PREFIXES,
    SURE_SUFFIXES,
    borrowed,
    likeliest_bases,
    shared_prefix_length,
    uncompared_forms,
    uninflected,
    unprefixed,
    unsuffixed,
)
from undercast.referee.language import (
    Analysis,
    Judgement,
    compare_analyses,
    illegal,
    questioned,
    worse,
)
from undercast.rules.findings import Objection, Verdict

MAX_WORD_LENGTH = 30
"""Letters beyond which a word is not taken apart: there is none of that length."""

MIN_SHARED_PREFIX = 4
"""Letters at the beginning that two words with a relative in common share if they are relatives."""


class English:
    """See `language.Language`."""

    small_words = SMALL_WORDS

    def __init__(self) -> None:
        self._lexicon = EnglishWords()
        self._analysed = lru_cache(maxsize=4096)(self._analyse)

    def load(self) -> None:
        """See `language.Language`."""
        self._lexicon.load()

    def compare(self, clue: str, codename: str) -> Judgement | None:
        """See `language.Language`."""
        mine, theirs = self._analysed(clue), self._analysed(codename)
        own = self._lexicon.own
        if codename in own.forms.get(clue, ()):
            return illegal(Objection.FORM)
        if _are_linked(own.apart, mine.forms | {clue}, theirs.forms):
            return None
        found = compare_analyses(mine, theirs)
        if found is None or found.verdict is Verdict.QUESTIONED:
            found = worse(found, _by_relatives(mine, theirs, _shared(clue, codename)))
        if found is not None and _are_linked(own.asked, mine.forms | {clue}, theirs.forms):
            found = questioned(found.reason)
        return found

    def abbreviation(self, word: str, *, capitals: bool) -> Verdict | None:
        """See `language.Language`."""
        if word in ABBREVIATIONS:
            return Verdict.ILLEGAL
        if "!" in (self._lexicon.related(word) or ()):
            return Verdict.ILLEGAL if capitals else Verdict.QUESTIONED
        return None

    # --- one word --------------------------------------------------------------------------------

    def _analyse(self, word: str) -> Analysis:
        if len(word) > MAX_WORD_LENGTH:
            return Analysis(forms=frozenset({word}))
        forms = self._forms(word)
        derived, maybe_derived = set(self._marked("+", forms)), set(self._marked("~", forms))
        members, maybe_members = set(self._marked("&", forms)), set(self._marked("?", forms))
        if not any(map(self._lexicon.knows, forms)):
            sure, unsure = self._bases(word)
            derived |= sure
            maybe_derived |= unsure
            maybe_members |= set(self._parts(word))
        members |= set(self._marked("&", (base for base in derived if base in word)))
        chance = self._lexicon.own.no_members.get(word, set())
        return Analysis(
            forms=frozenset(forms),
            derived=frozenset(derived),
            maybe_derived=frozenset(maybe_derived),
            members=frozenset(members - chance),
            maybe_members=frozenset(maybe_members - chance),
        )

    def _marked(self, sigil: str, words: Iterable[str]) -> Iterator[str]:
        for word in words:
            for relation in self._lexicon.related(word) or ():
                if relation[0] == sigil and len(relation) > 1:
                    yield relation[1:]

    def _known(self, words: Iterable[str]) -> set[str]:
        return {word for word in words if self._lexicon.knows(word)}

    def _forms(self, word: str) -> set[str]:
        """The words that `word` is a form of; itself when nothing is known."""
        if self._lexicon.knows(word):
            regular = likeliest_bases(self._known(uninflected(word)))
            basic = {word}
            if word.endswith(("s", "ed")):  # it is a noun by now, and a plain form for all that
                basic |= regular & set(self._marked("~", [word]))
        else:
            bases = {*uninflected(word), *borrowed(word)}
            regular = likeliest_bases(self._known(bases))
            compared = regular or likeliest_bases(self._known(uncompared_forms(word)))
            basic = compared or {word, *bases}
        spelled = basic | set(self._marked("=", basic))  # colours: colour
        return spelled | set(self._marked("=", spelled))  # colour: color

    def _bases(self, word: str) -> tuple[set[str], set[str]]:
        """What an unknown word is derived from, and what it may be derived from."""
        sure, unsure = set[str](), set[str]()
        for base, affix in unprefixed(word):
            into = sure if affix in SURE_PREFIXES else unsure
            into |= self._inflected(base)
        for base, affix in unsuffixed(word):
            into = sure if affix in SURE_SUFFIXES else unsure
            if len(base) > 2:
                into |= self._known([base])
        return sure, unsure - sure

    def _inflected(self, word: str) -> set[str]:
        if self._lexicon.knows(word):
            return {word}
        return self._known(uninflected(word))

    def _parts(self, word: str) -> Iterator[str]:
        """The words that an unknown word may be compounded of."""
        for cut in range(3, len(word) - 2):
            first, last = word[:cut], self._inflected(word[cut:])
            if last and self._lexicon.knows(first):
                yield from {first, *last} - PARTICLES - SMALL_WORDS


def _are_linked(
    links: Mapping[str, AbstractSet[str]], some: AbstractSet[str], others: AbstractSet[str]
) -> bool:
    return any(links.get(word, frozenset()) & others for word in some)


def _shared(one: str, other: str) -> int:
    """How many letters two words share at the beginning, or because one holds the other."""
    short, long = sorted((one, other), key=len)
    return len(short) if short in long else shared_prefix_length(one, other)


def _by_relatives(clue: Analysis, codename: Analysis, shared: int) -> Judgement | None:
    """What words say against each other that are both related to a third one.

    `shared` letters are the same in both.
    """
    if clue.derived & codename.members:  # unhorsed, horseshoe
        return illegal(Objection.PART)
    mine, theirs = clue.derived | clue.maybe_derived, codename.derived | codename.maybe_derived
    if clue.derived & codename.derived and shared >= MIN_SHARED_PREFIX:  # bakery, baker
        return illegal(Objection.FORM)
    if clue.derived & codename.derived or (mine & theirs and shared >= MIN_SHARED_PREFIX - 1):
        return questioned(Objection.FORM)
    if mine & codename.maybe_members:
        return questioned(Objection.PART)
    if clue.members & theirs:
        return questioned(Objection.SHARES_MEMBER)
    return None
