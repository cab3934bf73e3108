"""The languages that bots speak: English by the table, others by lexicons with senses in it."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from undercast.base import assets
from undercast.bots import vector_files, vector_table
from undercast.bots.associations import AssociationLists, Ids
from undercast.bots.dependencies import TABLE
from undercast.bots.misspellings import parts, slips
from undercast.bots.similarity import Bytes, Floats, WordSenses
from undercast.bots.vector_table import VectorTable
from undercast.words import fold, to_cyrillic
from undercast.words.associations import Associations, load_associations, read_associations
from undercast.words.blush import is_unfit
from undercast.words.duplicates import TakenWords
from undercast.words.emoji import emoji_of
from undercast.words.lexicons import Lexicon, load_lexicons
from undercast.words.serbian_scripts import to_latin, without_seams

ENGLISH = "en"

EMOJI = "zxx"
"""The lexicon of emoji, which scenes are made of."""

CYRILLIC = "Cyrl"

_FOREIGN = frozenset("qwxyQWXY")
"""Letters that Cyrillic lacks."""

ASSOCIATED = 6.0
"""What the strongest association counts in z, beside what the sources say together."""

MOOD = 0.5
"""What the likeness of a clue to a card's associates counts beside that."""

ASSOCIATED_ALONE = 6.0
"""The same as an opinion of its own."""

_CACHED = 4
"""Mixtures of languages that are kept loaded: tens of megabytes each."""


class BotLanguage:
    """A language, or several similar ones, by its lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.languages = lexicon.languages
        self._lexicon = lexicon
        self._written = {_written(word): senses for word, senses in lexicon.senses.items()}
        self._folded: dict[str, tuple[str, ...]] = {}
        for word, senses in lexicon.senses.items():
            self._folded[fold(without_seams(word))] = self._by_fold(word) + senses

    def clue_words(self, tag: str) -> tuple[str, ...]:
        """What may be a clue in one of its languages: single words that its script has the letters
        for.
        """
        language, _, script = tag.partition("-")
        only = self._lexicon.only
        mine = (word for word in self._lexicon.senses if language in only.get(word, (language,)))
        words = [word for word in mine if " " not in word]
        if script == CYRILLIC:
            return tuple(to_cyrillic(word) for word in words if not _FOREIGN.intersection(word))
        return tuple(without_seams(word) for word in words)

    def meanings(self, word: str) -> tuple[str, ...]:
        """Its English senses, the most usual first; none if it is unknown. A word typed without
        diacritics (kos for koš) may be any of those words.
        """
        return self._written.get(_written(word)) or self._by_fold(word)

    def form_of(self, word: str) -> tuple[str, ...]:
        """The senses of the word that this is a form of: its plural, say."""
        return self._by_fold(self._forms.collision(word)[1])

    @cached_property
    def _forms(self) -> TakenWords:
        """Recognizes forms of its words; takes a tenth of a second to make."""
        taken = TakenWords(self.languages[0])
        for word in self._lexicon.senses:
            taken.add(without_seams(word))
        return taken

    def _by_fold(self, word: str) -> tuple[str, ...]:
        return self._folded.get(fold(without_seams(word)), ())


def _written(word: str) -> str:
    return to_latin(without_seams(word).casefold())


class Words(Struct, frozen=True):
    """What may be said: words with their senses, and by number in the lists of associations."""

    senses: WordSenses
    ids: Ids

    def __getitem__(self, places: NDArray[np.intp]) -> "Words":
        """The words at these places."""
        return Words(self.senses[places], self.ids[places])


class Cards(Struct, frozen=True):
    """Codenames that lie on the table together."""

    senses: WordSenses
    associated: "CardAssociations | None" = None
    """None unless there is a list for every one of them: those without would be passed over."""


class CardAssociations(Struct, frozen=True):
    """What cards call to mind."""

    ids: Ids
    moods: WordSenses
    """Of each card the mean of its associates."""


class BoardVocabulary:
    """What bots say and understand on a board of some languages."""

    def __init__(
        self,
        known: VectorTable,
        bot_languages: Sequence[BotLanguage],
        languages: Sequence[str],
        associations: Sequence[Associations] = (),
    ) -> None:
        """`languages`: tags. A board of unknown languages only is played in English.

        `associations` are used on boards of one language: a card in another would have none.
        """
        self._table = known
        self._emoji = [language for language in bot_languages if EMOJI in language.languages]
        pairs = [(language, tag) for tag in languages if (language := _of_tag(bot_languages, tag))]
        self._languages = list(dict.fromkeys(language for language, _ in pairs))
        self._others = [language for language in bot_languages if language not in self._languages]
        self._english = ENGLISH in languages or not pairs
        self._senses = lru_cache(maxsize=1024)(self._found)
        self._meant = lru_cache(maxsize=256)(self._find_meant)
        said = {_written(word): word for word in self._english_words()}
        for language, tag in pairs:
            for word in language.clue_words(tag):
                said.setdefault(_written(word), word)
        self._lists = _of_all(associations, languages)
        self._common = frozenset[str]()
        if self._lists is not None and len(self._lists.languages) == 1:
            common = {_written(word): word for word in self._lists.common()}
            self._common = frozenset(common)
            said |= {key: word for key, word in common.items() if key not in said}
        spoken = (*languages, *([ENGLISH] if self._english else []))
        self.words = tuple(word for word in said.values() if not is_unfit(word, spoken))
        """The possible clues, once each."""
        self._mood = lru_cache(maxsize=256)(self._find_mood)
        self.sayable = Words(self._said(), self._ids(self.words))
        """The same with what is known of them."""
        self.rarity = np.array([self._rarity(word) for word in self.words])
        """How rare each of them is, 0 to 1."""
        self.named = np.array([self._is_name(word) for word in self.words])
        """Whether each of them is a proper name."""
        self._sources = known.sources

    def said(self, words: Sequence[str]) -> Words:
        """Any words, at least one; zeros for the senses of what is unknown. A word that nobody
        knows is taken for one that differs by a slip, or for a compound.
        """
        meant = [self._meant(word) for word in words]
        return Words(self._senses_of(meant), self._ids(meant))

    def cards(self, codenames: Sequence[str]) -> Cards:
        """Codenames or scenes, at least one."""
        senses = self._senses_of(codenames)
        if self._lists is None or not all(map(self._lists.covers, codenames)):
            return Cards(senses)
        moods = WordSenses.single(np.stack([self._mood(codename) for codename in codenames]))
        return Cards(senses, CardAssociations(self._ids(codenames), moods))

    def similarity(self, words: Words, cards: Cards) -> Floats:
        """How much each of the words (rows) makes people think of each card (columns), in z: by
        their senses, and by what the cards call to mind.
        """
        found = self._sources.consensus(words.senses, cards.senses)
        return (
            found if cards.associated is None else found + self._associated(words, cards.associated)
        )

    def opinions(self, words: Words, cards: Cards) -> Floats:
        """The same by each source alone, associations among them: axes source, word, card."""
        found = self._sources.by_source(words.senses, cards.senses)
        if cards.associated is None:
            return found
        mine = self._associated(words, cards.associated) * np.float32(ASSOCIATED_ALONE / ASSOCIATED)
        unknown = ~words.senses.known
        found[:, unknown] = mine[unknown]  # no source has an opinion of its own
        return np.concatenate([found, mine[None]])

    def called(self, words: Words, cards: CardAssociations) -> Floats:
        """How much each of the words (rows) and each card (columns) call each other to mind: the
        direct part of the last opinion.
        """
        assert self._lists is not None  # cards have associations
        direct = self._lists.strengths(words.ids, cards.ids, shared=0.0)
        return direct * np.float32(ASSOCIATED_ALONE)

    def _associated(self, words: Words, cards: CardAssociations) -> Floats:
        assert self._lists is not None  # cards have associations
        direct = self._lists.strengths(words.ids, cards.ids) * np.float32(ASSOCIATED)
        return direct + self._sources.consensus(words.senses, cards.moods) * np.float32(MOOD)

    def knows(self, word: str) -> bool:
        """Whether anything is known of this word, or of what it is taken for."""
        return self._is_known(self._meant(word))

    def _is_known(self, word: str) -> bool:
        return bool(self._found(word).any()) or bool((self._ids([word]) >= 0).any())

    def _find_meant(self, word: str) -> str:
        if self._is_known(word):
            return word
        small = word.casefold()
        near = [slip for slip in dict.fromkeys(slips(small, self._letters)) if self._is_said(slip)]
        if near:
            return min(near, key=self._rarity)  # the first of equal ones: slips come by likelihood
        made = (pair for pair in parts(small) if all(map(self._is_said, pair)))
        return " ".join(next(made, (word,)))

    def _is_said(self, word: str) -> bool:
        """Whether it is one of the words that may be said, as it is written."""
        return _written(word) in self._sayable

    @cached_property
    def _sayable(self) -> frozenset[str]:
        return frozenset(map(_written, self.words))

    @cached_property
    def _letters(self) -> str:
        return "".join(sorted({letter for word in self._sayable for letter in word}))

    def _senses_of(self, words: Sequence[str]) -> WordSenses:
        return WordSenses.of([self._senses(word) for word in words])

    def _ids(self, words: Sequence[str]) -> Ids:
        return np.full(len(words), -1, np.int32) if self._lists is None else self._lists.ids(words)

    def _find_mood(self, codename: str) -> Bytes:
        """The mean of what a codename calls to mind."""
        assert self._lists is not None  # it is covered
        rows = np.concatenate([self._senses(word) for word in self._lists.associates(codename)])
        return self._sources.mean(rows[rows.any(axis=1)])

    def is_translation(self, word: str, codename: str) -> bool:
        """Whether a word is the codename's translation, or another spelling of the same name."""
        for language, senses in self._by_language(word).items():
            for other, theirs in self._by_language(codename).items():
                if senses == theirs if language == other else not senses.isdisjoint(theirs):
                    return language != other or self._is_name(word)
        return False

    def _by_language(self, word: str) -> dict[BotLanguage | None, frozenset[str]]:
        """Its senses in each language of the board that knows it; in English, itself."""
        found = {t: frozenset(map(str.casefold, t.meanings(word))) for t in self._languages}
        english = {None: frozenset([word.casefold()])} if self._english else {}
        return {language: senses for language, senses in found.items() if senses} | english

    def _english_words(self) -> tuple[str, ...]:
        return self._table.words[: self._table.clue_count] if self._english else ()

    def _said(self) -> WordSenses:
        if not self._languages:
            return WordSenses.single(self._table.rows(self.words))
        return WordSenses.of([self._found(word) for word in self.words])

    def _found(self, word: str) -> Bytes:
        """The vectors of all its senses on this board; else of the word that it is a form of, of
        itself in English, of what it shows, or in a language that is not played.
        """
        meanings = self._meanings(word) + ([word] if self._english else [])
        if not (rows := self._known(meanings)).size:
            rows = self._known([s for language in self._languages for s in language.form_of(word)])
        if not rows.size:
            shown = [s for one in emoji_of(word) for t in self._emoji for s in t.meanings(one)]
            rows = self._known([word, *shown])
        if not rows.size:
            rows = self._known([s for language in self._others for s in language.meanings(word)])
        return rows if rows.size else self._table.rows([word])

    def _known(self, words: list[str]) -> Bytes:
        """The vectors of the English `words` that the table knows."""
        rows = self._table.rows(list(dict.fromkeys([*words, ""])))
        known: Bytes = rows[rows.any(axis=1)]
        return known

    def _meanings(self, word: str) -> list[str]:
        """Its English senses in the board's other languages."""
        return [sense for language in self._languages for sense in language.meanings(word)]

    def _rarity(self, word: str) -> float:
        """The mean rarity of its senses; of an English word, its own. What several codenames call
        to mind is not rare.
        """
        if _written(word) in self._common:
            return 0.0
        ranks = [self._table.rarity(sense) for sense in self._meanings(word) or [word]]
        return sum(ranks) / len(ranks)

    def _is_name(self, word: str) -> bool:
        return word[0].isupper() or any(sense[0].isupper() for sense in self._meanings(word)[:1])


class BotLanguages:
    """All that bots know of words: the English table, and lexicons with senses in it."""

    def __init__(
        self,
        known: VectorTable,
        lexicons: Sequence[Lexicon],
        associations: Sequence[Associations] = (),
    ) -> None:
        bot_languages = tuple(BotLanguage(lexicon) for lexicon in lexicons)
        self._on = lru_cache(maxsize=_CACHED)(
            lambda languages: BoardVocabulary(known, bot_languages, languages, associations)
        )

    def on(self, languages: tuple[str, ...]) -> BoardVocabulary:
        """What bots say and understand on a board of these languages."""
        return self._on(languages)


def load(
    file: Path = TABLE, vectors: Path | None = None, associations: Path | None = None
) -> BotLanguages:
    """The table in `file`, and the lexicons that are shipped.

    `vectors`: what `vector_files.prepare` made of a household's file. `associations`: a household's
    own. Raises OSError, TableUnreadable.
    """
    further = [] if vectors is None else [vector_files.prepared(vectors)]
    own = [] if associations is None else [read_associations(associations)]
    return with_lexicons(vector_table.load(file, further), own)


def with_lexicons(known: VectorTable, associations: Sequence[Associations] = ()) -> BotLanguages:
    """A table, and the lexicons and associations that are shipped, with further ones.

    Raises OSError, TableUnreadable.
    """
    folder = assets.languages()
    lexicons = load_lexicons(folder, assets.wordlists())
    return BotLanguages(known, lexicons, (*associations, *load_associations(folder)))


def _of_all(
    associations: Sequence[Associations], languages: Sequence[str]
) -> AssociationLists | None:
    """The lists for a board of these languages, if there are some for all of them."""
    wanted = {tag.partition("-")[0] for tag in languages}
    given = [one for one in associations if wanted <= set(one.languages)]
    return AssociationLists(given) if given and wanted else None


def _of_tag(bot_languages: Sequence[BotLanguage], tag: str) -> BotLanguage | None:
    """The one of this tag's language, whatever its script or country."""
    name = tag.partition("-")[0]
    return next((language for language in bot_languages if name in language.languages), None)
