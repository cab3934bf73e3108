"""The server's side of thinking, against processes that die, hang, and say what is none."""

import os
import sys
import textwrap
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from patience import PATIENCE
from room.evening import ANA, BEN, bots, deal, then
from room.evening import room as room_with
from rules.play import OPERATIVES_TAP
from undercast.commands import kinds
from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.service import Sight
from undercast.service.botseats import sight
from undercast.thinking import letters
from undercast.thinking.thinker import COMMAND, NoThought, Thinker
from undercast.views import Thinkers, ThinkersState, lobby_view

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


def seen(who: str = BEN) -> Sight:
    now = room()
    return sight(now, lobby_view(now, set()), who)


def fake(tmp_path: Path, *says: str) -> Sequence[str]:
    return (sys.executable, "-c", textwrap.dedent(FAKE), str(tmp_path / "count"), *says)


def thinker(tmp_path: Path, *says: str, patience: float = PATIENCE) -> Thinker:
    return Thinker(able=True, command=fake(tmp_path, *says), patience=patience)


def end(one: Thinker) -> None:
    with suppress(NoThought):
        one._worker.again()


@pytest.mark.parametrize("says", ["die", "half", *GARBAGE])
def test_what_is_no_answer_costs_one_thought(
    tmp_path: Path, says: str, caplog: pytest.LogCaptureFixture
) -> None:
    one = thinker(tmp_path, says, CLUE)
    with pytest.raises(NoThought):
        one.decide(seen(), 1)
    found = one.decide(seen(), 1)
    assert found.cards == (1, 2)
    assert found.move() == kinds.GiveClue(cmd_id="b", step=1, word="tree", number=2)
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
    one._worker._patience = 0.5
    with pytest.raises(NoThought):
        one.decide(seen(), 1)
    one._worker._patience = PATIENCE
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
    ready, failing = ThinkersState.READY, ThinkersState.FAILING
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
    assert one.thinkers.state is ThinkersState.READY
    for _ in range(3):
        with pytest.raises(NoThought):
            one.decide(seen(), 1)
    one.decide(seen(), 1, secretly=True)
    assert one.thinkers.state is ThinkersState.FAILING
    end(one)


def test_the_coach_s_answers_are_no_others(tmp_path: Path) -> None:
    ranked = '{"type":"ranked","ranking":[{"position":3,"share":1.0}]}'
    ideas = '{"type":"suggested","ideas":[{"word":"tree","number":1,"cards":[3]}]}'
    one = thinker(tmp_path, ranked, ideas, ideas, ranked)
    assert one.rank(seen(), "tree").ranking == (letters.Likely(3, 1.0),)
    assert one.suggest(seen()).ideas == (letters.Idea("tree", 1, (3,)),)
    with pytest.raises(NoThought):
        one.rank(seen(), "tree")
    with pytest.raises(NoThought):
        one.suggest(seen())
    end(one)


def test_where_numpy_is_missing_no_process_is_started(tmp_path: Path) -> None:
    one = Thinker(able=False, command=fake(tmp_path, NOTHING))
    assert one.thinkers == Thinkers(ThinkersState.MISSING)
    with pytest.raises(NoThought):
        one.decide(seen(), 1)
    assert not (tmp_path / "count").exists()
    assert one.thinkers.state is ThinkersState.MISSING


def test_the_process_that_is_shipped_says_nothing_of_what_it_was_asked(tmp_path: Path) -> None:
    """A fault of its own is told by its kind; and it goes on."""
    one = Thinker(able=True, command=COMMAND)
    broken = b'{"type":"decide","view":{"kind":"key","secret":"WHALE"},"me":"p2"}'
    for line in (broken, b"", b"nonsense", b"\xff", b"[" * 100_000):
        answer = letters.read_answer(one._worker.ask(line))
        assert isinstance(answer, letters.Failed)
        assert answer.fault.isidentifier()
    assert one.decide(seen(), 1).command == "give_clue"
    process = one._worker._process
    assert process is not None
    os.kill(process.pid, 9)
    process.wait()
    with pytest.raises(NoThought):
        one.decide(seen(), 1)
    assert one.decide(seen(), 1).command == "give_clue"
    end(one)
