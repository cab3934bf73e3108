"""The real server, for whom days pass quickly: for soak.py.

    days.py METER TIMES serve …

Only how long rooms are kept goes by those days; the clocks of games are the real ones. What is done
every hour and every minute is done every hour of theirs. Every few seconds a line of JSON is added
to the file METER: what only the process itself can know.
"""

# ruff: noqa: INP001

import dataclasses
import functools
import gc
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from undercast.base import gevent_setup

gevent_setup.begin()

import gevent  # noqa: E402
import greenlet  # noqa: E402

from undercast.cast import messages  # noqa: E402
from undercast.cli import main as cli  # noqa: E402
from undercast.server import app, serve  # noqa: E402
from undercast.server.app import App  # noqa: E402
from undercast.server.maintenance import Maintenance  # noqa: E402

EVERY = 5.0
"""Seconds between two lines."""

TICK = 0.01
"""Seconds between two looks at how late the event loop is."""


class Meter:
    """Notes how late the loop was, and how many things there are."""

    def __init__(self, file: Path, app: App) -> None:
        self._file, self._app = file, app
        self._late: list[float] = []

    def look(self) -> None:
        """Never returns."""
        while True:
            due = time.perf_counter() + TICK
            gevent.sleep(TICK)
            self._late.append(time.perf_counter() - due)

    def write(self) -> None:
        """Never returns."""
        while True:
            gevent.sleep(EVERY)
            late, self._late = sorted(self._late), []
            if not late:
                continue
            line = {
                "pid": os.getpid(),
                "lag_p99": late[len(late) * 99 // 100] * 1000,
                "lag_most": late[-1] * 1000,
                "rooms": self._app.rooms.loaded_count,
                "greenlets": greenlets_now(),
            }
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
            self._late.clear()  # counting is no lateness of the server's


def greenlets_now() -> int:
    """How many there are; counted while no thread works: who looks at a tuple that a thread is just
    making breaks it.
    """
    while len(gevent.get_hub().threadpool):
        gevent.sleep(TICK)
    return sum(isinstance(each, greenlet.greenlet) for each in gc.get_objects())


def hasten(file: Path, times: float) -> None:
    """Let days pass so many times as quickly for every server that this process makes."""
    create = serve.create_app

    def days() -> int:
        return int(time.time() * times * 1000)

    def chores(made: App) -> None:
        daily = Maintenance(made)
        while True:
            gevent.sleep(3600 / times)
            daily.expire()
            made.rooms.evict_idle()

    def create_app(*given: Any, **more: Any) -> App:
        made = dataclasses.replace(create(*given, **more), clock=days)
        meter = Meter(file, made)
        for work in (meter.look, meter.write, functools.partial(chores, made)):
            gevent.spawn(work)
        return made

    serve.create_app = create_app


def main() -> int:
    """The command line's, with other days; televisions are looked for on this computer only."""
    file, times = Path(sys.argv.pop(1)), float(sys.argv.pop(1))
    app.StartMessage = functools.partial(messages.StartMessage, interfaces=("127.0.0.1",))
    gevent_setup.begin = lambda: None  # done
    hasten(file, times)
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
