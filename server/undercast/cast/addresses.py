"""Our address as a television sees it: the one that this computer uses towards it."""

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from undercast.base.cast_status import CastReason

LOCAL_SUFFIXES = (
    ".local",
    ".localdomain",
    ".lan",
    ".home",
    ".home.arpa",
    ".internal",
    ".intranet",
    ".private",
    ".corp",
    ".fritz.box",
    ".speedport.ip",
    ".easy.box",
)
"""Suffixes of names in home networks, which no public DNS knows. `.local` needs multicast DNS (RFC
6762), which devices don't use.
"""


@dataclass(frozen=True, slots=True)
class Offer:
    """Where the server listens, for televisions."""

    host: str
    port: int
    tls: bool = False
    public_url: str | None = None


def base_for(device: str, offer: Offer) -> str | CastReason:
    """The start of our URLs for the device at this IPv4 address, without a final slash; or why
    there is none.

    Devices ask a public DNS, so a local name is replaced by our address, if the server itself
    listens at that port without TLS (a certificate would not fit). Loopback is only for devices on
    loopback.
    """
    if offer.public_url:
        return _public_base(device, offer, offer.public_url.rstrip("/"))
    own = source_address(device) if _is_any(offer.host) else offer.host
    if own is None:
        return CastReason.NO_ADDRESS
    if is_local_name(own):
        return CastReason.NAME_UNREACHABLE
    scheme, default = ("https", 443) if offer.tls else ("http", 80)
    port = "" if offer.port == default else f":{offer.port}"
    return _unless_loopback(own, device, f"{scheme}://{_bracketed(own)}{port}")


def _public_base(device: str, offer: Offer, url: str) -> str | CastReason:
    parts = urlsplit(url)
    host = parts.hostname or ""
    if not is_local_name(host):
        return _unless_loopback(host, device, url)
    own = source_address(device) if _is_any(offer.host) else offer.host
    listens = parts.scheme == "http" and not offer.tls and (parts.port or 80) == offer.port
    if own is None or not listens or not _is_address(own):
        return CastReason.NAME_UNREACHABLE
    port = "" if parts.port is None else f":{parts.port}"
    base = f"http://{_bracketed(own)}{port}{parts.path}"
    return CastReason.NAME_UNREACHABLE if is_loopback(own) and not is_loopback(device) else base


def source_address(device: str) -> str | None:
    """Our address towards that device; None: there is no route. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((device, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def is_loopback(host: str) -> bool:
    """Whether this name or address is the computer itself."""
    if host.rstrip(".") == "localhost" or host.endswith(".localhost"):
        return True
    return _is_address(host) and ipaddress.ip_address(host).is_loopback


def is_local_name(host: str) -> bool:
    """Whether at most the local router can look up this name."""
    name = host.lower().rstrip(".")
    if _is_address(name) or is_loopback(name):
        return False
    return "." not in name or name.endswith(LOCAL_SUFFIXES)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _bracketed(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def _unless_loopback(own: str, device: str, base: str) -> str | CastReason:
    return CastReason.LOOPBACK_ONLY if is_loopback(own) and not is_loopback(device) else base


def _is_any(host: str) -> bool:
    return host in ("", "0.0.0.0", "::", "[::]")  # noqa: S104  # compared, not bound
