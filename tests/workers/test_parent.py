"""What the parent of workers decides in moments that tests with real ones cannot reach."""

import sys

import pytest

from undercast.workers.parent import Parent

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="workers share Unix sockets")


def test_nobody_is_started_anew_while_somebody_is_just_ending() -> None:
    parent = Parent(["not started"], 2, [], 5.0)
    for child in parent._workers:
        child.ready, child.heard = True, 1.0  # with a line that has ended, and not buried yet
    parent._renew()
    parent._renew_next(1.0)
    assert parent._to_renew == [0, 1]
    assert not any(child.leaving or child.lives(1.0) for child in parent._workers)
    for post in parent._posts:
        for sock in post:
            sock.close()
    parent._selector.close()
