"""The languages that bots speak: English by the table, others by lexicons that point into it."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np

from undercast.base import assets
from undercast.bots import vector_files, vector_table
from undercast.bots.dependencies import TABLE
from undercast.bots.similarity import Bytes, WordSenses
from undercast.bots.vector_table import VectorTable
from undercast.words import fold, to_cyrillic
from undercast.words.duplicates import TakenWords
from undercast.words.emoji import emoji_of
from undercast.words.lexicons import Lexicon, load_lexicons
from undercast.words.serbian_scripts import to_latin, without_seams

ENGLISH = "en"

EMOJI = "zxx"
"""The lexicon of emoji, of which scenes are made."""

CYRILLIC = "Cyrl"

_FOREIGN = frozenset("qwxyQWXY")
"""Letters that Cyrillic does not have."""

_KEPT = 4
"""Mixtures of languages that are kept ready: tens of megabytes each."""


class BotLanguage:
    """A language, or several alike ones, by its lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.languages = lexicon.languages
        self._lexicon = lexicon
        self._written = {_written(word): told for word, told in lexicon.senses.items()}
        self._folded: dict[str, tuple[str, ...]] = {}
        for word, told in lexicon.senses.items():
            self._folded[fold(without_seams(word))] = self._by_fold(word) + told

    def clue_words(self, tag: str) -> tuple[str, ...]:
        """The words of one of its languages that may be said: those that are one word, and that its
        script has the letters for.
        """
        language, _, script = tag.partition("-")
        only = self._lexicon.only
        mine = (word for word in self._lexicon.senses if language in only.get(word, (language,)))
        words = [word for word in mine if " " not in word]
        if script == CYRILLIC:
            return tuple(to_cyrillic(word) for word in words if not _FOREIGN.intersection(word))
        return tuple(without_seams(word) for word in words)

    def meanings(self, word: str) -> tuple[str, ...]:
        """What it means in English, the most usual first; nothing if it is unknown. Who leaves out
        marks (kos for koš) may mean each of those words.
        """
        return self._written.get(_written(word)) or self._by_fold(word)

    def form_of(self, word: str) -> tuple[str, ...]:
        """What the word means of which this is another form: its plural, say."""
        return self._by_fold(self._forms.collision(word)[1])

    @cached_property
    def _forms(self) -> TakenWords:
        """Knows forms of its words; a tenth of a second until it does."""
        taken = TakenWords(self.languages[0])
        for word in self._lexicon.senses:
            taken.add(without_seams(word))
        return taken

    def _by_fold(self, word: str) -> tuple[str, ...]:
        return self._folded.get(fold(without_seams(word)), ())


def _written(word: str) -> str:
    return to_latin(without_seams(word).casefold())


class Speech:
    """What may be said on a board of some languages, and what is understood there."""

    def __init__(
        self, known: VectorTable, tongues: Sequence[BotLanguage], languages: Sequence[str]
    ) -> None:
        """`languages`: tags. A board of which nobody speaks any is played in English."""
        self._table = known
        self._pictures = [tongue for tongue in tongues if EMOJI in tongue.languages]
        pairs = [(tongue, tag) for tag in languages if (tongue := _speaking(tongues, tag))]
        self._tongues = list(dict.fromkeys(tongue for tongue, _ in pairs))
        self._english = ENGLISH in languages or not pairs
        self._senses = lru_cache(maxsize=1024)(self._found)
        said = {_written(word): word for word in self._english_words()}
        for tongue, tag in pairs:
            for word in tongue.clue_words(tag):
                said.setdefault(_written(word), word)
        self.words = tuple(said.values())
        """What a bot may say, once each."""
        self.word_senses = self._said()
        """Their senses."""
        self.rarity = np.array([self._rarity(word) for word in self.words])
        """How unusual each of them is, 0 to 1."""
        self.named = np.array([self._is_name(word) for word in self.words])
        """Whether each of them is a proper name."""
        self.sources = known.sources
        """Who says how much words have to do with each other."""

    def senses(self, words: Sequence[str]) -> WordSenses:
        """The senses of words, codenames or scenes; of what is unknown, zeros. At least one."""
        return WordSenses.of([self._senses(word) for word in words])

    def knows(self, word: str) -> bool:
        """Whether there is an opinion about this word."""
        return bool(self._senses(word).any())

    def is_translation(self, word: str, codename: str) -> bool:
        """Whether a word says no more than the codename does: it is its translation, or another
        spelling of the same name.
        """
        for tongue, told in self._by_tongue(word).items():
            for other, them in self._by_tongue(codename).items():
                if told == them if tongue == other else not told.isdisjoint(them):
                    return tongue != other or self._is_name(word)
        return False

    def _by_tongue(self, word: str) -> dict[BotLanguage | None, frozenset[str]]:
        """What it means in each language of the board that knows it; in English, itself."""
        found = {t: frozenset(map(str.casefold, t.meanings(word))) for t in self._tongues}
        english = {None: frozenset([word.casefold()])} if self._english else {}
        return {tongue: told for tongue, told in found.items() if told} | english

    def _english_words(self) -> tuple[str, ...]:
        return self._table.words[: self._table.clue_count] if self._english else ()

    def _said(self) -> WordSenses:
        if not self._tongues:
            return WordSenses.single(self._table.clue_rows)
        return WordSenses.of([self._found(word) for word in self.words])

    def _found(self, word: str) -> Bytes:
        """The vectors of all that it means on this board; else what it could be a form of, or what
        it is in English, or what it shows.
        """
        meanings = self._meanings(word) + ([word] if self._english else [])
        if not (rows := self._known(meanings)).size:
            rows = self._known([s for tongue in self._tongues for s in tongue.form_of(word)])
        if not rows.size:
            shown = [s for one in emoji_of(word) for t in self._pictures for s in t.meanings(one)]
            rows = self._known([word, *shown])
        return rows if rows.size else self._table.rows([word])

    def _known(self, words: list[str]) -> Bytes:
        """The vectors of those of the English `words` that the table knows."""
        rows = self._table.rows(list(dict.fromkeys([*words, ""])))
        known: Bytes = rows[rows.any(axis=1)]
        return known

    def _meanings(self, word: str) -> list[str]:
        """What it means in English in any of the board's other languages."""
        return [sense for tongue in self._tongues for sense in tongue.meanings(word)]

    def _rarity(self, word: str) -> float:
        """Of what it means; of English words their own."""
        ranks = [self._table.rarity(sense) for sense in self._meanings(word) or [word]]
        return sum(ranks) / len(ranks)

    def _is_name(self, word: str) -> bool:
        return word[0].isupper() or any(sense[0].isupper() for sense in self._meanings(word)[:1])


class BotLanguages:
    """All that bots know of words: the English table, and lexicons that point into it."""

    def __init__(self, known: VectorTable, lexicons: Sequence[Lexicon]) -> None:
        tongues = tuple(BotLanguage(lexicon) for lexicon in lexicons)
        self._on = lru_cache(maxsize=_KEPT)(
            lambda languages: Speech(known, tongues, languages)  # a board's, ready for its clues
        )

    def on(self, languages: tuple[str, ...]) -> Speech:
        """What is said and understood on a board of these languages."""
        return self._on(languages)


def load(file: Path = TABLE, brought: Path | None = None) -> BotLanguages:
    """The table in `file`, and the lexicons that are shipped.

    `brought`: what `vectors.prepare` made of somebody's file. Raises OSError, LexiconUnreadable.
    """
    further = [] if brought is None else [vector_files.prepared(brought)]
    return with_lexicons(vector_table.load(file, further))


def with_lexicons(known: VectorTable) -> BotLanguages:
    """A table, and the lexicons that are shipped. Raises OSError, LexiconUnreadable."""
    return BotLanguages(known, load_lexicons(assets.wordlists()))


def _speaking(tongues: Sequence[BotLanguage], tag: str) -> BotLanguage | None:
    """Whoever speaks this language, whatever its script or country."""
    language = tag.partition("-")[0]
    return next((tongue for tongue in tongues if language in tongue.languages), None)
