"""How a server ends."""

from types import SimpleNamespace
from typing import Any, cast

import gevent

from undercast.server.app import App
from undercast.server.serve import close


def test_nothing_is_done_by_the_clock_once_the_store_is_closed() -> None:
    done = list[str]()

    def task() -> None:
        while True:
            done.append("a task")
            gevent.sleep(0)

    doing = gevent.spawn(task)
    while not done:
        gevent.sleep(0)
    store = SimpleNamespace(close=lambda: done.append("closed"))
    close(
        cast("App", cast("Any", SimpleNamespace(cast_bridge=None, peers=None, store=store))), doing
    )
    for _ in range(10):
        gevent.sleep(0)
    assert done[-1] == "closed"
