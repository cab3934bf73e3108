"""Clues that somebody objects to: on two phones, with the television beside."""

import pytest
from playwright.sync_api import Locator, expect

from decks import BLUE, RED
from people import Home, Phone

pytestmark = pytest.mark.slow


class Table:
    """Ana is red's spymaster and host, Ben blue's; red begins."""

    def __init__(self, home: Home, *, preset: str | None = None) -> None:
        self.ana = home.phone("Ana")
        self.ben = home.phone("Ben")
        self.code = self.ana.create_room()
        self.ben.join(self.code)
        if preset is not None:
            with self.ana.sheet("rules-open"):
                choose_preset(self.ana, preset)
        self.ana.sit("red_spymaster")
        self.ben.sit("blue_spymaster")
        self.dan = home.guest(self.code, "Dan", "red_operative")
        self.tv = home.screen(self.code)
        self.ana.deal()
        expect(self.ben.card(24)).to_be_visible()
        expect(self.tv.see("tv-board")).to_be_visible()


def choose_preset(phone: Phone, preset: str) -> None:
    radio = phone.see(f"preset-{preset}")
    radio.locator("xpath=ancestor::label").tap()
    expect(radio).to_be_checked()
    expect(phone.see("refusal")).to_have_count(0)


def finding(phone: Phone) -> Locator:
    return phone.page.locator(".finding")


def types(phone: Phone, word: str, number: str = "2") -> None:
    phone.see("clue-word").fill(word)
    phone.see("clue-number").select_option(number)


def challenges(phone: Phone) -> None:
    """Two taps."""
    phone.tap("challenge")
    phone.tap("challenge-confirm")


def test_from_a_finding_to_the_penalty(home: Home) -> None:  # noqa: PLR0915 - it is long
    table = Table(home)
    ana, ben, tv = table.ana, table.ben, table.tv
    tv.sees_step(ben.views[-1]["step"])
    told = len(tv.views)

    # The referee speaks up while Ana types, to her alone.
    types(ana, "pianist")
    expect(finding(ana)).to_have_attribute("data-verdict", "illegal")
    expect(finding(ana)).to_contain_text("“pianist” is a form of PIANO")
    expect(ana.see("clue-give")).to_be_disabled()
    types(ana, "bird")
    expect(finding(ana)).to_have_count(0)
    expect(ana.see("clue-give")).to_be_enabled()

    # She asks Ben, silently; he says no, and it comes back to her.
    types(ana, "pianist")
    expect(ana.see("clue-ask")).to_have_text("Ask Ben")
    ana.tap("clue-ask")
    expect(ana.see("asking")).to_contain_text("Ben is checking")
    expect(ana.see("clue-word")).to_have_count(0)
    expect(ben.see("asked")).to_contain_text("pianist · 2")
    expect(ben.see("asked")).to_contain_text("PIANO")
    ben.tap("reject-clue")
    expect(ana.see("rejected")).to_contain_text("Ben says no")
    expect(ben.see("asked")).to_have_count(0)
    expect(ana.see("clue-word")).to_have_value("pianist")
    assert len(tv.views) == told  # nobody else was told anything
    expect(tv.see("tv-game")).not_to_contain_text("pianist")

    # Another clue, to which Ben objects when it is public.
    ana.give_clue("bird", 2)
    tv.shows_clue("bird")
    challenges(ben)
    for phone in (ana, ben):
        expect(phone.see("turn")).to_have_text("Disputed clue")
        expect(phone.see("disputed")).to_contain_text("Ben says the clue is invalid")
    expect(ana.card(RED[0])).to_be_disabled()  # touches wait
    expect(ana.see("concede-challenge")).to_be_visible()
    ben.tap("uphold-challenge")

    # Ben reveals one of his agents, and nobody else's.
    expect(ana.see("penalty")).to_contain_text("Ben may now reveal")
    expect(ana.see("clue-struck")).to_contain_text("bird")
    tv.turn_of("blue")
    ben.card(RED[0]).tap()
    ben.tap("confirm-touch")
    ben.is_told("isn't one of your agents")
    ben.card(RED[0]).tap()
    ben.card(BLUE[0]).tap()
    ben.tap("confirm-touch")
    for page in (ana, ben, tv):
        page.shows_revealed(BLUE[0], "blue")
    tv.was_told_no_secret()
    ben.give_clue("sky", 1)
    tv.shows_clue("sky")

    ben.touch(BLUE[1])
    ana.give_up()
    expect(ben.see("turns")).to_contain_text("struck by the rival")
    expect(ben.see("turns")).to_contain_text("revealed as a penalty")


def test_clues_that_stand_and_one_that_is_conceded(home: Home) -> None:
    """The rival allows one, one is doubtful and given anyway, one is challenged for a moment."""
    table = Table(home)
    ana, ben = table.ana, table.ben
    types(ana, "pianist")
    ana.tap("clue-ask")
    ben.tap("allow-clue")
    table.tv.shows_clue("pianist")
    expect(ana.see("clue")).to_contain_text("pianist")
    expect(ben.see("challenge")).to_have_count(0)
    ana.touch(RED[0])
    ana.end_turn()

    types(ben, "citrus", "9")  # blue has eight agents
    expect(finding(ben)).to_have_attribute("data-verdict", "questioned")
    expect(ben.see("clue-give")).to_have_text("Give it anyway")
    ben.tap("clue-give")
    table.tv.shows_clue("citrus")
    ben.touch(BLUE[0])
    ben.end_turn()

    ana.give_clue("bird", 2)
    challenges(ben)
    ben.tap("withdraw-challenge")
    expect(ana.see("disputed")).to_have_count(0)
    expect(ben.see("challenge")).to_have_count(0)
    ana.touch(RED[1])
    ana.end_turn()
    ben.give_clue("rhyme", 2)
    challenges(ana)
    ben.tap("concede-challenge")
    ana.tap("decline-penalty")
    expect(ana.see("clue-word")).to_be_visible()
    ben.turn_of("red")


def test_a_strict_referee(home: Home) -> None:
    table = Table(home, preset="strict_referee")
    ana, ben, tv = table.ana, table.ben, table.tv
    types(ana, "pianist")
    expect(ana.page.locator(".clue-form")).to_contain_text("there is a penalty")
    ana.tap("clue-give")  # no advice: it is struck for all to see
    expect(ben.see("clue-struck")).to_contain_text("pianist")
    tv.turn_of("blue")  # chance has picked the agent that is revealed
    expect(tv.page.locator("[data-revealed=blue]")).to_have_count(1)

    # A doubtful clue is for the rival to decide; only these two know.
    expect(ben.see("clue-word")).to_be_visible()
    tv.sees_step(ben.views[-1]["step"])
    told = len(tv.views)
    types(ben, "sky", "9")
    ben.tap("clue-give")
    expect(ben.see("asking")).to_contain_text("Ana is checking")
    expect(ana.see("asked")).to_contain_text("9 is more than the team still has to find")
    assert len(tv.views) == told
    ana.tap("allow-clue")
    tv.shows_clue("sky")
    expect(ana.see("challenge")).to_have_count(0)


def test_house_rules_that_do_not_go_together(home: Home) -> None:
    ana, ben = home.phone("Ana"), home.phone("Ben")
    code = ana.create_room()
    ben.join(code)
    with ana.sheet("rules-open") as sheet:
        choose_preset(ana, "strict_referee")
        ana.tap("rules-all")
        radio = ana.page.locator('input[name="clues"][value="spoken"]')
        radio.locator("xpath=ancestor::label").tap()
        refusal = sheet.get_by_test_id("refusal")
        expect(refusal).to_contain_text("A strict referee needs typed clues")
        expect(refusal).to_be_in_viewport()
        expect(radio).not_to_be_checked()
        expect(ana.see("preset-strict_referee")).to_be_checked()
        ana.choose_rule("timer", "strict")
        ana.tap("clue_seconds-shorter")
        expect(ana.see("clue_seconds")).to_have_text("1:30")
        expect(ana.see("preset-own")).to_be_visible()
    with ben.sheet("rules-open") as read:
        expect(read.get_by_test_id("rules-read")).to_contain_text("Your own rules")
        read.locator(".rules-read summary").tap()
        expect(read.get_by_test_id("rules-read")).to_contain_text("1:30")
