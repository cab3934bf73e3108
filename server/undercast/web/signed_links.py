"""What the server signs: links that make their bearer a host, and tokens of cast pages.

What it signs with is the house's secret: see `undercast.store.port.House`.
"""

from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

from undercast.base.refusals import Refusal, Refused

VALID_SECONDS = 15 * 60


class HostLinks:
    """Makes and opens links. A link is good while the room's host is whom it was made against."""

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
    """By what the server knows that a request comes from its own terminal."""

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeTimedSerializer(secret, salt="terminal")

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

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeSerializer(secret, salt="screen")

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
