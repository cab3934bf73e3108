"""One HTTP request as it comes in: its head and its body, each limited in size and in time.

What a client does wrong is `BadHead` here, or one of Werkzeug's answers in words: it never is a
fault of ours, so it leads to no traceback.
"""

import contextlib
import re
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
_MOST_LINE = 8 * 1024  # pywsgi's
_CHUNK = 4096
_END_OF_HEAD = re.compile(rb"\n\r?\n")
# RFC 9112, section 5. A value that goes on in the next line is refused, as it says.
_FIELD = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):([^\r\n\0]*)\r?")


class BadHead(ValueError):
    """No request that a client of ours sends, or one that two programs could read in two ways."""


class Incoming:
    """What comes on a connection: a head is given when it is whole, a body as a file gives it.

    A head is taken apart only then, so that a connection that waits for the rest of its head holds
    what came of it, and little else.
    """

    closed = False
    """As of a file; the connection is closed by whoever has it."""

    def __init__(self, sock: Any, came: bytes = b"") -> None:
        """`came` is what was read of the connection already."""
        self._sock = sock
        self._held = bytearray(came)

    @property
    def ahead(self) -> bytes:
        """What came after what was read."""
        return bytes(self._held)

    def head(self, within: float) -> bytes:
        """The next request's head with the empty line at its end, which has to come `within` so
        many seconds; nothing where no more requests come. Raises TimeoutError, BadHead, OSError.
        """
        looked = 0
        with gevent.Timeout(within, TimeoutError):
            while (end := _END_OF_HEAD.search(self._held, looked)) is None:
                if len(self._held) >= _MOST_LINE + MOST_HEAD:
                    raise BadHead("the head is too long")
                looked = max(0, len(self._held) - 2)
                if not self._receive():
                    if self._held:
                        raise BadHead("the head is cut off")
                    return b""
        return self._taken(end.end())

    def read(self, size: int) -> bytes:
        """So many bytes, or less at the end."""
        while len(self._held) < size and self._receive():
            pass
        return self._taken(size)

    def readline(self, size: int) -> bytes:
        """The next line, or so many bytes of it."""
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
    """A request's header lines, as pywsgi asks for them."""

    status = ""
    """Nothing is wrong with them, or there are none: what is wrong raises."""

    def __init__(self, lines: bytes) -> None:
        """`lines`: what comes after the request line. Raises BadHead."""
        if len(lines) > MOST_HEAD:
            raise BadHead("the head is too long")
        self.headers: list[str] = []
        """One after the other, as `name: value`."""
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
        """What the body is."""
        return self.get("content-type")


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
            raise RequestTimeout("The body of the request did not arrive in time.") from None
        except (OSError, ValueError):
            raise BadRequest("The body of the request is cut off or malformed.") from None


def require_one_reading(fields: Fields) -> None:
    """Refuse a head of which a proxy before us might take another length or another name.

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
