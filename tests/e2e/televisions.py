"""Televisions, with a Cast device or LG's own, whose pages a real browser shows.

    with Television(tube, "Living room") as tv:
        tv.advertise(zeroconf)
        …
        tv.shows("tv-lobby")

Pages come and go in the device's threads, as apps do on a television.
"""

import asyncio
from collections.abc import Callable

from zeroconf import Zeroconf

from cast.emulated import EmulatedDevice
from cast.webos.emulated_lg import EmulatedLg
from chromium70 import Chromium70, OldPage
from patience import PATIENCE


class Tube:
    """What is seen of a television: `tube` is the browser that shows what it is told to open."""

    wait_for: Callable[[Callable[[], object]], None]

    def __init__(self, tube: Chromium70) -> None:
        self._tube = tube
        self.pages: list[OldPage] = []
        """All that were ever opened."""

    @property
    def page(self) -> OldPage:
        """What it was told to open last."""
        self.wait_for(lambda: self.pages)
        return self.pages[-1]

    def shows(self, testid: str, text: str = "") -> None:
        """The page has this data-testid, with this text in it."""
        self.page.wait_for(f"{see(testid)} && {see(testid)}.textContent.includes({text!r})", 20)

    def shows_revealed(self, position: int, identity: str) -> None:
        card = see(f"card-{position}")
        self.page.wait_for(f"{card} && {card}.dataset.revealed === {identity!r}", 20)

    def screensaver(self, *, on: bool) -> None:
        """The TV's own screensaver covers the page, or is gone: neither app nor socket ends."""
        state = "hidden" if on else "visible"
        self.page.evaluate(
            f"Object.defineProperty(document, 'visibilityState', {{value: {state!r},"
            f" configurable: true}}), Object.defineProperty(document, 'hidden',"
            f" {{value: {str(on).lower()}, configurable: true}}),"
            " document.dispatchEvent(new Event('visibilitychange'))"
        )

    def _show(self, url: str) -> Callable[[], None]:
        page = self._tube.tab()
        page.leave_for(url)
        self.pages.append(page)
        return page.shut


class Television(Tube, EmulatedDevice):
    """With a Cast device."""

    def __init__(self, tube: Chromium70, name: str) -> None:
        Tube.__init__(self, tube)
        EmulatedDevice.__init__(self, name, open_page=self._show)

    def advertise(self, zeroconf: Zeroconf) -> None:
        """At once, and without asking whether another one has its name: none has."""
        self._announced = (zeroconf, self._service())
        assert zeroconf.loop is not None
        asyncio.run_coroutine_threadsafe(
            zeroconf.async_register_service(self._announced[1], cooperating_responders=True),
            zeroconf.loop,
        ).result(PATIENCE)

    @property
    def is_advertised(self) -> bool:
        """Whether the house is told of it."""
        return self._announced is not None

    @property
    def launches(self) -> int:
        """How often the app was started on it."""
        return len(self.said("LAUNCH"))


class LgTelevision(Tube, EmulatedLg):
    """One of LG's."""

    def __init__(self, tube: Chromium70, name: str) -> None:
        Tube.__init__(self, tube)
        EmulatedLg.__init__(self, name, open_page=self._show)


def see(testid: str) -> str:
    """JavaScript for the element with this data-testid."""
    return f"document.querySelector('[data-testid=\"{testid}\"]')"
