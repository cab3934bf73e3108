"""Random evenings, and what is true at every moment of each of them (laws 4 and 7)."""

import pickle
import random
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
)

from long import often
from room.random_commands import MOVES, after, beginning, drawn_cover, may, next_entry
from room.room_builder import replay
from rules.game_builder import require_allowed
from undercast.base.refusals import Refused
from undercast.room import bots, roles
from undercast.room.entries import Deal, Entry, Join, Predict
from undercast.room.predictions import own_predictions
from undercast.room.seats import KEY_SEATS, Seat
from undercast.room.state import PlayerStatus, Room
from undercast.rules import actions, phases, timer
from undercast.rules.actions import Action, MarkCard, NoteCards
from undercast.rules.cards import Identity, Side, Team
from undercast.rules.game import (
    SUDDEN_DEATH_FIRST,
    UNDO_MS,
    Ending,
    Game,
    Phase,
    Table,
    TurnEnd,
)
from undercast.rules.phases import MAX_EXCHANGES
from undercast.rules.settings import Mode, PlusOne, Timer
from undercast.store import codec
from undercast.views import (
    Audience,
    DebriefView,
    KeyView,
    PublicView,
    View,
    audience_of,
    public_game_view,
    views,
)

SECRETLY = (actions.AskRival, actions.TakeBackClue, actions.RejectClue)
"""What only those hear of who take part."""

UNTOUCHED = (TurnEnd.INVALID_CLUE, TurnEnd.TIME, TurnEnd.OPPONENT)
"""How a turn can end in which no card was touched."""

WITHOUT_CLUE = (Phase.CLUE, Phase.PENALTY, Phase.OPPONENT, Phase.SUDDEN_DEATH)


def some_actions(kind: type[Action], game: Game) -> list[Action]:
    """Enough actions of a kind that one of them is allowed if any is."""
    everywhere = range(len(game.table.codenames))
    cover = drawn_cover(random.Random(1), game)
    given: dict[type[Action], list[Action]] = {
        actions.GiveClue: [actions.GiveClue("tree", 1, "p1", side=Side.A)],
        actions.AskRival: [actions.AskRival("tree", 1, "p1", rival=True)],
        actions.AllowClue: [actions.AllowClue(game.asked)],
        actions.RejectClue: [actions.RejectClue(game.asked)],
        actions.CorrectClue: [
            actions.CorrectClue(word) for word in (word_now(game), f"{word_now(game)}s")
        ],
        actions.ConcedeChallenge: [actions.ConcedeChallenge(cover)],
        actions.UpholdChallenge: [actions.UpholdChallenge(cover)],
        actions.CoverCard: [actions.CoverCard(position) for position in everywhere],
        actions.MarkCard: [MarkCard(position, on=True, by="p1") for position in everywhere],
        actions.NoteCards: [actions.NoteCards((0, 3), "p1")],
        actions.TouchCard: [
            actions.TouchCard(position, "p1", side)
            for position in everywhere
            for side in ((None,) if game.key_b is None else Side)
        ],
        actions.ExchangeCodename: [actions.ExchangeCodename(0, "never drawn")],
    }
    return given[kind] if kind in given else [kind()]


def word_now(game: Game) -> str:
    """The word of the turn's clue, which its own spelling is close to."""
    clue = game.table.turn.clue
    return "tree" if clue is None or clue.word is None else clue.word


def is_allowed(game: Game, action: Action, at: int = 0) -> bool:
    try:
        require_allowed(game, action, at)
    except Refused:
        return False
    return True


def touched(room: Room) -> list[int]:
    """The cards in the order in which they were touched, whether or not that was undone."""
    turns = () if room.game is None else room.game.table.turns
    return [touch.position for turn in turns for touch in turn.touches]


PARTS: Mapping[bots.Part, tuple[type[Action], ...]] = {
    bots.Part.CLUE: (actions.GiveClue,),
    bots.Part.GUESS: (actions.TouchCard,),
    bots.Part.MARK: (MarkCard,),
    bots.Part.COVER: (actions.CoverCard,),
    bots.Part.RULE: (actions.AllowClue, actions.RejectClue),
}
"""What a bot is allowed to do, whose part this is."""

CHANCE = st.randoms(use_true_random=True)


class Evening(RuleBasedStateMachine):
    """Everything that accepted or refused entries may do to one room."""

    room: Room
    log: list[Entry]
    saw: set[tuple[str, str]]
    """Who was shown a key of the game on the table, and as which audience."""

    @initialize(rng=CHANCE)
    def people_come_in(self, rng: random.Random) -> None:
        self.log = beginning(rng)
        self.room = replay(self.log)
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
        seen = views(self.room, Audience, set())
        self.look_at_views(seen)
        self.whoever_saw_the_key_does_not_guess()
        self.seats_names_and_host()
        self.cards_and_agents_add_up()
        self.phase_turn_and_result_agree()
        self.marks_are_the_current_team_s()
        self.a_question_is_about_the_turn_s_clue()
        self.the_clock_follows_the_phase()
        self.the_key_is_where_it_may_be(seen)
        self.what_is_asked_in_secret_stays_secret(before, entry)
        self.notes_are_for_the_debrief(before, entry, seen)
        self.predictions_are_their_owners(before, entry)
        self.bots_do_their_own_parts(seen)
        if self.room.step != before.step or isinstance(entry.do, (actions.GiveClue, *SECRETLY)):
            self.buttons_are_what_the_rules_allow()

    def one_order(self, before: Room, entry: Entry) -> None:
        """Law 4: a version an entry; a step when the table changes, never by joins or marks."""
        after = self.room
        assert after.version == before.version + 1 == len(self.log)
        tables = [None if room.game is None else room.game.table for room in (before, after)]
        moved = tables[0] != tables[1] or isinstance(entry.do, Deal)
        assert after.step == before.step + moved
        unseen = (MarkCard, NoteCards, Predict, Join, *SECRETLY)
        assert not (moved and isinstance(entry.do, unseen))

    def history_stays(self, before: Room) -> None:
        """Also what was undone: everybody saw it."""
        was, now = touched(before), touched(self.room)
        assert now[: len(was)] == was

    def look_at_views(self, seen: Mapping[Audience, View]) -> None:
        for player in self.room.lobby.players:
            audience = audience_of(self.room, player.id)
            if isinstance(seen[audience], KeyView):
                self.saw.add((player.id, audience.value))

    def a_room_is_its_log(self) -> None:
        """Law 7, also by what stands in the store."""
        assert replay(self.log) == self.room
        assert replay([codec.decode(codec.encode(e)) for e in self.log]) == self.room

    def teardown(self) -> None:
        self.a_room_is_its_log()

    def whoever_saw_the_key_does_not_guess(self) -> None:
        if self.room.running:
            for player, seen_as in self.saw:
                assert seen_as in self.room.seen_key[player]
                found = self.room.lobby.find(player)  # None for a bot that did nothing and went
                assert found is None or not found.seat.guesses or found.seat.value == seen_as

    def seats_names_and_host(self) -> None:
        lobby = self.room.lobby
        for seat in KEY_SEATS:
            assert len(lobby.in_seat(seat)) <= 1 or not seat.is_for_one
        names = [player.name.casefold() for player in lobby.present]
        assert len(names) == len(set(names))
        worn = [person.stamp for person in lobby.people]
        assert all(worn)
        assert len(worn) == len(set(worn)), "there are more stamps than people here"
        host = lobby.find(lobby.host)
        assert host is not None
        assert host.bot is None
        assert host.standing is PlayerStatus.PRESENT or not lobby.people
        assert not any(lobby.known_player(player).bot for player in self.room.tokens.values())
        assert not any(
            player.bot and player.standing is PlayerStatus.REMOVED for player in lobby.players
        )
        gone = [p for p in lobby.players if p.standing is not PlayerStatus.PRESENT]
        assert all(player.seat is Seat.SPECTATOR for player in gone)
        assert set(self.room.tokens.values()) <= {player.id for player in lobby.players}
        assert set(self.room.claims) <= {request.id for request in lobby.requests}

    def cards_and_agents_add_up(self) -> None:
        game = self.room.game
        if game is None:
            return
        table = game.table
        keys = [key.identities for key in (game.key, game.key_b) if key is not None]
        cards = [*zip(table.revealed, *keys, strict=True)]
        assert all(shown is None or shown in said for shown, *said in cards)
        for team in Team:
            agent = Identity(team)
            left = [shown for shown, *said in cards if shown is not agent and agent in said]
            assert table.agents_left(team) == len(left) >= 0
        counted = [t for turn in table.turns for t in turn.counted]
        if table.duet is not None:
            missed = Counter(t.position for t in counted if t.identity is Identity.BYSTANDER)
            assert missed == Counter(known.position for known in table.duet.bystanders)
            assert len({*table.duet.bystanders}) == len(table.duet.bystanders)
            forgiven = table.settings.mistakes
            many = forgiven is not None and len(table.duet.bystanders) > forgiven
            ending = None if table.result is None else table.result.ending
            at_last = ending is Ending.SUDDEN_DEATH and game.rules >= SUDDEN_DEATH_FIRST
            assert at_last or many == (ending is Ending.MISTAKES)
            counted = [t for t in counted if t.identity is not Identity.BYSTANDER]
        found = [t.position for t in counted]
        found += [turn.cover for turn in table.turns if turn.cover is not None]
        assert len(set(found)) == len(found)
        assert set(found) == {p for p, shown in enumerate(table.revealed) if shown is not None}

    def phase_turn_and_result_agree(self) -> None:
        if self.room.game is None:
            return
        game, table = self.room.game, self.room.game.table
        *former, current = table.turns
        assert all(turn.guesses > 0 or turn.ended in UNTOUCHED for turn in former)
        assert all(turn.ended is not None for turn in former)
        self.teams_and_sides_take_turns(table)
        assert (current.ended is not None) == (table.result is not None) == table.phase.over
        if not table.phase.over:
            assert (current.clue is None) == (table.phase in WITHOUT_CLUE)
            assert not (table.phase is Phase.CHALLENGED and current.guesses)
            assert all(table.agents_left(team) > 0 for team in table.agents)
            assert Identity.ASSASSIN not in table.revealed
            assert table.guesses_left() is None or table.guesses_left() >= 1
        assert table.guesses_left() is None or table.guesses_left() >= 0
        if table.settings.plus_one is PlusOne.EARNED:
            assert all(0 <= table.outstanding(team) <= table.agents_left(team) for team in Team)
        assert not (table.paused and table.phase.over)
        assert (table.undo is None) == (game.before is None)
        if table.undo is not None:
            assert (table.undo.until is None) == (table.undo.left is not None) == table.paused
            assert table.undo.left is None or 0 <= table.undo.left <= UNDO_MS
        assert len(table.exchanges) <= MAX_EXCHANGES
        assert len({*table.codenames}) == len(table.revealed) == len(game.key)

    def teams_and_sides_take_turns(self, table: Table) -> None:
        """In a duet each ended turn costs a token."""
        if table.duet is None:
            order = (table.starting_team, table.starting_team.rival)
            assert all(turn.team is order[n % 2] for n, turn in enumerate(table.turns))
            assert table.settings.mode is Mode.CLASSIC or order[0] is Team.RED
            return
        assert {turn.team for turn in table.turns} == {Team.GREEN}
        assert 0 <= table.duet.tokens == table.settings.tokens - len(table.turns) + 1
        sudden = table.phase is Phase.SUDDEN_DEATH
        assert sudden == (table.duet.tokens == 0 and not table.phase.over)
        for earlier, later in pairwise(turn.side for turn in table.turns):
            assert earlier is None or later is not None or table.duet.tokens == 0

    def marks_are_the_current_team_s(self) -> None:
        if self.room.game is None:
            return
        game, lobby = self.room.game, self.room.lobby
        assert not (game.marks and game.table.phase.over)
        for mark in game.marks:
            assert lobby.player(mark.by).seat in roles.current_roles(lobby, game.table).operatives
            assert game.table.revealed[mark.position] is None
        assert len(set(game.marks)) == len(game.marks)

    def a_question_is_about_the_turn_s_clue(self) -> None:
        game = self.room.game
        if game is not None and game.question is not None:
            of_given = game.question.corrects
            assert game.table.phase is (Phase.GUESS if of_given else Phase.CLUE)
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
            runs = table.phase in timer.timed_phases(self.room.game.rules) and not table.paused
            assert (clock.until is not None) == runs
        assert not (table.paused and clock.until is not None)
        assert clock.left is None or 0 <= clock.left <= clock.total

    def what_is_asked_in_secret_stays_secret(self, before: Room, entry: Entry) -> None:
        """Nobody sees anything of it but the giver's side and the rival spymaster."""
        if not isinstance(entry.do, SECRETLY) or self.room.game is None:
            return
        parts = roles.current_roles(self.room.lobby, self.room.game.table)
        knowing = {*parts.givers, *parts.rivals}
        others = [audience for audience in Audience if audience.value not in knowing]
        assert len(others) == len(Audience) - 3
        assert views(before, others, set()) == views(self.room, others, set())

    def notes_are_for_the_debrief(
        self, before: Room, entry: Entry, seen: Mapping[Audience, View]
    ) -> None:
        """Till then nobody sees anything of them, not even who shares the seat."""
        if isinstance(entry.do, NoteCards):
            assert views(before, Audience, set()) == seen
        game = self.room.game
        if game is not None and game.table.phase is Phase.DEBRIEFED:
            debriefed = {view.notes for view in seen.values() if isinstance(view, DebriefView)}
            assert debriefed == {game.notes}
        for note in () if game is None else game.notes:
            assert note.cards
            assert note.turn < len(game.table.turns)

    def predictions_are_their_owners(self, before: Room, entry: Entry) -> None:
        """What the touches that count say, by the log alone; nobody sees it before the end."""
        if isinstance(entry.do, Predict):
            assert views(before, Audience, set()) == views(self.room, Audience, set())
            others = own_predictions(before).keys() - {entry.by}
            assert all(own_predictions(before)[o] == own_predictions(self.room)[o] for o in others)
        table = None if self.room.game is None else self.room.game.table
        cards = [] if table is None else [t.position for u in table.turns for t in u.counted]
        for who, own in own_predictions(self.room).items():
            made = {it.touch: it.position for it in self.room.predictions if it.by == who}
            judged = [position == cards[n] for n, position in made.items() if n < len(cards)]
            assert (own.seen, own.of) == (sum(judged), len(judged))
            assert None not in [made[n] for n in range(len(cards)) if n in made]
            assert max(made) <= len(cards)
            player = self.room.lobby.player(who)
            assert player.bot is None
            if self.room.running:
                assert player.seat is Seat.SPECTATOR
                assert own.position == made.get(len(cards))
                assert not self.room.seen_key.get(who)
                assert own.position is None or table is None or table.revealed[own.position] is None
        ended = public_game_view(self.room)
        assert ended is None or not ended.predictions or not self.room.running

    def bots_do_their_own_parts(self, seen: Mapping[Audience, View]) -> None:
        """Nothing in a pause or a dispute; who thinks is a bot that is here, and public."""
        room, lobby = self.room, self.room.lobby
        having = bots.bot_tasks(room)
        for who, task in having.items():
            bot = lobby.player(who)
            assert bot.bot is not None
            assert (task.seat, task.step, task.game) == (bot.seat, room.step, lobby.games)
        if room.game is None:
            return
        table = room.game.table
        told = {view.game.thinking for view in seen.values() if view.game is not None}
        assert len(told) == 1
        assert set(*told) <= {bot.id for bot in lobby.bots}
        if table.paused or table.phase is Phase.CHALLENGED or not room.running:
            assert not having
            assert told == {()}
        if room.game.question is None:
            assert {who for who in having if having[who].part is not bots.Part.MARK} >= set(*told)
        for who, task in having.items():
            kinds = PARTS[task.part]
            assert any(may(room, who, kind) for kind in kinds)

    def buttons_are_what_the_rules_allow(self) -> None:
        """A kind of action is possible exactly when the rules allow some action of that kind."""
        if self.room.game is None:
            return
        game, at = self.room.game, self.log[-1].at
        possible = {*phases.possible_actions(game.table), *phases.possible_about_question(game)}
        for kind in MOVES:
            allowed = any(is_allowed(game, action) for action in some_actions(kind, game))
            assert allowed == (kind in possible), kind.__name__
        end = timer.ends_at(game.table)
        assert is_allowed(game, actions.TimeUp(), at) == (end is not None and at >= end)

    def the_key_is_where_it_may_be(self, views_of_all: Mapping[Audience, View]) -> None:
        room = self.room
        for audience, seen in views_of_all.items():
            if room.game is None:
                assert isinstance(seen, PublicView)
            elif room.game.table.phase is Phase.DEBRIEFED:
                assert isinstance(seen, DebriefView)
            elif (key := self.key_of(room.game, audience)) is None:
                assert isinstance(seen, PublicView)
            else:
                assert isinstance(seen, KeyView)
                assert seen.key == key

    def key_of(self, game: Game, audience: Audience) -> tuple[Identity, ...] | None:
        """The key that this audience sees; none for the key seats of another mode."""
        if audience.value not in KEY_SEATS:
            return None
        side = roles.side_of(Seat(audience.value))
        if side is None:
            return game.key.identities if game.key_b is None else None
        return game.key_of(side).identities if game.key_b is not None else None


Evening.TestCase.settings = settings(max_examples=often(20, 60), stateful_step_count=15)
TestEvening = Evening.TestCase
