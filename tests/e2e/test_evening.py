"""A whole evening, as people play it: three phones and a television."""

import pytest
from playwright.sync_api import expect

from decks import ASSASSIN, BLUE, BYSTANDERS, RED
from people import Home
from undercast.room.stamps import Stamp

pytestmark = pytest.mark.slow


def test_an_evening_from_the_first_tap_to_the_second_game(  # noqa: PLR0915 - it is long
    home: Home,
) -> None:
    ana, ben, dan = home.phone("Ana"), home.phone("Ben"), home.phone("Dan")
    code = ana.create_room()
    tv = home.screen(code)
    ben.join(code)
    dan.join(code)
    expect(tv.see("tv-lobby")).to_contain_text("Dan")

    ana.sit("red_spymaster")
    expect(tv.see("tv-announcement")).to_contain_text("Ana takes the red key")
    ben.sit("blue_spymaster")
    dan.sit("red_operative")
    ana.deal()
    expect(tv.see("tv-board")).to_be_visible()
    tv.was_told_no_secret()
    dan.knows_no_identity()

    # The key lies covered until its holder asks for it.
    ana.knows_no_identity()
    ana.show_key()
    expect(ana.card(ASSASSIN[0])).to_have_attribute("data-identity", "assassin")
    expect(ana.page.locator("[data-identity='red']")).to_have_count(9)

    ana.turn_of("red")
    ana.give_clue("ocean", 2)
    tv.shows_clue("ocean")
    expect(dan.see("clue")).to_contain_text("ocean")
    assert ben.see("confirm-touch").count() == 0

    # The first tap only chooses: nobody else sees it.
    ana.choose(RED[0])
    dan.shows_hidden(RED[0])
    ana.tap("cancel-touch")
    expect(ana.see("confirm-touch")).to_have_count(0)
    ana.touch(RED[0])
    tv.shows_revealed(RED[0], "red")
    dan.shows_revealed(RED[0], "red")
    tv.was_told_no_secret()

    # A slip of the finger ends the turn; taken back, it goes on.
    ana.touch(BYSTANDERS[0])
    tv.turn_of("blue")
    ana.undo(BYSTANDERS[0])
    tv.shows_hidden(BYSTANDERS[0])
    expect(tv.see("tv-announcement")).to_contain_text("Taken back")
    tv.turn_of("red")
    tv.was_told_no_secret()
    ana.touch(RED[1])
    ana.end_turn()
    tv.turn_of("blue")

    # Blue is guessing wrong: red's agent counts for red, and the turn is over.
    ben.give_clue("feather", 1)
    ben.touch(RED[2])
    ben.turn_of("red")
    expect(tv.see("tv-left-red")).to_contain_text("6")

    # Red finds the rest.
    ana.give_clue("everything", "unlimited")
    for position in RED[3:]:
        ana.touch(position)
    expect(ana.see("result")).to_have_attribute("data-winner", "red")
    expect(tv.see("tv-result")).to_be_visible()
    expect(tv.see("tv-curtain")).to_be_visible()
    tv.was_told_no_secret()
    dan.knows_no_identity()

    ana.debrief()
    dan.is_debriefed()
    ben.is_debriefed()
    expect(tv.see("tv-debrief")).to_be_visible()
    expect(tv.card(BLUE[0])).to_have_attribute("data-identity", "blue")
    expect(tv.card(RED[0])).to_contain_text("ocean")

    # Again: who guessed for red gets the key, and whoever had it guesses.
    told = len(tv.views)
    ana.again(swap=True)
    expect(dan.see("key-show")).to_be_visible()
    expect(ana.see("key-show")).to_have_count(0)
    for phone in (ana, ben, dan):
        phone.knows_no_identity()
    expect(tv.see("tv-game")).to_be_visible()
    tv.frames = [frame for frame in tv.frames if frame.startswith("42")][told:]
    assert tv.views
    dan.give_clue("again", 1)
    dan.touch(ASSASSIN[0])
    expect(tv.see("tv-result")).to_contain_text("Blue wins")
    tv.was_told_no_secret()


def test_spoken_clues_need_no_typing(home: Home) -> None:
    ana, ben = home.phone("Ana"), home.phone("Ben")
    code = ana.create_room()
    tv = home.screen(code)
    ben.join(code)
    with ana.sheet("rules-open"):
        ana.choose_rule("clues", "spoken")
    ana.sit("red_spymaster")
    ben.sit("blue_spymaster")
    ana.deal()
    ana.touch(RED[0])  # no clue was typed
    tv.shows_revealed(RED[0], "red")
    ana.end_turn()
    tv.turn_of("blue")
    ben.see("clue-word").fill("")
    ben.see("clue-number").select_option("3")
    ben.tap("clue-give")  # only a number
    expect(tv.see("tv-clue")).to_contain_text("3")
    ben.touch(BLUE[0])
    ben.touch(ASSASSIN[0])
    expect(ben.see("result")).to_have_attribute("data-winner", "red")


OWL, ELEPHANT = (f"[data-stamp='{stamp}']" for stamp in (Stamp.OWL, Stamp.ELEPHANT))


@pytest.mark.parametrize("marks", ["team_sees", "everyone_sees"])
def test_operatives_mark_before_they_touch(home: Home, marks: str) -> None:
    ana = home.phone("Ana")
    code = ana.create_room()
    with ana.sheet("rules-open"):
        ana.choose_rule("guessing", "operatives_tap")
        if marks == "team_sees":
            ana.choose_rule("marks", marks)
        if marks == "everyone_sees":
            ana.choose_rule("agreement", "all")
    tv = home.screen(code)
    dan, eva, fay = home.phone("Dan"), home.phone("Eva"), home.phone("Fay")
    for phone, seat in ((dan, "red_operative"), (eva, "red_operative"), (fay, "blue_operative")):
        phone.join(code)
        phone.sit(seat)
    home.guest(code, "Ben", "blue_spymaster")
    with dan.sheet("stamp-open"):
        dan.tap(f"stamp-{Stamp.OWL}")
    expect(tv.see("tv-lobby").locator(OWL)).to_be_attached()
    ana.sit("red_spymaster")
    ana.deal()
    ana.give_clue("ocean", 2)

    dan.choose(RED[0])
    expect(eva.card(RED[0]).locator(OWL)).to_be_attached()
    expect(ana.card(RED[0]).locator(OWL)).to_be_attached()
    if marks == "everyone_sees":
        expect(fay.card(RED[0]).locator(OWL)).to_be_attached()
        expect(tv.card(RED[0]).locator(OWL)).to_be_attached()
        expect(dan.see("agree-first")).to_contain_text("Eva")  # all have to agree
        expect(dan.see("confirm-touch")).to_be_disabled()
        eva.choose(RED[0])
        eva.choose(RED[1])
        expect(dan.see("confirm-touch")).to_be_enabled()
    else:
        eva.choose(RED[1])
    expect(dan.card(RED[1]).locator(ELEPHANT)).to_be_attached()
    dan.tap("confirm-touch")
    tv.shows_revealed(RED[0], "red")
    fay.shows_revealed(RED[0], "red")
    if marks == "team_sees":  # all that they were ever sent, and not just what they show
        assert [view for view in (*fay.views, *tv.views) if view["view"]["marks"]] == []
    assert ana.see("confirm-touch").count() == 0
    tv.was_told_no_secret()


def test_one_word_that_does_not_suit_is_exchanged(home: Home) -> None:
    ana, ben = home.phone("Ana"), home.phone("Ben")
    code = ana.create_room()
    tv = home.screen(code)
    ben.join(code)
    ana.sit("red_spymaster")
    ben.sit("blue_spymaster")
    ana.deal()
    former = ana.card(3).locator(".card-word").inner_text()
    ana.tap("exchange")
    ana.card(3).tap()
    ana.tap("exchange-confirm")
    expect(ana.card(3)).not_to_contain_text(former)
    expect(tv.card(3)).not_to_contain_text(former)
    expect(tv.see("tv-announcement")).to_contain_text(former)
    for position in (4, 5):  # and two more, which are all
        ana.tap("exchange")
        ana.card(position).tap()
        ana.tap("exchange-confirm")
    expect(ana.see("exchange")).to_have_count(0)
    # A correction of the clue's spelling, and a pause that anybody at the table may end.
    ana.give_clue("ocaen", 2)
    ana.tap("correct-clue")
    ana.page.locator("form [data-testid=clue-word]").fill("ocean")
    ana.tap("correct-give")
    tv.shows_clue("ocean")
    expect(ana.see("correct-clue")).to_have_count(0)
    ana.tap("pause")
    expect(ben.see("resume")).to_be_visible()
    ben.tap("resume")
    expect(ana.see("pause")).to_be_visible()
    ana.give_up()
    expect(ben.see("result")).to_have_attribute("data-winner", "nobody")
