"""What do ten thousand phones cost, and how long until all of them are back?

    python benchmarks/crowd.py [--sockets 10000] [--workers 1 2] [--seconds 20]

Ten people watch in each room, while six other rooms play as in guests.py. Then everybody hangs up,
and all dial again at once, as in returning.py. One process serves at most 10,000 connections, so
slightly fewer are tried there.
"""

# ruff: noqa: INP001, T201

import argparse
import multiprocessing
import time
from multiprocessing.connection import Connection

from guests import Innocents, percentiles
from houses import House, Kind, started
from returning import PEOPLE, Place, all_at_once
from swarm import Member, Swarm, address_of
from tables import Game

MAX_OF_ONE = 9_900

OPTIONS = ("--no-bots",)


def crowd(port: int, sockets: int, line: Connection) -> None:
    """Come in, tell the rooms, and stay until the line says something."""
    swarm, rooms = Swarm(port, 0), []
    for number in range(sockets):
        if number % PEOPLE == 0:
            member = Member(port, address_of(number))
            rooms.append(Game([member]).room)
        else:
            member = Member(port, address_of(number), rooms[-1])
            member.ask("watch", protocol=2, room=rooms[-1])
        swarm.add(member)
        if number % 200 == 0:
            swarm.idle(0)  # pings are answered
    line.send(rooms)
    while not line.poll():
        swarm.idle(0.2)
    swarm.close()


def row(kind: Kind, sockets: int, seconds: float) -> str:
    """A line of the table: what they cost one kind of server."""
    with started(kind, *OPTIONS) as house:
        innocents = Innocents(house.port)
        innocents.play(2)
        quiet = innocents.play(seconds)
        innocents.leave()
        before = house.megabytes()
        line, theirs = multiprocessing.Pipe()
        process = multiprocessing.get_context("fork").Process(
            target=crowd, args=(house.port, sockets, theirs)
        )
        began = time.monotonic()
        process.start()
        rooms = line.recv()
        came = time.monotonic() - began
        more = house.megabytes() - before
        idle = at_rest(house, seconds)
        innocents = Innocents(house.port)
        innocents.play(2)
        beside = innocents.play(seconds)
        innocents.leave()
        line.send("go")
        process.join()
        until_gone(house, sockets)
        connected, back = all_at_once(house.port, [Place(room, None) for room in rooms], sockets)
    shown = [kind.name, f"{sockets:,}", f"{came:.0f}", f"{more / sockets * 1000:.1f}"]
    shown += [f"{idle / sockets * 1000 * 100:.2f}"]
    shown += [f"{took:.1f}" for took in (*percentiles(quiet), *percentiles(beside))]
    return f"| {' | '.join([*shown, f'{connected:.1f}', f'{back:.1f}'])} |"


def until_gone(house: House, sockets: int) -> None:
    """Wait until the server has let them go: one process takes no more than 10,000."""
    while house.descriptors() > sockets / 10:
        time.sleep(0.05)


def at_rest(house: House, seconds: float) -> float:
    """Processor seconds a second while nobody does anything."""
    before = house.busy()
    time.sleep(seconds)
    return (house.busy() - before) / seconds


def main() -> None:
    """Measure, and print a line for each kind."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sockets", type=int, default=10_000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--seconds", type=float, default=20.0)
    options = parser.parse_args()
    print("| server | sockets | came in s | MB for 1,000 | % of a core for 1,000 at rest ", end="")
    print("| tap p50 ms | p99 | beside them p50 | p99 | connected again s | back s |")
    print(f"| --- {'| ---: ' * 10}|")
    for kind in (Kind(), *(Kind(number, "everysec") for number in options.workers)):
        most = min(options.sockets, MAX_OF_ONE * kind.workers)
        print(row(kind, most // PEOPLE * PEOPLE, options.seconds), flush=True)


if __name__ == "__main__":
    main()
