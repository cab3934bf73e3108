"""Who watches predicts in secret which card is touched next."""

import pytest
from msgspec.structs import replace

from room.room_builder import (
    ANA,
    BEN,
    CEM,
    DORA,
    EVA,
    FRAN,
    deal,
    entry,
    joined,
    played,
    playing,
    then,
    why_not,
)
from rules.game_builder import (
    ASSASSIN,
    BLUE,
    END_TURN,
    RED,
    UNDO,
    clue,
    exchange,
    touch,
)
from undercast.base.refusals import Refusal
from undercast.room.entries import AddBots, Leave, NewBot, Predict, Remove, TakeSeat
from undercast.room.evolve import go_on
from undercast.room.predictions import (
    MAX_CHANGES,
    NO_PREDICTIONS,
    OwnPredictions,
    PredictionScore,
    own_predictions,
)
from undercast.room.seats import Seat
from undercast.room.state import BotStyle, Room
from undercast.rules.actions import Abandon, Challenge, CoverCard, Debrief, Pause, UpholdChallenge
from undercast.views import public_game_view


def watched() -> Room:
    """Red may touch; Eva and Fran watch."""
    dealt = playing()
    return then(joined(joined(dealt, "Eva"), "Fran"), ANA, clue("tree", "unlimited"))


def own(room: Room, who: str = EVA) -> OwnPredictions:
    return own_predictions(room).get(who, NO_PREDICTIONS)


def scores(room: Room) -> tuple[PredictionScore, ...]:
    seen = public_game_view(room)
    assert seen is not None
    return seen.predictions


def may(room: Room) -> tuple[str, ...]:
    seen = public_game_view(room)
    assert seen is not None
    return seen.may_predict


def test_one_is_open_at_a_time_and_moves() -> None:
    room = then(watched(), EVA, Predict(3), Predict(4))
    assert own(room) == OwnPredictions(4, None, 0, 0)
    assert own(room, FRAN) == NO_PREDICTIONS
    assert own(then(room, EVA, Predict(None))) == NO_PREDICTIONS


def test_the_same_again_changes_nothing() -> None:
    room = then(watched(), EVA, Predict(3))
    for now, position in ((room, 3), (watched(), None)):
        after = then(now, EVA, Predict(position))
        assert after.predictions == now.predictions


def test_the_next_touch_judges_it() -> None:
    room = then(watched(), EVA, Predict(RED[0]))
    room = then(then(room, FRAN, Predict(RED[1])), ANA, touch(RED[0], by=ANA))
    assert own(room) == OwnPredictions(None, True, 1, 1)
    assert own(room, FRAN) == OwnPredictions(None, False, 0, 1)
    room = then(room, ANA, touch(RED[1], by=ANA))
    assert own(room) == OwnPredictions(None, None, 1, 1)


def test_it_stays_open_when_the_turn_ends() -> None:
    room = then(then(watched(), ANA, touch(RED[0], by=ANA)), EVA, Predict(BLUE[0]))
    room = then(then(room, ANA, END_TURN), BEN, clue("river", 1))
    assert own(room).position == BLUE[0]
    room = then(room, BEN, touch(BLUE[0], by=BEN))
    assert own(room) == OwnPredictions(None, True, 1, 1)


def test_an_undo_takes_the_judgement_back() -> None:
    room = then(then(watched(), EVA, Predict(RED[0])), ANA, touch(RED[0], by=ANA))
    room = then(then(room, EVA, Predict(RED[5])), ANA, UNDO)
    assert own(room) == OwnPredictions(RED[0], None, 0, 0)
    room = then(room, ANA, touch(RED[1], by=ANA))
    assert own(room) == OwnPredictions(None, False, 0, 1)


def test_an_undone_withdrawal() -> None:
    room = then(watched(), EVA, Predict(RED[0]), Predict(None))
    room = then(room, ANA, touch(RED[0], by=ANA), UNDO)
    assert own(room) == NO_PREDICTIONS


def test_a_card_that_is_revealed_without_a_touch_or_exchanged_is_predicted_no_more() -> None:
    dealt = joined(playing(), "Eva")
    for position, stays in ((3, False), (4, True)):
        room = then(then(dealt, EVA, Predict(position)), ANA, exchange(3, by=ANA))
        assert (own(room).position == position) is stays
    room = then(watched(), BEN, Challenge(), UpholdChallenge())
    for position, stays in ((BLUE[0], False), (BLUE[1], True)):
        after = then(then(room, EVA, Predict(position)), BEN, CoverCard(BLUE[0]))
        assert (own(after).position == position) is stays


def test_who_may() -> None:
    before = joined(joined(playing(), "Eva"), "Fran")
    assert may(before) == (EVA, FRAN)
    for seated in (ANA, BEN, CEM, DORA):
        assert why_not(before, seated, Predict(0)) is Refusal.NOT_YOUR_SEAT
    knowing = then(then(before, ANA, TakeSeat(Seat.SPECTATOR)), FRAN, TakeSeat(Seat.RED_SPYMASTER))
    knowing = then(knowing, FRAN, TakeSeat(Seat.SPECTATOR))
    assert why_not(knowing, FRAN, Predict(0)) is Refusal.HAS_SEEN_KEY
    assert why_not(knowing, ANA, Predict(0)) is Refusal.HAS_SEEN_KEY
    assert may(knowing) == (EVA,)
    assert may(then(knowing, ANA, Pause())) == ()
    assert why_not(then(knowing, ANA, Pause()), EVA, Predict(0)) is Refusal.PAUSED


def test_no_bot_does() -> None:
    add = AddBots((NewBot(Seat.BLUE_OPERATIVE, "Bolt", BotStyle.NORMAL),))
    room = then(playing(), ANA, add)
    bot = room.lobby.bots[0]
    watching = tuple(
        replace(player, seat=Seat.SPECTATOR) if player is bot else player
        for player in room.lobby.players
    )
    room = replace(room, lobby=replace(room.lobby, players=watching))
    assert why_not(room, bot.id, Predict(0)) is Refusal.NOT_YOUR_SEAT
    assert may(room) == ()


def test_only_while_a_game_runs() -> None:
    empty = joined(then(watched(), ANA, Abandon()), "Gil")
    assert why_not(empty, EVA, Predict(0)) is Refusal.ENDED
    assert may(empty) == ()
    assert why_not(replace(empty, game=None), EVA, Predict(0)) is Refusal.NO_GAME


def test_only_a_hidden_card() -> None:
    room = then(watched(), ANA, touch(RED[0], by=ANA))
    assert why_not(room, EVA, Predict(RED[0])) is Refusal.ALREADY_REVEALED
    assert why_not(room, EVA, Predict(25)) is Refusal.NO_SUCH_CARD
    assert why_not(room, EVA, Predict(-1)) is Refusal.NO_SUCH_CARD


def test_how_often_between_two_touches() -> None:
    room = watched()
    for number in range(MAX_CHANGES):
        room = then(room, EVA, Predict(number % 2))
    assert why_not(room, EVA, Predict(5)) is Refusal.TOO_MANY
    room = then(then(room, FRAN, Predict(0)), ANA, touch(RED[0], by=ANA))
    assert own(then(room, EVA, Predict(5))).position == 5


@pytest.mark.parametrize("seat", [Seat.RED_OPERATIVE, Seat.KEY_HOLDER])
def test_who_takes_a_seat_loses_them(seat: Seat) -> None:
    room = then(then(watched(), EVA, Predict(RED[0])), ANA, touch(RED[0], by=ANA))
    room = then(then(room, FRAN, Predict(RED[1])), EVA, Predict(RED[1]), TakeSeat(seat))
    assert (own(room), own(room, FRAN).position) == (NO_PREDICTIONS, RED[1])
    room = then(room, ANA, touch(RED[1], by=ANA), Abandon())
    assert scores(room) == (PredictionScore(FRAN, 1, 1),)


def test_who_leaves_or_is_removed_loses_them() -> None:
    room = then(then(watched(), EVA, Predict(3)), FRAN, Predict(3))
    forgotten, remembered = (then(room, EVA, Leave(forget=forget)) for forget in (True, False))
    for gone in (forgotten, remembered, then(room, ANA, Remove(EVA))):
        assert set(own_predictions(gone)) == {FRAN}


def test_the_score_is_secret_until_the_end() -> None:
    room = then(then(watched(), EVA, Predict(RED[0])), FRAN, Predict(RED[0]))
    room = then(then(room, ANA, touch(RED[0], by=ANA)), EVA, Predict(RED[2]))
    room = then(then(room, ANA, touch(RED[1], by=ANA)), FRAN, Predict(RED[1 + 2]))
    assert scores(room) == ()
    room = then(room, ANA, touch(ASSASSIN, by=ANA))
    expected = (PredictionScore(EVA, 1, 2), PredictionScore(FRAN, 1, 2))
    assert scores(room) == expected
    assert own(room) == OwnPredictions(None, None, 1, 2)
    assert scores(then(room, ANA, UNDO)) == ()
    seated = then(room, EVA, TakeSeat(Seat.BLUE_OPERATIVE))
    assert scores(then(seated, ANA, Debrief())) == expected
    assert scores(then(seated, EVA, Leave())) == expected[1:]
    assert scores(then(room, ANA, deal())) == ()


def test_the_best_stands_first_and_who_was_never_judged_not_at_all() -> None:
    room = then(then(watched(), EVA, Predict(RED[3])), FRAN, Predict(RED[0]))
    room = then(joined(then(room, ANA, touch(RED[0], by=ANA)), "Gil"), "p7", Predict(3))
    assert scores(then(room, ANA, Abandon())) == (
        PredictionScore(FRAN, 1, 1),
        PredictionScore(EVA, 0, 1),
    )


def test_they_go_with_a_game_that_cannot_be_read() -> None:
    room = then(watched(), EVA, Predict(3))
    assert own_predictions(go_on(room)) == {}


def test_they_are_in_nobody_s_account() -> None:
    """Else others could count them, of somebody who leaves and is forgotten."""
    room = watched()
    after = then(room, EVA, Predict(3))
    assert (after.version, after.public, after.step) == (room.version + 1, room.public, room.step)
    assert (after.written, after.acted) == (room.written, room.acted)
    gone, silent = (then(now, EVA, Leave(forget=True)) for now in (after, room))
    assert replace(gone, version=silent.version) == silent
    assert after.lobby is room.lobby
    assert public_game_view(after) == public_game_view(room)


def test_nothing_is_announced() -> None:
    assert played(watched(), entry(EVA, Predict(3)))[1] == ()
