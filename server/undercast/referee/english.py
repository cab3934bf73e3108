"""English for the referee: WordNet's evidence, and spelling for words that it does not have."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from undercast.referee.english_data import Lexicon
from undercast.referee.english_spelling import (
    PARTICLES,
    SMALL_WORDS,
    SURE_PREFIXES,
    SURE_SUFFIXES,
    alike,
    uncompared,
    uninflected,
    unprefixed,
    unsuffixed,
)
from undercast.referee.language import Analysis, Judgement, illegal, meet, questioned, worse
from undercast.rules.findings import Objection

LONGEST = 30
"""Letters beyond which a word is not taken apart: there is none of that length."""

FAMILY = 4
"""Letters at the beginning that two words with a relative in common share if they are relatives."""


class English:
    """See `language.Language`."""

    small_words = SMALL_WORDS

    def __init__(self) -> None:
        self._lexicon = Lexicon()
        self._analysed = lru_cache(maxsize=4096)(self._analyse)

    def compare(self, clue: str, codename: str) -> Judgement | None:
        """See `language.Language`."""
        if SMALL_WORDS & {clue, codename}:
            return None
        mine, theirs = self._analysed(clue), self._analysed(codename)
        found = meet(mine, theirs)
        if mine.derived & theirs.derived:
            relatives = alike(clue, codename) >= FAMILY
            found = worse((illegal if relatives else questioned)(Objection.FORM), found)
        return found

    def is_abbreviation(self, word: str) -> bool:
        """See `language.Language`."""
        return "!" in (self._lexicon.related(word) or ())

    # --- one word --------------------------------------------------------------------------------

    def _analyse(self, word: str) -> Analysis:
        if len(word) > LONGEST:
            return Analysis(forms=frozenset({word}))
        forms, maybe_forms = self._forms(word)
        derived, maybe_derived = set(self._marked("+", forms)), set(self._marked("~", forms))
        members, maybe_members = set(self._marked("&", forms)), set(self._marked("?", forms))
        if not any(map(self._lexicon.knows, forms)):
            sure, unsure = self._bases(word)
            derived |= sure
            maybe_derived |= unsure
            maybe_members |= set(self._parts(word))
        for base in derived:
            if base in word:
                members |= set(self._marked("&", [base]))
        return Analysis(
            forms=frozenset(forms),
            maybe_forms=frozenset(maybe_forms),
            derived=frozenset(derived),
            maybe_derived=frozenset(maybe_derived),
            members=frozenset(members),
            maybe_members=frozenset(maybe_members),
        )

    def _marked(self, sigil: str, words: Iterable[str]) -> Iterator[str]:
        for word in words:
            for relation in self._lexicon.related(word) or ():
                if relation[0] == sigil and len(relation) > 1:
                    yield relation[1:]

    def _known(self, words: Iterable[str]) -> set[str]:
        return {word for word in words if self._lexicon.knows(word)}

    def _forms(self, word: str) -> tuple[set[str], set[str]]:
        """The words that `word` is a form of, and those that it may be one of."""
        basic = self._known(uninflected(word))
        irregular = set(self._marked("=", [word]))
        if self._lexicon.knows(word):
            sure, unsure = {word} | irregular, set[str]()
        elif basic:
            sure, unsure = basic, set[str]()
        else:
            plain = {word, word.removesuffix("s"), word.removesuffix("es")}
            sure, unsure = self._known(uncompared(word)) or plain, set()
        sure |= set(self._marked("=", sure))
        unsure |= set(self._marked("~", sure))
        return sure, unsure - sure

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
