"""A server that gevent has patched, casting: run by test_supervisor.py as a process of its own.

Prints one JSON object: what it heard, and the longest time for which nothing else could run.
"""

# ruff: noqa: E402
from gevent import monkey

monkey.patch_all()

import json
import sys
import threading
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from patience import PATIENCE
from undercast.cast.messages import CastState, Devices, StartMessage
from undercast.cast.supervisor import Supervisor


def main(device: str) -> None:
    heard: list[Any] = []
    changed = threading.Condition()
    gaps = [0.0]
    over = threading.Event()

    def hear(message: Any) -> None:
        with changed:
            heard.append(message)
            changed.notify_all()

    def tick() -> None:
        before = time.monotonic()
        while not over.wait(0.005):
            now = time.monotonic()
            gaps.append(now - before)
            before = now

    def wait_for(kind: type, state: str = "") -> None:
        with changed:
            assert changed.wait_for(
                lambda: any(
                    isinstance(m, kind) and (not state or m.state == state)  # type: ignore[attr-defined]
                    for m in heard
                ),
                PATIENCE,
            ), heard

    ticker = threading.Thread(target=tick)
    ticker.start()
    supervisor = Supervisor(
        StartMessage("127.0.0.1", 8000, interfaces=("127.0.0.1",)), on_update=hear
    )
    supervisor.start()
    wait_for(Devices)
    supervisor.cast("BKTM", f"at-{device}", "/tv/BKTM")
    wait_for(CastState, "loading")
    supervisor.page_connected("BKTM", next(m.nonce for m in heard if hasattr(m, "nonce")))
    wait_for(CastState, "showing")
    supervisor.stop()
    over.set()
    ticker.join()
    states = list(dict.fromkeys(m.state for m in heard if isinstance(m, CastState)))
    sys.stdout.write(json.dumps({"states": states, "longest": max(gaps)}))


main(sys.argv[1])
