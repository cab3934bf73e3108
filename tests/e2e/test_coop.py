"""Co-op in the browsers: two people with one phone, and three with the television beside."""

import pytest
from playwright.sync_api import expect

from decks import BLUE, BYSTANDERS, RED
from people import Home, Phone

pytestmark = pytest.mark.slow


def co_op(host: Phone) -> str:
    code = host.create_room()
    with host.sheet("rules-open"):
        host.choose_preset("two_of_us")
    host.sit("red_spymaster")
    return code


def reveal_for_the_opponent(spymaster: Phone, position: int) -> None:
    spymaster.choose(position)
    expect(spymaster.see("confirm-touch")).to_have_text("Reveal for the opponent")
    spymaster.tap("confirm-touch")
    spymaster.shows_revealed(position, "blue")


def test_two_people_and_one_phone_play_to_their_rating(home: Home) -> None:
    ana = home.phone("Ana")
    tv = home.screen(co_op(ana))
    ana.deal()
    ana.give_clue("everything", "unlimited")
    ana.touch(RED[0])
    ana.touch(BYSTANDERS[0])
    expect(ana.see("turn")).to_have_text("Pick a blue agent")
    expect(ana.see("opponent")).to_contain_text("tap a blue agent")
    ana.show_key()
    ana.choose(RED[1])
    ana.tap("confirm-touch")
    ana.is_told("That card isn't blue.")
    reveal_for_the_opponent(ana, BLUE[0])
    tv.shows_revealed(BLUE[0], "blue")
    ana.turn_of("red")
    expect(ana.see("worth")).to_have_text("If you win now: 7 points")
    ana.give_clue("rest", "unlimited")
    for position in RED[1:]:
        ana.touch(position)
    expect(ana.see("result")).to_contain_text("You win: 7 points")
    expect(ana.see("result")).to_contain_text("Legendary")
    expect(tv.page.locator("body")).to_contain_text("Legendary")
    tv.was_told_no_secret()
    ana.debrief()
    expect(ana.see("turns")).to_contain_text("the opponent's turn")


def test_the_opponent_wins_with_its_last_agent(home: Home) -> None:
    ana = home.phone("Ana")
    ana.open()
    co_op(ana)
    ana.deal()
    for enemy in BLUE:
        ana.give_clue("ocean", 1)
        ana.touch(next(at for at in BYSTANDERS + RED if not is_open(ana, at)))
        if ana.see("end-turn").count():
            ana.end_turn()
        ana.choose(enemy)
        ana.tap("confirm-touch")
        ana.shows_revealed(enemy, "blue")
    expect(ana.see("result")).to_contain_text("You lose: the opponent wins")
    expect(ana.see("result")).to_contain_text("All blue agents have been revealed.")


def is_open(phone: Phone, position: int) -> bool:
    return phone.card(position).get_attribute("data-revealed") is not None
