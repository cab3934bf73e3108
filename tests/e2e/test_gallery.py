"""How every state of the gallery looks: nothing cut off, too small, hidden, or a barrier.

Nothing may lie over the board, not even for a moment: the gallery shows at once what an animation
brings later, and one phone is checked again after its timers have run.

Each size loads one page and shows one state after the other in it. Every size shows its states in
the hardest languages; the smallest phone and television show each in others as well, by turns.
`go.py test --long` checks every size in every language, and takes screenshots of all.
"""

from collections.abc import Iterator
from typing import Protocol

import pytest
from playwright.sync_api import Browser, Page

from audit import COVERED, barriers, broken_words, faults_on_phone, faults_on_tv
from gallery.serving import LANGUAGES
from gallery.states import Page as Which
from gallery.states import listed
from long import LONG
from pictures import KEPT
from servers import Server

pytestmark = pytest.mark.slow

Size = tuple[int, int]

SMALL_TV, SMALL_PHONE, USUAL_PHONE = (1280, 720), (320, 568), (390, 844)
TVS: tuple[Size, ...] = (
    SMALL_TV,
    (1920, 1080),
    (3840, 2160),
    (2560, 1080),
    (3440, 1440),
    (640, 360),
    (1024, 768),
)
"""A television at a zoom of 200 percent has a quarter of its pixels."""
LOW_PHONE = (360, 330)
"""With its keyboard open."""
ENLARGED = (195, 422)
"""The usual phone, its page enlarged to 200 percent."""
PHONES: tuple[Size, ...] = (
    SMALL_PHONE,
    USUAL_PHONE,
    LOW_PHONE,
    (844, 390),
    (820, 1180),
    ENLARGED,
)
SHRINK = ("finding-illegal", "finding-questioned", "rejected")
"""Over the keyboard, cards shrink to make room for these messages: see test_keyboard.py."""
LARGE = ("lobby-news", "looks-on", "looks-on-three", "looks-on-knowing", "offline", "clue-offline")
"""What has a place of its own keeps it in a browser that is set to letters twice as large."""
LATER = 7_000
"""Milliseconds; what only comes when a page is late has come by then."""


def names(which: Which) -> list[str]:
    """All states. Their names are the same in every language."""
    return [state["name"] for state in listed(which, "en")]


HARDEST = ("de", "hi")
"""The language with the longest words, and that of the tallest script."""


def by_turns(first: int, count: int) -> tuple[str, ...]:
    """So many languages, all of them by and by."""
    return tuple(LANGUAGES[(first + each) % len(LANGUAGES)] for each in range(count))


def chosen(which: Which, size: Size) -> Iterator[tuple[str, str]]:
    """Which states to show in this size, and in which languages."""
    at = (TVS if which == "tv" else PHONES).index(size)
    for number, name in enumerate(names(which)):
        if LONG:
            languages = LANGUAGES
        elif size in {SMALL_PHONE, SMALL_TV}:
            languages = (HARDEST[number % 2], *by_turns(number, 1))
        elif which == "phone" or number % (len(TVS) - 1) == at - 1:
            languages = (HARDEST[(number + number // 2 + at) % 2],)
        else:
            continue
        if size != LOW_PHONE or name not in SHRINK:
            yield from ((name, language) for language in languages)


class Shown:
    """A page of the gallery in one size."""

    def __init__(
        self, browser: Browser, server: Server, which: Which, size: Size, *, waits: bool
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

    def show(
        self, name: str, language: str, light: str = "lamp", letters: str = "", way: str = ""
    ) -> Page:
        """`way`: rtl, whatever the language."""
        shown = [name, language, light, *([way] if way else [])]
        self.page.evaluate("(shown) => show(...shown)", shown)
        if KEPT is not None:
            lit = "" if light == "lamp" else f"-{light}"
            file = f"{self.which}-{name}-{language}-{self.size}{lit}{letters}{way and '-'}{way}.jpg"
            self.page.screenshot(path=KEPT / "gallery" / file, type="jpeg", quality=80)
        return self.page

    def faults(self) -> list[str]:
        """What is wrong with any of the states."""
        found = []
        width, height = map(int, self.size.split("x"))
        for name, language in chosen(self.which, (width, height)):
            page = self.show(name, language)
            faults = self.look(name)
            if self.waits:
                page.clock.fast_forward(LATER)
                faults += self.look(name)
            found += [f"{name} {language} {self.size}: {it}" for it in faults]
        return found + self.problems

    def faults_in_large_letters(self) -> list[str]:
        """Broken words; and faults of news, offers and notices, which need the most room."""
        self.page.evaluate("document.documentElement.style.fontSize = '32px'")
        found = []
        for number, name in enumerate(names(self.which)):
            for language in LANGUAGES if LONG else by_turns(number, 1):
                page = self.show(name, language, letters="-large")
                faults = broken_words(page) + (self.look(name) if name in LARGE else [])
                found += [f"{name} {language} {self.size} large: {it}" for it in faults]
        return found + self.problems

    def look(self, name: str) -> list[str]:
        covered = name in COVERED[self.which]
        if self.which == "phone":
            return faults_on_phone(self.page, covered=covered)
        return faults_on_tv(self.page.evaluate, covered=covered)

    def close(self) -> None:
        self.page.context.close()


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
    faults = pages("tv", size).faults()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("size", PHONES)
def test_phones(pages: Pages, size: Size) -> None:
    faults = pages("phone", size, waits=size == USUAL_PHONE).faults()
    assert not faults, "\n".join(faults)


def test_phones_in_large_letters(pages: Pages) -> None:
    faults = pages("phone", USUAL_PHONE).faults_in_large_letters()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("which", "light"), [("phone", "lamp"), ("phone", "candle"), ("tv", "lamp")]
)
def test_everybody_can_use_it(pages: Pages, which: Which, light: str) -> None:
    """No barriers in any state. Candle light changes nothing but colours."""
    found = []
    shown = pages(which, USUAL_PHONE if which == "phone" else SMALL_TV)
    rules = ["color-contrast"] if light == "candle" else None
    for name in names(which):
        page = shown.show(name, "en", light)
        found += [f"{name} {light}: {barrier}" for barrier in barriers(page, rules)]
    assert not found, "\n".join(found)


FROM_THE_RIGHT: dict[Which, tuple[str, ...]] = {
    "tv": ("guess", "duet-debrief", "lobby-8"),
    "phone": ("key", "guess", "lobby-8", "sheet-book-page"),
}
"""A game in its middle, and where most depends on sides."""


@pytest.mark.parametrize(
    ("which", "size"),
    [
        ("tv", SMALL_TV),
        ("tv", (1024, 768)),
        ("phone", SMALL_PHONE),
        ("phone", USUAL_PHONE),
        ("phone", (844, 390)),
    ],
)
def test_pages_that_are_read_from_the_right(pages: Pages, which: Which, size: Size) -> None:
    """No language is written so yet: one that begins at the left is shown instead."""
    shown = pages(which, size)
    faults = []
    for name in FROM_THE_RIGHT[which]:
        shown.show(name, "en", way="rtl")
        faults += [f"{name} rtl {shown.size}: {it}" for it in shown.look(name)]
    assert not faults, "\n".join(faults)
    shown.show("guess", "en", way="rtl")
    assert x_of(shown.page, "card-0") > x_of(shown.page, "card-1") > x_of(shown.page, "card-4")
    assert x_of(shown.page, "card-5") == x_of(shown.page, "card-0")


@pytest.mark.parametrize("way", ["ltr", "rtl"])
def test_arrows_lead_to_where_they_point(pages: Pages, way: str) -> None:
    """On a phone's board, and among the letters of a code on a television."""
    phone = pages("phone", USUAL_PHONE).show("guess", "en", way=way)
    phone.get_by_test_id("card-7").focus()
    goes_where_it_points(phone)
    tv = pages("tv", SMALL_TV).show("entry", "en", way=way)
    tv.get_by_test_id("entry-type").click()
    tv.get_by_role("button", name="M", exact=True).focus()
    goes_where_it_points(tv)


def goes_where_it_points(page: Page) -> None:
    for key, moves in {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowDown": (0, 1)}.items():
        before = page.evaluate(FOCUSED)
        page.keyboard.press(key)
        after = page.evaluate(FOCUSED)
        gone = [(b > a + 1) - (b < a - 1) for a, b in zip(before, after, strict=True)]
        assert gone == list(moves), key


FOCUSED = """() => {
  const { x, y } = document.activeElement.getBoundingClientRect();
  return [x, y];
}"""


def x_of(page: Page, testid: str) -> float:
    box = page.get_by_test_id(testid).bounding_box()
    assert box is not None
    return box["x"]
