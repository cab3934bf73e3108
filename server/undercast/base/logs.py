"""The log. Lines are limited in length and rate, so no client can fill a disk with them."""

import json
import logging
import os
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime

FORMAT = "%(asctime)s %(levelname)s %(message)s"

MAX_MESSAGE = 500
"""Characters of one message."""

MAX_TRACEBACK = 6_000
"""Characters of one traceback, its end."""

BURST = 50
"""Lines from one place in the code; refilled at one a second."""


JSON = "UNDERCAST_LOG_JSON"
"""Environment variable that tells the server's own processes to log JSON objects."""


class TextFormatter(logging.Formatter):
    """Writes each message in one line and cuts what is too long."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """The line."""
        line = super().formatMessage(record).replace("\r", "\\r").replace("\n", "\\n")
        return _cut(line)

    def formatException(self, ei: object) -> str:  # noqa: N802 - logging's name
        """The traceback, cut at its start: the end says most."""
        text = super().formatException(ei)  # type: ignore[arg-type]
        return text if len(text) <= MAX_TRACEBACK else f"…{text[-MAX_TRACEBACK:]}"


class JsonFormatter(TextFormatter):
    """Each line is a JSON object: `time` (ISO 8601, UTC), `level`, `process`, `place`, `message`,
    and `traceback` if there is one. As long as a text line, apart from the names.
    """

    def __init__(self, process: str) -> None:
        super().__init__()
        self._process = process

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "process": self._process,
            "place": f"{record.name}:{record.lineno}",
            "message": _cut(record.getMessage()),
        }
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps(fields)


def _cut(line: str) -> str:
    return line if len(line) <= MAX_MESSAGE else f"{line[:MAX_MESSAGE]}…"


class RateLimitFilter(logging.Filter):
    """Lets each place in the code write BURST lines, then one a second; counts what it dropped."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._places: dict[tuple[str, int], _Place] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this line is written."""
        place = self._places.setdefault((record.pathname, record.lineno), _Place(self._now()))
        dropped = place.spend(self._now())
        if dropped is None:
            return False
        if dropped:
            record.msg = f"{record.getMessage()} (and {dropped} more lines like this)"
            record.args = ()
        return True


class _Place:
    """The budget of one place in the code."""

    def __init__(self, now: float) -> None:
        self._left = float(BURST)
        self._at = now
        self._dropped = 0

    def spend(self, now: float) -> int | None:
        """Take a line from the budget: how many were dropped before it; None to drop this one."""
        self._left = min(BURST, self._left + now - self._at)
        self._at = now
        if self._left < 1:
            self._dropped += 1
            return None
        self._left -= 1
        dropped, self._dropped = self._dropped, 0
        return dropped


def choose(*, as_json: bool) -> None:
    """Choose the form of the log for this process and those that it starts."""
    if as_json:
        os.environ[JSON] = "1"
    else:
        os.environ.pop(JSON, None)


def handler(process: str, form: str = FORMAT) -> logging.Handler:
    """A handler that writes to stderr. `process` names the logging process in JSON lines; `form` is
    the format of text lines.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter(process) if JSON in os.environ else TextFormatter(form))
    handler.addFilter(RateLimitFilter())
    return handler


def set_up(process: str, level: int = logging.INFO) -> None:
    """Log through `handler`, unless a log is configured already."""
    logging.basicConfig(level=level, handlers=[handler(process)])
