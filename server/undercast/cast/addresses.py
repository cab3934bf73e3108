"""Under which address a television reaches us: the one that this computer would use towards it."""

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from undercast.screens import CastReason


@dataclass(frozen=True, slots=True)
class Offer:
    """What the server listens on, as far as televisions are concerned."""

    host: str
    port: int
    tls: bool = False
    public_url: str | None = None


def base_for(device: str, offer: Offer) -> str | CastReason:
    """The start of our URLs for the device at this IPv4 address, without a slash at the end; or
    why there is none.

    Names that only this house knows (localhost, .local) are of no use: devices ask a public DNS.
    Loopback serves only devices on loopback.
    """
    if offer.public_url:
        host = urlsplit(offer.public_url).hostname or ""
        return _unless_loopback(host, device, offer.public_url.rstrip("/"))
    own = source_address(device) if _is_any(offer.host) else offer.host
    if own is None:
        return CastReason.NO_ADDRESS
    shown = f"[{own}]" if ":" in own else own
    scheme, default = ("https", 443) if offer.tls else ("http", 80)
    port = "" if offer.port == default else f":{offer.port}"
    return _unless_loopback(own, device, f"{scheme}://{shown}{port}")


def source_address(device: str) -> str | None:
    """Our address on the way to that device; None: there is no way. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((device, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def is_ipv4(address: str) -> bool:
    """Whether this is a plain IPv4 address."""
    try:
        ipaddress.IPv4Address(address)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether this name or address means the computer itself."""
    if host.rstrip(".") == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _unless_loopback(own: str, device: str, base: str) -> str | CastReason:
    return CastReason.LOOPBACK_ONLY if is_loopback(own) and not is_loopback(device) else base


def _is_any(host: str) -> bool:
    return host in ("", "0.0.0.0", "::", "[::]")  # noqa: S104  # compared, not bound
