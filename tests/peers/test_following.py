"""Rooms that other processes serve, too: what is heard of is read and told, and what has to be done
once is left to whoever owns the room.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

import pytest

from room.room_builder import ANA, BEN, CEM, EVA
from room_harness import Bench, why_not
from rules.game_builder import OPERATIVES_TAP, RED, STRICT_TIMER, clue, mark, touch, unmark
from undercast.base.refusals import Refusal
from undercast.room.entries import Entry, Predict, Rename
from undercast.room.events import PlayerRenamed
from undercast.rules.events import CardTouched, ClueGiven
from undercast.service import NotSaved
from undercast.service.loading import FEW
from undercast.store.sqlite.store import SqliteStore
from undercast.views import Audience


@dataclass
class Others:
    """The others of a bench, in the test's hand."""

    here: bool = True
    """Whether somebody else has the room in memory."""
    owner: bool = False
    people: AbstractSet[str] = frozenset()
    held: AbstractSet[str] | None = None

    def find(self, _code: str) -> bool:
        return self.here

    def online(self, _code: str) -> AbstractSet[str]:
        return self.people

    def owns(self, _code: str) -> bool:
        return self.owner

    def set_loaded(self, _code: str, online: AbstractSet[str] | None) -> None:
        self.held = online

    def set_unloaded(self, _code: str) -> None:
        self.held = None


@pytest.fixture
def here(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def beside(here: Bench, code: str, others: Others) -> Bench:
    """Another process with the same room in memory, and a screen."""
    there = Bench(here.folder, commands=1_000, now=here.now, peers=others)
    there.enter(code, None)
    there.connections.messages.clear()
    return there


def hear(there: Bench, here: Bench, code: str) -> None:
    there.rooms.log_changed(code, here.room(code).version)


def test_what_is_heard_of_is_told_step_by_step(here: Bench) -> None:
    code = here.four()
    there = beside(here, code, Others())
    here.do(code, ANA, clue("tree", 2))
    here.do(code, ANA, touch(RED[0]))
    assert there.rooms.is_behind(code, here.room(code).version)
    hear(there, here, code)
    assert not there.rooms.is_behind(code, here.room(code).version)
    told = there.connections.told(Audience.PUBLIC)
    kinds = [[type(event) for event in message.happened] for message in told]
    assert kinds == [[ClueGiven], [CardTouched]]
    assert [message.n for message in told] == [2, 3]
    hear(there, here, code)
    assert there.rooms.differs(code, 1)
    there.rooms.log_changed(code, 1)  # asked before what was written here
    assert len(there.connections.told(Audience.PUBLIC)) == 2


def test_of_a_great_deal_only_where_it_led(here: Bench) -> None:
    code = here.four()
    there = beside(here, code, Others())
    for n in range(FEW + 1):
        here.do(code, CEM, Rename(f"Cem {n}"))
    hear(there, here, code)
    (told,) = there.connections.told(Audience.PUBLIC)
    assert told.happened == ()
    assert told.view.lobby.players[2].name == f"Cem {FEW}"


def test_what_is_done_in_secret_is_no_step_of_it(here: Bench) -> None:
    """Else who looks on there could tell how much of it there was."""
    code = here.four(OPERATIVES_TAP)
    here.do(code, ANA, clue("tree", 2))
    there = beside(here, code, Others())
    there.enter(code, "token of Cem")
    there.connections.messages.clear()
    for n in range(FEW):
        here.do(code, BEN, Rename(f"Ben {n}"))
        for position in range(FEW):
            here.do(code, CEM, mark(position, by=CEM) if n % 2 else unmark(position, by=CEM))
    hear(there, here, code)
    told = there.connections.told(Audience.PUBLIC)
    names = [message.view.lobby.players[1].name for message in told]
    assert names == [f"Ben {n}" for n in range(FEW)]
    assert [type(message.happened[0]) for message in told] == [PlayerRenamed] * FEW
    marks = [len(message.view.marks) for message in there.connections.told(Audience.RED_OPERATIVES)]
    assert marks == [0, *[FEW, 0] * (FEW // 2)][:FEW]


def test_predictions_are_told_to_their_owner_alone(here: Bench) -> None:
    code = here.four()
    here.do(code, ANA, clue("tree", 2))
    here.rooms.join(code, "token of Eva", "Eva")
    there = beside(here, code, Others())
    there.enter(code, "token of Eva")
    there.connections.messages.clear()
    here.do(code, EVA, Predict(RED[0]))
    hear(there, here, code)
    assert there.connections.messages == []
    here.do(code, ANA, touch(RED[0]))
    hear(there, here, code)
    told = [(who, own.position, own.latest) for who, own in there.connections.predictions]
    assert told == [(EVA, RED[0], None), (EVA, None, True)]
    assert [*here.connections.predictions] == []  # nobody of hers is connected there


def test_of_a_room_that_is_not_in_memory_nothing_is_read(here: Bench) -> None:
    code = here.four()
    there = Bench(here.folder)
    there.store.close()  # whoever reads is told so
    assert not there.rooms.is_behind(code, 10**6)
    there.rooms.log_changed(code, 10**6)
    there.rooms.log_changed(code, 0)


def test_what_cannot_be_read_now_waits_and_nobody_is_thrown_out(
    here: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = here.four()
    there = beside(here, code, Others())
    here.do(code, ANA, clue("tree", 2))

    def fail(*_: object) -> list[Entry]:
        raise NotSaved("nobody answers")

    with monkeypatch.context() as broken:
        broken.setattr(SqliteStore, "entries", fail)
        assert why_not(lambda: hear(there, here, code)) is Refusal.NOT_SAVED
    hear(there, here, code)
    assert there.room(code) == here.room(code)
    assert there.connections.seen_out == []


def test_who_is_connected_elsewhere_is_there(here: Bench) -> None:
    code = here.four()
    others = Others(people=frozenset({ANA}))
    there = beside(here, code, others)
    assert others.held == frozenset()
    there.enter(code, "token of Ben")
    assert others.held == {BEN}
    view = there.connections.told(Audience.PUBLIC)[-1].view
    assert [player.online for player in view.lobby.players] == [True, True, False, False]
    others.people = frozenset()
    there.now += 1
    there.rooms.log_changed(code, 0)
    view = there.connections.told(Audience.PUBLIC)[-1].view
    assert [player.online for player in view.lobby.players] == [False, True, False, False]
    there.connections.here.clear()
    there.rooms.refresh(code)
    assert others.held is None
    assert not there.rooms.has_people(code)


class TestOneClock:
    """A strict timer is struck by whoever owns the room."""

    @pytest.fixture
    def code(self, here: Bench) -> str:
        return here.four(STRICT_TIMER)

    def test_it_goes_on_where_the_room_is_loaded_by_another(self, here: Bench, code: str) -> None:
        there = beside(here, code, Others())
        assert there.room(code) == here.room(code)
        assert there.timers_set[-1] == (code, here.now + 10_000)

    def test_the_other_hears_of_it(self, here: Bench, code: str) -> None:
        there = beside(here, code, Others())
        there.now = here.now = here.now + 10_000
        before = here.room(code).version
        there.rooms.timer_due(code)
        assert there.room(code).version == before
        here.rooms.timer_due(code)
        hear(there, here, code)
        game = there.room(code).game
        assert game is not None
        assert len(game.table.turns) == 2
        assert there.room(code).version == before + 1

    def test_who_owns_the_room_after_another_died_strikes_it(self, here: Bench, code: str) -> None:
        others = Others()
        there = beside(here, code, others)
        there.now += 10_000
        there.rooms.timer_due(code)
        there.timers_set.clear()
        others.owner = True
        there.rooms.log_changed(code, 0)
        assert there.timers_set == [(code, here.now + 10_000)]
        there.rooms.timer_due(code)
        assert there.room(code).version == here.room(code).version + 1
