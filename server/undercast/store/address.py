"""Where an engine is, as it may be said: an address may hold a password."""

from urllib.parse import urlsplit, urlunsplit


def shown(url: str) -> str:
    """The address without who comes with which password, and without what follows a `?`."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
