"""Law 2: two keys, same bytes, for random evenings of every mode.

One evening is played in two rooms whose keys agree on all that is ever revealed. Whoever sees the
same key in both, or none, sees the same bytes; in a duet that is also each side against its
partner's key.
"""

import dataclasses
import random
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from long import often
from room.random_commands import after, beginning, next_entry
from room.room_builder import played, replay
from undercast.base.refusals import Refused
from undercast.room import evolve
from undercast.room.entries import Deal, Entry
from undercast.room.predictions import own_predictions
from undercast.room.seats import KEY_SEATS
from undercast.room.state import Room
from undercast.rules.actions import (
    ConcedeChallenge,
    CoverCard,
    Debrief,
    GiveClue,
    TimeUp,
    TouchCard,
    UpholdChallenge,
)
from undercast.rules.cards import Identity, Side
from undercast.service import Message
from undercast.views import (
    Audience,
    DebriefView,
    KeyView,
    PublicView,
    views,
)
from undercast.web.transport.packets import event_frame

SIDES = (Audience.SIDE_A, Audience.SIDE_B)
KEY_AUDIENCES = tuple(Audience(seat.value) for seat in KEY_SEATS)

Hidden = Mapping[Side, frozenset[int]]
"""The cards about which a side's key may differ; A's stands for the one key that there is."""

NOTHING: Hidden = {Side.A: frozenset(), Side.B: frozenset()}


@dataclasses.dataclass
class Twins:
    """One evening played with two keys: they differ only in what is never revealed.

    In a duet that is one side's secrets, or both sides'.
    """

    rng: random.Random
    rooms: tuple[Room, Room]
    hidden: Hidden = dataclasses.field(default_factory=lambda: NOTHING)
    in_secret: int = 0
    """Entries that changed nothing that everybody sees."""
    told_apart: set[Audience] = dataclasses.field(default_factory=set)
    """Who could tell the two evenings apart, for seeing what differs."""
    alike: set[Audience] = dataclasses.field(default_factory=set)
    """Who sees a key, and it was the same in both, while another differed."""

    def play(self, entry: Entry) -> None:
        """Do `entry` in both rooms, and compare everything that may be seen of them."""
        if covered_by(entry) in self.hidden[Side.A]:
            return
        hidden, second = self.with_other_keys(entry)
        first_after, second_after = after(self.rooms[0], entry), after(self.rooms[1], second)
        assert (first_after is None) == (second_after is None)
        if first_after is None or second_after is None:
            assert why_not(self.rooms[0], entry) == why_not(self.rooms[1], second)
            return
        if isinstance(entry.do, TouchCard) and entry.do.position in self.judged(entry.do):
            return
        if done(first_after) != done(second_after):
            return
        if isinstance(entry.do, Debrief) and first_after.game != second_after.game:
            return
        self.compare_counts(first_after)
        pairs = zip(self.rooms, (entry, second), strict=True)
        happened = [evolve.evolve(room, does)[1] for room, does in pairs]
        self.rooms, self.hidden = (first_after, second_after), hidden
        assert repr(first_after) == repr(second_after)
        assert repr(entry) == repr(second)
        self.compare_frames(happened)

    def judged(self, do: TouchCard) -> frozenset[int]:
        """The cards that this touch must not reveal."""
        return self.hidden[Side.A if do.side is None else do.side.partner]

    def compare_counts(self, next_room: Room) -> None:
        """What not everybody sees spends nothing that everybody has."""
        before, now = (
            views(room, [Audience.PUBLIC], {"p1", "p2"}) for room in (self.rooms[0], next_room)
        )
        moved = next_room.public - self.rooms[0].public
        assert moved == (before != now)
        self.in_secret += not moved and next_room.version - self.rooms[0].version

    def compare_frames(self, happened: list[tuple[object, ...]]) -> None:
        seen = [views(room, Audience, {"p1", "p2"}) for room in self.rooms]
        assert own_predictions(self.rooms[0]) == own_predictions(self.rooms[1])
        for audience in Audience:
            first, second = (
                event_frame("view", Message(audience, 1, room.step, news, told[audience]))
                for room, news, told in zip(self.rooms, happened, seen, strict=True)
            )
            one, other = (key_seen(told[audience]) for told in seen)
            assert (first == second) == (one == other)
            assert one == other or audience in KEY_AUDIENCES
            if one != other:
                self.told_apart.add(audience)
                assert repr(seen[0][audience]) == repr(seen[1][audience])
            elif one and self.keys_differ():
                self.alike.add(audience)

    def keys_differ(self) -> bool:
        one, other = (room.game for room in self.rooms)
        assert one is not None
        assert other is not None
        return (one.key, one.key_b) != (other.key, other.key_b)

    def with_other_keys(self, entry: Entry) -> tuple[Hidden, Entry]:
        """A deal with the identities of some cards exchanged, and these cards."""
        if not isinstance(entry.do, Deal):
            return self.hidden, entry
        dealt = entry.do
        keys = [[*dealt.key], [*(dealt.key_b or dealt.key)]]
        chosen = [self.some_cards(len(dealt.key)) for _ in Side]
        if not dealt.key_b:
            chosen[1] = chosen[0]
        for _ in range(200):
            exchange_two(self.rng, keys, chosen)
        other = replace(dealt, key=tuple(keys[0]), key_b=tuple(keys[1]) if dealt.key_b else ())
        hidden = {Side.A: frozenset(chosen[0]), Side.B: frozenset(chosen[1])}
        return hidden, replace(entry, do=other)

    def some_cards(self, count: int) -> list[int]:
        return self.rng.sample(range(count), self.rng.choice([0, 2, 5, 12]))


def exchange_two(rng: random.Random, keys: list[list[Identity]], chosen: list[list[int]]) -> None:
    """Two cards change what they are on one key or on both, if that leaves a deal that there is.

    Only those that were chosen for a key differ on it; with one key, both are that one.
    """
    of_keys = rng.choice([(0,), (1,), (0, 1)])
    may_differ = [p for p in chosen[of_keys[0]] if all(p in chosen[n] for n in of_keys)]
    if len(may_differ) < 2:
        return
    one, other = rng.sample(may_differ, 2)
    if any(keys[n][one] != keys[n][other] for n in (0, 1) if n not in of_keys):
        return
    for n in of_keys:
        keys[n][one], keys[n][other] = keys[n][other], keys[n][one]


def key_seen(view: PublicView | KeyView | DebriefView) -> object:
    """All that a view says of the keys."""
    match view:
        case PublicView():
            return ()
        case KeyView():
            return view.key
        case DebriefView():
            return view.key, view.key_b


def done(room: Room) -> list[bool]:
    """Whether each side's agents are all found: that gets public, for it gives no more clues."""
    game = room.game
    if game is None or game.key_b is None:
        return []
    return [
        all(
            shown is not None
            for said, shown in zip(key.identities, game.table.revealed, strict=True)
            if said is Identity.GREEN
        )
        for key in (game.key, game.key_b)
    ]


def covered_by(entry: Entry) -> int | None:
    """The card that this may reveal without a guess. What may be covered follows from the key."""
    match entry.do:
        case CoverCard():
            return entry.do.position
        case GiveClue() | ConcedeChallenge() | UpholdChallenge() | TimeUp():
            return entry.do.cover
        case _:
            return None


def why_not(room: Room, entry: Entry) -> str:
    """All that is ever said of a refusal."""
    with pytest.raises(Refused) as refused:
        played(room, entry)
    return f"{refused.value!r} {refused.value} {refused.value.code} {refused.value.detail}"


def an_evening(rng: random.Random, length: int) -> Twins:
    """Two rooms that go through the same evening."""
    log = beginning(rng)
    room = replay(log)
    twins = Twins(rng, (room, room))
    at = log[-1].at
    for _ in range(length):
        entry = next_entry(rng, twins.rooms[0], at)
        at = entry.at
        twins.play(entry)
    return twins


@settings(max_examples=often(40, 100))
@given(st.randoms(use_true_random=True))
def test_two_keys_same_bytes(rng: random.Random) -> None:
    an_evening(rng, 50)


@pytest.fixture(scope="module")
def evenings() -> list[Twins]:
    return [an_evening(random.Random(seed), 30) for seed in range(40)]


def test_two_keys_are_told_apart_by_those_who_see_the_key(evenings: list[Twins]) -> None:
    """So that the law above is not true of everything: most evenings differ for key seats."""
    assert sum(bool(twins.told_apart) for twins in evenings) >= 20
    assert set().union(*(twins.told_apart for twins in evenings)) == set(KEY_AUDIENCES)


def test_much_is_done_in_secret(evenings: list[Twins]) -> None:
    assert sum(twins.in_secret for twins in evenings) > 2 * len(evenings)


def test_a_side_of_a_duet_cannot_tell_its_partner_s_keys_apart(evenings: list[Twins]) -> None:
    """So that the law above is also about a side and its partner's secrets."""
    assert set().union(*(twins.alike for twins in evenings)) == set(SIDES)
