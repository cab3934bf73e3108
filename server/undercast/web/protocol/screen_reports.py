"""What screens said of themselves, and whether the page that was cast is seen on its television."""

from dataclasses import replace

from undercast.web.protocol.responses import About

MOST_ROOMS = 500
"""Of more, those are forgotten that said something first."""


class ScreenReports:
    """By room. Any screen may report; only the page that was cast says what its television shows.

    That is the page whose nonce came last; after a restart of the server, the first to be back.
    """

    def __init__(self) -> None:
        self._pages: dict[str, str] = {}
        """The nonce of the page that was cast."""
        self._here: dict[str, str] = {}
        """The same, while that page has a socket."""
        self._abouts: dict[str, About] = {}
        self._covered: dict[str, str] = {}

    def came(self, code: str, nonce: str) -> None:
        """A page with a new nonce is the one that was cast."""
        self._pages.pop(code, None)
        self.is_back(code, nonce)

    def is_back(self, code: str, nonce: str) -> None:
        """A page that called home before has a socket again, and will say how it is."""
        if self._pages.setdefault(code, nonce) == nonce:
            self._here[code] = nonce
            self._covered.pop(code, None)
        _bound(self._pages)
        _bound(self._here)

    def heard(self, code: str, about: About, nonce: str | None) -> bool:
        """A screen of the room said this; whether its television shows something else for it."""
        is_cast = nonce is not None and self._pages.get(code) == nonce
        if not is_cast and code in self._here:
            return False
        self._abouts.pop(code, None)
        self._abouts[code] = replace(about, cast=is_cast)
        _bound(self._abouts)
        return nonce is not None and is_cast and self._cover(code, nonce, about.visible)

    def went(self, code: str, nonce: str) -> None:
        """The page's last socket is gone: what it said is for whoever wonders why."""
        for known in (self._here, self._covered):
            if known.get(code) == nonce:
                del known[code]

    def about(self, code: str) -> About | None:
        """The latest report of the page that was cast, or else of any screen."""
        return self._abouts.get(code)

    def is_covered(self, code: str) -> bool:
        """Whether the page that was cast is not seen, as it says itself."""
        return code in self._covered

    def _cover(self, code: str, nonce: str, visible: bool) -> bool:
        before = code in self._covered
        if not visible:
            self._covered[code] = nonce
            _bound(self._covered)
        else:
            self._covered.pop(code, None)
        return before is visible


def _bound(by_room: dict[str, str] | dict[str, About]) -> None:
    if len(by_room) > MOST_ROOMS:
        del by_room[next(iter(by_room))]
