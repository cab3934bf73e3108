"""Bots in the browsers: alone with three of them, a duet with one, and how they come and go."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from decks import ASSASSIN, KEY, RED
from people import Home, Phone
from rules.duet_builder import KEYS
from servers import Deal, running

pytestmark = pytest.mark.slow

WORDS = (
    *("whale", "piano", "castle", "doctor", "forest", "needle", "bridge", "rocket", "mirror"),
    *("shadow", "engine", "window", "garden", "dragon", "carrot", "saturn", "violin", "pirate"),
    *("desert", "button", "planet", "teacher", "kitchen", "diamond", "spider"),
)
"""What bots have something to say about."""

Homes = Callable[..., Home]


@pytest.fixture
def homes(browser: Browser, tmp_path: Path) -> Iterator[Homes]:
    """A home with this key, and a server of its own."""
    with ExitStack() as open_:
        opened: list[Home] = []

        def home(key: str, *options: str) -> Home:
            always = ("--generous", "--wall-clock", *options)
            server = open_.enter_context(
                running(tmp_path, deal=Deal((key,), WORDS), options=always)
            )
            opened.append(Home(browser, server))
            return opened[-1]

        yield home
        for each in opened:
            each.close()
            assert each.unforeseen() == []


def thought(phone: Phone) -> bool:
    """Whether this phone was told that a bot thinks."""
    return any(
        message["view"]["game"] and message["view"]["game"]["thinking"] for message in phone.views
    )


def adds_bot(host: Phone, seat: str) -> None:
    """Also to a seat that is folded away while others are wanted."""
    if host.see("bots-open").count():
        host.tap("bots-open")
    button = host.see(f"add-bot-{seat}")
    expect(button).to_be_attached()
    if not button.is_visible():
        host.see("other-seats").locator("summary").tap()
    button.tap()
    expect(button).to_have_count(0)


def has_marks(phone: Phone) -> None:
    """A bot's marks are on the board."""
    expect(phone.page.locator(".card-marks .bot-sign").first).to_be_attached()


def test_one_person_and_three_bots_play_a_whole_game(homes: Homes) -> None:
    home = homes(KEY)
    ana = home.phone("Ana", size=(320, 568))
    tv = home.screen(ana.create_room())
    ana.tap("bots-open")
    ana.tap("fill-with-bots")
    ana.sits("red_operative")
    expect(ana.page.locator(".seats .bot-name")).to_have_count(3)
    expect(tv.page.locator(".person .bot-sign")).to_have_count(3)
    ana.deal()

    # The bot gives a clue, and Ana touches, since it cannot.
    expect(ana.see("turn")).to_have_text("Your team guesses")
    ana.touch(RED[0])
    ana.end_turn()
    # Two bots play blue's turn by themselves.
    expect(ana.see("turn")).to_have_text("Your team guesses")
    assert thought(ana)
    ana.touch(ASSASSIN[0])
    expect(ana.see("result")).to_contain_text("You lose")

    ana.debrief()
    expect(ana.see("meant-then").first).to_contain_text("Meant:")
    expect(ana.see("ranked").first).to_contain_text("thought of:")
    expect(tv.see("tv-meant")).to_contain_text(" meant ")
    with ana.sheet("book-open"):
        ana.tap("book-game-1")
        expect(ana.see("meant-then").first).to_be_visible()
        expect(ana.page.locator(".book-clues .bot-name").first).to_be_visible()


def test_a_duet_with_a_bot_within_four_taps(homes: Homes) -> None:
    home = homes(KEYS)
    ana = home.phone("Ana")
    ana.create_room()
    ana.tap("bots-open")
    ana.tap("offer-alone_duet")
    expect(ana.see("offer-alone_duet")).to_have_attribute("aria-pressed", "true")
    ana.tap("fill-with-bots")
    ana.sits("side_a")
    ana.deal()

    # What the first clue means is noted on the open key, and told to nobody.
    ana.show_key()
    agent = ana.page.locator('[data-identity="green"]').first
    word = agent.inner_text().split("\n")[0]
    agent.tap()
    expect(agent).to_have_attribute("aria-pressed", "true")
    expect(ana.see("clue-number")).to_have_value("1")
    ana.see("clue-word").fill("music")
    ana.tap("clue-give")
    # The bot guesses, and gives the next clue.
    expect(ana.see("turn")).to_have_text("You guess")
    assert thought(ana)
    ana.give_up()
    ana.tap("debrief")
    told = ana.see("meant-then").first
    expect(told).to_contain_text(re.compile(f"^Meant: {word}", re.IGNORECASE))


def test_bots_come_and_go_in_a_game_with_a_coach(homes: Homes) -> None:
    home = homes(KEY)
    ana, cem = home.phone("Ana"), home.phone("Cem")
    code = ana.create_room()
    with ana.sheet("rules-open"):
        ana.tap("rules-all")
        ana.see("coach-on").locator("xpath=ancestor::label").tap()
        ana.see("bot_pace-quick").locator("xpath=ancestor::label").tap()
    cem.join(code)
    expect(cem.see("rules-open")).to_contain_text("Coach: On")
    ana.sit("red_spymaster")
    home.guest(code, "Ben", "blue_spymaster")
    ana.deal()
    with ana.sheet("players-open"):
        adds_bot(ana, "red_operative")
        adds_bot(ana, "blue_operative")
        expect(ana.page.locator(".seats .bot-name")).to_have_count(2)
    # One of the coach's ideas becomes Ana's clue, and she sees how a stranger would take it.
    ana.show_key()
    ana.tap("ask-ideas")
    idea = ana.page.locator("[data-testid^=idea-]").first
    word = (idea.get_attribute("data-testid") or "").removeprefix("idea-")
    idea.tap()
    expect(ana.see("clue-word")).to_have_value(word)
    expect(ana.page.locator(".card-meant").first).to_be_visible()
    with ana.sheet("ask-coach"):
        expect(ana.see("coach-ranking")).to_contain_text("%")
    ana.tap("clue-give")
    expect(ana.see("clue")).to_contain_text(word)
    # Ana taps herself, so the bot only says what it would touch.
    has_marks(ana)
    cem.tap("take-a-seat")
    cem.tap_seat("red_operative")
    cem.sits("red_operative")
    expect(cem.page.locator(".seats .bot-name")).to_have_count(1)
    cem.tap("sheet-close")
    with ana.sheet("players-open"):
        ana.page.locator(".people-list .person-line", has_text="Blue operative").locator(
            "button"
        ).tap()
        ana.page.locator(".person-actions button").tap()
        expect(ana.page.locator(".bot-name")).to_have_count(0)
    cem.knows_no_identity()


def test_without_what_bots_need_the_lobby_says_so(homes: Homes) -> None:
    home = homes(KEY, "--no-bots")
    ana = home.phone("Ana")
    ana.create_room()
    ana.tap("bots-open")
    expect(ana.see("fill-with-bots")).to_be_disabled()
    expect(ana.see("bots-held")).to_contain_text("pip install 'undercast[bots]'")
