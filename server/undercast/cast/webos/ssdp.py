"""SSDP: who is there? And what do you say of yourself?

An answer counts only for the address that it came from: its description is fetched from there,
without following anything, with a limit in size and time.
"""

import html
import re
import selectors
import socket
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from urllib.parse import urlsplit

GROUP = ("239.255.255.250", 1900)
SERVICE = "urn:lge-com:service:webos-second-screen:1"
MOST_ANSWERS = 500
"""That are looked at in one search."""

_NAMED = re.compile(
    r"<(?:\w{1,20}:)?(friendlyName|modelName|modelNumber)\s?>"
    r"(?:<!\[CDATA\[)?([^<]{1,300}?)(?:\]\]>)?</"
)
_LARGEST = 64 * 1024
_A_MOMENT = 0.2
_SEARCH = (
    "M-SEARCH * HTTP/1.1\r\n"
    f"HOST: {GROUP[0]}:{GROUP[1]}\r\n"
    'MAN: "ssdp:discover"\r\n'
    "MX: 2\r\n"
    f"ST: {SERVICE}\r\n\r\n"
).encode()


@dataclass(frozen=True, slots=True)
class SsdpResponse:
    """Somebody answered a search."""

    id: str
    address: str
    """Where the answer came from."""
    location: str
    """Where it says that its description is."""


def search(
    interfaces: Iterable[str], wait: float, stopped: threading.Event
) -> Iterator[SsdpResponse]:
    """The answers within so many seconds to a search on these interfaces, as they come."""
    end = time.monotonic() + wait
    with ExitStack() as stack:
        selector = stack.enter_context(selectors.DefaultSelector())
        asked = [stack.enter_context(each) for each in map(_asked_on, interfaces) if each]
        for each in asked:
            selector.register(each, selectors.EVENT_READ)
        heard = 0
        while asked and heard < MOST_ANSWERS and not stopped.is_set():
            left = end - time.monotonic()
            if left <= 0:
                return
            for key, _ in selector.select(min(left, _A_MOMENT)):
                heard += 1
                answer = _received(key.fileobj)
                if answer is not None:
                    yield answer


def _asked_on(interface: str) -> socket.socket | None:
    """A socket that has asked there; None: nobody can be asked there."""
    asking = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        asking.settimeout(0)
        asking.bind((interface, 0))
        asking.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(interface))
        asking.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 2)
        for _ in range(2):  # one may be lost
            asking.sendto(_SEARCH, GROUP)
    except OSError:  # an interface without multicast, or one that has just gone
        asking.close()
        return None
    return asking


def _received(asking: object) -> SsdpResponse | None:
    assert isinstance(asking, socket.socket)
    try:
        data, (address, _) = asking.recvfrom(4096)
    except OSError:  # an answer that was there and is not; a port that nobody listens on
        return None
    return read_answer(data, address)


def read_answer(data: bytes, address: str) -> SsdpResponse | None:
    """The answer in a datagram; None: it is none of a television."""
    status, *lines = data.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
    pairs = (line.partition(":") for line in lines)
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    name = headers.get("usn", "").partition("::")[0]
    if not status.startswith("HTTP/1.1 200") or headers.get("st") != SERVICE or not name:
        return None
    return SsdpResponse(name.removeprefix("uuid:")[:100], address, headers.get("location", ""))


def is_at_home(answer: SsdpResponse) -> bool:
    """Whether its description is where the answer came from."""
    try:
        url = urlsplit(answer.location)
        port = url.port
    except ValueError:
        return False
    return url.scheme == "http" and url.hostname == answer.address and port != 0


def describe(answer: SsdpResponse, limit: float) -> dict[str, str]:
    """What a television that `is_at_home` says of itself (friendlyName, modelName, modelNumber),
    within so many seconds; empty: nothing that can be read.
    """
    try:
        return read_description(_fetched(answer, limit))
    except (OSError, ValueError):  # it is gone, or its path is no path
        return {}


def _fetched(answer: SsdpResponse, limit: float) -> bytes:
    url = urlsplit(answer.location)
    path = (url.path or "/") + (f"?{url.query}" if url.query else "")
    end = time.monotonic() + limit
    text = b""
    with socket.create_connection((answer.address, url.port or 80), limit) as asking:
        asking.sendall(f"GET {path} HTTP/1.0\r\nHost: {url.netloc}\r\n\r\n".encode("ascii"))
        while len(text) < _LARGEST and (left := end - time.monotonic()) > 0:
            asking.settimeout(left)
            more = asking.recv(16 * 1024)
            if not more:
                break
            text += more
    return text


def read_description(answer: bytes) -> dict[str, str]:
    """The three names in an answer over HTTP. No XML parser: it is a stranger's."""
    head, _, body = answer[:_LARGEST].decode("utf-8", "replace").partition("\r\n\r\n")
    if not re.match(r"HTTP/1\.[01] 200\b", head):
        return {}
    found = reversed(_NAMED.findall(body))
    return {name: html.unescape(value).strip() for name, value in found}
