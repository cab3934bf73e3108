"""What the server signs: host links, passes of its terminal, tokens of cast pages.

It signs with the house's secret: see `undercast.store.port.StorePort`.
"""

from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

from undercast.base.refusals import Refusal, Refused

VALID_SECONDS = 15 * 60


class HostLinks:
    """Host links. A link is valid while the room's host is the one it was made to replace."""

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeTimedSerializer(secret, salt="host")

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
    """Shows that a request comes from the server's own terminal."""

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeTimedSerializer(secret, salt="terminal")

    def make(self, code: str) -> str:
        """A pass for the room `code`, good for half a minute."""
        return self._serializer.dumps(code)

    def opened(self, shown: str) -> str | None:
        """The code of the room that this is a pass for; None if it is invalid."""
        try:
            code = self._serializer.loads(shown, max_age=30)
        except (BadSignature, ValueError):
            return None
        return code if isinstance(code, str) else None


class ScreenTokens:
    """What a cast page gets for its nonce, to be recognized by, also after a restart."""

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeSerializer(secret, salt="screen")

    def make(self, code: str, nonce: str) -> str:
        """The token of the page that was cast for the room `code` with this nonce."""
        return self._serializer.dumps([code, nonce])

    def opened(self, code: str, token: str) -> str | None:
        """The nonce of the page with this token; None if it is not a token for this room."""
        try:
            made_for, nonce = self._serializer.loads(token)
        except (BadSignature, ValueError, TypeError):
            return None
        return str(nonce) if made_for == code else None
