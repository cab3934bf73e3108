"""Seats, and whose they are: consent, browsers that forgot, people who go, the host."""

import re

import pytest
from playwright.sync_api import expect

from decks import RED
from people import Home, Phone
from table import settle

pytestmark = pytest.mark.slow


def answer(phone: Phone, how: str) -> None:
    """Consent to the question on this phone, or refuse it."""
    phone.page.locator(f"[data-testid^=request-][data-testid$={how}]").first.tap()


def asks(phone: Phone, text: str) -> None:
    expect(phone.page.locator(".requests")).to_contain_text(text)


def test_a_held_key_seat_is_given_by_its_holder_alone(home: Home) -> None:
    host, ana, eva = home.phone("Host"), home.phone("Ana"), home.phone("Eva")
    code = host.create_room()
    tv = home.screen(code)
    ana.join(code)
    eva.join(code)
    ana.sit("red_spymaster")
    home.guest(code, "Ben", "blue_spymaster")
    host.deal()
    ana.show_key()

    eva.tap("take-a-seat")
    eva.tap_seat("red_spymaster")
    asks(ana, "Eva would like your seat")
    asks(host, "Eva would like Ana's seat")
    answer(ana, "refuse")
    expect(eva.page.locator(".request")).to_have_count(0)
    eva.tap_seat("red_spymaster")
    asks(ana, "Eva would like your seat")
    answer(ana, "consent")
    eva.sits("red_spymaster")
    eva.tap("sheet-close")
    eva.knows_no_identity()  # a key seat, whose key still lies covered
    expect(eva.see("key-show")).to_be_visible()
    expect(tv.see("tv-announcement")).to_contain_text("Eva takes the red key")
    ana.knows_no_identity()

    # Ana has seen the key: she can't guess in this game, and is told why.
    ana.tap("take-a-seat")
    ana.tap_seat("red_operative")
    expect(ana.page.get_by_role("dialog").locator("[data-testid=refusal]")).to_contain_text(
        "You've seen this game's key"
    )


def test_i_was_ana(home: Home) -> None:
    host, ana = home.phone("Host"), home.phone("Ana")
    code = host.create_room()
    ana.join(code)
    ana.sit("red_spymaster")
    home.guest(code, "Ben", "blue_spymaster")
    host.deal()
    ana.give_clue("ocean", 2)

    # The browser forgets everything. Ana's seat is empty now, and the host knows who asks.
    ana.page.evaluate("localStorage.clear()")
    ana.page.reload()
    ana.was("Ana")
    asks(host, "says they're Ana")
    answer(host, "refuse")
    expect(ana.page.get_by_text("Nobody confirmed that you're Ana")).to_be_visible()
    ana.was("Ana")
    asks(host, "says they're Ana")
    answer(host, "consent")
    ana.is_inside()
    ana.show_key()
    ana.touch(RED[0])


def test_who_is_removed_is_told_and_can_be_let_back_in(home: Home) -> None:
    host, ana, ben = home.phone("Host"), home.phone("Ana"), home.phone("Ben")
    code = host.create_room()
    tv = home.screen(code)
    ana.join(code)

    # Behind a closed door nobody new can come in; who was there comes back.
    with host.sheet():
        expect(host.see("door-state")).to_have_text("Anyone with the code can come in.")
        host.tap("door-switch")
        expect(host.see("door-state")).to_contain_text("nobody new can come in")
        expect(tv.see("tv-closed")).to_contain_text("Host can open it")
        expect(tv.page.locator(".invitation img")).to_have_count(0)
        ben.open(f"/{code}")
        expect(ben.see("door-closed")).to_contain_text("The door is closed")
        expect(ben.see("join-go")).to_have_count(0)
        ana.page.reload()
        ana.is_inside()
        host.tap("door-switch")
    expect(tv.page.locator(".invitation img")).to_be_visible()
    expect(ben.see("join-go")).to_be_visible()

    with host.sheet():
        host.page.locator("[data-testid^=person-]").tap()
        host.page.locator("[data-testid^=remove-]").tap()
        host.page.locator("[data-testid$=-confirm]").tap()
        ana.is_told("The host has removed you")
        ana.page.get_by_role("button", name="Try again").tap()
        ana.is_told("The host has removed you")
        host.page.get_by_role("button", name="Let back in").tap()
        expect(host.page.locator("[data-testid^=person-]")).to_be_visible()
    ana.page.get_by_role("button", name="Try again").tap()
    ana.is_inside()


def test_the_host_hands_over(home: Home) -> None:
    host, ana = home.phone("Host"), home.phone("Ana")
    code = host.create_room()
    ana.join(code)
    expect(ana.see("deal")).to_have_count(0)
    with host.sheet():
        host.page.locator("[data-testid^=person-]").tap()
        host.page.locator("[data-testid^=hand-over-]").tap()
        expect(host.page.locator("[data-testid^=person-]")).to_have_count(0)
    expect(ana.see("deal")).to_be_visible()
    expect(host.see("deal")).to_have_count(0)
    # The former host leaves, and finds the start page.
    host.tap("players-open")
    host.tap("leave")
    host.tap("leave-confirm")
    expect(host.see("start-new-game")).to_be_visible()
    expect(ana.page.locator(".seats")).not_to_contain_text("Host")


def test_two_tabs_are_one_person(home: Home) -> None:
    ana = home.phone("Ana")
    code = ana.create_room()
    tab = home.phone_in(ana.page.context, "Ana")
    tab.open(f"/{code}")
    tab.is_inside()
    ana.sit("red_spymaster")
    tab.sits("red_spymaster")
    home.guest(code, "Ben", "blue_spymaster")
    expect(ana.see("deal")).to_be_enabled()
    tab.deal()
    expect(ana.card(24)).to_be_visible()
    ana.show_key()
    tab.knows_no_identity()  # each tab has a cover of its own
    tab.give_clue("ocean", 2)
    ana.choose(RED[0])
    tab.choose(RED[0])
    ana.tap("confirm-touch")
    tab.shows_revealed(RED[0], "red")
    expect(tab.see("confirm-touch")).to_have_count(0)
    ana.page.close()
    tab.touch(RED[1])


def test_a_name_that_is_taken_and_a_second_try(home: Home) -> None:
    ana, other = home.phone("Ana"), home.phone("Ana")
    code = ana.create_room()
    other.open("/")
    other.see("start-name").fill("ana")
    other.see("start-code").fill(code.lower())
    other.tap("start-join")
    expect(other.see("join-name")).to_have_value("ana")
    other.tap("join-go")
    other.is_told("Someone here already has that name")
    other.see("join-name").fill("Ana B.")
    other.tap("join-go")
    other.is_inside()
    with ana.sheet():
        ana.see("rename").fill("ANA b.")
        ana.tap("rename-go")
        expect(ana.page.get_by_role("dialog")).to_contain_text(re.compile("has that name"))


def test_leaving_in_one_tab_is_leaving_in_both(home: Home) -> None:
    ana, host = home.phone("Ana"), home.phone("Host")
    code = host.create_room()
    ana.join(code)
    tab = home.phone_in(ana.page.context, "Ana")
    tab.open(f"/{code}")
    tab.is_inside()
    ana.tap("players-open")
    ana.tap("leave")
    ana.tap("leave-confirm")
    expect(ana.see("start-new-game")).to_be_visible()
    expect(tab.see("join-go")).to_be_visible()
    ana.page.go_back()
    expect(ana.see("join-go")).to_be_visible()
    ana.tap("join-go")
    ana.is_inside()
    expect(host.see("unseated")).to_contain_text("Ana")


def test_another_browser_of_the_same_person(home: Home) -> None:
    """Ana is there and consents herself: she has two phones then."""
    ana, tablet = home.phone("Ana"), home.phone("Ana")
    code = ana.create_room()
    ana.sit("red_spymaster")
    tablet.open(f"/{code}")
    tablet.was("Ana")
    asks(ana, "Someone joining says they're you")
    answer(ana, "consent")
    tablet.sits("red_spymaster")
    home.guest(code, "Ben", "blue_spymaster")
    tablet.deal()
    ana.give_clue("ocean", 2)
    tablet.touch(RED[0])
    ana.shows_revealed(RED[0], "red")


def test_a_player_who_is_removed_from_the_key_keeps_nothing_of_it(home: Home) -> None:
    ana, host = home.phone("Ana"), home.phone("Host")
    code = host.create_room()
    ana.join(code)
    ana.sit("red_spymaster")
    home.guest(code, "Ben", "blue_spymaster")
    host.deal()
    ana.show_key()
    with host.sheet():
        host.page.get_by_role("button", name="More about Ana").tap()
        host.page.locator("[data-testid^=remove-]").tap()
        host.page.locator("[data-testid$=-confirm]").tap()
    ana.is_told("The host has removed you")
    ana.knows_no_identity()
    # The host looks on, and takes the seat that is free now.
    host.tap("take-a-seat")
    host.sit("red_spymaster")
    host.tap("sheet-close")
    host.give_clue("ocean", 1)
    host.touch(RED[0])


def test_the_games_of_the_house_are_joined_by_one_tap(home: Home) -> None:
    ana, eva, fay = home.phone("Ana"), home.phone("Eva"), home.phone("Fay")
    code = ana.create_room()
    eva.open()
    expect(eva.see(f"house-{code}")).to_contain_text("Ana's game")
    expect(eva.see(f"house-{code}")).to_contain_text("about to start")
    eva.tap(f"house-{code}")
    expect(eva.see("start-name")).to_be_focused()  # who are you?
    eva.see("start-name").fill("Eva")
    eva.tap(f"house-{code}")
    eva.is_inside()
    assert eva.page.url.endswith(f"/{code}")

    # Behind a closed door nothing is listed; the list is looked at anew by itself.
    fay.open()
    expect(fay.see(f"house-{code}")).to_contain_text("2 people")
    with ana.sheet():
        ana.tap("door-switch")
        expect(fay.see(f"house-{code}")).to_have_count(0)
        ana.tap("door-switch")

    # Whoever comes while a game is on is offered the one seat that needs somebody.
    ana.sit("red_spymaster")
    home.guest(code, "Ben", "blue_spymaster")
    eva.sit("red_operative")
    ana.deal()
    expect(fay.see(f"house-{code}")).to_contain_text("playing now")
    fay.see("start-name").fill("Fay")
    fay.tap(f"house-{code}")
    expect(fay.see("late-seat")).to_have_text("Guess for Blue")
    fay.tap("late-seat")
    expect(fay.see("late-seat")).to_have_count(0)
    with fay.sheet():
        fay.sits("blue_operative")
    # Back at the start, the seat is still theirs.
    fay.open()
    fay.tap(f"house-{code}")
    expect(fay.card(24)).to_be_visible()
    expect(fay.see("late-seat")).to_have_count(0)


def test_the_start_page_says_when_the_server_does_not_answer(home: Home) -> None:
    home.foresee("Failed to load resource")
    eva = home.phone("Eva")
    eva.open()
    expect(eva.see("start-new-game")).to_be_visible()
    eva.page.route("**/games", lambda route: route.abort())
    expect(eva.see("start-offline")).to_be_visible()
    eva.page.unroute("**/games")
    expect(eva.see("start-offline")).to_have_count(0)


FITS = """() => {
  const below = document.querySelector('.begin').getBoundingClientRect().top;
  return [...document.querySelectorAll('.seats .seat')]
    .filter((seat) => !seat.closest('details'))
    .map((seat) => [seat.textContent, seat.getBoundingClientRect().bottom - below])
    .filter(([, over]) => over > 0);
}"""


PLACES = """() => [...document.querySelectorAll('.seat-teams .seat')]
  .map((seat) => seat.getBoundingClientRect()).map(({ left, top }) => `${left} ${top}`)"""


@pytest.mark.parametrize("locale", ["en-US", "hi-IN"])
def test_four_seats_stand_still_and_fit_on_the_smallest_phone(home: Home, locale: str) -> None:
    ana = home.phone("Ana", size=(320, 568), locale=locale)
    code = ana.create_room()
    expect(ana.page.locator(".seats > :not(details) .seat-wanted")).to_have_count(4)
    stood = ana.page.evaluate(PLACES)
    for people in range(2, 9):
        home.guest(code, f"Wolfeschlegelstein {people}"[-20:])
        expect(ana.page.locator(".seats")).to_contain_text(f"ein {people}")
        assert ana.page.evaluate(FITS) == [], people
        assert ana.page.evaluate(PLACES) == stood, people
    assert ana.page.evaluate("scrollY") == 0


def test_a_game_for_two_is_one_tap_away(home: Home) -> None:
    ana = home.phone("Ana")
    code = ana.create_room()
    guest = home.guest(code, "Ben")
    ana.tap("offer-duet")
    expect(ana.see("seat-side_a")).to_be_visible()
    expect(ana.see("offer-duet")).to_have_attribute("aria-pressed", "true")
    # Shuffled, nobody has to choose; a second tap deals anew.
    ana.tap("shuffle")
    expect(ana.see("deal")).to_be_enabled()
    settle(guest)
    assert {player["seat"] for player in guest.lobby["players"]} == {"side_a", "side_b"}
    ana.tap("offer-classic")
    expect(ana.page.locator(".seat-teams .seat")).to_have_count(4)
