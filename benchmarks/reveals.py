"""How many reveals a second, with five people in each room?

    python benchmarks/reveals.py [--seconds 5] [--rooms 60]

In every room the next tap comes as soon as all five have seen the last one.
"""

# ruff: noqa: INP001, T201

import argparse
import os
import time
from pathlib import Path

from contenders import BARE, Starter, contenders
from swarm import Member, Swarm, address_of, is_view_of
from tables import Table, table

PEOPLE = 5


class House:
    """Rooms of five people each, in all of which is played at the same time."""

    def __init__(self, contender: str, port: int, rooms: int) -> None:
        self._swarm = Swarm(port, 0)
        self._place: dict[Member, Table] = {}
        for i in range(rooms):
            addresses = [address_of(i + rooms * number) for number in range(PEOPLE)]
            room = table(contender, port, addresses, f"room {i}")
            for member in room.members:
                self._swarm.add(member)
                self._place[member] = room

    def play(self, seconds: float) -> tuple[int, float]:
        """Play for so long; how many reveals, and seconds until all have seen the last ones."""
        missing = dict.fromkeys(self._place.values(), PEOPLE)
        taps = 0
        began = time.perf_counter()
        for room in missing:
            room.act()
        while missing:
            for member in self._swarm.hearing(lambda member: is_view_of(self._place[member].step)):
                room = self._place[member]
                missing[room] -= 1
                if missing[room]:
                    continue
                if time.perf_counter() - began < seconds:
                    taps += room.act()
                    missing[room] = PEOPLE
                else:
                    del missing[room]
        return taps, time.perf_counter() - began

    def close(self) -> None:
        """Everybody leaves."""
        self._swarm.close()


def reveals(contender: str, start: Starter, rooms: int, seconds: float) -> tuple[float, float]:
    """Reveals a second over all rooms, and the server's processor time of each in microseconds."""
    with start() as (port, process):
        house = House(contender, port, rooms)
        before = processor_seconds(process)
        taps, took = house.play(seconds)
        busy = processor_seconds(process) - before
        house.close()
    return taps / took, busy / taps * 1e6


def processor_seconds(process: int) -> float:
    """What a process has had of the processor so far (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    user, system = int(fields[11]), int(fields[12])
    return (user + system) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure, and print one line for each contender."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rooms", type=int, default=60)
    options = parser.parse_args()
    print("| server | reveals a second | of the baseline | processor µs a reveal |")
    print("| --- | ---: | ---: | ---: |")
    with contenders() as starters:
        found = {
            name: reveals(name, start, options.rooms, options.seconds)
            for name, start in starters.items()
        }
    baseline, _ = found[BARE]
    for name, (rate, busy) in found.items():
        print(f"| {name} | {rate:.0f} | {rate / baseline:.2f} | {busy:.0f} |")


if __name__ == "__main__":
    main()
