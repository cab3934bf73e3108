"""What the server signs: links that make their bearer a host, and tokens of cast pages."""

import contextlib
import os
import secrets
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

from undercast.refusals import Refusal, Refused

VALID_SECONDS = 15 * 60

SECRET_FILE = "link-secret"
"""The file of the data folder that signs the links."""


_SECRET_LENGTH = 64


class HostLinks:
    """Makes and opens links. A link is good while the room's host is whom it was made against."""

    def __init__(self, folder: Path) -> None:
        """Read the secret in `folder`, or make one. Raises OSError."""
        self._serializer = URLSafeTimedSerializer(_secret(folder / SECRET_FILE), salt="host")

    def make(self, code: str, host: str) -> str:
        """A link for the room `code`, whose host is the player `host`."""
        return self._serializer.dumps([code, host])

    def opened(self, code: str, link: str) -> str:
        """The player id of the host that the link replaces. Raises Refused(room/link_invalid)."""
        try:
            made_for, host = self._serializer.loads(link, max_age=VALID_SECONDS)
        except (BadSignature, ValueError, TypeError):
            raise Refused(Refusal.LINK_INVALID) from None
        if made_for != code:
            raise Refused(Refusal.LINK_INVALID)
        return str(host)


class TerminalPass:
    """By what the server knows that a request comes from its own terminal."""

    def __init__(self, folder: Path) -> None:
        """Read the secret in `folder`, or make one. Raises OSError."""
        self._serializer = URLSafeTimedSerializer(_secret(folder / SECRET_FILE), salt="terminal")

    def make(self, code: str) -> str:
        """A pass for the room `code`, good for half a minute."""
        return self._serializer.dumps(code)

    def opened(self, shown: str) -> str | None:
        """The code of the room that this is a pass for; None if it is no pass."""
        try:
            code = self._serializer.loads(shown, max_age=30)
        except (BadSignature, ValueError):
            return None
        return code if isinstance(code, str) else None


class ScreenTokens:
    """What a cast page's nonce is exchanged for, so that it is known again, after a restart too."""

    def __init__(self, folder: Path) -> None:
        """Read the secret in `folder`, or make one. Raises OSError."""
        self._serializer = URLSafeSerializer(_secret(folder / SECRET_FILE), salt="screen")

    def make(self, code: str, nonce: str) -> str:
        """The token of the page that was cast for the room `code` with this nonce."""
        return self._serializer.dumps([code, nonce])

    def opened(self, code: str, token: str) -> str | None:
        """The nonce of the page whose token it is; None if it is none of this room's."""
        try:
            made_for, nonce = self._serializer.loads(token)
        except (BadSignature, ValueError, TypeError):
            return None
        return str(nonce) if made_for == code else None


def _secret(file: Path) -> str:
    with contextlib.suppress(FileNotFoundError):
        known = file.read_text(encoding="ascii")
        if len(known) == _SECRET_LENGTH:  # shorter: cut off by a crash, and could be guessed
            return known
    made = secrets.token_hex(_SECRET_LENGTH // 2)
    draft = file.with_suffix(f".{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as opened:
        opened.write(made)
    draft.replace(file)
    return made
