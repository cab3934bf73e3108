"""A general table of words and their basic forms: it says that a word belongs elsewhere.

The data is the one of the optional package simplemma, read where it is installed. Without it fewer
words are known, and more of them are questions.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from importlib.util import find_spec


class LemmaTable:
    """The basic form of a word, as a general dictionary has it."""

    def __init__(self, code: str) -> None:
        self._code = code

    @cached_property
    def _words(self) -> Mapping[str, str]:
        if find_spec("simplemma") is None:
            return {}
        from simplemma.strategies.dictionaries import stream_dictionary_factory  # noqa: PLC0415

        return stream_dictionary_factory.StreamDictionaryFactory().get_dictionary(self._code)

    @property
    def is_there(self) -> bool:
        """Whether there is one."""
        return len(self._words) > 0

    def load(self) -> None:
        """Read it; the first question would."""
        _ = self._words

    @lru_cache(maxsize=4096)  # noqa: B019 - one table for each language
    def lemma(self, word: str) -> str | None:
        """The basic form of `word`, in small letters; None for an unknown one."""
        spelled = (word, word.capitalize(), *_with_sharp_s(word))
        found = next(filter(None, map(self._words.get, spelled)), None)
        return found.casefold() if found else None

    def is_basic_form(self, word: str) -> bool:
        """Whether `word` is one, with or without a capital (Fall; fall is a form of fallen)."""
        return any(self._words.get(spelled) == spelled for spelled in (word, word.capitalize()))

    @lru_cache(maxsize=4096)  # noqa: B019 - one table for each language
    def has_capital(self, word: str) -> bool:
        """Whether `word` is one with a capital: a noun in German."""
        spelled = (word.capitalize(), *map(str.capitalize, _with_sharp_s(word)))
        return any(one in self._words for one in spelled)

    def has_only_capital(self, word: str) -> bool:
        """Whether `word` is always written with a capital."""
        return word not in self._words and self.has_capital(word)


def _with_sharp_s(word: str) -> Iterator[str]:
    """Casefolding has made `ss` of each ß (strasse, grossmass)."""
    if "ss" in word:
        for spelled in (word.replace("ss", "ß"), word.replace("ss", "ß", 1)):
            yield from (spelled, spelled.capitalize())
