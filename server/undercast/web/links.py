"""Links from the server's terminal that make their bearer the host of a room."""

import contextlib
import os
import secrets
from pathlib import Path

from itsdangerous import BadSignature, URLSafeTimedSerializer

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
