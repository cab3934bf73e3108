"""`undercast play` and `watch` in this process, with lines that were written beforehand."""

import io
import sys
from collections.abc import Sequence

import pytest

from undercast.cli.main import main


class Screen(io.StringIO):
    """What is written, to what says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def played(
    monkeypatch: pytest.MonkeyPatch,
    arguments: Sequence[str],
    lines: Sequence[str] = (),
    *,
    size: tuple[int, int] | None = None,
    **env: str,
) -> tuple[int, str]:
    """The exit code, and what was written: to a terminal of this size, by default to a file."""
    out = io.StringIO() if size is None else Screen()
    columns, rows = size or (80, 24)
    usual = {"COLUMNS": str(columns), "LINES": str(rows), "TERM": "xterm-256color", "NO_COLOR": ""}
    for name, value in (usual | env).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    monkeypatch.setattr(sys, "stdout", out)
    code = main([*arguments, "--delay", "0"])
    return code, out.getvalue()
