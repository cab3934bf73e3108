"""Every state of the gallery, in every size and language: nothing is cut off, too small or hidden.

One page for each size is shown one state after the other without being loaded again. What they
looked like lies in build/screenshots/gallery. `go.py test --long` takes every size in every
language; the usual run leaves out what differs by its size alone, and the pictures of the largest
screen.
"""

from collections.abc import Callable, Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page

from audit import barriers, faults_on_phone, faults_on_tv
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
USUAL_PHONE = (390, 844)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("gallery")
    options = ("--wall-clock", "--generous", "--gallery")
    with running(data, deal=EVENING, options=options) as server:
        yield server


class Shown:
    """A page of the gallery in one size."""

    def __init__(
        self, browser: Browser, server: Server, which: Which, size: tuple[int, int]
    ) -> None:
        width, height = size
        self.which, self.size = which, f"{width}x{height}"
        self.page = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=which == "phone",
            is_mobile=which == "phone",
            reduced_motion="reduce",
        ).new_page()
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.goto(f"{server.url}/gallery/{which}.html")

    def show(self, name: str, language: str, light: str = "lamp") -> Page:
        self.page.evaluate("([n, l, g]) => show(n, l, g)", [name, language, light])
        if self.size == "3840x2160" and not LONG:
            return self.page
        PICTURES.mkdir(parents=True, exist_ok=True)
        lit = "" if light == "lamp" else f"-{light}"
        file = PICTURES / f"{self.which}-{name}-{language}-{self.size}{lit}.jpg"
        self.page.screenshot(path=file, type="jpeg", quality=80)
        return self.page

    def faults(self, languages: Sequence[str]) -> list[str]:
        """What is wrong with any of the states."""
        found = []
        for language in languages:
            for state in listed(self.which, language):
                page = self.show(state["name"], language)
                look = faults_on_phone if self.which == "phone" else _on_tv
                found += [f"{state['name']} {language} {self.size}: {it}" for it in look(page)]
        return found + self.problems

    def close(self) -> None:
        self.page.context.close()


def _on_tv(page: Page) -> list[str]:
    return faults_on_tv(page.evaluate)


Size = tuple[int, int]
Pages = Callable[[Which, Size], Shown]


@pytest.fixture
def pages(browser: Browser, server: Server) -> Iterator[Pages]:
    opened: list[Shown] = []

    def open_(which: Which, size: Size) -> Shown:
        opened.append(Shown(browser, server, which, size))
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
    faults = pages("phone", size).faults(PHONES[size])
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
