"""Through all main screens of the two pages: what is looked at for looks and for barriers."""

from collections.abc import Iterator

from playwright.sync_api import expect

from decks import ASSASSIN, BLUE, BYSTANDERS, RED
from people import Home, Phone

LONGEST_NAME = "Wolfeschlegelstein-Ö"
CYRILLIC_NAME = "Ћирилица Шшшшшш Жж"


def of_phones(home: Home, *, locale: str = "en-US") -> Iterator[tuple[str, Phone]]:
    """Each main screen by its name, and a phone that shows it."""
    ana = home.phone("Ana", locale=locale)
    eva = home.phone("Eva", locale=locale)
    yield from _before_the_game(home, ana, eva)
    yield from _a_game(home, ana, eva)


def _before_the_game(home: Home, ana: Phone, eva: Phone) -> Iterator[tuple[str, Phone]]:
    ana.open()
    yield "start", ana
    ana.page.locator(".start-rules > summary").tap()
    ana.tap("rules-all")
    yield "start-rules", ana
    code = ana.create_room()
    yield "lobby-alone", ana

    eva.open("/ZZZZ")
    expect(eva.see("refusal")).to_be_visible()
    yield "outside", eva
    eva.open(f"/{code}")
    expect(eva.see("join-name")).to_be_visible()
    yield "door", eva
    eva.join(code)
    home.guest(code, LONGEST_NAME, "blue_spymaster")
    home.guest(code, CYRILLIC_NAME, "red_operative")
    ana.sit("red_spymaster")
    eva.sit("blue_operative")
    expect(ana.see("seat-blue_operative")).to_contain_text("Eva")
    yield "lobby", ana
    yield "lobby-guest", eva
    yield from _sheets(ana)


def _a_game(home: Home, ana: Phone, eva: Phone) -> Iterator[tuple[str, Phone]]:
    ben = home.guests[LONGEST_NAME]
    ana.deal()
    expect(eva.card(24)).to_be_visible()
    yield "spymaster-clue", ana
    ana.show_key()
    yield "spymaster-key", ana
    yield "operative-waits", eva
    ana.give_clue("Wolkenkratzerspitze", "unlimited")
    yield "spymaster-guess", ana
    ana.choose(RED[0])
    yield "confirm", ana
    ana.tap("confirm-touch")
    ana.shows_revealed(RED[0], "red")
    ana.touch(BYSTANDERS[0])
    expect(ana.see("undo")).to_be_visible()
    yield "undo", ana
    ben.do("ask_for_seat", seat="red_spymaster")
    expect(ana.page.locator(".request")).to_be_visible()
    yield "request", ana
    ana.page.locator("[data-testid$=-refuse]").tap()
    ana.tap("pause")
    expect(ana.see("resume")).to_be_visible()
    yield "paused", ana
    ana.tap("resume")
    expect(ana.see("pause")).to_be_visible()
    home.move(ben, "give_clue", word="feather", number=2)
    home.move(ben, "touch_card", position=BLUE[0])
    home.move(ben, "touch_card", position=ASSASSIN[0])
    expect(ana.see("result")).to_be_visible()
    yield "end", ana
    ana.debrief()
    yield "debrief", ana


def _sheets(ana: Phone) -> Iterator[tuple[str, Phone]]:
    with ana.sheet("players-open"):
        ana.page.locator("[data-testid^=person-]").first.tap()
        yield "sheet-room", ana
    with ana.sheet("share-open"):
        expect(ana.page.locator(".share-qr")).to_be_visible()
        yield "sheet-share", ana
    with ana.sheet("rules-open"):
        yield "sheet-rules", ana
        ana.choose_rule("timer", "strict")
        yield "sheet-rules-all", ana
        ana.choose_rule("timer", "off")
