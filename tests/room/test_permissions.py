"""Whose seat may do what in the game."""

from typing import get_args

import pytest
from msgspec.structs import replace

from room.room_builder import (
    ANA,
    BEN,
    CEM,
    DORA,
    EVA,
    deal,
    entry,
    four,
    joined,
    playing,
    then,
    why_not,
)
from room.room_builder import room as room_with
from rules.game_builder import (
    ASSASSIN,
    BLUE,
    BYSTANDERS,
    END_TURN,
    OPERATIVES_TAP,
    RED,
    SPOKEN_OPERATIVES,
    STRICT_TIMER,
    UNDO,
    At,
    ask,
    clue,
    correct,
    exchange,
    mark,
    touch,
)
from undercast.base.refusals import Refusal, Refused
from undercast.commands import COMMANDS
from undercast.commands.game_checks import require_giver
from undercast.room.entries import HandOver, Leave, LogAction, Remove, TakeSeat
from undercast.room.evolve import SERVER, evolve
from undercast.room.permissions import (
    Anyone,
    allowed_about_question,
    allowed_actors,
    has_rival,
    why_no_reaction,
)
from undercast.room.seats import KEY_SEATS, Seat
from undercast.room.state import Room
from undercast.rules.actions import (
    Abandon,
    Action,
    AllowClue,
    AskRival,
    Challenge,
    ConcedeChallenge,
    CorrectClue,
    CoverCard,
    Debrief,
    DeclinePenalty,
    EndTurn,
    GiveClue,
    MarkCard,
    NoteCards,
    Pause,
    RejectClue,
    Resume,
    TakeBackClue,
    TimeUp,
    TouchCard,
    TurnSand,
    Undo,
    UpholdChallenge,
    WithdrawChallenge,
    action_name,
)
from undercast.rules.cards import Team
from undercast.rules.game import UNDO_SURVIVES_LEAVING
from undercast.rules.settings import Clues, Settings, Timer

NOTHING = Refusal.NOTHING_TO_UNDO

EVERYBODY = (ANA, BEN, CEM, DORA, EVA)


def five(settings: Settings = Settings()) -> Room:  # noqa: B008 - frozen
    """Two teams of two, Eva looks on and is the host; red begins."""
    return then(joined(then(four(settings), ANA, deal()), "Eva"), ANA, HandOver(EVA))


def allowed(now: Room, action: Action) -> set[str]:
    """Who of everybody may do this now."""
    may = set()
    for player in EVERYBODY:
        try:
            then(now, player, action)
        except Exception as refused:  # noqa: BLE001 - whatever the reason
            assert type(refused).__name__ == "Refused"  # noqa: PT017
        else:
            may.add(player)
    return may


def test_the_team_s_spymaster_gives_and_corrects_the_clue() -> None:
    assert allowed(five(), clue("tree", 2)) == {ANA}
    assert allowed(then(five(), ANA, clue("tree", 2)), correct("trees")) == {ANA}


def test_where_the_spymaster_taps_the_guessing_team_s_spymaster_touches_and_ends() -> None:
    guessing = then(five(), ANA, clue("tree", 2))
    assert allowed(guessing, touch(RED[0])) == {ANA}
    assert allowed(then(guessing, ANA, touch(RED[0])), END_TURN) == {ANA}


def test_where_operatives_tap_the_guessing_team_s_operatives_do() -> None:
    guessing = then(five(OPERATIVES_TAP), ANA, clue("tree", 2))
    assert allowed(guessing, mark(RED[0])) == {CEM}
    assert allowed(guessing, touch(RED[0])) == {CEM}
    assert allowed(then(guessing, CEM, touch(RED[0])), END_TURN) == {CEM}


def test_then_it_is_the_other_team_s_turn() -> None:
    blue = then(five(OPERATIVES_TAP), ANA, clue("tree", 2))
    blue = then(blue, CEM, touch(BYSTANDERS[0]))
    assert allowed(blue, clue("lime", 1)) == {BEN}
    assert allowed(then(blue, BEN, clue("lime", 1)), touch(BLUE[0])) == {DORA}


def test_one_operative_for_both_teams() -> None:
    now = room_with(
        OPERATIVES_TAP,
        Ana=Seat.RED_SPYMASTER,
        Ben=Seat.BLUE_SPYMASTER,
        Cem=Seat.OPERATIVE_FOR_BOTH,
    )
    now = then(now, ANA, deal(), clue("tree", 2))
    now = then(now, CEM, mark(RED[0]), touch(BYSTANDERS[0]))
    now = then(now, BEN, clue("lime", 1))
    assert then(now, CEM, touch(BLUE[0])).running


def test_one_key_holder_for_both_teams() -> None:
    now = room_with(Ana=Seat.KEY_HOLDER, Ben=Seat.OPERATIVE_FOR_BOTH)
    now = then(now, ANA, deal(), clue("tree", 2), touch(BYSTANDERS[0]))
    assert then(now, ANA, clue("lime", 1), touch(BLUE[0]), END_TURN).running


def test_a_spymaster_exchanges_a_codename() -> None:
    assert allowed(five(), exchange(3)) == {ANA, BEN}


def test_the_seat_that_touched_or_the_host_undoes() -> None:
    touched = then(five(), ANA, clue("tree", 2), touch(BYSTANDERS[0], by=ANA))
    assert allowed(touched, UNDO) == {ANA, EVA}


def test_also_when_it_ended_the_game() -> None:
    ended = then(five(), ANA, clue("tree", 2), touch(ASSASSIN, by=ANA))
    assert allowed(ended, UNDO) == {ANA, EVA}


def test_where_operatives_touch_only_the_host_undoes() -> None:
    guessing = then(five(OPERATIVES_TAP), ANA, clue("tree", 2))
    assert allowed(then(guessing, CEM, touch(RED[0], by=CEM)), UNDO) == {EVA}


def test_also_whoever_sits_there_after_the_toucher_has_left() -> None:
    touched = then(five(), ANA, clue("tree", 2), touch(RED[0], by=ANA))
    left = then(touched, ANA, Leave())
    assert allowed(left, UNDO) == {EVA}
    assert allowed(then(left, CEM, TakeSeat(Seat.RED_SPYMASTER)), UNDO) == {CEM, EVA}


def test_of_a_touch_that_an_earlier_release_wrote_the_host_s_alone() -> None:
    guessing = then(five(), ANA, clue("tree", 2))
    touched, _ = evolve(guessing, entry(ANA, TouchCard(RED[0], ANA)))
    assert touched.game is not None
    assert allowed_actors(touched.lobby, touched.game.table)[Undo] == (Anyone.HOST,)


def test_of_an_ended_game_too() -> None:
    ended = then(five(), ANA, clue("tree", 2), touch(ASSASSIN, by=ANA))
    assert allowed(then(ended, ANA, Leave()), UNDO) == {EVA}
    assert allowed(then(ended, EVA, Remove(ANA)), UNDO) == {EVA}
    assert why_not(then(ended, DORA, TakeSeat(Seat.SPECTATOR)), EVA, UNDO) is NOTHING
    assert ended.game is not None
    before = replace(ended, game=replace(ended.game, rules=UNDO_SURVIVES_LEAVING - 1))
    assert why_not(then(before, ANA, Leave()), EVA, UNDO) is NOTHING


def test_a_key_holder_s_touch_is_not_the_spymaster_s() -> None:
    now = room_with(Ana=Seat.RED_SPYMASTER, Ben=Seat.BLUE_SPYMASTER, Cem=Seat.KEY_HOLDER)
    now = then(then(now, ANA, deal(), clue("tree", 2)), CEM, touch(RED[0], by=CEM))
    now = then(joined(joined(now, "Dora"), "Eva"), ANA, HandOver(EVA))
    assert allowed(now, UNDO) == {CEM, EVA}


@pytest.mark.parametrize("seat", [Seat.SPECTATOR, Seat.BLUE_SPYMASTER])
def test_whoever_touched_and_sits_elsewhere_now_cannot_undo(seat: Seat) -> None:
    touched = then(five(), ANA, clue("tree", 2), touch(RED[0], by=ANA))
    assert allowed(touched, UNDO) == {ANA, EVA}
    moved = then(then(touched, BEN, TakeSeat(Seat.SPECTATOR)), ANA, TakeSeat(seat))
    assert allowed(moved, UNDO) == {EVA}


def test_everybody_with_a_seat_and_the_host_may_pause_and_resume() -> None:
    assert allowed(five(), Pause()) == set(EVERYBODY)
    assert allowed(then(five(), CEM, Pause()), Resume()) == set(EVERYBODY)
    looking_on = then(five(), EVA, HandOver(ANA))
    assert allowed(looking_on, Pause()) == {ANA, BEN, CEM, DORA}


def test_only_the_host_abandons() -> None:
    assert allowed(five(), Abandon()) == {EVA}
    assert allowed(then(five(), ANA, Pause()), Abandon()) == {EVA}


def test_a_key_holder_or_the_host_debriefs() -> None:
    ended = then(five(), ANA, clue("tree", 2), touch(ASSASSIN))
    assert allowed(ended, Debrief()) == {ANA, BEN, EVA}


@pytest.mark.parametrize(
    ("player", "action", "why"),
    [
        (BEN, clue("tree", 2), Refusal.NOT_YOUR_TURN),
        (CEM, clue("tree", 2), Refusal.NOT_YOUR_SEAT),
        (EVA, clue("tree", 2), Refusal.NOT_YOUR_SEAT),
        (DORA, touch(RED[0]), Refusal.NOT_YOUR_TURN),
        (ANA, touch(RED[0]), Refusal.NOT_YOUR_SEAT),
        (DORA, mark(RED[0]), Refusal.NOT_YOUR_TURN),
        (ANA, Abandon(), Refusal.NOT_HOST),
        (CEM, exchange(RED[0]), Refusal.NOT_YOUR_SEAT),
    ],
)
def test_the_reason_is_said(player: str, action: Action, why: Refusal) -> None:
    assert why_not(five(SPOKEN_OPERATIVES), player, action) is why


def test_what_nobody_can_do_now_has_the_better_reason() -> None:
    """Not "that is not your seat" where the seat would not help either."""
    assert why_not(five(), EVA, touch(RED[0])) is Refusal.WRONG_PHASE
    assert why_not(five(), CEM, UNDO) is Refusal.NOTHING_TO_UNDO
    assert why_not(five(), CEM, Abandon()) is Refusal.NOT_HOST
    assert why_not(five(), CEM, Debrief()) is Refusal.NOT_ENDED


def test_without_a_game_there_is_nothing_to_do() -> None:
    assert why_not(four(), ANA, clue("tree", 2)) is Refusal.NO_GAME


def test_what_the_phones_draw_their_buttons_from() -> None:
    now = then(playing(OPERATIVES_TAP), ANA, clue("tree", 2))
    assert now.game is not None
    red_guesses = (Seat.RED_OPERATIVE, Seat.OPERATIVE_FOR_BOTH)
    assert allowed_actors(now.lobby, now.game.table) == {
        TouchCard: red_guesses,
        MarkCard: red_guesses,
        NoteCards: (Seat.RED_SPYMASTER, Seat.KEY_HOLDER, *red_guesses),
        Challenge: (Seat.BLUE_SPYMASTER,),
        CorrectClue: (Seat.RED_SPYMASTER, Seat.KEY_HOLDER),
        Pause: (Anyone.SEATED, Anyone.HOST),
        Abandon: (Anyone.HOST,),
    }
    touched = then(now, CEM, touch(RED[0]))
    assert touched.game is not None
    may = allowed_actors(touched.lobby, touched.game.table)
    assert may[EndTurn] == red_guesses
    assert may[Undo] == (Anyone.HOST,)
    assert GiveClue not in may


def test_an_ended_game_offers_debrief_and_undo_alone() -> None:
    ended = then(playing(), ANA, clue("tree", 2), touch(ASSASSIN, by=ANA))
    assert ended.game is not None
    assert allowed_actors(ended.lobby, ended.game.table) == {
        Debrief: (*KEY_SEATS, Anyone.HOST),
        Undo: (Seat.RED_SPYMASTER, Anyone.HOST),
    }


# --- Questions, challenges, penalties


def asking() -> Room:
    return then(five(), ANA, ask("two words", 2))


def challenged() -> Room:
    return then(then(five(), ANA, clue("tree", 2)), BEN, Challenge())


def penalty() -> Room:
    return then(challenged(), ANA, ConcedeChallenge())


def without(now: Room, player: str) -> Room:
    """The same room where this person looks on."""
    return then(now, player, TakeSeat(Seat.SPECTATOR))


def test_the_giver_asks_and_takes_back_the_rival_spymaster_answers() -> None:
    assert allowed(five(), ask("tree", 2)) == {ANA}
    assert allowed(asking(), TakeBackClue()) == {ANA}
    assert allowed(asking(), AllowClue(1)) == {BEN}
    assert allowed(asking(), RejectClue(1)) == {BEN}


def test_the_rival_spymaster_challenges_withdraws_and_upholds_the_giver_concedes() -> None:
    assert allowed(then(five(), ANA, clue("tree", 2)), Challenge()) == {BEN}
    assert allowed(challenged(), WithdrawChallenge()) == {BEN}
    assert allowed(challenged(), UpholdChallenge()) == {BEN}
    assert allowed(challenged(), ConcedeChallenge()) == {ANA}


def test_the_rival_spymaster_covers_or_declines() -> None:
    assert allowed(penalty(), CoverCard(BLUE[0])) == {BEN}
    assert allowed(penalty(), DeclinePenalty()) == {BEN}


def test_everybody_with_a_seat_and_the_host_turns_the_sand() -> None:
    sand = Settings(timer=Timer.SAND)
    assert allowed(five(sand), TurnSand()) == set(EVERYBODY)
    assert allowed(then(five(sand), EVA, HandOver(ANA)), TurnSand()) == {ANA, BEN, CEM, DORA}


def test_in_the_other_team_s_turn_it_is_the_other_way_round() -> None:
    blue = then(five(), ANA, clue("tree", 2), touch(BYSTANDERS[0]))
    asked = then(blue, BEN, ask("lime", 1))
    assert allowed(asked, AllowClue(1)) == {ANA}
    given = then(asked, ANA, AllowClue(1))
    assert given.game is not None
    assert given.game.table.turn.giver == "spymaster"


def test_when_the_rival_has_left_the_host_withdraws_for_it() -> None:
    assert allowed(without(challenged(), BEN), WithdrawChallenge()) == {EVA}
    assert allowed(without(challenged(), BEN), UpholdChallenge()) == set()
    assert allowed(without(challenged(), BEN), ConcedeChallenge()) == {ANA}


def test_when_the_rival_is_away_the_host_withdraws_for_it() -> None:
    now = challenged()
    assert now.game is not None
    lobby, table = now.lobby, now.game.table
    assert allowed_actors(lobby, table, {CEM})[WithdrawChallenge] == (Seat.BLUE_SPYMASTER,)
    may = allowed_actors(lobby, table, {BEN})
    assert may[WithdrawChallenge] == (Seat.BLUE_SPYMASTER, Anyone.HOST)
    assert may[UpholdChallenge] == (Seat.BLUE_SPYMASTER,)


def test_whoever_takes_the_rival_s_seat_takes_over() -> None:
    now = then(without(challenged(), BEN), DORA, TakeSeat(Seat.BLUE_SPYMASTER))
    assert allowed(now, WithdrawChallenge()) == {DORA}


def test_when_nobody_is_left_to_cover_the_host_declines() -> None:
    assert allowed(without(penalty(), BEN), DeclinePenalty()) == {EVA}
    assert allowed(without(penalty(), BEN), CoverCard(BLUE[0])) == set()
    shared = then(without(penalty(), BEN), EVA, TakeSeat(Seat.KEY_HOLDER))
    assert allowed(shared, CoverCard(BLUE[0])) == {EVA}


def test_a_key_holder_for_both_teams_is_never_asked() -> None:
    shared = then(without(asking(), BEN), EVA, TakeSeat(Seat.KEY_HOLDER))
    assert allowed(shared, AllowClue(1)) == set()
    assert allowed(shared, TakeBackClue()) == {ANA, EVA}
    assert shared.game is not None
    assert not has_rival(shared.lobby, shared.game.table)
    assert why_not(shared, ANA, ask("lime", 1)) is Refusal.NO_RIVAL
    given = then(shared, ANA, clue("tree", 2))
    assert allowed(given, Challenge()) == set()


def test_where_one_phone_holds_the_key_for_both_nobody_is_asked() -> None:
    now = room_with(Ana=Seat.KEY_HOLDER, Ben=Seat.OPERATIVE_FOR_BOTH)
    now = then(now, ANA, deal())
    blue = then(now, ANA, clue("tree", 2), touch(BYSTANDERS[0]))
    for its_turn in (now, blue):
        assert its_turn.game is not None
        assert not has_rival(its_turn.lobby, its_turn.game.table)
        assert why_not(its_turn, ANA, ask("tree", 2)) is Refusal.NO_RIVAL
    assert now.game is not None
    assert AskRival not in allowed_actors(now.lobby, now.game.table)


def test_who_may_what_about_a_question_is_told_to_those_who_know_of_it() -> None:
    now = asking()
    assert now.game is not None
    givers, rival = (Seat.RED_SPYMASTER, Seat.KEY_HOLDER), (Seat.BLUE_SPYMASTER,)
    told = allowed_about_question(now.lobby, now.game)
    assert told == {TakeBackClue: givers, AllowClue: rival, RejectClue: rival}
    assert not told.keys() & allowed_actors(now.lobby, now.game.table).keys()
    rejected = then(now, BEN, RejectClue(1))
    assert rejected.game is not None
    assert allowed_about_question(rejected.lobby, rejected.game) == {TakeBackClue: givers}


@pytest.mark.parametrize("player", [CEM, DORA, EVA])
@pytest.mark.parametrize("action", [TakeBackClue(), AllowClue(1), RejectClue(1), AllowClue(7)])
def test_nobody_else_can_sound_out_whether_there_is_one(player: str, action: Action) -> None:
    rejected = then(asking(), BEN, RejectClue(1))
    for now in (five(), asking(), rejected, then(asking(), ANA, clue("tree", 2))):
        assert why_not(now, player, action) is Refusal.NOT_YOUR_SEAT


def test_the_rival_learns_not_even_whether_the_giver_cleared_it_away() -> None:
    rejected = then(asking(), BEN, RejectClue(1))
    for now in (rejected, then(rejected, ANA, TakeBackClue())):
        assert why_not(now, BEN, TakeBackClue()) is Refusal.NOT_YOUR_TURN
        assert why_not(now, BEN, AllowClue(1)) is Refusal.NOTHING_ASKED


@pytest.mark.parametrize(
    ("player", "action", "why"),
    [
        (ANA, Challenge(), Refusal.NOT_YOUR_TURN),
        (CEM, Challenge(), Refusal.NOT_YOUR_SEAT),
        (BEN, ask("tree", 2), Refusal.NOT_YOUR_TURN),
        (EVA, ask("tree", 2), Refusal.NOT_YOUR_SEAT),
        (ANA, AllowClue(1), Refusal.NOT_YOUR_TURN),
    ],
)
def test_the_reason_is_said_of_these_too(player: str, action: Action, why: Refusal) -> None:
    assert why_not(five(Settings(clues=Clues.SPOKEN)), player, action) is why


def test_who_could_hear_the_referee() -> None:
    for now in (five(), then(five(), ANA, clue("tree", 2))):
        assert now.game is not None
        require_giver(now.lobby, now.game.table, now.lobby.player(ANA))
        for player in (BEN, CEM, EVA):
            with pytest.raises(Refused, match=Refusal.NOT_YOUR_SEAT):
                require_giver(now.lobby, now.game.table, now.lobby.player(player))
    late = then(challenged(), BEN, UpholdChallenge())
    assert late.game is not None
    with pytest.raises(Refused, match=Refusal.WRONG_PHASE):
        require_giver(late.lobby, late.game.table, late.lobby.player(BEN))


# --- The server itself


def test_the_server_ends_a_turn_whose_time_is_up() -> None:
    late = then(five(STRICT_TIMER), SERVER, At(TimeUp(), 10_000))
    assert late.game is not None
    assert late.game.table.turn.team is Team.BLUE
    assert why_not(five(STRICT_TIMER), SERVER, At(TimeUp(), 9_999)) is Refusal.TIME_LEFT


def test_the_server_pauses_what_a_restart_interrupted() -> None:
    paused = then(five(STRICT_TIMER), SERVER, At(Pause(), 4_000))
    assert paused.game is not None
    assert paused.game.table.paused
    assert allowed(paused, Resume()) == set(EVERYBODY)


def test_without_a_game_the_server_has_nothing_to_do() -> None:
    for action in (TimeUp(), Pause()):
        assert why_not(four(), SERVER, action) is Refusal.NO_GAME


def test_no_person_can_say_that_the_time_is_up() -> None:
    """There is no such command; all that people can do has one."""
    actions = {action_name(kind) for kind in get_args(LogAction)}
    arrivals = {"create_room", "join", "ask_to_return", "become_host"}
    named_otherwise = {"add_bots"}  # which `add_bot` and `fill_with_bots` come to
    assert actions - COMMANDS.keys() - arrivals - named_otherwise == {"time_up"}


def test_the_server_does_nothing_else() -> None:
    for action in (Resume(), Abandon(), clue("tree", 2), TurnSand()):
        assert why_not(five(), SERVER, action) is Refusal.NO_SUCH_PLAYER


def test_whoever_has_seen_the_key_reacts_only_after_the_end() -> None:
    assert why_no_reaction(four(), CEM) is Refusal.NO_GAME
    now = joined(playing(), "Eva")
    refused = {who: why_no_reaction(now, who) for who in (ANA, BEN, CEM, DORA, EVA)}
    assert refused == {
        ANA: Refusal.HAS_SEEN_KEY,
        BEN: Refusal.HAS_SEEN_KEY,
        CEM: None,
        DORA: None,
        EVA: None,
    }
    stood_up = then(now, BEN, TakeSeat(Seat.SPECTATOR))
    assert why_no_reaction(stood_up, BEN) is Refusal.HAS_SEEN_KEY
    over = then(stood_up, ANA, Abandon())
    assert {why_no_reaction(over, who) for who in (ANA, BEN, CEM, EVA)} == {None}
