"""The server's side of the reader: judging a long list takes 0.1 s, for which no game waits."""

import sys
from collections.abc import Sequence

import msgspec

from undercast.base.child_process import ChildProcess
from undercast.words.problems import Problem

COMMAND = (sys.executable, "-m", "undercast.words.checker_process")

PATIENCE = 10.0
"""Seconds for one list, a hundred times what the longest takes."""

_Read = tuple[tuple[str, ...], list[Problem]]


class ListChecker:
    """Has pasted lists read, one after the other in the order in which they come."""

    def __init__(self, command: Sequence[str] = COMMAND, patience: float = PATIENCE) -> None:
        self._reader = ChildProcess(command, patience)

    def __call__(self, text: str) -> _Read:
        """As `parse_pasted(text, fewest=1)`, with no more than MOST_PROBLEMS problems.

        Raises OSError when the reader has died of it, or takes too long.
        """
        answer = self._reader.ask(msgspec.json.encode(text))
        try:
            read: _Read = msgspec.json.decode(answer, type=_Read)
        except msgspec.MsgspecError as fault:
            self._reader.stop()
            raise OSError("the reader of pasted lists gave no answer") from fault
        return read
