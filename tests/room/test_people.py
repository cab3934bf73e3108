"""People come, change their names, go and come back; always possible, and the game goes on."""

import pytest

from room.room_builder import (
    ANA,
    BEN,
    CEM,
    CREATE,
    DORA,
    EVA,
    FRAN,
    NOBODY,
    announced,
    ask_to_return,
    deal,
    entry,
    facts,
    four,
    joined,
    opened,
    playing,
    seat_of,
    then,
    why_not,
)
from rules.game_builder import OPERATIVES_TAP, RED, TYPED, UNDO, clue, mark, touch
from undercast.base.refusals import Refusal, Refused
from undercast.commands import command_types, decide_opening, decide_unclaimed, decision
from undercast.commands.room_checks import MAX_PEOPLE_EVER, MAX_PLAYERS
from undercast.room import evolve
from undercast.room.entries import (
    CountMe,
    CreateRoom,
    Join,
    Leave,
    Readmit,
    Remove,
    Rename,
    SetDoor,
    SetSound,
    Shuffle,
    TakeSeat,
)
from undercast.room.events import HostChanged, PlayerJoined, PlayerLeft, PlayerRenamed
from undercast.room.seats import Seat
from undercast.room.stamps import Stamp
from undercast.room.state import Player, PlayerStatus, Room
from undercast.rules.actions import MarkCard
from undercast.rules.game import Mark


def test_who_opens_a_room_is_its_host_and_has_no_seat_yet() -> None:
    assert opened().lobby.players == (Player(ANA, "Ana", stamp=Stamp.FOX),)
    assert opened().lobby.host == ANA


def unclaimed() -> Room:
    """A room that a shared screen opened."""
    return evolve.create(
        decide_unclaimed(CreateRoom("BKTM", "", "", "en", ("en",), TYPED), facts())
    )


def test_a_room_that_a_screen_opened_belongs_to_the_first_who_joins() -> None:
    empty = unclaimed()
    assert empty.unclaimed
    assert (empty.lobby.host, empty.lobby.players, empty.tokens) == ("", (), {})
    room = joined(empty, "Ana")
    (ana,) = room.lobby.players
    assert not room.unclaimed
    assert (ana.name, room.lobby.host) == ("Ana", ana.id)
    assert joined(room, "Ben").lobby.host == ana.id


def test_who_leaves_the_room_of_a_screen_leaves_it_to_the_next() -> None:
    room = joined(unclaimed(), "Ana")
    room = then(room, room.lobby.host, Leave(forget=True))
    assert room.lobby.players == ()
    ben = joined(room, "Ben").lobby
    assert [player.id for player in ben.players] == [ben.host]


def test_a_screen_opens_a_room_only_with_decks_that_there_are() -> None:
    bare = CreateRoom("BKTM", "", "", "xx", ("xx",), TYPED)
    with pytest.raises(Refused, match="room/unknown_deck"):
        decide_unclaimed(bare, facts())


def test_a_room_begins_once() -> None:
    with pytest.raises(TypeError, match="begins with CreateRoom"):
        evolve.create(entry(ANA, Leave()))
    with pytest.raises(TypeError, match="created once"):
        evolve.evolve(opened(), entry(ANA, CREATE))


def test_a_newcomer_looks_on_at_first() -> None:
    now = joined(opened(), "Ben")
    ben = Player(BEN, "Ben", Seat.SPECTATOR, PlayerStatus.PRESENT, stamp=Stamp.SNAIL)
    assert now.lobby.find(BEN) == ben
    assert announced(opened(), BEN, Join("Ben", "hash")) == (PlayerJoined("Ben"),)


def test_who_agrees_is_counted_by_name_until_they_say_otherwise_or_go() -> None:
    agreed = then(playing(), CEM, CountMe(on=True))
    assert [player.name for player in agreed.lobby.players if player.counted] == ["Cem"]
    assert agreed.step == playing().step
    assert then(agreed, CEM, Rename("Cemal")).lobby.player(CEM).counted
    assert not then(agreed, CEM, CountMe(on=False)).lobby.player(CEM).counted
    back = then(then(agreed, CEM, Leave()), CEM, Join("Cem", "hash of Cem"))
    assert not back.lobby.player(CEM).counted
    again = then(agreed, ANA, Remove(CEM), Readmit(CEM))
    assert not again.lobby.player(CEM).counted


def test_joining_late_the_game_goes_on() -> None:
    now = joined(playing(), "Eva")
    assert now.game == playing().game
    assert seat_of(then(now, EVA, TakeSeat(Seat.RED_OPERATIVE)), EVA) is Seat.RED_OPERATIVE


def test_a_token_joins_once() -> None:
    assert why_not(four(), ANA, Join("Ana", "hash of Ana")) is Refusal.NAME_TAKEN


def test_an_id_belongs_to_its_token() -> None:
    assert why_not(four(), ANA, Join("Mallory", "another hash")) is Refusal.UNKNOWN_TOKEN
    assert why_not(four(), "p9", Join("Mallory", "another hash")) is Refusal.UNKNOWN_TOKEN


@pytest.mark.parametrize("name", ["", "  ", "x" * 21, "tab\t", "zero\u200bwidth", "\u202eevE"])
def test_a_name_is_1_to_20_characters_that_one_can_see(name: str) -> None:
    assert why_not(four(), EVA, Join(name, "hash")) is Refusal.NAME_MALFORMED
    assert why_not(four(), ANA, Rename(name)) is Refusal.NAME_MALFORMED
    with pytest.raises(Refused, match="room/name_malformed"):
        decide_opening(CreateRoom("BKTM", name, "hash", "en", ("en",), TYPED), "", facts())


def test_a_name_is_tidied() -> None:
    assert joined(four(), "  Eva   Maria ").lobby.player(EVA).name == "Eva Maria"


@pytest.mark.parametrize("name", ["Ana", "ANA", " ana "])
def test_no_two_people_present_have_one_name(name: str) -> None:
    assert why_not(four(), EVA, Join(name, "hash")) is Refusal.NAME_TAKEN
    assert why_not(four(), BEN, Rename(name)) is Refusal.NAME_TAKEN


def test_renaming() -> None:
    assert announced(four(), CEM, Rename("Džem")) == (PlayerRenamed("Cem", "Džem"),)
    assert then(four(), CEM, Rename("CEM")).lobby.player(CEM).name == "CEM"


def test_leaving_frees_seat_and_name_and_the_game_goes_on() -> None:
    now = then(playing(), DORA, Leave())
    assert now.running
    dora = Player(DORA, "Dora", Seat.SPECTATOR, PlayerStatus.LEFT, stamp=Stamp.BEE)
    assert now.lobby.find(DORA) == dora
    assert now.lobby.in_seat(Seat.BLUE_OPERATIVE) == ()
    assert joined(now, "Dora", "another hash").lobby.player(EVA).name == "Dora"
    assert announced(playing(), DORA, Leave()) == (PlayerLeft("Dora", removed=False),)


def test_who_left_does_nothing_any_more() -> None:
    assert why_not(then(four(), DORA, Leave()), DORA, Rename("D")) is Refusal.NO_SUCH_PLAYER


def test_who_left_comes_back_as_the_same_person_without_the_seat() -> None:
    back = joined(then(four(), DORA, Leave()), "Dorothea", "hash of Dora")
    dora = Player(DORA, "Dorothea", Seat.SPECTATOR, PlayerStatus.PRESENT, stamp=Stamp.BEE)
    assert back.lobby.find(DORA) == dora
    assert len(back.lobby.players) == 4


def test_a_leaving_host_of_an_earlier_release_is_followed_by_who_joined_first() -> None:
    assert then(four(), ANA, Leave()).lobby.host == BEN
    assert announced(four(), ANA, Leave()) == (
        PlayerLeft("Ana", removed=False),
        HostChanged("Ben"),
    )
    assert then(then(four(), ANA, Leave()), BEN, Leave()).lobby.host == CEM


def everybody_gone() -> Room:
    now = four()
    for player in (ANA, BEN, CEM, DORA):
        now = then(now, player, Leave())
    return now


def test_whoever_comes_into_an_empty_room_is_its_host() -> None:
    assert everybody_gone().lobby.host == DORA
    by = announced(everybody_gone(), EVA, Join("Eva", "hash"))
    assert by == (PlayerJoined("Eva"), HostChanged("Eva"))
    assert joined(everybody_gone(), "Eva").lobby.host == EVA
    assert joined(everybody_gone(), "Ana").lobby.host == ANA
    assert joined(everybody_gone(), "Dora").lobby.host == DORA


def test_a_removed_person_cannot_come_back_that_way() -> None:
    now = then(four(), ANA, Remove(BEN))
    assert why_not(now, BEN, Join("Ben", "hash of Ben")) is Refusal.REMOVED


def full() -> Room:
    now = opened()
    for number in range(2, MAX_PLAYERS + 1):
        now = joined(now, f"guest {number}")
    return now


def test_a_room_holds_60_people() -> None:
    assert len(full().lobby.present) == 60
    assert why_not(full(), "p61", Join("Zoe", "hash")) is Refusal.ROOM_FULL
    assert joined(then(full(), BEN, Leave()), "Zoe").lobby.player("p61").name == "Zoe"


def test_300_people_may_ever_join_and_who_was_there_may_come_back() -> None:
    now = opened()
    for number in range(2, MAX_PEOPLE_EVER + 1):
        sat = TakeSeat(Seat.RED_OPERATIVE)
        now = then(joined(now, f"guest {number}"), f"p{number}", sat, Leave())
    assert why_not(now, "p301", Join("Zoe", "hash")) is Refusal.ROOM_FULL
    assert joined(now, "guest 7").lobby.player("p7").name == "guest 7"


def test_whoever_moves_takes_their_marks_along() -> None:
    """Nobody else could take them back."""
    guessing = joined(then(playing(OPERATIVES_TAP), ANA, clue("tree", 3)), "Eva")
    guessing = then(guessing, EVA, TakeSeat(Seat.RED_OPERATIVE), mark(RED[1], by=EVA))
    guessing = then(guessing, CEM, MarkCard(RED[2], on=True, by=CEM), touch(RED[0], by=CEM))
    for now in (
        then(guessing, CEM, Leave()),
        then(guessing, CEM, TakeSeat(Seat.BLUE_OPERATIVE)),
        then(guessing, ANA, Remove(CEM)),
    ):
        assert now.game is not None
        assert now.game.marks == (Mark(RED[1], EVA),)
        undone = then(now, ANA, UNDO)
        assert undone.game is not None
        assert undone.game.marks == (Mark(RED[1], EVA),)


class TestPassersBy:
    """Those who never did more than come, take a name and go."""

    def test_they_are_forgotten_and_no_id_is_given_twice(self) -> None:
        now = then(joined(four(), "Eva"), EVA, Rename("Ewa"), Leave(forget=True))
        assert now.lobby.find(EVA) is None
        assert now.written == joined(joined(four(), "x"), "y").written | {evolve.STRANGERS: 6}
        assert EVA not in now.tokens.values()
        again = joined(now, "Eva")
        assert again.lobby.player(FRAN).name == "Eva"
        assert again.lobby.find(EVA) is None

    def test_any_number_of_them_fills_no_room(self) -> None:
        now = opened()
        for number in range(2, MAX_PEOPLE_EVER + 10):
            now = joined(now, f"guest {number}")
            forget = Leave(forget=number % 2 == 0)  # others left before there was forgetting
            now = then(now, f"p{number}", forget)
        assert joined(now, "Zoe").lobby.player(f"p{MAX_PEOPLE_EVER + 10}").name == "Zoe"

    def test_nor_those_who_were_removed_before_they_did_anything(self) -> None:
        now = opened()
        for number in range(2, MAX_PEOPLE_EVER + 10):
            now = then(joined(now, f"guest {number}"), ANA, Remove(f"p{number}"))
        assert why_not(now, "p7", Join("guest 7", "hash of guest 7")) is Refusal.REMOVED
        joined(now, "Zoe")

    def test_who_was_put_into_a_seat_may_have_done_something_there_in_secret(self) -> None:
        eva = joined(four(OPERATIVES_TAP), "Eva")
        seated = then(eva, ANA, Shuffle({CEM: Seat.SPECTATOR, EVA: Seat.RED_OPERATIVE}))
        silent = then(seated, ANA, deal(), clue("tree", 2))
        marked = then(silent, EVA, mark(RED[0], by=EVA))
        for now in (silent, marked):
            does = decision.decide(now, EVA, command_types.LeaveCommand(cmd_id="c"), facts())
            assert does.do == Leave(forget=False)
        looks_on = decision.decide(eva, EVA, command_types.LeaveCommand(cmd_id="c"), facts())
        assert looks_on.do == Leave(forget=True)

    def test_who_is_asked_for_and_goes_lets_the_request_lapse(self) -> None:
        now = then(joined(four(), "Eva"), NOBODY, ask_to_return(EVA))
        assert then(now, EVA, Leave(forget=True)).lobby.requests == ()


class TestTheSound:
    def test_the_host_says_how_loud_it_is(self) -> None:
        assert then(four(), ANA, SetSound(0)).lobby.volume == 0
        assert why_not(four(), BEN, SetSound(3)) is Refusal.NOT_HOST

    def test_the_host_says_whether_there_is_music(self) -> None:
        assert four().lobby.music is None
        off = then(four(), ANA, SetSound(7, music=False))
        assert off.lobby.music is False
        assert then(off, ANA, SetSound(3)).lobby.music is False
        assert then(off, ANA, SetSound(3, music=True)).lobby.music is True


class TestTheDoor:
    def test_nobody_new_comes_in_while_it_is_closed(self) -> None:
        now = then(four(), ANA, SetDoor(True))
        assert now.lobby.closed
        assert why_not(now, EVA, Join("Eva", "hash")) is Refusal.ROOM_CLOSED
        joined(then(now, ANA, SetDoor(False)), "Eva")

    def test_who_was_there_comes_back_and_who_was_removed_does_not(self) -> None:
        now = then(then(four(), DORA, Leave()), ANA, Remove(CEM), SetDoor(True))
        assert joined(now, "Dora").lobby.player(DORA).name == "Dora"
        assert why_not(now, CEM, Join("Cem", "hash of Cem")) is Refusal.REMOVED
        then(now, NOBODY, ask_to_return(BEN))

    def test_it_is_the_host_s(self) -> None:
        assert why_not(four(), BEN, SetDoor(True)) is Refusal.NOT_HOST
