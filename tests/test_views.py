"""Who may see what (law 1; law 2 is in test_views_two_keys.py)."""

import typing
from collections.abc import Iterator, Mapping

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from room.room_builder import ANA, BEN, CEM, DORA, bots, deal, four, joined, opened, playing, then
from room.room_builder import room as room_with
from rules.duet_builder import DUET, KEY_A, KEY_B, KEYS, NOBODY, A, B, clue_by, touch_by
from rules.game_builder import (
    ASSASSIN,
    END_TURN,
    KEY,
    MARKS_FOR_ALL,
    OPERATIVES_TAP,
    QUESTIONED,
    STRICT_TIMER,
    TEAM_SEES,
    TYPED,
    At,
    ask,
    clue,
    identities,
    key,
    mark,
    touch,
)
from undercast.base.refusals import Refusal, Refused
from undercast.room.entries import AskToReturn, Deal, Entry, Leave, Remove, TakeSeat
from undercast.room.seats import Seat
from undercast.room.state import BotStyle, Request, RequestKind, Room
from undercast.rules import evolve as rules
from undercast.rules.actions import (
    Abandon,
    Debrief,
    NoteCards,
    RejectClue,
    TakeBackClue,
)
from undercast.rules.cards import Identity, Key, Team
from undercast.rules.clock import Clock
from undercast.rules.findings import Finding
from undercast.rules.game import Duet, Game, KnownBystander, Mark, Note, Phase, Question
from undercast.rules.settings import Board, PlusOne, Settings
from undercast.service import Message
from undercast.views import (
    Audience,
    BotThinking,
    BotThinkingState,
    DebriefView,
    GameView,
    KeyView,
    LobbyView,
    PublicView,
    QuestionView,
    audience_of,
    views,
    with_online,
)
from undercast.web.transport.packets import event_frame

SIDES = (Audience.SIDE_A, Audience.SIDE_B)
KEY_AUDIENCES = (
    Audience.RED_SPYMASTER,
    Audience.BLUE_SPYMASTER,
    Audience.KEY_HOLDER,
    *SIDES,
)
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

    def test_also_where_the_spymaster_taps(self) -> None:
        assert audience_of(playing(TEAM_SEES), CEM) is Audience.RED_OPERATIVES
        assert audience_of(playing(), CEM) is Audience.PUBLIC

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
            assert isinstance(view(four(), audience), PublicView)
            assert view(four(), audience).game is None

    def test_only_key_seats_see_the_key_of_a_game_also_when_it_has_ended(self) -> None:
        ended = then(playing(), ANA, clue("tree", 2), touch(ASSASSIN))
        for room in (playing(), ended):
            for audience in set(KEY_AUDIENCES) - set(SIDES):
                seen = view(room, audience)
                assert isinstance(seen, KeyView)
                assert seen.key == key().identities
            others = (*ALL_OTHERS, *SIDES)
            assert {type(view(room, audience)) for audience in others} == {PublicView}

    def test_a_debriefed_game_shows_everyone_the_whole_key(self) -> None:
        debriefed = then(playing(), ANA, clue("tree", 2), touch(ASSASSIN), Debrief())
        for audience in Audience:
            seen = view(debriefed, audience)
            assert isinstance(seen, DebriefView)
            assert seen.key == key().identities


class TestDuet:
    """Each side sees its own key, and nobody both before the debrief."""

    @staticmethod
    def dealt() -> Room:
        now = room_with(DUET, Ana=Seat.SIDE_A, Ben=Seat.SIDE_B, Cem=Seat.SPECTATOR)
        return then(now, ANA, deal(KEYS))

    def test_the_sides_are_audiences_of_their_own(self) -> None:
        people = (None, ANA, BEN, CEM)
        assert [audience_of(self.dealt(), player) for player in people] == [
            Audience.PUBLIC,
            *SIDES,
            Audience.PUBLIC,
        ]

    def test_each_sees_its_key_also_when_the_game_has_ended(self) -> None:
        for room in (self.dealt(), then(self.dealt(), ANA, Abandon())):
            for audience, letters in zip(SIDES, (KEY_A, KEY_B), strict=True):
                seen = view(room, audience)
                assert isinstance(seen, KeyView)
                assert seen.key == identities(letters)
                assert seen.question is None

    def test_the_key_seats_of_other_modes_see_none(self) -> None:
        for audience in set(KEY_AUDIENCES) - set(SIDES):
            assert isinstance(view(self.dealt(), audience), PublicView)

    def test_a_debrief_shows_everyone_both(self) -> None:
        debriefed = then(self.dealt(), ANA, Abandon(), Debrief())
        for audience in Audience:
            seen = view(debriefed, audience)
            assert isinstance(seen, DebriefView)
            assert (seen.key, seen.key_b) == (identities(KEY_A), identities(KEY_B))

    def test_a_debrief_of_another_mode_has_one(self) -> None:
        seen = view(then(playing(), ANA, Abandon(), Debrief()), Audience.PUBLIC)
        assert isinstance(seen, DebriefView)
        assert seen.key_b is None

    def test_everyone_sees_tokens_and_known_bystanders(self) -> None:
        now = then(then(self.dealt(), ANA, clue_by(A)), BEN, touch_by(B, NOBODY[0]))
        for audience in Audience:
            game = view(now, audience).game
            assert game is not None
            assert game.duet == Duet(8, (KnownBystander(NOBODY[0], B),))
            assert game.revealed[NOBODY[0]] is None
            assert dict(game.left) == {"red": 0, "blue": 0, "green": 15}
            assert game.turns[-1].side is B


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

    @pytest.mark.parametrize("settings", [TEAM_SEES, OPERATIVES_TAP])
    def test_a_mark_is_the_team_s_alone_in_both_ways_of_guessing(self, settings: Settings) -> None:
        marked = then(playing(settings), ANA, clue("tree", 2))
        marked = then(marked, CEM, mark(3, by=CEM))
        assert self.seen(marked) == {
            Audience.RED_OPERATIVES,
            Audience.RED_SPYMASTER,
            Audience.OPERATIVES_FOR_BOTH,
            Audience.KEY_HOLDER,
        }

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

    def test_who_has_no_seat_and_did_not_choose_that(self) -> None:
        now = joined(joined(four(), "Eva"), "Fran")
        now = then(now, "p5", TakeSeat(Seat.SPECTATOR))
        assert view(now, Audience.PUBLIC).lobby.unseated == ("p6",)

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
        assert dict(game.left) == {"red": 8, "blue": 8, "green": 0}
        assert game.guesses_left == 2
        assert game.undo is not None
        assert game.undo.until == 11_000
        assert game.may["undo"] == (Seat.RED_SPYMASTER, "host")
        assert game.settings == TYPED

    def test_it_says_which_language_each_codename_is_in(self) -> None:
        mixed = replace(
            deal(), languages=("en", "tr"), card_languages=tuple(int(n == 3) for n in range(25))
        )
        game = view(then(four(), ANA, mixed), Audience.PUBLIC).game
        assert game is not None
        assert [game.language_at(position) for position in (2, 3, 4)] == ["en", "tr", "en"]
        assert game.clue_language == "en"

    def test_little_where_all_are_in_one(self) -> None:
        seen = view(then(four(), ANA, replace(deal(), languages=("tr",))), Audience.PUBLIC)
        assert seen.game is not None
        assert {seen.game.language_at(position) for position in range(25)} == {"tr"}
        assert b"card_languages" not in msgspec.json.encode(seen)

    def test_pictures_are_in_none(self) -> None:
        game = view(playing(), Audience.PUBLIC).game
        assert game is not None
        assert (game.language_at(0), game.clue_language) == ("", "")


class TestBots:
    def room(self) -> Room:
        now = room_with(OPERATIVES_TAP, Ana=Seat.RED_SPYMASTER)
        seats = (Seat.BLUE_SPYMASTER, Seat.RED_OPERATIVE, Seat.BLUE_OPERATIVE)
        return then(now, ANA, bots(*seats), deal())

    def test_everybody_sees_that_they_are_bots_and_always_there(self) -> None:
        lobby = views(self.room(), [Audience.PUBLIC], set())[Audience.PUBLIC].lobby
        assert [(p.name, p.bot, p.online) for p in lobby.players] == [
            ("Ana", None, False),
            ("Bolt", BotStyle.NORMAL, True),
            ("Byte", BotStyle.NORMAL, True),
            ("Chip", BotStyle.NORMAL, True),
        ]

    def test_whether_they_can_think_and_who_is_asked(self) -> None:
        told = BotThinking(BotThinkingState.FAILING, "llama")
        lobby = views(four(), [Audience.PUBLIC], set(), thinkers=told)[Audience.PUBLIC].lobby
        assert (lobby.bots, lobby.llm) == (BotThinkingState.FAILING, "llama")
        plain = msgspec.json.encode(view(four(), Audience.PUBLIC).lobby)
        assert b'"bots"' not in plain
        assert b'"llm"' not in plain

    def test_thinking_is_the_same_for_all_and_tells_nothing_of_a_secret_ruling(self) -> None:
        given = then(self.room(), ANA, clue("tree", 2))
        for audience in Audience:
            seen = view(given, audience).game
            assert seen is not None
            assert seen.thinking == ("p3",)
        asked = then(self.room(), ANA, ask("oak", 1))
        seen = view(asked, Audience.RED_SPYMASTER).game
        assert seen is not None
        assert seen.thinking == ()

    def test_notes_are_seen_by_nobody_before_the_debrief_and_then_by_all(self) -> None:
        before = then(self.room(), ANA, clue("tree", 2))
        noted = then(then(before, ANA, NoteCards((3, 1), ANA)), "p3", NoteCards((0,), "p3"))
        assert views(noted, Audience, {ANA}) == views(before, Audience, {ANA})
        over = then(then(noted, "p3", touch(ASSASSIN, by="p3")), ANA, Debrief())
        for audience in Audience:
            seen_then = view(over, audience)
            assert isinstance(seen_then, DebriefView)
            assert seen_then.notes == (Note(0, ANA, (3, 1)), Note(0, "p3", (0,)))


class TestQuestion:
    """A clue that is not public: who sees it, and what of it."""

    @staticmethod
    def knowing(room: Room) -> set[Audience]:
        seen = views(room, Audience, frozenset())
        return {
            audience
            for audience, view in seen.items()
            if isinstance(view, KeyView) and view.question is not None
        }

    def test_the_giver_s_side_and_the_rival_spymaster(self) -> None:
        asking = then(playing(), ANA, ask("tree", 2))
        assert self.knowing(asking) == set(KEY_AUDIENCES) - set(SIDES)
        rejected = then(asking, BEN, RejectClue(1))
        assert self.knowing(rejected) == {Audience.RED_SPYMASTER, Audience.KEY_HOLDER}
        assert self.knowing(then(rejected, ANA, TakeBackClue())) == set()

    def test_in_the_other_team_s_turn(self) -> None:
        blue = then(playing(), ANA, clue("tree", 2), touch(17))
        rejected = then(then(blue, BEN, ask("lime", 1)), ANA, RejectClue(1))
        assert self.knowing(rejected) == {Audience.BLUE_SPYMASTER, Audience.KEY_HOLDER}

    def test_with_what_the_referee_says_and_who_may_answer(self) -> None:
        asking = then(playing(), ANA, ask("two words", 2, found=(QUESTIONED,)))
        seen = view(asking, Audience.BLUE_SPYMASTER)
        assert isinstance(seen, KeyView)
        assert seen.question is not None
        assert seen.question.findings == (QUESTIONED,)
        assert seen.question.may["allow_clue"] == (Seat.BLUE_SPYMASTER,)
        assert "two words" not in repr(seen) + repr(seen.question)

    def test_not_in_a_debriefed_game(self) -> None:
        over = then(then(playing(), ANA, ask("tree", 2)), ANA, Abandon(), Debrief())
        assert self.knowing(over) == set()


class TestHouseRules:
    def test_cards_outstanding_are_shown_where_they_earn_a_guess(self) -> None:
        for plus_one in PlusOne:
            now = then(playing(Settings(plus_one=plus_one)), ANA, clue("tree", 3), touch(0))
            game = view(then(now, ANA, END_TURN), Audience.PUBLIC).game
            assert game is not None
            earned = plus_one is PlusOne.EARNED
            assert game.outstanding == ({"red": 2, "blue": 0, "green": 0} if earned else None)

    def test_the_clock_is_public(self) -> None:
        game = view(playing(STRICT_TIMER), Audience.PUBLIC).game
        assert game is not None
        assert game.clock == Clock(total=10_000, until=10_000)


# Law 1: the key is shown by construction. No type of a public view has a place for it.


def parts(hint: object) -> Iterator[object]:
    """The type hint, its arguments, and the hints of all fields, all the way down."""
    yield hint
    for argument in typing.get_args(hint):
        if not (typing.get_origin(hint) is tuple and argument is Ellipsis):
            yield from parts(argument)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
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


@pytest.mark.parametrize("public", [PublicView, DebriefView, LobbyView, GameView])
def test_none_has_a_place_for_a_clue_that_is_asked_about(public: type) -> None:
    assert not {Question, QuestionView, Finding} & {*parts(public)}
    assert {QuestionView, Finding} <= {*parts(KeyView)}


@pytest.mark.parametrize("secret", [KeyView, DebriefView])
def test_the_types_that_show_the_key_are_found_out_by_this(secret: type) -> None:
    assert any(shows_whole_key(hint) for hint in parts(secret))


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
    with pytest.raises(ValueError, match="a key for words") as fault:
        Key.checked((Identity.ASSASSIN,) * 25, Board.WORDS)
    assert "Identity" not in str(fault.value)
    with pytest.raises(ValueError, match="different codenames") as fault:
        rules.deal(TYPED, ("OAK",), (identities(),))
    assert "assassin" not in str(fault.value).lower()


# Bytes. Whole snapshots heal, so what stands in them is weighed.


def size(now: Room, audience: Audience) -> int:
    online = {player.id for player in now.lobby.players}
    seen = views(now, [audience], online)[audience]
    return len(event_frame("view", Message(audience, 25, 40, (), seen)))


def test_a_view_after_the_deal_is_short() -> None:
    six = room_with(
        Ana=Seat.RED_SPYMASTER,
        Benjamin=Seat.BLUE_SPYMASTER,
        Cem=Seat.RED_OPERATIVE,
        Dora=Seat.BLUE_OPERATIVE,
        Eva=Seat.RED_OPERATIVE,
        Francesca=Seat.BLUE_OPERATIVE,
    )
    now = then(six, ANA, deal())
    assert size(now, Audience.PUBLIC) <= 1_700
    assert size(now, Audience.RED_SPYMASTER) <= 1_900


def test_a_view_of_22_turns_is_short() -> None:
    now = playing()
    for _ in range(21):
        assert now.game is not None
        table, key = now.game.table, now.game.key
        giver = ANA if table.turn.team is Team.RED else BEN
        last = {key[at]: at for at, shown in enumerate(table.revealed) if shown is None}
        chosen = last.get(Identity.BYSTANDER, last[Identity(table.turn.team)])
        now = then(now, giver, clue("association", 1, by=giver), touch(chosen, by=giver))
        assert now.game is not None
        if now.game.table.phase is Phase.GUESS:
            now = then(now, giver, END_TURN)
    assert now.game is not None
    assert len(now.game.table.turns) == 22
    assert size(now, Audience.PUBLIC) <= 3_500


def test_who_is_online_can_change_alone() -> None:
    room, both = four(), [Audience.PUBLIC]
    before = views(room, both, {ANA, BEN})[Audience.PUBLIC].lobby
    after = views(room, both, {ANA})[Audience.PUBLIC].lobby
    assert before != after
    assert with_online(before, room.lobby, {ANA}) == after
