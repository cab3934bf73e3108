"""The evening: the games of a room, across modes, what they have come to and who had the key."""

from collections.abc import Mapping

from room.room_builder import ANA, BEN, CEM, DORA, deal, four, joined, then
from room.room_builder import room as room_with
from rules.duet_builder import DEADLY, DUET, KEYS, OF_A, OF_B, A, B, clue_by, touch_by, touches_by
from rules.game_builder import ASSASSIN, BLUE, BYSTANDERS, RED, UNDO, clue, touch, touches
from undercast.room.entries import ChangeSettings, Deal, Leave, TakeSeat
from undercast.room.evening import CooperativeScore, Evening, evening_of
from undercast.room.seats import Seat
from undercast.room.state import GameRecord, Room
from undercast.rules.actions import Abandon, CoverCard
from undercast.rules.cards import Team
from undercast.rules.game import Ending
from undercast.rules.settings import Board, Mode, Settings
from undercast.views import Audience, views

COOP = Settings(mode=Mode.COOP)

RED_SM, BLUE_SM, RED_OP = Seat.RED_SPYMASTER, Seat.BLUE_SPYMASTER, Seat.RED_OPERATIVE

SPYMASTERS = {RED_SM: (ANA,), BLUE_SM: (BEN,)}


def fresh(now: Room, letters: str = "rrrrrrrrrbbbbbbbbnnnnnnna", *, swap: bool = False) -> Deal:
    """A deal of codenames that the room has not seen."""
    game = now.lobby.games
    return deal(letters, tuple(f"game {game} card {card}" for card in range(25)), swap=swap)


def change(settings: Settings) -> ChangeSettings:
    return ChangeSettings(settings, ("en",), "en")


def red_wins(now: Room) -> Room:
    return then(now, ANA, fresh(now), clue("tree", 0), *touches(*RED))


def blue_wins(now: Room) -> Room:
    return then(now, ANA, fresh(now), clue("tree", 0), touch(ASSASSIN))


def abandoned(now: Room) -> Room:
    return then(now, ANA, fresh(now), Abandon())


def coop_won(now: Room) -> Room:
    now = then(now, ANA, change(COOP), fresh(now), clue("tree", 1), touch(BYSTANDERS[0]))
    return then(now, ANA, CoverCard(BLUE[0]), clue("oak", 0), *touches(*RED))


def coop_lost(now: Room) -> Room:
    return then(now, ANA, change(COOP), fresh(now), clue("tree", 1), touch(ASSASSIN))


def dealt_duet(now: Room) -> Room:
    now = then(now, ANA, change(DUET), TakeSeat(Seat.SIDE_A))
    now = then(now, BEN, TakeSeat(Seat.SIDE_B))
    return then(now, ANA, fresh(now, KEYS), clue_by(A))


def duet_won(now: Room) -> Room:
    now = then(dealt_duet(now), BEN, *touches_by(B, *OF_A), clue_by(B))
    return then(now, ANA, *touches_by(A, *OF_B[3:]))


def duet_lost(now: Room) -> Room:
    return then(dealt_duet(now), BEN, touch_by(B, DEADLY))


def wins(now: Room) -> Mapping[Team, int]:
    return evening_of(now).wins


def test_before_the_first_game_there_is_nothing() -> None:
    assert evening_of(four()) == Evening(
        games=(),
        wins={Team.RED: 0, Team.BLUE: 0, Team.GREEN: 0},
        together=CooperativeScore(0, 0),
        times_at_key={},
        next_keys={RED_SM: (CEM,), BLUE_SM: (DORA,)},
    )


def test_the_games_in_their_order_with_who_had_the_key() -> None:
    now = coop_won(abandoned(blue_wins(red_wins(four()))))
    assert evening_of(now).games == (
        record(Team.RED, Ending.ALL_AGENTS),
        record(Team.BLUE, Ending.ASSASSIN),
        record(None, Ending.ABANDONED),
        GameRecord(Mode.COOP, Board.WORDS, Team.RED, Ending.ALL_AGENTS, 7, {RED_SM: (ANA,)}),
    )


def record(winner: Team | None, ending: Ending) -> GameRecord:
    return GameRecord(Mode.CLASSIC, Board.WORDS, winner, ending, None, SPYMASTERS)


def test_each_team_s_wins_in_classic() -> None:
    now = abandoned(red_wins(blue_wins(red_wins(four()))))
    assert wins(now) == {Team.RED: 2, Team.BLUE: 1, Team.GREEN: 0}
    assert evening_of(now).together == CooperativeScore(0, 0)


def test_what_all_play_together_counts_apart() -> None:
    now = red_wins(four())
    now = coop_lost(coop_won(now))
    now = duet_lost(duet_won(now))
    assert evening_of(now).together == CooperativeScore(won=2, lost=2)
    assert wins(now) == {Team.RED: 1, Team.BLUE: 0, Team.GREEN: 0}


def test_abandoned_games_are_kept_and_count_for_nobody() -> None:
    now = then(dealt_duet(abandoned(four())), ANA, Abandon())
    assert [game.ending for game in evening_of(now).games] == [Ending.ABANDONED] * 2
    assert evening_of(now).together == CooperativeScore(0, 0)
    assert wins(now) == {Team.RED: 0, Team.BLUE: 0, Team.GREEN: 0}


def test_who_had_a_key_how_often() -> None:
    now = duet_lost(coop_lost(abandoned(four())))
    assert evening_of(now).times_at_key == {ANA: 3, BEN: 2}


def test_whoever_took_the_key_later_did_not_begin_with_it() -> None:
    now = then(then(four(), ANA, fresh(four())), BEN, Leave())
    now = then(then(now, DORA, TakeSeat(BLUE_SM)), ANA, Abandon())
    assert evening_of(now).times_at_key == {ANA: 1, BEN: 1}


def test_a_win_that_was_taken_back_is_none() -> None:
    won = red_wins(four())
    assert evening_of(won).wins[Team.RED] == 1
    assert evening_of(then(won, ANA, UNDO)).games == ()


def test_the_running_game_is_not_among_them() -> None:
    now = red_wins(four())
    assert evening_of(then(now, ANA, fresh(now))).games == evening_of(now).games


def test_who_is_proposed_for_the_keys_is_who_swap_puts_there() -> None:
    now = abandoned(four())
    proposed = evening_of(now).next_keys
    assert proposed == {RED_SM: (CEM,), BLUE_SM: (DORA,)}
    assert then(now, ANA, fresh(now, swap=True)).keys == proposed


def test_also_where_the_next_game_has_other_seats() -> None:
    """Operatives for both teams of the game before have no part in who moves on."""
    now = room_with(
        Ana=RED_SM, Ben=BLUE_SM, Cem=Seat.OPERATIVE_FOR_BOTH, Dora=RED_OP, Eva=Seat.SPECTATOR
    )
    now = then(abandoned(now), ANA, change(COOP))
    proposed = evening_of(now).next_keys
    assert proposed == {RED_SM: (DORA,)}
    assert then(now, ANA, fresh(now, swap=True)).keys == proposed


def test_the_sides_of_a_duet_stay() -> None:
    now = duet_lost(four())
    assert evening_of(now).next_keys == {Seat.SIDE_A: (ANA,), Seat.SIDE_B: (BEN,)}


def test_a_key_holder_moves_on_with_whoever_guesses_for_both() -> None:
    now = abandoned(room_with(Ana=Seat.KEY_HOLDER, Ben=Seat.OPERATIVE_FOR_BOTH))
    assert evening_of(now).next_keys == {Seat.KEY_HOLDER: (BEN,)}


def test_everybody_sees_it_between_games_and_nobody_during_one() -> None:
    over = red_wins(joined(four(), "Eva"))
    during = then(over, ANA, fresh(over))
    for audience in Audience:
        seen = views(over, [audience], frozenset())[audience].lobby
        assert seen.evening == evening_of(over)
        assert views(during, [audience], frozenset())[audience].lobby.evening is None
        assert views(four(), [audience], frozenset())[audience].lobby.evening is None
