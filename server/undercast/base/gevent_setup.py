"""Sets a serving process up for gevent, with quick imports.

Nearly all of a start is imports; what is skipped here made it half as long again.
"""

import gc
import logging
import sys
import threading
from collections.abc import Callable
from typing import Any

from gevent import GreenletExit, Timeout, config, events, get_hub, monkey

log = logging.getLogger(__name__)


SWITCH_INTERVAL = 0.0005
"""Python's thread switch interval, in seconds. A thread back from the disk, or the event loop back
from a system call, waits this long for a busy thread. With the default of 5 ms the WAL checkpoint,
which all commits wait for, took 60 to 90 ms on a busy server.
"""


def begin() -> None:
    """Patch the standard library: locks and sockets of what is imported from now on yield to other
    greenlets.
    """
    # It would search all installed packages for gevent plugins, 25 times.
    events.notify_and_call_entry_points = events.notify  # type: ignore[attr-defined]  # no stubs
    monkey.patch_all()
    # For debugging only, at 2 kB a connection.
    config.track_greenlet_tree = False
    # engine.io's client would load it and four more packages; the server needs none of them.
    sys.modules["requests"] = None  # type: ignore[assignment]  # "not installed"
    gc.disable()
    sys.setswitchinterval(SWITCH_INTERVAL)
    _load_without("redis", "valkey")


def _load_without(*clients: str) -> None:
    """Load python-socketio without the clients of its message queues, which nobody uses here. Where
    Redis keeps the rooms, its client is loaded when it is needed.
    """
    for client in clients:
        sys.modules[client] = None  # type: ignore[assignment]  # "not installed", for now
    import socketio  # noqa: F401, PLC0415  # only after everything is patched

    for client in clients:
        del sys.modules[client]


def in_a_thread(work: Callable[[], object]) -> None:
    """Run the work in a thread while other greenlets continue.

    A greenlet that is killed or times out still waits for the end: the lock that it holds protects
    what the thread uses.
    """
    faults: list[BaseException] = []

    def tried() -> None:
        try:
            work()
        except Exception as fault:  # noqa: BLE001  # raised below: gevent would print it as well
            faults.append(fault)

    threads, doing = get_hub().threadpool, None
    while doing is None or not doing.ready():
        try:
            doing = doing or threads.spawn(tried)
            doing.wait()
        except (GreenletExit, Timeout) as interruption:
            faults.append(interruption)
    for fault in faults:
        raise fault


def log_faults() -> None:
    """Log exceptions of greenlets and threads that nobody joins. By default both print them to
    stderr, a greenlet with all its arguments.
    """
    get_hub().print_exception = _log_fault  # type: ignore[assignment,method-assign]  # it prints
    threading.excepthook = lambda fault: _log_fault(
        None, fault.exc_type, fault.exc_value, fault.exc_traceback
    )


def _log_fault(_context: Any, kind: Any, value: Any, trace: Any) -> None:
    log.error("A background task failed", exc_info=(kind, value, trace))


GC_THRESHOLD_2 = 15
"""Young collections between two full ones (Python: 10). A full one stops all rooms for 20 ms, with
2,000 phones for 130. Fewer of them cost memory: under a flood of requests 200 MB with 1,000, 68
with 50.
"""


def freeze() -> None:
    """After all imports: exempt them from garbage collection, and turn it on."""
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], GC_THRESHOLD_2)
    gc.enable()
