"""When the phone's keyboard is open, everything that a clue needs stays in reach."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from audit import faults_on_phone
from decks import EVENING, board_of
from people import Home, Phone
from pictures import picture
from servers import Server, running

pytestmark = pytest.mark.slow

LOCALES = {"en": "en-US", "hi": "hi-IN"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Deals the hardest board."""
    deal, options = (
        replace(EVENING, codenames=tuple(board_of("en"))),
        ("--wall-clock", "--generous"),
    )
    with running(tmp_path_factory.mktemp("keyboard"), deal=deal, options=options) as server:
        yield server


@pytest.fixture
def home(browser: Browser, server: Server) -> Iterator[Home]:
    home = Home(browser, server)
    yield home
    home.close()
    assert home.unforeseen() == []


KEYBOARDS = {"320x568": (320, 300), "360x640": (360, 330), "390x844": (390, 484)}
"""What the keyboards of these phones leave of the window."""

SMALLEST_WORD = 7.9
"""CSS pixels, of the longest word of a board."""

OVERLAID = """
  Object.defineProperty(window, 'visualViewport', { value: Object.assign(new EventTarget(), {
    width: 390, height: 844, offsetTop: 0, offsetLeft: 0, scale: 1,
  }) });
"""
"""As on an iPhone: the keyboard lies over a window that keeps its height."""


@pytest.mark.parametrize("language", LOCALES)
def test_a_clue_is_given_over_the_keyboard(home: Home, language: str) -> None:
    ana = home.phone("Ana", locale=LOCALES[language])
    ana.page.add_init_script(OVERLAID)
    home.guest(ana.create_room(), "Ben", "blue_spymaster")
    ana.sit("red_spymaster")
    ana.deal()
    ana.show_key()
    ana.see("clue-word").fill("ocean")
    faults = []
    for phone, (width, height) in KEYBOARDS.items():
        ana.page.set_viewport_size({"width": width, "height": height})
        keyboard_leaves(ana, height)
        picture(ana, f"phone-keyboard-{phone}-{language}")
        faults += [f"{phone}: {fault}" for fault in hidden(ana, height)]
        # What the referee says takes no card away.
        ana.see("clue-word").fill("constellation")
        expect(ana.page.locator(".finding")).to_be_visible()
        expect(ana.see("clue-ask")).to_be_visible()
        picture(ana, f"phone-keyboard-advice-{phone}-{language}")
        faults += [f"{phone}, advice: {fault}" for fault in hidden(ana, height, button="clue-ask")]
        ana.see("clue-word").fill("ocean")
        expect(ana.see("clue-give")).to_be_enabled()
    faults += faults_on_phone(ana.page)
    ana.page.set_viewport_size({"width": 390, "height": 844})
    keyboard_leaves(ana, 484, top=40)
    faults += [f"over the window: {fault}" for fault in hidden(ana, 484, top=40)]
    assert not faults, "\n".join(faults)
    ana.tap("clue-give")
    expect(ana.see("clue")).to_contain_text("ocean")


def keyboard_leaves(phone: Phone, height: int, top: int = 0) -> None:
    """Tell the page what a keyboard leaves of the window, and wait until it is drawn anew."""
    phone.page.evaluate(
        """([height, offsetTop]) => {
          Object.assign(visualViewport, { height, offsetTop });
          visualViewport.dispatchEvent(new Event('resize'));
        }""",
        [height, top],
    )
    expect(phone.page.locator("html")).to_have_attribute("data-layout", "low")
    phone.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => drawn()))")


def hidden(phone: Phone, height: int, top: int = 0, button: str = "clue-give") -> list[str]:
    """What of a clue's giving is out of reach, and which words can't be read."""
    found = []
    cards = [f"card-{at}" for at in range(25)]
    for name in (*cards, "key-cover", "clue-word", "clue-number", button):
        box = phone.see(name).bounding_box()
        if box is None or box["y"] < top or box["y"] + box["height"] > top + height:
            found.append(f"{name} is out of sight: {box}")
    sizes = phone.page.locator(".card-word").evaluate_all(
        "(all) => all.map((word) => [parseFloat(word.style.fontSize), word.textContent])"
    )
    # WWWWW is no word.
    words = [(size, word) for size, word in sizes if len(set(word)) > 1]
    found += [f"{word}: {size}px" for size, word in words if size < SMALLEST_WORD]
    return found
