import random

import msgspec
import pytest
from msgspec.structs import replace

from bots.boards import dealt, seen, shuffled
from room.evening import ANA, BEN, CEM, DORA, then
from rules.play import TYPED, clue, mark, touch
from undercast.bots import tongues
from undercast.bots.bot import Meant, Ranked, Seen, Style
from undercast.bots.player import Player
from undercast.commands.kinds import AllowClue, EndTurn, GiveClue, MarkCard, RejectClue, TouchCard
from undercast.referee import Referee
from undercast.room.state import Room
from undercast.rules.actions import AskRival, Pause
from undercast.rules.actions import RejectClue as Rejected
from undercast.rules.cards import Identity
from undercast.rules.findings import Finding, Objection, Verdict
from undercast.thinking.minds import legal

TONGUES = tongues.load()
REFEREE = Referee()


def player(style: Style = Style.NORMAL) -> Player:
    return Player(TONGUES, style, legal())


def decided(room: Room, who: str, style: Style = Style.NORMAL, seed: int = 1):
    return player(style).decide(seen(room, who), random.Random(seed))


@pytest.mark.parametrize("style", Style)
def test_a_clue_passes_the_referee_and_means_own_cards(style: Style) -> None:
    for seed in range(8):
        room = dealt(seed)
        decision = decided(room, ANA, style)
        assert decision is not None
        assert isinstance(decision.command, GiveClue)
        assert isinstance(decision.reasons, Meant)
        assert room.game is not None
        word, number = decision.command.word, decision.command.number
        hidden = dict(enumerate(room.game.table.codenames))
        assert REFEREE.judge(("en",), hidden, word, number, 9, room.game.table.settings) == ()
        assert len(decision.reasons.cards) == number
        assert {room.game.key[position] for position in decision.reasons.cards} == {Identity.RED}


def test_the_same_view_and_dice_decide_the_same() -> None:
    room = dealt(3)
    assert decided(room, ANA) == decided(room, ANA)
    given = then(room, ANA, clue("ocean", 2))
    assert decided(given, CEM) == decided(given, CEM)


def test_a_guesser_cannot_know_the_key() -> None:
    """Same bytes in, same command and reasons out, whatever the hidden cards are."""
    for seed in range(6):
        rooms = [
            then(dealt(seed, letters=shuffled(key)), ANA, clue("ocean", 2))
            for key in (seed + 100, seed + 200)
        ]
        views = [seen(room, CEM) for room in rooms]
        assert rooms[0].game.key != rooms[1].game.key  # type: ignore[union-attr]
        first, second = (msgspec.json.encode(one.view) for one in views)
        assert first == second
        one, other = (player().decide(view, random.Random(1)) for view in views)
        assert one == other
        assert one is not None
        assert isinstance(one.reasons, Ranked)


def test_a_guesser_marks_and_then_touches_what_is_likest() -> None:
    room = then(dealt(1), ANA, clue("ocean", 2))
    decision = decided(room, CEM)
    assert decision is not None
    assert isinstance(decision.command, MarkCard)
    assert isinstance(decision.reasons, Ranked)
    likest = decision.reasons.cards[0]
    assert decision.command.position == likest
    marked = then(room, CEM, mark(likest, by=CEM))
    touching = decided(marked, CEM)
    assert touching is not None
    assert isinstance(touching.command, TouchCard)
    assert touching.command.position == likest
    assert list(decision.reasons.shares) == sorted(decision.reasons.shares, reverse=True)


def test_it_only_marks_where_a_spymaster_taps() -> None:
    room = then(dealt(1, TYPED), ANA, clue("ocean", 2))
    decision = decided(room, CEM)
    assert decision is not None
    assert isinstance(decision.command, MarkCard)
    assert decided(room, ANA) is None


def test_it_stops_when_nothing_more_fits() -> None:
    room = then(dealt(1), ANA, clue("ocean", 1))
    first = decided(room, CEM)
    assert first is not None
    assert isinstance(first.command, MarkCard)
    letters = list(shuffled(1))
    place = letters.index("r")
    letters[place], letters[first.command.position] = letters[first.command.position], "r"
    room = then(dealt(1, letters="".join(letters)), ANA, clue("ocean", 1))

    room = then(room, CEM, touch(first.command.position))
    second = decided(room, CEM)
    assert second is not None
    assert isinstance(second.command, EndTurn)


def test_whoever_has_nothing_to_do_does_nothing() -> None:
    room = dealt(2)
    assert [decided(room, who) for who in (BEN, CEM, DORA)] == [None] * 3
    assert decided(then(room, ANA, Pause()), ANA) is None


def test_the_rival_is_judged_by_the_findings_and_not_by_the_key() -> None:
    for verdict, answer in ((Verdict.ILLEGAL, RejectClue), (Verdict.QUESTIONED, AllowClue)):
        finding = Finding(verdict, Objection.FORM, 0)
        answers = []
        for key in (1, 2, 3):
            room = dealt(5, letters=shuffled(key))
            asked = then(room, ANA, AskRival("ocean", 2, ANA, (finding,), rival=True))
            answers.append(decided(asked, BEN))
            assert decided(asked, ANA) is None
        assert answers[0] is not None
        assert isinstance(answers[0].command, answer)
        assert answers[0] == answers[1] == answers[2]


def test_what_it_thinks_is_in_no_repr() -> None:
    room = dealt(1)
    view: Seen = seen(room, ANA)
    decision = decided(room, ANA)
    assert decision is not None
    assert "hidden" in repr(view)
    assert "hidden" in repr(decision)
    assert "hidden" in repr(decision.reasons)
    assert replace(view, step=2).step == 2


def test_a_rival_who_rejects_everything_is_asked_about_ever_other_clues() -> None:
    asked = AskRival("tree", 1, ANA, (), rival=True)
    room = then(then(dealt(1), ANA, asked), BEN, Rejected(question=1))
    said = set()
    for seed in range(12):
        decision = decided(room, ANA, seed=seed)
        assert decision is not None
        assert isinstance(decision.command, GiveClue)
        said.add(decision.command.word)
    assert len(said) > 3
