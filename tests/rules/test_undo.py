"""Rule "Undo": the latest touch is taken back within 10 seconds, and the history keeps both."""

import pytest
from msgspec.structs import replace

from rules.game_builder import (
    ASSASSIN,
    BLUE,
    BYSTANDERS,
    END_TURN,
    OPERATIVES_TAP,
    RED,
    SPOKEN,
    STRICT_TIMER,
    UNDO,
    At,
    clue,
    correct,
    game,
    happened,
    mark,
    play,
    refusal,
    touch,
    touches,
)
from undercast.base.refusals import Refusal
from undercast.rules.actions import Abandon, Action, Debrief, Pause, Resume, TurnSand
from undercast.rules.cards import Identity
from undercast.rules.clock import Clock
from undercast.rules.events import TouchUndone
from undercast.rules.game import Game, Phase, Touch, UndoOffer
from undercast.rules.settings import Settings, Timer

NOON = 1_767_225_600_000


def without_history(at_table: Game) -> Game:
    """The game as if no undone touch had ever been."""
    turns = tuple(
        replace(turn, touches=tuple(t for t in turn.touches if not t.undone))
        for turn in at_table.table.turns
    )
    return replace(at_table, table=replace(at_table.table, turns=turns))


@pytest.mark.parametrize(
    ("before", "position"),
    [
        ((clue("tree", 2),), RED[0]),
        ((clue("tree", 2), touch(RED[0])), RED[1]),
        ((clue("tree", 1), touch(RED[0])), RED[1]),  # the guess limit ended the turn
        ((clue("tree", 2),), BYSTANDERS[0]),
        ((clue("tree", 2),), BLUE[0]),
        ((clue("tree", 2),), ASSASSIN),
        ((clue("tree", 0), *touches(*RED[:8])), RED[8]),  # the last agent ended the game
        ((clue("tree", 0), *touches(*RED[:8]), END_TURN, clue("lime", 1)), RED[8]),
    ],
)
def test_everything_is_exactly_as_before(before: tuple[Action, ...], position: int) -> None:
    """Turn, phase, guesses and result; even the touch before may not be undone any more."""
    was = play(game(), *before)
    now = play(was, At(touch(position), NOON), At(UNDO, NOON + 1))
    assert without_history(now) == was.without_undo()
    assert now.table.guesses_left() == was.table.guesses_left()


def test_the_history_keeps_both() -> None:
    at_table = play(game(), clue("tree", 2), touch(ASSASSIN, by="ana"), UNDO, touch(RED[0]))
    assert at_table.table.turn.touches == (
        Touch(ASSASSIN, Identity.ASSASSIN, "ana", undone=True),
        Touch(RED[0], Identity.RED, "spymaster"),
    )
    assert at_table.table.turn.guesses == 1


def test_it_is_announced() -> None:
    assert happened(game(), clue("tree", 2), touch(ASSASSIN), UNDO) == (TouchUndone(ASSASSIN),)


def test_within_10_seconds() -> None:
    touched = play(game(), clue("tree", 2), At(touch(RED[0], by="ana"), NOON))
    assert touched.table.undo == UndoOffer("ana", NOON + 10_000)
    assert play(touched, At(UNDO, NOON + 10_000)).table.revealed[RED[0]] is None
    assert refusal(touched, At(UNDO, NOON + 10_001)) is Refusal.UNDO_TOO_LATE


def test_there_is_nothing_to_undo_before_the_first_touch() -> None:
    assert refusal(game(), UNDO) is Refusal.NOTHING_TO_UNDO
    assert refusal(play(game(), clue("tree", 2)), UNDO) is Refusal.NOTHING_TO_UNDO


def test_only_the_latest_touch() -> None:
    once = play(game(), clue("tree", 2), touch(RED[0]), touch(RED[1]), UNDO)
    assert refusal(once, UNDO) is Refusal.NOTHING_TO_UNDO
    assert once.table.revealed[RED[0]] is Identity.RED


@pytest.mark.parametrize(
    ("position", "then"),
    [
        (RED[0], END_TURN),
        (RED[0], Abandon()),
        (BYSTANDERS[0], clue("lime", 1)),
        (ASSASSIN, Debrief()),
    ],
    ids=lambda value: type(value).__name__,
)
def test_before_any_other_action_and_before_debrief(position: int, then: Action) -> None:
    at_table = play(game(), clue("tree", 2), touch(position), then)
    assert at_table.table.undo is None
    assert at_table.before is None
    assert refusal(at_table, UNDO) is Refusal.NOTHING_TO_UNDO


class TestWait:
    """Pausing, resuming and turning the sandglass are no game actions here."""

    SAND = Settings(timer=Timer.SAND)

    def touched(self, settings: Settings = SAND) -> Game:
        return play(game(settings), At(clue("tree", 2), 0), At(touch(BLUE[0]), 1_000))

    def test_a_pause_stops_its_ten_seconds(self) -> None:
        paused = play(self.touched(), At(Pause(), 4_000))
        assert paused.table.undo == UndoOffer("spymaster", None, 7_000)
        assert refusal(paused, At(UNDO, 5_000)) is Refusal.PAUSED
        resumed = play(paused, At(Resume(), 100_000))
        assert resumed.table.undo == UndoOffer("spymaster", 107_000)
        assert play(resumed, At(UNDO, 107_000)).table.revealed[BLUE[0]] is None
        assert refusal(resumed, At(UNDO, 107_001)) is Refusal.UNDO_TOO_LATE

    def test_the_sandglass_is_turned_over(self) -> None:
        turned = play(self.touched(), At(TurnSand(), 2_000), At(UNDO, 3_000))
        assert turned.table.revealed[BLUE[0]] is None
        assert turned.table.clock == Clock(total=60_000, until=62_000)

    def test_what_is_too_late_is_not_kept(self) -> None:
        assert play(self.touched(), At(TurnSand(), 11_001)).table.undo is None
        assert play(self.touched(), At(Pause(), 11_001), At(Resume(), 11_002)).before is None

    def test_a_strict_clock_has_what_it_had_at_the_touch(self) -> None:
        strict = replace(STRICT_TIMER, guess_seconds=20)
        now = play(
            self.touched(strict), At(Pause(), 4_000), At(Resume(), 100_000), At(UNDO, 101_000)
        )
        assert now.table.clock == Clock(total=20_000, until=120_000)

    def test_an_end_is_taken_back_with_the_sand_that_ran_on(self) -> None:
        over = play(game(self.SAND), clue("tree", 2), At(TurnSand(), 0), At(touch(ASSASSIN), 9_000))
        assert play(over, At(UNDO, 10_000)).table.clock == Clock(total=60_000, until=60_000)

    @pytest.mark.parametrize("then", [Pause(), TurnSand()])
    def test_a_game_by_the_first_rules_ends_it_as_ever(self, then: Action) -> None:
        touched = replace(self.touched(), rules=1)
        after = play(touched, then)
        assert (after.table.undo, after.before) == (None, None)


def test_a_thought_is_no_action() -> None:
    """A mark leaves the undo open, and an undo brings the marks back."""
    guessing = play(game(OPERATIVES_TAP), clue("tree", 2), mark(RED[1]), mark(BLUE[0]))
    touched = play(guessing, touch(BLUE[0]), UNDO)
    assert touched.marks == guessing.marks
    going_on = play(guessing, touch(RED[1]), mark(RED[2]))
    assert play(going_on, UNDO).table.revealed[RED[1]] is None


def test_the_turn_goes_on_after_an_undo() -> None:
    at_table = play(game(), clue("tree", 1), touch(BLUE[0]), UNDO, touch(RED[0]), touch(RED[1]))
    assert at_table.table.phase is Phase.CLUE
    assert len(at_table.table.turns) == 2


def test_a_touch_owed_is_owed_again() -> None:
    at_table = play(game(), clue("tree", 2), touch(RED[0]), UNDO)
    assert refusal(at_table, END_TURN) is Refusal.TOUCH_FIRST
    assert play(at_table, correct("trees")).table.phase is Phase.GUESS


def test_the_card_can_be_touched_and_undone_again() -> None:
    at_table = play(game(), clue("tree", 2), *(touch(RED[0]), UNDO) * 3, touch(RED[0]))
    assert [touch.undone for touch in at_table.table.turn.touches] == [True, True, True, False]


def test_a_touch_that_stood_for_a_clue_takes_the_clue_back_too() -> None:
    at_table = play(game(SPOKEN), touch(RED[0]), UNDO)
    assert at_table.table.phase is Phase.CLUE
    assert at_table.table.turn.clue is None


def test_the_game_keeps_no_more_than_one_step_back() -> None:
    at_table = play(game(), clue("tree", 0), *touches(*RED[:5]))
    assert at_table.before is not None
    assert at_table.before.before is None
