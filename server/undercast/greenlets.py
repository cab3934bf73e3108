"""How a process that serves begins and goes on importing: with greenlets, and quickly.

Nearly all of a start is imports. What is left out here made them half as long again.
"""

import gc
import logging
import sys
import threading
from collections.abc import Callable
from typing import Any

from gevent import GreenletExit, Timeout, config, events, get_hub, monkey

log = logging.getLogger(__name__)


SWITCH = 0.0005
"""Seconds for which one thread keeps another one waiting, while both have work to do. After as long
goes on whatever waits for the disk in a thread, each time that it comes back from the disk; and the
event loop, each time that it comes back from a system call. With Python's 5 ms writing back the log
beside a busy server, which all commits wait for, took 60 to 90 ms.
"""


def begin() -> None:
    """Patch the standard library: locks and sockets of whatever is imported from now on let other
    greenlets run.
    """
    # It would look through all installed packages for plugins of its own, 25 times.
    events.notify_and_call_entry_points = events.notify  # type: ignore[attr-defined]  # no stubs
    monkey.patch_all()
    # Who spawned whom is for debugging; it is 2 kB of each connection.
    config.track_greenlet_tree = False
    # engine.io's client would load it and four more; we are no client, and it does without.
    sys.modules["requests"] = None  # type: ignore[assignment]  # the way to say "not here"
    gc.disable()
    sys.setswitchinterval(SWITCH)
    _load_without("redis", "valkey")


def _load_without(*clients: str) -> None:
    """Load python-socketio without what it would load for queues that nobody has: where an engine
    keeps the rooms its client is there, and is loaded when it is needed.
    """
    for client in clients:
        sys.modules[client] = None  # type: ignore[assignment]  # "not here", for now
    import socketio  # noqa: F401, PLC0415  # now, and not before everything is patched

    for client in clients:
        del sys.modules[client]


def in_a_thread(work: Callable[[], object]) -> None:
    """Do the work in a thread, while other greenlets go on.

    A greenlet that is killed or times out meanwhile still waits for the end: the lock that it holds
    protects what the thread uses.
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
    """Have the log tell of what fails in a greenlet or a thread and nobody waits for. Both would
    print it beside the log, a greenlet with all that it was given.
    """
    get_hub().print_exception = _log_fault  # type: ignore[assignment,method-assign]  # it prints
    threading.excepthook = lambda fault: _log_fault(
        None, fault.exc_type, fault.exc_value, fault.exc_traceback
    )


def _log_fault(_context: Any, kind: Any, value: Any, trace: Any) -> None:
    log.error("A background task failed", exc_info=(kind, value, trace))


SELDOM = 15
"""Looks at what is younger, between two through everything for garbage. Such a one stops all rooms
for 20 ms, and for 130 where 2,000 phones are connected; Python does it after 10. What is not looked
for grows: under a flood of requests 200 MB with 1,000, 68 with 50.
"""


def begun() -> None:
    """To be called when everything is imported: it stays, and is not looked through for garbage."""
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], SELDOM)
    gc.enable()
