"""The addresses of this server, and the names that requests may call it by."""

import re
import socket
from typing import NamedTuple, Self
from urllib.parse import urlsplit

from undercast.web.limits.proxies import parse_address

LOCAL_SUFFIXES = (".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")
"""What home networks append to a computer's own name."""

# Documentation addresses (RFC 5737, RFC 3849): any address outside the home does. Connecting a
# datagram socket sends nothing; it only asks the system for the route.
_OUTSIDE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


# uri-host [":" port] (RFC 9110, section 7.2), with the characters that names of ours have.
_AUTHORITY = re.compile(
    r"(?:\[(?P<ipv6>[0-9a-f]*:[0-9a-z:.%_~-]*)\]|(?P<name>[0-9a-z._~-]+))(?::(?P<port>\d{0,5}))?"
)
_DEFAULT_PORTS = {"http": 80, "https": 443}


class _Authority(NamedTuple):
    """A host and port."""

    name: str
    """In lower case, an IPv6 address without its brackets."""
    port: int | None

    @classmethod
    def read(cls, text: str) -> Self | None:
        """None if it is invalid."""
        found = _AUTHORITY.fullmatch(text.lower()) if text.isascii() else None
        if found is None:
            return None
        port = int(found["port"]) if found["port"] else None
        if port is not None and port > 65535:
            return None
        return cls(found["ipv6"] or found["name"].removesuffix("."), port)


class Addresses:
    """The server's own address, for QR codes and for checking Host headers."""

    def __init__(
        self, host: str, port: int, *, public_url: str | None = None, tls: bool = False
    ) -> None:
        self._host = host
        self.port = port
        """Set once it is known, where the system was asked for a free one."""
        self._public_url = public_url.rstrip("/") if public_url else None
        self._scheme = "https" if tls else "http"
        self._names = _own_names() | (set() if _is_any(host) else {host.lower()})
        if self._public_url:
            self._names |= {urlsplit(self._public_url).hostname or ""}

    def base(self) -> str:
        """The address that phones should use, without a slash at the end."""
        if self._public_url:
            return self._public_url
        host = lan_address() if _is_any(self._host) else self._host
        shown = f"[{host}]" if ":" in host else host
        default = 443 if self._scheme == "https" else 80
        return f"{self._scheme}://{shown}" + ("" if self.port == default else f":{self.port}")

    def is_ours(self, host_header: str) -> bool:
        """Whether a request with this Host header may be answered.

        In DNS rebinding, a foreign name is pointed at our address, and requests come with that name
        as their Host. An IP address cannot be rebound, so any is fine: a container or a router may
        have one for us that we don't know.
        """
        named = _Authority.read(host_header)
        return named is not None and (
            named.name in self._names or parse_address(named.name) is not None
        )

    def is_our_page(self, origin: str, host_header: str) -> bool:
        """Whether a browser's Origin header names a page of ours."""
        if self._public_url and origin.lower() == _origin(self._public_url):
            return True
        scheme, _, authority = origin.partition("://")
        default, asked = _DEFAULT_PORTS.get(scheme), _Authority.read(host_header)
        page = _Authority.read(authority)
        if default is None or page is None or asked is None:
            return False
        return (page.name, page.port or default) == (asked.name, asked.port or default)


def lan_address() -> str:
    """The address of this computer on its network; the loopback address if there is none."""
    for family, outside in _OUTSIDE:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((outside, 9))
            except OSError:
                continue
            return str(probe.getsockname()[0])
    return "127.0.0.1"


def _own_names() -> set[str]:
    own = socket.gethostname().lower()
    short = own.split(".", maxsplit=1)[0]
    return {"localhost", own, short, *(short + suffix for suffix in LOCAL_SUFFIXES)}


def _origin(url: str) -> str:
    parts = urlsplit(url.lower())
    return f"{parts.scheme}://{parts.netloc}"


def _is_any(host: str) -> bool:
    return host in ("", "0.0.0.0", "::")  # noqa: S104  # compared, not bound
