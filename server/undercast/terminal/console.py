"""The one place of `terminal` that reads and writes: the terminal as it is."""

import os
import shutil
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO

from undercast.terminal.human import Left
from undercast.terminal.styles import (
    ENTER,
    HIDE,
    LEAVE,
    Depth,
    Line,
    TerminalFeatures,
    page,
    painted,
)

POSIX = sys.platform != "win32"
if POSIX:
    import termios

PROMPT = "> "


class Console:
    """Standard input and output. A real terminal gets a screen of its own while a game is on."""

    def __init__(self) -> None:
        for stream in (sys.stdin, sys.stdout):
            # Strange bytes are bad input like any other; signs that cannot be written, a blot.
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        self._out, self._in = sys.stdout, sys.stdin
        self._places = _places(self.watched)
        self._depth = _depth() if self._places else Depth.NONE
        self._keyboard = self._in.fileno() if POSIX and self._in.isatty() else None
        self._outdated = False

    @property
    def watched(self) -> bool:
        """Whether somebody looks on while it is written: at a terminal, not in a file."""
        return self._out.isatty()

    def look(self) -> TerminalFeatures:
        """What the terminal can show now; its window may have changed."""
        width, height = _size(self._out) if self.watched else shutil.get_terminal_size()
        return TerminalFeatures(max(width, 20), height, self._depth, self._places)

    @contextmanager
    def open(self) -> Iterator[None]:
        """While a game is on. Whatever happens, the terminal is afterwards what it was."""
        stops = signal.signal(signal.SIGTERM, signal.default_int_handler)
        before = None if self._keyboard is None else termios.tcgetattr(self._keyboard)
        try:
            self._echo(on=False)
            self._write(ENTER if self._places else "")
            yield
        finally:
            signal.signal(signal.SIGTERM, stops)
            self._write(LEAVE if self._places else "")
            if before is not None and self._keyboard is not None:
                termios.tcsetattr(self._keyboard, termios.TCSADRAIN, before)

    def show(self, lines: Iterable[Line]) -> None:
        """Draws the whole screen anew; where that cannot be, below what is there."""
        if self._places:
            self._write(page(lines, self.look()))
        else:
            self.say(lines)

    def say(self, lines: Iterable[Line]) -> None:
        """Writes lines below what is there."""
        look = self.look()
        self._write("".join(f"{painted(one, look)}\n" for one in lines))

    def hide(self) -> None:
        """Nothing of what was shown can be seen any more, nor be scrolled back to.

        A terminal without control sequences is only scrolled on.
        """
        if self._places:
            self._write(HIDE)
        elif self.watched:
            self._write("\n" * self.look().height)

    def read(self) -> str:
        """The next line, without blanks around it. Raises Left where there is none."""
        if self._keyboard is not None and self._outdated:
            # What was typed while others played answers nothing that is asked now.
            termios.tcflush(self._keyboard, termios.TCIFLUSH)
        self._outdated = False
        self._echo(on=True)
        self._write(PROMPT)
        try:
            line = self._in.readline()
        finally:
            self._echo(on=False)
        if not line:
            raise Left
        return line.strip()

    def pause(self, seconds: float) -> None:
        """Lets people look; what they type meanwhile is nobody's answer."""
        self._outdated = True
        time.sleep(seconds)

    def _write(self, text: str) -> None:
        """Raises Left where nobody reads any more; from then on nothing is written."""
        try:
            self._out.write(text)
            self._out.flush()
        except BrokenPipeError:  # `undercast watch | head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._out.fileno())
            raise Left from None

    def _echo(self, *, on: bool) -> None:
        if self._keyboard is None:
            return
        modes = termios.tcgetattr(self._keyboard)
        modes[3] = modes[3] | termios.ECHO if on else modes[3] & ~termios.ECHO
        termios.tcsetattr(self._keyboard, termios.TCSADRAIN, modes)


def _places(tty: bool) -> bool:
    """Whether control sequences do something."""
    if not POSIX:
        return tty and "WT_SESSION" in os.environ
    return tty and os.environ.get("TERM", "dumb") not in ("", "dumb")


def _depth() -> Depth:
    if os.environ.get("NO_COLOR"):
        return Depth.NONE
    many = "256color" in os.environ.get("TERM", "") or os.environ.get("COLORTERM")
    return Depth.MANY if many or not POSIX else Depth.SIXTEEN


def _size(terminal: TextIO) -> tuple[int, int]:
    """Columns and rows of the window; where it does not say, what the environment does."""
    try:
        size = os.get_terminal_size(terminal.fileno())
    except OSError:
        return shutil.get_terminal_size()
    return (size.columns, size.lines) if size.columns and size.lines else shutil.get_terminal_size()
