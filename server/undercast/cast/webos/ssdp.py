"""SSDP: search for televisions and fetch their descriptions.

An answer counts only for the address that it came from: its description is fetched from there,
without redirects, with a limit in size and time.
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
MAX_ANSWERS = 500
"""In one search."""

_NAMES = re.compile(
    r"<(?:\w{1,20}:)?(friendlyName|modelName|modelNumber)\s?>"
    r"(?:<!\[CDATA\[)?([^<]{1,300}?)(?:\]\]>)?</"
)
_MAX_BYTES = 64 * 1024
_POLL = 0.2
_SEARCH = (
    "M-SEARCH * HTTP/1.1\r\n"
    f"HOST: {GROUP[0]}:{GROUP[1]}\r\n"
    'MAN: "ssdp:discover"\r\n'
    "MX: 2\r\n"
    f"ST: {SERVICE}\r\n\r\n"
).encode()


@dataclass(frozen=True, slots=True)
class SsdpResponse:
    """An answer to a search."""

    id: str
    address: str
    """Where the answer came from."""
    location: str
    """Where its description is, it says."""


def search(
    interfaces: Iterable[str], wait: float, stopped: threading.Event
) -> Iterator[SsdpResponse]:
    """Search on these interfaces for this many seconds; the answers as they come."""
    end = time.monotonic() + wait
    with ExitStack() as stack:
        selector = stack.enter_context(selectors.DefaultSelector())
        sockets = [stack.enter_context(each) for each in map(_search_socket, interfaces) if each]
        for each in sockets:
            selector.register(each, selectors.EVENT_READ)
        received = 0
        while sockets and received < MAX_ANSWERS and not stopped.is_set():
            left = end - time.monotonic()
            if left <= 0:
                return
            for key, _ in selector.select(min(left, _POLL)):
                received += 1
                answer = _received(key.fileobj)
                if answer is not None:
                    yield answer


def _search_socket(interface: str) -> socket.socket | None:
    """A socket that has sent the search there; None: it can't."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        sock.settimeout(0)
        sock.bind((interface, 0))
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(interface))
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 2)
        for _ in range(2):  # one may be lost
            sock.sendto(_SEARCH, GROUP)
    except OSError:  # an interface without multicast, or one that has just gone
        sock.close()
        return None
    return sock


def _received(sock: object) -> SsdpResponse | None:
    assert isinstance(sock, socket.socket)
    try:
        data, (address, _) = sock.recvfrom(4096)
    except OSError:  # the answer is gone, or a port was closed
        return None
    return read_answer(data, address)


def read_answer(data: bytes, address: str) -> SsdpResponse | None:
    """The answer in a datagram; None: not of a television."""
    status, *lines = data.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
    pairs = (line.partition(":") for line in lines)
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    name = headers.get("usn", "").partition("::")[0]
    if not status.startswith("HTTP/1.1 200") or headers.get("st") != SERVICE or not name:
        return None
    return SsdpResponse(name.removeprefix("uuid:")[:100], address, headers.get("location", ""))


def is_own_location(answer: SsdpResponse) -> bool:
    """Whether its description is at the address that the answer came from."""
    try:
        url = urlsplit(answer.location)
        port = url.port
    except ValueError:
        return False
    return url.scheme == "http" and url.hostname == answer.address and port != 0


def describe(answer: SsdpResponse, limit: float) -> dict[str, str]:
    """A television's friendlyName, modelName and modelNumber, within this many seconds; empty if
    unreadable. Only for answers with `is_own_location`.
    """
    try:
        return read_description(_fetch(answer, limit))
    except (OSError, ValueError):  # it is gone, or the path is invalid
        return {}


def _fetch(answer: SsdpResponse, limit: float) -> bytes:
    url = urlsplit(answer.location)
    path = (url.path or "/") + (f"?{url.query}" if url.query else "")
    end = time.monotonic() + limit
    text = b""
    with socket.create_connection((answer.address, url.port or 80), limit) as sock:
        sock.sendall(f"GET {path} HTTP/1.0\r\nHost: {url.netloc}\r\n\r\n".encode("ascii"))
        while len(text) < _MAX_BYTES and (left := end - time.monotonic()) > 0:
            sock.settimeout(left)
            more = sock.recv(16 * 1024)
            if not more:
                break
            text += more
    return text


def read_description(answer: bytes) -> dict[str, str]:
    """The three names in an answer over HTTP. No XML parser: it is a other_session's."""
    head, _, body = answer[:_MAX_BYTES].decode("utf-8", "replace").partition("\r\n\r\n")
    if not re.match(r"HTTP/1\.[01] 200\b", head):
        return {}
    found = reversed(_NAMES.findall(body))
    return {name: html.unescape(value).strip() for name, value in found}
