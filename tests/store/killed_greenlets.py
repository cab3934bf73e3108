"""Greenlets that are killed while they wait for a commit of several: `killed_greenlets.py FOLDER`.

The disk takes as long as the test wants. Says nothing when all is as it must be.
"""

from patience import PATIENCE
from undercast.base import gevent_setup

gevent_setup.begin()

import sys  # noqa: E402
from collections.abc import Callable  # noqa: E402
from pathlib import Path  # noqa: E402

import gevent  # noqa: E402
from gevent import monkey  # noqa: E402

from store.faults import opening, rename  # noqa: E402
from undercast.store.sqlite.store import SqliteStore  # noqa: E402

done = monkey.get_original("queue", "SimpleQueue")()
"""For each thing in there a thread is done with the disk: a real queue, for real threads."""

at_the_disk = list[None]()


def offload(work: Callable[[], None]) -> None:
    def slowly() -> None:
        at_the_disk.append(None)
        done.get()
        work()

    gevent_setup.in_a_thread(slowly)


def until(is_so: Callable[[], bool]) -> None:
    with gevent.Timeout(PATIENCE):
        while not is_so():
            gevent.sleep(0.001)


def coming(*codes: str) -> list[gevent.Greenlet]:
    """They come one after the other, each to its room."""
    return [gevent.spawn(store.append, code, versions[code] + 1, rename(9, "c")) for code in codes]


def killed(greenlet: gevent.Greenlet) -> bool:
    return isinstance(greenlet.value, gevent.GreenletExit)


def there(*codes: str) -> None:
    """Nothing is there but what was, and their entries."""
    for code in versions:
        latest = store.latest(code)
        assert latest is not None
        versions[code] += code in codes
        assert latest.version == versions[code], code


store = SqliteStore(Path(sys.argv[1]), full=True, offload=offload)
versions = dict.fromkeys("ABCDEF", 1)
for of_all in versions:
    done.put(None)
    store.create(of_all, of_all, opening(of_all))

# One in the commit; who is to lead next, and who would be called instead; one in the line.
at_the_disk.clear()
a, b, c, d, e, f = coming(*"ABCDEF")
until(lambda: len(at_the_disk) == 1)
for who in (a, b, c, e):
    who.kill(block=False)
gevent.joinall([b, c, e], timeout=PATIENCE)
assert not a.dead, "it holds what the thread uses"
done.put(None)
done.put(None)
gevent.joinall([a, d, f], timeout=PATIENCE)
assert [killed(who) for who in (a, b, c, d, e, f)] == [True, True, True, False, True, False]
assert d.successful()
assert f.successful()
there("A", "D", "F")

# Who leads a commit, and one who was taken along; another one came meanwhile.
at_the_disk.clear()
[first] = coming("A")
until(lambda: len(at_the_disk) == 1)
b, c, d = coming(*"BCD")
done.put(None)
until(lambda: len(at_the_disk) == 2)
[e] = coming("E")
for who in (b, c):
    who.kill(block=False)
gevent.joinall([c], timeout=PATIENCE)
done.put(None)
done.put(None)
gevent.joinall([first, b, d, e], timeout=PATIENCE)
assert [killed(who) for who in (first, b, c, d, e)] == [False, True, True, False, False]
there("A", "B", "C", "D", "E")

assert not store._group_commit._queue
store.close()
