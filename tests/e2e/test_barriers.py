"""axe-core finds no barriers on any main screen: WCAG 2.2, levels A and AA."""

import pytest
from playwright.sync_api import expect

import tour
from audit import barriers
from decks import ASSASSIN, BLUE, RED
from people import Home

pytestmark = pytest.mark.slow


def test_no_barriers_on_the_phone(home: Home) -> None:
    found = []
    for screen, phone in tour.of_phones(home):
        phone.is_at_rest()
        found += [f"{screen}: {barrier}" for barrier in barriers(phone.page)]
    assert not found, "\n".join(found)


def test_no_barriers_on_the_tv(home: Home) -> None:
    ana = home.host("Ana")
    code = ana.lobby["code"]
    tv = home.screen(code, still=True)
    found = []

    def look(screen: str) -> None:
        tv.is_at_rest()
        found.extend(f"{screen}: {barrier}" for barrier in barriers(tv.page))

    look("lobby, alone")
    ben = home.guest(code, "Ben", "blue_spymaster")
    home.guest(code, "Dan", "red_operative")
    ana.do("take_seat", seat="red_spymaster")
    expect(tv.see("tv-lobby")).to_contain_text("Ana deals")
    look("lobby")
    ana.do("deal")
    expect(tv.see("tv-game")).to_be_visible()
    look("dealt")
    home.move(ana, "give_clue", word="ocean", number=1)
    home.move(ana, "touch_card", position=RED[0])
    home.move(ana, "touch_card", position=BLUE[0])
    home.move(ben, "give_clue", word="feather", number=1)
    tv.shows_clue("feather")
    look("guess")
    home.move(ana, "pause")
    look("pause")
    home.move(ana, "resume")
    home.move(ben, "touch_card", position=ASSASSIN[0])
    expect(tv.see("tv-curtain")).to_be_visible()
    look("curtain")
    home.move(ana, "debrief")
    expect(tv.see("tv-curtain")).to_have_count(0)
    look("debrief")
    tv.page.goto(f"{home.server.url}/tv/ZZZZ")
    expect(tv.see("tv-code-entry")).to_contain_text("no room ZZZZ")
    look("code")
    assert not found, "\n".join(found)
