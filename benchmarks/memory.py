"""How much memory do idle sockets and rooms take, and how large is a view?

python benchmarks/memory.py [--sockets 1000]
"""

# ruff: noqa: INP001, T201

import argparse
import contextlib
import time
from pathlib import Path

from contenders import BARE, UNDERCAST, Starter, contenders, undercast
from reveals import House
from swarm import Swarm, is_view_of
from tables import Game


def resident(process: int) -> float:
    """Megabytes of a process (Linux)."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def growth(start: Starter, size: int) -> tuple[float, float]:
    """Megabytes before anybody is there, and more with this many sockets."""
    with start() as (port, process):
        before = settled(port, process)
        swarm = Swarm(port, size)
        swarm.idle(2)
        after = resident(process)
        swarm.close()
    return before, after - before


def settled(port: int, process: int) -> float:
    """Megabytes of a server that has seen some sockets already: what it needs only once."""
    Swarm(port, 20).close()
    time.sleep(1)
    return resident(process)


def casting() -> tuple[float, float]:
    """Megabytes of an idle server that looks for televisions, and of its process for that."""
    with undercast(cast=True) as (port, process):
        server = settled(port, process)
        time.sleep(2)
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        return server, sum(resident(int(child)) for child in children)


def rooms(size: int) -> float:
    """Megabytes that this many rooms of Undercast take, each with a game and one person."""
    with undercast() as (port, process):
        swarm = Swarm(port, size)
        Game(swarm.members[:1])
        swarm.idle(1)
        before = resident(process)
        for member in swarm.members[1:]:
            Game([member])
        swarm.idle(1)
        after = resident(process)
        swarm.close()
    return after - before


def evening(size: int) -> tuple[float, float]:
    """Megabytes that this many rooms take more when they have played; and reveals in each."""
    with undercast() as (port, process):
        house = House(UNDERCAST, port, size)
        house.play(1)
        before = resident(process)
        reveals, _ = house.play(12)
        after = resident(process)
        house.close()
    return after - before, reveals / size


def view_sizes() -> dict[str, tuple[int, int]]:
    """Bytes of a view message after the first clue, and when the last card was touched."""
    with undercast() as (port, _):
        swarm = Swarm(port, 3)
        game = Game(swarm.members)
        sizes: list[tuple[int, int]] = []
        while game.games == 1:
            game.act()
            swarm.until_all_hear(is_view_of(game.step))
            sizes.append((len(swarm.members[0].view), len(swarm.members[2].view)))
        swarm.close()
    (key, public), (key_at_end, public_at_end) = sizes[0], sizes[-2]  # the last is the next game's
    return {"with the key": (key, key_at_end), "without": (public, public_at_end)}


def main() -> None:
    """Measure, and print the tables."""
    with contextlib.suppress(ImportError):
        import resource  # noqa: PLC0415 - there is none on Windows

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sockets", type=int, default=1000)
    size = parser.parse_args().sockets
    print(f"| server | MB alone | MB for {size} idle sockets | of the baseline |")
    print("| --- | ---: | ---: | ---: |")
    with contenders() as starters:
        grown = {name: growth(start, size) for name, start in starters.items()}
    for name, (alone, more) in grown.items():
        print(f"| {name} | {alone:.0f} | {more:.1f} | {more / grown[BARE][1]:.2f} |")
    alone, more = grown[UNDERCAST]
    server, caster = casting()
    played, reveals = evening(60)
    print("\n| Undercast | MB |")
    print("| --- | ---: |")
    print(f"| alone, without casting | {alone:.0f} |")
    print(f"| alone | {server:.0f} |")
    print(f"| its process for casting | {caster:.0f} |")
    print(f"| {size} idle sockets more | {more:.1f} |")
    print(f"| {size} rooms more, each with a game and one person | {rooms(size):.1f} |")
    print(f"| 60 rooms after {reveals:.0f} more reveals in each | {played:.1f} |")
    print("\n| view message | bytes after the first clue | bytes at the end |")
    print("| --- | ---: | ---: |")
    for name, (first, last) in view_sizes().items():
        print(f"| {name} | {first} | {last} |")


if __name__ == "__main__":
    main()
