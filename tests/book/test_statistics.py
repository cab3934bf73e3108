"""What games come to for people and pairs."""

from msgspec.structs import replace

from book.played_games import (
    ANA,
    BEN,
    CEM,
    COOP,
    DEADLY,
    DORA,
    OF_A,
    OPERATIVES,
    A,
    B,
    by,
    dealt,
    duet_dealt,
    duet_won,
    finds,
    gives,
    record,
    red_won,
    taps,
)
from room.room_builder import then
from rules.game_builder import ASSASSIN, RED, SPOKEN, touch
from undercast.book import statistics
from undercast.book.statistics import ClueNumbers, PairNumbers, PersonNumbers
from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.actions import Abandon, Challenge, ConcedeChallenge, EndTurn, Undo
from undercast.rules.clues import Clue

OCEAN = Clue("OCEAN", 3)


def people(now: Room) -> dict[str, PersonNumbers]:
    return statistics.people([record(now)])


def pairs(now: Room) -> dict[tuple[str, str], PairNumbers]:
    return statistics.pairs([record(now)])


def test_of_a_classic_game() -> None:
    ana = ClueNumbers(clues=3, meant=14, found=9, best=OCEAN)
    ben = ClueNumbers(clues=2, meant=3, found=1)
    assert people(red_won()) == {
        ANA: PersonNumbers(games=1, won=1, giving=ana),
        BEN: PersonNumbers(games=1, lost=1, giving=ben),
        CEM: PersonNumbers(games=1, won=1),
        DORA: PersonNumbers(games=1, lost=1),
    }
    # The spymaster taps what Cem says.
    assert pairs(red_won()) == {
        (ANA, CEM): PairNumbers(1, ana),
        (BEN, DORA): PairNumbers(1, ben),
    }


def test_of_several_games_the_first_of_the_best_clues_stays() -> None:
    one = record(red_won())
    turns = tuple(
        replace(turn, clue=Clue("LATER", 3)) if turn.clue == OCEAN else turn
        for turn in one.table.turns
    )
    two = replace(one, number=2, table=replace(one.table, turns=turns))
    both = statistics.people([one, two])
    assert both[ANA].giving == ClueNumbers(clues=6, meant=28, found=18, best=OCEAN)
    assert (both[CEM].games, both[CEM].won) == (2, 2)
    assert statistics.pairs([one, two])[ANA, CEM].games == 2


def test_operatives_who_tap() -> None:
    now = then(dealt(OPERATIVES), ANA, by(ANA, "sea", 2))
    now = then(now, CEM, *taps(CEM, 0, 9))
    now = then(now, BEN, by(BEN, "sun", 1))
    now = then(now, DORA, *taps(DORA, ASSASSIN))
    of = people(now)
    assert (of[CEM].touches, of[CEM].hits, of[DORA].touches, of[DORA].hits) == (2, 1, 1, 0)
    assert of[BEN].giving == ClueNumbers(clues=1, meant=1, assassins=1)
    assert of[ANA].touches == 0


def test_what_was_taken_back_or_struck_does_not_count() -> None:
    now = then(dealt(), ANA, by(ANA, "sea", 2), touch(0, by=ANA), Undo(), touch(9, by=ANA))
    now = then(now, BEN, by(BEN, "sun", 1))
    now = then(now, ANA, Challenge())
    now = then(now, BEN, ConcedeChallenge())
    assert now.game is not None
    assert now.game.table.turns[1].struck
    ended = then(now, ANA, Abandon())
    assert statistics.clue_totals(record(ended)) == ClueNumbers(clues=1, meant=2)


def test_an_abandoned_game_counts_for_nobody() -> None:
    now = then(dealt(), ANA, by(ANA, "sea", 2), touch(0, by=ANA), Abandon())
    assert people(now) == {}
    assert pairs(now) == {}


def test_who_touches_without_a_clue_gave_none() -> None:
    now = then(dealt(SPOKEN), ANA, *taps(ANA, *RED))
    assert people(now)[ANA] == PersonNumbers(games=1, won=1, touches=9, hits=9)
    assert pairs(now) == {}


def test_who_sits_for_both_teams_neither_wins_nor_loses() -> None:
    now = dealt(Ana=Seat.KEY_HOLDER, Ben=Seat.OPERATIVE_FOR_BOTH)
    now = then(now, ANA, by(ANA, "all", 0), *taps(ANA, *RED))
    of = people(now)
    assert (of[ANA].games, of[ANA].won, of[ANA].lost, of[BEN].games) == (1, 0, 0, 1)
    assert pairs(now)[ANA, BEN].giving.found == 9


def test_in_co_op_all_win_or_lose_together() -> None:
    now = dealt(COOP, Ana=Seat.RED_SPYMASTER, Ben=Seat.RED_OPERATIVE, Cem=Seat.SPECTATOR)
    won = people(then(now, ANA, by(ANA, "all", 0), *taps(ANA, *RED)))
    lost = people(then(now, ANA, by(ANA, "all", 1), *taps(ANA, ASSASSIN)))
    assert (won[ANA].won, won[BEN].won, lost[BEN].lost) == (1, 1, 1)
    assert CEM not in won


def test_in_a_duet_each_side_gives_and_guesses() -> None:
    of = people(duet_won())
    assert of[ANA] == PersonNumbers(
        games=1, won=1, giving=ClueNumbers(1, 9, 9, 0, Clue("river", 9)), touches=6, hits=6
    )
    assert of[BEN].giving.best == Clue("stone", 6)
    assert {pair: both.giving.found for pair, both in pairs(duet_won()).items()} == {
        (ANA, BEN): 9,
        (BEN, ANA): 6,
    }
    assert CEM not in of


def test_sudden_death_has_no_giver() -> None:
    now = then(duet_dealt(), ANA, gives(A, "river", 1))
    now = then(now, BEN, *finds(B, OF_A[0]), EndTurn())
    now = then(now, BEN, gives(B, "stone", 1))
    lost = then(now, ANA, *finds(A, DEADLY))
    ended = record(lost)
    last = replace(ended.table.turns[-1], clue=None, giver=None, side=None)
    sudden = replace(ended, table=replace(ended.table, turns=(last,)))
    assert statistics.pairs([sudden]) == {}
    assert statistics.guessers(last, sudden.seats, sudden.table.settings.mode) == {ANA}


def test_who_left_since_is_counted_for_what_they_did() -> None:
    ended = record(red_won())
    gone = replace(ended, seats={ANA: Seat.RED_SPYMASTER})
    assert statistics.people([gone])[BEN].giving.clues == 2
    assert (statistics.people([gone])[BEN].won, statistics.people([gone])[BEN].lost) == (0, 0)
    touched = then(dealt(OPERATIVES), ANA, by(ANA, "sea", 0))
    touched = then(touched, CEM, *taps(CEM, *RED))
    assert (ANA, CEM) in statistics.pairs([replace(record(touched), seats={})])
