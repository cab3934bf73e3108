"""One HTTP request as it comes in: its head and its body, each limited in size and in time.

What a client does wrong is `BadHead` here, or one of Werkzeug's answers in words: it never is a
fault of ours, so it leads to no traceback.
"""

import contextlib
import io
from collections.abc import Callable
from time import monotonic
from typing import Any

import gevent
from werkzeug.exceptions import BadRequest, RequestTimeout

MOST_HEAD = 16 * 1024
"""Bytes of a request's header lines; the request line itself may have 8 KiB (pywsgi)."""

BODY_TIMEOUT = 10.0
"""Seconds for the whole of a request's body, from the end of its head."""

_MOST_DISCARDED = 64 * 1024


class BadHead(ValueError):
    """No request that a client of ours sends, or one that two programs could read in two ways."""


class Head:
    """A request's header lines, and no more of them than MOST_HEAD bytes."""

    def __init__(self, rfile: Any) -> None:
        self._rfile = rfile
        self._left = MOST_HEAD

    def readline(self, _: int = -1) -> bytes:
        """The next line. Raises BadHead."""
        line: bytes = self._rfile.readline(self._left)
        self._left -= len(line)
        if self._left <= 0:
            raise BadHead("the head is too long")
        if b"\r" in line.removesuffix(b"\n").removesuffix(b"\r") or b"\0" in line:
            raise BadHead("a line within a line")
        return line


class Again(io.RawIOBase):
    """What was read of a connection already, and then the connection."""

    def __init__(self, read: bytes, rest: Any) -> None:
        self._read = read
        self._rest = rest

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, into: Any) -> int | None:
        """As of a file."""
        if not self._read:
            read: int | None = self._rest.readinto(into)
            return read
        count = min(len(into), len(self._read))
        into[:count], self._read = self._read[:count], self._read[count:]
        return count


class Body:
    """The `wsgi.input` of a request: all of it comes within BODY_TIMEOUT, or it is refused."""

    def __init__(self, source: Any) -> None:
        """`source` is pywsgi's input."""
        self._source = source
        self._until = monotonic() + BODY_TIMEOUT

    def read(self, size: int | None = None) -> bytes:
        """As of a file. Raises BadRequest (cut off, malformed), RequestTimeout."""
        return self._in_time(lambda: self._source.read(size))

    def readline(self, size: int | None = None) -> bytes:
        """As of a file. Raises BadRequest, RequestTimeout."""
        return self._in_time(lambda: self._source.readline(size))

    def finish(self) -> bool:
        """Read what nobody wanted, so that a next request can follow; whether one can."""
        self._source.send_100_continue_enabled = False
        discarded = 0
        with contextlib.suppress(BadRequest, RequestTimeout):
            while discarded <= _MOST_DISCARDED:
                data = self.read(1024)  # there may be thousands that wait here
                if not data:
                    return True
                discarded += len(data)
        return False

    def _in_time(self, read: Callable[[], bytes]) -> bytes:
        try:
            with gevent.Timeout(max(0.0, self._until - monotonic()), TimeoutError):
                return read()
        except TimeoutError:
            raise RequestTimeout("The body of the request did not come in time.") from None
        except (OSError, ValueError):
            raise BadRequest("The body of the request is cut off or malformed.") from None


def require_one_reading(headers: Any) -> None:
    """Refuse a head of which a proxy before us might take another length or another name.

    `headers` is an `http.client.HTTPMessage`. Raises BadHead. (RFC 9112, sections 6.1 to 6.3.)
    """
    lengths = headers.get_all("Content-Length", [])
    codings = headers.get_all("Transfer-Encoding", [])
    if headers.defects:
        raise BadHead("a line that is no header")
    if len(lengths) + len(codings) > 1 or len(headers.get_all("Host", [])) > 1:
        raise BadHead("two lengths or two names")
    if any(not (length.isascii() and length.isdigit()) for length in lengths):
        raise BadHead("a length that is no number")
    if any(coding.lower() != "chunked" for coding in codings):
        raise BadHead("an unknown coding")
