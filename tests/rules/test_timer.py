"""Setting `timer`: off, sand, strict. The clock on the table follows what is played."""

import pytest
from msgspec.structs import replace

from rules.game_builder import (
    ASSASSIN,
    BLUE,
    BYSTANDERS,
    CODENAMES,
    END_TURN,
    ILLEGAL,
    RED,
    STRICT_TIMER,
    UNDO,
    At,
    ask,
    clue,
    correct,
    game,
    happened,
    identities,
    mark,
    play,
    refusal,
    touch,
)
from undercast.base.refusals import Refusal
from undercast.rules import evolve as playing
from undercast.rules import timer
from undercast.rules.actions import (
    Abandon,
    AllowClue,
    Challenge,
    CoverCard,
    Debrief,
    DeclinePenalty,
    Pause,
    Resume,
    TimeUp,
    TurnSand,
    UpholdChallenge,
    WithdrawChallenge,
)
from undercast.rules.cards import Team
from undercast.rules.clock import Clock
from undercast.rules.events import SandTurned, TurnEnded
from undercast.rules.game import Game, Phase, TurnEnd
from undercast.rules.settings import Clues, Guessing, Penalty, Refereeing, Settings, Timer

SAND = Settings(timer=Timer.SAND, sand_seconds=30)
"""STRICT_TIMER: 10 seconds for a clue, 20 for all guesses of a turn."""


def dealt_by_rules(number: int, settings: Settings) -> Game:
    return playing.deal(settings, CODENAMES, (identities(),), rules=number)


def until(at_table: Game) -> int | None:
    assert at_table.table.clock is not None
    return at_table.table.clock.until


def left(at_table: Game) -> int | None:
    assert at_table.table.clock is not None
    return at_table.table.clock.left


class TestOff:
    def test_it_is_the_default_and_there_is_no_clock(self) -> None:
        assert Settings().timer is Timer.OFF
        at_table = play(game(), At(clue("tree", 2), 5), At(touch(RED[0]), 10**12))
        assert at_table.table.clock is None

    def test_there_is_nothing_to_turn_and_no_end(self) -> None:
        assert refusal(game(), TurnSand()) is Refusal.NO_SAND
        assert refusal(game(), At(TimeUp(), 10**12)) is Refusal.TIME_LEFT
        assert timer.ends_at(game().table) is None


class TestSand:
    def test_it_lies_at_the_bottom_until_somebody_turns_it_over(self) -> None:
        given = play(game(SAND), At(clue("tree", 2), 5_000))
        for at_table in (game(SAND), given):
            assert at_table.table.clock == Clock(total=30_000, left=0)
        turned = play(given, At(TurnSand(), 6_000))
        assert turned.table.clock == Clock(total=30_000, until=36_000)
        assert happened(given, At(TurnSand(), 6_000)) == (SandTurned(),)

    def test_it_may_be_turned_over_again_at_any_time(self) -> None:
        at_table = play(game(SAND), At(TurnSand(), 1_000), At(TurnSand(), 20_000))
        assert until(at_table) == 50_000
        assert until(play(at_table, At(TurnSand(), 90_000))) == 120_000

    def test_it_runs_on_whatever_is_played(self) -> None:
        at_table = play(
            game(SAND),
            At(TurnSand(), 1_000),
            At(clue("tree", 2), 2_000),
            At(Challenge(), 3_000),
            At(WithdrawChallenge(), 4_000),
            At(touch(RED[0]), 5_000),
            At(touch(BYSTANDERS[0]), 6_000),
            At(clue("lime", 1), 7_000),
        )
        assert until(at_table) == 31_000

    def test_its_end_ends_nothing(self) -> None:
        at_table = play(game(SAND), At(clue("tree", 2), 0), At(TurnSand(), 1_000))
        assert refusal(at_table, At(TimeUp(), 10**9)) is Refusal.TIME_LEFT
        assert timer.ends_at(at_table.table) is None
        assert play(at_table, At(touch(RED[0]), 10**9)).table.phase is Phase.GUESS

    def test_pause_stops_it(self) -> None:
        paused = play(game(SAND), At(TurnSand(), 1_000), At(Pause(), 11_000))
        assert paused.table.clock == Clock(total=30_000, left=20_000)
        assert refusal(paused, At(TurnSand(), 12_000)) is Refusal.PAUSED
        assert until(play(paused, At(Resume(), 100_000))) == 120_000

    def test_an_empty_glass_stays_empty_over_a_pause(self) -> None:
        at_table = play(game(SAND), At(TurnSand(), 0), At(Pause(), 40_000), At(Resume(), 50_000))
        assert at_table.table.clock == Clock(total=30_000, left=0)

    def test_an_undo_does_not_turn_it_back(self) -> None:
        guessing = play(game(SAND), clue("tree", 2), At(TurnSand(), 1_000))
        undone = play(guessing, At(touch(ASSASSIN), 2_000), At(UNDO, 9_000))
        assert until(undone) == 31_000, "also when that touch had ended the game"


class TestStrict:
    def test_the_clue_phase_begins_with_the_deal(self) -> None:
        assert game(STRICT_TIMER).table.clock == Clock(total=10_000, until=10_000)

    def test_the_first_clue_has_extra_time(self) -> None:
        settings = Settings(timer=Timer.STRICT, clue_seconds=10, first_extra_seconds=5)
        first = game(settings)
        assert first.table.clock == Clock(total=15_000, until=15_000)
        second = play(first, At(TimeUp(), 15_000))
        assert second.table.clock == Clock(total=10_000, until=25_000)

    def test_the_guess_phase_has_its_own_time_for_all_guesses(self) -> None:
        guessing = play(game(STRICT_TIMER), At(clue("tree", 3), 4_000))
        assert guessing.table.clock == Clock(total=20_000, until=24_000)
        touched = play(guessing, At(touch(RED[0]), 9_000), At(touch(RED[1]), 12_000))
        assert until(touched) == 24_000

    @pytest.mark.parametrize("last", [END_TURN, touch(BYSTANDERS[0]), touch(BLUE[0])])
    def test_the_next_turn_begins_with_a_full_clock(self, last: object) -> None:
        guessing = play(game(STRICT_TIMER), At(clue("tree", 2), 0), At(touch(RED[0]), 1_000))
        following = play(guessing, At(last, 3_000))  # type: ignore[arg-type]
        assert following.table.clock == Clock(total=10_000, until=13_000)

    def test_no_clue_in_time_passes_the_turn(self) -> None:
        late = play(game(STRICT_TIMER), At(TimeUp(), 10_000))
        assert (late.table.turn.team, late.table.phase) == (Team.BLUE, Phase.CLUE)
        assert (late.table.turns[0].ended, late.table.turns[0].clue) == (TurnEnd.TIME, None)
        assert until(late) == 20_000
        assert happened(game(STRICT_TIMER), At(TimeUp(), 10_000)) == (
            TurnEnded(Team.RED, TurnEnd.TIME),
        )

    def test_no_guess_in_time_ends_it_also_before_the_first_touch(self) -> None:
        guessing = play(game(STRICT_TIMER), At(clue("tree", 2), 0))
        for at_table in (guessing, play(guessing, At(touch(RED[0]), 19_000))):
            late = play(at_table, At(TimeUp(), 20_000))
            assert (late.table.turn.team, late.table.phase) == (Team.BLUE, Phase.CLUE)
            assert late.table.turns[0].ended is TurnEnd.TIME

    def test_not_a_millisecond_early(self) -> None:
        assert timer.ends_at(game(STRICT_TIMER).table) == 10_000
        assert refusal(game(STRICT_TIMER), At(TimeUp(), 9_999)) is Refusal.TIME_LEFT

    def test_pause_stops_it(self) -> None:
        paused = play(game(STRICT_TIMER), At(Pause(), 4_000))
        assert paused.table.clock == Clock(total=10_000, left=6_000)
        assert timer.ends_at(paused.table) is None
        assert refusal(paused, At(TimeUp(), 10**9)) is Refusal.PAUSED
        assert until(play(paused, At(Resume(), 60_000))) == 66_000

    def test_a_challenge_stops_it(self) -> None:
        challenged = play(game(STRICT_TIMER), At(clue("tree", 2), 0), At(Challenge(), 5_000))
        assert left(challenged) == 15_000
        assert refusal(challenged, At(TimeUp(), 10**9)) is Refusal.TIME_LEFT
        assert until(play(challenged, At(WithdrawChallenge(), 65_000))) == 80_000

    def test_a_pause_in_a_challenge_changes_nothing(self) -> None:
        challenged = play(game(STRICT_TIMER), At(clue("tree", 2), 0), At(Challenge(), 5_000))
        resumed = play(challenged, At(Pause(), 7_000), At(Resume(), 9_000))
        assert resumed.table == challenged.table

    def test_a_challenge_before_anybody_typed_is_the_beginning_of_the_guess_phase(self) -> None:
        """By the rules of number 1, which spoken games that were dealt by them go on with."""
        spoken = Settings(
            clues=Clues.SPOKEN,
            timer=Timer.STRICT,
            clue_seconds=10,
            guess_seconds=20,
            first_extra_seconds=0,
        )
        challenged = play(dealt_by_rules(1, spoken), At(Challenge(), 9_000))
        assert challenged.table.clock == Clock(total=20_000, left=20_000)
        assert until(play(challenged, At(WithdrawChallenge(), 10_000))) == 30_000

    def test_spoken_clues_have_one_clock_for_the_turn(self) -> None:
        """Clue and guess seconds together; nobody says when the clue was given."""
        spoken = Settings(
            clues=Clues.SPOKEN,
            timer=Timer.STRICT,
            clue_seconds=10,
            guess_seconds=20,
            first_extra_seconds=5,
        )
        dealt = game(spoken)
        assert dealt.table.clock == Clock(total=35_000, until=35_000)
        for then in (touch(RED[0]), clue("tree", 2)):
            assert until(play(dealt, At(then, 25_000))) == 35_000
        challenged = play(dealt, At(Challenge(), 9_000))
        assert challenged.table.clock == Clock(total=35_000, left=26_000)
        assert until(play(challenged, At(WithdrawChallenge(), 10_000))) == 36_000
        upheld = play(challenged, At(UpholdChallenge(), 10_000))
        assert until(play(upheld, At(DeclinePenalty(), 50_000))) == 80_000
        over = play(dealt, At(touch(RED[0]), 9_000), At(END_TURN, 20_000))
        assert over.table.clock == Clock(total=30_000, until=50_000)
        passed = play(dealt, At(touch(RED[0]), 9_000), At(TimeUp(), 35_000))
        assert until(passed) == 65_000
        again = play(
            game(replace(spoken, penalty=Penalty.NONE)),
            *(At(Challenge(), 9_000), At(UpholdChallenge(), 19_000)),
        )
        assert until(again) == 45_000

    def test_it_stands_while_the_penalty_is_chosen(self) -> None:
        waiting = play(
            game(STRICT_TIMER),
            At(clue("tree", 2), 0),
            At(Challenge(), 5_000),
            At(UpholdChallenge(), 6_000),
        )
        assert waiting.table.phase is Phase.PENALTY
        assert timer.ends_at(waiting.table) is None
        assert refusal(waiting, At(TimeUp(), 10**9)) is Refusal.TIME_LEFT
        for action in (CoverCard(BLUE[0]), DeclinePenalty()):
            following = play(waiting, At(action, 60_000))
            assert following.table.clock == Clock(total=10_000, until=70_000)

    def test_another_clue_after_a_struck_one_has_a_full_clock_when_touches_waited(self) -> None:
        settings = Settings(
            penalty=Penalty.NONE,
            timer=Timer.STRICT,
            clue_seconds=10,
            first_extra_seconds=0,
        )
        again = play(
            game(settings),
            At(clue("tree", 2), 3_000),
            At(Challenge(), 5_000),
            At(UpholdChallenge(), 6_000),
        )
        assert again.table.clock == Clock(total=10_000, until=16_000)

    def test_but_illegal_clues_buy_no_time(self) -> None:
        settings = Settings(
            penalty=Penalty.NONE,
            referee=Refereeing.STRICT,
            timer=Timer.STRICT,
            clue_seconds=10,
            first_extra_seconds=0,
        )
        again = play(game(settings), At(clue("oak", 2, found=(ILLEGAL,)), 9_000))
        assert again.table.turn.struck
        assert until(again) == 10_000

    def test_neither_do_corrections_questions_and_marks(self) -> None:
        tapping = Settings(
            guessing=Guessing.OPERATIVES_TAP,
            timer=Timer.STRICT,
            clue_seconds=10,
            guess_seconds=20,
            first_extra_seconds=0,
        )
        asked = play(game(tapping), At(ask("tree", 2), 9_000))
        assert until(asked) == 10_000
        guessing = play(asked, At(AllowClue(1), 9_500))
        later = play(guessing, At(correct("trees"), 12_000), At(mark(3), 13_000))
        assert until(guessing) == until(later) == 29_500

    def test_an_undo_gives_the_time_back(self) -> None:
        guessing = play(game(STRICT_TIMER), At(clue("tree", 2), 0))
        undone = play(guessing, At(touch(RED[0]), 5_000), At(UNDO, 12_000))
        assert until(undone) == 27_000, "15 seconds were left when the card was touched"

    @pytest.mark.parametrize("position", [BYSTANDERS[0], ASSASSIN])
    def test_also_when_that_touch_ended_the_turn_or_the_game(self, position: int) -> None:
        guessing = play(game(STRICT_TIMER), At(clue("tree", 2), 0))
        undone = play(guessing, At(touch(position), 5_000), At(UNDO, 12_000))
        assert undone.table.clock == Clock(total=20_000, until=27_000)

    def test_also_in_the_last_millisecond(self) -> None:
        guessing = play(game(STRICT_TIMER), At(clue("tree", 2), 0))
        undone = play(guessing, At(touch(BYSTANDERS[0]), 19_999), At(UNDO, 29_998))
        assert until(undone) == 29_999

    def test_what_the_time_ended_is_not_undone(self) -> None:
        guessing = play(game(STRICT_TIMER), At(clue("tree", 2), 0), At(touch(RED[0]), 19_000))
        assert refusal(play(guessing, At(TimeUp(), 20_000)), At(UNDO, 20_001)) is (
            Refusal.NOTHING_TO_UNDO
        )

    def test_a_game_that_is_over_has_no_clock(self) -> None:
        guessing = play(game(STRICT_TIMER), clue("tree", 2))
        for ended in (play(guessing, touch(ASSASSIN)), play(guessing, Abandon())):
            assert ended.table.clock is None
            assert refusal(ended, At(TimeUp(), 10**9)) is Refusal.ENDED
            assert play(ended, Debrief()).table.clock is None

    def test_a_paused_game_that_is_given_up(self) -> None:
        assert play(game(STRICT_TIMER), Pause(), Abandon()).table.clock is None

    def test_there_is_no_sand_to_turn(self) -> None:
        assert refusal(game(STRICT_TIMER), TurnSand()) is Refusal.NO_SAND


class TestClock:
    def test_it_stands_and_runs(self) -> None:
        running = Clock(total=10_000, until=15_000)
        assert running.stopped(12_000) == Clock(total=10_000, left=3_000)
        assert running.stopped(12_000).resumed(50_000) == Clock(total=10_000, until=53_000)
        assert running.resumed(1) is running
        assert running.stopped(0).stopped(9) == running.stopped(0)

    def test_never_less_than_nothing_nor_more_than_all(self) -> None:
        running = Clock(total=10_000, until=15_000)
        assert running.stopped(99_000).left == 0
        assert running.stopped(0).left == 10_000

    @pytest.mark.parametrize(
        ("settings", "clock", "runs"),
        [
            (Settings(), None, False),
            (SAND, Clock(total=30_000, left=5), False),
            (SAND, Clock(total=30_000, until=1_001), True),
            (SAND, Clock(total=30_000, until=1_000), False),
            (STRICT_TIMER, Clock(total=10_000, until=1_000), True),
            (STRICT_TIMER, Clock(total=10_000, left=5), False),
        ],
    )
    def test_whether_it_runs_now(self, settings: Settings, clock: Clock | None, runs: bool) -> None:
        table = replace(game(settings).table, clock=clock)
        assert timer.is_running(table, 1_000) is runs
