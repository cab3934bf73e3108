"""Where the language model is: checked at the start of a server, and known to the asker."""

import os
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

from undercast.rules.text import is_plain

KEY = "UNDERCAST_LLM_KEY"
"""The environment variable with the endpoint's API key. It is read when a question is sent, and
kept nowhere: no value of ours holds it.
"""

LONGEST_MODEL = 100
"""Characters of a model's name, which is shown in the lobby."""

CHAT = "/chat/completions"


class BadEndpoint(Exception):
    """No such endpoint can be asked; the text says why, and holds no key."""


class Endpoint(Struct, frozen=True):
    """Where questions are sent, and to which model."""

    tls: bool
    host: str
    port: int
    path: str
    model: str

    @property
    def address(self) -> str:
        """For people: scheme, host and port."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'https' if self.tls else 'http'}://{host}:{self.port}"


def endpoint(url: str, model: str) -> Endpoint:
    """The endpoint of this base address, as clients of that protocol have it ("…/v1").

    Raises BadEndpoint.
    """
    parts, port = _split(url)
    if not model.strip() or len(model) > LONGEST_MODEL or not is_plain(model):
        raise BadEndpoint(f"--llm-model is a name of 1 to {LONGEST_MODEL} characters")
    assert parts.hostname is not None  # looked at
    tls = parts.scheme == "https"
    return Endpoint(tls, parts.hostname, port or (443 if tls else 80), _path(parts), model.strip())


def key() -> str | None:
    """The API key; None where there is none. Raises BadEndpoint for what no header can have."""
    given = os.environ.get(KEY, "").strip()
    if not (given.isascii() and given.isprintable()) or " " in given:
        raise BadEndpoint(f"{KEY} holds characters that no API key has")
    return given or None


def _split(url: str) -> tuple[SplitResult, int | None]:
    if not (url.isascii() and url.isprintable()) or " " in url:
        raise BadEndpoint("--llm: an address has only ASCII letters and no spaces")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadEndpoint("--llm: that is not an address") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadEndpoint("--llm: an address starts with http:// or https://")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise BadEndpoint(f"--llm: no password and no ? in the address; put a key into {KEY}")
    if port == 0 or any(not 0 < len(part) < 64 for part in parts.hostname.rstrip(".").split(".")):
        raise BadEndpoint("--llm: that is not an address")
    return parts, port


def _path(parts: SplitResult) -> str:
    path = parts.path.rstrip("/") or "/v1"
    return path if path.endswith(CHAT) else path + CHAT
