"""What people are asked in a terminal, what they may answer, and what is said to the rest."""

import sys

import pytest

from scripted import played

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
        "Which one is the number? Type it behind a colon, like: 2: 2",
        "The number is 0 to 9, or unlimited.",
        "That is no clue: a word of at most 50 letters, without odd signs.",
        "A clue has to be given.",
        "with 0 and unlimited any number may be guessed",
        "Red's spymaster says: RUST 2",
        "The game is left; nobody won.",
    ):
        assert said in flat(told)


def test_a_doubted_clue_is_given_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    _, told = played(monkeypatch, ALL_HUMAN, [LOOK, "zzz yyy 2", "anyway"])
    assert "The referee doubts it: ZZZ YYY is more than one word." in told
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
    assert "Blue's spymaster: In secret: may the rival say COATS 2?" in told
    assert "The referee says: COATS is a form of COAT." in told
    assert "The rival says no to COATS 2. Give another clue." in told
    assert "Red's operative: Red guesses for COATS 2" in told


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
    assert "Red's spymaster: The opponent's turn: which blue agent is uncovered?" in told
    assert "SOAP is no blue agent." in told
    assert "KIWI is uncovered: a blue agent." in told
    assert "The opponent: KIWI uncovered" in told


def test_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [LOOK, "2 qwerty", "", "0", "26", "COAT", "coat", "24", "", LOOK, "unlimited asdf"]
    lines += ["kitchen"]
    code, told = played(monkeypatch, ALL_HUMAN, lines)
    assert code == 0
    for said in (
        "Touch at least one card before you stop.",
        "The cards are numbered 1 to 25.",
        "Red touches COAT: a red agent.",
        "COAT is revealed already.",
        "Red touches CINEMA: a red agent.",
        "Blue's operative: Blue guesses for ASDF unlimited. Type",
        "Blue touches KITCHEN: the assassin.",
        "Red wins: blue touched the assassin.",
        "Blue's spymaster: ASDF unlimited",
        "Touched KITCHEN (assassin).",
        "The same cards again: --seed 1",
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
        (["play", "--style", "none"], "somebody has to play red-spymaster"),
        (["play", "--red-operative", "bold"], "nobody plays; to look on there is"),
        (
            ["play", "--mode", "coop", "--blue-operative", "human"],
            "coop has no seat blue-operative",
        ),
        (["play", "--language", "tlh"], "tlh: the languages are bs, en"),
        (["watch", "--red", "none"], "somebody has to play"),
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


def test_bots_are_watched_as_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    board = ("watch", "--seed", "1", "--blue", "random", "--language", "en,sr-Cyrl")
    code, told = played(monkeypatch, board)
    assert code == 0
    assert "\x1b" not in told
    assert "Red's spymaster says: " in told
    assert "The key:" in told
    assert played(monkeypatch, board) == (code, told)  # the seed repeats it
    assert played(monkeypatch, (*board, "--mode", "coop"))[0] == 0
    assert played(monkeypatch, (*board, "--mode", "duet"))[0] == 0
