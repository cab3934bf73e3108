"""Reading one HTTP request: head and body, each limited in size and time.

A client's mistake raises `BadHead` or one of Werkzeug's HTTP errors, so it leads to no traceback.
"""

import contextlib
import re
from collections.abc import Callable
from time import monotonic
from typing import Any

import gevent
from werkzeug.exceptions import BadRequest, RequestTimeout

MAX_HEAD = 16 * 1024
"""Bytes of a request's header lines, beside a request line of up to 8 KiB (pywsgi)."""

BODY_TIMEOUT = 10.0
"""Seconds for the whole of a request's body, from the end of its head."""

_MAX_DISCARDED = 64 * 1024
_MAX_LINE = 8 * 1024  # pywsgi's
_CHUNK = 4096
_END_OF_HEAD = re.compile(rb"\n\r?\n")
# RFC 9112, section 5. It has folded values refused.
_FIELD = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):([^\r\n\0]*)\r?")


class BadHead(ValueError):
    """Not a valid request, or one that two programs could read differently."""


class Incoming:
    """The incoming bytes of a connection: whole heads, and bodies as from a file.

    A head is parsed only when it is complete, so that a connection in the middle of one takes
    little memory.
    """

    closed = False
    """As of a file; the owner of the connection closes it."""

    def __init__(self, sock: Any, read: bytes = b"") -> None:
        """`read` is what was read of the connection already."""
        self._sock = sock
        self._held = bytearray(read)

    @property
    def ahead(self) -> bytes:
        """What has arrived beyond that."""
        return bytes(self._held)

    def head(self, within: float) -> bytes:
        """The next request's head with its final empty line, `within` so many seconds; nothing if
        no more requests come. Raises TimeoutError, BadHead, OSError.
        """
        looked = 0
        with gevent.Timeout(within, TimeoutError):
            while (end := _END_OF_HEAD.search(self._held, looked)) is None:
                if len(self._held) >= _MAX_LINE + MAX_HEAD:
                    raise BadHead("the head is too long")
                looked = max(0, len(self._held) - 2)
                if not self._receive():
                    if self._held:
                        raise BadHead("the head is cut off")
                    return b""
        return self._taken(end.end())

    def read(self, size: int) -> bytes:
        """As of a file."""
        while len(self._held) < size and self._receive():
            pass
        return self._taken(size)

    def readline(self, size: int) -> bytes:
        """As of a file."""
        while (end := self._held.find(b"\n", 0, size)) < 0 and len(self._held) < size:
            if not self._receive():
                break
        return self._taken(size if end < 0 else end + 1)

    def _receive(self) -> bytes:
        data: bytes = self._sock.recv(_CHUNK)
        self._held += data
        return data

    def _taken(self, size: int) -> bytes:
        taken = bytes(self._held[:size])
        del self._held[:size]
        return taken


class Fields:
    """A request's header lines, in the shape that pywsgi expects."""

    status = ""
    """No error: an invalid line raises."""

    def __init__(self, lines: bytes) -> None:
        """`lines`: all after the request line. Raises BadHead."""
        if len(lines) > MAX_HEAD:
            raise BadHead("the head is too long")
        self.headers: list[str] = []
        """In order, as `name: value`."""
        self._values: dict[str, list[str]] = {}
        for line in lines.decode("latin-1").split("\n")[:-2]:
            field = _FIELD.fullmatch(line)
            if field is None:
                raise BadHead("a line that is no header")
            self.headers.append(line)
            self._values.setdefault(field[1].lower(), []).append(field[2].strip(" \t"))

    def __delitem__(self, name: str) -> None:
        del self._values[name.lower()]

    def get_all(self, name: str) -> list[str]:
        """The values of all fields of this name."""
        return self._values.get(name.lower(), [])

    def get(self, name: str, default: str | None = None) -> str | None:
        """The value of the first field of this name."""
        values = self.get_all(name)
        return values[0] if values else default

    getheader = get

    @property
    def typeheader(self) -> str | None:
        """The content type."""
        return self.get("content-type")


class Body:
    """The `wsgi.input` of a request: all of it within BODY_TIMEOUT, or it is refused."""

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
        """Discard the rest; whether another request can follow."""
        self._source.send_100_continue_enabled = False
        discarded = 0
        with contextlib.suppress(BadRequest, RequestTimeout):
            while discarded <= _MAX_DISCARDED:
                data = self.read(1024)  # small: thousands may wait here
                if not data:
                    return True
                discarded += len(data)
        return False

    def _in_time(self, read: Callable[[], bytes]) -> bytes:
        try:
            with gevent.Timeout(max(0.0, self._until - monotonic()), TimeoutError):
                return read()
        except TimeoutError:
            raise RequestTimeout("The body of the request did not arrive in time.") from None
        except (OSError, ValueError):
            raise BadRequest("The body of the request is cut off or malformed.") from None


def require_one_reading(fields: Fields) -> None:
    """Refuse a head in which a proxy before us might read another length or name.

    Raises BadHead. (RFC 9112, sections 6.1 to 6.3.)
    """
    lengths = fields.get_all("Content-Length")
    codings = fields.get_all("Transfer-Encoding")
    if len(lengths) + len(codings) > 1 or len(fields.get_all("Host")) > 1:
        raise BadHead("two lengths or two names")
    if any(not (length.isascii() and length.isdigit()) for length in lengths):
        raise BadHead("a length that is no number")
    if any(coding.lower() != "chunked" for coding in codings):
        raise BadHead("an unknown coding")
