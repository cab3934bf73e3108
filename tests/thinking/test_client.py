"""The server's side of thinking, against processes that die, hang, and say what is none."""

import os
import subprocess
import sys
import textwrap
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from cast.emulated import eventually
from patience import PATIENCE
from room.room_builder import ANA, BEN, bots, deal, then
from room.room_builder import room as room_with
from rules.game_builder import OPERATIVES_TAP
from undercast.commands import command_types
from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.service import SeatSnapshot
from undercast.service.bot_seats import seat_snapshot
from undercast.thinking import messages
from undercast.thinking.client import COMMAND, NoThought, ThinkingClient
from undercast.views import BotThinking, BotThinkingState, lobby_view

FAKE = """
import os, sys, time, pathlib
count = pathlib.Path(sys.argv[1])
def next_of(answers):
    n = int(count.read_text() or 0) if count.exists() else 0
    count.write_text(str(n + 1))
    return answers[min(n, len(answers) - 1)]
print("ready", flush=True)
for line in sys.stdin.buffer:
    say = next_of(sys.argv[2:])
    if say == "die":
        os._exit(3)
    if say == "hang":
        time.sleep(3600)
    if say == "half":
        sys.stdout.write('{"type":"decided"'); sys.stdout.flush(); os._exit(0)
    if say == "late":
        time.sleep(1.0); say = '{"type":"decided","command":"late"}'
    sys.stdout.write(say + "\\n")
    sys.stdout.flush()
"""

NOTHING = '{"type":"decided","command":null}'

CLUE = '{"type":"decided","command":"give_clue","fields":{"cmd_id":"b","step":1,"word":"tree","number":2},"cards":[1,2]}'  # noqa: E501  # a line

GARBAGE = (
    "",
    "nonsense",
    "null",
    "[]",
    "{}",
    '{"type":"decided"}',
    '{"type":"decided","command":"rename","fields":{"cmd_id":"b","name":"x"}}',
    '{"type":"decided","command":"touch_card","fields":{"cmd_id":"b","step":1}}',
    '{"type":"decided","command":"touch_card","fields":{"cmd_id":"b","step":1,"position":"WHALE"}}',
    '{"type":"decided","command":"give_clue","fields":[]}',
    '{"type":"decided","command":null,"cards":["WHALE"]}',
    '{"type":"ranked","ranking":[]}',
    '{"type":"suggested","ideas":[]}',
    '{"type":"failed","fault":"KeyError"}',
    "\\ud800",
    "9" * 100_000,
)


def room() -> Room:
    now = room_with(OPERATIVES_TAP, Ana=Seat.RED_OPERATIVE)
    seats = (Seat.RED_SPYMASTER, Seat.BLUE_SPYMASTER, Seat.BLUE_OPERATIVE)
    return then(now, ANA, bots(*seats), deal())


def seen(who: str = BEN) -> SeatSnapshot:
    now = room()
    return seat_snapshot(now, lobby_view(now, set()), who)


def fake(tmp_path: Path, *says: str) -> Sequence[str]:
    return (sys.executable, "-c", textwrap.dedent(FAKE), str(tmp_path / "count"), *says)


def thinker(tmp_path: Path, *says: str, timeout: float = PATIENCE) -> ThinkingClient:
    return ThinkingClient(able=True, command=fake(tmp_path, *says), timeout=timeout)


def end(one: ThinkingClient) -> None:
    with suppress(NoThought):
        one._process.stop()


@pytest.mark.parametrize("says", ["die", "half", *GARBAGE])
def test_what_is_no_answer_costs_one_thought(
    tmp_path: Path, says: str, caplog: pytest.LogCaptureFixture
) -> None:
    one = thinker(tmp_path, says, CLUE)
    with pytest.raises(NoThought):
        one.decide(seen(), 1)
    found = one.decide(seen(), 1)
    assert found.cards == (1, 2)
    assert found.move() == command_types.GiveClueCommand(cmd_id="b", step=1, word="tree", number=2)
    assert len(caplog.records) == 1
    for secret in ("WHALE", "OAK", "red", "assassin"):
        assert secret not in caplog.text
    end(one)


@pytest.mark.parametrize("says", ["hang", "late"])
def test_what_takes_too_long_is_ended_and_its_late_answer_heard_by_nobody(
    tmp_path: Path, says: str
) -> None:
    one = thinker(tmp_path, NOTHING, says, NOTHING)
    one.decide(seen(), 1)  # it has started, however long that takes
    one._process._patience = 0.5
    with pytest.raises(NoThought):
        one.decide(seen(), 1)
    one._process._patience = PATIENCE
    assert one.decide(seen(), 1).move() is None
    end(one)


def test_after_three_failures_in_a_row_people_are_told_until_it_thinks_again(
    tmp_path: Path,
) -> None:
    one = thinker(tmp_path, "die", "nonsense", NOTHING, "die", "die", "die", "die", NOTHING)
    states = []
    for _ in range(8):
        with suppress(NoThought):
            one.decide(seen(), 1)
        states.append(one.thinkers.state)
    ready, failing = BotThinkingState.READY, BotThinkingState.FAILING
    assert states == [ready, ready, ready, ready, ready, failing, failing, ready]
    end(one)


def test_what_is_thought_about_in_secret_says_nothing_of_it(tmp_path: Path) -> None:
    """Neither that it fails, nor that it works again."""
    one = thinker(tmp_path, *["die"] * 6, *["die"] * 3, NOTHING)
    for _ in range(3):
        with pytest.raises(NoThought):
            one.rank(seen(), "tree")
        with pytest.raises(NoThought):
            one.decide(seen(), 1, secretly=True)
    assert one.thinkers.state is BotThinkingState.READY
    for _ in range(3):
        with pytest.raises(NoThought):
            one.decide(seen(), 1)
    one.decide(seen(), 1, secretly=True)
    assert one.thinkers.state is BotThinkingState.FAILING
    end(one)


def test_the_coach_s_answers_are_no_others(tmp_path: Path) -> None:
    ranked = '{"type":"ranked","ranking":[{"position":3,"share":1.0}]}'
    ideas = '{"type":"suggested","ideas":[{"word":"tree","number":1,"cards":[3]}]}'
    one = thinker(tmp_path, ranked, ideas, ideas, ranked)
    assert one.rank(seen(), "tree").ranking == (messages.Likely(3, 1.0),)
    assert one.suggest(seen()).ideas == (messages.Idea("tree", 1, (3,)),)
    with pytest.raises(NoThought):
        one.rank(seen(), "tree")
    with pytest.raises(NoThought):
        one.suggest(seen())
    end(one)


def test_where_numpy_is_missing_no_process_is_started(tmp_path: Path) -> None:
    one = ThinkingClient(able=False, command=fake(tmp_path, NOTHING))
    assert one.thinkers == BotThinking(BotThinkingState.MISSING)
    with pytest.raises(NoThought):
        one.decide(seen(), 1)
    assert not (tmp_path / "count").exists()
    assert one.thinkers.state is BotThinkingState.MISSING


def test_the_process_that_is_shipped_says_nothing_of_what_it_was_asked(tmp_path: Path) -> None:
    """A fault of its own is told by its kind; and it goes on."""
    one = ThinkingClient(able=True, command=COMMAND)
    broken = b'{"type":"decide","view":{"kind":"key","secret":"WHALE"},"me":"p2"}'
    for line in (broken, b"", b"nonsense", b"\xff", b"[" * 100_000):
        answer = messages.read_answer(one._process.ask(line))
        assert isinstance(answer, messages.ThinkingFailed)
        assert answer.fault.isidentifier()
    assert one.decide(seen(), 1).command == "give_clue"
    process = one._process._process
    assert process is not None
    os.kill(process.pid, 9)
    process.wait()
    with pytest.raises(NoThought):
        one.decide(seen(), 1)
    assert one.decide(seen(), 1).command == "give_clue"
    end(one)


def test_the_server_s_side_needs_no_numpy() -> None:
    program = "import sys, undercast.thinking.client; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


class Slow:
    """A client whose process is in the midst of one thought, and threads that wait for it."""

    def __init__(self, tmp_path: Path) -> None:
        self.go = tmp_path / "go"
        self.asked = tmp_path / "asked"
        self.asked.touch()
        command = (sys.executable, "-c", textwrap.dedent(GATED), str(self.asked), str(self.go))
        self.client = ThinkingClient(able=True, command=command)
        self.threads: list[threading.Thread] = []
        self.ask("FIRST")
        eventually(self.asked.read_text)

    def ask(self, code: str, wanted: bool = True) -> None:
        """Have one more question of this room wait."""
        before = self._waiting()
        thread = threading.Thread(target=self._ask, args=(code, wanted))
        thread.start()
        self.threads.append(thread)
        eventually(lambda: len(self.threads) == 1 or self._waiting() > before)

    def thought(self) -> list[str]:
        """The rooms that were thought for, in their order, when all is done."""
        self.go.touch()
        for thread in self.threads:
            thread.join()
        end(self.client)
        return self.asked.read_text().split()[1:]

    def _waiting(self) -> int:
        return sum(map(len, self.client._queue._waiting.values()))

    def _ask(self, code: str, wanted: bool) -> None:
        now = room()
        now = replace(now, lobby=replace(now.lobby, code=code))
        with suppress(NoThought):
            self.client.decide(
                seat_snapshot(now, lobby_view(now, set()), BEN), 1, wanted=lambda: wanted
            )


GATED = """
import json, sys, time, pathlib
asked, go = map(pathlib.Path, sys.argv[1:])
print("ready", flush=True)
for line in sys.stdin.buffer:
    with asked.open("a") as out:
        out.write(json.loads(line)["view"]["lobby"]["code"] + "\\n")
    while not go.exists():
        time.sleep(0.01)
    print('{"type":"decided","command":null}', flush=True)
"""


def test_rooms_take_turns(tmp_path: Path) -> None:
    slow = Slow(tmp_path)
    for code in ("MANY", "MANY", "MANY", "ONCE", "TWICE", "TWICE"):
        slow.ask(code)
    assert slow.thought() == ["MANY", "ONCE", "TWICE", "MANY", "TWICE", "MANY"]


def test_what_nobody_waits_for_is_not_thought(tmp_path: Path) -> None:
    slow = Slow(tmp_path)
    for _ in range(5):
        slow.ask("PAUSES", wanted=False)
    slow.ask("PAUSES")
    slow.ask("OTHER")
    assert slow.thought() == ["OTHER", "PAUSES"]
    assert slow.client.failures == 0
    assert slow.client.thinkers.state is BotThinkingState.READY
