import random

import msgspec
import pytest
from msgspec.structs import replace

from bots.boards import codenames, dealt, seen, shuffled
from room.room_builder import ANA, BEN, CEM, DORA, deal, four, then
from room.room_builder import room as room_of
from rules.duet_builder import DUET, KEYS, OF_A, clue_by, touch_by
from rules.game_builder import END_TURN, OPERATIVES_TAP, TYPED, clue, mark, touch
from undercast.bots import languages
from undercast.bots.bot import BotStyle, IntendedCard, RankedCard, SeatView
from undercast.bots.player import BotPlayer
from undercast.commands.command_types import (
    AllowClueCommand,
    EndTurnCommand,
    GiveClueCommand,
    MarkCardCommand,
    RejectClueCommand,
    TouchCardCommand,
)
from undercast.referee import Referee
from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.actions import AskRival, Pause
from undercast.rules.actions import RejectClue as Rejected
from undercast.rules.cards import Identity, Side
from undercast.rules.findings import Finding, Objection, Verdict
from undercast.thinking.bot_players import legal

TONGUES = languages.load()
REFEREE = Referee()


def player(style: BotStyle = BotStyle.NORMAL) -> BotPlayer:
    return BotPlayer(TONGUES, style, legal())


def decided(room: Room, who: str, style: BotStyle = BotStyle.NORMAL, seed: int = 1):
    return player(style).decide(seen(room, who), random.Random(seed))


@pytest.mark.parametrize("style", BotStyle)
def test_a_clue_passes_the_referee_and_means_own_cards(style: BotStyle) -> None:
    for seed in range(8):
        room = dealt(seed)
        decision = decided(room, ANA, style)
        assert decision is not None
        assert isinstance(decision.command, GiveClueCommand)
        assert isinstance(decision.reasons, IntendedCard)
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
        assert isinstance(one.reasons, RankedCard)


def test_a_guesser_marks_and_then_touches_what_is_likest() -> None:
    room = then(dealt(1), ANA, clue("ocean", 2))
    decision = decided(room, CEM)
    assert decision is not None
    assert isinstance(decision.command, MarkCardCommand)
    assert isinstance(decision.reasons, RankedCard)
    likest = decision.reasons.cards[0]
    assert decision.command.position == likest
    marked = then(room, CEM, mark(likest, by=CEM))
    touching = decided(marked, CEM)
    assert touching is not None
    assert isinstance(touching.command, TouchCardCommand)
    assert touching.command.position == likest
    assert list(decision.reasons.shares) == sorted(decision.reasons.shares, reverse=True)


def test_it_only_marks_where_a_spymaster_taps() -> None:
    room = then(dealt(1, TYPED), ANA, clue("ocean", 2))
    decision = decided(room, CEM)
    assert decision is not None
    assert isinstance(decision.command, MarkCardCommand)
    assert decided(room, ANA) is None


def test_it_stops_when_nothing_more_fits() -> None:
    room = then(dealt(1), ANA, clue("ocean", 1))
    first = decided(room, CEM)
    assert first is not None
    assert isinstance(first.command, MarkCardCommand)
    letters = list(shuffled(1))
    place = letters.index("r")
    letters[place], letters[first.command.position] = letters[first.command.position], "r"
    room = then(dealt(1, letters="".join(letters)), ANA, clue("ocean", 1))

    room = then(room, CEM, touch(first.command.position))
    second = decided(room, CEM)
    assert second is not None
    assert isinstance(second.command, EndTurnCommand)


def test_whoever_has_nothing_to_do_does_nothing() -> None:
    room = dealt(2)
    assert [decided(room, who) for who in (BEN, CEM, DORA)] == [None] * 3
    assert decided(then(room, ANA, Pause()), ANA) is None


def test_the_rival_is_judged_by_the_findings_and_not_by_the_key() -> None:
    for verdict, answer in (
        (Verdict.ILLEGAL, RejectClueCommand),
        (Verdict.QUESTIONED, AllowClueCommand),
    ):
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
    view: SeatView = seen(room, ANA)
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
        assert isinstance(decision.command, GiveClueCommand)
        said.add(decision.command.word)
    assert len(said) > 3


UNKNOWN = ("voldemort", "zydeco", "gryffindor", "mollusk", "xqzzt", "blorptex", "мишка")


def groped(
    room: Room, who: str = CEM, style: BotStyle = BotStyle.NORMAL, dice: int = 60
) -> list[int]:
    """The cards that it goes for, with one dice after the other."""
    decisions = [decided(room, who, style, seed) for seed in range(dice)]
    commands = [None if one is None else one.command for one in decisions]
    return [c.position for c in commands if isinstance(c, MarkCardCommand | TouchCardCommand)]


@pytest.mark.parametrize("style", BotStyle)
@pytest.mark.parametrize("word", UNKNOWN)
def test_of_a_clue_that_it_does_not_know_it_takes_any_card(word: str, style: BotStyle) -> None:
    room = then(dealt(1), ANA, clue(word, 3))
    cards = groped(room, style=style)
    assert len(cards) == 60
    assert len(set(cards)) > 15
    assert max(map(cards.count, cards)) < 12
    decision = decided(room, CEM, style)
    assert decision is not None
    assert decision.reasons is None  # it had none, and the debrief tells none


def test_it_says_that_it_does_not_know_a_word() -> None:
    for word, unsure in (("xqzzt", True), ("ocean", False)):
        decision = decided(then(dealt(1), ANA, clue(word, 3)), CEM)
        assert decision is not None
        assert isinstance(decision.command, MarkCardCommand)
        assert decision.command.unsure is unsure


def test_of_cards_that_it_does_not_know_it_takes_any() -> None:
    strange = tuple(f"Zworp{'aeiouy'[n % 6]}{'bcdfg'[n // 6]}" for n in range(25))
    room = then(four(OPERATIVES_TAP), ANA, deal(shuffled(1), strange), clue("ocean", 1))
    assert len(set(groped(room))) > 15


@pytest.mark.parametrize("style", BotStyle)
def test_of_a_clue_that_it_does_not_know_it_touches_one_card(style: BotStyle) -> None:
    letters = shuffled(1)
    own = [place for place, letter in enumerate(letters) if letter == "r"]
    room = then(dealt(1, letters=letters), ANA, clue("voldemort", 3))
    room = then(room, CEM, mark(own[3], by=CEM))
    for seed in range(20):
        decision = decided(room, CEM, style, seed)
        assert decision is not None
        assert isinstance(decision.command, TouchCardCommand)
        assert decision.command.position == own[3]  # as it has marked
    for seed in range(20):
        decision = decided(then(room, CEM, touch(own[3])), CEM, style, seed)
        assert decision is not None
        assert isinstance(decision.command, EndTurnCommand)


def test_it_marks_once_where_a_spymaster_taps() -> None:
    room = then(dealt(1, TYPED, shuffled(1)), ANA, clue("voldemort", 3))
    assert len(set(groped(room))) > 15
    room = then(room, CEM, mark(4, by=CEM))
    assert not groped(room)
    own = shuffled(1).index("r")
    assert not groped(then(room, ANA, touch(own)))


def test_its_earlier_clues_guide_it_where_it_does_not_know_this_one() -> None:
    """A red agent of the ocean is still to be found; what of blue is like it guides nobody."""
    letters = shuffled(1)
    red, blue = ([p for p, is_ in enumerate(letters) if is_ == team] for team in "rb")
    room = then(dealt(1, letters=letters), ANA, clue("ocean", 3))
    first = decided(room, CEM)
    assert first is not None
    assert isinstance(first.reasons, RankedCard)
    likest = next(p for p in first.reasons.cards if p not in (red[0], blue[0]))
    room = then(room, CEM, touch(red[0]), END_TURN)
    room = then(then(room, BEN, clue("metal", 2)), DORA, touch(blue[0]), END_TURN)
    room = then(room, ANA, clue("voldemort", 1))
    cards = groped(room)
    assert cards.count(likest) == max(map(cards.count, cards))
    assert 1 < len(set(cards)) < 20
    decision = decided(room, CEM)
    assert decision is not None
    assert isinstance(decision.reasons, RankedCard)
    assert decision.reasons.cards[0] == likest


def test_an_uninformed_side_of_a_duet_touches_once_too() -> None:
    two = room_of(DUET, Ana=Seat.SIDE_A, Ben=Seat.SIDE_B)
    room = then(two, ANA, deal(KEYS, codenames(2)), clue_by(Side.A, "voldemort", 3))
    cards = groped(room, BEN, BotStyle.BOLD)
    assert len(set(cards)) > 12
    decision = decided(then(room, BEN, touch_by(Side.B, OF_A[0])), BEN, BotStyle.BOLD)
    assert decision is not None
    assert isinstance(decision.command, EndTurnCommand)


def test_a_zero_clue_leads_away_from_what_it_names() -> None:
    by_two, by_none = (
        decided(then(dealt(1), ANA, clue("ocean", number)), CEM) for number in (2, 0)
    )
    assert by_two is not None
    assert by_none is not None
    assert isinstance(by_two.reasons, RankedCard)
    assert isinstance(by_none.reasons, RankedCard)
    assert by_none.reasons.cards == by_two.reasons.cards[::-1]
