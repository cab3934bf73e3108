"""English: pairs that people judged, and words that no dictionary has."""

import gzip
from collections.abc import Iterator

import pytest

from referee.pair_lists import confusion, pairs
from undercast import words
from undercast.base import assets
from undercast.referee import Referee
from undercast.referee.english_data import FAMILIES, FILE, EnglishWords, OwnList
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
    lexicon = EnglishWords()
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


VOWELS = "aeiou"

OTHER_WORDS = {
    "acer", "archer", "badger", "bayer", "boner", "caper", "chipper", "clover", "kilter", "lunger",
    "mazer", "ponder", "taper", "wander",  # no more of ace, arch, badge than their letters
    "lunged", "lunging",  # of lunge, not of lung
}  # fmt: skip
"""What looks like a form of a codename, and is another word."""


def plain_forms(word: str) -> Iterator[str]:
    """Its plural, and what it would be as a verb, as schools teach it: by its last letters alone.

    Only the first of these for a proper name.
    """
    name, word = word[0].isupper(), word.lower()
    if word.endswith(("s", "x", "z", "ch", "sh")):
        yield word + "es"
    elif word.endswith("y") and word[-2] not in VOWELS:
        yield word[:-1] + "ies"
    else:
        yield word + "s"
    if name or word.endswith("c"):
        return
    short = sum(letter in VOWELS + "y" for letter in word) == 1
    doubles = short and word[-1] not in VOWELS + "wxy" and word[-2] in VOWELS
    stem = word + word[-1] if doubles else word.removesuffix("e")
    if word.endswith("ie"):
        yield word[:-2] + "ying"
    else:
        yield (word if word.endswith(("ee", "oe")) else stem) + "ing"
    if word.endswith("y") and word[-2] not in VOWELS:
        stem = word[:-1] + "i"
    yield stem + "ed"
    yield stem + "er"


def test_each_plain_form_of_a_codename_is_found() -> None:
    deck = words.load(assets.wordlists())["en"].codenames
    found = {
        form: judge(form, codename)
        for codename in deck
        if codename.isalpha() and codename != "Nile"  # Niles is somebody
        for form in plain_forms(codename)
    }
    assert len(found) > 2500
    assert {form for form, verdict in found.items() if verdict == "legal"} == OTHER_WORDS


@pytest.mark.parametrize(
    "codename",
    [
        "bikini", "taxi", "ski", "rabbi", "alibi", "zucchini", "sushi", "tsunami", "graffiti",
        "emu", "gnu", "guru", "plateau", "tofu", "caribou", "Zworpi",
    ],
)  # fmt: skip
def test_words_in_i_and_u_have_plurals(codename: str) -> None:
    assert judge(codename + "s", codename) == "illegal"


@pytest.mark.parametrize(("codename", "clue"), [("vir", "virus"), ("viru", "virus"), ("li", "Lis")])
def test_what_ends_so_for_itself_has_lost_no_plural_s(codename: str, clue: str) -> None:
    assert judge(clue, codename) == "legal"


@pytest.mark.parametrize(
    ("codename", "verdict", "clues"),
    [
        ("dive", "illegal", "dives diving dived diver divers"),
        ("dive", "questioned", "dove"),
        ("dive", "legal", "diva divas doves"),
        ("diva", "illegal", "divas"),
        ("diva", "legal", "dive dives diving"),
        ("lock", "illegal", "locks locked locking"),
        ("wait", "illegal", "waits waited waiting"),
        ("march", "illegal", "marches marched marching"),
        ("wolf", "illegal", "wolves wolfed wolfing"),
        ("pinch", "illegal", "pinches pinched pinching"),
        ("lunge", "illegal", "lunges lunged lunging"),
        ("carte", "legal", "carted carting"),
        ("envelope", "questioned", "enveloped enveloping"),
    ],
)
def test_a_form_is_of_the_word_that_it_comes_from(codename: str, verdict: str, clues: str) -> None:
    assert set(judged(codename, clues).items()) == {(clue, verdict) for clue in clues.split()}
