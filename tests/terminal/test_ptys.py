"""Whole games in a real pseudo-terminal, typed by somebody."""

import os
import re
import subprocess
import sys

import pytest

from patience import PATIENCE

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are of POSIX", allow_module_level=True)

from ptys import Terminal, plain
from servers import SOURCES
from undercast.room.seats import Seat
from undercast.rules.cards import Identity
from undercast.rules.settings import Guessing, Mode, Settings
from undercast.simulation.match import Match, seats_of
from undercast.terminal.styles import CLEAR_ALL

pytestmark = pytest.mark.slow

NARROW = {"columns": 40, "NO_COLOR": "1"}

CLASSIC = Settings(guessing=Guessing.OPERATIVES_TAP)

BOARDS = {
    # Language: a seed with which red begins, and a clue that no referee minds.
    "en": (1, "qwerty"),
    "sr": (1, "qwerty"),
    "sr-Cyrl": (1, "мрмљ"),
    "hi": (1, "qwerty"),
}


def cards(language: str, seed: int, identity: Identity) -> list[str]:
    """The codenames of this identity in the game of this seed."""
    match = Match(CLASSIC, dict.fromkeys(seats_of(Mode.CLASSIC)), seed, (language,))
    game = match.room.game
    assert game is not None
    named = zip(game.table.codenames, game.key.identities, strict=True)
    return [codename for codename, is_ in named if is_ is identity]


@pytest.mark.parametrize(
    ("language", "wide"), [*((language, False) for language in BOARDS), ("hi", True)]
)
def test_two_people_win_against_two_bots(language: str, wide: bool) -> None:
    seed, word = BOARDS[language]
    agents = cards(language, seed, Identity.RED)
    assert len(agents) == 9
    options = ("--two", "--style", "random", "--language", language, "--seed", str(seed))
    with Terminal("play", "--delay", "0", *options, **({} if wide else NARROW)) as terminal:
        assert "Everyone else, look away" in terminal.asked()
        terminal.types("")
        assert "Your clue for red" in terminal.asked()
        terminal.types(f"unlimited {word}")
        for agent in agents:
            told = terminal.asked()
            assert f"Your guess for {word.upper()} unlimited" in told.replace("\n", " ")
            terminal.types(agent.lower())
        told = terminal.ended()
        assert terminal.process.returncode == 0
        assert "Red wins: all red agents are found." in told
        for agent in agents:
            assert agent.upper() in told
        if not wide:
            assert "\x1b[1m" not in terminal.output
            assert not re.search(r"\x1b\[[0-9;]*m", terminal.output)
        assert nothing_of_the_key(terminal.output)


def nothing_of_the_key(output: str) -> bool:
    """Whether after each covering only what follows an Enter shows a key: it did once here."""
    game = output[: output.index("\x1b[?1049l")]
    curtain, *covered = game.split(CLEAR_ALL)
    before, _, seen = curtain.partition("look away")[2].partition("\x1b[J> ")
    assert re.search(r"\d[rbx-] ", plain(seen))
    for public in (before, *covered):
        assert not re.search(r"\d[rbgx-] ", plain(public)), public
        assert "48;5;224" not in public
        assert "48;5;189" not in public
    return bool(covered)


def test_one_person_plays_a_whole_game_with_three_bots() -> None:
    agents = cards("en", 1, Identity.RED)
    with Terminal("play", "--delay", "0", "--seed", "1") as terminal:
        terminal.asked()
        told = ""
        for agent in agents:
            terminal.types(agent)
            told = terminal.until("\n> " if agent != agents[-1] else "To play these cards again")
        assert "Red wins: all red agents are found." in told
        assert re.search(r"Red's spymaster: [A-Z' ]+ \d meant [A-Z', ]+\.", told)
        assert re.search(r"Touched [A-Z', ]+\.", told)
        assert "The guesser saw" in told  # blue's
        assert terminal.process.wait(PATIENCE) == 0


def test_a_spymaster_gives_clues_and_bots_guess() -> None:
    with Terminal("play", "--you", "spymaster", "--delay", "0", "--seed", "1") as terminal:
        told = terminal.asked()
        assert "your key" in told
        assert "look away" not in told  # nobody else is there
        terminal.types("gun 1")
        told = terminal.asked()
        assert "Red: GUN 1 -> " in told
        terminal.presses(b"\x04")
        assert "You left the game; nobody won." in terminal.ended()
        assert terminal.process.returncode == 0


GARBAGE = (b"\xff\xfe\x80\n", b"\x1b[A\x1b[B\n", b"9" * 300 + b"\n", b"%s\t{}\n", b"\0\n", b"-1\n")


def test_garbage_is_told_and_changes_nothing() -> None:
    with Terminal("play", "--delay", "0", "--seed", "1") as terminal:
        first = terminal.asked()
        board = first[first.rindex("Red 9") :].partition("COAT")[0]
        for garbage in GARBAGE:
            terminal.presses(garbage)
            told = terminal.asked()
            assert board in told
            assert "There is no" in told or "numbered 1 to 25" in told, told
            assert "Traceback" not in told
        terminal.types("shriff")
        assert "Did you mean SHERIFF" in terminal.asked()
        terminal.types("?")
        assert "An empty line ends your turn" in terminal.asked()


@pytest.mark.parametrize("at", ["the question", "the curtain", "a pause"])
def test_ctrl_c_leaves_politely(at: str) -> None:
    options = {"the curtain": ["--two"], "a pause": ["--delay", "60", "--you", "operative"]}
    with Terminal("play", "--seed", "1", *options.get(at, ["--delay", "0"])) as terminal:
        terminal.until("Red 9" if at == "a pause" else "\n> ")
        terminal.presses(b"\x03")
        told = terminal.ended()
        assert "\x1b[3J" not in terminal.output  # what was there before is kept
        assert told.endswith("You left the game; nobody won.\n")
        assert "Traceback" not in terminal.output
        assert terminal.process.returncode == 130
        assert terminal.output.count("\x1b[?1049l") == 1


def test_what_is_typed_while_bots_play_is_no_answer() -> None:
    with Terminal("play", "--seed", "1", "--delay", "0") as terminal:
        terminal.types("")
        terminal.types("sheriff")
        terminal.asked()
        terminal.types("?")
        told = terminal.asked()
        assert "An empty line ends your turn" in told
        assert "Touch at least" not in told
        assert "Red 9" in told


def test_bots_are_watched() -> None:
    with Terminal("watch", "--seed", "1", "--delay", "0") as terminal:
        told = terminal.ended()
        assert terminal.process.returncode == 0
        assert "Red touches SHERIFF: a red agent." in told
        assert "meant" in told
        assert terminal.output.startswith("\x1b[?1049h")


def test_whoever_reads_may_stop() -> None:
    command = [sys.executable, "-m", "undercast.cli", "watch", "--delay", "0"]
    env = {**os.environ, "PYTHONPATH": str(SOURCES)}
    with subprocess.Popen(command, stdout=-1, stderr=-1, env=env) as watching:
        assert watching.stdout is not None
        assert watching.stderr is not None
        assert watching.stdout.readline().startswith(b"Undercast")
        watching.stdout.close()
        assert watching.stderr.read() == b""
        assert watching.wait(PATIENCE) == 0


@pytest.mark.parametrize("term", ["dumb", "xterm"])
def test_terminals_that_can_little(term: str) -> None:
    command = ("watch", "--seed", "1", "--delay", "0", "--red", "random", "--blue", "random")
    with Terminal(*command, columns=40, TERM=term) as terminal:
        assert "To play these cards again: --seed 1" in terminal.ended()
        assert ("\x1b" in terminal.output) is (term == "xterm")
        assert "38;5" not in terminal.output


def test_a_seat_at_the_key_of_a_duet_sees_its_own() -> None:
    assert Seat.SIDE_A.sees_key
    with Terminal("play", "--mode", "duet", "--two", "--seed", "1", **NARROW) as terminal:
        assert "Side A, the key comes next." in terminal.asked()
        terminal.types("")
        assert "An empty line lets your" in terminal.asked()
        terminal.types("")
        assert "Side B, the key comes next." in terminal.asked()
        terminal.types("")
        terminal.asked()
        terminal.types("1 qwerty")
        assert "Side A, the key comes next." in terminal.asked()
        terminal.types("")
        assert "Your guess for QWERTY 1" in terminal.asked().replace("\n", " ")
