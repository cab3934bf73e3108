"""The referee's languages: pairs that people judged, examples, and sweeps over whole decks."""

import random
from collections.abc import Iterator

import pytest

from referee.examples import EXAMPLES, WANTED
from referee.pair_lists import Pair, confusion, verdict
from tools.referee import sweep
from undercast import words
from undercast.base import assets
from undercast.referee import Referee
from undercast.referee.families import Kinship, Paradigms, parse_family, read_families
from undercast.referee.languages import DATA
from undercast.referee.orthographies import ORTHOGRAPHIES
from undercast.rules.findings import Verdict

REFEREE = Referee()
REFEREE.load(("en", "hr", "hi"))
TAGS = ("bs", "en", "hi", "hr", "sr")
HALVES = [(tag, half) for tag in TAGS for half in "ab"] + [("en", "c"), ("hi", "c"), ("hr", "c")]
ALPHABETS = {
    "en": "abcdefghijklmnopqrstuvwxyz' 1",
    "hr": "abcčćdđefghijklmnoprsštuvzžабвгђжљњћџш' 1",
    "hi": "कखगघचजटडतदनपबमयरलवशसहािीुूेैोौ्ंँ़अआइईa1",
}


def rows(tag: str) -> Iterator[tuple[str, str, str]]:
    for line in EXAMPLES[tag].strip().splitlines():
        codename, wanted, *clues = line.split()
        yield from ((codename, wanted, clue) for clue in clues)


@pytest.mark.parametrize("tag", EXAMPLES)
def test_examples(tag: str) -> None:
    wrong = [
        (codename, wanted, clue, said)
        for codename, wanted, clue in rows(tag)
        if (said := verdict(REFEREE, tag, Pair("", "", codename, clue))) not in WANTED[wanted]
    ]
    assert wrong == []


SURE = {Kinship.KIN, Kinship.COMPOUND}

CAUGHT = {"bs": 0.95, "en": 0.97, "hi": 0.93, "hr": 0.95, "sr": 0.95}
"""Of codenames of the decks, the least share of illegal clues that is refused or asked."""


@pytest.mark.parametrize(("tag", "half"), HALVES)
def test_figures(tag: str, half: str) -> None:
    found = confusion(tag, half, of_decks=True)
    caught = found.share("illegal", "illegal", "questioned")
    assert caught >= CAUGHT[tag]
    assert found.share("illegal", "questioned") <= caught / 4
    assert found.share("legal", "illegal") == 0
    assert found.share("legal", "questioned") <= 0.05


@pytest.mark.parametrize("tag", TAGS)
def test_figures_of_words_without_a_family(tag: str) -> None:
    found = confusion(tag, "b", of_decks=False)
    assert found.share("illegal", "illegal", "questioned") >= 0.4
    assert found.share("legal", "illegal") == 0


@pytest.mark.parametrize("folder", sweep.DECKS)
def test_what_the_sweep_published_is_still_said(folder: str) -> None:
    referee, tag = Referee(), sweep.DECKS[folder][0]
    said = [
        (found.verdict, found.evidence, card, clue, found.word)
        for _, _, card, clue, _ in sweep.published(folder)
        if (found := referee.compare((tag,), clue, card)) is not None
    ]
    assert said == sweep.published(folder)


@pytest.mark.parametrize("folder", sweep.DECKS)
def test_each_codename_of_a_deck_has_a_family(folder: str) -> None:
    assert REFEREE.unlisted(sweep.DECKS[folder][0], sweep.codenames(folder)) == ()


@pytest.mark.parametrize("folder", sweep.DECKS)
def test_families_say_one_thing_of_a_word(folder: str) -> None:
    heads = set[str]()
    for line in dict.fromkeys(read_families(DATA / folder / "families.txt").values()):
        family = parse_family(line)
        own = [head.lemma for head in family.heads]
        assert heads.isdisjoint(own), line
        heads.update(own)
        said = dict.fromkeys(own, Kinship.KIN)
        for kinship, word in family.members:
            assert said.setdefault(word.lemma, kinship) is kinship, (word.lemma, line)


@pytest.mark.parametrize("folder", sweep.DECKS)
def test_no_form_of_a_family_is_passed_over(folder: str) -> None:
    """The referee looks at a family only if a clue begins like one of its words: all of them do."""
    tag, file = sweep.DECKS[folder][0], DATA / folder / "language.toml"
    written = ORTHOGRAPHIES[Paradigms(file).text("script")].written
    paradigms = Paradigms(file, written)
    legal = []
    for head, line in read_families(DATA / folder / "families.txt", written).items():
        kin = [word for kinship, word in parse_family(line).members if kinship is Kinship.KIN]
        others = {w.lemma for kinship, w in parse_family(line).members if kinship not in SURE}
        forms = {form for word in kin for form in paradigms.forms(word)} - others
        legal += [(head, form) for form in forms if REFEREE.compare((tag,), form, head) is None]
    assert legal == []


@pytest.mark.parametrize("tag", ALPHABETS)
def test_nothing_is_raised_whatever_the_words_are(tag: str) -> None:
    chance = random.Random(1)
    for _ in range(500):
        clue, codename = (
            "".join(chance.choices(ALPHABETS[tag], k=chance.randint(1, 40))) for _ in range(2)
        )
        REFEREE.compare((tag,), clue, codename)


KIN_IN_A_DECK = {
    "en": """runway-Broadway runway-MilkyWay runway-subway coconut-chestnut coconut-walnut
    chestnut-walnut lollipop-popcorn""",
    "hr": "naušnica-uho zub-zupčanik",
    "hi": "त्रिकोण-कोना संगीत-गीत गोली-गोल पत्ता-पतझड़ मूँगफली-फल फूल-फुलझड़ी बाँसुरी-बाँस हाथ-हथेली",
}
"""Codenames of one deck that are kin: one of them is no clue for the other."""


@pytest.mark.parametrize("tag", KIN_IN_A_DECK)
def test_which_codenames_are_no_clues_for_others(tag: str) -> None:
    deck = words.load(assets.wordlists())[tag].codenames
    reviewed = {frozenset(pair.split("-")) for pair in KIN_IN_A_DECK[tag].split()}
    found = {
        frozenset((clue, card.replace(" ", "")))
        for card in deck
        for clue in deck
        if " " not in clue and clue != card
        if (said := REFEREE.compare((tag,), clue, card)) and said.verdict is Verdict.ILLEGAL
    }
    assert found == reviewed
