"""Mode co-op: one team, red, against a simulated opponent."""

import pytest

from rules.game_builder import (
    ASSASSIN,
    BLUE,
    BLUE_STARTS,
    BYSTANDERS,
    CODENAMES,
    END_TURN,
    ILLEGAL,
    QUESTIONED,
    RED,
    UNDO,
    At,
    ask,
    clue,
    game,
    happened,
    identities,
    play,
    refusal,
    touch,
    touches,
)
from undercast.base.refusals import Refusal
from undercast.rules import evolve as playing
from undercast.rules import phases
from undercast.rules.actions import (
    Abandon,
    Action,
    CoverCard,
    DeclinePenalty,
    EndTurn,
    GiveClue,
    Pause,
    TimeUp,
    TouchCard,
    Undo,
)
from undercast.rules.cards import Identity, Team
from undercast.rules.clock import Clock
from undercast.rules.events import CardCovered, CardTouched, ClueStruck, GameEnded, TurnEnded
from undercast.rules.game import Ending, Game, Phase, Result, StruckBy, Turn, TurnEnd
from undercast.rules.modes.coop import with_humans_starting
from undercast.rules.settings import Clues, Mode, Penalty, PlusOne, Refereeing, Settings, Timer

COOP = Settings(mode=Mode.COOP)

BLUE_WINS = Result(Team.BLUE, Ending.ALL_AGENTS)


def coop(settings: Settings = COOP) -> Game:
    return game(settings)


def opponent() -> Game:
    """Red has touched a bystander, so it is the opponent's turn."""
    return play(coop(), clue("tree", 1), touch(BYSTANDERS[0]))


def rounds(*enemies: int) -> tuple[Action, ...]:
    """Turns in which red touches a bystander and the opponent gets one of these."""
    return tuple(
        action
        for enemy, bystander in zip(enemies, BYSTANDERS, strict=False)
        for action in (clue("tree", 1), touch(bystander), CoverCard(enemy))
    )


class TestSetUp:
    def test_our_team_starts_and_has_the_larger_number_of_agents(self) -> None:
        table = coop().table
        assert (table.turn.team, table.phase) == (Team.RED, Phase.CLUE)
        assert (table.agents_left(Team.RED), table.agents_left(Team.BLUE)) == (9, 8)

    def test_another_deal_is_the_dealer_s_fault(self) -> None:
        with pytest.raises(ValueError, match="red has the larger number"):
            playing.deal(COOP, CODENAMES, (identities(BLUE_STARTS),))

    @pytest.mark.parametrize("letters", ["rrrrrrrrrbbbbbbbbnnnnnnna", BLUE_STARTS])
    def test_any_key_becomes_one_in_which_red_starts(self, letters: str) -> None:
        key = with_humans_starting(identities(letters))
        assert key == identities("rrrrrrrrrbbbbbbbbnnnnnnna")


class TestTheOpponentsTurn:
    @pytest.mark.parametrize(
        ("touched", "why"),
        [
            ((BYSTANDERS[0],), TurnEnd.BYSTANDER),
            ((BLUE[0],), TurnEnd.RIVAL_AGENT),
            ((RED[0], RED[1]), TurnEnd.LIMIT),
        ],
    )
    def test_it_follows_each_of_our_turns(self, touched: tuple[int, ...], why: TurnEnd) -> None:
        after = play(coop(), clue("tree", 1), *touches(*touched)).table
        assert (after.phase, after.turn) == (Phase.OPPONENT, Turn(Team.BLUE))
        assert after.turns[-2].ended is why

    def test_also_one_that_ended_by_choice(self) -> None:
        after = play(coop(), clue("tree", 2), touch(RED[0]), END_TURN).table
        assert (after.phase, after.turns[-2].ended) == (Phase.OPPONENT, TurnEnd.BY_CHOICE)

    def test_the_spymaster_picks_the_enemy_agent_that_is_revealed(self) -> None:
        after = play(opponent(), CoverCard(BLUE[3])).table
        assert after.revealed[BLUE[3]] is Identity.BLUE
        assert after.agents_left(Team.BLUE) == 7
        assert (after.phase, after.turn) == (Phase.CLUE, Turn(Team.RED))
        assert after.turns[1] == Turn(Team.BLUE, ended=TurnEnd.OPPONENT, cover=BLUE[3])

    def test_everybody_hears_of_it(self) -> None:
        assert happened(opponent(), CoverCard(BLUE[3])) == (
            CardCovered(Team.BLUE, BLUE[3]),
            TurnEnded(Team.BLUE, TurnEnd.OPPONENT),
        )

    @pytest.mark.parametrize("position", [RED[0], BYSTANDERS[1], ASSASSIN])
    def test_no_other_card(self, position: int) -> None:
        assert refusal(opponent(), CoverCard(position)) is Refusal.NOT_YOUR_AGENT

    def test_none_that_is_revealed_already(self) -> None:
        again = play(coop(), clue("tree", 1), touch(BLUE[0]))
        assert refusal(again, CoverCard(BLUE[0])) is Refusal.ALREADY_REVEALED
        assert refusal(again, CoverCard(25)) is Refusal.NO_SUCH_CARD

    @pytest.mark.parametrize(
        "action", [clue("lime", 1), touch(RED[0]), END_TURN, DeclinePenalty(), ask("lime", 1)]
    )
    def test_nothing_else_can_be_played(self, action: Action) -> None:
        assert refusal(opponent(), action) is Refusal.WRONG_PHASE

    def test_what_is_possible_then(self) -> None:
        later = play(opponent(), Pause())
        assert phases.possible_actions(opponent().table) == (CoverCard, Undo, Pause, Abandon)
        assert refusal(later, CoverCard(BLUE[0])) is Refusal.PAUSED

    def test_it_is_not_there_in_our_own_turn(self) -> None:
        for ours in (coop(), play(coop(), clue("tree", 1)), play(opponent(), CoverCard(BLUE[0]))):
            assert refusal(ours, CoverCard(BLUE[1])) is Refusal.WRONG_PHASE

    def test_a_touch_that_led_there_can_be_taken_back(self) -> None:
        back = play(opponent(), UNDO).table
        assert (back.phase, back.turn.team) == (Phase.GUESS, Team.RED)
        assert len(back.turns) == 1

    def test_the_pick_cannot(self) -> None:
        assert refusal(play(opponent(), CoverCard(BLUE[0])), UNDO) is Refusal.NOTHING_TO_UNDO


class TestTheEnd:
    @pytest.mark.parametrize("revealed", range(8))
    def test_won_with_the_enemy_agents_still_hidden_as_score(self, revealed: int) -> None:
        before = play(coop(), *rounds(*BLUE[:revealed]), clue("oak", 0), *touches(*RED[:8]))
        won = play(before, touch(RED[8]))
        assert won.table.phase is Phase.ENDED
        assert won.table.result == Result(Team.RED, Ending.ALL_AGENTS, 8 - revealed)
        assert won.table.turn.ended is TurnEnd.LAST_AGENT

    def test_the_end_is_announced_once_with_its_score(self) -> None:
        before = play(coop(), clue("oak", 0), *touches(*RED[:8]))
        assert happened(before, touch(RED[8])) == (
            CardTouched(Team.RED, RED[8], Identity.RED, "spymaster"),
            GameEnded(Result(Team.RED, Ending.ALL_AGENTS, 8)),
        )

    def test_the_assassin_loses_without_score(self) -> None:
        lost = play(coop(), clue("tree", 1), touch(ASSASSIN)).table
        assert lost.result == Result(Team.BLUE, Ending.ASSASSIN)
        assert lost.phase is Phase.ENDED

    def test_lost_when_the_spymaster_has_to_reveal_the_last_enemy_agent(self) -> None:
        before = play(coop(), *rounds(*BLUE[1:7]), clue("tree", 1), touch(BLUE[0]))
        lost = play(before, CoverCard(BLUE[7])).table
        assert (lost.phase, lost.result) == (Phase.ENDED, BLUE_WINS)
        assert lost.turn == Turn(Team.BLUE, ended=TurnEnd.LAST_AGENT, cover=BLUE[7])
        assert happened(before, CoverCard(BLUE[7])) == (
            CardCovered(Team.BLUE, BLUE[7]),
            GameEnded(BLUE_WINS),
        )

    def test_lost_when_we_touch_the_last_enemy_agent(self) -> None:
        lost = play(coop(), *rounds(*BLUE[:7]), clue("tree", 1), touch(BLUE[7])).table
        assert (lost.phase, lost.result) == (Phase.ENDED, BLUE_WINS)

    def test_abandoned_it_has_no_winner(self) -> None:
        for now in (coop(), opponent()):
            assert play(now, Abandon()).table.result == Result(None, Ending.ABANDONED)

    def test_a_win_can_be_taken_back(self) -> None:
        won = play(coop(), clue("oak", 0), *touches(*RED))
        back = play(won, UNDO).table
        assert (back.phase, back.result, back.agents_left(Team.RED)) == (Phase.GUESS, None, 1)


class TestOtherRules:
    def test_an_illegal_clue_in_strict_costs_the_turn_only(self) -> None:
        strict = coop(Settings(mode=Mode.COOP, referee=Refereeing.STRICT))
        wrong = clue("oak", 1, found=(ILLEGAL,), rival=False)
        after = play(strict, wrong).table
        assert (after.phase, after.turn.team) == (Phase.OPPONENT, Team.BLUE)
        assert after.revealed == (None,) * 25
        struck, ended = happened(strict, wrong)
        assert isinstance(struck, ClueStruck)
        assert struck.by is StruckBy.REFEREE
        assert ended == TurnEnded(Team.RED, TurnEnd.INVALID_CLUE)

    @pytest.mark.parametrize("penalty", [Penalty.RANDOM, Penalty.RIVAL_PICKS, Penalty.TURN_ONLY])
    def test_whatever_the_penalty(self, penalty: Penalty) -> None:
        strict = coop(Settings(mode=Mode.COOP, referee=Refereeing.STRICT, penalty=penalty))
        after = play(strict, clue("oak", 1, found=(ILLEGAL,), rival=False)).table
        assert after.phase is Phase.OPPONENT
        assert after.revealed == (None,) * 25

    def test_with_no_penalty_another_clue_is_given(self) -> None:
        strict = Settings(mode=Mode.COOP, referee=Refereeing.STRICT, penalty=Penalty.NONE)
        after = play(coop(strict), clue("oak", 1, found=(ILLEGAL,), rival=False)).table
        assert (after.phase, after.turn.team) == (Phase.CLUE, Team.RED)

    def test_what_is_questioned_in_strict_is_public_for_nobody_can_be_asked(self) -> None:
        strict = coop(Settings(mode=Mode.COOP, referee=Refereeing.STRICT))
        given = play(strict, clue("two words", 1, found=(QUESTIONED,), rival=False))
        assert given.table.phase is Phase.GUESS

    def test_nobody_is_asked(self) -> None:
        assert refusal(coop(), ask("lime", 1, rival=False)) is Refusal.NO_RIVAL

    def test_no_clue_in_time_is_the_opponent_s_turn(self) -> None:
        timed = Settings(mode=Mode.COOP, timer=Timer.STRICT, clue_seconds=10, first_extra_seconds=0)
        late = play(coop(timed), At(TimeUp(), 10_000)).table
        assert (late.phase, late.turns[0].ended) == (Phase.OPPONENT, TurnEnd.TIME)

    @pytest.mark.parametrize("clues", [Clues.TYPED, Clues.SPOKEN])
    def test_the_opponent_has_the_time_for_a_guess(self, clues: Clues) -> None:
        timed = Settings(
            mode=Mode.COOP, clues=clues, timer=Timer.STRICT, clue_seconds=10, guess_seconds=20
        )
        picking = play(coop(timed), clue("tree", 1), At(touch(BYSTANDERS[0]), 1_000))
        assert picking.table.clock == Clock(20_000, until=21_000)
        assert refusal(picking, At(TimeUp(BLUE[0]), 20_999)) is Refusal.TIME_LEFT
        going_on = play(picking, At(CoverCard(BLUE[0]), 6_000)).table
        own = 30_000 if clues is Clues.SPOKEN else 10_000
        assert going_on.clock == Clock(own, until=6_000 + own)

    def test_at_its_end_a_drawn_enemy_is_revealed(self) -> None:
        timed = Settings(mode=Mode.COOP, timer=Timer.STRICT, clue_seconds=10, guess_seconds=20)
        picking = play(coop(timed), clue("tree", 1), At(touch(BYSTANDERS[0]), 1_000))
        late = play(picking, At(TimeUp(BLUE[3]), 21_000)).table
        assert late.revealed[BLUE[3]] is Identity.BLUE
        assert late.turns[1] == Turn(Team.BLUE, cover=BLUE[3], ended=TurnEnd.TIME)
        assert (late.phase, late.turn.team) == (Phase.CLUE, Team.RED)
        assert late.clock == Clock(10_000, until=31_000)
        assert happened(picking, At(TimeUp(BLUE[3]), 21_000)) == (
            CardCovered(Team.BLUE, BLUE[3]),
            TurnEnded(Team.BLUE, TurnEnd.TIME),
        )

    def test_which_can_be_the_last(self) -> None:
        timed = Settings(mode=Mode.COOP, timer=Timer.STRICT)
        now = coop(timed)
        for number in range(8):
            now = play(now, clue("tree", 1), touch(RED[number]), END_TURN)
            assert now.table.clock is not None
            end = now.table.clock.until or 0
            now = play(now, At(TimeUp(BLUE[number]), end))
        assert now.table.result == Result(Team.BLUE, Ending.ALL_AGENTS)
        assert now.table.turn.ended is TurnEnd.TIME

    def test_an_undo_gives_the_guess_its_time_back(self) -> None:
        timed = Settings(mode=Mode.COOP, timer=Timer.STRICT, clue_seconds=10, guess_seconds=20)
        guessing = play(coop(timed), clue("tree", 1))
        undone = play(guessing, At(touch(BYSTANDERS[0]), 5_000), At(UNDO, 9_000))
        assert undone.table.clock == Clock(20_000, until=24_000)

    @pytest.mark.parametrize("rules", [1, 2])
    def test_by_earlier_rules_it_has_all_the_time_it_takes(self, rules: int) -> None:
        timed = Settings(mode=Mode.COOP, timer=Timer.STRICT, clue_seconds=10, guess_seconds=20)
        dealt = game(timed, rules=rules)
        waiting = play(dealt, clue("tree", 1), At(touch(BYSTANDERS[0]), 1_000))
        assert refusal(waiting, At(TimeUp(), 10**9)) is Refusal.TIME_LEFT
        going_on = play(waiting, At(CoverCard(BLUE[0]), 60_000)).table
        assert going_on.clock == Clock(10_000, until=70_000)

    def test_spoken_clues(self) -> None:
        spoken = coop(Settings(mode=Mode.COOP, clues=Clues.SPOKEN))
        after = play(spoken, touch(BYSTANDERS[0]), CoverCard(BLUE[0]), touch(RED[0]), END_TURN)
        assert after.table.phase is Phase.OPPONENT

    def test_cards_outstanding_are_ours_alone(self) -> None:
        earned = coop(Settings(mode=Mode.COOP, plus_one=PlusOne.EARNED))
        after = play(earned, clue("tree", 3), touch(RED[0]), END_TURN, CoverCard(BLUE[0])).table
        assert (after.outstanding(Team.RED), after.outstanding(Team.BLUE)) == (2, 0)

    def test_what_is_possible_in_our_own_turn_is_as_in_classic(self) -> None:
        assert GiveClue in phases.possible_actions(coop().table)
        guessing = play(coop(), clue("tree", 2), touch(RED[0])).table
        assert {TouchCard, EndTurn} <= {*phases.possible_actions(guessing)}
