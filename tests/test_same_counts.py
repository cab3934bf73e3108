"""Law "Same counts": how much an audience is told, when, and what is left of its limits depend only
on what that audience may know.

One evening is played in two worlds. In one of them people do things in secret besides, as often as
they like; all who may not know of it use up every budget that there is, and get the same bytes at
the same times in both.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import hypothesis
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from long import often
from room.room_builder import ANA, BEN, CEM, EVA
from room_harness import Bench
from rules.game_builder import BLUE, OPERATIVES_TAP, RED, clue, touch
from undercast.base.cast_status import CastPhase, Screen
from undercast.base.refusals import Refused
from undercast.commands import log_limits
from undercast.room.entries import Predict, Rename
from undercast.room.predictions import MAX_CHANGES
from undercast.rules.actions import AskRival, MarkCard, NoteCards, RejectClue, TakeBackClue
from undercast.rules.game import Phase
from undercast.service.loaded_room import BURST, PER_SECOND
from undercast.views import Audience
from undercast.web.transport.packets import event_frame

MAX_PUBLIC = 250
"""Entries that everybody sees, in these rooms."""

DAN = "p4"

Act = Callable[["World"], None]


@dataclass
class Television:
    """A television whose state is in the test's hand."""

    state: Screen | None = None
    played_at: list[str] = field(default_factory=list)

    def screen(self, _code: str) -> Screen | None:
        return self.state

    def people_changed(self, code: str) -> None:
        """Nothing is shown of it."""

    def played(self, code: str) -> None:
        self.played_at.append(code)


class World:
    """A room with a TV, two teams of two, and Eva who looks on."""

    def __init__(self, folder: Path) -> None:
        self.television = Television()
        self.bench = bench = Bench(folder, screens=self.television)
        self.code = bench.four(OPERATIVES_TAP)
        bench.rooms.join(self.code, "token of Eva", "Eva")
        bench.enter(self.code, "token of Eva")
        self.told: dict[Audience, list[tuple[int, bytes]]] = {one: [] for one in Audience}
        self.refusals: list[tuple[int, str]] = []
        self._note_told()

    def wait(self, ms: int) -> None:
        """Time passes; who is to be woken is woken."""
        until = self.bench.now + ms
        while self.bench.timers_set and self.bench.timers_set[-1][1] <= until:
            _, at = self.bench.timers_set.pop()
            self.bench.timers_set.clear()
            self.bench.now = max(self.bench.now, at)
            self.bench.rooms.timer_due(self.code)
            self._note_told()
        self.bench.now = until

    def do(self, act: Act) -> None:
        """Something that everybody may know of, or that is refused."""
        self.television.played_at.clear()
        try:
            act(self)
        except Refused as refused:
            self.refusals.append((self.bench.now, f"{refused.code} {refused.detail}"))
        self._note_told()

    def do_secretly(self, act: Act) -> None:
        """Something that not everybody may know of; the television least of all."""
        self.television.played_at.clear()
        with suppress(Refused):  # once the log is full
            act(self)
        assert self.television.played_at == []
        self._note_told()

    @property
    def entries(self) -> int:
        return self.bench.room(self.code).version

    @property
    def phase(self) -> Phase:
        game = self.bench.room(self.code).game
        assert game is not None
        return game.table.phase

    def _note_told(self) -> None:
        for message in self.bench.connections.messages:
            told = self.bench.now, event_frame("view", message)
            self.told[message.audience].append(told)
        self.bench.connections.messages.clear()


def play(who: str, deed: object) -> Act:
    return lambda world: world.bench.do(world.code, who, deed)  # type: ignore[arg-type]


def renames(rng: random.Random) -> Act:
    """An outsider counts: more names in a row than an audience is told of."""
    who, times = rng.choice([EVA, DAN, BEN, CEM]), rng.choice([1, 3, BURST // 2, BURST + 5])
    names = [f"{who} {rng.random():.9f}" for _ in range(times)]

    def act(world: World) -> None:
        for name in names:
            world.bench.do(world.code, who, Rename(name))

    return act


def a_screen_comes(world: World) -> None:
    _, message = world.bench.enter(world.code, None)
    if message is not None:
        world.told[message.audience].append((world.bench.now, event_frame("view", message)))


def eva_goes_and_comes(world: World) -> None:
    here = world.bench.connections.here[world.code]
    here[:] = [one for one in here if one.player != EVA]
    world.bench.rooms.refresh(world.code)
    _, message = world.bench.enter(world.code, "token of Eva")
    if message is not None:
        world.told[message.audience].append((world.bench.now, event_frame("view", message)))


def the_television_changes(world: World) -> None:
    """And somebody may do something in secret before it is looked at."""
    names = {"Den": "Attic", "Attic": "Den"}
    before = world.television.state
    name = "Den" if before is None else names[before.name]
    world.television.state = Screen("d", name, CastPhase.SHOWING, None, None)


def it_is_told(world: World) -> None:
    world.bench.rooms.refresh(world.code)


def moves() -> Iterator[Act]:
    """A game that goes on and on: nobody wins."""
    yield play(ANA, clue("tree", 2))
    yield play(CEM, touch(RED[0], by=CEM))
    yield play(CEM, touch(BLUE[0], by=CEM))
    yield play(BEN, clue("river", 1))
    yield play(DAN, touch(RED[1], by=DAN))
    yield play(ANA, clue("stone", 1))
    yield play(CEM, touch(RED[2], by=CEM))
    yield play(CEM, touch(RED[3], by=CEM))


def marks(rng: random.Random, world: World) -> list[Act]:
    """What the guessing team thinks of, for itself."""
    if world.phase is not Phase.GUESS:
        return []
    table = world.bench.room(world.code).game.table  # type: ignore[union-attr]
    if table.turn.team != "red":
        return []
    hidden = [position for position, shown in enumerate(table.revealed) if shown is None]
    chosen = rng.choices(hidden, k=rng.choice([1, 10, BURST + 10]))
    return [play(CEM, MarkCard(position, rng.random() < 0.5, CEM)) for position in chosen]


def questions(rng: random.Random, world: World) -> list[Act]:
    """A clue that its giver and the rival talk about."""
    if world.phase is not Phase.CLUE:
        return []
    table = world.bench.room(world.code).game.table  # type: ignore[union-attr]
    giver, rival = (ANA, BEN) if table.turn.team == "red" else (BEN, ANA)

    def answered(world: World) -> None:
        world.bench.do(world.code, giver, AskRival("two words", 1, giver))
        game = world.bench.room(world.code).game
        assert game is not None
        assert game.question is not None
        play(rival, RejectClue(game.question.id))(world)

    def taken_back(world: World) -> None:
        world.bench.do(world.code, giver, AskRival("other words", 1, giver))
        play(giver, TakeBackClue())(world)

    return [rng.choice([answered, taken_back]) for _ in range(rng.choice([1, 5, BURST]))]


def notes(rng: random.Random, world: World) -> list[Act]:
    """What is thought of, for the debrief; and what is only asked, or refused."""
    if world.phase not in (Phase.CLUE, Phase.GUESS):
        return []
    table = world.bench.room(world.code).game.table  # type: ignore[union-attr]
    giver = ANA if table.turn.team == "red" else BEN

    def noted(world: World) -> None:
        if world.phase is Phase.GUESS:
            cards = tuple(rng.sample(range(25), 3))
            world.bench.do(world.code, giver, NoteCards(cards, giver))

    def heard(world: World) -> None:
        if world.phase is Phase.CLUE:
            world.bench.rooms.judge(world.code, giver, "two words", 1)

    def refused(world: World) -> None:
        with pytest.raises(Refused):
            world.bench.do(world.code, giver, RejectClue(77))

    return [rng.choice([noted, heard, refused]) for _ in range(rng.choice([1, 5, BURST + 10]))]


def predictions(rng: random.Random, world: World) -> list[Act]:
    """What Eva expects, who looks on. She alone is told of it, and not by a view."""
    table = world.bench.room(world.code).game.table  # type: ignore[union-attr]
    hidden = [position for position, shown in enumerate(table.revealed) if shown is None]
    chosen = [*rng.choices(hidden, k=rng.choice([1, 10, MAX_CHANGES])), None, RED[0]]
    return [play(EVA, Predict(position)) for position in chosen]


PUBLIC = (Audience.PUBLIC,)
SECRETS = {
    "marks": (marks, (*PUBLIC, Audience.BLUE_OPERATIVES, Audience.BLUE_SPYMASTER)),
    "questions": (questions, (*PUBLIC, Audience.RED_OPERATIVES, Audience.BLUE_OPERATIVES)),
    "notes": (notes, tuple(Audience)),
    "predictions": (predictions, tuple(Audience)),
}
"""What is done in secret, and who must not notice."""


def evening(seed: int, secret: str, world: World, *, secretly: bool) -> None:
    """Public acts by one chance, secret ones by another."""
    rng, whim = random.Random(seed), random.Random(seed)
    acts, of_secret = moves(), SECRETS[secret][0]
    for _ in range(14):
        kind = rng.randrange(7)
        if kind < 2:
            act = next(acts, it_is_told)
        else:
            besides = (a_screen_comes, eva_goes_and_comes, the_television_changes, it_is_told)
            act = renames(rng) if kind < 5 else rng.choice(besides)
        world.do(act)
        if secretly:
            for whisper in of_secret(whim, world):
                world.do_secretly(whisper)
        world.wait(rng.choice([0, 1, 30, 50, 400, 3_000]))
    world.do(it_is_told)
    world.wait(60_000)


def exhausted(world: World) -> None:
    """All who may not know use up what there is: of views, and of the log."""
    for number in range(BURST + PER_SECOND):
        world.do(play(EVA, Rename(f"Eva {number}")))
    world.wait(60_000)
    for number in range(MAX_PUBLIC):
        world.do(play(DAN, Rename(f"Dora {number}")))
    world.wait(60_000)


def two_worlds(seed: int, secret: str) -> tuple[World, World]:
    worlds = []
    for secretly in (True, False):
        with TemporaryDirectory() as folder:
            world = World(Path(folder))
            evening(seed, secret, world, secretly=secretly)
            exhausted(world)
            worlds.append(world)
            world.bench.store.close()
    return worlds[0], worlds[1]


@pytest.fixture(autouse=True, scope="module")
def short_logs() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(log_limits, "MAX_ENTRIES", MAX_PUBLIC)
        yield


@pytest.mark.parametrize("secret", SECRETS)
@settings(
    max_examples=often(3, 6), phases=[hypothesis.Phase.generate]
)  # no seed is simpler than another
@given(seed=st.integers(0, 10**6))
def test_two_worlds_same_counts(secret: str, seed: int) -> None:
    whispering, silent = two_worlds(seed, secret)
    for audience in SECRETS[secret][1]:
        assert whispering.told[audience] == silent.told[audience], audience
    assert whispering.refusals == silent.refusals
    assert any("room/log_full of everybody" in what for _, what in silent.refusals)


@pytest.mark.parametrize("secret", SECRETS)
def test_much_is_done_in_secret(secret: str) -> None:
    """So that the law above is not true of nothing; and those who may know are told."""
    more_entries = more_told = 0
    for seed in (5, 6):
        whispering, silent = two_worlds(seed, secret)
        more_entries += whispering.entries - silent.entries
        views = [sum(map(len, world.told.values())) for world in (whispering, silent)]
        more_told += views[0] - views[1]
    assert more_entries > BURST
    assert (more_told > 0) is (secret in ("marks", "questions"))


def test_only_who_predicts_is_told_of_predictions() -> None:
    whispering, silent = two_worlds(5, "predictions")
    assert {who for who, _ in whispering.bench.connections.predictions} == {EVA}
    assert silent.bench.connections.predictions == []
