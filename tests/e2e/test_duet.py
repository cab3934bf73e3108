"""Duets in the browsers: two phones with a key each, and the television."""

import re

import pytest
from playwright.sync_api import expect

from audit import faults_on_phone
from people import Home, Phone, Screen
from pictures import picture
from rules.duet_builder import DEADLY, KEY_A, KEY_B, NOBODY, OF_A, ONLY_A, ONLY_B

pytestmark = pytest.mark.slow

NAMES = {"g": "green", "n": "bystander", "a": "assassin"}


def duet(home: Home) -> tuple[Phone, Phone, Screen]:
    """Ana is side A, Ben side B; the cards are dealt, and both keys lie open."""
    ana, ben = home.phone("Ana"), home.phone("Ben")
    code = ana.create_room()
    ben.join(code)
    with ana.sheet("rules-open"):
        ana.choose_preset("duet")
        ana.choose_rule("referee", "off")
    ana.sit("side_a")
    ben.sit("side_b")
    tv = home.screen(code, still=True)
    ana.deal()
    for phone in (ana, ben):
        phone.show_key()
    return ana, ben, tv


def ends_on(phone: Phone, position: int) -> None:
    """Touch a bystander: the card is out for this phone's side."""
    phone.choose(position)
    phone.tap("confirm-touch")
    expect(phone.see("confirm-touch")).to_have_count(0)
    expect(phone.card(position)).to_have_attribute("data-out", re.compile(".+"))
    expect(phone.card(position)).to_have_attribute("aria-disabled", "true")


def to_sudden_death(ana: Phone, ben: Phone) -> None:
    """Eight turns and one, each over by a bystander; the first ended before."""
    pairs = ((ben, ana), (ana, ben))
    for turn in range(8):
        giver, guesser = pairs[turn % 2]
        giver.give_clue(f"clue{turn}", 1)
        ends_on(guesser, NOBODY[turn // 2])


def shows_key(phone: Phone, letters: str) -> None:
    for position, letter in enumerate(letters):
        expect(phone.card(position)).to_have_attribute("data-identity", NAMES[letter])


def looks_well(phone: Phone, name: str) -> None:
    # A card that is half under the head of the page would be too small a target.
    phone.page.evaluate("scrollTo(0, 0)")
    picture(phone, f"phone-duet-{name}")
    assert faults_on_phone(phone.page) == []


def test_a_duet_is_lost_in_sudden_death(home: Home) -> None:
    ana, ben, tv = duet(home)
    shows_key(ana, KEY_A)
    shows_key(ben, KEY_B)
    for phone in (ana, ben):
        expect(phone.see("clue-word")).to_be_visible()
        expect(phone.see("duet-line")).to_contain_text("if you have a clue, give it")
    ana.give_clue("music", 2)
    expect(ana.see("duet-line")).to_contain_text("Ben is guessing, and your key decides")
    expect(ben.see("turn")).to_have_text("You guess")
    expect(ben.see("clue-word")).to_have_count(0)
    expect(ben.see("still-hidden")).to_have_count(0)

    # Ana's key says what Ben touches; Ana touches nothing.
    expect(ana.card(ONLY_A[0])).to_have_attribute("aria-disabled", "true")
    ben.touch(ONLY_A[0])
    ana.shows_revealed(ONLY_A[0], "green")
    expect(ana.see("own-left")).to_have_text("8 agents on your key still hidden")
    expect(ben.see("agents")).to_contain_text("1 of 15 agents found")
    ends_on(ben, ONLY_B[0])
    expect(ben.card(ONLY_B[0])).to_contain_text("out for you")
    expect(ana.card(ONLY_B[0])).to_contain_text("out for Ben")
    expect(ana.see("tokens")).to_contain_text("8 tokens left")
    expect(ana.page.locator(".notice")).to_have_text("8 tokens left")

    to_sudden_death(ana, ben)
    for phone in (ana, ben):
        expect(phone.see("turn")).to_have_text("Sudden death")
        expect(phone.see("duet-line").first).to_contain_text("touch anything else and you lose")
        expect(phone.see("clue-word")).to_have_count(0)
    # It is out for Ben alone: by his own key it is an agent.
    ana.touch(ONLY_B[0])
    ben.choose(ONLY_A[1])
    expect(ben.see("last-chance")).to_have_text("If this isn't an agent, you lose.")
    ben.tap("confirm-touch")
    ana.shows_revealed(ONLY_A[1], "green")
    ana.choose(NOBODY[6])
    ana.tap("confirm-touch")
    for phone in (ana, ben):
        expect(phone.see("result")).to_contain_text("Mission failed")
        expect(phone.see("result")).to_contain_text("Sudden death: that was no agent.")
    assert not any('"key"' in frame or '"key_b"' in frame for frame in tv.frames)
    ana.debrief()
    for position, letter in enumerate(KEY_B):
        expect(ben.card(position)).to_have_attribute("data-identity-b", NAMES[letter])
    expect(ben.see("whose-keys")).to_contain_text("Ana's on the left, Ben's on the right")
    expect(ben.see("turns")).to_contain_text("Sudden death")
    looks_well(ben, "lost")


def test_a_duet_is_won(home: Home) -> None:
    ana, ben, tv = duet(home)
    ana.give_clue("everything", "unlimited")
    for position in OF_A:
        ben.touch(position)
    # Nothing is left of Ana's key: Ben gives the clues.
    expect(ana.page.locator(".notice")).to_contain_text("All agents on Ana's key are found")
    expect(ana.see("own-left")).to_have_text("0 agents on your key still hidden")
    ben.give_clue("rest", "unlimited")
    for position in (*ONLY_B, ONLY_B[-1] + 1):
        ana.touch(position)
    for phone in (ana, ben):
        expect(phone.see("result")).to_contain_text("Mission accomplished")
        expect(phone.see("result")).to_contain_text("You found all 15 agents.")
    expect(tv.see("tv-curtain")).to_contain_text("Mission accomplished")
    ben.debrief()
    expect(ana.see("turns")).to_contain_text("All agents on Ana's key are found")
    looks_well(ana, "won")


def test_five_people_share_two_sides(home: Home) -> None:
    ana, ben = home.phone("Ana", size=(320, 568)), home.phone("Ben")
    code = ana.create_room()
    ben.join(code)
    for name in ("Cem", "Dora", "Eva"):
        home.guest(code, name)
    tv = home.screen(code, still=True)
    with ana.sheet("rules-open"):
        ana.choose_preset("duet")
        ana.tap("rules-all")
        ana.tap("tokens-shorter")
        expect(ana.see("tokens")).to_have_text("8")
    ana.tap("shuffle")
    expect(ana.see("deal")).to_be_enabled()
    people = ana.views[-1]["view"]["lobby"]["players"]
    assert sorted(player["seat"] for player in people) == [*["side_a"] * 3, *["side_b"] * 2]
    ana.sit("side_a")
    ben.sit("side_b")  # everybody may move afterwards
    ana.deal()
    ana.show_key()

    # Where nobody can be asked, all who agree overrule the referee.
    ana.page.get_by_test_id("clue-word").fill(ana.card(0).locator(".card-word").inner_text())
    expect(ana.see("clue-give")).to_have_text("We all agree")
    ana.tap("clue-give")
    expect(ben.see("turn")).to_have_text("You guess")
    expect(tv.page.locator(".turn-guesses")).to_contain_text("clue: Ana · all agreed")
    expect(tv.page.locator(".token")).to_have_count(8)
    looks_well(ana, "five")
    ben.choose(OF_A[0])
    ben.tap("confirm-touch")
    tv.shows_revealed(OF_A[0], "green")


def test_a_touch_is_taken_back_a_turn_ended_and_the_assassin_met(home: Home) -> None:
    ana, ben, _ = duet(home)
    ana.give_clue("music", 2)
    ben.touch(ONLY_A[0])
    ben.undo(ONLY_A[0])
    ben.touch(ONLY_A[1])
    ben.end_turn()
    expect(ben.see("turn")).to_have_text("Your clue!")
    expect(ana.see("tokens")).to_have_attribute("data-tokens", "8")
    ana.tap("key-cover")
    ana.knows_no_identity()
    ben.give_clue("fate", 1)
    ana.touch(DEADLY)
    expect(ben.see("result")).to_contain_text("You woke the assassin.")
