"""The book of the evening: what the TV tells after a game, what the phones show of all games."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from audit import barriers, faults_on_phone, faults_on_tv
from decks import ASSASSIN, RED
from people import Home, Phone, Screen

pytestmark = pytest.mark.slow

HTML = "<b>Ben</b>"


def shows_the_table(tv: Screen) -> None:
    expect(tv.see("tv-replay")).to_have_count(0)
    expect(tv.see("tv-looking-back")).to_have_count(0)
    expect(tv.see("tv-board")).to_be_visible()


def saved(phone: Phone, what: str) -> Path:
    with phone.page.expect_download() as download:
        phone.tap(f"book-save-{what}")
    assert download.value.suggested_filename.startswith("Undercast game 1.")
    return download.value.path()


def is_sound(phone: Phone) -> None:
    assert barriers(phone.page) == []
    assert faults_on_phone(phone.page) == []


def test_an_evening_in_its_book(home: Home) -> None:
    ana, ben = home.phone("Ana"), home.phone(HTML)
    ben.join(ana.create_room())
    assert ana.see("book-open").count() == 0
    ana.sit("red_spymaster")
    ben.sit("blue_spymaster")
    ana.deal()
    tv = home.screen(ana.page.url[-4:])
    ana.give_clue("ocean", 4)
    for position in RED[:4]:
        ana.touch(position)
    ana.end_turn()
    ben.give_clue("music", 1)
    ben.touch(ASSASSIN[0])

    is_led_through_the_show(ana, ben, tv)
    ana.again()
    shows_the_table(tv)
    ana.give_clue("river", 1)
    ana.touch(ASSASSIN[0])

    reads_and_keeps(ben)
    steers_the_tv(home, ana, tv)
    ana.again()
    shows_the_table(tv)


def is_led_through_the_show(ana: Phone, ben: Phone, tv: Screen) -> None:
    """Win, clue by clue, the whole key, awards, next keys: the host's main button leads on."""
    expect(ana.see("show-next")).to_have_text("Look back on the TV")
    assert ben.see("show-next").count() == 0
    ana.tap("show-next")
    expect(tv.see("tv-looking-back")).to_be_visible()
    ana.debrief()
    expect(tv.see("tv-debrief")).to_be_visible()
    tv.is_at_rest()
    assert faults_on_tv(tv.page.evaluate) == []
    ana.tap("show-next")
    expect(tv.see("tv-awards")).to_contain_text("OCEAN 4")
    ana.tap("show-next")
    expect(tv.see("tv-next-keys")).to_be_visible()
    expect(ana.see("show-next")).to_have_count(0)


def reads_and_keeps(ben: Phone) -> None:
    """Anybody reads: the game that was debriefed can be kept whole, the other as it was seen."""
    ben.tap("book-open")
    expect(ben.see("book-game-2")).to_contain_text("Game 2 · Blue wins")
    expect(ben.see("book-game-1")).to_contain_text("Ana – " + HTML)
    is_sound(ben)
    ben.tap("book-game-2")
    expect(ben.see("book-no-export")).to_contain_text("See the whole key")
    assert ben.see("book-tv").count() == 0
    ben.tap("book-all")
    ben.tap("book-game-1")
    expect(ben.see("book-title")).to_have_text("Game 1 · Red wins")
    expect(ben.page.get_by_role("dialog").locator("[data-testid=book-awards]")).to_contain_text(
        "OCEAN 4"
    )
    ben.tap("book-first")
    expect(ben.see("book-moment")).to_have_text("Before the first clue")
    expect(ben.see(f"book-card-{RED[0]}")).not_to_have_attribute("data-revealed", "red")
    ben.tap("book-next")
    expect(ben.see("book-moment")).to_have_text("Ana: OCEAN 4")
    ben.tap("book-next")
    expect(ben.see("book-moment")).to_contain_text("red agent (Ana)")
    expect(ben.see(f"book-card-{RED[0]}")).to_have_attribute("data-revealed", "red")
    ben.tap("book-play")
    expect(ben.see("book-moment")).not_to_have_attribute("data-moment", "2")
    is_sound(ben)
    game = json.loads(saved(ben, "json").read_text("utf-8"))
    assert game["turns"][1]["clue"]["giver"] == HTML
    assert HTML in saved(ben, "text").read_text("utf-8")
    assert saved(ben, "picture").read_bytes().startswith(b"\x89PNG")
    ben.tap("book-all")
    ben.tap("book-tab-numbers")
    expect(ben.see("book-numbers")).to_contain_text("Best clue: OCEAN 4")
    is_sound(ben)
    expect(ben.see("book-count")).not_to_be_checked()
    ben.see("book-count").check()
    ben.see("book-remember").check()
    expect(ben.see("book-count")).to_be_checked()


def steers_the_tv(home: Home, ana: Phone, tv: Screen) -> None:
    """The host shows the first game, moment by moment."""
    ana.tap("book-open")
    ana.tap("book-game-1")
    ana.tap("book-first")
    ana.tap("book-tv")
    replay = tv.see("tv-replay")
    expect(replay).to_have_attribute("data-moment", "0")
    ana.tap("book-next")
    ana.tap("book-next")
    expect(replay).to_have_attribute("data-moment", "2")
    tv.shows_revealed(RED[0], "red")
    late = home.screen(ana.page.url[-4:])
    expect(late.see("tv-replay")).to_have_attribute("data-moment", "2")
    expect(tv.see(f"card-{RED[1]}")).not_to_have_attribute("data-revealed", "red")
    tv.is_at_rest()
    assert faults_on_tv(tv.page.evaluate) == []
    ana.tap("book-play")
    expect(replay).not_to_have_attribute("data-moment", "2")  # it goes on by itself
    ana.tap("book-last")
    # At its end the whole key: it was debriefed.
    expect(tv.see(f"card-{ASSASSIN[0]}")).to_have_attribute("data-identity", "assassin")
    expect(tv.see(f"card-{RED[8]}")).to_have_attribute("data-identity", "red")
    ana.tap("book-tv-stop")
    shows_the_table(tv)
    ana.tap("book-tv")
    expect(replay).to_be_visible()
    ana.tap("sheet-close")
