"""Answers to connections that are not served, before any page could show a message."""

import contextlib
from socket import SHUT_WR
from typing import Any

import gevent

from undercast.base import languages
from undercast.base.refusals import Refusal

_FAREWELL = 1.0  # seconds for a client to read it


def _answer(status: str, body: str, kind: str = "text/plain") -> bytes:
    """A whole HTTP response that closes the connection."""
    written = body.encode()
    head = (
        f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Type: {kind}; charset=utf-8\r\n"
        f"Content-Length: {len(written)}\r\n\r\n"
    )
    return head.encode() + written


def _page(status: str, code: Refusal) -> bytes:
    """For people, in the words of all phone pages: nothing was read that would tell theirs."""
    tags: dict[str, str] = {}
    for language, header in languages.written().items():
        tags.setdefault(languages.texts(language, "phone")[f"refusal.{code}"], header.tag)
    said = "\n".join(f'<p lang="{tag}">{text}' for text, tag in tags.items())
    body = (
        '<!doctype html><meta name="viewport" content="width=device-width">'
        f"<title>Undercast</title>\n{said}\n<p><small>{code}</small>\n"
    )
    return _answer(status, body, "text/html")


BAD_REQUEST = _answer(
    "400 Bad Request", f"{Refusal.MALFORMED}: This is not a request for this server.\n"
)
TOO_SLOW = _answer(
    "408 Request Timeout", f"{Refusal.MALFORMED}: The request did not arrive in time.\n"
)
TOO_MANY = _page("429 Too Many Requests", Refusal.TOO_MANY)
FULL = _page("503 Service Unavailable", Refusal.CROWDED)


def reject(sock: Any, response: bytes = b"") -> None:
    """Send a last response, and wait: closing while the client still sends would lose it."""
    with contextlib.suppress(OSError), gevent.Timeout(_FAREWELL, TimeoutError):
        sock.sendall(response)
        sock.shutdown(SHUT_WR)
        while sock.recv(4096):
            pass
