"""Bots speak the languages of the board, by what its words mean in English."""

import random

import numpy as np
import pytest
from msgspec.structs import replace

from bots.boards import seen, shuffled
from room.room_builder import ANA, CEM, deal, four, then
from rules.game_builder import OPERATIVES_TAP, clue
from undercast import words
from undercast.base import assets
from undercast.base.languages import folder_of_words
from undercast.bots import languages as tongues
from undercast.bots.bot import BotStyle, IntendedCard
from undercast.bots.player import BotPlayer
from undercast.bots.similarity import SimilaritySource, Sources, WordSenses, packed
from undercast.commands.command_types import GiveClueCommand, MarkCardCommand, TouchCardCommand
from undercast.referee import Referee
from undercast.room.state import Room
from undercast.rules.cards import Identity
from undercast.thinking.bot_players import legal
from undercast.words import Deck
from undercast.words.blush import FILE, BlushList, is_unfit
from undercast.words.serbian_scripts import to_latin

pytestmark = pytest.mark.slow

TONGUES = tongues.load()
DECKS = words.load(assets.wordlists())
PACKS = words.load_packs(assets.wordlists())
REFEREE = Referee()
BOARDS = (("bs",), ("hr",), ("sr",), ("sr-Cyrl",), ("hi",), ("hr", "en"), ("sr-Cyrl", "hi"))


def player() -> BotPlayer:
    return BotPlayer(TONGUES, BotStyle.NORMAL, legal())


def dealt(languages: tuple[str, ...], seed: int) -> Room:
    """Ana and Ben at the keys, Cem and Dora guess; red begins."""
    pool = words.pool(DECKS, languages)
    codenames = tuple(random.Random(seed).sample(pool, 25))
    laid = replace(deal(shuffled(seed), codenames), languages=languages)
    return then(four(OPERATIVES_TAP), ANA, laid)


def likeness(languages: tuple[str, ...], one: str, other: str) -> float:
    speech = TONGUES.on(languages)
    return float(speech.similarity(speech.said([one]), speech.cards([other]))[0, 0])


@pytest.mark.parametrize("languages", BOARDS)
def test_a_clue_is_of_the_board_s_languages_and_passes_their_referee(
    languages: tuple[str, ...],
) -> None:
    for seed in range(3):
        room = dealt(languages, seed)
        decision = player().decide(seen(room, ANA), random.Random(1))
        assert decision is not None
        assert isinstance(decision.command, GiveClueCommand)
        assert isinstance(decision.reasons, IntendedCard)
        assert room.game is not None
        word, number = decision.command.word, decision.command.number
        assert word in TONGUES.on(languages).words
        hidden = dict(enumerate(room.game.table.codenames))
        assert REFEREE.judge(languages, hidden, word, number, 9, room.game.table.settings) == ()
        assert {room.game.key[position] for position in decision.reasons.cards} == {Identity.RED}


@pytest.mark.parametrize("languages", BOARDS)
def test_a_guesser_touches_what_is_likest(languages: tuple[str, ...]) -> None:
    room = dealt(languages, 1)
    said = player().decide(seen(room, ANA), random.Random(1))
    assert said is not None
    assert isinstance(said.command, GiveClueCommand)
    assert isinstance(said.reasons, IntendedCard)
    assert said.command.word is not None
    given = then(room, ANA, clue(said.command.word, 1))
    touched = player().decide(seen(given, CEM), random.Random(1))
    assert touched is not None
    assert isinstance(touched.command, MarkCardCommand | TouchCardCommand)
    assert touched.command.position in said.reasons.cards


@pytest.mark.parametrize(
    ("languages", "one", "near", "far"),
    [
        (("hr",), "more", "kit", "violina"),
        (("hr",), "kosa", "češalj", "avion"),
        (("hr",), "kosa", "srp", "avion"),
        (("sr-Cyrl",), "море", "кит", "виолина"),
        (("sr",), "море", "kit", "виолина"),
        (("hi",), "समुद्र", "व्हेल", "वायलिन"),
        (("hi", "hr"), "समुद्र", "kit", "violina"),
        (("hr", "en"), "most", "bridge", "violin"),
        (("hr",), "more", "🐟🚲", "👔📰"),
        (("hi",), "समुद्र", "🐳🎩", "👔📰"),
    ],
)
def test_what_belongs_together_in_any_sense_is_alike(
    languages: tuple[str, ...], one: str, near: str, far: str
) -> None:
    assert likeness(languages, one, near) > 3 > likeness(languages, one, far)


@pytest.mark.parametrize("deck", DECKS)
def test_every_codename_and_every_scene_is_known(deck: str) -> None:
    speech = TONGUES.on((deck,))
    on_cards = (*DECKS[deck].codenames, *words.load_scenes(assets.wordlists()).codenames)
    assert [codename for codename in on_cards if not speech.knows(codename)] == []


@pytest.mark.parametrize("pack", PACKS.values(), ids=list(PACKS))
def test_every_codename_of_a_pack_is_known(pack: Deck) -> None:
    speech = TONGUES.on((pack.language,))
    assert [codename for codename in pack.codenames if not speech.knows(codename)] == []


def test_of_what_nothing_is_known_there_is_no_opinion() -> None:
    speech = TONGUES.on(("hr",))
    assert not speech.knows("xqzzt")
    assert likeness(("hr",), "xqzzt", "more") == 0
    assert speech.knows("Titanic")  # English is understood where the board's languages say nothing
    assert likeness(("en",), "Schnee", "winter") > 3  # then every language that there is


@pytest.mark.parametrize(
    ("language", "typed", "word"),
    [
        ("hr", "JABUKE", "jabuka"),
        ("hr", "vukovi", "vuk"),
        ("sr", "јабуке", "jabuka"),
        ("hr", "cesalj", "češalj"),
        ("hi", "फलों", "फल"),
        ("hi", "चांद", "चाँद"),
    ],
)
def test_what_people_type_is_understood(language: str, typed: str, word: str) -> None:
    speech = TONGUES.on((language,))
    one, other = speech.said([typed]), speech.said([word])
    assert np.array_equal(one.senses.rows, other.senses.rows)
    assert speech.knows(typed)


def test_the_words_of_a_language_nobody_speaks_are_english() -> None:
    unknown, english = (TONGUES.on((language,)).words for language in ("sv", "en"))
    assert english[: len(unknown)] == unknown  # then what the lists of associations add


def test_what_may_be_said_is_one_word_and_said_once() -> None:
    for languages in BOARDS:
        said = TONGUES.on(languages).words
        assert not [word for word in said if "|" in word or ("en" not in languages and " " in word)]
        assert len({word.casefold() for word in said}) == len(said)
    assert "инјекција" in TONGUES.on(("sr-Cyrl",)).words
    assert "injekcija" in TONGUES.on(("sr",)).words


def test_words_of_a_neighbour_are_understood_and_not_said() -> None:
    for language, own, other in (("hr", "tjedan", "sedmica"), ("sr", "mleko", "mlijeko")):
        speech = TONGUES.on((language,))
        assert own in speech.words
        assert other not in speech.words
        assert speech.knows(other)
    assert {"mleko", "mlijeko"} <= set(TONGUES.on(("hr", "sr")).words)


@pytest.mark.parametrize(
    ("languages", "word", "codename", "renames"),
    [
        (("hr", "en"), "bridge", "most", True),
        (("hr", "en"), "most", "Bridge", True),
        (("hr", "hi"), "समुद्र", "more", True),
        (("hr", "en"), "river", "most", False),
        (("hr",), "Pinokijo", "Pinokio", True),
        (("sr-Cyrl",), "Њујорк", "New York", True),
        (("hr",), "kist", "četka", False),
        (("en",), "shore", "beach", False),
    ],
)
def test_another_name_for_a_codename_is_no_clue(
    languages: tuple[str, ...], word: str, codename: str, renames: bool
) -> None:
    assert TONGUES.on(languages).is_translation(word, codename) is renames


APART = packed(np.array([[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]]) / 2)
"""Vectors that have nothing to do with one another."""


def test_the_likest_senses_count() -> None:
    sources = Sources([SimilaritySource(width=4, spread=0.5, weight=1.0)])
    two = WordSenses.of([APART[:2], APART[2:3], APART[3:]])
    other = WordSenses.of([APART[1:3], APART[3:]])
    for said in (sources.consensus, lambda *words: sources.by_source(*words)[0]):
        assert said(two, other) == pytest.approx(np.array([[2, 0], [2, 0], [0, 2]]), abs=1e-6)
        chosen = two[np.array([2, 0])]
        assert said(chosen, other) == pytest.approx(np.array([[0, 2], [2, 0]]), abs=1e-6)
        single = WordSenses.single(APART)
        assert said(single, other) == pytest.approx(
            np.array([[0, 0], [2, 0], [2, 0], [0, 2]]), abs=1e-6
        )


def test_the_whole_is_what_its_sources_say_by_what_they_count() -> None:
    sources = Sources(
        [SimilaritySource(4, spread=0.5, weight=0.75), SimilaritySource(4, spread=0.25, weight=0.5)]
    )
    words = WordSenses.single(np.hstack([APART[[0, 0]], APART[[1, 2]]]))
    assert sources.by_source(words, words)[:, 0].tolist() == [[2, 2], [4, 0]]
    assert sources.consensus(words, words)[0] == pytest.approx([0.75 * 2 + 0.5 * 4, 0.75 * 2])
    assert sources.mean(words.rows).tolist() == [110, 110, 110, 110, 127, 0, 0, -127]


@pytest.mark.parametrize("language", sorted(DECKS))
def test_nothing_is_said_that_a_family_would_blush_at(language: str) -> None:
    listed = folder_of_words(language)
    assert listed is not None
    unfit = BlushList(listed / FILE)
    assert not [word for word in TONGUES.on((language,)).words if to_latin(word) in unfit]
    assert is_unfit("boner", ("en", language))
    assert not is_unfit("harbor", ("en", language))


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("en", "sandwhich", "sandwich"),
        ("en", "elephnat", "elephant"),
        ("en", "snowmountain", "snow mountain"),
        ("hr", "planian", "planina"),
        ("hr", "kostt", "kost"),
    ],
)
def test_a_slip_and_a_compound_are_understood(language: str, typed: str, meant: str) -> None:
    speech = TONGUES.on((language,))
    one, other = speech.said([typed]), speech.said([meant])
    assert speech.knows(typed)
    assert np.array_equal(one.senses.rows, other.senses.rows)


def test_of_nonsense_nothing_is_known() -> None:
    speech = TONGUES.on(("en",))
    assert not speech.knows("xqzzt")
    assert not speech.knows("brrrrrrk")
