"""Where Redis is, as it may be said: an address may hold a password."""

from urllib.parse import parse_qs, urlsplit, urlunsplit


def has_password(url: str) -> bool:
    """Whether the address holds one."""
    parts = urlsplit(url)
    return bool(parts.password or "password" in parse_qs(parts.query))


def without_credentials(url: str) -> str:
    """The address without who comes with which password, and without what follows a `?`."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
