"""The server's time goes on by what passed, and follows the computer's clock only when told so."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from room_harness import Bench
from undercast.base.clock import SteadyClock, unix_ms
from undercast.server.maintenance import Maintenance

HOUR = 3_600_000


class Computer:
    """Its two clocks."""

    def __init__(self) -> None:
        self.wall = 1_800_000_000_000
        self.passed = 5 * 10**9

    def go_on(self, seconds: int) -> None:
        self.wall += seconds * 1000
        self.passed += seconds * 10**9


def test_it_does_not_jump_with_the_computers_clock() -> None:
    computer = Computer()
    clock = SteadyClock(lambda: computer.wall, lambda: computer.passed)
    began = clock()
    assert began == computer.wall
    for jump in (HOUR, -3 * HOUR, 0):
        computer.wall += jump
        computer.go_on(10)
    assert clock() == began + 30_000


def test_it_follows_when_it_is_set_anew() -> None:
    computer = Computer()
    clock = SteadyClock(lambda: computer.wall, lambda: computer.passed)
    computer.wall += HOUR
    clock.reset()
    computer.go_on(1)
    assert clock() == computer.wall


@pytest.mark.parametrize("off", [-40, 7, 0])
def test_it_leans_towards_another_clock_and_neither_goes_back_nor_jumps(off: int) -> None:
    computer = Computer()
    clock = SteadyClock(lambda: computer.wall, lambda: computer.passed)
    computer.wall += off
    clock.slew()
    for second in range(1, 61):
        before = clock()
        computer.go_on(1)
        assert 999 <= clock() - before <= 1001
        assert abs(clock() - computer.wall) == max(0, abs(off) - second)
    computer.go_on(86_400)  # once there, it goes on as ever
    assert clock() == computer.wall


def test_who_answers_late_is_not_believed() -> None:
    computer = Computer()

    def late() -> int:
        computer.passed += 51_000_000
        return computer.wall

    clock = SteadyClock(lambda: computer.wall, lambda: computer.passed)
    clock._wall = late
    computer.wall += HOUR
    began = clock()
    clock.slew()
    computer.passed += 10**9
    assert clock() == began + 1051


def test_which_happens_when_nobody_is_connected(tmp_path: Path) -> None:
    computer, bench = Computer(), Bench(tmp_path)
    steady = SteadyClock(lambda: computer.wall, lambda: computer.passed)
    server: Any = SimpleNamespace(rooms=bench.rooms, steady_clock=steady, peers=None)
    maintenance = Maintenance(server)
    code = bench.create()
    bench.enter(code, None)
    began = steady()
    computer.wall += HOUR
    maintenance._forget_idle()
    assert steady() == began
    bench.connections.here.pop(code)
    maintenance._forget_idle()
    assert steady() == began + HOUR


def test_it_is_the_time() -> None:
    before = unix_ms()
    assert before - 1000 <= SteadyClock()() <= unix_ms() + 1000
