"""Reads from and writes to the terminal; nothing else in `terminal` does."""

import os
import shutil
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO

from undercast.terminal.human import TerminalClosed
from undercast.terminal.styles import (
    CLEAR_ALL,
    ENTER_ALT_SCREEN,
    LEAVE_ALT_SCREEN,
    ColourDepth,
    Line,
    TerminalFeatures,
    render_line,
    render_screen,
)

POSIX = sys.platform != "win32"
if POSIX:
    import termios

PROMPT = "> "


class Console:
    """Standard input and output. A game on a real terminal has the alternate screen."""

    def __init__(self) -> None:
        for stream in (sys.stdin, sys.stdout):
            # An invalid byte is bad input like any other; an unencodable character prints as "?".
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        self._out, self._in = sys.stdout, sys.stdin
        self._has_control = _has_control_sequences(self.is_terminal)
        self._depth = _colour_depth() if self._has_control else ColourDepth.NONE
        self._keyboard = self._in.fileno() if POSIX and self._in.isatty() else None
        self._flush_input = False

    @property
    def is_terminal(self) -> bool:
        """Whether the output is a terminal and not a file."""
        return self._out.isatty()

    def features(self) -> TerminalFeatures:
        """What the terminal can show now; people resize windows."""
        width, height = (
            _terminal_size(self._out) if self.is_terminal else shutil.get_terminal_size()
        )
        return TerminalFeatures(max(width, 20), height, self._depth, self._has_control)

    @contextmanager
    def open(self) -> Iterator[None]:
        """Set the terminal up for a game, and restore it whatever happens."""
        old_handler = signal.signal(signal.SIGTERM, signal.default_int_handler)
        old_modes = None if self._keyboard is None else termios.tcgetattr(self._keyboard)
        try:
            self._echo(on=False)
            self._write(ENTER_ALT_SCREEN if self._has_control else "")
            yield
        finally:
            signal.signal(signal.SIGTERM, old_handler)
            self._write(LEAVE_ALT_SCREEN if self._has_control else "")
            if old_modes is not None and self._keyboard is not None:
                termios.tcsetattr(self._keyboard, termios.TCSADRAIN, old_modes)

    def draw(self, lines: Iterable[Line]) -> None:
        """Redraw the whole screen; without control sequences print below."""
        if self._has_control:
            self._write(render_screen(lines, self.features()))
        else:
            self.print_lines(lines)

    def print_lines(self, lines: Iterable[Line]) -> None:
        """Print lines below the earlier ones."""
        features = self.features()
        self._write("".join(f"{render_line(line, features)}\n" for line in lines))

    def clear(self) -> None:
        """Clear the screen and the scrollback; without control sequences only scroll on."""
        if self._has_control:
            self._write(CLEAR_ALL)
        elif self.is_terminal:
            self._write("\n" * self.features().height)

    def read_line(self) -> str:
        """The next line, stripped. Raises TerminalClosed at the end of input."""
        if self._keyboard is not None and self._flush_input:
            # Drop what was typed during other players' moves.
            termios.tcflush(self._keyboard, termios.TCIFLUSH)
        self._flush_input = False
        self._echo(on=True)
        self._write(PROMPT)
        try:
            line = self._in.readline()
        finally:
            self._echo(on=False)
        if not line:
            raise TerminalClosed
        return line.strip()

    def pause(self, seconds: float) -> None:
        """Wait so that people can look; `read_line` drops what they type meanwhile."""
        self._flush_input = True
        time.sleep(seconds)

    def _write(self, text: str) -> None:
        """Raises TerminalClosed when the reader is gone; later output is discarded."""
        try:
            self._out.write(text)
            self._out.flush()
        except BrokenPipeError:  # `undercast watch | head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._out.fileno())
            raise TerminalClosed from None

    def _echo(self, *, on: bool) -> None:
        if self._keyboard is None:
            return
        modes = termios.tcgetattr(self._keyboard)
        modes[3] = modes[3] | termios.ECHO if on else modes[3] & ~termios.ECHO
        termios.tcsetattr(self._keyboard, termios.TCSADRAIN, modes)


def _has_control_sequences(tty: bool) -> bool:
    """Whether the terminal has control sequences."""
    if not POSIX:
        return tty and "WT_SESSION" in os.environ
    return tty and os.environ.get("TERM", "dumb") not in ("", "dumb")


def _colour_depth() -> ColourDepth:
    if os.environ.get("NO_COLOR"):
        return ColourDepth.NONE
    has_256 = "256color" in os.environ.get("TERM", "") or os.environ.get("COLORTERM")
    return ColourDepth.MANY if has_256 or not POSIX else ColourDepth.SIXTEEN


def _terminal_size(terminal: TextIO) -> tuple[int, int]:
    """Columns and rows of the window, or those of the environment."""
    try:
        size = os.get_terminal_size(terminal.fileno())
    except OSError:
        return shutil.get_terminal_size()
    return (size.columns, size.lines) if size.columns and size.lines else shutil.get_terminal_size()
