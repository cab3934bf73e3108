"""The clock on the table: right on every phone, whatever that phone's own clock says."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from decks import EVENING, RED
from patience import in_time
from people import Home, Phone
from servers import Server, running

pytestmark = pytest.mark.slow

NO_SERVER = (r"WebSocket connection to .* failed", r"Failed to load resource: net::ERR_CONNECTION")
RIGHT = 500
"""Milliseconds that a clock may be wrong."""
HOUR = 3_600_000
SHORT = {"timer": "strict", "clue_seconds": 10, "guess_seconds": 10, "first_extra_seconds": 0}
LONG = {"timer": "strict", "clue_seconds": 600, "guess_seconds": 600}

#: The page's own clock, wrong by `wrong` milliseconds; its stopwatch goes on as it is.
WRONG_CLOCK = """
  window.wrong = %d;
  const Right = Date;
  window.Date = class extends Right {
    constructor(...given) { given.length ? super(...given) : super(Right.now() + window.wrong); }
    static now() { return Right.now() + window.wrong; }
  };
"""

#: The next change of the clock that is shown: what it shows then, and the real time.
NEXT_CHANGE = """() => new Promise((told) => {
  const clock = document.querySelector('[data-testid="clock"]');
  const look = () => {
    watch.disconnect();
    told([clock.textContent, performance.timeOrigin + performance.now()]);
  };
  const watch = new MutationObserver(look);
  watch.observe(clock, { subtree: true, childList: true, characterData: true });
})"""


def play(home: Home, settings: dict[str, object], ana: Phone, *others: Phone) -> None:
    """A game with these rules: Ana is red's spymaster, a guest is blue's, the host looks on."""
    host = home.host("Host")
    rules = {**host.lobby["settings"], **settings}
    host.do("change_settings", settings=rules, decks=["en"], language="en")
    code = host.lobby["code"]
    home.guest(code, "Ben", "blue_spymaster")
    ana.join(code)
    ana.sit("red_spymaster")
    for phone in others:
        phone.join(code)
        phone.sit("red_operative")
    ana.deal()


def clock_of(phone: Phone) -> dict[str, int | None]:
    clock: dict[str, int | None] = phone.views[-1]["view"]["game"]["clock"]
    return clock


def is_right(phone: Phone) -> None:
    """What this phone shows changes when the server's clock does, to half a second."""
    expect(phone.see("clock")).to_be_visible()
    text, at = phone.page.evaluate(NEXT_CHANGE)
    minutes, seconds = text.split(":")
    until = clock_of(phone)["until"]
    assert until is not None
    shown = 1000 * (60 * int(minutes) + int(seconds))
    assert -in_time(RIGHT) < until - at - shown < RIGHT, (text, until - at)


def test_a_phone_whose_clock_is_wrong_shows_the_time_right(home: Home) -> None:
    ana, dan, eva = home.phone("Ana"), home.phone("Dan"), home.phone("Eva")
    for phone, wrong in ((dan, -37 * 60_000), (eva, 5 * HOUR)):
        phone.page.add_init_script(WRONG_CLOCK % wrong)
    play(home, LONG, ana, dan, eva)
    for phone in (ana, dan, eva):
        is_right(phone)
    for phone in (dan, eva):
        phone.page.evaluate("window.wrong -= 2 * 3600 * 1000")  # it is set while the page is open
        is_right(phone)
    ana.give_clue("ocean", 2)
    for phone in (dan, eva):
        expect(phone.see("clue")).to_contain_text("ocean")
        is_right(phone)
        phone.page.reload()
        is_right(phone)


def test_a_pause_stops_the_clock(home: Home) -> None:
    ana, dan = home.phone("Ana"), home.phone("Dan")
    play(home, LONG, ana, dan)
    is_right(dan)
    dan.tap("pause")
    expect(dan.page.locator(".clock")).to_contain_text("paused")
    left = clock_of(dan)["left"]
    assert left is not None
    expect(ana.page.locator(".clock")).to_contain_text("paused")
    shown = dan.see("clock").inner_text()
    assert shown == ana.see("clock").inner_text()
    dan.tap("resume")
    expect(ana.page.locator(".clock")).not_to_contain_text("paused")
    is_right(dan)
    after = clock_of(dan)["until"]
    assert after is not None
    expect(ana.see("clock")).not_to_have_text(shown)


def test_nobody_gives_a_clue_in_time_and_nobody_guesses(home: Home) -> None:
    ana, dan = home.phone("Ana"), home.phone("Dan")
    play(home, SHORT, ana, dan)
    tv = home.screen(ana.views[-1]["view"]["lobby"]["code"])
    ben = home.guests["Ben"]
    expect(ana.page.locator(".clock-soon")).to_be_visible()
    expect(ana.see("spoken")).to_have_text("10 seconds left")
    ana.turn_of("blue")
    tv.turn_of("blue")
    expect(ana.page.locator(".notice")).to_contain_text("Time is up: Red's turn is over")
    # What there is of time is not told to those who only wait.
    expect(ana.see("spoken")).to_contain_text("Time is up: Red's turn is over. Blue is looking")
    home.move(ben, "give_clue", word="ocean", number=2)
    expect(ana.see("clue")).to_contain_text("ocean")
    ana.turn_of("red")  # and no guess in time
    expect(ana.see("clue-word")).to_be_visible()


def test_the_sandglass(home: Home) -> None:
    ana, dan = home.phone("Ana"), home.phone("Dan")
    play(home, {"timer": "sand", "sand_seconds": 10}, ana, dan)
    expect(dan.page.locator(".clock")).to_contain_text("sandglass is idle")
    dan.tap("turn-sand")
    expect(ana.page.locator(".notice")).to_contain_text("The sandglass is running")
    is_right(ana)
    expect(ana.page.locator(".clock")).to_contain_text("sandglass is idle")  # nothing ends
    ana.turn_of("red")
    ana.give_clue("ocean", 2)
    ana.touch(RED[0])
    expect(ana.see("turn-sand")).to_be_visible()


@pytest.fixture
def alone(browser: Browser, tmp_path: Path) -> Iterator[Home]:
    """A home whose server can be stopped."""
    with running(tmp_path, deal=EVENING, options=("--wall-clock", "--generous")) as server:
        home = Home(browser, server)
        home.foresee(*NO_SERVER)
        yield home
        home.close()
        assert home.unforeseen() == []


def test_after_a_restart_of_the_server_the_game_waits_on_pause(alone: Home) -> None:
    server: Server = alone.server
    ana, dan = alone.phone("Ana"), alone.phone("Dan")
    play(alone, LONG, ana, dan)
    ana.give_clue("ocean", 2)
    server.kill()
    expect(ana.see("offline")).to_be_visible()
    server.start()
    for phone in (ana, dan):
        expect(phone.see("resume")).to_be_visible()
        expect(phone.page.locator(".dock")).to_contain_text("whenever the server restarts")
        expect(phone.page.locator(".clock")).to_contain_text("paused")
    dan.tap("resume")
    expect(ana.see("resume")).to_have_count(0)
    is_right(ana)
    is_right(dan)
