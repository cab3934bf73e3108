"""The log, with which no client can fill a disk: its lines are limited in length and number."""

import json
import logging
import os
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime

FORMAT = "%(asctime)s %(levelname)s %(message)s"

MOST_MESSAGE = 500
"""Characters of one message."""

MOST_TRACEBACK = 6_000
"""Characters of one traceback, its end."""

AT_ONCE = 50
"""Lines from one place of the code; refilled with one a second."""


JSON = "UNDERCAST_LOG_JSON"
"""In the environment of a server's own processes, where each line of the log is to be an object."""


class TextFormatter(logging.Formatter):
    """Cuts what is too long, and writes each message in one line."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """The line itself."""
        line = super().formatMessage(record).replace("\r", "\\r").replace("\n", "\\n")
        return _cut(line)

    def formatException(self, ei: object) -> str:  # noqa: N802 - logging's name
        """The traceback; its end says most."""
        text = super().formatException(ei)  # type: ignore[arg-type]
        return text if len(text) <= MOST_TRACEBACK else f"…{text[-MOST_TRACEBACK:]}"


class JsonFormatter(TextFormatter):
    """Each line is a JSON object: `time` (ISO 8601, UTC), `level`, `process`, `place`, `message`,
    and where there is one `traceback`. As long as others, but for the names.
    """

    def __init__(self, process: str) -> None:
        super().__init__()
        self._process = process

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "process": self._process,
            "place": f"{record.name}:{record.lineno}",
            "message": _cut(record.getMessage()),
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told)


def _cut(line: str) -> str:
    return line if len(line) <= MOST_MESSAGE else f"{line[:MOST_MESSAGE]}…"


class RateLimitFilter(logging.Filter):
    """Lets each place of the code write AT_ONCE lines, then one a second; says what it left out."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._places: dict[tuple[str, int], _Place] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this line is written."""
        place = self._places.setdefault((record.pathname, record.lineno), _Place(self._now()))
        left_out = place.spend(self._now())
        if left_out is None:
            return False
        if left_out:
            record.msg = f"{record.getMessage()} (and {left_out} more lines like this)"
            record.args = ()
        return True


class _Place:
    """What one place of the code may still write."""

    def __init__(self, now: float) -> None:
        self._left = float(AT_ONCE)
        self._at = now
        self._left_out = 0

    def spend(self, now: float) -> int | None:
        """Write a line: how many were left out before it; None if this is left out, too."""
        self._left = min(AT_ONCE, self._left + now - self._at)
        self._at = now
        if self._left < 1:
            self._left_out += 1
            return None
        self._left -= 1
        left_out, self._left_out = self._left_out, 0
        return left_out


def choose(*, as_json: bool) -> None:
    """In which form this process, and those that it starts, log from now on."""
    if as_json:
        os.environ[JSON] = "1"
    else:
        os.environ.pop(JSON, None)


def handler(process: str, form: str = FORMAT) -> logging.Handler:
    """Writes to the standard error output. `process` says who logs, in objects; `form` is that of
    lines of text.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter(process) if JSON in os.environ else TextFormatter(form))
    handler.addFilter(RateLimitFilter())
    return handler


def set_up(process: str, level: int = logging.INFO) -> None:
    """Log as `handler` does; does nothing if somebody has set up another log before."""
    logging.basicConfig(level=level, handlers=[handler(process)])
