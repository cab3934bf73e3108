"""Whoever is mentioned in a view has a name there, also after leaving."""

import json
import random
import re
from collections.abc import Iterator

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from long import often
from room.random_commands import after, beginning, next_entry
from room.room_builder import ANA, BEN, CEM, playing, replay, then
from rules.game_builder import OPERATIVES_TAP, RED, clue, touch
from undercast.room.entries import AskForSeat, Join, Leave, Remove
from undercast.room.seats import Seat
from undercast.room.stamps import Stamp
from undercast.room.state import Room
from undercast.rules.actions import Abandon, AskRival, Debrief, NoteCards
from undercast.views import Audience, FormerView, PublicView, View, views
from wire_messages import whole

ID = re.compile(r"p\d+")


def view(room: Room, audience: Audience = Audience.PUBLIC) -> View:
    return views(room, [audience], frozenset())[audience]


def former(room: Room, audience: Audience = Audience.PUBLIC) -> tuple[FormerView, ...]:
    return view(room, audience).lobby.former


def texts(seen: object) -> Iterator[str]:
    """Every text of a view, names of fields included."""
    if isinstance(seen, dict):
        for name, value in seen.items():
            yield name
            yield from texts(value)
    elif isinstance(seen, list):
        for value in seen:
            yield from texts(value)
    elif isinstance(seen, str):
        yield seen


def without_a_name(seen: View) -> set[str]:
    """The player ids of a view that it has no name for."""
    plain = whole(json.loads(msgspec.json.encode(seen)), "view")
    lobby = plain["lobby"]
    known = {it["id"] for key in ("players", "removed", "former") for it in lobby.pop(key)}
    return {text for text in texts(plain) if ID.fullmatch(text)} - known


@settings(max_examples=often(30, 100))
@given(st.randoms(use_true_random=True))
def test_every_id_has_a_name_through_any_evening(rng: random.Random) -> None:
    log = beginning(rng)
    room, at = replay(log), log[-1].at
    for _ in range(60):
        entry = next_entry(rng, room, at)
        room, at = after(room, entry) or room, entry.at
        for seen in views(room, Audience, frozenset()).values():
            assert without_a_name(seen) == set()


def test_who_gave_a_clue_or_touched_and_left() -> None:
    room = then(playing(OPERATIVES_TAP), ANA, clue("tree", 2, ANA))
    room = then(then(room, CEM, touch(RED[0], by=CEM)), CEM, Leave())
    assert former(room) == (FormerView(CEM, "Cem", Stamp.ELEPHANT),)
    assert former(then(room, ANA, Leave())) == (
        FormerView(ANA, "Ana", Stamp.FOX),
        FormerView(CEM, "Cem", Stamp.ELEPHANT),
    )


def test_nobody_who_is_not_mentioned() -> None:
    assert former(then(playing(), BEN, Leave())) == ()


def test_the_removed_have_their_own_place_and_who_comes_back_is_here_again() -> None:
    room = then(playing(), ANA, clue("tree", 2, ANA))
    seen = view(then(room, ANA, Leave()))
    assert isinstance(seen, PublicView)
    assert without_a_name(seen) == set()
    back = then(then(room, ANA, Leave()), ANA, Join("Anna", "hash of Ana"))
    assert former(back) == ()
    gone = view(then(then(room, ANA, Leave()), BEN, Remove(CEM)))
    assert [player.id for player in gone.lobby.removed] == [CEM]


def test_who_had_the_key_earlier_in_the_evening() -> None:
    over = then(then(playing(), BEN, Leave()), ANA, Abandon())
    evening = view(over).lobby.evening
    assert evening is not None
    assert evening.times_at_key == {ANA: 1, BEN: 1}
    assert former(over) == (FormerView(BEN, "Ben", Stamp.SNAIL),)


def test_a_giver_who_left_is_named_only_to_those_who_know_of_the_question() -> None:
    asking = then(then(playing(), ANA, AskRival("tree", 2, ANA, (), rival=True)), ANA, Leave())
    assert former(asking, Audience.BLUE_SPYMASTER) == (FormerView(ANA, "Ana", Stamp.FOX),)
    assert former(asking) == former(asking, Audience.RED_OPERATIVES) == ()


def test_who_noted_something_and_left_has_a_name_in_the_debrief_and_not_before() -> None:
    given = then(playing(), ANA, clue("tree", 2, ANA))
    noted = then(then(given, CEM, NoteCards((1,), CEM)), CEM, Leave())
    over = then(noted, ANA, Abandon())
    assert former(noted) == former(over) == ()
    debriefed = then(over, ANA, Debrief())
    assert former(debriefed) == (FormerView(CEM, "Cem", Stamp.ELEPHANT),)
    assert without_a_name(view(debriefed)) == set()


def test_a_request_lapses_with_whoever_leaves() -> None:
    asked = then(playing(), CEM, AskForSeat(Seat.BLUE_SPYMASTER))
    seen = view(then(asked, CEM, Leave()))
    assert seen.lobby.requests == ()
    assert without_a_name(seen) == set()
