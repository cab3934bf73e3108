"""Processes that are killed at a chosen moment of what they do in an engine."""

import itertools
import os
import signal
import traceback
from collections.abc import Callable
from typing import Any

from undercast.store.engine.connection import Engine


def killed_at(moment: int, do: Callable[[], object]) -> bool:
    """A process does this, and is killed when it asks the engine for the so-many-th time; whether
    it came so far.
    """
    child = os.fork()
    if child == 0:
        asked = itertools.count(1)
        for name in ("do", "pipelined"):
            real = getattr(Engine, name)

            def asking(self: Engine, *given: object, real: Any = real) -> object:
                if next(asked) == moment:
                    os.kill(os.getpid(), signal.SIGKILL)
                return real(self, *given)

            setattr(Engine, name, asking)
        try:
            do()
        except BaseException:  # noqa: BLE001  # of a test within a test: told by the exit code
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.waitstatus_to_exitcode(status) == 0
    return os.WIFSIGNALED(status)
