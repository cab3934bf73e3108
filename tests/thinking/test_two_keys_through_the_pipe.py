"""Law 2 where bots think: two keys that agree on all that is revealed, and the same answers.

Two thinking processes go through the same evening, but for the keys: each is asked about the
seats that see the key, too, and must have learned nothing from it for the seats that do not.
"""

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from patience import PATIENCE
from thinking.evenings import Table
from undercast.base.child_process import ChildProcess
from undercast.room.bots import Part, bot_tasks
from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.cards import Identity, Key, Side
from undercast.rules.game import Game
from undercast.rules.settings import (
    Guessing,
    Mode,
    Refereeing,
    RivalConfirms,
    Settings,
)
from undercast.service.bot_seats import seat_snapshot
from undercast.thinking.client import COMMAND, place
from undercast.thinking.messages import (
    Answer,
    Decide,
    Decided,
    Place,
    Question,
    Rank,
    encode,
    read_answer,
)
from undercast.views import lobby_view

CLASSIC = Settings(guessing=Guessing.OPERATIVES_TAP)
CONFIRMED = Settings(
    guessing=Guessing.OPERATIVES_TAP,
    rival_confirms=RivalConfirms.ALWAYS,
    referee=Refereeing.OFF,
)
COOP = Settings(mode=Mode.COOP, guessing=Guessing.OPERATIVES_TAP)
DUET = Settings(mode=Mode.DUET)


@pytest.fixture(scope="module")
def pipes() -> Iterator[tuple[ChildProcess, ChildProcess]]:
    """Two real thinking processes."""
    two = ChildProcess(COMMAND, PATIENCE), ChildProcess(COMMAND, PATIENCE)
    yield two
    for one in two:
        one.stop()


def another_key(rng: random.Random, game: Game, side: Side | None) -> Game:
    """The same game, where hidden cards are something else on the key, or on this side's of a
    duet. All that was ever touched stays as it is.
    """
    key = game.key if side in (None, Side.A) else game.key_b
    assert key is not None
    seen = {touch.position for turn in game.table.turns for touch in turn.touches}
    shown = enumerate(game.table.revealed)
    hidden = [p for p, identity in shown if identity is None and p not in seen]
    letters: list[Identity] = list(key.identities)
    for to, origin in zip(hidden, rng.sample(hidden, len(hidden)), strict=True):
        letters[to] = key.identities[origin]
    other = Key(tuple(letters))
    return replace(game, key=other) if key is game.key else replace(game, key_b=other)


class Twins(Table):
    """An evening whose questions are asked of two processes, in rooms with two keys."""

    pipes: tuple[ChildProcess, ChildProcess]
    compared = 0
    told_apart = 0
    """Questions of key seats, whose bytes differ."""

    def twin(self, side: Side | None) -> Room:
        assert self.room.game is not None
        return replace(self.room, game=another_key(self.dice, self.room.game, side))

    def question(self, room: Room, who: str, seed: int) -> Decide:
        return Decide(*place(seat_snapshot(room, lobby_view(room, set()), who), seed))

    def asked_of_both(self, questions: tuple[Question, Question]) -> tuple[bytes, bytes]:
        one, two = (
            pipe.ask(encode(question)) for pipe, question in zip(self.pipes, questions, strict=True)
        )
        return one, two

    def decided(self, who: str, seed: int) -> Decided:
        """As the room's own key has it; what must not tell two keys apart is compared."""
        part, seat = bot_tasks(self.room)[who].part, self.room.lobby.player(who).seat
        partner = {Seat.SIDE_A: Side.B, Seat.SIDE_B: Side.A}.get(seat)
        rooms = self.room, self.twin(partner)
        questions = tuple(self.question(room, who, seed) for room in rooms)
        alike = encode(questions[0]) == encode(questions[1])
        assert alike == (not seat.sees_key or partner is not None or rooms[0] == rooms[1])
        answers = self.asked_of_both(questions)  # type: ignore[arg-type]  # there are two
        if alike or part is Part.RULE:
            assert answers[0] == answers[1]
            self.compared += 1
        self.told_apart += not alike
        if part is Part.CLUE:
            self.a_stranger_s_ranking_is_the_same(questions)  # type: ignore[arg-type]
        answer: Answer = read_answer(answers[0])
        assert isinstance(answer, Decided)
        return answer

    def a_stranger_s_ranking_is_the_same(self, questions: tuple[Decide, Decide]) -> None:
        """What the coach says of a word has nothing to do with the key."""
        fields = Place.__struct_fields__
        ranks = (Rank(*(getattr(q, name) for name in fields), word="river") for q in questions)
        one, two = self.asked_of_both(tuple(ranks))  # type: ignore[arg-type]  # there are two
        assert one == two


@pytest.mark.parametrize("settings", [CLASSIC, CONFIRMED, COOP, DUET])
def test_same_bytes_in_same_command_out(
    pipes: tuple[ChildProcess, ChildProcess], settings: Settings
) -> None:
    """Reasons included. A spymaster that rules about the rival's clue ignores its key."""
    twins = Twins(settings, seed=1)
    twins.pipes = pipes
    twins.play()
    assert twins.compared >= 10
    assert twins.told_apart or settings.mode is Mode.DUET
    by_rule = [entry for entry in twins.log if type(entry.do).__name__ == "AllowClue"]
    assert bool(by_rule) == (settings is CONFIRMED)
