"""Where this server can be reached, and under which names it may be called."""

import ipaddress
import socket
from functools import lru_cache
from urllib.parse import urlsplit

LOCAL_SUFFIXES = (".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")
"""What home networks put behind a computer's own name."""

# Documentation addresses (RFC 5737, RFC 3849): any address outside the home does. Connecting a
# datagram socket sends nothing; it only asks the system which way it would send.
_OUTSIDE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


class Addresses:
    """The server's own idea of its address, for QR codes and for judging Host headers."""

    def __init__(
        self, host: str, port: int, *, public_url: str | None = None, tls: bool = False
    ) -> None:
        self._host = host
        self.port = port
        """The port; whoever asked the system for a free one sets it when it is known."""
        self._public_url = public_url.rstrip("/") if public_url else None
        self._scheme = "https" if tls else "http"
        self._names = _own_names()
        if self._public_url:
            self._names |= {(urlsplit(self._public_url).hostname or "").lower()}

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

        A page of a foreign name whose DNS record was bent to our address (DNS rebinding) comes
        with that name as its Host. An IP address cannot be bent so any is fine: which ones lead
        here a container or a router may know better than we do.
        """
        try:
            host = (urlsplit(f"//{host_header}").hostname or "").rstrip(".")
        except ValueError:
            return False
        return host in self._names or _is_address(host)

    def is_our_page(self, origin: str, host_header: str) -> bool:
        """Whether a browser's Origin header names a page of ours."""
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        if self._public_url and origin.lower() == _origin(self._public_url):
            return True
        return parts.scheme in ("http", "https") and parts.netloc.lower() == host_header.lower()


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


@lru_cache(maxsize=256)
def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
