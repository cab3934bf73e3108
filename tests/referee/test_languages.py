"""The referee's languages: pairs that people judged, examples, and sweeps over whole decks."""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping

import pytest

from long import LONG, often
from referee.pair_lists import REFEREE, Pair, confusion, pairs, verdict
from tools.referee import sweep
from undercast import words
from undercast.base import assets
from undercast.referee.families import (
    Kinship,
    Paradigms,
    parse_family,
    read_families,
    read_lines,
)
from undercast.referee.orthographies import ORTHOGRAPHIES
from undercast.rules.findings import Verdict

DECKS = words.load(assets.wordlists())
TAGS = sorted(tag for tag in DECKS if "-" not in tag)
HALVES = [(tag, half) for tag in TAGS for half in "abcde" if any(pairs(tag, half))]

WANTED: Mapping[str, frozenset[str]] = {
    "legal": frozenset({"legal"}),
    "doubt": frozenset({"legal", "questioned"}),
    "caught": frozenset({"illegal", "questioned"}),
    "illegal": frozenset({"illegal"}),
}
"""What may be said of an example."""


def reviewed(folder: str, name: str) -> list[str]:
    """The lines of a file that says what people think."""
    return read_lines(sweep.LANGUAGES / folder / "review" / f"{name}.txt")


def examples(folder: str) -> Iterator[tuple[str, str, str]]:
    for line in reviewed(folder, "examples"):
        codename, wanted, *clues = line.split()
        yield from ((codename.replace("_", " "), wanted, clue) for clue in clues)


@pytest.mark.parametrize("folder", sweep.FOLDERS)
def test_examples(folder: str) -> None:
    tag = sweep.tags(folder)[-1]
    wrong = [
        (codename, wanted, clue, said)
        for codename, wanted, clue in examples(folder)
        if (said := verdict(REFEREE, tag, Pair("", "", codename, clue))) not in WANTED[wanted]
    ]
    assert wrong == []


SURE = {Kinship.KIN, Kinship.COMPOUND}

CAUGHT = defaultdict(lambda: 0.95, en=0.97, hi=0.93)
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


@pytest.mark.parametrize("folder", sweep.FOLDERS)
def test_what_the_sweep_published_is_still_said(folder: str) -> None:
    tag = sweep.tags(folder)[0]
    said = [
        (found.verdict, found.evidence, card, clue, found.word)
        for _, _, card, clue, _ in sweep.published(folder)
        if (found := REFEREE.compare((tag,), clue, card)) is not None
    ]
    assert said == sweep.published(folder)


@pytest.mark.parametrize("folder", sweep.FOLDERS)
def test_each_codename_of_a_deck_has_a_family(folder: str) -> None:
    assert REFEREE.unlisted(sweep.tags(folder)[0], sweep.codenames(folder)) == ()


@pytest.mark.parametrize("folder", sweep.FOLDERS)
def test_families_say_one_thing_of_a_word(folder: str) -> None:
    heads = set[str]()
    for line in dict.fromkeys(read_families(sweep.LANGUAGES / folder / "families.txt").values()):
        family = parse_family(line)
        own = [head.lemma for head in family.heads]
        assert heads.isdisjoint(own), line
        heads.update(own)
        said = dict.fromkeys(own, Kinship.KIN)
        for kinship, word in family.members:
            assert said.setdefault(word.lemma, kinship) is kinship, (word.lemma, line)


@pytest.mark.parametrize("folder", sweep.FOLDERS)
def test_no_form_of_a_family_is_passed_over(folder: str) -> None:
    """The referee looks at a family only if a clue begins like one of its words: all of them do."""
    tag, file = sweep.tags(folder)[0], sweep.LANGUAGES / folder / "inflection.toml"
    written = ORTHOGRAPHIES[Paradigms(file).text("script")].written
    paradigms = Paradigms(file, written)
    legal = []
    families = read_families(sweep.LANGUAGES / folder / "families.txt", written)
    for head, line in list(families.items())[:: often(12, 1)]:
        kin = [word for kinship, word in parse_family(line).members if kinship is Kinship.KIN]
        others = {w.lemma for kinship, w in parse_family(line).members if kinship not in SURE}
        forms = {form for word in kin for form in paradigms.forms(word)} - others
        legal += [(head, form) for form in forms if REFEREE.compare((tag,), form, head) is None]
    assert legal == []


@pytest.mark.parametrize("tag", DECKS)
def test_nothing_is_raised_whatever_the_words_are(tag: str) -> None:
    chance = random.Random(1)
    letters = sorted({*"".join(DECKS[tag].codenames).lower(), *"' 1a"})
    for _ in range(500):
        clue, codename = (
            "".join(chance.choices(letters, k=chance.randint(1, 40))) for _ in range(2)
        )
        REFEREE.compare((tag,), clue, codename)


@pytest.mark.parametrize("folder", sweep.FOLDERS)
def test_which_codenames_are_no_clues_for_others(folder: str) -> None:
    kin = {frozenset(pair.split("-")) for pair in reviewed(folder, "kin")}
    found = {
        frozenset((clue, card.replace(" ", "")))
        for tag in sweep.tags(folder)
        for card in DECKS[tag].codenames[:: often(10, 1)]
        for clue in DECKS[tag].codenames
        if " " not in clue and clue != card
        if (said := REFEREE.compare((tag,), clue, card)) and said.verdict is Verdict.ILLEGAL
    }
    assert found == kin if LONG else found <= kin
