"""Playing by keyboard and by screen reader. What axe-core checks is in test_gallery.py."""

import re

import pytest
from playwright.sync_api import expect

from decks import ASSASSIN, BYSTANDERS, RED
from people import Home

pytestmark = pytest.mark.slow


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

    # Who reveals a card by keys stays there; who does not see it hears it before the counts.
    ana.card(RED[0]).focus()
    ana.page.keyboard.press("Enter")
    expect(ana.see("confirm-touch")).to_be_focused()
    ana.page.keyboard.press("Enter")
    ana.shows_revealed(RED[0], "red")
    expect(ana.card(RED[0])).to_be_focused()
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
