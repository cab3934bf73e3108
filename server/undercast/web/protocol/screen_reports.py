"""What screens report, and whether the cast page is visible on its television."""

from dataclasses import replace

from undercast.web.protocol.responses import ScreenReport

MAX_ROOMS = 500
"""Beyond this many, the oldest are forgotten."""


class ScreenReports:
    """By room. Any screen may report; only the cast page says what its television shows.

    That is the page with the latest nonce; after a restart of the server, the first to reconnect.
    """

    def __init__(self) -> None:
        self._pages: dict[str, str] = {}
        """The nonce of the cast page."""
        self._connected: dict[str, str] = {}
        """The same, while that page is connected."""
        self._abouts: dict[str, ScreenReport] = {}
        self._covered: dict[str, str] = {}

    def page_connected(self, code: str, nonce: str) -> None:
        """A page with a new nonce is the cast page from now on."""
        self._pages.pop(code, None)
        self.page_reconnected(code, nonce)

    def page_reconnected(self, code: str, nonce: str) -> None:
        """A known page is connected again, and will report."""
        if self._pages.setdefault(code, nonce) == nonce:
            self._connected[code] = nonce
            self._covered.pop(code, None)
        _limit_size(self._pages)
        _limit_size(self._connected)

    def add(self, code: str, about: ScreenReport, nonce: str | None) -> bool:
        """Add a screen's report; whether it changes what is known of the cast page's visibility."""
        is_cast = nonce is not None and self._pages.get(code) == nonce
        if not is_cast and code in self._connected:
            return False
        self._abouts.pop(code, None)
        self._abouts[code] = replace(about, cast=is_cast)
        _limit_size(self._abouts)
        return nonce is not None and is_cast and self._set_visible(code, nonce, about.visible)

    def page_disconnected(self, code: str, nonce: str) -> None:
        """The page's last connection is gone; its report is kept for diagnosis."""
        for known in (self._connected, self._covered):
            if known.get(code) == nonce:
                del known[code]

    def about(self, code: str) -> ScreenReport | None:
        """The latest report of the cast page, or else of any screen."""
        return self._abouts.get(code)

    def is_covered(self, code: str) -> bool:
        """Whether the cast page says that it is not visible."""
        return code in self._covered

    def _set_visible(self, code: str, nonce: str, visible: bool) -> bool:
        before = code in self._covered
        if not visible:
            self._covered[code] = nonce
            _limit_size(self._covered)
        else:
            self._covered.pop(code, None)
        return before is visible


def _limit_size(by_room: dict[str, str] | dict[str, ScreenReport]) -> None:
    if len(by_room) > MAX_ROOMS:
        del by_room[next(iter(by_room))]
