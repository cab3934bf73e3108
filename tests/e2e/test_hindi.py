"""An evening in Hindi with the shipped deck: words, script and fonts, on phones and television."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from audit import faults_on_phone, faults_on_tv
from chromium70 import Chromium70
from people import Home, Phone, Shown
from pictures import picture
from servers import Server, running

pytestmark = pytest.mark.slow

DEVANAGARI = re.compile("[\u0900-\u097f]+")

FONTS = """[...document.fonts].filter(({ status }) => status === 'loaded')
  .map(({ unicodeRange }) => unicodeRange)"""
KHAND, FIRA = "U+900-97F", "U+400-45F"
"""How their ranges begin, as a browser writes them."""

WIDTH = """(() => {
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = getComputedStyle(document.querySelector('CARD')).font.replace(/[\\d.]+px/, '1000px');
  return pen.measureText('हार').width;
})()"""
"""How wide a word is in the font of a card: that it is Khand's shows in the font's own measure."""

WIDTH_IN_KHAND = 1110


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """As a household starts it: it deals from the shipped decks."""
    with running(tmp_path_factory.mktemp("hindi")) as server:
        yield server


def loaded(page: Shown) -> list[str]:
    """The ranges of the fonts that this page has fetched."""
    page.is_at_rest()
    ranges: list[str] = page.page.evaluate(FONTS)
    return ranges


def key_of(phone: Phone) -> dict[str, list[int]]:
    """The positions of each identity, from the key that lies open on this phone."""
    key: dict[str, list[int]] = {}
    for position in range(25):
        identity = phone.card(position).get_attribute("data-identity")
        assert identity is not None
        key.setdefault(identity, []).append(position)
    return key


def test_a_hindi_evening(home: Home) -> None:
    asha, ravi = home.phone("आशा", locale="hi-IN"), home.phone("रवि", locale="hi-IN")
    code = asha.create_room()  # the language of the phone is the deck's and the television's
    tv = home.screen(code)
    expect(tv.page.locator("html")).to_have_attribute("lang", "hi")
    ravi.join(code)
    asha.sit("red_spymaster")
    ravi.sit("blue_spymaster")
    expect(tv.see("tv-announcement")).to_contain_text("रवि ने नीली टीम की कुंजी ली")
    assert faults_on_tv(tv.page.evaluate) == []

    asha.deal()
    words = [asha.card(at).locator(".card-word").inner_text() for at in range(25)]
    assert all(DEVANAGARI.fullmatch(word) for word in words), words
    asha.show_key()
    ravi.show_key()
    key = key_of(asha)
    phones = {"red": asha, "blue": ravi}
    first = asha.see("turn").get_attribute("data-team") or ""
    other = {"red": "blue", "blue": "red"}[first]
    phones[first].give_clue("ठठठठ", 2)
    tv.shows_clue("ठठठठ")
    phones[first].touch(key[first][0])
    tv.shows_revealed(key[first][0], first)
    phones[first].touch(key["bystander"][0])
    tv.turn_of(other)
    looks_well(tv, asha, "play")
    phones[other].give_clue("ढढढढ", 1)
    phones[other].touch(key["assassin"][0])
    expect(tv.see("tv-curtain")).to_contain_text("हत्यारा!")
    looks_well(tv, asha, "end")
    asha.debrief()
    expect(tv.see("tv-debrief")).to_be_visible()
    expect(tv.see("tv-curtain")).to_have_count(0)
    looks_well(tv, asha, "debrief")

    assert tv.page.evaluate(WIDTH.replace("CARD", ".face .fitted")) == WIDTH_IN_KHAND
    assert asha.page.evaluate(WIDTH.replace("CARD", ".card-word")) == WIDTH_IN_KHAND
    for page in (tv, asha):
        assert not any(of.startswith(FIRA) for of in loaded(page))


def looks_well(tv: Shown, phone: Phone, moment: str) -> None:
    picture(tv, f"tv-hindi-{moment}")
    assert faults_on_tv(tv.page.evaluate) == []
    picture(phone, f"phone-hindi-{moment}")
    assert faults_on_phone(phone.page) == []


def test_other_evenings_do_without_its_fonts(home: Home) -> None:
    ana = home.phone("Ana")
    tv = home.screen(ana.create_room())
    for page in (ana, tv):
        ranges = loaded(page)
        assert ranges
        assert not any(of.startswith((KHAND, FIRA)) for of in ranges)


def test_hindi_on_the_oldest_television(home: Home, old: Chromium70) -> None:
    asha = home.phone("आशा", locale="hi-IN")
    code = asha.create_room()
    home.guest(code, "रवि", "blue_spymaster")
    asha.sit("red_spymaster")
    tv = old.open(f"{home.server.url}/tv/{code}")
    tv.wait_for("document.body.textContent.includes('स्कैन करके खेलें')")
    tv.wait_for("document.fonts.status === 'loaded'")
    assert faults_on_tv(tv.evaluate) == []
    asha.deal()
    tv.wait_for("document.querySelectorAll('.face').length === 25")
    tv.wait_for("document.fonts.status === 'loaded'")
    assert faults_on_tv(tv.evaluate) == []
    assert tv.evaluate(WIDTH.replace("CARD", ".face .fitted")) == WIDTH_IN_KHAND
    assert tv.problems == []


@pytest.fixture
def home(browser: Browser, server: Server) -> Iterator[Home]:
    home = Home(browser, server)
    yield home
    home.close()
    assert home.unforeseen() == []
