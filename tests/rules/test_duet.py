"""Mode duet: two sides with a key each; together they look for fifteen agents in nine turns."""

from collections import Counter

import pytest
from msgspec.structs import replace

from rules.duet_builder import (
    A_BUT_DEADLY,
    B_BUT_DEADLY,
    BOTH,
    DEADLY,
    DEADLY_ON_A,
    DEADLY_ON_B,
    DUET,
    KEY_A,
    KEY_B,
    KEYS,
    NOBODY,
    OF_A,
    OF_B,
    ONLY_A,
    ONLY_B,
    SPOKEN_DUET,
    A,
    B,
    clue_by,
    duet,
    on,
    touch_by,
    touches_by,
)
from rules.game_builder import (
    CODENAMES,
    END_TURN,
    ILLEGAL,
    QUESTIONED,
    UNDO,
    At,
    exchange,
    game,
    happened,
    identities,
    key,
    play,
    refusal,
)
from undercast.base.refusals import Refusal
from undercast.rules import evolve as playing
from undercast.rules import phases
from undercast.rules.actions import (
    Abandon,
    Action,
    ExchangeCodename,
    GiveClue,
    NoteCards,
    Pause,
    Resume,
    TimeUp,
    TouchCard,
)
from undercast.rules.cards import Identity, Side, Team
from undercast.rules.clock import Clock
from undercast.rules.clues import Clue
from undercast.rules.events import CardTouched, ClueGiven, GameEnded, TurnEnded
from undercast.rules.game import Ending, Game, KnownBystander, Phase, Result, Turn, TurnEnd
from undercast.rules.modes.duet import PAIRS
from undercast.rules.settings import Clues, Mode, Penalty, Refereeing, Settings, Timer

LOST = Result(None, Ending.ASSASSIN)
WON = Result(Team.GREEN, Ending.ALL_AGENTS)

OTHER = {A: B, B: A}


def a_gives() -> Game:
    """A has given the first clue, and B guesses."""
    return play(duet(), clue_by(A))


def turns(count: int, first: Side = A) -> tuple[Action, ...]:
    """Turns in which one card is touched, a bystander on both keys. The first is given by A."""
    said: list[Action] = []
    giver = first
    for number in range(count):
        said += [clue_by(giver), touch_by(OTHER[giver], NOBODY[number // 2])]
        giver = OTHER[giver]
    return tuple(said)


def sudden_death() -> Game:
    """All tokens are spent; each side has met some bystanders."""
    return play(duet(), *turns(9))


def a_is_done() -> Game:
    """B has found all nine agents of A's key, and so A gives no more clues."""
    return play(a_gives(), *touches_by(B, *OF_A))


class TestSetUp:
    def test_fifteen_agents_to_find_and_nine_tokens(self) -> None:
        table = duet().table
        assert table.agents_left(Team.GREEN) == 15
        assert on(duet()).tokens == 9
        assert (table.phase, table.turns) == (Phase.CLUE, (Turn(Team.GREEN),))
        assert table.revealed == (None,) * 25

    @pytest.mark.parametrize("side", Side)
    def test_each_key_has_nine_agents_thirteen_bystanders_and_three_assassins(
        self, side: Side
    ) -> None:
        said = duet().key_of(side)
        assert said.count(Identity.GREEN) == 9
        assert said.count(Identity.BYSTANDER) == 13
        assert said.count(Identity.ASSASSIN) == 3

    def test_each_side_sees_its_own(self) -> None:
        assert duet().key_of(A).identities == identities(KEY_A)
        assert duet().key_of(B).identities == identities(KEY_B)

    def test_three_agents_are_on_both_keys_and_six_only_on_each(self) -> None:
        assert len({*OF_A} & {*OF_B}) == 3
        assert len({*OF_A} | {*OF_B}) == 15

    def test_of_a_side_s_assassins_one_is_one_on_both_one_an_agent_one_a_bystander(self) -> None:
        for other in (
            [said_b for said_a, said_b in PAIRS.elements() if said_a is Identity.ASSASSIN],
            [said_a for said_a, said_b in PAIRS.elements() if said_b is Identity.ASSASSIN],
        ):
            assert Counter(other) == Counter(
                (Identity.ASSASSIN, Identity.GREEN, Identity.BYSTANDER)
            )

    @pytest.mark.parametrize(
        ("key_a", "key_b"),
        [
            (KEY_A, KEY_A),
            (KEY_A, KEY_B[::-1]),
            (KEY_A, "n" * 25),
            (KEY_A[:24], KEY_B[:24]),
            (KEY_A, KEY_B[:24]),
            (key().identities, key().identities),
        ],
    )
    def test_any_other_pair_is_the_dealer_s_fault(self, key_a: str, key_b: str) -> None:
        keys = tuple(identities(k) if isinstance(k, str) else k for k in (key_a, key_b))
        with pytest.raises(ValueError, match=r"do not fit|shorter"):
            playing.deal(DUET, CODENAMES, keys)

    def test_so_is_one_key_alone(self) -> None:
        with pytest.raises(ValueError, match="not enough"):
            playing.deal(DUET, CODENAMES, (identities(KEY_A),))

    @pytest.mark.parametrize("codenames", [CODENAMES[:24], (*CODENAMES[:24], CODENAMES[0])])
    def test_there_are_as_many_different_codenames_as_cards(
        self, codenames: tuple[str, ...]
    ) -> None:
        with pytest.raises(ValueError, match="25 different codenames"):
            playing.deal(DUET, codenames, (identities(KEY_A), identities(KEY_B)))

    def test_a_codename_can_be_exchanged_before_the_first_clue(self) -> None:
        assert ExchangeCodename in phases.possible_actions(duet().table)
        assert play(duet(), exchange(3)).table.codenames[3] == "BUTTON"


class TestTheFirstClue:
    @pytest.mark.parametrize("side", Side)
    def test_the_sides_choose_who_gives_it(self, side: Side) -> None:
        given = play(duet(), clue_by(side, "tree", 2)).table
        assert given.turn.side is side
        assert (given.phase, given.turn.clue) == (Phase.GUESS, Clue("tree", 2))
        assert given.turn.giver == f"{side} player"

    def test_a_clue_that_is_struck_was_given_too(self) -> None:
        """So the partner gives the next one, or the same side another where nothing is paid."""
        illegal = replace(clue_by(A, "oak"), findings=(ILLEGAL,))
        strict = Settings(mode=Mode.DUET, referee=Refereeing.STRICT)
        assert play(duet(strict), illegal).table.turn.side is B
        free = replace(strict, penalty=Penalty.NONE)
        assert play(duet(free), illegal).table.turn.side is A

    def test_nobody_has_given_it_when_the_time_is_up(self) -> None:
        timed = Settings(mode=Mode.DUET, timer=Timer.STRICT, clue_seconds=10, first_extra_seconds=0)
        late = play(duet(timed), At(TimeUp(), 10_000))
        assert late.table.turn == Turn(Team.GREEN)
        assert on(late).tokens == 8
        assert play(late, clue_by(B)).table.turn.side is B


class TestTheGiversKeyJudges:
    @pytest.mark.parametrize("position", OF_A)
    def test_when_b_touches_it_is_a_s(self, position: int) -> None:
        found = play(a_gives(), touch_by(B, position)).table
        assert found.revealed[position] is Identity.GREEN
        assert found.agents_left(Team.GREEN) == 14

    @pytest.mark.parametrize("position", OF_B)
    def test_when_a_touches_it_is_b_s(self, position: int) -> None:
        found = play(duet(), clue_by(B), touch_by(A, position)).table
        assert found.revealed[position] is Identity.GREEN

    @pytest.mark.parametrize("position", [DEADLY, DEADLY_ON_A, B_BUT_DEADLY])
    def test_an_assassin_on_the_giver_s_key_loses(self, position: int) -> None:
        lost = play(a_gives(), touch_by(B, position)).table
        assert (lost.phase, lost.result) == (Phase.ENDED, LOST)
        assert lost.turn.ended is TurnEnd.ASSASSIN
        assert lost.revealed[position] is Identity.ASSASSIN
        assert happened(a_gives(), touch_by(B, position)) == (
            CardTouched(Team.GREEN, position, Identity.ASSASSIN, "side_b player", B),
            GameEnded(LOST),
        )

    def test_what_the_own_key_says_does_not_count(self) -> None:
        after = play(a_gives(), touch_by(B, A_BUT_DEADLY), touch_by(B, DEADLY_ON_B)).table
        assert after.result is None


class TestTouching:
    def test_an_agent_lets_the_side_go_on_without_limit(self) -> None:
        after = play(a_gives(), *touches_by(B, *OF_A[:8])).table
        assert after.phase is Phase.GUESS
        assert after.guess_limit() is None
        assert after.guesses_left() is None
        assert on(play(a_gives(), touch_by(B, OF_A[0]))).tokens == 9

    @pytest.mark.parametrize("position", [*NOBODY, *ONLY_B, DEADLY_ON_B])
    def test_a_bystander_ends_the_turn_and_is_marked_for_that_side_only(
        self, position: int
    ) -> None:
        after = play(a_gives(), touch_by(B, position))
        assert on(after).bystanders == (KnownBystander(position, B),)
        assert after.table.revealed[position] is None
        assert after.table.turns[0].ended is TurnEnd.BYSTANDER
        assert (after.table.phase, after.table.turn.side) == (Phase.CLUE, B)
        assert happened(a_gives(), touch_by(B, position)) == (
            CardTouched(Team.GREEN, position, Identity.BYSTANDER, "side_b player", B),
            TurnEnded(Team.GREEN, TurnEnd.BYSTANDER),
        )

    def test_that_side_cannot_touch_it_again(self) -> None:
        missed = play(a_gives(), touch_by(B, ONLY_B[0]), clue_by(B), touch_by(A, NOBODY[0]))
        again = play(missed, clue_by(A))
        assert refusal(again, touch_by(B, ONLY_B[0])) is Refusal.KNOWN_BYSTANDER

    def test_the_other_side_can_and_it_may_be_an_agent_there(self) -> None:
        missed = play(a_gives(), touch_by(B, ONLY_B[0]), clue_by(B))
        found = play(missed, touch_by(A, ONLY_B[0])).table
        assert found.revealed[ONLY_B[0]] is Identity.GREEN

    def test_or_a_bystander_there_as_well(self) -> None:
        missed = play(a_gives(), touch_by(B, NOBODY[0]), clue_by(B), touch_by(A, NOBODY[0]))
        assert on(missed).bystanders == (
            KnownBystander(NOBODY[0], B),
            KnownBystander(NOBODY[0], A),
        )

    def test_what_is_revealed_cannot_be_touched_by_either(self) -> None:
        found = play(a_gives(), touch_by(B, BOTH[0]))
        assert refusal(found, touch_by(B, BOTH[0])) is Refusal.ALREADY_REVEALED
        other = play(found, END_TURN, clue_by(B))
        assert refusal(other, touch_by(A, BOTH[0])) is Refusal.ALREADY_REVEALED
        assert refusal(other, touch_by(A, 25)) is Refusal.NO_SUCH_CARD

    def test_no_touch_before_the_clue(self) -> None:
        assert refusal(duet(), touch_by(B, 0)) is Refusal.WRONG_PHASE


class TestTheEndOfATurn:
    def test_by_choice_after_one_touch(self) -> None:
        assert refusal(a_gives(), END_TURN) is Refusal.TOUCH_FIRST
        ended = play(a_gives(), touch_by(B, 0), END_TURN)
        assert ended.table.turns[0].ended is TurnEnd.BY_CHOICE
        assert (ended.table.turn.side, on(ended).tokens) == (B, 8)

    def test_when_the_giver_s_agents_are_all_found(self) -> None:
        done = a_is_done()
        assert done.table.turns[0].ended is TurnEnd.SIDE_DONE
        assert (done.table.phase, done.table.turn.side) == (Phase.CLUE, B)
        assert on(done).tokens == 8
        events = happened(play(a_gives(), *touches_by(B, *OF_A[:8])), touch_by(B, OF_A[8]))
        assert events[-1] == TurnEnded(Team.GREEN, TurnEnd.SIDE_DONE)

    def test_not_when_those_of_the_guessing_side_are(self) -> None:
        """A touches what is left of both keys: B, who gives, has more agents to be found."""
        before = play(a_gives(), *touches_by(B, *OF_A[1:]), END_TURN, clue_by(B))
        after = play(before, touch_by(A, BOTH[0])).table
        assert (after.phase, after.turn.side) == (Phase.GUESS, B)

    def test_the_roles_swap_after_each(self) -> None:
        after = play(duet(), *turns(4)).table
        assert [turn.side for turn in after.turns] == [A, B, A, B, A]

    def test_each_costs_a_token(self) -> None:
        for ended in range(9):
            assert on(play(duet(), *turns(ended))).tokens == 9 - ended

    def test_a_side_whose_agents_are_all_found_gives_no_more_clues(self) -> None:
        later = play(a_is_done(), clue_by(B), touch_by(A, NOBODY[0]))
        assert (later.table.phase, later.table.turn.side) == (Phase.CLUE, B)
        again = play(later, clue_by(B), touch_by(A, ONLY_B[0]), END_TURN)
        assert again.table.turn.side is B
        assert on(again).tokens == 6

    def test_also_when_it_found_its_own_last_agent_itself(self) -> None:
        before = play(a_gives(), *touches_by(B, *OF_A[1:]), END_TURN, clue_by(B))
        after = play(before, touch_by(A, BOTH[0]), END_TURN).table
        assert after.turn.side is B


class TestTheEnd:
    def test_all_fifteen_win(self) -> None:
        won = play(a_is_done(), clue_by(B), *touches_by(A, *OF_B[3:])).table
        assert (won.phase, won.result) == (Phase.ENDED, WON)
        assert won.turn.ended is TurnEnd.LAST_AGENT
        assert won.agents_left(Team.GREEN) == 0
        assert on(a_is_done()).tokens == 8

    def test_the_fifteenth_ends_the_game_and_not_only_the_turn(self) -> None:
        before = play(a_is_done(), clue_by(B), *touches_by(A, *OF_B[3:8]))
        assert happened(before, touch_by(A, OF_B[8])) == (
            CardTouched(Team.GREEN, OF_B[8], Identity.GREEN, "side_a player", A),
            GameEnded(WON),
        )

    def test_abandoned(self) -> None:
        assert play(a_gives(), Abandon()).table.result == Result(None, Ending.ABANDONED)
        assert play(sudden_death(), Abandon()).table.result == Result(None, Ending.ABANDONED)


class TestSuddenDeath:
    def test_after_the_last_token(self) -> None:
        now = sudden_death()
        assert now.table.phase is Phase.SUDDEN_DEATH
        assert on(now).tokens == 0
        assert now.table.turn == Turn(Team.GREEN)
        assert len(now.table.turns) == 10

    def test_there_are_no_clues_and_no_turn_to_end(self) -> None:
        for action in (clue_by(A), clue_by(B), END_TURN):
            assert refusal(sudden_death(), action) is Refusal.WRONG_PHASE
        possible = phases.possible_actions(sudden_death().table)
        assert TouchCard in possible
        assert GiveClue not in possible

    def test_either_side_touches_judged_by_the_partner_s_key(self) -> None:
        now = play(sudden_death(), touch_by(A, ONLY_B[0]), touch_by(B, ONLY_A[0]))
        now = play(now, touch_by(A, ONLY_B[1]))
        assert now.table.phase is Phase.SUDDEN_DEATH
        assert now.table.agents_left(Team.GREEN) == 12

    @pytest.mark.parametrize(("side", "position"), [(A, ONLY_A[0]), (B, ONLY_B[0]), (A, NOBODY[6])])
    def test_a_bystander_loses(self, side: Side, position: int) -> None:
        lost = play(sudden_death(), touch_by(side, position))
        assert lost.table.result == Result(None, Ending.SUDDEN_DEATH)
        assert lost.table.turn.ended is TurnEnd.BYSTANDER
        assert on(lost).bystanders[-1] == KnownBystander(position, side)
        assert lost.table.revealed[position] is None

    @pytest.mark.parametrize(("side", "position"), [(A, DEADLY_ON_B), (B, DEADLY_ON_A)])
    def test_so_does_an_assassin(self, side: Side, position: int) -> None:
        assert play(sudden_death(), touch_by(side, position)).table.result == LOST

    def test_all_fifteen_win_here_too(self) -> None:
        found = (*touches_by(B, *OF_A), *touches_by(A, *OF_B[3:]))
        assert play(sudden_death(), *found).table.result == WON

    def test_a_side_that_is_done_changes_nothing_any_more(self) -> None:
        now = play(sudden_death(), *touches_by(B, *OF_A))
        assert now.table.phase is Phase.SUDDEN_DEATH
        assert len(now.table.turns) == 10

    def test_known_bystanders_stay_known(self) -> None:
        assert refusal(sudden_death(), touch_by(B, NOBODY[0])) is Refusal.KNOWN_BYSTANDER

    @pytest.mark.parametrize("clues", [Clues.TYPED, Clues.SPOKEN])
    def test_a_strict_clock_runs_for_each_touch(self, clues: Clues) -> None:
        timed = Settings(mode=Mode.DUET, clues=clues, timer=Timer.STRICT, guess_seconds=20)
        now = play(duet(timed), *turns(9))
        assert now.table.clock == Clock(20_000, until=20_000)
        found = play(now, At(touch_by(A, ONLY_B[0]), 15_000))
        assert found.table.clock == Clock(20_000, until=35_000)
        assert refusal(found, At(TimeUp(), 34_999)) is Refusal.TIME_LEFT

    def test_other_moves_give_it_no_time(self) -> None:
        timed = Settings(mode=Mode.DUET, timer=Timer.STRICT, guess_seconds=20)
        found = play(duet(timed), *turns(9), At(touch_by(A, ONLY_B[0]), 15_000))
        noted = play(found, At(NoteCards((1,), "A player"), 16_000), At(Pause(), 20_000))
        assert noted.table.clock == Clock(20_000, left=15_000)
        assert play(noted, At(Resume(), 90_000)).table.clock == Clock(20_000, until=105_000)
        undone = play(found, At(UNDO, 18_000))
        assert undone.table.clock == Clock(20_000, until=23_000)

    def test_at_its_end_the_game_is_lost(self) -> None:
        timed = Settings(mode=Mode.DUET, timer=Timer.STRICT, guess_seconds=20)
        now = play(duet(timed), *turns(9))
        lost = play(now, At(TimeUp(), 20_000)).table
        assert (lost.phase, lost.clock) == (Phase.ENDED, None)
        assert lost.result == Result(None, Ending.TIME)
        assert lost.turn.ended is TurnEnd.TIME
        assert happened(now, At(TimeUp(), 20_000)) == (GameEnded(Result(None, Ending.TIME)),)

    @pytest.mark.parametrize("rules", [1, 2])
    def test_by_earlier_rules_it_stands(self, rules: int) -> None:
        timed = Settings(mode=Mode.DUET, timer=Timer.STRICT)
        now = play(game(timed, KEYS, rules), *turns(9))
        assert now.table.clock is not None
        assert now.table.clock.until is None
        assert refusal(now, At(TimeUp(), 10**12)) is Refusal.TIME_LEFT


class TestUndo:
    def test_an_agent(self) -> None:
        back = play(a_gives(), touch_by(B, 0), UNDO).table
        assert back.agents_left(Team.GREEN) == 15
        assert back.turn.touches[0].undone

    def test_a_bystander_gives_token_mark_and_roles_back(self) -> None:
        back = play(a_gives(), touch_by(B, NOBODY[0]), UNDO)
        assert on(back) == on(a_gives())
        assert (back.table.phase, back.table.turn.side) == (Phase.GUESS, A)
        assert play(back, touch_by(B, NOBODY[0])).table.turn.side is B

    def test_an_assassin(self) -> None:
        back = play(a_gives(), touch_by(B, DEADLY), UNDO).table
        assert (back.phase, back.result, back.revealed[DEADLY]) == (Phase.GUESS, None, None)

    def test_the_touch_that_led_to_sudden_death_and_one_within_it(self) -> None:
        back = play(sudden_death(), UNDO)
        assert (back.table.phase, on(back).tokens) == (Phase.GUESS, 1)
        inside = play(sudden_death(), touch_by(A, ONLY_A[0]), UNDO)
        assert (inside.table.phase, inside.table.result) == (Phase.SUDDEN_DEATH, None)

    def test_a_first_touch_that_was_also_the_clue_leaves_the_choice_open(self) -> None:
        back = play(duet(SPOKEN_DUET), touch_by(B, 0), UNDO).table
        assert (back.phase, back.turn.side, back.turn.clue) == (Phase.CLUE, None, None)
        assert play(duet(SPOKEN_DUET), touch_by(B, 0), UNDO, touch_by(A, 0)).table.turn.side is B


class TestSpokenClues:
    def test_whoever_touches_first_is_not_the_giver(self) -> None:
        touched = play(duet(SPOKEN_DUET), touch_by(A, OF_B[0])).table
        assert touched.turn.side is B
        assert touched.turn.clue == Clue(None, "unlimited")
        assert touched.revealed[OF_B[0]] is Identity.GREEN
        events = happened(duet(SPOKEN_DUET), touch_by(A, OF_B[0]))
        assert events[0] == ClueGiven(Team.GREEN, Clue(None, "unlimited"))

    def test_then_the_roles_are_fixed(self) -> None:
        ended = play(duet(SPOKEN_DUET), touch_by(A, OF_B[0]), END_TURN).table
        assert (ended.phase, ended.turn.side) == (Phase.CLUE, A)
        again = play(duet(SPOKEN_DUET), touch_by(A, OF_B[0]), END_TURN, touch_by(B, OF_A[1]))
        assert again.table.turn.side is A

    def test_a_number_may_be_given(self) -> None:
        given = play(duet(SPOKEN_DUET), clue_by(A, None, 3)).table
        assert (given.turn.clue, given.turn.side) == (Clue(None, 3), A)


class TestClockAndReferee:
    def test_no_clue_and_no_guess_in_time_cost_a_token_each(self) -> None:
        timed = Settings(
            mode=Mode.DUET,
            timer=Timer.STRICT,
            clue_seconds=10,
            guess_seconds=20,
            first_extra_seconds=0,
        )
        slow = play(duet(timed), clue_by(A), At(TimeUp(), 20_000))
        assert (slow.table.turn.side, on(slow).tokens) == (B, 8)
        slower = play(slow, At(TimeUp(), 30_000))
        assert (slower.table.turn.side, on(slower).tokens) == (A, 7)

    def test_an_illegal_clue_in_strict_costs_a_token(self) -> None:
        strict = Settings(mode=Mode.DUET, referee=Refereeing.STRICT)
        illegal = replace(clue_by(B, "oak"), findings=(ILLEGAL,))
        after = play(duet(strict), clue_by(A), touch_by(B, 0), END_TURN, illegal)
        assert after.table.turns[1].ended is TurnEnd.INVALID_CLUE
        assert (after.table.phase, after.table.turn.side) == (Phase.CLUE, A)
        assert on(after).tokens == 7

    def test_the_last_token_too(self) -> None:
        strict = Settings(mode=Mode.DUET, referee=Refereeing.STRICT)
        illegal = replace(clue_by(A, "oak"), findings=(ILLEGAL,))
        assert play(duet(strict), *turns(8), illegal).table.phase is Phase.SUDDEN_DEATH

    def test_without_penalty_it_costs_nothing(self) -> None:
        free = Settings(mode=Mode.DUET, referee=Refereeing.STRICT, penalty=Penalty.NONE)
        after = play(duet(free), replace(clue_by(A, "oak"), findings=(ILLEGAL,)))
        assert (on(after).tokens, after.table.phase) == (9, Phase.CLUE)

    def test_what_is_questioned_nobody_rules_on(self) -> None:
        strict = Settings(mode=Mode.DUET, referee=Refereeing.STRICT)
        questioned = replace(clue_by(A, "two words"), findings=(QUESTIONED,))
        assert play(duet(strict), questioned).table.phase is Phase.GUESS
        assert refusal(duet(), questioned) is Refusal.CLUE_QUESTIONED
        assert play(duet(), replace(questioned, anyway=True)).table.phase is Phase.GUESS
