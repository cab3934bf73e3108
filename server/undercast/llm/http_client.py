"""Sends a question and reads the answer, within a time and a size that nothing can exceed.

Redirects are not followed, and proxies of the environment are not used.
"""

import http.client
import io
import socket
import ssl
import threading
import time
from concurrent.futures import Future
from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from undercast.llm import endpoint as endpoints
from undercast.llm.endpoint import BadEndpoint, Endpoint
from undercast.llm.proposals import LlmQuestion

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

TIMEOUT = 20.0
"""Seconds for a question in all, from the name lookup to the last byte."""

MAX_BYTES = 200_000
"""Of an answer, headers included: what a model writes in that time is a tenth of it."""


class FailureReason(StrEnum):
    """Why there is no proposal. It goes to the log, so it tells nothing of question or answer."""

    UNREACHABLE = "it cannot be reached"
    TLS = "TLS failed, or its certificate is not trusted"
    TOO_LATE = "it took too long"
    TOO_MUCH = "it sent too much"
    REFUSED = f"it rejects the key in {endpoints.KEY} (401 or 403)"
    TOO_MANY = "it is asked too often (429)"
    MOVED = "it redirects to another address, which is not followed"
    FAILED = "it answered with an error"
    NO_HTTP = "it does not speak HTTP"
    NO_CHAT = "it does not speak the chat protocol"
    BAD_KEY = f"{endpoints.KEY} holds characters that no API key has"
    BUSY = "too many questions at once"
    OUR_FAULT = "a fault of ours"
    NO_PROPOSAL = "its answer cannot be played"


class NoAnswer(Exception):
    """There is no answer."""

    def __init__(self, why: FailureReason) -> None:
        super().__init__(why.value)
        self.why = why


class _Message(msgspec.Struct):
    content: str | None = None


class _Choice(msgspec.Struct):
    message: _Message


class _Completion(msgspec.Struct):
    choices: list[_Choice]


def request(endpoint: Endpoint, question: LlmQuestion) -> bytes:
    """The request's body: only fields that every such endpoint knows, as some refuse others."""
    messages = [
        {"role": "system", "content": question.rules},
        {"role": "user", "content": question.table},
    ]
    return msgspec.json.encode({"model": endpoint.model, "messages": messages, "stream": False})


def ask(endpoint: Endpoint, body: bytes, timeout: float = TIMEOUT) -> str:
    """The text of the answer to this request. Raises NoAnswer, within `timeout` seconds."""
    until = time.monotonic() + timeout
    answer: Future[bytes] = Future()

    def exchange() -> None:
        try:
            answer.set_result(_exchange(endpoint, body, until))
        except BaseException as fault:  # noqa: BLE001  # raised below, in the thread that asked
            answer.set_exception(fault)

    # In a thread: nothing else bounds how long the name of a host is looked up.
    threading.Thread(target=exchange, daemon=True).start()
    try:
        return _text(answer.result(timeout))
    except TimeoutError:
        raise NoAnswer(FailureReason.TOO_LATE) from None
    except ssl.SSLError:
        raise NoAnswer(FailureReason.TLS) from None
    except OSError:
        raise NoAnswer(FailureReason.UNREACHABLE) from None
    except (http.client.HTTPException, ValueError) as fault:
        raise NoAnswer(
            FailureReason.TOO_MUCH if _is_too_much(fault) else FailureReason.NO_HTTP
        ) from None


def _is_too_much(fault: Exception) -> bool:
    """Whether HTTP's reader had enough: of a line, of headers, or (not on every Python) of answers
    that are none yet. Only of those that it counts it has no name.
    """
    return isinstance(fault, http.client.LineTooLong) or type(fault) is http.client.HTTPException


def _exchange(endpoint: Endpoint, body: bytes, until: float) -> bytes:
    headers = _headers()
    connection = _connection(endpoint, until)
    connection.connect()
    with connection.sock as connected:
        connection.sock = _Bounded(connected, until)
        connection.request("POST", endpoint.path, body, headers)
        response = connection.getresponse()
        _require_good(response)
        return response.read(MAX_BYTES)


def _connection(endpoint: Endpoint, until: float) -> http.client.HTTPConnection:
    left = max(until - time.monotonic(), 0.001)
    if not endpoint.tls:
        return http.client.HTTPConnection(endpoint.host, endpoint.port, timeout=left)
    context = ssl.create_default_context()
    return http.client.HTTPSConnection(endpoint.host, endpoint.port, timeout=left, context=context)


def _headers() -> dict[str, str]:
    try:
        key = endpoints.key()
    except BadEndpoint:
        raise NoAnswer(FailureReason.BAD_KEY) from None
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json",
        "User-Agent": "Undercast",
        "Connection": "close",
    }
    return headers if key is None else headers | {"Authorization": f"Bearer {key}"}


def _require_good(response: http.client.HTTPResponse) -> None:
    """Raise NoAnswer for anything but a good answer of JSON."""
    match response.status:
        case 200:
            pass
        case 401 | 403:
            raise NoAnswer(FailureReason.REFUSED)
        case 429:
            raise NoAnswer(FailureReason.TOO_MANY)
        case status if 300 <= status < 400:
            raise NoAnswer(FailureReason.MOVED)
        case _:
            raise NoAnswer(FailureReason.FAILED)
    if response.headers.get_content_type() != "application/json":
        raise NoAnswer(FailureReason.NO_CHAT)


def _text(answer: bytes) -> str:
    """What the model said. Raises NoAnswer."""
    try:
        choices = msgspec.json.decode(answer, type=_Completion).choices
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise NoAnswer(FailureReason.NO_CHAT) from None
    if not choices:
        raise NoAnswer(FailureReason.NO_CHAT)
    return choices[0].message.content or ""


class _Bounded(io.RawIOBase):
    """What HTTP needs of a socket, limited in time and bytes."""

    def __init__(self, connected: socket.socket, until: float) -> None:
        self._socket = connected
        self._until = until
        self._left = MAX_BYTES

    def readable(self) -> bool:
        """It is only read as a file."""
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        """Raises NoAnswer, OSError."""
        self._set_timeout()
        count = self._socket.recv_into(buffer)
        self._left -= count
        if self._left < 0:
            raise NoAnswer(FailureReason.TOO_MUCH)
        return count

    def sendall(self, data: bytes) -> None:
        """Raises NoAnswer, OSError."""
        self._set_timeout()
        self._socket.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        """What the answer is read from."""
        assert mode == "rb"
        return io.BufferedReader(self)

    def close(self) -> None:
        """Nothing: an answer is read to its end after its connection is called closed."""

    def _set_timeout(self) -> None:
        left = self._until - time.monotonic()
        if left <= 0:
            raise NoAnswer(FailureReason.TOO_LATE)
        self._socket.settimeout(left)
