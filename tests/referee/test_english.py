"""English: pairs that people judged, and words that no dictionary has."""

import gzip

import pytest

from referee.pairs import confusion, pairs
from undercast.referee import Referee
from undercast.referee.english_data import FAMILIES, FILE, Lexicon, OwnList
from undercast.rules.findings import Verdict
from undercast.rules.settings import Settings, SeveralWords

REFEREE = Referee()


def judge(clue: str, codename: str) -> str:
    allowing = Settings(several_words=SeveralWords.ALLOW)
    found = REFEREE.judge(("en",), {0: codename}, clue, 1, 9, allowing)
    return str(found[0].verdict) if found else "legal"


@pytest.mark.parametrize("half", ["a", "b", "c"])
def test_the_figures(half: str) -> None:
    """Half b was never tuned on. docs/referee.md has the tables."""
    found = confusion("en", half)
    assert found.share("illegal", "illegal", "questioned") >= 0.93
    assert found.counts["legal", "illegal"] == 0
    assert found.share("legal", "questioned") <= 0.08


def test_the_halves_share_no_codename() -> None:
    halves = [{pair.codename.casefold() for pair in pairs("en", half)} for half in "ab"]
    assert not halves[0] & halves[1]
    for half in "ab":
        for wanted in ("illegal", "legal"):
            assert sum(pair.wanted == wanted for pair in pairs("en", half)) >= 150


@pytest.mark.parametrize(
    ("codename", "clue"),
    [
        ("mouse", "mice"), ("go", "went"), ("leaf", "leaves"), ("bake", "bakery"),
        ("bakery", "baker"), ("national", "international"), ("color", "colours"),
        ("center", "centre"), ("yo-yo", "yoyos"),
    ],
)  # fmt: skip
def test_forms_are_illegal(codename: str, clue: str) -> None:
    assert judge(clue, codename) == "illegal"


@pytest.mark.parametrize(
    ("codename", "clue"), [("Blorp", "blorps"), ("Blorp", "Blorp's"), ("horse", "horselike")]
)
def test_words_that_no_dictionary_has_are_inflected_and_derived_too(
    codename: str, clue: str
) -> None:
    assert judge(clue, codename) == "illegal"


@pytest.mark.parametrize(("codename", "clue"), [("moon", "moonhorse"), ("saw", "see")])
def test_doubt_is_a_question(codename: str, clue: str) -> None:
    assert judge(clue, codename) == Verdict.QUESTIONED


def test_small_words_of_a_phrase_do_not_matter() -> None:
    assert judge("Lord of the flies", "Queen of the hill") == "legal"


def test_each_line_of_the_data_is_found_by_halving() -> None:
    lexicon = Lexicon()
    lines = gzip.decompress(FILE.read_bytes()).decode().splitlines()
    for line in lines[:3] + lines[::97] + lines[-3:]:
        word, _, relations = line.partition("\t")
        assert lexicon.looked_up(word) == tuple(relations.split())
    assert lines == sorted(lines, key=lambda line: line.partition("\t")[0])
    for word in ("", "a", "zzzz", "horsf", "été"):
        assert not lexicon.knows(word)


def judged(codename: str, clues: str) -> dict[str, str]:
    return {clue: judge(clue, codename) for clue in clues.split()}


@pytest.mark.parametrize(
    ("codename", "clues"),
    [
        ("plan", "planes plane"), ("cap", "capes"), ("tap", "tapes"), ("win", "wines"),
        ("cod", "codes"), ("hop", "hopes hoped hoping"), ("safe", "saves saved"),
        ("spin", "spines spans"), ("lung", "lunges lunged lunging"), ("reef", "reeves"),
        ("dive", "diva"), ("counter", "countess"), ("strip", "stripe striped"), ("mars", "mar"),
        ("scotland", "landlord island"), ("stand", "standard"), ("see", "seed"),
    ],
)  # fmt: skip
def test_letters_that_merely_coincide_are_legal(codename: str, clues: str) -> None:
    assert set(judged(codename, clues).items()) == {(clue, "legal") for clue in clues.split()}


@pytest.mark.parametrize(
    ("codename", "clues"),
    [
        ("eye", "eyes"), ("leg", "legs"), ("bat", "bats"), ("cow", "cows"), ("taxi", "taxis"),
        ("die", "dice"), ("lead", "led"), ("lie", "lied"), ("grey", "gray"), ("gray", "grey"),
        ("pajamas", "pyjamas"), ("mustache", "moustache"), ("axe", "axes"), ("box", "boxes"),
        ("church", "churches"), ("knife", "knives"), ("lunge", "lunges lunged"),
        ("television", "tv telly"), ("fridge", "refrigerator"), ("gym", "gymnasium"),
        ("rhinoceros", "rhino"), ("hippo", "hippopotamus"), ("limousine", "limo"),
        ("memo", "memorandum"), ("curb", "kerb"), ("jail", "gaol"), ("donut", "doughnut"),
        ("draft", "draught"), ("yogurt", "yoghurt"), ("omelet", "omelette"), ("math", "maths"),
        ("bike", "bicycle"), ("influenza", "flu"), ("bus", "omnibus"),
        ("wolf", "werewolf"), ("fire", "firefighter"), ("bat", "batman"), ("french", "frenchman"),
        ("penny", "penniless"), ("feel", "felt"), ("king", "king2 kings2 2king"),
        ("rock", "rock'n'roll rock’n’roll"), ("rock'n'roll", "rock roll"), ("bank", "ᏼank"),
    ],
)  # fmt: skip
def test_plain_forms_clippings_spellings_and_compounds_are_illegal(
    codename: str, clues: str
) -> None:
    assert set(judged(codename, clues).items()) == {(clue, "illegal") for clue in clues.split()}


@pytest.mark.parametrize(
    ("codename", "clues"),
    [
        ("advertisement", "ad"), ("vet", "veteran"), ("coast", "coaster"), ("bull", "bullock"),
        ("gravity", "grave"), ("felt", "feel"),
    ],
)  # fmt: skip
def test_what_may_be_another_word_is_a_question(codename: str, clues: str) -> None:
    assert set(judged(codename, clues).items()) == {(clue, "questioned") for clue in clues.split()}


def test_our_own_list_says_one_thing_of_two_words() -> None:
    said = set[frozenset[str]]()
    for line in FAMILIES.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            basic, _, others = OwnList.taken_apart(line)
            for other in others:
                assert basic != other, line
                assert frozenset((basic, other)) not in said, line
                said.add(frozenset((basic, other)))
