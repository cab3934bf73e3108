"""Every state of the gallery, in every size and language: nothing is cut off, too small or hidden.

Nothing lies over the board, whatever comes late: the gallery shows at once what an animation brings
with the seconds, and one phone is looked at once more when its timers have run.

One page for each size is shown one state after the other without being loaded again. What they
looked like lies in build/screenshots/gallery. `go.py test --long` takes every size in every
language; the usual run leaves out what differs by its size alone, and the pictures of the largest
screen.
"""

from collections.abc import Iterator, Sequence
from typing import Protocol

import pytest
from playwright.sync_api import Browser, Page

from audit import COVERED, barriers, faults_on_phone, faults_on_tv
from browsers import ROOT
from decks import EVENING
from gallery.states import Page as Which
from gallery.states import listed
from long import LONG
from servers import Server, running

pytestmark = pytest.mark.slow

PICTURES = ROOT / "build" / "screenshots" / "gallery"
LANGUAGES = ("en", "hr", "sr-Cyrl", "hi")
LONGEST = LANGUAGES if LONG else ("sr-Cyrl", "hi")
SOME = LANGUAGES if LONG else ("en",)
FEW = LANGUAGES if LONG else ("hi",)
TVS = {(1280, 720): LONGEST, (3840, 2160): FEW}
TVS |= dict.fromkeys([(1920, 1080), (2560, 1080), (640, 360)], LANGUAGES) if LONG else {}
PHONES = {
    (320, 568): LONGEST,
    (360, 330): FEW,
    (390, 844): SOME,
    (844, 390): FEW,
    (820, 1180): FEW,
}
USUAL_PHONE, SMALL_PHONE = (390, 844), (320, 568)
LARGE = ("lobby-news", "looks-on", "looks-on-three", "looks-on-knowing", "offline", "clue-offline")
"""What has a place of its own keeps it in a browser that is set to letters twice as large."""
LATER = 7_000
"""Milliseconds; what only comes when a page is late has come by then."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("gallery")
    options = ("--wall-clock", "--generous", "--gallery")
    with running(data, deal=EVENING, options=options) as server:
        yield server


class Shown:
    """A page of the gallery in one size."""

    def __init__(
        self, browser: Browser, server: Server, which: Which, size: tuple[int, int], *, waits: bool
    ) -> None:
        width, height = size
        self.which, self.size, self.waits = which, f"{width}x{height}", waits
        self.page = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=which == "phone",
            is_mobile=which == "phone",
            reduced_motion="reduce",
        ).new_page()
        if waits:
            self.page.clock.install()
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.goto(f"{server.url}/gallery/{which}.html")

    def show(self, name: str, language: str, light: str = "lamp", letters: str = "") -> Page:
        self.page.evaluate("([n, l, g]) => show(n, l, g)", [name, language, light])
        if self.size == "3840x2160" and not LONG:
            return self.page
        PICTURES.mkdir(parents=True, exist_ok=True)
        lit = "" if light == "lamp" else f"-{light}"
        file = PICTURES / f"{self.which}-{name}-{language}-{self.size}{lit}{letters}.jpg"
        self.page.screenshot(path=file, type="jpeg", quality=80)
        return self.page

    def faults(self, languages: Sequence[str]) -> list[str]:
        """What is wrong with any of the states."""
        found = []
        for language in languages:
            for state in listed(self.which, language):
                page = self.show(state["name"], language)
                faults = self.look(state["name"])
                if self.waits:
                    page.clock.fast_forward(LATER)
                    faults += self.look(state["name"])
                found += [f"{state['name']} {language} {self.size}: {it}" for it in faults]
        return found + self.problems

    def faults_in_large_letters(self, languages: Sequence[str]) -> list[str]:
        """The same, where news, offers and notices need the most room."""
        self.page.evaluate("document.documentElement.style.fontSize = '32px'")
        found = []
        for name in LARGE:
            for language in languages:
                self.show(name, language, letters="-large")
                found += [f"{name} {language} {self.size} large: {it}" for it in self.look(name)]
        return found

    def look(self, name: str) -> list[str]:
        covered = name in COVERED[self.which]
        if self.which == "phone":
            return faults_on_phone(self.page, covered=covered)
        return faults_on_tv(self.page.evaluate, covered=covered)

    def close(self) -> None:
        self.page.context.close()


Size = tuple[int, int]


class Pages(Protocol):
    def __call__(self, which: Which, size: Size, *, waits: bool = False) -> Shown: ...


@pytest.fixture
def pages(browser: Browser, server: Server) -> Iterator[Pages]:
    opened: list[Shown] = []

    def open_(which: Which, size: Size, *, waits: bool = False) -> Shown:
        opened.append(Shown(browser, server, which, size, waits=waits))
        return opened[-1]

    yield open_
    for shown in opened:
        shown.close()


@pytest.mark.parametrize("size", TVS)
def test_televisions(pages: Pages, size: Size) -> None:
    faults = pages("tv", size).faults(TVS[size])
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("size", PHONES)
def test_phones(pages: Pages, size: Size) -> None:
    shown = pages("phone", size, waits=size == USUAL_PHONE)
    faults = shown.faults(PHONES[size])
    if size == SMALL_PHONE:
        faults += shown.faults_in_large_letters(PHONES[size])
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("light", ["lamp", "candle"])
def test_everybody_can_use_it(pages: Pages, light: str) -> None:
    """By lamp and by candle: no barriers in any state."""
    found = []
    shown = pages("phone", USUAL_PHONE)
    for state in listed("phone", "en"):
        page = shown.show(state["name"], "en", light)
        found += [f"{state['name']} {light}: {barrier}" for barrier in barriers(page)]
    assert not found, "\n".join(found)
