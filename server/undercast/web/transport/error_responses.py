"""Answers to connections that are not served, before any page could show a message."""

import contextlib
from collections.abc import Mapping
from socket import SHUT_WR
from typing import Any

import gevent

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


def _page(status: str, code: str, sentences: Mapping[str, str]) -> bytes:
    """For people, in the phone page's words and languages."""
    said = "\n".join(f'<p lang="{language}">{text}' for language, text in sentences.items())
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
TOO_MANY = _page(
    "429 Too Many Requests",
    Refusal.TOO_MANY,
    {
        "en": "That was too much at once. Wait a moment, then try again.",
        "hi": "एक साथ बहुत कुछ आ गया। ज़रा रुककर फिर कोशिश करें।",
        "hr": "To je bilo previše odjednom. Pričekaj malo i pokušaj ponovno.",
        "bs": "To je bilo previše odjednom. Sačekaj malo i pokušaj ponovo.",
    },
)
FULL = _page(
    "503 Service Unavailable",
    Refusal.CROWDED,
    {
        "en": "Too many people are connected right now. Try again in a moment.",
        "hi": "इतने लोग जुड़े हैं कि सर्वर अभी और किसी को नहीं ले सकता। ज़रा रुककर फिर कोशिश करें।",
        "hr": "Spojeno ih je toliko da poslužitelj sada ne prima nikoga više. "
        "Pokušaj ponovno za koji čas.",
        "bs": "Povezano ih je toliko da server sada ne prima nikoga više. "
        "Pokušaj ponovo za koji trenutak.",
        "sr": "Povezano ih je toliko da server sada ne prima nikog više. "
        "Pokušaj ponovo za koji trenutak.",
    },
)


def reject(sock: Any, response: bytes = b"") -> None:
    """Send a last response, and wait: closing while the client still sends would lose it."""
    with contextlib.suppress(OSError), gevent.Timeout(_FAREWELL, TimeoutError):
        sock.sendall(response)
        sock.shutdown(SHUT_WR)
        while sock.recv(4096):
            pass
