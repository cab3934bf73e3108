"""Seats, and whose seat may do what, in each mode; and several modes in one evening."""

import pytest

from room.room_builder import (
    ANA,
    BEN,
    CEM,
    DORA,
    announced,
    deal,
    four,
    joined,
    opened,
    playing,
    seat_of,
    then,
    why_not,
)
from room.room_builder import room as room_with
from rules.duet_builder import (
    DUET,
    KEYS,
    NOBODY,
    ONLY_A,
    ONLY_B,
    SPOKEN_DUET,
    A,
    B,
    clue_by,
    touch_by,
)
from rules.game_builder import (
    BLUE,
    BYSTANDERS,
    CODENAMES,
    END_TURN,
    RED,
    UNDO,
    ask,
    clue,
    mark,
    touch,
)
from undercast.base.refusals import Refusal
from undercast.commands.game_checks import require_giver
from undercast.room.entries import (
    AskForSeat,
    ChangeSettings,
    HandOver,
    Leave,
    TakeSeat,
)
from undercast.room.events import GameDealt, SeatTaken
from undercast.room.permissions import Anyone, allowed_actors, has_rival, why_no_deal
from undercast.room.presets import PRESETS
from undercast.room.roles import REQUIRED_KEY_SEATS, SEATS, side_of, suggested
from undercast.room.seats import KEY_SEATS, Seat
from undercast.room.state import Room
from undercast.rules.actions import (
    Abandon,
    Action,
    Challenge,
    CoverCard,
    Debrief,
    EndTurn,
    ExchangeCodename,
    GiveClue,
    MarkCard,
    Pause,
    TouchCard,
    Undo,
)
from undercast.rules.cards import Side
from undercast.rules.game import Phase, Table
from undercast.rules.modes import MODES
from undercast.rules.settings import Board, Guessing, Mode, Settings

COOP = Settings(mode=Mode.COOP)
COOP_TAPPED = Settings(mode=Mode.COOP, guessing=Guessing.OPERATIVES_TAP)

RED_SM, RED_OP = Seat.RED_SPYMASTER, Seat.RED_OPERATIVE

OTHERS = tuple(f"word {number}" for number in range(25))


def coop(settings: Settings = COOP) -> Room:
    """Ana knows the key, Ben guesses, Cem looks on and is the host."""
    now = room_with(settings, Ana=RED_SM, Ben=RED_OP, Cem=Seat.SPECTATOR)
    return then(then(now, ANA, deal()), ANA, HandOver(CEM))


def sides(settings: Settings = DUET) -> Room:
    return room_with(settings, Ana=Seat.SIDE_A, Ben=Seat.SIDE_B)


def duet(settings: Settings = DUET) -> Room:
    """Ana is side A, Ben side B, Cem looks on and is the host."""
    return then(joined(then(sides(settings), ANA, deal(KEYS)), "Cem"), ANA, HandOver(CEM))


def table_of(now: Room) -> Table:
    assert now.game is not None
    return now.game.table


def may(now: Room) -> dict[type[Action], tuple[object, ...]]:
    return dict(allowed_actors(now.lobby, table_of(now)))


def change(settings: Settings) -> ChangeSettings:
    return ChangeSettings(settings, ("en",), "en")


class TestSeats:
    @pytest.mark.parametrize("mode", Mode)
    def test_each_mode_has_its_seats_and_refuses_the_others(self, mode: Mode) -> None:
        now = opened(Settings(mode=mode))
        for seat in Seat:
            if seat in SEATS[mode]:
                assert seat_of(then(now, ANA, TakeSeat(seat)), ANA) is seat
            else:
                assert why_not(now, ANA, TakeSeat(seat)) is Refusal.SEAT_OTHER_MODE

    def test_each_mode_has_all_that_there_is_to_say_of_one(self) -> None:
        assert MODES.keys() == SEATS.keys() == REQUIRED_KEY_SEATS.keys() == {*Mode}
        for mode, groups in REQUIRED_KEY_SEATS.items():
            assert {seat for group in groups for seat in group} <= {*SEATS[mode]}

    def test_every_seat_is_one_of_some_mode_and_anybody_can_look_on(self) -> None:
        assert {seat for seats in SEATS.values() for seat in seats} == {*Seat}
        assert all(Seat.SPECTATOR in seats for seats in SEATS.values())

    @pytest.mark.parametrize(
        ("mode", "people", "seats"),
        [
            (Mode.COOP, 1, {RED_SM: 1, RED_OP: 1}),
            (Mode.COOP, 2, {RED_SM: 1, RED_OP: 1}),
            (Mode.COOP, 5, {RED_SM: 1, RED_OP: 4}),
            (Mode.DUET, 1, {Seat.SIDE_A: 1, Seat.SIDE_B: 1}),
            (Mode.DUET, 2, {Seat.SIDE_A: 1, Seat.SIDE_B: 1}),
            (Mode.DUET, 5, {Seat.SIDE_A: 3, Seat.SIDE_B: 2}),
        ],
    )
    def test_suggested(self, mode: Mode, people: int, seats: dict[Seat, int]) -> None:
        assert dict(suggested(people, mode)) == seats

    def test_sides(self) -> None:
        assert {seat: side_of(seat) for seat in Seat if side_of(seat)} == {
            Seat.SIDE_A: Side.A,
            Seat.SIDE_B: Side.B,
        }

    def test_taking_a_side_is_announced_as_what_sees_a_key(self) -> None:
        now = opened(DUET)
        assert announced(now, ANA, TakeSeat(Seat.SIDE_A)) == (
            SeatTaken("Ana", Seat.SIDE_A, sees_key=True),
        )

    def test_whoever_has_seen_one_side_s_key_cannot_take_the_other_side(self) -> None:
        now = then(duet(), BEN, Leave())
        for seat in (Seat.SIDE_A, Seat.SPECTATOR):
            moved = then(now, ANA, TakeSeat(seat))
            assert why_not(moved, ANA, TakeSeat(Seat.SIDE_B)) is Refusal.HAS_SEEN_KEY
            assert why_not(moved, ANA, AskForSeat(Seat.SIDE_B)) is Refusal.HAS_SEEN_KEY

    def test_but_may_come_back_to_the_own(self) -> None:
        away = then(duet(), ANA, TakeSeat(Seat.SPECTATOR))
        assert seat_of(then(away, ANA, TakeSeat(Seat.SIDE_A)), ANA) is Seat.SIDE_A

    def test_after_the_game_sides_may_change(self) -> None:
        over = then(duet(), CEM, Abandon())
        over = then(over, BEN, TakeSeat(Seat.SPECTATOR))
        assert seat_of(then(over, ANA, TakeSeat(Seat.SIDE_B)), ANA) is Seat.SIDE_B

    def test_any_number_sit_on_a_side_also_later(self) -> None:
        assert why_not(duet(), CEM, AskForSeat(Seat.SIDE_B)) is Refusal.SEAT_FREE
        now = then(duet(), CEM, TakeSeat(Seat.SIDE_B))
        assert (seat_of(now, CEM), seat_of(now, BEN)) == (Seat.SIDE_B, Seat.SIDE_B)
        assert now.seen_key[CEM] == {Seat.SIDE_B}
        assert why_not(now, CEM, TakeSeat(Seat.SIDE_A)) is Refusal.HAS_SEEN_KEY

    def test_nobody_who_saw_a_side_s_key_asks_for_the_other(self) -> None:
        now = then(duet(), ANA, TakeSeat(Seat.SPECTATOR))
        assert why_not(now, ANA, AskForSeat(Seat.SIDE_B)) is Refusal.HAS_SEEN_KEY


class TestDealing:
    def test_co_op_needs_its_spymaster(self) -> None:
        now = room_with(COOP, Ana=RED_OP)
        assert why_not(now, ANA, deal()) is Refusal.NO_SPYMASTER
        assert then(room_with(COOP, Ana=RED_SM), ANA, deal()).running

    def test_and_an_operative_where_operatives_tap(self) -> None:
        alone = room_with(COOP_TAPPED, Ana=RED_SM)
        assert why_not(alone, ANA, deal()) is Refusal.NO_OPERATIVE
        both = room_with(COOP_TAPPED, Ana=RED_SM, Ben=RED_OP)
        assert then(both, ANA, deal()).running

    @pytest.mark.parametrize("gone", [ANA, BEN])
    def test_a_duet_needs_both_sides(self, gone: str) -> None:
        now = then(sides(), gone, TakeSeat(Seat.SPECTATOR))
        assert why_no_deal(now) is Refusal.NO_SIDE
        assert why_not(now, ANA, deal(KEYS)) is Refusal.NO_SIDE

    @pytest.mark.parametrize("who", [ANA, BEN])
    def test_either_side_deals(self, who: str) -> None:
        now = then(joined(sides(), "Cem"), ANA, HandOver(CEM))
        assert then(now, who, deal(KEYS)).running

    def test_a_duet_has_two_keys(self) -> None:
        with pytest.raises(ValueError, match="not enough"):
            then(sides(), ANA, deal())
        with pytest.raises(ValueError, match="too many"):
            then(four(), ANA, deal(KEYS))

    @pytest.mark.parametrize("settings", PRESETS.values(), ids=PRESETS)
    def test_every_preset_can_be_chosen(self, settings: Settings) -> None:
        assert then(opened(), ANA, change(settings)).lobby.settings == settings

    def test_swapping_leaves_the_sides_where_they_are(self) -> None:
        now = then(sides(), ANA, deal(KEYS, swap=True))
        assert (seat_of(now, ANA), seat_of(now, BEN)) == (Seat.SIDE_A, Seat.SIDE_B)

    def test_in_co_op_the_next_gets_the_key(self) -> None:
        now = room_with(COOP, Ana=RED_SM, Ben=RED_OP, Cem=RED_OP)
        now = then(now, ANA, deal(swap=True))
        assert [seat_of(now, player) for player in (ANA, BEN, CEM)] == [RED_OP, RED_SM, RED_OP]


class TestCoopPermits:
    def test_the_spymaster_picks_for_the_opponent(self) -> None:
        now = then(coop(), ANA, clue("tree", 1), touch(BYSTANDERS[0], by=ANA))
        assert table_of(now).phase is Phase.OPPONENT
        assert may(now)[CoverCard] == (RED_SM, Seat.KEY_HOLDER)
        assert why_not(now, BEN, CoverCard(BLUE[0])) is Refusal.NOT_YOUR_SEAT
        assert why_not(now, CEM, CoverCard(BLUE[0])) is Refusal.NOT_YOUR_SEAT
        assert table_of(then(now, ANA, CoverCard(BLUE[0]))).phase is Phase.CLUE

    def test_whoever_touched_undoes_also_in_the_opponent_s_turn(self) -> None:
        now = then(coop(), ANA, clue("tree", 1), touch(BYSTANDERS[0], by=ANA))
        assert may(now)[Undo] == (RED_SM, Anyone.HOST)
        for player in (ANA, CEM):
            assert table_of(then(now, player, UNDO)).phase is Phase.GUESS

    def test_nobody_is_asked_and_nobody_challenges(self) -> None:
        now = coop()
        assert not has_rival(now.lobby, table_of(now))
        assert why_not(now, ANA, ask("tree", 1)) is Refusal.NO_RIVAL
        given = then(now, ANA, clue("tree", 1))
        assert Challenge not in may(given)
        for player in (ANA, BEN, CEM):
            assert why_not(given, player, Challenge()) is Refusal.NOT_YOUR_SEAT

    def test_operatives_mark_and_touch_by_setting(self) -> None:
        now = then(coop(COOP_TAPPED), ANA, clue("tree", 2))
        marked = then(now, BEN, mark(RED[0], by=BEN), touch(RED[0], by=BEN), END_TURN)
        assert table_of(marked).phase is Phase.OPPONENT
        assert may(now)[MarkCard] == (RED_OP, Seat.OPERATIVE_FOR_BOTH)
        assert why_not(now, ANA, touch(RED[0])) is Refusal.NOT_YOUR_SEAT

    def test_who_hears_the_referee(self) -> None:
        now = coop()
        require_giver(now.lobby, table_of(now), now.lobby.player(ANA))
        with pytest.raises(Exception, match=Refusal.NOT_YOUR_SEAT):
            require_giver(now.lobby, table_of(now), now.lobby.player(BEN))


class TestDuetPermits:
    def test_before_the_first_clue_either_side_gives_it(self) -> None:
        now = duet()
        assert may(now)[GiveClue] == (Seat.SIDE_A, Seat.SIDE_B)
        assert then(now, ANA, clue_by(A)).running
        assert then(now, BEN, clue_by(B)).running
        assert why_not(now, CEM, clue_by(A)) is Refusal.NOT_YOUR_SEAT
        require_giver(now.lobby, table_of(now), now.lobby.player(BEN))

    def test_the_other_side_touches_and_ends_the_turn(self) -> None:
        now = then(duet(), ANA, clue_by(A))
        assert may(now)[TouchCard] == (Seat.SIDE_B,)
        assert why_not(now, ANA, touch_by(A, 0)) is Refusal.NOT_YOUR_TURN
        assert why_not(now, CEM, touch_by(B, 0)) is Refusal.NOT_YOUR_SEAT
        touched = then(now, BEN, touch_by(B, 0))
        assert may(touched)[EndTurn] == (Seat.SIDE_B,)
        assert why_not(touched, ANA, END_TURN) is Refusal.NOT_YOUR_TURN
        assert may(then(touched, BEN, END_TURN))[GiveClue] == (Seat.SIDE_B,)

    def test_then_it_is_the_other_way_round(self) -> None:
        now = then(then(duet(), ANA, clue_by(A)), BEN, touch_by(B, NOBODY[0]))
        assert why_not(now, ANA, clue_by(A)) is Refusal.NOT_YOUR_TURN
        assert may(then(now, BEN, clue_by(B)))[TouchCard] == (Seat.SIDE_A,)

    def test_with_spoken_clues_either_side_may_touch_first(self) -> None:
        now = duet(SPOKEN_DUET)
        assert may(now)[TouchCard] == (Seat.SIDE_A, Seat.SIDE_B)
        touched = then(now, ANA, touch_by(A, ONLY_B[0]))
        assert table_of(touched).turn.side is Side.B

    def test_in_sudden_death_both_touch_and_nobody_gives_a_clue(self) -> None:
        now = duet()
        for number in range(9):
            (giver, gives), (guesser, touches) = ((ANA, A), (BEN, B))
            if number % 2:
                (giver, gives), (guesser, touches) = ((BEN, B), (ANA, A))
            now = then(now, giver, clue_by(gives))
            now = then(now, guesser, touch_by(touches, NOBODY[number // 2]))
        assert table_of(now).phase is Phase.SUDDEN_DEATH
        assert may(now)[TouchCard] == (Seat.SIDE_A, Seat.SIDE_B)
        now = then(then(now, BEN, touch_by(B, ONLY_A[0])), ANA, touch_by(A, ONLY_B[0]))
        assert why_not(now, ANA, clue_by(A)) is Refusal.WRONG_PHASE

    def test_the_side_that_touched_and_the_host_undo(self) -> None:
        touched = TouchCard(NOBODY[0], BEN, B)
        now = then(then(duet(), ANA, clue_by(A)), BEN, touched)
        assert may(now)[Undo] == (Seat.SIDE_B, Anyone.HOST)
        assert why_not(now, ANA, UNDO) is Refusal.NOT_YOUR_SEAT
        for player in (BEN, CEM):
            assert table_of(then(now, player, UNDO)).turn.side is Side.A

    def test_nobody_is_asked_challenges_or_marks(self) -> None:
        now = duet()
        assert why_not(now, ANA, ask("tree", 1)) is Refusal.NO_RIVAL
        given = then(now, ANA, clue_by(A))
        assert {Challenge, MarkCard}.isdisjoint(may(given))
        assert why_not(given, BEN, Challenge()) is Refusal.NOT_YOUR_SEAT
        assert why_not(given, BEN, mark(0)) is Refusal.NOT_YOUR_SEAT

    def test_both_sides_exchange_pause_and_debrief(self) -> None:
        assert may(duet())[ExchangeCodename] == KEY_SEATS
        assert then(duet(), BEN, Pause()).running
        over = then(duet(), CEM, Abandon())
        assert table_of(then(over, BEN, Debrief())).phase is Phase.DEBRIEFED


class TestSeveralModesInOneEvening:
    def test_a_running_game_keeps_its_seats_until_it_is_over(self) -> None:
        now = then(playing(), ANA, change(DUET))
        assert why_not(now, CEM, TakeSeat(Seat.SIDE_A)) is Refusal.SEAT_OTHER_MODE
        over = then(now, ANA, Abandon())
        assert seat_of(then(over, CEM, TakeSeat(Seat.SIDE_A)), CEM) is Seat.SIDE_A
        assert why_not(over, CEM, TakeSeat(RED_OP)) is Refusal.SEAT_OTHER_MODE

    def test_people_in_foreign_seats_look_on_after_the_deal(self) -> None:
        now = then(playing(), ANA, Abandon(), change(DUET), TakeSeat(Seat.SIDE_A))
        now = then(now, BEN, TakeSeat(Seat.SIDE_B))
        dealt = deal(KEYS, OTHERS)
        assert announced(now, ANA, dealt) == (
            GameDealt(),
            SeatTaken("Cem", Seat.SPECTATOR, sees_key=False),
            SeatTaken("Dora", Seat.SPECTATOR, sees_key=False),
        )
        after = then(now, ANA, dealt)
        assert {seat_of(after, player) for player in (CEM, DORA)} == {Seat.SPECTATOR}
        assert after.keys == {Seat.SIDE_A: (ANA,), Seat.SIDE_B: (BEN,)}

    def test_a_blue_spymaster_has_no_part_in_co_op(self) -> None:
        now = then(playing(), ANA, Abandon(), change(COOP))
        after = then(now, ANA, deal(codenames=OTHERS))
        assert seat_of(after, BEN) is Seat.SPECTATOR
        assert after.seen_key == {ANA: {RED_SM}}

    def test_a_seat_of_the_former_mode_is_no_reason_to_deal(self) -> None:
        """Somebody who guesses for both teams in classic does not guess in co-op."""
        now = room_with(Ana=RED_SM, Ben=Seat.OPERATIVE_FOR_BOTH)
        now = then(now, ANA, change(COOP_TAPPED))
        assert why_no_deal(now) is Refusal.NO_OPERATIVE
        assert why_not(now, ANA, deal()) is Refusal.NO_OPERATIVE

    def test_from_words_to_pictures_and_back(self) -> None:
        pictures = tuple(f"picture {number}" for number in range(20))
        now = then(playing(), ANA, Abandon(), change(Settings(board=Board.PICTURES)))
        now = then(now, ANA, deal("rrrrrrrrbbbbbbbnnnna", pictures))
        assert len(table_of(now).codenames) == 20
        now = then(now, ANA, Abandon(), change(Settings()), deal(codenames=OTHERS))
        assert len(table_of(now).codenames) == 25
        assert set(now.seen_codenames) == {*CODENAMES, *pictures, *OTHERS}
