"""Nothing is clipped, scrolls or is too small: TV and phones with what is hardest to show."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import tour
from audit import broken_words, faults_on_phone, faults_on_tv
from clients import Client
from decks import ASSASSIN, BLUE, BYSTANDERS, LONG, LONG_WORDS, RED
from people import Home, Phone, Screen
from pictures import picture
from rules.duet_builder import DEADLY, KEY_A, KEY_B, NOBODY
from servers import Deal, running
from table import settle

pytestmark = pytest.mark.slow

TVS = {"720p": (1280, 720), "1080p": (1920, 1080)}
PHONES = {"small": (320, 568), "usual": (390, 844), "lying": (844, 390)}
PICTURE_KEY = "rbnrbrrbnabrbrnbrbrn"
"""8 red, 7 blue, 4 bystanders, 1 assassin."""

LOCALES = {"en": "en-US", "bs": "bs-BA", "sr-Cyrl": "sr-Cyrl-RS", "hi": "hi-IN"}


@pytest.fixture
def crowded(browser: Browser, tmp_path: Path) -> Iterator[Home]:
    """Deals the hardest board of one language after the other."""
    yield from dealing(LONG_WORDS, browser, tmp_path)


@pytest.fixture
def crowded_duet(browser: Browser, tmp_path: Path) -> Iterator[Home]:
    """The same with two keys, on which the longest words are bystanders."""
    keys = "/".join(key[NOBODY[0] :] + key[: NOBODY[0]] for key in (KEY_A, KEY_B))
    yield from dealing(replace(LONG_WORDS, keys=(keys,)), browser, tmp_path)


@pytest.fixture
def crowded_pictures(browser: Browser, tmp_path: Path) -> Iterator[Home]:
    """Scenes of three emoji first."""
    scenes = tuple(f"{chr(0x1F400 + n)}🐘🎺" for n in range(6))
    pictures = (*scenes, *(f"{chr(0x1F430 + n % 15)}{chr(0x1F345 + n)}" for n in range(80)))
    deal = replace(LONG_WORDS, keys=(PICTURE_KEY,), pictures=pictures)
    yield from dealing(deal, browser, tmp_path)


def dealing(deal: Deal, browser: Browser, data: Path) -> Iterator[Home]:
    with running(data, deal=deal, options=("--wall-clock", "--generous")) as server:
        home = Home(browser, server)
        yield home
        home.close()
        assert home.unforeseen() == []


class Crowd:
    """Thirty people with names of 20 characters, and a TV of each size."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.host = home.host("Ана Вољфешлегелштајн")
        self.code = self.host.lobby["code"]
        seats = ["red_spymaster", "blue_spymaster", *["red_operative", "blue_operative"] * 11]
        names = [f"Мммммммм Wolfesch. {n:02}"[-20:] for n in range(29)]
        guests = [
            home.guest(self.code, name, seats[n] if n < len(seats) else None)
            for n, name in enumerate(names)
        ]
        self.red, self.blue = guests[:2]
        self.tvs = {
            name: home.screen(self.code, size=size, still=True) for name, size in TVS.items()
        }
        self.language = "en"

    def speak(self, language: str, **settings: object) -> None:
        self.language = language
        # The longest clues are made of the longest codenames, which no referee lets pass.
        settings = {"referee": "off", **settings}
        self.host.do("change_settings", settings=settings, decks=["en"], language=language)
        for tv in self.tvs.values():
            expect(tv.page.locator("html")).to_have_attribute("lang", language)

    def move(self, who: Client, name: str, /, **fields: object) -> None:
        self.home.move(who, name, **fields)

    def looks_anew(self, screen: str) -> list[str]:
        """What is wrong on TVs that were just switched on: no announcement lies over the foot."""
        for tv in self.tvs.values():
            tv.page.reload()
            expect(tv.see("tv-board")).to_be_visible()
        return self.looks(screen)

    def looks(self, screen: str) -> list[str]:
        """What is wrong on the TVs."""
        settle(self.host)
        step = self.host.view["step"]
        return [
            f"{screen} {self.language} {size}: {fault}"
            for size, tv in self.tvs.items()
            for fault in looks(tv, step, f"tv-{screen}-{self.language}-{size}")
        ]


def looks(tv: Screen, step: int, name: str) -> list[str]:
    tv.sees_step(step)
    picture(tv, name)
    return faults_on_tv(tv.page.evaluate)


def test_thirty_people_and_the_longest_words_on_tv(crowded: Home) -> None:
    crowd = Crowd(crowded)
    faults = []
    for language in LONG:
        crowd.speak(language)
        faults += crowd.looks("lobby")
    for language in LONG:
        crowd.speak(language)
        crowd.host.do("deal")
        faults += crowd.looks("dealt")
        crowd.move(crowd.red, "give_clue", word=LONG[language][0] * 2, number="unlimited")
        for position in (*RED[:3], BYSTANDERS[0]):
            crowd.move(crowd.red, "touch_card", position=position)
        crowd.move(crowd.blue, "give_clue", word=LONG[language][1], number=9)
        crowd.move(crowd.blue, "touch_card", position=BLUE[0])
        faults += crowd.looks("guess")
        crowd.move(crowd.blue, "touch_card", position=ASSASSIN[0])
        for tv in crowd.tvs.values():
            expect(tv.see("tv-curtain")).to_be_visible()
        faults += crowd.looks("curtain")
        crowd.move(crowd.host, "debrief")
        faults += crowd.looks_anew("debrief")
    assert not faults, "\n".join(faults)


SCREENS = {
    **TVS,
    "2160p": (3840, 2160),
    "ultrawide": (2560, 1080),
    "ultrawide-1440": (3440, 1440),
    "zoomed": (640, 360),
    "narrow": (1024, 768),
}
"""A television at a zoom of 200 percent has a quarter of its pixels."""

SMALL_TEXTS = """(smallest) => [...document.querySelectorAll('.lobby *:not(text)')]
  .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((each) => [each.textContent, parseFloat(getComputedStyle(each).fontSize)])
  .filter(([, size]) => size < smallest - 0.5)
"""
SMALLEST = 0.032
"""Of the height of a screen of the usual shape; of a narrower one its width counts."""


@pytest.mark.timeout(300)
def test_lobbies_and_boards_on_screens_of_every_shape(home: Home) -> None:
    host = home.host("Ана Вољфешлегелштајн")
    tv = home.screen(host.lobby["code"], still=True)
    people = 1
    faults = []

    def look(screen: str, sizes: Iterable[str]) -> None:
        for size in sizes:
            width, height = SCREENS[size]
            tv.page.set_viewport_size({"width": width, "height": height})
            tv.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => drawn()))")
            if size == "720p":
                picture(tv, f"tv-{screen}-{size}")
            found = faults_on_tv(tv.page.evaluate)
            least = SMALLEST * min(height, width * 9 / 16)
            found += [f"small: {text}" for text in tv.page.evaluate(SMALL_TEXTS, least)]
            faults.extend(f"{screen} {size}: {fault}" for fault in found)

    look("lobby-1", SCREENS)
    for more in (2, 3, 4, 8, 30):
        for number in range(people, more):
            home.guest(host.lobby["code"], f"Мммммм Wolfesch {number:02}"[-20:])
        people = more
        for language in ("hi", "bs", "en"):
            host.do("change_settings", settings={}, decks=["en"], language=language)
            expect(tv.page.locator("html")).to_have_attribute("lang", language)
            expect(tv.page.locator(".lobby-count")).to_contain_text(str(people))
            look(f"lobby-{people}-{language}", ["720p"])
        host.do("shuffle")
        expect(tv.page.locator(".unseated")).to_have_count(0)
        look(f"lobby-{people}-seated", SCREENS if people in (4, 30) else ("ultrawide", "narrow"))
    host.do("deal")
    expect(tv.see("tv-board")).to_be_visible()
    look("board", SCREENS)
    assert not faults, "\n".join(faults)


MOST_RULES = {
    "guessing": "operatives_tap",
    "marks": "team_sees",
    "agreement": "all",
    "plus_one": "never",
    "referee": "strict",
    "several_words": "refuse",
    "abbreviations": "refuse",
    "rhymes": "any",
    "penalty": "random",
    "timer": "strict",
    "clue_seconds": 900,
    "guess_seconds": 900,
    "first_extra_seconds": 900,
}
"""Nothing as the rule book has it."""

DISPUTED = {
    "plus_one": "earned",
    "timer": "strict",
    "clue_seconds": 900,
    "guess_seconds": 900,
}


@pytest.mark.timeout(300)
def test_disputes_and_clocks_on_tv(crowded: Home) -> None:
    crowd = Crowd(crowded)
    faults = []
    for language in LONG:
        crowd.speak(language, **MOST_RULES)
        faults += crowd.looks("rules")
    for language in LONG:
        crowd.speak(language, **DISPUTED)
        crowd.host.do("deal")
        longest = LONG[language][0]
        crowd.move(crowd.red, "give_clue", word=longest, number=9)
        crowd.move(crowd.red, "touch_card", position=RED[0])
        crowd.move(crowd.red, "end_turn")
        crowd.move(crowd.blue, "give_clue", word=longest * 3, number="unlimited")
        crowd.move(crowd.red, "challenge")
        faults += crowd.looks("challenged")
        crowd.move(crowd.blue, "concede_challenge")
        faults += crowd.looks("penalty")
        crowd.move(crowd.red, "cover_card", position=RED[1])
        faults += crowd.looks("covered")
        crowd.move(crowd.red, "give_clue", word=longest, number=3)
        faults += crowd.looks("outstanding")
        crowd.move(crowd.red, "pause")
        faults += crowd.looks("paused")
        crowd.move(crowd.host, "abandon")
        crowd.move(crowd.host, "debrief")
        faults += crowd.looks("penalty-debrief")
    assert not faults, "\n".join(faults)


def test_sand_on_tv(crowded: Home) -> None:
    crowd = Crowd(crowded)
    faults = []
    for language in LONG:
        crowd.speak(language, timer="sand", sand_seconds=900)
        crowd.host.do("deal")
        faults += crowd.looks("sand-lies")
        crowd.move(crowd.red, "turn_sand")
        crowd.move(crowd.red, "give_clue", word=LONG[language][1], number=9)
        faults += crowd.looks("sand-runs")
        crowd.move(crowd.red, "pause")
        faults += crowd.looks("sand-stands")
        crowd.move(crowd.host, "abandon")
    assert not faults, "\n".join(faults)


def test_coop_on_tv(crowded: Home) -> None:
    crowd = Crowd(crowded)
    faults = []
    for language in LONG:
        crowd.speak(language, mode="coop", timer="strict", clue_seconds=900)
        faults += crowd.looks("coop-lobby") if language == "en" else []
        crowd.host.do("deal")
        crowd.move(crowd.red, "give_clue", word=LONG[language][0], number=9)
        crowd.move(crowd.red, "touch_card", position=RED[0])
        crowd.move(crowd.red, "end_turn")
        faults += crowd.looks("coop-opponent")
        for position in BLUE:
            crowd.move(crowd.red, "cover_card", position=position)
            if position == BLUE[0]:
                faults += crowd.looks("coop-covered")
            if position == BLUE[-1]:
                break
            crowd.move(crowd.red, "give_clue", word="a", number=1)
            crowd.move(crowd.red, "touch_card", position=BYSTANDERS[BLUE.index(position)])
        for tv in crowd.tvs.values():
            expect(tv.see("tv-curtain")).to_be_visible()
        faults += crowd.looks("coop-curtain")
        crowd.move(crowd.host, "debrief")
        faults += crowd.looks_anew("coop-debrief")
    assert not faults, "\n".join(faults)


@pytest.mark.timeout(300)
def test_a_duet_on_tv(crowded_duet: Home) -> None:
    crowd = Crowd(crowded_duet)
    crowd.speak("en", mode="duet")
    crowd.red.do("take_seat", seat="side_a")
    crowd.blue.do("take_seat", seat="side_b")
    faults = []
    for language in LONG:
        crowd.speak(language, mode="duet", timer="sand", sand_seconds=900)
        faults += crowd.looks("duet-lobby") if language == "en" else []
        crowd.host.do("deal")
        faults += crowd.looks("duet-first")
        for turn in range(9):
            giver, guesser = (crowd.red, crowd.blue)[:: 1 if turn % 2 == 0 else -1]
            word = LONG[language][0] * 2
            crowd.move(giver, "give_clue", word=word, number="unlimited")
            if turn == 6:
                faults += crowd.looks("duet-guess")
            # Both sides find that each of the longest words is a bystander.
            crowd.move(guesser, "touch_card", position=turn // 2)
        faults += crowd.looks("duet-sudden-death")
        found = KEY_A.index("g") + len(KEY_A) - NOBODY[0]
        crowd.move(crowd.blue, "touch_card", position=found)
        crowd.move(crowd.blue, "touch_card", position=DEADLY - NOBODY[0])
        for tv in crowd.tvs.values():
            expect(tv.see("tv-curtain")).to_be_visible()
        faults += crowd.looks("duet-curtain")
        crowd.move(crowd.host, "debrief")
        faults += crowd.looks_anew("duet-debrief")
    assert not faults, "\n".join(faults)


def test_pictures_on_tv(crowded_pictures: Home) -> None:
    crowd = Crowd(crowded_pictures)
    faults = []
    for language in LONG:
        crowd.speak(language, board="pictures")
        faults += crowd.looks("pictures-lobby") if language == "en" else []
        crowd.host.do("deal")
        crowd.move(crowd.red, "give_clue", word=LONG[language][0] * 2, number="unlimited")
        for letter in "rrn":
            hidden = crowd.host.game["revealed"].index(None)
            crowd.move(crowd.red, "touch_card", position=PICTURE_KEY.index(letter, hidden))
            settle(crowd.host)
        faults += crowd.looks("pictures-guess")
        crowd.move(crowd.blue, "give_clue", word=LONG[language][1], number=9)
        crowd.move(crowd.blue, "touch_card", position=PICTURE_KEY.index("a"))
        crowd.move(crowd.host, "debrief")
        faults += crowd.looks("pictures-debrief")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", LOCALES)
def test_every_screen_of_the_phone_at_three_sizes(home: Home, language: str) -> None:
    faults = []
    for screen, phone in tour.of_phones(home, locale=LOCALES[language]):
        for size, (width, height) in PHONES.items():
            phone.page.set_viewport_size({"width": width, "height": height})
            picture(phone, f"phone-{screen}-{language}-{size}")
            faults += [f"{screen} {size}: {fault}" for fault in faults_on_phone(phone.page)]
        width, height = PHONES["usual"]
        phone.page.set_viewport_size({"width": width, "height": height})
        letters(phone, "32px")
        faults += [f"{screen} large letters: {fault}" for fault in broken_words(phone.page)]
        letters(phone, "")
    assert not faults, "\n".join(faults)


def letters(phone: Phone, size: str) -> None:
    """As large as the browser is set to; nothing: as usual."""
    phone.page.evaluate(
        """(size) => {
          document.documentElement.style.fontSize = size;
          dispatchEvent(new Event('resize'));
        }""",
        size,
    )


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


@pytest.mark.parametrize("language", ["en", "hi"])
def test_a_clue_is_given_over_the_keyboard(crowded: Home, language: str) -> None:
    ana = crowded.phone("Ana", locale=LOCALES[language])
    ana.page.add_init_script(OVERLAID)
    crowded.guest(ana.create_room(), "Ben", "blue_spymaster")
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
