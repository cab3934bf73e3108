"""What people are asked in a terminal, what they may answer, and what is said to the rest."""

import random
import re
import shlex
import sys
from pathlib import Path

import pytest

from scripted_terminal import played

pytestmark = pytest.mark.slow

BOTS = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")

ALL_HUMAN = (
    *("play", "--seed", "1"),
    *("--red-spymaster", "human", "--red-operative", "human"),
    *("--blue-spymaster", "human", "--blue-operative", "human"),
)

AGENTS = ["brass", "gorilla", "sheriff", "spur", "cowboy", "scorpion", "soap", "cinema", "coat"]
"""Red's, in the game of this seed; red begins."""

LOOK = ""
"""Enter at the curtain."""


def flat(told: str) -> str:
    """Without the ends of lines."""
    return " ".join(told.split())


def test_clues_as_people_type_them(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [LOOK, "rust", "2 3", "12 rust", "rust -1", "x" * 51 + " 2", "2", "", "?", "rust 2"]
    code, told = played(monkeypatch, ALL_HUMAN, lines)
    assert code == 0
    for said in (
        "A clue is a word and a number, like: 2 rust",
        "Which one is the number? Type it after a colon, like: 2: 2",
        "The number is 0 to 9, or unlimited.",
        "That is not a clue: at most 50 letters, and no special signs.",
        "You have to give a clue.",
        "unlimited guesses",
        "Red's spymaster says: RUST 2",
        "You left the game; nobody won.",
    ):
        assert said in flat(told)


def test_what_a_clue_means_is_noted_for_the_debrief(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [LOOK, "2 qwerty = brass, gorila", "2 qwerty = gorilla, 12", *AGENTS[:3]]
    lines += [LOOK, "asdf jkl unlimited = kiwi", "ask", LOOK, "y", "kitchen"]
    code, told = played(monkeypatch, ALL_HUMAN, lines)
    assert code == 0
    assert "Did you mean GORILLA?" in flat(told)
    before, _, after = told.partition("The clues:")
    assert "meant" not in before
    assert "Red's spymaster: QWERTY 2 meant GORILLA, BRASS." in after
    assert "Blue's spymaster: ASDF JKL unlimited meant KIWI." in after


def test_a_doubted_clue_is_given_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    _, told = played(monkeypatch, ALL_HUMAN, [LOOK, "zzz yyy 2", "anyway"])
    assert "The referee has doubts: ZZZ YYY is more than one word." in told
    assert "Red's spymaster says: ZZZ YYY 2" in told


def test_an_illegal_clue_is_not_given_but_can_be_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    illegal = "The referee does not allow it: COATS is a form of COAT."
    _, told = played(monkeypatch, ALL_HUMAN, [LOOK, "coats 2", "anyway"])
    assert illegal in told
    assert "says: COATS" not in told

    lines = [LOOK, "coats 2", "ask", LOOK, "maybe", "n", LOOK, "coats 2", "ask", LOOK, "y"]
    _, told = played(monkeypatch, ALL_HUMAN, lines)
    assert "Blue's spymaster: In secret: do you allow the rival's clue COATS 2?" in told
    assert "The referee says: COATS is a form of COAT." in told
    assert "The rival says no to COATS 2. Give another clue." in told
    assert "Red's operative: Your guess for COATS 2" in told


def test_where_no_rival_is_all_may_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    for mode, giver in (("coop", "Red's spymaster"), ("duet", "Side A")):
        board = ("play", "--mode", mode, "--two", "--seed", "1")
        _, told = played(monkeypatch, board, [LOOK, "coats 2", "ask", "anyway"])
        assert "Type 'anyway' if all of you agree to it, or another clue." in told
        assert f"{giver} says: COATS 2" in told


def test_the_opponents_turn_of_a_co_op(monkeypatch: pytest.MonkeyPatch) -> None:
    board = ("play", "--mode", "coop", "--two", "--seed", "1")
    lines = [LOOK, "1 qwerty", "coat", "", LOOK, "soap", "nothing", "kiwi", "1 asdf"]
    _, told = played(monkeypatch, board, lines)
    assert "Red's spymaster: The opponent's turn: which blue agent is revealed?" in told
    assert "SOAP is not a blue agent." in told
    assert "KIWI is revealed: a blue agent." in told
    assert "The opponent: KIWI revealed" in told


def test_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [LOOK, "2 qwerty", "", "0", "26", "COAT", "coat", "24", "", LOOK, "unlimited asdf"]
    lines += ["kitchen"]
    code, told = played(monkeypatch, ALL_HUMAN, lines)
    assert code == 0
    for said in (
        "Touch at least one card before you stop.",
        "The cards are numbered 1 to 25.",
        "Red touches COAT: a red agent.",
        "COAT is already revealed.",
        "Red touches CINEMA: a red agent.",
        "Blue's operative: Your guess for ASDF unlimited: a word",
        "Blue touches KITCHEN: the assassin.",
        "Red wins: blue touched the assassin.",
        "Blue's spymaster: ASDF unlimited",
        "Touched KITCHEN (assassin).",
        "To play these cards again: --seed 1",
    ):
        assert said in flat(told)


def test_people_alone_need_no_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    code, told = played(monkeypatch, ALL_HUMAN, [LOOK, "unlimited qwerty", *AGENTS])
    assert code == 0
    assert "Red wins: all red agents are found." in told


@pytest.mark.parametrize("command", ["play", "watch"])
def test_without_numpy_the_remedy_is_told(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert played(monkeypatch, (command,)) == (2, "")
    assert "pip install 'undercast[bots]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["play", "--style", "clever"], "a team is STYLE"),
        (["play", "--style", "none"], "someone has to play red-spymaster"),
        (["play", "--red-operative", "bold"], "no person plays; to watch bots, use"),
        (
            ["play", "--mode", "coop", "--blue-operative", "human"],
            "coop has no seat blue-operative",
        ),
        (["play", "--language", "tlh"], "tlh: the languages are bs, de, en"),
        (["watch", "--red", "none"], "someone has to play"),
        (["watch", "--language", "en,xx"], "xx: the languages are"),
    ],
)
def test_what_cannot_be_played_is_told(
    options: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert played(monkeypatch, options) == (2, "")
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    "line", re.findall(r"^undercast ((?:play|watch)[^#\n]*)", BOTS, re.MULTILINE), ids=str.strip
)
def test_what_the_page_on_bots_says_is_played(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for size in (None, (40, 24)):
        code, told = played(monkeypatch, shlex.split(line), [LOOK, "?"], size=size)
        assert code == 0
        assert "nobody won" in told or "To play these cards again: --seed" in told


def test_bots_are_watched_as_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    board = ("watch", "--seed", "1", "--blue", "random", "--language", "en,sr-Cyrl")
    code, told = played(monkeypatch, board)
    assert code == 0
    assert "\x1b" not in told
    assert "Red's spymaster says: " in told
    assert "The key:" in told
    assert played(monkeypatch, board) == (code, told)  # the seed repeats it
    for mode in ("coop", "duet"):
        code, told = played(monkeypatch, (*board, "--red", "random", "--mode", mode))
        assert code == 0
        assert "key:" in told


LINES = ["", "?", "rust 2", "unlimited qwe", "abc def 1", "ask", "anyway", "y", "n", "coats 2"]
LINES += ["9 x", "\0", "\xff", "a" * 60 + " 1", ":", "1:1", *map(str, range(26))]


@pytest.mark.parametrize("number", range(12))
def test_whatever_is_typed_a_game_ends_or_is_left(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = random.Random(number)
    mode = dice.choice(["classic", "coop", "duet"])
    options = [*ALL_HUMAN, "--mode", "classic"] if mode == "classic" else ["play", "--mode", mode]
    two = () if mode == "classic" else ("--two", "--seed", str(number))
    size = dice.choice([None, (20, 10), (40, 24), (200, 60)])
    lines = [dice.choice(LINES) for _ in range(400)]
    code, told = played(monkeypatch, [*options, *two], lines, size=size)
    assert code == 0
    assert "nobody won" in told or "To play these cards again: --seed" in told
