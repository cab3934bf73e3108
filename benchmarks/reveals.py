"""How many reveals a second, with five people in each room?

    python benchmarks/reveals.py [--seconds 5] [--rooms 60]

In every room the next tap comes as soon as the last one was seen by all five.
"""

# ruff: noqa: INP001, T201

import argparse
import time

from contenders import BARE, Starter, contenders
from swarm import Member, Swarm, is_view_of
from tables import Table, table

PEOPLE = 5


def reveals(contender: str, start: Starter, rooms: int, seconds: float) -> float:
    """Reveals a second over all rooms."""
    with start() as (port, _):
        swarm = Swarm(port, rooms * PEOPLE)
        place: dict[Member, Table] = {}
        for i in range(rooms):
            members = swarm.members[i::rooms]
            place.update(dict.fromkeys(members, table(contender, members, f"room {i}")))
        missing = dict.fromkeys(place.values(), 0)
        taps = 0
        began = time.perf_counter()
        for room in missing:
            room.act()
            missing[room] = PEOPLE
        while time.perf_counter() - began < seconds:
            for member in swarm.hearing(lambda member: is_view_of(place[member].step)):
                room = place[member]
                missing[room] -= 1
                if not missing[room]:
                    taps += room.act()
                    missing[room] = PEOPLE
        took = time.perf_counter() - began
        swarm.close()
    return taps / took


def main() -> None:
    """Measure, and print one line for each contender."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rooms", type=int, default=60)
    options = parser.parse_args()
    print("| server | reveals a second | of the baseline |")
    print("| --- | ---: | ---: |")
    with contenders() as starters:
        rates = {
            name: reveals(name, start, options.rooms, options.seconds)
            for name, start in starters.items()
        }
    for name, rate in rates.items():
        print(f"| {name} | {rate:.0f} | {rate / rates[BARE]:.2f} |")


if __name__ == "__main__":
    main()
