"""From a command to an entry: what the world outside adds, in which order things are asked."""

import random
import unicodedata
from collections.abc import Set as AbstractSet
from typing import Any

import pytest
from msgspec.structs import replace

from room.room_builder import (
    ANA,
    BEN,
    CEM,
    DORA,
    EVA,
    ask_to_return,
    bots,
    deal,
    facts,
    four,
    joined,
    opened,
    playing,
    then,
)
from room.room_builder import room as room_with
from room_harness import Given
from rules.duet_builder import DUET, KEYS, NOBODY, ONLY_A, A, B, clue_by, touch_by
from rules.game_builder import BLUE, BYSTANDERS, RED, STRICT_TIMER, At, ask, clue, touch
from undercast.base.refusals import Refusal, Refused
from undercast.commands import (
    COMMANDS,
    Facts,
    GameCommand,
    ask_coach,
    ask_referee,
    decide,
    pause,
    time_up,
)
from undercast.referee import Referee
from undercast.room import entries
from undercast.room.entries import ChangeSettings, Entry, Leave
from undercast.room.evolve import SERVER
from undercast.room.seats import Seat
from undercast.room.state import BotStyle, Room
from undercast.rules import actions
from undercast.rules.actions import Challenge, GiveClue, Pause, TimeUp, TouchCard
from undercast.rules.findings import Finding, Objection, Verdict
from undercast.rules.game import RULES
from undercast.rules.settings import Guessing, Mode, Penalty, Refereeing, RivalConfirms, Settings
from undercast.server.deals import Deals
from undercast.words import Deck

SAME = Finding(Verdict.ILLEGAL, Objection.SAME, RED[0])

OAK = "oak"
"""What lies on a red agent."""


class Unwilling:
    """A referee, or a dealer, that must not be asked."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"{name} was asked for")


class TwoLanguages(Deals):
    """English words, and Turkish ones that begin with "söz"."""

    def __init__(self) -> None:
        english = Deck("en", "English", "CC0", "1", tuple(f"word {n}" for n in range(30)))
        turkish = Deck("tr", "Türkçe", "CC0", "1", tuple(f"söz {n}" for n in range(30)))
        super().__init__({"en": english, "tr": turkish}, rng=random.Random(1))


def with_decks(*decks: str) -> Room:
    room = four()
    return replace(room, lobby=replace(room.lobby, decks=decks))


def outside(at: int = 0, **other: Any) -> Facts:
    return facts(at, **({"dealer": Given(), "referee": Referee()} | other))


def decided(room: Room, who: str, name: str, world: Facts | None = None, /, **given: Any) -> Entry:
    """What a command leads to."""
    kind = COMMANDS[name]
    if issubclass(kind, GameCommand):
        given["step"] = room.step
    entry = decide(room, who, kind(cmd_id="k", **given), world or outside())
    assert entry is not None
    return entry


def why_not(
    room: Room, who: str, name: str, world: Facts | None = None, /, **given: Any
) -> Refusal:
    with pytest.raises(Refused) as refused:
        decided(room, who, name, world, **given)
    assert isinstance(refused.value.code, Refusal)
    return refused.value.code


class TestEntry:
    def test_it_says_who_did_what_and_when(self) -> None:
        room = then(playing(), ANA, clue("tree", 2))
        entry = decided(room, ANA, "touch_card", outside(5_000), position=3)
        assert entry == Entry(5_000, ANA, "k", TouchCard(3, ANA, seat="red_spymaster"))

    def test_the_server_s_pause_is_of_when_the_clock_stood(self) -> None:
        assert pause(4_000) == Entry(4_000, SERVER, "", Pause())

    def test_who_is_online_when_a_request_is_answered_stands_in_it(self) -> None:
        asking = then(four(), "", ask_to_return(CEM))
        for online in (set(), {CEM}):
            world = outside(online=online)
            answer = decided(asking, ANA, "answer_request", world, request=1, consent=True)
            assert answer.do == entries.AnswerRequest(1, consent=True, online=bool(online))

    def test_a_deck_named_twice_is_one(self) -> None:
        given = {"settings": Settings(), "decks": ("en", "en"), "language": "sr"}
        do = entries.ChangeSettings(Settings(), ("en",), "sr")
        assert decided(four(), ANA, "change_settings", **given).do == do

    def test_a_mark_is_of_who_makes_it(self) -> None:
        room = playing(Settings(guessing=Guessing.OPERATIVES_TAP))
        room = then(room, ANA, clue("tree", 2))
        do = decided(room, CEM, "mark_card", position=3, on=True).do
        assert do == actions.MarkCard(3, on=True, by=CEM)

    def test_a_pasted_list_is_what_was_read_of_it(self) -> None:
        world = outside(pasted=("tree", "river"))
        do = decided(four(), ANA, "paste_words", world, text="tree, river").do
        assert do == entries.PasteWords(("tree", "river"))

    def test_who_sits_where_is_drawn(self) -> None:
        do = decided(four(), ANA, "shuffle").do
        assert isinstance(do, entries.Shuffle)
        assert {ANA, BEN, CEM, DORA} == set(do.seats)

    def test_a_duet_is_dealt_two_keys_and_a_co_op_one_with_the_opponent_s_agents(self) -> None:
        seats = {"Ana": Seat.SIDE_A, "Ben": Seat.SIDE_B}
        duet = decided(room_with(DUET, **seats), ANA, "deal").do
        assert isinstance(duet, entries.Deal)
        assert duet.key_b
        red = {"Ana": Seat.RED_SPYMASTER, "Ben": Seat.RED_OPERATIVE}
        classic = decided(four(), ANA, "deal").do
        assert isinstance(classic, entries.Deal)
        assert not classic.key_b
        coop = decided(room_with(Settings(mode=Mode.COOP), **red), ANA, "deal").do
        assert isinstance(coop, entries.Deal)
        assert not coop.key_b

    def test_an_upheld_challenge_draws_what_it_costs(self) -> None:
        room = then(playing(), ANA, clue("tree", 1))
        challenged = then(room, BEN, Challenge())
        upheld = decided(challenged, BEN, "uphold_challenge")
        assert isinstance(upheld.do, actions.UpholdChallenge)

    def test_most_commands_say_all_of_it_themselves(self) -> None:
        assert decided(four(), BEN, "leave").do == Leave()
        assert decided(four(), ANA, "hand_over", player=BEN).do == entries.HandOver(BEN)
        assert decided(playing(), ANA, "pause").do == actions.Pause()

    @pytest.mark.parametrize(
        ("online", "heir"), [((ANA, DORA), DORA), ((DORA, CEM), CEM), ((ANA,), BEN), ((), BEN)]
    )
    def test_a_leaving_host_is_followed_by_somebody_who_is_online(
        self, online: tuple[str, ...], heir: str
    ) -> None:
        world = outside(online=frozenset(online))
        assert decided(four(), ANA, "leave", world).do == Leave(heir=heir)

    def test_never_by_a_bot(self) -> None:
        room = opened()
        room = then(room, ANA, bots(Seat.RED_SPYMASTER))
        assert decided(room, ANA, "leave").do == Leave()

    def test_whoever_takes_the_own_seat_again_sits_there_already(self) -> None:
        command = COMMANDS["take_seat"](cmd_id="k", seat=Seat.RED_OPERATIVE)
        assert decide(four(), CEM, command, outside()) is None

    def test_who_never_did_anything_is_forgotten_on_leaving(self) -> None:
        assert decided(joined(four(), "Eva"), EVA, "leave").do == Leave(forget=True)
        acted = then(joined(four(), "Eva"), EVA, entries.TakeSeat(Seat.RED_OPERATIVE))
        assert decided(acted, EVA, "leave").do == Leave()
        alone = four()
        for player in (BEN, CEM, DORA):
            alone = then(alone, player, Leave())
        host = then(joined(alone, "Eva"), ANA, Leave())
        assert host.lobby.host == EVA
        assert decided(host, EVA, "leave").do == Leave()

    def test_text_stands_in_it_as_it_is_shown(self) -> None:
        assert decided(four(), ANA, "rename", name="  Ana   Maria ").do == entries.Rename(
            "Ana Maria"
        )
        given = decided(playing(), ANA, "give_clue", word=" s\u030cuma ", number=1).do
        assert isinstance(given, GiveClue)
        assert given.word == "\u0161uma"

    def test_a_deal_names_its_rules(self) -> None:
        dealt = decided(four(), ANA, "deal").do
        assert isinstance(dealt, entries.Deal)
        assert dealt.rules == RULES

    def test_a_deal_says_which_language_each_card_is_in(self) -> None:
        dealt = decided(with_decks("en", "tr"), ANA, "deal", outside(dealer=TwoLanguages())).do
        assert isinstance(dealt, entries.Deal)
        assert dealt.languages == ("en", "tr")
        spoken = [dealt.languages[of_card] for of_card in dealt.card_languages]
        assert spoken == ["tr" if name.startswith("söz") else "en" for name in dealt.codenames]
        assert set(spoken) == {"en", "tr"}

    @pytest.mark.parametrize("decks", [("en",), ("tr",)])
    def test_and_nothing_where_all_are_in_one(self, decks: tuple[str, ...]) -> None:
        dealt = decided(with_decks(*decks), ANA, "deal", outside(dealer=TwoLanguages())).do
        assert isinstance(dealt, entries.Deal)
        assert dealt.languages == decks
        assert dealt.card_languages == ()

    def test_decks_stand_there_once(self) -> None:
        chosen = {"settings": Settings(), "decks": ("en", "house", "en"), "language": "en"}
        assert decided(four(), ANA, "change_settings", **chosen).do == ChangeSettings(
            Settings(), ("en", "house"), "en"
        )
        unknown = chosen | {"decks": ("xx",)}
        assert why_not(four(), ANA, "change_settings", **unknown) is Refusal.UNKNOWN_DECK


class TestExchange:
    def test_the_codename_is_drawn_outside(self) -> None:
        class Pearl(Given):
            def codenames(self, *_: object) -> tuple[str, ...]:
                return ("PEARL",)

        exchanged = decided(
            playing(), ANA, "exchange_codename", outside(dealer=Pearl()), position=3
        )
        assert exchanged.do == actions.ExchangeCodename(3, "PEARL", ANA)

    @pytest.mark.parametrize(("languages", "told"), [(("tr", "en"), ""), (("en",), "tr"), ((), "")])
    def test_its_language_is_told_where_it_is_not_the_table_s_first(
        self, languages: tuple[str, ...], told: str
    ) -> None:
        """An earlier release told no languages of its tables: then there is none to differ from."""
        lies = then(with_decks("tr"), ANA, replace(deal(), languages=languages))
        does = decided(lies, ANA, "exchange_codename", outside(dealer=TwoLanguages()), position=3)
        assert isinstance(does.do, actions.ExchangeCodename)
        assert does.do.codename.startswith("söz")
        assert does.do.language == told

    def test_one_that_lies_there_already_is_the_dealer_s_fault(self) -> None:
        class Oak(Given):
            def codenames(self, *_: object) -> tuple[str, ...]:
                return ("OAK",)

        with pytest.raises(ValueError, match="lies on the board"):
            decided(playing(), ANA, "exchange_codename", outside(dealer=Oak()), position=3)


class TestTimeUp:
    def test_it_draws_an_agent_for_the_simulated_opponent_alone(self) -> None:
        timed = replace(STRICT_TIMER, mode=Mode.COOP)
        room = then(room_with(timed, ANA=Seat.RED_SPYMASTER), ANA, deal())
        assert time_up(room, 9_999, Given()) is None
        passed = time_up(room, 10_000, Unwilling())
        assert passed == Entry(10_000, SERVER, "", TimeUp())
        opponent = then(room, SERVER, At(TimeUp(), 10_000))
        drawn = time_up(opponent, 30_000, Given())
        assert drawn is not None
        assert isinstance(drawn.do, TimeUp)
        assert drawn.do.cover in BLUE


class TestReferee:
    def test_what_it_says_stands_in_the_entry(self) -> None:
        room = playing(Settings(referee=Refereeing.STRICT))
        given = decided(room, ANA, "give_clue", word=OAK, number=1).do
        assert isinstance(given, GiveClue)
        assert given.findings == (SAME,)
        assert given.rival

    def test_a_ruling_holds_for_a_correction_that_changes_little(self) -> None:
        """The rival's also for other marks, the group's for another letter case alone."""
        co_op = room_with(Settings(mode=Mode.COOP), ANA=Seat.RED_SPYMASTER)
        co_op = then(co_op, ANA, deal())
        agreed = then(co_op, ANA, clue("oák", 1, ANA, found=(SAME,), rival=False, agreed=True))
        allowed = then(playing(), ANA, ask("oák", 1, found=(SAME,)))
        allowed = then(allowed, BEN, actions.AllowClue(1))
        for ruled, word, holds in (
            (agreed, "OÁK", True),
            (agreed, "oak", False),
            (allowed, "OÁK", True),
            (allowed, "oak", True),
        ):
            assert (ask_referee(ruled, ANA, word, 1, outside()) == ()) == holds
            if holds:
                assert decided(ruled, ANA, "correct_clue", word=word).do.same
            else:
                assert why_not(ruled, ANA, "correct_clue", word=word) is Refusal.CLUE_ILLEGAL

    def test_of_a_correction_too(self) -> None:
        room = then(playing(), ANA, clue(f"{OAK}s", 1))
        assert why_not(room, ANA, "correct_clue", word=OAK) is Refusal.CLUE_ILLEGAL

    @pytest.mark.parametrize(
        "word", ["un-re-de-pre-non-anti-over-out-a", "a b c d e f g h i", "a.b.c.d.e.f.g.h.i"]
    )
    def test_it_is_never_given_a_clue_of_more_than_eight_parts(self, word: str) -> None:
        room = playing(Settings(referee=Refereeing.ADVISE))
        world = outside(referee=Unwilling())
        for name in ("give_clue", "ask_rival"):
            given = {"word": word, "number": 1}
            assert why_not(room, ANA, name, world, **given) is Refusal.CLUE_MALFORMED
        with pytest.raises(Refused, match="too many parts"):
            ask_referee(room, ANA, word, 1, world)
        guessing = then(room, ANA, clue("tree", 1))
        assert why_not(guessing, ANA, "correct_clue", world, word=word) is Refusal.ANOTHER_CLUE
        decided(room, ANA, "give_clue", word="a-b-c-d e-f-g-h", number=1, anyway=True)

    def test_nothing_where_it_is_off(self) -> None:
        room = playing(Settings(referee=Refereeing.OFF))
        given = decided(room, ANA, "give_clue", outside(referee=Unwilling()), word=OAK, number=1)
        assert isinstance(given.do, GiveClue)
        assert given.do.findings == ()

    def test_without_a_rival_nobody_is_asked(self) -> None:
        alone = then(playing(), BEN, Leave())
        given = decided(alone, ANA, "give_clue", word="tree", number=1).do
        assert isinstance(given, GiveClue)
        assert not given.rival


class TestRivalConfirms:
    ALWAYS = Settings(rival_confirms=RivalConfirms.ALWAYS)

    def confirmed(self, settings: Settings, lately: set[str]) -> bool:
        world = outside(recently_online=lately)
        given = decided(playing(settings), ANA, "give_clue", world, word="tree", number=1).do
        assert isinstance(given, GiveClue)
        room = then(playing(settings), ANA, clue("tree", 1))
        corrected = decided(room, ANA, "correct_clue", world, word="trees").do
        assert isinstance(corrected, actions.CorrectClue)
        assert corrected.confirm == given.confirm
        return given.confirm

    def test_a_rival_who_was_online_lately_is_asked_first(self) -> None:
        assert self.confirmed(self.ALWAYS, {ANA, BEN})

    def test_one_who_was_not_is_not(self) -> None:
        assert not self.confirmed(self.ALWAYS, {ANA, CEM})

    def test_only_when_asked_by_default(self) -> None:
        assert not self.confirmed(Settings(), {ANA, BEN})

    def test_a_bot_is_always_there_to_be_asked(self) -> None:
        room = then(then(four(self.ALWAYS), BEN, Leave()), ANA, bots(Seat.BLUE_SPYMASTER))
        room = then(room, ANA, deal())
        world = outside(recently_online=set())
        given = decided(room, ANA, "give_clue", world, word="tree", number=1).do
        assert isinstance(given, GiveClue)
        assert given.confirm


class TestBots:
    def test_a_bot_gets_a_name_that_nobody_has(self) -> None:
        class Two(Given):
            def bot_names(self, taken: AbstractSet[str], count: int) -> tuple[str, ...]:
                assert taken == {"ana", "ben", "cem", "dora"}
                return ("Bolt", "Byte")[:count]

        world = outside(dealer=Two())
        seat, style = Seat.RED_OPERATIVE, BotStyle.CAREFUL
        added = decided(four(), ANA, "add_bot", world, seat=seat, style=style).do
        assert added == entries.AddBots((entries.NewBot(seat, "Bolt", style),))
        alone = room_with(Ana=Seat.KEY_HOLDER)
        world = outside(dealer=Given())
        filled = decided(alone, ANA, "fill_with_bots", world, style=style).do
        assert isinstance(filled, entries.AddBots)
        assert [bot.seat for bot in filled.bots] == [seat, Seat.BLUE_OPERATIVE]
        assert len({bot.name for bot in filled.bots}) == 2

    def test_no_bot_comes_where_none_is_wanted_or_can_think(self) -> None:
        assert why_not(four(), ANA, "fill_with_bots", style=BotStyle.BOLD) is Refusal.SEAT_HELD
        world = outside(bots=False)
        assert why_not(four(), ANA, "fill_with_bots", world, style=BotStyle.BOLD) is (
            Refusal.BOT_MISSING
        )
        assert why_not(four(), BEN, "fill_with_bots", style=BotStyle.BOLD) is Refusal.NOT_HOST

    def test_a_note_is_of_who_makes_it(self) -> None:
        noted = decided(playing(), ANA, "note_cards", cards=(3, 1)).do
        assert noted == actions.NoteCards((3, 1), ANA)

    def test_somebody_takes_a_bot_s_seat(self) -> None:
        room = then(four(), ANA, bots(Seat.RED_OPERATIVE))
        assert decided(room, BEN, "relieve_bot", player=EVA).do == entries.RelieveBot(EVA)


class TestCoach:
    COACHED = Settings(coach=True)

    def test_the_giver_asks_about_a_word(self) -> None:
        assert ask_coach(playing(self.COACHED), ANA, "  red  tree ", outside()) == "red tree"
        guessing = then(playing(self.COACHED), ANA, clue("tree", 1))
        assert ask_coach(guessing, ANA, "trees", outside()) == "trees"

    @pytest.mark.parametrize(
        ("room", "who", "word", "world", "why"),
        [
            (four(COACHED), ANA, "tree", {}, Refusal.NO_GAME),
            (playing(), ANA, "tree", {}, Refusal.NO_COACH),
            (playing(COACHED), ANA, "tree", {"bots": False}, Refusal.BOT_MISSING),
            (playing(COACHED), BEN, "tree", {}, Refusal.NOT_YOUR_SEAT),
            (playing(COACHED), CEM, "tree", {}, Refusal.NOT_YOUR_SEAT),
            (playing(COACHED), EVA, "tree", {}, Refusal.NO_SUCH_PLAYER),
            (then(playing(COACHED), ANA, Pause()), ANA, "tree", {}, Refusal.PAUSED),
            (playing(COACHED), ANA, "", {}, Refusal.CLUE_MALFORMED),
            (playing(COACHED), ANA, "tree", {"lost": True}, Refusal.UNREADABLE),
        ],
    )
    def test_nobody_else_and_not_always(
        self, room: Room, who: str, word: str, world: dict[str, Any], why: Refusal
    ) -> None:
        with pytest.raises(Refused) as refused:
            ask_coach(room, who, word, outside(**world))
        assert refused.value.code is why


class TestNumbers:
    def test_in_a_duet_those_left_on_the_giver_s_own_key_count(self) -> None:
        class Counting:
            def judge(self, *given: Any) -> tuple[()]:
                counted.append(given[4])
                return ()

        counted: list[int] = []
        room = room_with(DUET, Ana=Seat.SIDE_A, Ben=Seat.SIDE_B)
        room = then(room, ANA, deal(KEYS), clue_by(A))
        room = then(room, BEN, touch_by(B, ONLY_A[0]), touch_by(B, NOBODY[0]))
        decided(room, BEN, "give_clue", outside(referee=Counting()), word="lime", number=1)
        assert counted == [9]
        first = then(room_with(DUET, Ana=Seat.SIDE_A, Ben=Seat.SIDE_B), ANA, deal(KEYS))
        first = then(first, ANA, clue_by(A))
        first = then(first, BEN, touch_by(B, ONLY_A[0]))
        ask_referee(first, ANA, "tree", 1, outside(referee=Counting()))
        assert counted == [9, 8]


class TestShuffle:
    def test_chance_and_who_had_the_key_least(self) -> None:
        room = then(playing(), ANA, actions.Abandon())
        for _ in range(20):
            drawn = decided(room, ANA, "shuffle").do
            assert isinstance(drawn, entries.Shuffle)
            keys = {who for who, seat in drawn.seats.items() if seat.sees_key}
            assert keys == {CEM, DORA}

    def test_or_only_those_without_a_seat(self) -> None:
        room = room_with(Ana=Seat.RED_SPYMASTER, Ben=Seat.SPECTATOR, Cem=Seat.SPECTATOR)
        room = then(joined(room, "Dora"), CEM, entries.TakeSeat(Seat.SPECTATOR))
        drawn = decided(room, ANA, "shuffle", only_unseated=True).do
        assert isinstance(drawn, entries.Shuffle)
        assert sorted(drawn.seats) == [BEN, DORA]
        assert Seat.BLUE_SPYMASTER in drawn.seats.values()


class TestPenalty:
    def test_by_lot_it_falls_among_the_rival_s_hidden_agents(self) -> None:
        room = then(playing(Settings(penalty=Penalty.RANDOM)), ANA, clue("tree", 1), touch(9))
        room = then(room, BEN, clue("lime", 1), touch(BYSTANDERS[0], by=BEN))
        room = then(then(room, ANA, clue("pine", 1)), BEN, Challenge())
        draw = Given()
        draw._rng = random.Random(1)
        drawn = set()
        for _ in range(200):
            conceded = decided(room, ANA, "concede_challenge", outside(dealer=draw)).do
            assert isinstance(conceded, actions.ConcedeChallenge)
            drawn.add(conceded.cover)
        assert drawn == {10, 11, 12, 13, 14, 15, 16}

    def test_else_nowhere(self) -> None:
        room = then(then(playing(), ANA, clue("tree", 1)), BEN, Challenge())
        assert decided(room, ANA, "concede_challenge").do == actions.ConcedeChallenge(None)


class TestOrder:
    """Permission first: what costs something is never done for somebody who may not ask for it."""

    NOBODY = outside(dealer=Unwilling(), referee=Unwilling())

    def test_the_referee_is_not_asked_for_others(self) -> None:
        tree = {"word": "un-re-de-pre-non-anti-over", "number": 1}
        assert why_not(playing(), BEN, "give_clue", self.NOBODY, **tree) is Refusal.NOT_YOUR_TURN
        assert why_not(playing(), CEM, "give_clue", self.NOBODY, **tree) is Refusal.NOT_YOUR_SEAT
        assert why_not(four(), ANA, "give_clue", self.NOBODY, **tree) is Refusal.NO_GAME
        guessing = then(playing(), ANA, clue("tree", 1))
        assert why_not(guessing, ANA, "give_clue", self.NOBODY, **tree) is Refusal.WRONG_PHASE

    def test_nor_for_what_is_no_clue(self) -> None:
        long = {"word": "a" * 51, "number": 1}
        assert why_not(playing(), ANA, "give_clue", self.NOBODY, **long) is Refusal.CLUE_MALFORMED

    def test_nothing_is_drawn_for_a_deal_that_cannot_be(self) -> None:
        assert why_not(playing(), ANA, "deal", self.NOBODY) is Refusal.GAME_RUNNING
        assert why_not(four(), CEM, "deal", self.NOBODY) is Refusal.NOT_HOST
        alone = then(four(), BEN, Leave())
        assert why_not(alone, ANA, "deal", self.NOBODY) is Refusal.NO_SPYMASTER

    def test_no_list_is_read_for_others_than_the_host(self) -> None:
        assert why_not(four(), BEN, "paste_words", self.NOBODY, text="lemon") is Refusal.NOT_HOST

    def test_no_codename_is_drawn_when_it_is_too_late(self) -> None:
        guessing = then(playing(), ANA, clue("tree", 1))
        late = why_not(guessing, ANA, "exchange_codename", self.NOBODY, position=0)
        assert late is Refusal.EXCHANGE_TOO_LATE


class TestUnicode:
    """What is a readable text depends on the tables of Unicode, which come in from outside."""

    ROBOT = "\U0001f916"

    def test_a_character_that_the_tables_do_not_know_is_refused(self) -> None:
        old = outside(category=unicodedata.ucd_3_2_0.category)
        assert decided(four(), ANA, "rename", name=self.ROBOT).do == entries.Rename(self.ROBOT)
        assert why_not(four(), ANA, "rename", old, name=self.ROBOT) is Refusal.NAME_MALFORMED
        robot = {"word": self.ROBOT, "number": 1}
        assert why_not(playing(), ANA, "give_clue", old, **robot) is Refusal.CLUE_MALFORMED


class TestLost:
    """The room's log cannot be read from some entry on: first of all its host says what now."""

    LOST = outside(lost=True)

    def test_nothing_else_can_be_done(self) -> None:
        assert why_not(four(), ANA, "rename", self.LOST, name="Anna") is Refusal.UNREADABLE
        assert why_not(four(), ANA, "deal", self.LOST) is Refusal.UNREADABLE
        assert decided(four(), ANA, "go_on", self.LOST).do == entries.GoOn()

    def test_only_the_host_goes_on_and_only_then(self) -> None:
        assert why_not(four(), BEN, "go_on", self.LOST) is Refusal.NOT_HOST
        assert why_not(four(), ANA, "go_on") is Refusal.NOTHING_LOST


def test_no_fact_shows_the_key() -> None:
    assert "Identity" not in repr(outside()).replace("Identity | None", "")
