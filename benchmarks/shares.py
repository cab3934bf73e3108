"""Where does the processor time of a tap go?

    python benchmarks/shares.py [--seconds 8] [--rooms 60]

The server does the work of reveals.py, and a sampler driven by its processor time notes which part
runs. Clues and new games are included, as in play.
"""

# ruff: noqa: INP001, T201

import argparse
import json
import os
import signal
import tempfile
import time
from pathlib import Path
from typing import Any

from contenders import HERE, UNDERCAST, undercast
from reveals import House


def sampled(rooms: int, seconds: float) -> tuple[int, dict[str, Any]]:
    """Play; how many reveals, and what the server noted meanwhile."""
    with tempfile.TemporaryDirectory(prefix="undercast-bench-") as folder:
        notes = Path(folder) / "samples.json"
        with undercast(str(HERE / "servers" / "sampled.py"), str(notes)) as (port, process):
            house = House(UNDERCAST, port, rooms)
            house.play(1)
            os.kill(process, signal.SIGUSR1)
            reveals, _ = house.play(seconds)
            os.kill(process, signal.SIGUSR2)
            while not notes.exists():
                time.sleep(0.01)
            house.close()
        return reveals, json.loads(notes.read_text())


def main() -> None:
    """Measure, and print one line for each part."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rooms", type=int, default=60)
    options = parser.parse_args()
    reveals, noted = sampled(options.rooms, options.seconds)
    samples: dict[str, int] = noted["samples"]
    total = sum(samples.values())
    each = noted["seconds"] / reveals * 1e6
    print("| part | µs of a reveal | share |")
    print("| --- | ---: | ---: |")
    for part, seen in sorted(samples.items(), key=lambda item: -item[1]):
        print(f"| {part} | {each * seen / total:.0f} | {seen / total:.0%} |")
    print(f"| together | {each:.0f} | |")
    print(f"\n{reveals} reveals, {total} samples in {noted['seconds']:.1f} s of processor time")


if __name__ == "__main__":
    main()
