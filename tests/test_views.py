"""Who may see what (laws 1 and 2)."""

import dataclasses
import random
import typing
from collections.abc import Iterator, Mapping

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from room.anything import after, beginning, next_entry
from room.evening import ANA, BEN, CEM, DORA, deal, four, joined, opened, playing, then
from room.evening import room as room_with
from rules.play import (
    ASSASSIN,
    END_TURN,
    KEY,
    LETTERS,
    MARKS_FOR_ALL,
    OPERATIVES_TAP,
    TYPED,
    At,
    clue,
    key,
    mark,
    touch,
)
from undercast.refusals import Refusal, Refused
from undercast.room import changes
from undercast.room.entries import AskToReturn, Deal, Entry, Leave, Remove
from undercast.room.seats import Seat
from undercast.room.state import Request, RequestKind, Room
from undercast.rules.actions import (
    Abandon,
    ConcedeChallenge,
    CoverCard,
    Debrief,
    GiveClue,
    TouchCard,
    UpholdChallenge,
)
from undercast.rules.cards import Identity, Key
from undercast.rules.game import Game, Mark
from undercast.service import Message
from undercast.views import (
    Audience,
    DebriefView,
    GameView,
    KeyView,
    LobbyView,
    PublicView,
    audience_of,
    views,
)
from undercast.web.packets import event_frame

KEY_AUDIENCES = (Audience.RED_SPYMASTER, Audience.BLUE_SPYMASTER, Audience.KEY_HOLDER)
ALL_OTHERS = tuple(audience for audience in Audience if audience not in KEY_AUDIENCES)


def view(room: Room, audience: Audience) -> PublicView | KeyView | DebriefView:
    return views(room, [audience], frozenset())[audience]


class TestAudiences:
    @pytest.mark.parametrize(
        ("seat", "audience"),
        [
            (Seat.RED_SPYMASTER, Audience.RED_SPYMASTER),
            (Seat.BLUE_SPYMASTER, Audience.BLUE_SPYMASTER),
            (Seat.KEY_HOLDER, Audience.KEY_HOLDER),
            (Seat.RED_OPERATIVE, Audience.PUBLIC),
            (Seat.BLUE_OPERATIVE, Audience.PUBLIC),
            (Seat.OPERATIVE_FOR_BOTH, Audience.PUBLIC),
            (Seat.SPECTATOR, Audience.PUBLIC),
        ],
    )
    def test_it_follows_from_the_seat_alone(self, seat: Seat, audience: Audience) -> None:
        assert audience_of(room_with(Ana=seat), ANA) is audience

    def test_where_marks_are_secret_operatives_are_audiences_of_their_own(self) -> None:
        people = (None, ANA, CEM, DORA)
        audiences = [audience_of(playing(OPERATIVES_TAP), player) for player in people]
        assert audiences == [
            Audience.PUBLIC,
            Audience.RED_SPYMASTER,
            Audience.RED_OPERATIVES,
            Audience.BLUE_OPERATIVES,
        ]
        both = room_with(OPERATIVES_TAP, Ana=Seat.KEY_HOLDER, Ben=Seat.OPERATIVE_FOR_BOTH)
        both = then(both, ANA, deal())
        assert audience_of(both, BEN) is Audience.OPERATIVES_FOR_BOTH
        assert audience_of(joined(both, "Cem"), CEM) is Audience.PUBLIC

    def test_where_everyone_sees_the_marks_they_are_not(self) -> None:
        assert audience_of(playing(MARKS_FOR_ALL), CEM) is Audience.PUBLIC

    def test_a_shared_screen_a_stranger_and_who_is_gone_see_what_everyone_sees(self) -> None:
        now = then(then(playing(), ANA, Remove(CEM)), ANA, Leave())
        for player in (None, "p9", CEM, ANA):
            assert audience_of(now, player) is Audience.PUBLIC

    def test_a_host_who_is_an_operative_knows_no_more_than_an_operative(self) -> None:
        now = room_with(Ana=Seat.RED_OPERATIVE, Ben=Seat.KEY_HOLDER)
        assert audience_of(then(now, BEN, deal()), ANA) is Audience.PUBLIC


class TestKinds:
    def test_before_the_first_game_there_is_no_key_to_see(self) -> None:
        for audience in Audience:
            assert view(four(), audience).kind == "public"
            assert view(four(), audience).game is None

    def test_only_key_seats_see_the_key_of_a_game_also_when_it_has_ended(self) -> None:
        ended = then(playing(), ANA, clue("tree", 2), touch(ASSASSIN))
        for room in (playing(), ended):
            for audience in KEY_AUDIENCES:
                seen = view(room, audience)
                assert isinstance(seen, KeyView)
                assert seen.key == key().identities
            assert {type(view(room, audience)) for audience in ALL_OTHERS} == {PublicView}

    def test_a_debriefed_game_shows_everyone_the_whole_key(self) -> None:
        debriefed = then(playing(), ANA, clue("tree", 2), touch(ASSASSIN), Debrief())
        for audience in Audience:
            seen = view(debriefed, audience)
            assert isinstance(seen, DebriefView)
            assert seen.key == key().identities


class TestMarks:
    @staticmethod
    def seen(room: Room) -> set[Audience]:
        return {audience for audience in Audience if view(room, audience).marks}

    def test_the_team_sees_its_marks(self) -> None:
        marked = then(playing(OPERATIVES_TAP), ANA, clue("tree", 2))
        marked = then(marked, CEM, mark(3, by=CEM))
        assert self.seen(marked) == {
            Audience.RED_OPERATIVES,
            Audience.RED_SPYMASTER,
            Audience.OPERATIVES_FOR_BOTH,
            Audience.KEY_HOLDER,
        }
        assert view(marked, Audience.RED_OPERATIVES).marks == (Mark(3, CEM),)

    def test_the_rival_never_sees_them_not_after_the_turn_either(self) -> None:
        marked = then(playing(OPERATIVES_TAP), ANA, clue("tree", 2))
        marked = then(marked, CEM, mark(3, by=CEM), touch(0, by=CEM))
        for ended in (then(marked, CEM, END_TURN), then(marked, ANA, Abandon())):
            assert self.seen(ended) == set()

    def test_everyone_sees_them_by_setting(self) -> None:
        marked = then(playing(MARKS_FOR_ALL), ANA, clue("tree", 2))
        assert self.seen(then(marked, CEM, mark(3, by=CEM))) == set(Audience)


class TestLobby:
    def test_everyone_sees_names_seats_and_who_is_there(self) -> None:
        lobby = views(four(), [Audience.PUBLIC], {ANA, CEM})[Audience.PUBLIC].lobby
        assert [(p.name, p.seat, p.online) for p in lobby.players] == [
            ("Ana", Seat.RED_SPYMASTER, True),
            ("Ben", Seat.BLUE_SPYMASTER, False),
            ("Cem", Seat.RED_OPERATIVE, True),
            ("Dora", Seat.BLUE_OPERATIVE, False),
        ]
        assert (lobby.host, lobby.no_deal, lobby.games) == (ANA, None, 0)
        assert lobby.suggested == dict.fromkeys((p.seat for p in lobby.players), 1)

    def test_who_was_removed_can_be_let_back_in_who_left_is_gone(self) -> None:
        now = then(then(four(), ANA, Remove(CEM)), DORA, Leave())
        lobby = view(now, Audience.PUBLIC).lobby
        assert [person.id for person in lobby.players] == [ANA, BEN]
        assert [(person.id, person.name) for person in lobby.removed] == [(CEM, "Cem")]

    def test_requests_without_the_token_behind_them(self) -> None:
        now = then(four(), "", AskToReturn(CEM, "hash of a new phone"))
        lobby = view(now, Audience.PUBLIC).lobby
        assert lobby.requests == (Request(1, RequestKind.RETURN, CEM),)
        assert b"hash of" not in msgspec.json.encode(view(now, Audience.PUBLIC))

    def test_what_stands_in_the_way_of_a_game(self) -> None:
        assert view(opened(), Audience.PUBLIC).lobby.no_deal is Refusal.NO_SPYMASTER


class TestGame:
    def test_everyone_sees_the_table(self) -> None:
        now = then(playing(), ANA, clue("tree", 2), At(touch(0, by=ANA), 1_000))
        game = view(now, Audience.PUBLIC).game
        assert game is not None
        assert game.revealed == (Identity.RED, *(None,) * 24)
        assert dict(game.left) == {"red": 8, "blue": 8}
        assert game.guesses_left == 2
        assert game.undo is not None
        assert game.undo.until == 11_000
        assert game.may["undo"] == (Seat.RED_SPYMASTER, "host")
        assert game.settings == TYPED


# Law 1: the key is shown by construction. No type of a public view has a place for it.


def parts(hint: object) -> Iterator[object]:
    """The type hint, its arguments, and the hints of all fields, all the way down."""
    yield hint
    for argument in typing.get_args(hint):
        if not (typing.get_origin(hint) is tuple and argument is Ellipsis):
            yield from parts(argument)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        for field_hint in typing.get_type_hints(hint).values():
            yield from parts(field_hint)


def shows_whole_key(hint: object) -> bool:
    """A key; or many identities of which none can be hidden."""
    many = typing.get_origin(hint) in (tuple, list, dict, set, frozenset, Mapping)
    return hint in (Key, Game, Room, Deal) or (many and Identity in typing.get_args(hint))


@pytest.mark.parametrize("public", [PublicView, LobbyView, GameView])
def test_no_public_type_has_a_place_for_a_hidden_identity(public: type) -> None:
    found = [*parts(public)]
    assert len(found) > 20
    assert not [hint for hint in found if shows_whole_key(hint)]


@pytest.mark.parametrize("secret", [KeyView, DebriefView])
def test_the_types_that_show_the_key_are_found_out_by_this(secret: type) -> None:
    assert any(shows_whole_key(hint) for hint in parts(secret))


# Law 2: two keys, same bytes.


@dataclasses.dataclass
class Twins:
    """One evening played with two keys: they differ only in cards that are never touched."""

    rng: random.Random
    rooms: tuple[Room, Room]
    untouched: tuple[int, ...] = ()
    differed: bool = False
    """Whether a spymaster would have told the two evenings apart."""

    def play(self, entry: Entry) -> None:
        """Do `entry` in both rooms, and compare everything that may be seen of them."""
        if covered_by(entry) in self.untouched:
            return
        untouched, second = self.with_other_key(entry)
        first_after, second_after = after(self.rooms[0], entry), after(self.rooms[1], second)
        assert (first_after is None) == (second_after is None)
        if first_after is None or second_after is None:
            assert why_not(self.rooms[0], entry) == why_not(self.rooms[1], second)
            return
        if isinstance(entry.do, TouchCard) and entry.do.position in self.untouched:
            return
        if isinstance(entry.do, Debrief) and first_after.game != second_after.game:
            return
        pairs = zip(self.rooms, (entry, second), strict=True)
        happened = [changes.apply(room, does)[1] for room, does in pairs]
        self.rooms, self.untouched = (first_after, second_after), untouched
        assert repr(first_after) == repr(second_after)
        assert repr(entry) == repr(second)
        self.compare_frames(happened)

    def compare_frames(self, happened: list[tuple[object, ...]]) -> None:
        seen = [views(room, Audience, {"p1", "p2"}) for room in self.rooms]
        for audience in Audience:
            first, second = (
                event_frame("view", Message(audience, 1, room.step, news, told[audience]))
                for room, news, told in zip(self.rooms, happened, seen, strict=True)
            )
            if audience not in KEY_AUDIENCES:
                assert first == second
            elif self.keys_differ():
                assert first != second
                self.differed = True
                assert repr(seen[0][audience]) == repr(seen[1][audience])

    def keys_differ(self) -> bool:
        games = [room.game for room in self.rooms]
        return games[0] is not None and games[1] is not None and games[0].key != games[1].key

    def with_other_key(self, entry: Entry) -> tuple[tuple[int, ...], Entry]:
        """A deal with the identities of some cards exchanged among each other, and these cards."""
        if not isinstance(entry.do, Deal):
            return self.untouched, entry
        cards = tuple(self.rng.sample(range(25), self.rng.choice([2, 5, 12])))
        identities = list(entry.do.key)
        for position, other in zip(cards, self.rng.sample(cards, len(cards)), strict=True):
            identities[position] = entry.do.key[other]
        other_key = dataclasses.replace(entry.do, key=tuple(identities))
        return cards, dataclasses.replace(entry, do=other_key)


def covered_by(entry: Entry) -> int | None:
    """The card that this may reveal as a penalty. What may be covered follows from the key."""
    match entry.do:
        case CoverCard():
            return entry.do.position
        case GiveClue() | ConcedeChallenge() | UpholdChallenge():
            return entry.do.cover
        case _:
            return None


def why_not(room: Room, entry: Entry) -> str:
    """All that is ever said of a refusal."""
    with pytest.raises(Refused) as refused:
        changes.apply(room, entry)
    return f"{refused.value!r} {refused.value} {refused.value.code} {refused.value.detail}"


def an_evening(rng: random.Random, length: int) -> Twins:
    """Two rooms that go through the same evening."""
    log = beginning(rng)
    room = changes.replay(log)
    twins = Twins(rng, (room, room))
    at = log[-1].at
    for _ in range(length):
        entry = next_entry(rng, twins.rooms[0], at)
        at = entry.at
        twins.play(entry)
    return twins


@settings(max_examples=100)
@given(st.randoms(use_true_random=True))
def test_two_keys_same_bytes(rng: random.Random) -> None:
    an_evening(rng, 50)


def test_two_keys_are_told_apart_by_those_who_see_the_key() -> None:
    """So that the law above is not true of everything: most evenings differ for spymasters."""
    told_apart = sum(an_evening(random.Random(seed), 30).differed for seed in range(10))
    assert told_apart >= 5


def test_a_debrief_before_the_end_shows_nothing() -> None:
    before = playing()
    other = playing(letters=KEY[:16] + "nbnnnnnna")
    for now in (before, other):
        with pytest.raises(Refused):
            then(now, ANA, Debrief())
    assert msgspec.json.encode(view(before, Audience.PUBLIC)) == msgspec.json.encode(
        view(other, Audience.PUBLIC)
    )


# No hidden identity in any text that could get into a log.


def texts(room: Room) -> Iterator[str]:
    yield repr(room)
    yield str(room)
    assert room.game is not None
    yield repr(room.game)
    yield repr(room.game.key)
    yield repr(views(room, KEY_AUDIENCES, frozenset()))
    yield f"{room.game.before}"


@settings(max_examples=30)
@given(st.permutations(KEY))
def test_no_repr_shows_a_hidden_identity(letters: list[str]) -> None:
    dealt = deal("".join(letters))
    now = then(four(), ANA, dealt)
    said = " ".join([*texts(now), repr(dealt), repr(Entry(0, ANA, "", dealt))])
    for identity in Identity:
        assert f"Identity.{identity.name}" not in said
        assert said.count("hidden") >= 5


def test_a_faulty_deal_says_nothing_about_the_key() -> None:
    with pytest.raises(ValueError, match="classic key") as fault:
        Key.checked((Identity.ASSASSIN,) * 25)
    assert "Identity" not in str(fault.value)
    with pytest.raises(ValueError, match="different codenames") as fault:
        Game.deal(TYPED, ("OAK",), Key((LETTERS["a"],) * 25))
    assert "assassin" not in str(fault.value).lower()
