"""When bots act: the time they take, and what becomes of what they thought."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import gevent
import pytest
from msgspec.structs import replace

from patience import PATIENCE
from room.room_builder import ANA, BEN, CEM, DORA
from room_harness import Bench
from rules.game_builder import BLUE, OPERATIVES_TAP, RED
from undercast.commands import GameCommand, command_types
from undercast.room.bots import Part
from undercast.room.entries import TakeSeat
from undercast.room.seats import Seat
from undercast.room.state import BotStyle
from undercast.rules import actions
from undercast.rules.actions import GiveClue, NoteCards
from undercast.rules.settings import BotPace
from undercast.server import bot_scheduler
from undercast.server.bot_scheduler import (
    MOVE_DELAYS,
    PACE_FACTORS,
    RECHECK_DELAY,
    THINKING_DELAY,
    BotScheduler,
)
from undercast.service import SeatSnapshot
from undercast.thinking.client import NoThought
from undercast.thinking.messages import Decided, decided
from undercast.views import BotThinking, BotThinkingState, KeyView


def clue(sight: SeatSnapshot, word: str = "tree") -> GameCommand:
    return command_types.GiveClueCommand(
        cmd_id="bot-1", step=sight.message.step, word=word, number=1
    )


@dataclass
class Mind:
    """A Thinker as the test wants it."""

    answers: list[Callable[[SeatSnapshot], Decided]] = field(default_factory=list)
    """Used up one after the other; the last one again and again."""
    thinkers: BotThinking = BotThinking()  # noqa: RUF009  # frozen
    asked: list[SeatSnapshot] = field(default_factory=list)
    seeds: list[int] = field(default_factory=list)
    secretly: list[bool] = field(default_factory=list)
    wanted: list[Callable[[], bool]] = field(default_factory=list)

    def decide(
        self, sight: SeatSnapshot, seed: int, *, secretly: bool, wanted: Callable[[], bool]
    ) -> Decided:
        self.asked.append(sight)
        self.seeds.append(seed)
        self.secretly.append(secretly)
        self.wanted.append(wanted)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return answer(sight)


def nothing(_: SeatSnapshot) -> Decided:
    return decided(None)


def failing(_: SeatSnapshot) -> Decided:
    raise NoThought


class Party(Bench):
    """A bench whose bots have a mind."""

    mind: Mind
    keeper: BotScheduler

    def play(self, *answers: Callable[[SeatSnapshot], Decided]) -> str:
        """Ana guesses for red, beside a shared screen; bots do the rest, p2 gives the clues."""
        self.mind.answers[:] = answers
        code = self.create(OPERATIVES_TAP)
        self.enter(code, None)
        self.enter(code, "token of Ana")
        self.do(code, ANA, TakeSeat(Seat.RED_OPERATIVE))
        self.command(code, ANA, "fill_with_bots", style=BotStyle.BOLD)
        self.command(code, ANA, "deal")
        return code

    def actions(self, code: str) -> list[object]:
        """What was done since the deal."""
        return [entry.do for entry in self.store.log(code)[4:]]


@pytest.fixture
def party(tmp_path: Path) -> Iterator[Party]:
    one = Party(tmp_path)
    one.mind = Mind()
    one.keeper = BotScheduler(one.mind, lambda: one.rooms, pace=0.0)  # type: ignore[arg-type]
    one.bots = one.keeper
    one.restart_rooms()
    yield one
    for code in list(one.keeper._turns):
        one.keeper.set_tasks(code, {})


def until(condition: Callable[[], object]) -> None:
    """Lets the bots go on until this is so."""
    with gevent.Timeout(PATIENCE):
        while not condition():
            gevent.sleep(0.001)


def test_a_bot_notes_what_it_meant_and_does_it(party: Party) -> None:
    code = party.play(lambda sight: decided(clue(sight), (3, 1)))
    until(lambda: len(party.actions(code)) == 2)
    note, given = party.actions(code)
    assert note == NoteCards((3, 1), BEN)
    assert isinstance(given, GiveClue)
    assert (given.word, given.by) == ("tree", BEN)
    until(lambda: party.keeper._turns.get(code, {}) == {})
    assert len(party.mind.asked) == 1


def test_it_sees_what_its_seat_sees(party: Party) -> None:
    party.play(nothing)
    until(lambda: party.mind.asked)
    (sight,) = party.mind.asked
    assert isinstance(sight.message.view, KeyView)
    assert (sight.player, sight.seat, sight.style) == (BEN, Seat.RED_SPYMASTER, BotStyle.BOLD)
    assert sight.languages == ("en",)


def test_what_is_not_its_part_is_not_done(party: Party) -> None:
    """A bot beside a person marks, and never touches or ends a turn."""

    def wish(sight: SeatSnapshot) -> Decided:
        if sight.seat is Seat.RED_SPYMASTER:
            return decided(clue(sight))
        marks = command_types.MarkCardCommand(
            cmd_id="m", step=sight.message.step, position=RED[0], on=True
        )
        touches = command_types.TouchCardCommand(
            cmd_id="t", step=sight.message.step, position=RED[0]
        )
        return decided(touches if sight.message.view.marks else marks)

    code = party.create(OPERATIVES_TAP)
    party.mind.answers[:] = [wish]
    party.enter(code, "token of Ana")
    party.do(code, ANA, TakeSeat(Seat.RED_OPERATIVE))
    party.command(code, ANA, "fill_with_bots", style=BotStyle.BOLD)
    party.command(code, ANA, "add_bot", seat=Seat.RED_OPERATIVE, style=BotStyle.BOLD)
    party.command(code, ANA, "deal")
    until(lambda: len(party.mind.asked) == 3)
    until(lambda: not any(turn.greenlet for turn in party.keeper._turns[code].values()))
    last = party.store.log(code)[-1]
    assert last.do == actions.MarkCard(RED[0], True, "p5")


def test_where_thinking_fails_it_thinks_anew(party: Party) -> None:
    party.keeper._pace = 0.0
    code = party.play(failing, failing, lambda sight: decided(clue(sight)))
    until(lambda: party.actions(code))
    assert len(set(party.mind.seeds)) == 3


@pytest.mark.parametrize("part", [Part.CLUE, Part.RULE])
def test_who_looks_on_learns_of_failures_but_not_of_a_ruling(party: Party, part: Part) -> None:
    """What bots can do is told anew when everybody knows that one has something to do."""
    told: list[str] = []
    party.mind.answers[:] = [failing]
    party.rooms.refresh = told.append  # type: ignore[method-assign]
    code = party.create(OPERATIVES_TAP)
    party.enter(code, "token of Ana")
    seat = Seat.RED_OPERATIVE if part is Part.CLUE else Seat.RED_SPYMASTER
    party.do(code, ANA, TakeSeat(seat))
    party.command(code, ANA, "fill_with_bots", style=BotStyle.BOLD)
    party.command(code, ANA, "deal")
    if part is Part.RULE:
        party.do(code, ANA, actions.AskRival("two words", 1, ANA))
    until(lambda: len(party.mind.asked) > 2)
    assert set(party.mind.secretly) == {part is Part.RULE}
    assert set(told) == ({code} if part is Part.CLUE else set())


def test_so_it_does_where_what_it_wants_is_refused(
    party: Party, caplog: pytest.LogCaptureFixture
) -> None:
    code = party.play(
        lambda sight: decided(clue(sight, "")),
        lambda sight: decided(clue(sight, "tree")),
    )
    until(lambda: party.actions(code))
    assert "a bot was refused: game/clue_malformed" in caplog.text
    assert len(set(party.mind.seeds)) == 2


def test_and_where_a_turn_fails(party: Party, caplog: pytest.LogCaptureFixture) -> None:
    def fault(_: SeatSnapshot) -> Decided:
        raise RuntimeError("of ours")

    code = party.play(fault, lambda sight: decided(clue(sight)))
    until(lambda: party.actions(code))
    assert "a bot's turn failed" in caplog.text


def test_what_could_not_be_saved_is_done_later(party: Party) -> None:
    code = party.play(lambda sight: decided(clue(sight), (1,)))
    party.store.full_disk = True
    until(lambda: len(party.mind.asked) > 1)
    assert party.actions(code) == []
    party.store.full_disk = False
    until(lambda: len(party.actions(code)) == 2)


def test_where_nobody_looks_on_it_waits(party: Party) -> None:
    code = party.play(lambda sight: decided(clue(sight)))
    gone = party.connections.here.pop(code)
    until(lambda: party.mind.asked)
    until(lambda: not party.keeper._turns.get(code))
    assert party.actions(code) == []
    assert gone
    party.enter(code, None)
    until(lambda: party.actions(code))


def test_what_it_thought_in_vain_is_not_done(party: Party) -> None:
    """The game was paused meanwhile."""
    ready = gevent.event.Event()

    def slowly(sight: SeatSnapshot) -> Decided:
        ready.wait()
        return decided(clue(sight))

    code = party.play(slowly)
    until(lambda: party.mind.asked)
    assert party.mind.wanted[0]()
    party.command(code, ANA, "pause")
    assert party.keeper._turns.get(code, {}) == {}
    assert not party.mind.wanted[0]()
    ready.set()
    gevent.sleep(0)
    party.command(code, ANA, "resume")
    until(lambda: len(party.actions(code)) == 3)
    assert not party.mind.wanted[0]()
    assert isinstance(party.actions(code)[-1], GiveClue)
    assert len(party.mind.asked) == 2


def test_who_taps_to_and_fro_makes_no_bot_think(party: Party) -> None:
    party.keeper._pace = 60.0
    code = party.play(nothing)
    for _ in range(5):
        gevent.sleep(0)
        party.command(code, ANA, "pause")
        party.command(code, ANA, "resume")
    gevent.sleep(0)
    assert party.keeper._turns[code]
    assert party.mind.asked == []


def test_bots_that_cannot_think_at_all_are_not_asked(party: Party) -> None:
    code = party.play(nothing)
    until(lambda: party.mind.asked)
    party.mind.thinkers = BotThinking(BotThinkingState.MISSING)
    party.command(code, ANA, "pause")
    party.command(code, ANA, "resume")
    assert party.keeper._turns == {}


def test_the_last_one_that_goes_is_about_nothing(party: Party) -> None:
    code = party.play(failing)
    until(lambda: party.mind.asked)
    for bot in (BEN, CEM, DORA):
        party.command(code, ANA, "remove", player=bot)
    assert party.keeper._turns == {}


def test_an_idle_room_that_is_forgotten_is_about_nothing(party: Party) -> None:
    code = party.play(failing)
    party.connections.here.pop(code)
    party.rooms.evict_idle()
    assert party.keeper._turns == {}


# --- Times tell nothing


class Slow:
    """A thinker that takes so many times longer than the bot waits."""

    thinkers = BotThinking()

    def __init__(self, sleeps: list[float], overruns: int, answer: Decided) -> None:
        self.sleeps, self.overruns, self.answer = sleeps, overruns, answer

    def decide(self, sight: SeatSnapshot, seed: int, **_: object) -> Decided:
        while len(self.sleeps) < 2 + self.overruns:
            gevent.idle()
        return self.answer


class Rooms:
    """What a keeper sees of the rooms."""

    def __init__(self) -> None:
        self.done: list[tuple[GameCommand, ...]] = []

    def seat_snapshot(self, code: str, who: str) -> None: ...

    def play_bot(self, code: str, who: str, task: object, moves: tuple[GameCommand, ...]) -> bool:
        self.done.append(moves)
        return True


ANSWERS = (
    decided(command_types.TouchCardCommand(cmd_id="1", step=3, position=BLUE[0]), (9, 1)),
    decided(command_types.EndTurnCommand(cmd_id="2", step=3)),
    decided(command_types.MarkCardCommand(cmd_id="3", step=3, position=4, on=True), (4,)),
    decided(None),
)


USUAL = bot_scheduler.BotTask(Part.GUESS, Seat.RED_OPERATIVE, 1, 3, 0, ())


@pytest.mark.parametrize(
    ("task", "overruns"),
    [
        *[(USUAL, overruns) for overruns in (0, 1, 3)],
        (replace(USUAL, pace=BotPace.QUICK), 0),
        (replace(USUAL, pace=BotPace.SLOW), 1),
        (replace(USUAL, most_seconds=1.25), 0),
    ],
)
def test_how_long_it_takes_depends_on_nothing_that_it_decides(
    monkeypatch: pytest.MonkeyPatch, task: bot_scheduler.BotTask, overruns: int
) -> None:
    """It is drawn before; thinking that takes longer costs so many seconds more, never less."""

    def taken(answer: Decided) -> list[float]:
        sleeps: list[float] = []
        rooms, sleep = Rooms(), gevent.sleep

        def noted(seconds: float) -> None:
            sleeps.append(seconds)
            sleep(0)
            gevent.idle()

        monkeypatch.setattr(bot_scheduler.gevent, "sleep", noted)
        thinker = Slow(sleeps, overruns, answer)
        keeper = BotScheduler(thinker, lambda: rooms, chance=random.Random(5))  # type: ignore[arg-type, return-value]
        keeper.set_tasks("BKTM", {"p2": task})
        doing = keeper._turns["BKTM"]["p2"].greenlet
        assert doing is not None
        doing.join(PATIENCE)
        monkeypatch.undo()
        assert keeper._turns["BKTM"]["p2"].greenlet is None
        assert bool(rooms.done) == (answer.command is not None)
        return sleeps

    pace = PACE_FACTORS[task.pace]
    wait = random.Random(5).uniform(*MOVE_DELAYS[Part.GUESS]) * pace
    if task.most_seconds is not None:
        assert task.most_seconds < wait
        wait = task.most_seconds
    expected = min(THINKING_DELAY * pace, wait / 2)
    for answer in ANSWERS:
        calm, rest, *more = taken(answer)
        assert (calm, rest) == (expected, wait - expected)
        assert set(more) <= {min(RECHECK_DELAY * pace, task.most_seconds or RECHECK_DELAY * pace)}
        assert len(more) in (overruns, overruns + 1)


def test_every_part_takes_as_long_as_a_person_might() -> None:
    assert MOVE_DELAYS.keys() == set(Part) == bot_scheduler.ALLOWED_COMMANDS.keys()
    assert all(2 <= least < most <= 12 for least, most in MOVE_DELAYS.values())
