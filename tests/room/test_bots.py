"""Bots among people: how they come and go, and what falls to them."""

import pytest
from msgspec.structs import replace

from room.room_builder import (
    ANA,
    BEN,
    CEM,
    DORA,
    EVA,
    announced,
    ask_to_return,
    bots,
    consent,
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
from rules.duet_builder import BOTH, DUET, KEYS, ONLY_A, ONLY_B, A, B, clue_by, touch_by
from rules.duet_builder import NOBODY as BYSTANDERS_ON_BOTH
from rules.game_builder import (
    ALL_AGREE,
    ASSASSIN,
    BLUE,
    BYSTANDERS,
    KEY,
    OPERATIVES_TAP,
    STRICT_TIMER,
    UNDO,
    At,
    ask,
    clue,
    exchange,
    mark,
    touch,
)
from undercast.base.refusals import Refusal
from undercast.commands.room_checks import MAX_BOTS, MAX_PLAYERS
from undercast.room.bots import (
    BotTask,
    Part,
    bot_tasks,
    effective_settings,
    missing_seats,
    suggested_seats,
    thinking,
)
from undercast.room.entries import (
    AskForSeat,
    BecomeHost,
    ChangeSettings,
    HandOver,
    Join,
    Leave,
    Readmit,
    RelieveBot,
    Remove,
    Shuffle,
    TakeSeat,
)
from undercast.room.events import PlayerJoined, PlayerLeft, SeatTaken
from undercast.room.evolve import SERVER
from undercast.room.permissions import allowed_actors
from undercast.room.presets import PRESETS
from undercast.room.seats import Seat
from undercast.room.state import PHOTOS, BotStyle, PlayerStatus, Room
from undercast.rules.actions import (
    Abandon,
    AllowClue,
    Challenge,
    ConcedeChallenge,
    Debrief,
    EndTurn,
    MarkCard,
    NoteCards,
    Pause,
    RejectClue,
    Resume,
    TimeUp,
    TouchCard,
    UpholdChallenge,
    WithdrawChallenge,
)
from undercast.rules.cards import Identity
from undercast.rules.game import Note, Phase
from undercast.rules.settings import Board, BotPace, Clues, Mode, Settings, Timer

COOP = Settings(mode=Mode.COOP)

RED_KEY, BLUE_KEY = Seat.RED_SPYMASTER, Seat.BLUE_SPYMASTER
RED_HAND, BLUE_HAND = Seat.RED_OPERATIVE, Seat.BLUE_OPERATIVE


def test_two_against_two_bots_sit_on_one_team() -> None:
    against = replace(PRESETS["two_against_two_bots"], coach=True)
    now = joined(opened(against), "Ben")
    assert suggested_seats(now.lobby) == {Seat.RED_SPYMASTER: 1, Seat.RED_OPERATIVE: 1}
    now = then(now, ANA, TakeSeat(Seat.RED_OPERATIVE))
    now = then(now, BEN, TakeSeat(Seat.RED_SPYMASTER))
    assert missing_seats(now) == (Seat.BLUE_SPYMASTER, Seat.BLUE_OPERATIVE)
    assert suggested_seats(joined(now, "Cem").lobby).keys() == {
        *(Seat.RED_SPYMASTER, Seat.RED_OPERATIVE),
        *(Seat.BLUE_SPYMASTER, Seat.BLUE_OPERATIVE),
    }


def alone(settings: Settings = OPERATIVES_TAP) -> Room:
    """Ana guesses for red; bots have all that is left: p2 and p3 the keys, p4 guesses for blue."""
    now = room_with(settings, Ana=RED_HAND)
    return then(now, ANA, bots(*missing_seats(now)))


def alone_playing(settings: Settings = OPERATIVES_TAP) -> Room:
    return then(alone(settings), ANA, deal())


def alone_at_the_key(settings: Settings = OPERATIVES_TAP) -> Room:
    """Ana gives the clues; p2 is blue's spymaster, p3 and p4 guess."""
    now = then(room_with(settings, Ana=RED_KEY), ANA, bots(BLUE_KEY, RED_HAND, BLUE_HAND))
    return then(now, ANA, deal())


def duet_with_a_bot() -> Room:
    """Ana has side A, the bot p2 side B."""
    now = then(room_with(DUET, Ana=Seat.SIDE_A), ANA, bots(Seat.SIDE_B))
    return then(now, ANA, deal(KEYS))


def parts(now: Room) -> dict[str, Part]:
    return {bot: task.part for bot, task in bot_tasks(now).items()}


def shown(now: Room) -> tuple[str, ...]:
    """Who thinks, as everybody sees."""
    assert now.game is not None
    return thinking(now.lobby, now.game.table)


def photos(board: Board = Board.PICTURES) -> ChangeSettings:
    return ChangeSettings(Settings(board=board), (PHOTOS,), "en")


# --- They come


def test_a_bot_sits_where_the_host_says_under_the_next_free_id() -> None:
    now = then(opened(), ANA, bots(RED_KEY))
    bot = now.lobby.player("p2")
    assert (bot.name, bot.seat, bot.bot) == ("Bolt", RED_KEY, BotStyle.NORMAL)
    assert now.lobby.bots == (bot,)
    assert [person.id for person in now.lobby.people] == [ANA]
    assert seat_of(joined(now, "Ben"), CEM) is Seat.SPECTATOR
    assert announced(opened(), ANA, bots(RED_KEY)) == (
        PlayerJoined("Bolt"),
        SeatTaken("Bolt", RED_KEY, True),
    )


@pytest.mark.parametrize(
    ("settings", "people", "seats"),
    [
        (OPERATIVES_TAP, {}, (RED_KEY, BLUE_KEY, RED_HAND, BLUE_HAND)),
        (OPERATIVES_TAP, {"Ben": RED_HAND}, (RED_KEY, BLUE_KEY, BLUE_HAND)),
        (OPERATIVES_TAP, {"Ben": Seat.KEY_HOLDER}, (RED_HAND, BLUE_HAND)),
        (OPERATIVES_TAP, {"Ben": Seat.OPERATIVE_FOR_BOTH}, (RED_KEY, BLUE_KEY)),
        (COOP, {"Ben": RED_HAND}, (RED_KEY,)),
        (COOP, {}, (RED_KEY, RED_HAND)),
        (DUET, {"Ben": Seat.SIDE_B}, (Seat.SIDE_A,)),
    ],
)
def test_which_seats_bots_fill(
    settings: Settings, people: dict[str, Seat], seats: tuple[Seat, ...]
) -> None:
    now = room_with(settings, Ana=Seat.SPECTATOR, **people)
    assert missing_seats(now) == seats
    full = then(now, ANA, bots(*seats))
    assert missing_seats(full) == ()
    assert then(full, ANA, deal(KEYS if settings.mode is Mode.DUET else KEY)).running


def test_bots_fill_the_seats_of_the_running_game_whatever_is_chosen_for_the_next() -> None:
    now = then(alone_playing(), ANA, ChangeSettings(DUET, ("en",), "en"), Remove("p4"))
    assert missing_seats(now) == (BLUE_HAND,)


def test_only_the_host_adds_bots() -> None:
    assert why_not(four(), BEN, bots(RED_HAND)) is Refusal.NOT_HOST
    assert why_not(playing(), BEN, bots(RED_HAND)) is Refusal.NOT_HOST


def test_a_bot_takes_no_seat_that_somebody_has_or_that_the_mode_has_not() -> None:
    assert why_not(four(), ANA, bots(RED_KEY)) is Refusal.SEAT_HELD
    assert why_not(four(), ANA, bots()) is Refusal.SEAT_HELD
    assert why_not(four(), ANA, bots(Seat.SIDE_A)) is Refusal.SEAT_OTHER_MODE
    assert why_not(four(), ANA, bots(Seat.SPECTATOR)) is Refusal.SEAT_OTHER_MODE
    assert len(then(four(), ANA, bots(RED_HAND, RED_HAND)).lobby.in_seat(RED_HAND)) == 3


def test_in_a_running_game_the_seats_are_those_of_its_mode() -> None:
    now = then(playing(), ANA, ChangeSettings(DUET, ("en",), "en"))
    assert why_not(now, ANA, bots(Seat.SIDE_A)) is Refusal.SEAT_OTHER_MODE
    assert then(now, ANA, bots(BLUE_HAND)).lobby.bots


def test_there_are_not_too_many() -> None:
    many = (BLUE_HAND,) * MAX_BOTS
    names = tuple(f"Bot {n}" for n in range(MAX_BOTS + 1))
    full = then(four(), ANA, bots(*many, names=names))
    assert why_not(full, ANA, bots(BLUE_HAND, names=("One more",))) is Refusal.BOT_TOO_MANY
    assert why_not(four(), ANA, bots(*many, BLUE_HAND, names=names)) is Refusal.BOT_TOO_MANY


def test_a_room_that_is_full_takes_none() -> None:
    now = four()
    while len(now.lobby.present) < MAX_PLAYERS:
        now = joined(now, f"guest {len(now.lobby.players)}")
    assert why_not(now, ANA, bots(RED_HAND)) is Refusal.ROOM_FULL
    assert why_not(then(now, EVA, Leave()), ANA, bots(RED_HAND, RED_HAND)) is Refusal.ROOM_FULL


def test_bots_that_came_and_went_fill_no_room() -> None:
    now = four()
    for number in range(310):
        bot = f"p{now.next_person}"
        now = then(then(now, ANA, bots(RED_HAND, names=(f"Bot {number}",))), ANA, Remove(bot))
    assert len(now.lobby.players) == 4


# --- Photos and spoken clues


def test_not_with_photos() -> None:
    assert why_not(then(four(), ANA, photos()), ANA, bots(RED_HAND)) is Refusal.BOT_PHOTOS
    assert then(then(four(), ANA, photos(Board.WORDS)), ANA, bots(RED_HAND)).lobby.bots
    late = then(then(four(), ANA, bots(RED_HAND)), ANA, photos())
    assert why_not(late, ANA, deal("r" * 8 + "b" * 7 + "nnnna")) is Refusal.BOT_PHOTOS


def test_photos_on_the_table_of_a_running_game() -> None:
    pictures = Settings(board=Board.PICTURES)
    key = "r" * 8 + "b" * 7 + "nnnna"
    scenes = tuple(f"{chr(0x1F400)}{chr(0x1F420 + n)}" for n in range(20))
    words_next = ChangeSettings(Settings(), ("en",), "en")
    for laid, why in ((tuple(f"{n:032x}" for n in range(20)), Refusal.BOT_PHOTOS), (scenes, None)):
        now = then(then(four(pictures), ANA, deal(key, laid)), ANA, words_next)
        if why is None:
            assert then(now, ANA, bots(RED_HAND)).lobby.bots
        else:
            assert why_not(now, ANA, bots(RED_HAND)) is why


def test_with_a_bot_clues_are_typed() -> None:
    spoken = Settings(clues=Clues.SPOKEN)
    now = then(four(spoken), ANA, bots(RED_HAND))
    assert effective_settings(now.lobby).clues is Clues.TYPED
    dealt = then(now, ANA, deal())
    assert dealt.game is not None
    assert dealt.game.table.settings == Settings()
    assert dealt.lobby.settings == spoken
    assert effective_settings(then(now, ANA, Remove(EVA)).lobby) == spoken


def test_none_comes_into_a_game_of_spoken_clues() -> None:
    now = playing(Settings(clues=Clues.SPOKEN))
    assert why_not(now, ANA, bots(RED_HAND)) is Refusal.BOT_SPOKEN
    over = then(now, ANA, touch(ASSASSIN))
    assert then(over, ANA, bots(RED_HAND)).lobby.bots


# --- They go


def test_a_bot_that_is_removed_is_gone_for_good() -> None:
    now = then(then(four(), ANA, bots(RED_HAND)), ANA, Remove(EVA))
    assert now.lobby.find(EVA) is None
    assert why_not(now, ANA, Readmit(EVA)) is Refusal.NO_SUCH_PLAYER
    assert now.next_person == 6
    assert announced(then(four(), ANA, bots(RED_HAND)), ANA, Remove(EVA)) == (
        PlayerLeft("Bolt", removed=False),
    )


def test_a_bot_that_did_something_is_remembered_as_having_left() -> None:
    now = then(alone_playing(), "p2", clue("tree", 2, by="p2"))
    gone = then(now, ANA, Remove("p2"))
    former = gone.lobby.known_player("p2")
    assert (former.standing, former.seat, former.bot) == (
        PlayerStatus.LEFT,
        Seat.SPECTATOR,
        BotStyle.NORMAL,
    )
    assert why_not(gone, "", ask_to_return("p2")) is Refusal.NO_SUCH_PLAYER


def test_so_is_one_that_had_the_key_of_a_game() -> None:
    now = then(alone_playing(), ANA, Remove("p3"), Remove("p4"))
    assert now.lobby.find("p3") is not None
    assert now.lobby.find("p4") is None
    over = then(then(alone_playing(), "p2", clue("tree", 1)), ANA, touch(ASSASSIN, by=ANA), deal())
    assert then(over, ANA, Remove("p3")).lobby.find("p3") is not None


def test_its_marks_go_with_it() -> None:
    now = then(then(alone_at_the_key(), ANA, clue("tree", 2)), "p3", mark(3, by="p3"))
    assert now.game is not None
    assert [one.by for one in now.game.marks] == ["p3"]
    gone = then(now, ANA, Remove("p3"))
    assert gone.game is not None
    assert gone.game.marks == ()


def test_bots_without_a_seat_in_the_next_game_go_when_it_is_dealt() -> None:
    now = then(alone(), ANA, ChangeSettings(DUET, ("en",), "en"), TakeSeat(Seat.SIDE_A))
    now = then(now, ANA, bots(Seat.SIDE_B, names=("Chip",)))
    before = len(now.lobby.bots)
    dealt = then(now, ANA, deal(KEYS))
    assert (before, len(dealt.lobby.bots)) == (4, 1)
    assert [bot.seat for bot in dealt.lobby.bots] == [Seat.SIDE_B]
    left = [one for one in announced(now, ANA, deal(KEYS)) if isinstance(one, PlayerLeft)]
    assert len(left) == 3


# --- Relieved


def test_anybody_who_may_guess_relieves_a_bot_that_guesses() -> None:
    now = joined(alone_playing(), "Ben")
    relieved = then(now, EVA, RelieveBot("p4"))
    assert seat_of(relieved, EVA) is BLUE_HAND
    assert relieved.lobby.find("p4") is None
    assert announced(now, EVA, RelieveBot("p4")) == (
        PlayerLeft("Chip", removed=False),
        SeatTaken("Ben", BLUE_HAND, False),
    )


def test_whoever_has_seen_the_key_does_not() -> None:
    now = alone_at_the_key()
    assert why_not(now, ANA, RelieveBot("p3")) is Refusal.HAS_SEEN_KEY
    over = then(now, ANA, clue("tree", 1))
    over = then(over, "p3", touch(ASSASSIN, by="p3"))
    assert seat_of(then(over, ANA, RelieveBot("p3")), ANA) is RED_HAND


def test_at_the_key_the_host_relieves_and_others_ask() -> None:
    now = joined(alone_playing(), "Ben")
    assert why_not(now, EVA, RelieveBot("p3")) is Refusal.NOT_HOST
    asked = then(now, EVA, AskForSeat(BLUE_KEY))
    (request,) = asked.lobby.requests
    assert request.player == "p3"
    answered = then(asked, ANA, consent(request.id))
    assert seat_of(answered, EVA) is BLUE_KEY
    assert answered.lobby.in_seat(BLUE_KEY)[0].id == EVA
    assert "p3" not in [player.id for player in answered.lobby.present]
    assert seat_of(then(now, ANA, RelieveBot("p2")), ANA) is RED_KEY


def test_a_request_ends_with_the_bot() -> None:
    asked = then(joined(alone_playing(), "Ben"), EVA, AskForSeat(BLUE_KEY))
    assert then(asked, ANA, Remove("p3")).lobby.requests == ()


def test_people_are_not_relieved() -> None:
    assert why_not(four(), ANA, RelieveBot(BEN)) is Refusal.NOT_A_BOT
    assert why_not(four(), ANA, RelieveBot("p9")) is Refusal.NO_SUCH_PLAYER


def test_its_marks_go_when_it_is_relieved_too() -> None:
    now = joined(then(alone_playing(), "p2", clue("tree", 2)), "Ben")
    now = then(now, ANA, bots(RED_HAND, names=("Cog",)))
    marked = then(now, "p6", mark(2, by="p6"))
    relieved = then(marked, EVA, RelieveBot("p6"))
    assert relieved.game is not None
    assert relieved.game.marks == ()


# --- Hosts


def test_a_bot_is_never_host() -> None:
    now = alone()
    assert why_not(now, ANA, HandOver("p2")) is Refusal.NO_SUCH_PLAYER
    assert why_not(now, "p2", BecomeHost(ANA)) is Refusal.NO_SUCH_PLAYER
    left = then(now, ANA, Leave())
    assert left.lobby.host == ANA
    assert left.lobby.people == ()
    back = then(left, "p5", Join("Ben", "hash of Ben"))
    assert back.lobby.host == "p5"


def test_a_leaving_host_is_followed_by_a_person() -> None:
    now = joined(alone(), "Ben")
    assert then(now, ANA, Leave()).lobby.host == EVA


def test_nobody_comes_back_as_a_bot() -> None:
    assert why_not(alone(), "", ask_to_return("p2")) is Refusal.NO_SUCH_PLAYER


# --- Changing places


def test_spymasters_swap_with_bots() -> None:
    now = alone_playing()
    over = then(then(now, "p2", clue("tree", 1)), ANA, touch(ASSASSIN, by=ANA))
    again = then(over, ANA, deal(swap=True))
    assert {p.id: p.seat for p in again.lobby.present} == {
        ANA: RED_KEY,
        "p2": RED_HAND,
        "p3": BLUE_HAND,
        "p4": BLUE_KEY,
    }
    assert parts(again) == {}
    assert parts(then(again, ANA, clue("tree", 1))) == {"p2": Part.GUESS}


def test_bots_are_shuffled_like_people() -> None:
    now = alone()
    seats = {ANA: BLUE_KEY, "p2": BLUE_HAND, "p3": RED_HAND, "p4": RED_KEY}
    shuffled = then(now, ANA, Shuffle(seats))
    assert {p.id: p.seat for p in shuffled.lobby.present} == seats
    assert parts(then(shuffled, ANA, deal())) == {"p4": Part.CLUE}


# --- Who touches


def test_where_a_bot_gives_the_clues_its_operatives_touch() -> None:
    now = then(alone_playing(Settings()), "p2", clue("tree", 2))
    assert now.game is not None
    may = allowed_actors(now.lobby, now.game.table)
    assert may[TouchCard] == (RED_HAND, Seat.OPERATIVE_FOR_BOTH)
    blue = then(now, ANA, touch(BYSTANDERS[0], by=ANA))
    assert parts(blue) == {"p3": Part.CLUE}
    person = then(joined(blue, "Ben"), ANA, RelieveBot("p3"))
    given = then(person, ANA, clue("lime", 1))
    assert given.game is not None
    assert allowed_actors(given.lobby, given.game.table)[TouchCard] == (BLUE_KEY, Seat.KEY_HOLDER)


def test_without_operatives_a_game_of_a_bot_s_clues_is_not_dealt() -> None:
    now = then(room_with(Settings(), Ana=RED_KEY, Ben=RED_HAND), ANA, bots(BLUE_KEY))
    assert why_not(now, ANA, deal()) is Refusal.NO_OPERATIVE
    assert then(then(now, ANA, bots(BLUE_HAND, names=("Chip",))), ANA, deal()).running
    coop = then(room_with(COOP, Ana=Seat.SPECTATOR), ANA, bots(RED_KEY))
    assert why_not(coop, ANA, deal()) is Refusal.NO_OPERATIVE
    people = room_with(COOP, Ana=RED_KEY)
    assert then(people, ANA, deal()).running


def test_the_host_undoes_what_a_bot_touched_and_it_has_its_turn_again() -> None:
    now = then(alone_at_the_key(), ANA, clue("tree", 2))
    touched = then(now, "p3", touch(BYSTANDERS[0], by="p3"))
    assert parts(touched) == {"p2": Part.CLUE}
    undone = then(touched, ANA, UNDO)
    assert parts(undone) == {"p3": Part.GUESS}
    assert bot_tasks(undone) != bot_tasks(now)


def test_in_a_duet_too() -> None:
    now = then(duet_with_a_bot(), ANA, clue_by(A))
    assert parts(now) == {"p2": Part.GUESS}
    undone = then(then(now, "p2", touch_by(B, BYSTANDERS_ON_BOTH[0])), ANA, UNDO)
    assert parts(undone) == {"p2": Part.GUESS}


# --- What falls to them


def test_nothing_without_a_game_without_bots_and_when_it_is_over() -> None:
    assert bot_tasks(alone()) == {}
    assert bot_tasks(playing()) == {}
    over = then(then(alone_playing(), "p2", clue("tree", 1)), ANA, touch(ASSASSIN, by=ANA))
    assert bot_tasks(over) == {}
    assert shown(over) == ()
    debriefed = then(over, ANA, Debrief())
    assert bot_tasks(debriefed) == {}


def test_a_turn_of_bots() -> None:
    now = alone_playing()
    assert bot_tasks(now) == {"p2": BotTask(Part.CLUE, RED_KEY, 1, now.step, 0, ())}
    assert shown(now) == ("p2",)
    given = then(now, "p2", clue("tree", 2))
    assert bot_tasks(given) == {}
    assert shown(given) == ()
    blue = then(given, ANA, touch(BYSTANDERS[0], by=ANA))
    blue = then(blue, "p3", clue("lime", 1))
    assert bot_tasks(blue) == {"p4": BotTask(Part.GUESS, BLUE_HAND, 1, blue.step, 0, ())}
    assert shown(blue) == ("p4",)
    marked = then(blue, "p4", mark(BLUE[0], by="p4"))
    assert bot_tasks(marked)["p4"].marked == (BLUE[0],)
    red = then(marked, "p4", touch(BLUE[0], by="p4"), EndTurn())
    assert parts(red) == {"p2": Part.CLUE}


def test_it_keeps_the_room_s_pace_and_plays_all_its_cards_within_a_strict_clock() -> None:
    house = replace(
        OPERATIVES_TAP, timer=Timer.STRICT, clue_seconds=60, guess_seconds=60, bot_pace=BotPace.SLOW
    )
    now = alone_playing(house)
    task = bot_tasks(now)["p2"]
    assert (task.pace, task.most_seconds) == (BotPace.SLOW, 30)
    hurried = ChangeSettings(replace(house, bot_pace=BotPace.QUICK), ("en",), "en")
    quick = then(now, ANA, hurried)
    assert bot_tasks(quick)["p2"].pace is BotPace.QUICK  # at once
    now = then(now, "p2", clue("tree", 1))
    blue = then(now, ANA, touch(BYSTANDERS[0], by=ANA))
    blue = then(blue, "p3", clue("lime", 4))
    most = bot_tasks(blue)["p4"].most_seconds
    assert most is not None
    assert 2 * (4 + 1) * most <= 30  # a mark and a touch for each card, and for the extra one


def test_nothing_in_a_pause_or_a_dispute() -> None:
    now = alone_playing()
    paused = then(now, ANA, Pause())
    assert bot_tasks(paused) == {}
    assert shown(paused) == ()
    assert parts(then(paused, ANA, Resume())) == {"p2": Part.CLUE}
    people = then(room_with(OPERATIVES_TAP, Ana=BLUE_KEY), ANA, bots(RED_KEY, RED_HAND, BLUE_HAND))
    given = then(then(people, ANA, deal()), "p2", clue("tree", 2))
    disputed = then(given, ANA, Challenge())
    assert bot_tasks(disputed) == {}
    assert shown(disputed) == ()
    assert parts(then(disputed, ANA, WithdrawChallenge())) == {"p3": Part.GUESS}


def test_a_dispute_that_is_left_to_bots_is_ended_by_the_host() -> None:
    now = then(room_with(OPERATIVES_TAP, Ana=RED_HAND, Ben=BLUE_KEY, Cem=BLUE_HAND), ANA)
    now = then(then(now, ANA, bots(RED_KEY)), ANA, deal())
    disputed = then(then(now, DORA, clue("tree", 2)), BEN, Challenge())
    assert why_not(disputed, ANA, WithdrawChallenge()) is Refusal.NOT_YOUR_TURN
    bots_only = then(then(disputed, BEN, Leave()), ANA, bots(BLUE_KEY, names=("Byte",)))
    assert bot_tasks(bots_only) == {}
    assert parts(then(bots_only, ANA, WithdrawChallenge())) == {}


def test_a_bot_beside_a_person_only_marks() -> None:
    now = then(alone_playing(), ANA, bots(RED_HAND, names=("Cog",)))
    given = then(now, "p2", clue("tree", 2))
    assert parts(given) == {"p5": Part.MARK}
    assert shown(given) == ()


def test_a_bot_where_a_person_taps_for_it_only_marks() -> None:
    given = then(alone_at_the_key(Settings()), ANA, clue("tree", 2))
    assert parts(given) == {"p3": Part.MARK}
    assert shown(given) == ()
    noted = then(given, "p3", NoteCards((4, 5), "p3"), MarkCard(4, on=True, by="p3"))
    assert bot_tasks(noted)["p3"].marked == (4,)


def test_of_several_bots_one_touches_and_the_others_mark() -> None:
    now = then(alone_at_the_key(), ANA, bots(RED_HAND, names=("Cog",)))
    given = then(now, ANA, clue("tree", 2))
    assert parts(given) == {"p3": Part.GUESS, "p5": Part.MARK}
    assert shown(given) == ("p3",)


def test_a_person_with_the_key_of_both_teams_gives_the_clues_beside_a_bot() -> None:
    now = then(alone(), ANA, bots(RED_HAND, names=("Cog",)))
    now = then(joined(now, "Ben"), "p6", TakeSeat(Seat.KEY_HOLDER))
    dealt = then(now, ANA, deal())
    assert parts(dealt) == {}
    assert shown(dealt) == ()


def test_all_agree_without_the_bots() -> None:
    now = then(alone_playing(ALL_AGREE), ANA, bots(RED_HAND, names=("Cog",)))
    given = then(now, "p2", clue("tree", 2))
    assert why_not(given, ANA, touch(0, by=ANA)) is Refusal.NOT_ALL_AGREE
    by_bot = then(given, "p5", mark(0, by="p5"))
    assert why_not(by_bot, ANA, touch(0, by=ANA)) is Refusal.NOT_ALL_AGREE
    assert then(given, ANA, mark(0, by=ANA), touch(0, by=ANA)).running
    by_bots_alone = then(alone_at_the_key(ALL_AGREE), ANA, clue("tree", 1))
    assert then(by_bots_alone, "p3", touch(0, by="p3")).running


# --- The rival's secret question


def test_the_rival_s_bot_is_asked_and_nobody_sees_that_it_thinks() -> None:
    now = alone_at_the_key()
    asked = then(now, ANA, ask("oak", 2))
    assert asked.game is not None
    assert asked.game.question is not None
    assert bot_tasks(asked) == {"p2": BotTask(Part.RULE, BLUE_KEY, 1, asked.step, 1, ())}
    assert shown(asked) == shown(now) == ()
    assert parts(then(asked, "p2", AllowClue(1))) == {"p3": Part.GUESS}
    assert parts(then(asked, "p2", RejectClue(1))) == {}


def test_a_bot_whose_clue_is_asked_about_waits_and_seems_to_think() -> None:
    now = then(room_with(OPERATIVES_TAP, Ana=BLUE_KEY), ANA, bots(RED_KEY, RED_HAND, BLUE_HAND))
    now = then(now, ANA, deal())
    asked = then(now, "p2", ask("oak", 2))
    assert bot_tasks(asked) == {}
    assert shown(asked) == shown(now) == ("p2",)
    rejected = then(asked, ANA, RejectClue(1))
    assert parts(rejected) == {"p2": Part.CLUE}
    assert shown(rejected) == ("p2",)


# --- Penalties, the opponent's turn, time


def test_a_bot_covers_an_agent_as_a_penalty() -> None:
    now = then(then(alone_at_the_key(), ANA, clue("tree", 2)), "p3", touch(17, by="p3"))
    upheld = then(then(now, "p2", clue("lime", 1)), ANA, Challenge(), UpholdChallenge())
    assert parts(upheld) == {}
    people = then(room_with(OPERATIVES_TAP, Ana=RED_KEY, Ben=BLUE_KEY), ANA, bots(RED_HAND))
    people = then(people, ANA, bots(BLUE_HAND, names=("Byte",)))
    given = then(then(people, ANA, deal()), ANA, clue("tree", 2))
    conceded = then(then(given, BEN, Challenge()), ANA, ConcedeChallenge())
    assert parts(conceded) == {}
    with_bot = then(then(conceded, BEN, Leave()), ANA, bots(BLUE_KEY, names=("Chip",)))
    assert parts(with_bot) == {"p5": Part.COVER}
    assert shown(with_bot) == ("p5",)


def test_in_co_op_a_bot_picks_for_the_opponent() -> None:
    now = then(room_with(replace(COOP, guessing=OPERATIVES_TAP.guessing), Ana=RED_HAND), ANA)
    now = then(then(now, ANA, bots(RED_KEY)), ANA, deal())
    assert parts(now) == {BEN: Part.CLUE}
    given = then(now, BEN, clue("tree", 2))
    assert bot_tasks(given) == {}
    assert parts(then(given, ANA, touch(BYSTANDERS[0], by=ANA))) == {BEN: Part.COVER}


def test_a_strict_timer_ends_a_bot_s_turn_too() -> None:
    strict = replace(STRICT_TIMER, guessing=OPERATIVES_TAP.guessing)
    now = alone_playing(strict)
    assert parts(now) == {"p2": Part.CLUE}
    late = then(now, SERVER, At(TimeUp(), 10_000))
    assert parts(late) == {"p3": Part.CLUE}


# --- Duets


def test_the_first_clue_of_a_duet_is_the_person_s() -> None:
    now = duet_with_a_bot()
    assert bot_tasks(now) == {}
    assert parts(then(now, ANA, clue_by(A))) == {BEN: Part.GUESS}
    both = then(room_with(DUET, Ana=Seat.SPECTATOR), ANA, bots(Seat.SIDE_B, Seat.SIDE_A))
    dealt = then(both, ANA, deal(KEYS))
    assert parts(dealt) == {"p2": Part.CLUE}


def test_then_they_take_turns() -> None:
    now = then(then(duet_with_a_bot(), ANA, clue_by(A)), BEN, touch_by(B, BYSTANDERS_ON_BOTH[0]))
    assert parts(now) == {BEN: Part.CLUE}
    assert parts(then(now, BEN, clue_by(B))) == {}


def test_in_sudden_death_a_bot_touches_beside_its_partner() -> None:
    """What lies on the person's key alone only the bot can find."""
    now = then(room_with(replace(DUET, tokens=1), Ana=Seat.SIDE_A), ANA, bots(Seat.SIDE_B))
    now = then(then(now, ANA, deal(KEYS), clue_by(A)), BEN, touch_by(B, ONLY_A[0]), EndTurn())
    assert now.game is not None
    assert now.game.table.phase is Phase.SUDDEN_DEATH
    assert parts(now) == {BEN: Part.GUESS}
    assert shown(now) == ()
    assert then(now, ANA, touch_by(A, ONLY_B[0])).running
    two = then(room_with(replace(DUET, tokens=1), Ana=Seat.SPECTATOR), ANA)
    two = then(then(two, ANA, bots(Seat.SIDE_A, Seat.SIDE_B)), ANA, deal(KEYS))
    two = then(then(two, "p2", clue_by(A)), "p3", touch_by(B, BOTH[0]), EndTurn())
    assert parts(two) == {"p2": Part.GUESS, "p3": Part.GUESS}
    assert shown(two) == ("p2", "p3")


# --- Notes


def test_a_note_is_kept_for_the_debrief() -> None:
    now = then(alone_at_the_key(), ANA, NoteCards((3, 1), ANA), NoteCards((1, 2), ANA))
    now = then(now, ANA, clue("tree", 2))
    now = then(now, "p3", NoteCards((0, 1), "p3"), touch(0, by="p3"))
    touched = then(now, ANA, UNDO)
    assert touched.game is not None
    assert touched.game.notes == (Note(0, ANA, (1, 2)), Note(0, "p3", (0, 1)))
    none = then(touched, ANA, NoteCards((), ANA))
    assert none.game is not None
    assert none.game.notes == (Note(0, "p3", (0, 1)),)
    assert none.step == touched.step


def test_a_note_about_a_turn_that_was_undone_goes_with_it() -> None:
    now = then(playing(), ANA, NoteCards((0,), ANA), clue("tree", 2), touch(BYSTANDERS[0]))
    noted = then(now, BEN, NoteCards((9,), BEN))
    undone = then(noted, ANA, UNDO)
    assert undone.game is not None
    assert undone.game.notes == (Note(0, ANA, (0,)),)


@pytest.mark.parametrize("cards", [(25,), (-1,), (3, 3)])
def test_a_note_is_of_cards_on_the_board(cards: tuple[int, ...]) -> None:
    assert why_not(playing(), ANA, NoteCards(cards, ANA)) is Refusal.NO_SUCH_CARD


def test_who_notes() -> None:
    assert why_not(playing(), BEN, NoteCards((0,), BEN)) is Refusal.NOT_YOUR_TURN
    over = then(then(playing(), ANA, clue("tree", 1)), ANA, touch(ASSASSIN))
    assert why_not(over, ANA, NoteCards((0,), ANA)) is Refusal.ENDED
    given = then(playing(), ANA, clue("tree", 1))
    assert then(given, CEM, NoteCards((0,), CEM)).running
    duet = duet_with_a_bot()
    assert then(duet, ANA, NoteCards((0,), ANA)).running


def test_an_exchanged_codename_is_no_matter_for_a_bot() -> None:
    now = alone_at_the_key()
    assert bot_tasks(then(now, ANA, exchange(0))).keys() == bot_tasks(now).keys()
    assert now.game is not None
    assert Identity.RED in now.game.key.identities


def test_a_bot_that_did_nothing_in_any_game_is_not_remembered() -> None:
    second = then(then(alone_playing(), ANA, Abandon()), ANA, deal())
    assert second.lobby.played
    assert then(second, ANA, Remove("p4")).lobby.find("p4") is None
    gone = then(second, ANA, Remove("p2")).lobby.find("p2")
    assert gone is not None
    assert gone.standing is PlayerStatus.LEFT
