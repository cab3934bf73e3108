"""An evening through the games of the box, on two phones: classic, duet, co-op, pictures."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from audit import barriers, faults_on_phone
from decks import ASSASSIN, CODES, KEY, NICE, PICTURE_KEY, RED, SCENES
from people import Home, Phone, Size
from pictures import picture
from rules.duet_builder import DEADLY, KEYS
from servers import Deal, running

pytestmark = pytest.mark.slow

WORDS = (*NICE, *(f"Word {n:02}" for n in range(75)))


@pytest.fixture
def home(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Home]:
    """A home in which the test's own keys are dealt, game after game."""
    deal = Deal(request.param, WORDS, CODES, SCENES)
    with running(tmp_path, deal=deal, options=("--wall-clock", "--generous")) as server:
        home = Home(browser, server)
        yield home
        home.close()
        assert home.unforeseen() == []


def keys(*each: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("home", [each], ids=[""], indirect=True)


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
    expect(host.see("strays")).to_have_count(0)
    host.deal()
    expect(host.page.get_by_role("dialog")).to_have_count(0)
    expect(guest.see("result")).to_have_count(0)


@keys(KEY, KEYS, KEY, PICTURE_KEY)
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

    # A duet has other seats: who sat elsewhere is asked to choose.
    ana.tap("next-open")
    ana.choose_preset("duet")
    expect(ana.see("strays")).to_contain_text("This game has no “Red spymaster” seat.")
    expect(ana.see("strays")).to_contain_text("Still choosing a seat: Ben.")
    expect(ana.see("guide")).to_contain_text("One of you on each side")
    assert ana.see("seat-red_spymaster").count() == 0
    expect(ana.see("deal")).to_be_disabled()
    expect(ana.page.get_by_role("dialog")).to_contain_text("A duet needs someone on each side.")
    expect(ben.see("next-is")).to_have_text("Next: Duet")
    ana.tap("sheet-close")
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


@keys(KEY)
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


@keys(KEY, PICTURE_KEY)
@pytest.mark.parametrize(
    ("size", "locale"),
    [((320, 568), "en-US"), ((390, 844), "hi-IN"), ((844, 390), "sr-Cyrl"), ((320, 640), "hr-HR")],
    ids=["en", "hi", "sr-Cyrl", "hr"],
)
def test_it_looks_well(home: Home, size: Size, locale: str) -> None:
    ana = home.phone("Ana", size=size, locale=locale)

    def look(name: str) -> None:
        picture(ana, f"phone-games-{locale}-{name}")
        assert faults_on_phone(ana.page) == [], name
        assert barriers(ana.page) == [], name

    ana.open()
    ana.page.locator(".start-rules > summary").tap()
    look("start")
    code = ana.create_room()
    ben = home.guest(code, "Ben", "blue_spymaster")
    ana.sit("red_spymaster")
    for preset in ("duet", "two_of_us", "hindi_house_rules"):
        with ana.sheet("rules-open"):
            ana.choose_preset(preset)
            look(f"rules-{preset}")
        look(f"lobby-{preset}")
    with ana.sheet("rules-open"):
        ana.choose_preset("classic")
    ana.deal()
    ana.give_clue("ocean", 1)
    ana.touch(ASSASSIN[0])
    ana.tap("evening-games")
    look("evening")
    ana.page.get_by_test_id("evening").scroll_into_view_if_needed()
    look("evening-games")
    ana.tap("next-open")
    ana.choose_preset("pictures")
    look("next")
    ben.do("take_seat", seat="spectator")
    expect(ana.see("deal")).to_be_disabled()
    look("next-held")
    ben.do("take_seat", seat="blue_spymaster")
    ana.deal()
    ana.show_key()
    ana.give_clue("music", 2)
    look("pictures-key")
    ana.choose(0)
    look("pictures-chosen")
    ana.tap("confirm-touch")
    ana.shows_revealed(0, "red")
    look("pictures-found")
