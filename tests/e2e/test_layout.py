"""Nothing is clipped, scrolls or is too small: TV and phones with what is hardest to show."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

import tour
from audit import faults_on_phone, faults_on_tv
from clients import Client
from decks import ASSASSIN, BLUE, BYSTANDERS, LONG, LONG_WORDS, RED
from people import House, Screen
from pictures import picture
from servers import running
from table import settle

pytestmark = pytest.mark.slow

TVS = {"720p": (1280, 720), "1080p": (1920, 1080)}
PHONES = {"small": (320, 568), "usual": (390, 844), "lying": (844, 390)}
LOCALES = {"en": "en-US", "bs": "bs-BA", "sr-Cyrl": "sr-Cyrl-RS", "hi": "hi-IN"}


@pytest.fixture
def crowded(browser: Browser, tmp_path: pytest.TempPathFactory) -> Iterator[House]:
    """Deals the hardest board of one language after the other."""
    options = ("--wall-clock", "--generous")
    with running(tmp_path, deal=LONG_WORDS, options=options) as server:
        house = House(browser, server)
        yield house
        house.close()
        assert house.unforeseen() == []


class Crowd:
    """Thirty people with names of 20 characters, and a TV of each size."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.host = house.host("Ана Вољфешлегелштајн")
        self.code = self.host.lobby["code"]
        seats = ["red_spymaster", "blue_spymaster", *["red_operative", "blue_operative"] * 11]
        names = [f"Мммммммм Wolfesch. {n:02}"[-20:] for n in range(29)]
        guests = [
            house.guest(self.code, name, seats[n] if n < len(seats) else None)
            for n, name in enumerate(names)
        ]
        self.red, self.blue = guests[:2]
        self.tvs = {
            name: house.screen(self.code, size=size, still=True) for name, size in TVS.items()
        }
        self.language = "en"

    def speak(self, language: str) -> None:
        self.language = language
        # The longest clues are made of the longest codenames, which no referee lets pass.
        settings = {"referee": "off"}
        self.host.do("change_settings", settings=settings, decks=["en"], language=language)
        for tv in self.tvs.values():
            expect(tv.page.locator("html")).to_have_attribute("lang", language)

    def move(self, who: Client, name: str, /, **fields: object) -> None:
        self.house.move(who, name, **fields)

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


def test_thirty_people_and_the_longest_words_on_tv(crowded: House) -> None:
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
        faults += crowd.looks("debrief")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", LOCALES)
def test_every_screen_of_the_phone_at_three_sizes(house: House, language: str) -> None:
    faults = []
    for screen, phone in tour.of_phones(house, locale=LOCALES[language]):
        for size, (width, height) in PHONES.items():
            phone.page.set_viewport_size({"width": width, "height": height})
            picture(phone, f"phone-{screen}-{language}-{size}")
            faults += [f"{screen} {size}: {fault}" for fault in faults_on_phone(phone.page)]
        width, height = PHONES["usual"]
        phone.page.set_viewport_size({"width": width, "height": height})
    assert not faults, "\n".join(faults)
