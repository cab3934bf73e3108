"""The process that asks, as a server has it: it holds up nobody, and none of its faults hurts."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from msgspec import Raw

from bots.boards import dealt, seen, shuffled
from llm.fake import Behaviour, clever, endpoint, reply, says, sends
from patience import PATIENCE, in_time
from room.evening import ANA, BEN, CEM, then
from rules.play import clue, touch
from undercast.bots.bot import Seen, Style
from undercast.llm.endpoint import KEY
from undercast.llm.proposals import Clue, Proposal, Ranking
from undercast.thinking.advice import Adviser
from undercast.thinking.letters import Consult

SECRET = "sk-very-secret-0123456789"

LETTERS = shuffled(1)
REDS = [place for place, letter in enumerate(LETTERS) if letter == "r"]

GIVES = seen(dealt(1, letters=LETTERS), ANA)


def guesses(key: str) -> Seen:
    """Ocean 3, and one of its cards was found: on two keys that agree about that one."""
    now = then(dealt(1, letters=key), ANA, clue("ocean", 3))
    return seen(then(now, CEM, touch(REDS[0])), CEM)


@contextmanager
def advice(url: str, **other: object) -> Iterator[Adviser]:
    asks = Adviser(url, "tiny", **other)  # type: ignore[arg-type]
    try:
        yield asks
    finally:
        asks.stop()


def proposed(asks: Adviser, what: Seen = GIVES) -> Proposal | None:
    view = Raw(msgspec.json.encode(what.view))
    place = (view, what.step, what.seat, what.me, Style.NORMAL, what.languages, 1)
    return asks.ask(lambda number: Consult(*place, id=number))


def python(program: str) -> tuple[str, ...]:
    """An asker that is none of ours."""
    return (sys.executable, "-c", program)


def test_a_model_is_asked_beside_the_server() -> None:
    with endpoint(says(clever)) as fake, advice(fake.url) as asks:
        assert proposed(asks) == Clue("zebra", tuple(REDS[:2]))
        ranked = proposed(asks, guesses(LETTERS))
        assert isinstance(ranked, Ranking)
        assert [sure for _, sure in ranked.sure] == [80, 80]
        waits = seen(dealt(1), BEN)
        assert proposed(asks, waits) is None
    assert len(fake.requests) == 2


def test_two_keys_same_bytes_leave_the_house() -> None:
    """Through the process, headers included; and the same proposal comes back."""
    other = LETTERS
    seed = 2
    while other == LETTERS or other[REDS[0]] != "r":
        seed, other = seed + 1, shuffled(seed)
    sent, got = [], []
    with endpoint(says(clever)) as fake:
        for key in (LETTERS, other):
            with advice(fake.url) as asks:
                got.append(proposed(asks, guesses(key)))
            sent.append(fake.requests.pop())
    assert sent[0] == sent[1]
    assert got[0] == got[1]
    assert got[0] is not None


@pytest.mark.parametrize(
    "behaviour", [sends(b""), sends(reply(b"", "500 Oops")), says("Never!"), says("[" * 90_000)]
)
def test_a_model_that_fails_proposes_nothing_and_is_asked_again(
    behaviour: Behaviour, capfd: pytest.CaptureFixture[str]
) -> None:
    with endpoint(behaviour) as fake, advice(fake.url) as asks:
        assert proposed(asks) is None
        fake.behaviour = says(clever)
        assert proposed(asks, guesses(LETTERS)) is not None
    (line,) = capfd.readouterr().err.splitlines()
    assert "The language model gave no proposal" in line
    assert_tells_nothing(line)


def assert_tells_nothing(line: str) -> None:
    """No word of the board, no key."""
    assert GIVES.view.game is not None
    assert not [name for name in GIVES.view.game.codenames if name.lower() in line.lower()]
    assert SECRET not in line


def test_a_view_that_is_none_costs_one_question(capfd: pytest.CaptureFixture[str]) -> None:
    with endpoint(says(clever)) as fake, advice(fake.url) as asks:
        view = Raw(b'{"kind": "key", "key": ["WHALE"]}')
        place = (view, 1, GIVES.seat, GIVES.me, Style.NORMAL, ("en",), 1)
        assert asks.ask(lambda number: Consult(*place, id=number)) is None
        assert proposed(asks) is not None
    (line,) = capfd.readouterr().err.splitlines()
    assert line.endswith("A language model could not be asked: ValidationError")


def test_several_rooms_wait_beside_each_other() -> None:
    """One model that says nothing yet holds up no other question."""
    together, go = threading.Barrier(3), threading.Event()

    def answers(connection: object, body: dict[str, object]) -> None:
        together.wait(PATIENCE)
        go.wait(PATIENCE)
        says(clever)(connection, body)  # type: ignore[arg-type]

    got: list[Proposal | None] = []
    with endpoint(answers) as fake, advice(fake.url) as asks:
        asking = [
            threading.Thread(target=lambda what=what: got.append(proposed(asks, what)))
            for what in (GIVES, guesses(LETTERS))
        ]
        for thread in asking:
            thread.start()
        together.wait(PATIENCE)
        assert (
            proposed(asks, seen(dealt(1), BEN)) is None
        )  # who has nothing to ask waits for nobody
        assert not got
        go.set()
        for thread in asking:
            thread.join()
    assert len([one for one in got if one is not None]) == 2


@pytest.mark.parametrize(
    "program",
    ["", "raise SystemExit(3)", "print('{'); input()", 'print(\'{"id": 1, "proposal": 7}\')'],
)
def test_an_asker_that_dies_or_babbles_proposes_nothing(program: str) -> None:
    with advice("http://localhost", command=python(program)) as asks:
        for _ in range(3):
            assert proposed(asks) is None


def test_where_no_process_can_be_started_nothing_is_proposed() -> None:
    with advice("http://localhost", command=("/no/such/program",)) as asks:
        assert proposed(asks) is None


def test_an_asker_that_hangs_is_killed(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    program = f"import os, time; open({str(note)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    with advice("http://localhost", command=python(program), patience=2.0) as asks:
        began = time.monotonic()
        assert proposed(asks) is None
        assert time.monotonic() - began < in_time(10)
        first = int(note.read_text())
        wait_for_the_end_of(first)
        assert proposed(asks) is None  # another one was started
        assert int(note.read_text()) != first


def wait_for_the_end_of(pid: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
        except OSError:
            return
        time.sleep(0.01)
    raise AssertionError(f"{pid} still runs")


def test_it_ends_with_the_server_and_after_it_was_stopped() -> None:
    with endpoint(says(clever)) as fake:
        asks = Adviser(fake.url, "tiny")
        assert proposed(asks) is not None
        assert asks._process is not None
        pid = asks._process.pid
        asks.stop()
        wait_for_the_end_of(pid)


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="looks into /proc")
def test_the_key_is_in_no_command_line(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(KEY, SECRET)
    with endpoint(says(clever)) as fake, advice(fake.url) as asks:
        assert proposed(asks) is not None
        assert asks._process is not None
        line = Path(f"/proc/{asks._process.pid}/cmdline").read_bytes()
        fake.behaviour = sends(reply(SECRET.encode(), f"500 {SECRET}"))
        assert proposed(asks, guesses(LETTERS)) is None
    assert SECRET.encode() in fake.requests[0]
    assert b"undercast.thinking.adviser" in line
    assert SECRET.encode() not in line
    said = capfd.readouterr()
    assert said.err.count("\n") == 1
    assert_tells_nothing(said.err + said.out)


def test_the_server_s_side_needs_no_numpy() -> None:
    program = "import sys, undercast.thinking.thinker; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
