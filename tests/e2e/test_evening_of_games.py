"""An evening through the games of the box, on two phones: classic, duet, co-op, pictures."""

import pytest
from playwright.sync_api import expect

from decks import ASSASSIN, PICTURE_KEY, RED
from people import Home, Phone
from rules.duet_builder import DEADLY

pytestmark = pytest.mark.slow


def score(phone: Phone, *parts: str) -> None:
    for part in parts:
        expect(phone.see("evening-score")).to_contain_text(part)


def next_game(host: Phone, guest: Phone, preset: str, seats: tuple[str, str]) -> None:
    """The host chooses another game; both sit down anew, and it is dealt."""
    host.tap("next-open")
    host.choose_preset(preset)
    host.sit(seats[0])
    with guest.sheet("next-open"):
        guest.sit(seats[1])
    expect(host.see("unseated")).to_have_count(0)
    host.deal()
    expect(host.page.get_by_role("dialog")).to_have_count(0)
    expect(guest.see("result")).to_have_count(0)


def one_tap_seats_both_in_a_duet(ana: Phone, ben: Phone) -> None:
    """A duet has other seats: who sat elsewhere is asked to choose, or seated by one tap."""
    ana.tap("next-open")
    ana.choose_preset("duet")
    expect(ana.see("unseated")).to_contain_text("This game has no “Red spymaster” seat.")
    expect(ana.see("unseated")).to_contain_text("No seat yet: Ana, Ben")
    expect(ana.see("guide")).to_contain_text("One of you on each side")
    assert ana.see("seat-red_spymaster").count() == 0
    expect(ana.page.get_by_role("dialog")).to_contain_text("A duet needs someone on each side.")
    ana.tap("deal")
    expect(ana.see("deal-question")).to_contain_text("Seat everyone? 2 of you have no seat yet.")
    expect(ana.see("deal-anyway")).to_have_count(0)
    ana.tap("seat-all")
    expect(ana.see("unseated")).to_have_count(0)
    expect(ana.see("deal")).to_be_enabled()
    expect(ben.see("next-is")).to_have_text("Next: Duet")
    ana.tap("sheet-close")


def test_an_evening_through_the_games_of_the_box(home: Home) -> None:
    ana, ben = home.phone("Ana"), home.phone("Ben")
    ben.join(ana.create_room())
    ana.sit("red_spymaster")
    ben.sit("blue_spymaster")
    assert ana.see("evening").count() == 0
    ana.deal()
    ana.give_clue("ocean", 1)
    ana.touch(ASSASSIN[0])
    score(ben, "0", "1")
    assert "Together" not in ben.see("evening-score").inner_text()

    one_tap_seats_both_in_a_duet(ana, ben)
    next_game(ana, ben, "duet", ("side_a", "side_b"))
    ana.give_clue("garden", 1)
    ben.touch(DEADLY)
    score(ana, "Together: 0 won, 1 lost")

    next_game(ana, ben, "two_of_us", ("red_spymaster", "red_operative"))
    ana.give_clue("everything", "unlimited")
    for position in RED:
        ana.touch(position)
    score(ben, "Together: 1 won, 1 lost")
    expect(ana.see("proposed")).to_have_text("If you swap: Ben takes the key.")

    next_game(ana, ben, "pictures", ("red_spymaster", "blue_spymaster"))
    expect(ana.see("card-24")).to_have_count(0)
    ana.give_clue("music", 1)
    ana.touch(PICTURE_KEY.index("a"))
    # Nobody else would have the key.
    assert ana.see("swap").count() == 0
    ben.tap("evening-games")
    games = ben.page.locator(".evening-games li")
    expect(games).to_have_count(4)
    for line, text in zip(
        games.all(),
        (
            "Classic: Blue wins Key: Ana, Ben",
            "Duet: lost Key: Ana, Ben",
            "Co-op: won with 8 points Key: Ana",
            "Classic, Pictures: Blue wins Key: Ana, Ben",
        ),
        strict=True,
    ):
        expect(line).to_have_text(text)
    expect(ben.see("evening-keys")).to_contain_text("Ana 4×")
    expect(ben.see("evening-keys")).to_contain_text("Ben 3×")


def test_what_is_chosen_while_a_game_is_on_is_for_the_next(home: Home) -> None:
    ana, ben = home.phone("Ana"), home.phone("Ben")
    ben.join(ana.create_room())
    ana.sit("red_spymaster")
    ben.sit("blue_spymaster")
    ana.deal()
    ana.tap("players-open")
    ana.tap("room-rules")
    sheet = ana.page.get_by_role("dialog")
    expect(sheet).to_contain_text("From the next game on")
    ana.choose_preset("pictures")
    # Pictures do not go with a duet: the server says so, and nothing has changed.
    ana.tap("rules-all")
    sheet.locator('input[name="mode"][value="duet"]').locator("xpath=ancestor::label").tap()
    expect(sheet).to_contain_text("A duet uses words only")
    expect(ana.see("preset-pictures")).to_be_checked()
    ana.tap("sheet-close")
    expect(ana.card(24)).to_be_visible()
    ana.give_up()
    expect(ben.see("next-is")).to_have_text("Next: Pictures")
