"""The server's side of the checker of pasted lists: a long list takes 0.1 s, and no game waits."""

import sys
from collections.abc import Sequence

import msgspec

from undercast.base.child_process import ChildProcess
from undercast.words.problems import Problem

COMMAND = (sys.executable, "-m", "undercast.words.checker_process")

PATIENCE = 10.0
"""Seconds for one list, a hundred times what the longest takes."""

_Checked = tuple[tuple[str, ...], list[Problem]]


class ListChecker:
    """Checks pasted lists in the child process, one at a time, in order."""

    def __init__(self, command: Sequence[str] = COMMAND, patience: float = PATIENCE) -> None:
        self._process = ChildProcess(command, patience)

    def __call__(self, text: str) -> _Checked:
        """As `parse_pasted(text, fewest=1)`, with no more than MAX_PROBLEMS problems.

        Raises OSError if the process dies or takes too long.
        """
        answer = self._process.ask(msgspec.json.encode(text))
        try:
            checked: _Checked = msgspec.json.decode(answer, type=_Checked)
        except msgspec.MsgspecError as fault:
            self._process.stop()
            raise OSError("the checker of pasted lists gave no answer") from fault
        return checked
