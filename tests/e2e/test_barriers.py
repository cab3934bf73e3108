"""axe-core finds no barriers on any main screen: WCAG 2.2, levels A and AA."""

import pytest
from playwright.sync_api import expect

import tour
from audit import barriers
from decks import ASSASSIN, BLUE, RED
from people import House

pytestmark = pytest.mark.slow


def test_no_barriers_on_the_phone(house: House) -> None:
    found = []
    for screen, phone in tour.of_phones(house):
        phone.is_at_rest()
        found += [f"{screen}: {barrier}" for barrier in barriers(phone.page)]
    assert not found, "\n".join(found)


def test_no_barriers_on_the_tv(house: House) -> None:
    ana = house.host("Ana")
    code = ana.lobby["code"]
    tv = house.screen(code, still=True)
    found = []

    def look(screen: str) -> None:
        tv.is_at_rest()
        found.extend(f"{screen}: {barrier}" for barrier in barriers(tv.page))

    look("lobby, alone")
    ben = house.guest(code, "Ben", "blue_spymaster")
    house.guest(code, "Dan", "red_operative")
    ana.do("take_seat", seat="red_spymaster")
    expect(tv.see("tv-lobby")).to_contain_text("Ana deals")
    look("lobby")
    ana.do("deal")
    expect(tv.see("tv-game")).to_be_visible()
    look("dealt")
    house.move(ana, "give_clue", word="ocean", number=1)
    house.move(ana, "touch_card", position=RED[0])
    house.move(ana, "touch_card", position=BLUE[0])
    house.move(ben, "give_clue", word="feather", number=1)
    tv.shows_clue("feather")
    look("guess")
    house.move(ana, "pause")
    look("pause")
    house.move(ana, "resume")
    house.move(ben, "touch_card", position=ASSASSIN[0])
    expect(tv.see("tv-curtain")).to_be_visible()
    look("curtain")
    house.move(ana, "debrief")
    expect(tv.see("tv-curtain")).to_have_count(0)
    look("debrief")
    tv.page.goto(f"{house.server.url}/tv/ZZZZ")
    expect(tv.see("tv-code-entry")).to_contain_text("no room ZZZZ")
    look("code")
    assert not found, "\n".join(found)
