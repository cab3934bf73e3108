"""The real server, looked at while it works: where does its processor time go?

Every few milliseconds of processor time it notes which part of the program is running. SIGUSR1
begins anew; SIGUSR2 writes a JSON file, the first argument: samples by part, and the processor
seconds since. The other arguments are the command line's.
"""

# ruff: noqa: INP001

import json
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType

from undercast.cli import main

INTERVAL = 0.001
"""Processor seconds; the system rounds this up to its own tick."""

PARTS = {
    "codenames and key of a new game": ["deals.py"],
    "command decided: permission, referee, rules": ["deciding.py:decide"],
    "entry applied: rules and room": ["evolve.py:evolve"],
    "log: entry to JSON, SQLite": ["sqlite.py:append"],
    "view to JSON, in a frame": ["sessions.py:_frame", "packets.py:event_frame"],
    "frames to the sockets": ["client.py:_send", "websocket.py:broadcast"],
    "views, and whose has changed": ["telling.py:changes"],
    "checking the command": ["commands.py:_parsed", "limits.py"],
    "room's lock, known command, handlers": ["service/", "handlers.py"],
    "Socket.IO: packet in, dispatch, ack": ["websocket.py:_receive"],
    "WebSocket frame in": ["frames.py", "wsproto/"],
    "reading and waiting": ["client.py", "websocket.py"],
    "event loop": ["gevent/"],
}
"""Where each part is: a piece of a file's path, perhaps with a function. Whatever a function calls
belongs to it; the first part of this table that is at work anywhere in the stack counts."""


class Samples:
    """What was seen since the last `begin`."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seen: Counter[str] = Counter()
        self._known: dict[CodeType, int] = {}
        self._began = time.process_time()

    def begin(self, *_: object) -> None:
        """Forget what was seen."""
        self._seen.clear()
        self._began = time.process_time()

    def take(self, _: int, frame: FrameType | None) -> None:
        """Note what runs now."""
        rank = len(PARTS)
        while frame is not None:
            rank = min(rank, self._rank(frame.f_code))
            frame = frame.f_back
        self._seen[[*PARTS, "the rest"][rank]] += 1

    def write(self, *_: object) -> None:
        """Tell what was seen."""
        told = {"seconds": time.process_time() - self._began, "samples": self._seen}
        beside = self._file.with_suffix(".new")
        beside.write_text(json.dumps(told))
        beside.replace(self._file)

    def _rank(self, code: CodeType) -> int:
        if code not in self._known:
            self._known[code] = rank_of(code.co_filename, code.co_name)
        return self._known[code]


def rank_of(file: str, name: str) -> int:
    """The place in `PARTS` of the part that a function belongs to."""
    for rank, places in enumerate(PARTS.values()):
        for place in places:
            where, _, function = place.partition(":")
            if where in file and function in ("", name):
                return rank
    return len(PARTS)


if __name__ == "__main__":
    samples = Samples(Path(sys.argv[1]))
    signal.signal(signal.SIGUSR1, samples.begin)
    signal.signal(signal.SIGUSR2, samples.write)
    signal.signal(signal.SIGPROF, samples.take)
    signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)
    sys.exit(main.main(sys.argv[2:]))
