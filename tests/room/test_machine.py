"""Random evenings, and what is true at every moment of each of them (laws 4 and 7)."""

import pickle
import random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
)

from room.anything import MOVES, after, beginning, drawn_cover, next_entry
from undercast.refusals import Refused
from undercast.room import changes, seats
from undercast.room.entries import Deal, Entry, Join
from undercast.room.seats import KEY_SEATS
from undercast.room.state import Room, Standing
from undercast.rules import actions, classic, timer
from undercast.rules.actions import Action, MarkCard
from undercast.rules.cards import Identity, Team
from undercast.rules.game import Game, Phase, TurnEnd
from undercast.rules.settings import PlusOne, Timer
from undercast.store import codec
from undercast.views import Audience, DebriefView, KeyView, PublicView, audience_of, views

SECRETLY = (actions.AskRival, actions.TakeBackClue, actions.RejectClue)
"""What only those hear of who take part."""

UNTOUCHED = (TurnEnd.INVALID_CLUE, TurnEnd.TIME)
"""How a turn can end in which no card was touched."""


def some_actions(kind: type[Action], game: Game) -> list[Action]:
    """Enough actions of a kind that one of them is allowed if any is."""
    everywhere = range(len(game.table.codenames))
    cover = drawn_cover(random.Random(1), game)
    given: dict[type[Action], list[Action]] = {
        actions.GiveClue: [actions.GiveClue("tree", 1, "p1")],
        actions.AskRival: [actions.AskRival("tree", 1, "p1", rival=True)],
        actions.AllowClue: [actions.AllowClue(game.asked)],
        actions.RejectClue: [actions.RejectClue(game.asked)],
        actions.CorrectClue: [actions.CorrectClue("tree")],
        actions.ConcedeChallenge: [actions.ConcedeChallenge(cover)],
        actions.UpholdChallenge: [actions.UpholdChallenge(cover)],
        actions.CoverCard: [actions.CoverCard(position) for position in everywhere],
        actions.MarkCard: [MarkCard(position, on=True, by="p1") for position in everywhere],
        actions.TouchCard: [actions.TouchCard(position, "p1") for position in everywhere],
        actions.ExchangeCodename: [actions.ExchangeCodename(0, "never drawn")],
    }
    return given[kind] if kind in given else [kind()]


def is_allowed(game: Game, action: Action, at: int = 0) -> bool:
    try:
        classic.apply(game, action, at)
    except Refused:
        return False
    return True


def touched(room: Room) -> list[int]:
    """The cards in the order in which they were touched, whether or not that was undone."""
    turns = () if room.game is None else room.game.table.turns
    return [touch.position for turn in turns for touch in turn.touches]


CHANCE = st.randoms(use_true_random=True)


class Evening(RuleBasedStateMachine):
    """Everything that accepted or refused entries may do to one room."""

    room: Room
    log: list[Entry]
    saw: set[str]
    """Who was shown the key of the game on the table, by their seat."""

    @initialize(rng=CHANCE)
    def people_come_in(self, rng: random.Random) -> None:
        self.log = beginning(rng)
        self.room = changes.replay(self.log)
        self.saw = set()

    @rule(rng=CHANCE)
    def things_happen(self, rng: random.Random) -> None:
        for _ in range(8):
            self.somebody_does_something(next_entry(rng, self.room, self.log[-1].at))

    def somebody_does_something(self, entry: Entry) -> None:
        before = self.room
        as_it_was = pickle.dumps(before)
        following = after(before, entry)
        if following is None:
            assert pickle.dumps(before) == as_it_was, "what was refused changes nothing"
            return
        self.room = following
        self.log.append(entry)
        self.one_order(before, entry)
        if isinstance(entry.do, Deal):
            self.saw = set()
        else:
            self.history_stays(before)
        self.look_at_views()
        self.whoever_saw_the_key_does_not_guess()
        self.seats_names_and_host()
        self.cards_and_agents_add_up()
        self.phase_turn_and_result_agree()
        self.marks_are_the_current_team_s()
        self.a_question_is_about_the_turn_s_clue()
        self.the_clock_follows_the_phase()
        self.the_key_is_where_it_may_be()
        self.what_is_asked_in_secret_stays_secret(before, entry)
        if self.room.step != before.step or isinstance(entry.do, (actions.GiveClue, *SECRETLY)):
            self.buttons_are_what_the_rules_allow()

    def one_order(self, before: Room, entry: Entry) -> None:
        """Law 4: a version an entry; a step when the table changes, never by joins or marks."""
        after = self.room
        assert after.version == before.version + 1 == len(self.log)
        tables = [None if room.game is None else room.game.table for room in (before, after)]
        moved = tables[0] != tables[1] or isinstance(entry.do, Deal)
        assert after.step == before.step + moved
        assert not (moved and isinstance(entry.do, (MarkCard, Join, *SECRETLY)))

    def history_stays(self, before: Room) -> None:
        """Also what was undone: everybody saw it."""
        was, now = touched(before), touched(self.room)
        assert now[: len(was)] == was

    def look_at_views(self) -> None:
        for player in self.room.lobby.players:
            audience = audience_of(self.room, player.id)
            if isinstance(views(self.room, [audience], set())[audience], KeyView):
                self.saw.add(player.id)

    def a_room_is_its_log(self) -> None:
        """Law 7, also by what stands in the store."""
        assert changes.replay(self.log) == self.room
        assert changes.replay([codec.decode(codec.encode(e)) for e in self.log]) == self.room

    def teardown(self) -> None:
        self.a_room_is_its_log()

    def whoever_saw_the_key_does_not_guess(self) -> None:
        if self.room.running:
            guessers = {p.id for p in self.room.lobby.present if p.seat.guesses}
            assert not guessers & self.saw
            assert self.saw <= self.room.seen_key

    def seats_names_and_host(self) -> None:
        lobby = self.room.lobby
        for seat in KEY_SEATS:
            assert len(lobby.in_seat(seat)) <= 1
        names = [player.name.casefold() for player in lobby.present]
        assert len(names) == len(set(names))
        host = lobby.find(lobby.host)
        assert host is not None
        assert host.standing is Standing.PRESENT or not lobby.present
        gone = [p for p in lobby.players if p.standing is not Standing.PRESENT]
        assert all(player.seat is seats.Seat.SPECTATOR for player in gone)
        assert set(self.room.tokens.values()) <= {player.id for player in lobby.players}
        assert set(self.room.claims) <= {request.id for request in lobby.requests}

    def cards_and_agents_add_up(self) -> None:
        game = self.room.game
        if game is None:
            return
        table = game.table
        for identity, shown in zip(game.key.identities, table.revealed, strict=True):
            assert shown in (None, identity)
        for team in Team:
            hidden = [
                identity
                for identity, shown in zip(game.key.identities, table.revealed, strict=True)
                if shown is None and identity is Identity(team)
            ]
            assert table.left(team) == len(hidden) >= 0
        counted = [t.position for turn in table.turns for t in turn.touches if not t.undone]
        counted += [turn.cover for turn in table.turns if turn.cover is not None]
        assert len(set(counted)) == len(counted)
        assert set(counted) == {p for p, shown in enumerate(table.revealed) if shown is not None}

    def phase_turn_and_result_agree(self) -> None:
        if self.room.game is None:
            return
        game, table = self.room.game, self.room.game.table
        *former, current = table.turns
        assert all(turn.guesses > 0 or turn.ended in UNTOUCHED for turn in former)
        assert all(turn.ended is not None for turn in former)
        assert [turn.team for turn in table.turns] == [
            (table.starting_team, table.starting_team.rival)[number % 2]
            for number in range(len(table.turns))
        ]
        assert (current.ended is not None) == (table.result is not None) == table.phase.over
        if not table.phase.over:
            assert (current.clue is None) == (table.phase in (Phase.CLUE, Phase.PENALTY))
            assert not (table.phase is Phase.CHALLENGED and current.guesses)
            assert all(table.left(team) > 0 for team in Team)
            assert Identity.ASSASSIN not in table.revealed
            assert table.guesses_left() is None or table.guesses_left() >= 1
        assert table.guesses_left() is None or table.guesses_left() >= 0
        if table.settings.plus_one is PlusOne.EARNED:
            assert all(0 <= table.outstanding(team) <= table.left(team) for team in Team)
        assert not (table.paused and table.phase.over)
        assert (table.undo is None) == (game.before is None)
        assert len({*table.codenames}) == 25

    def marks_are_the_current_team_s(self) -> None:
        if self.room.game is None:
            return
        game, lobby = self.room.game, self.room.lobby
        assert not (game.marks and game.table.phase.over)
        for mark in game.marks:
            assert lobby.player(mark.by).seat in seats.operatives(game.table.turn.team)
            assert game.table.revealed[mark.position] is None
        assert len(set(game.marks)) == len(game.marks)

    def a_question_is_about_the_turn_s_clue(self) -> None:
        game = self.room.game
        if game is not None and game.question is not None:
            assert game.table.phase is Phase.CLUE
            assert 1 <= game.question.id == game.asked

    def the_clock_follows_the_phase(self) -> None:
        if self.room.game is None:
            return
        table = self.room.game.table
        clock, strict = table.clock, table.settings.timer is Timer.STRICT
        assert (clock is None) == (table.settings.timer is Timer.OFF or table.phase.over)
        if clock is None:
            return
        assert (clock.until is None) != (clock.left is None)
        if strict:
            runs = table.phase in timer.TIMED and not table.paused
            assert (clock.until is not None) == runs
        assert not (table.paused and clock.until is not None)
        assert clock.left is None or 0 <= clock.left <= clock.total

    def what_is_asked_in_secret_stays_secret(self, before: Room, entry: Entry) -> None:
        """Nobody sees anything of it but the giver's side and the rival spymaster."""
        if not isinstance(entry.do, SECRETLY) or self.room.game is None:
            return
        team = self.room.game.table.turn.team
        knowing = {*seats.spymasters(team), seats.rival_spymaster(team)}
        others = [audience for audience in Audience if audience.value not in knowing]
        assert len(others) == len(Audience) - 3
        assert views(before, others, set()) == views(self.room, others, set())

    def buttons_are_what_the_rules_allow(self) -> None:
        """A kind of action is possible exactly when the rules allow some action of that kind."""
        if self.room.game is None:
            return
        game, at = self.room.game, self.log[-1].at
        possible = {*classic.possible(game.table), *classic.possible_in_secret(game)}
        for kind in MOVES:
            allowed = any(is_allowed(game, action) for action in some_actions(kind, game))
            assert allowed == (kind in possible), kind.__name__
        end = timer.ends_at(game.table)
        assert is_allowed(game, actions.TimeUp(), at) == (end is not None and at >= end)

    def the_key_is_where_it_may_be(self) -> None:
        room = self.room
        for audience, seen in views(room, Audience, set()).items():
            key_seat = audience in (
                Audience.RED_SPYMASTER,
                Audience.BLUE_SPYMASTER,
                Audience.KEY_HOLDER,
            )
            if room.game is None:
                assert isinstance(seen, PublicView)
            elif room.game.table.phase is Phase.DEBRIEFED:
                assert isinstance(seen, DebriefView)
            else:
                assert isinstance(seen, KeyView if key_seat else PublicView)


Evening.TestCase.settings = settings(max_examples=100, stateful_step_count=15)
TestEvening = Evening.TestCase
