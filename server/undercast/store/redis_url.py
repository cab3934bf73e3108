"""Addresses of Redis, which may contain a password."""

from urllib.parse import parse_qs, urlsplit, urlunsplit


def has_password(url: str) -> bool:
    """Whether the address contains one."""
    parts = urlsplit(url)
    return bool(parts.password or "password" in parse_qs(parts.query))


def without_credentials(url: str) -> str:
    """The address without user, password and query."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
