"""axe-core finds no barriers on any main screen: WCAG 2.2, levels A and AA."""

import re

import pytest
from playwright.sync_api import expect

import tour
from audit import barriers
from decks import ASSASSIN, BLUE, BYSTANDERS, RED
from people import Home

pytestmark = pytest.mark.slow


def test_no_barriers_on_the_phone(home: Home) -> None:
    found = []
    for screen, phone in tour.of_phones(home):
        phone.is_at_rest()
        found += [f"{screen}: {barrier}" for barrier in barriers(phone.page)]
    assert not found, "\n".join(found)


def test_with_keys_and_by_ear(home: Home) -> None:
    ana = home.phone("Ana")
    code = ana.create_room()
    ana.sit("red_spymaster")
    ben = home.guest(code, "Ben", "blue_spymaster")
    eva = home.phone("Eva")
    eva.join(code)
    eva.sit("red_operative")
    ana.deal()
    expect(eva.see("spoken")).to_contain_text("Your spymaster is thinking")
    ana.give_clue("ocean", 1)
    expect(eva.see("spoken")).to_have_text("Your team guesses. ocean · 1. 2 guesses left")

    # The board is one stop of the Tab key, and is left where it was entered.
    ana.card(0).focus()
    for key in ("ArrowDown", "End", "ArrowLeft"):
        ana.page.keyboard.press(key)
    expect(ana.card(8)).to_be_focused()
    ana.page.keyboard.press("Tab")
    ana.page.keyboard.press("Shift+Tab")
    expect(ana.card(8)).to_be_focused()
    assert ana.page.locator('.board [tabindex="0"]').count() == 1

    # A sheet out of a sheet gives the focus back to what opened the first.
    ana.see("players-open").focus()
    ana.page.keyboard.press("Enter")
    ana.see("room-rules").focus()
    ana.page.keyboard.press("Enter")
    expect(ana.page.get_by_role("dialog")).to_contain_text("House rules")
    ana.page.keyboard.press("Escape")
    expect(ana.see("players-open")).to_be_focused()

    # Whoever does not see the card turn hears it before the counts.
    ana.touch(RED[0])
    expect(eva.see("spoken")).to_have_text(
        re.compile("^Piano: red agent. Red: 8 agents left. 1 guess left$", re.IGNORECASE)
    )
    ana.touch(BYSTANDERS[0])
    expect(eva.see("spoken")).to_have_text(
        re.compile("^Bridge: bystander. Blue is looking for a clue$", re.IGNORECASE)
    )
    home.move(ben, "give_clue", word="doom", number=1)
    home.move(ben, "touch_card", position=ASSASSIN[0])
    expect(eva.see("spoken")).to_have_text(
        re.compile("^Ticket: the assassin. You win! Blue woke the assassin.$", re.IGNORECASE)
    )


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
