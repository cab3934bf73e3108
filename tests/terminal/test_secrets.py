"""Nobody learns the key at a shared keyboard: with two keys that agree on what is revealed, every
byte but those between a key holder's Enter and the next covering is the same.
"""

import re

import pytest

from scripted_terminal import played
from undercast.rules.cards import Identity
from undercast.rules.modes.duet import PAIRS
from undercast.server.deals import Deals
from undercast.terminal.styles import CLEAR_ALL, CURSOR_HOME, LEAVE_ALT_SCREEN

R, B, N, X = Identity.RED, Identity.BLUE, Identity.BYSTANDER, Identity.ASSASSIN

ONE = (*[R] * 9, *[B] * 8, *[N] * 7, X)
"""By position; what is touched below is red from the start, blue from behind it."""

OTHER = (*[R] * 4, B, *[R] * 4, *[B] * 3, X, *[B] * 2, N, R, *[N] * 4, B, N, B, N)

LOOK = ""

HUMAN = ("--red-spymaster", "human", "--red-operative", "human")
HUMAN += ("--blue-spymaster", "human", "--blue-operative", "human")

SPYMASTERS = ("--red-spymaster", "human", "--blue-spymaster", "human", "--red-operative", "random")
SPYMASTERS += ("--blue-operative", "random")

GAMES = {
    "classic": (HUMAN, [LOOK, "what", "2 qwerty", "nonsense", "1", "2", "", LOOK, "1 asdf", "10"]),
    "a question": (HUMAN, [LOOK, "abc def 2", "ask", LOOK, "y", "1", "?", "", LOOK, "1 asdf"]),
    "co-op": (("--mode", "coop", "--two"), [LOOK, "2 qwerty", "1", "", LOOK, "10", LOOK, "1 asdf"]),
}


def public(written: str) -> list[str]:
    """What everybody may read: all but what a key holder sees after Enter, until it is covered.
    Nothing else is shown in between.
    """
    parts = []
    for part in written.split(CLEAR_ALL):
        start, curtain, further = part.partition("look away")
        asked, enter, private = further.partition("\x1b[J> ")
        parts.append(start + curtain + asked + enter)
        for page in private.split(CURSOR_HOME)[1:]:
            assert re.search("spymaster|side [AB]", page.partition("\n")[0]), page
    return parts


def test_a_key_is_covered_before_bots_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    command = ("play", "--seed", "1", *SPYMASTERS)
    _, written = played(monkeypatch, command, [LOOK, "1 qwerty"], size=(80, 24))
    before, after = public(written)
    assert "Red's spymaster, the key comes next." in before
    assert "says: QWERTY 1" in after
    assert "Blue's spymaster, the key comes next." in after


@pytest.mark.parametrize("depth", ["1", ""])
@pytest.mark.parametrize("game", GAMES)
def test_two_keys_same_bytes(game: str, depth: str, monkeypatch: pytest.MonkeyPatch) -> None:
    options, lines = GAMES[game]
    told = []
    for key in (ONE, OTHER):
        monkeypatch.setattr(Deals, "key", lambda _self, _board, key=key: key)
        command = ("play", "--seed", "3", *options)
        code, written = played(monkeypatch, command, lines, size=(80, 24), NO_COLOR=depth)
        assert code == 0
        assert "Traceback" not in written
        told.append(written)
    assert told[0] != told[1]  # the key was looked at
    assert public(told[0]) == public(told[1])


def test_two_keys_of_a_duet(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = list(PAIRS.elements())
    place = next(p for p, pair in enumerate(pairs) if pair == (Identity.GREEN, Identity.GREEN))
    pairs.insert(0, pairs.pop(place))
    told = []
    for dealt in (pairs, [pairs[0], *reversed(pairs[1:])]):
        keys = tuple(a for a, _ in dealt), tuple(b for _, b in dealt)
        monkeypatch.setattr(Deals, "duet_keys", lambda _self, keys=keys: keys)
        command = ("play", "--seed", "3", "--mode", "duet", "--two")
        lines = [LOOK, "", LOOK, "1 qwerty", LOOK, "oops", "1", "", LOOK, "1 asdf", LOOK, "?"]
        code, written = played(monkeypatch, command, lines, size=(40, 24))
        assert code == 0
        told.append(written)
    assert told[0] != told[1]
    assert public(told[0]) == public(told[1])
    assert all("guess for ASDF" not in part for part in public(told[0]))


def test_without_control_sequences_a_key_is_scrolled_on(monkeypatch: pytest.MonkeyPatch) -> None:
    command = ("play", "--seed", "1", "--two")
    _, written = played(monkeypatch, command, [LOOK, "1 qwerty"], size=(40, 20), TERM="dumb")
    assert "\x1b" not in written
    private, _, rest = written.partition("Enter.")[2].partition("\n" * 20)
    assert "your key" in " ".join(private.split())
    assert "Red's operative: Your guess" in rest


def test_who_leaves_leaves_no_key_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    _, written = played(monkeypatch, ("play", "--seed", "1", "--two"), [LOOK], size=(80, 24))
    key, covered, end = written.rpartition(CLEAR_ALL)
    assert "your key" in key
    assert covered
    assert end == f"{LEAVE_ALT_SCREEN}\nYou left the game; nobody won.\n"
