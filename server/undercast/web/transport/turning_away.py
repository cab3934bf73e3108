"""What is said to a connection that is not served: no page is there yet that could say it."""

import contextlib
from socket import SHUT_WR
from typing import Any

import gevent

from undercast.refusals import Refusal

_FAREWELL = 1.0  # seconds for a client to read why it was turned away


def _answer(status: str, code: str, *sentences: str) -> bytes:
    """A whole response in words, after which the connection is closed. `status` is HTTP's."""
    said = "\n".join(sentences)
    body = f"{code}: {said}\n".encode()
    head = (
        f"HTTP/1.1 {status}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


BAD_REQUEST = _answer("400 Bad Request", Refusal.MALFORMED, "This is no request for this server.")
TOO_SLOW = _answer("408 Request Timeout", Refusal.MALFORMED, "The request did not come in time.")

# What people meet with an ordinary browser is said as the phone says it, in each of its languages.
TOO_MANY = _answer(
    "429 Too Many Requests",
    Refusal.TOO_MANY,
    "That was too much at once. Wait a moment, then try again.",
    "एक साथ बहुत कुछ आ गया। ज़रा रुककर फिर कोशिश करें।",
    "To je bilo previše odjednom. Pričekaj malo i pokušaj ponovno.",
    "To je bilo previše odjednom. Sačekaj malo i pokušaj ponovo.",
)
FULL = _answer(
    "503 Service Unavailable",
    Refusal.CROWDED,
    "Too many people are connected right now. Try again in a moment.",
    "इतने लोग जुड़े हैं कि सर्वर अभी और किसी को नहीं ले सकता। ज़रा रुककर फिर कोशिश करें।",
    "Spojeno ih je toliko da poslužitelj sada ne prima nikoga više. Pokušaj ponovno za koji čas.",
    "Povezano ih je toliko da server sada ne prima nikoga više. Pokušaj ponovo za koji trenutak.",
    "Povezano ih je toliko da server sada ne prima nikog više. Pokušaj ponovo za koji trenutak.",
)


def turn_away(sock: Any, why: bytes = b"") -> None:
    """Say no more, and wait a moment: to close while the client still sends would lose it."""
    with contextlib.suppress(OSError), gevent.Timeout(_FAREWELL, TimeoutError):
        sock.sendall(why)
        sock.shutdown(SHUT_WR)
        while sock.recv(4096):
            pass
