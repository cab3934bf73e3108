"""Wi-Fi that drops, phones that sleep, a server that is killed: everybody is back by themselves."""

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from decks import EVENING, RED
from patience import in_time
from people import Home, Phone, Screen
from servers import Server, running
from undercast.store.data_file import FILE
from wifi import Wifi, open_wifi

pytestmark = pytest.mark.slow

NO_NETWORK = (
    r"WebSocket connection to .* failed",
    r"ERR_INTERNET_DISCONNECTED",
    r"Failed to load resource: net::ERR_CONNECTION",
)
SOON = 2.0
"""Seconds within which everybody is back, once the network is."""


@pytest.fixture
def wifi(home: Home) -> Iterator[Wifi]:
    home.foresee(*NO_NETWORK)
    with open_wifi(home.server) as wifi:
        yield wifi


class Table:
    """Ana, red's spymaster and host, and a TV on the Wi-Fi; Ben, blue's, is not there in person."""

    def __init__(self, home: Home, wifi: Wifi) -> None:
        self.ana = home.phone("Ana", url=wifi.url)
        self.code = self.ana.create_room()
        self.ana.sit("red_spymaster")
        self.ben = home.guest(self.code, "Ben", "blue_spymaster")
        self.tv = home.screen(self.code, url=wifi.url)
        self.ana.deal()


@pytest.fixture
def table(home: Home, wifi: Wifi) -> Table:
    return Table(home, wifi)


def touches(page: Phone | Screen) -> list[int]:
    """What was touched in the game that is shown."""
    turns = page.views[-1]["view"]["game"]["turns"]
    return [touch["position"] for turn in turns for touch in turn["touches"]]


def is_offline(*pages: Phone | Screen) -> None:
    for page in pages:
        name = "offline" if isinstance(page, Phone) else "tv-offline"
        expect(page.see(name)).to_be_visible()


def is_back(*pages: Phone | Screen, within: float = SOON) -> None:
    started = time.monotonic()
    for page in pages:
        name = "offline" if isinstance(page, Phone) else "tv-offline"
        expect(page.see(name)).to_have_count(0)
    assert time.monotonic() - started < in_time(within)


def test_a_tap_made_without_wifi_is_done_once_when_it_is_back(wifi: Wifi, table: Table) -> None:
    ana, tv = table.ana, table.tv
    ana.give_clue("ocean", 2)
    wifi.drop()
    is_offline(ana, tv)
    expect(tv.see("tv-board")).to_be_visible()
    expect(tv.see("tv-clue")).to_contain_text("ocean")
    ana.choose(RED[0])
    ana.tap("confirm-touch")
    # The clue waits, too, if its acknowledgement went with the Wi-Fi.
    expect(ana.see("offline")).to_contain_text("waiting to be sent")
    expect(ana.card(RED[0])).to_have_attribute("aria-busy", "true")
    expect(ana.see("confirm-touch")).to_be_disabled()  # a second tap is not possible
    wifi.come_back()
    is_back(ana, tv)
    ana.shows_revealed(RED[0], "red")
    tv.shows_revealed(RED[0], "red")
    assert touches(tv) == [RED[0]]
    assert ana.see("refusal").count() == 0


def test_a_tap_whose_answer_got_lost_is_done_once(wifi: Wifi, table: Table) -> None:
    ana = table.ana
    ana.give_clue("ocean", 2)
    ana.choose(RED[0])
    wifi.lose_answers()
    ana.tap("confirm-touch")
    ana.shows_revealed(RED[0], "red")  # the page itself finds out that its connection is dead
    expect(ana.see("confirm-touch")).to_have_count(0)
    assert touches(ana) == [RED[0]]
    assert ana.see("refusal").count() == 0


def test_a_tap_that_came_too_late_is_told_and_not_done(
    home: Home, wifi: Wifi, table: Table
) -> None:
    """Meanwhile the same person's other browser has moved on."""
    ana = table.ana
    other = home.phone_in(ana.page.context, "Ana", url=home.server.url)
    other.open("/")
    other.page.evaluate(
        "(seats) => localStorage.setItem('undercast.seats', seats)",
        ana.page.evaluate("localStorage.getItem('undercast.seats')"),
    )
    other.open(f"/{table.code}")
    other.is_inside()
    ana.give_clue("ocean", 2)
    expect(other.see("clue")).to_contain_text("ocean")
    wifi.drop()
    is_offline(ana)
    ana.choose(RED[0])
    ana.tap("confirm-touch")
    other.touch(RED[1])
    wifi.come_back()
    ana.shows_revealed(RED[1], "red")
    ana.is_told("The board changed")
    ana.shows_hidden(RED[0])


def test_a_phone_that_slept_is_back_at_once(home: Home, wifi: Wifi, table: Table) -> None:
    """It wakes with a connection that only looks alive."""
    ana = table.ana
    ana.show_key()
    devtools = ana.page.context.new_cdp_session(ana.page)
    look = (
        "Object.defineProperty(document, 'visibilityState', {configurable: true, get: () => '%s'});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    ana.page.evaluate(look % "hidden")
    ana.knows_no_identity()  # whoever takes it up next does not see the key
    devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    wifi.drop_silently()
    table.ben.do("rename", name="Benjamin")
    home.guest(table.code, "Latecomer")
    wifi.come_back()
    devtools.send("Page.setWebLifecycleState", {"state": "active"})
    started = time.monotonic()
    ana.page.evaluate(look % "visible")
    expect(ana.see("offline")).to_have_count(0)
    ana.tap("players-open")
    expect(ana.page.get_by_role("dialog")).to_contain_text("Latecomer")
    assert time.monotonic() - started < in_time(SOON)
    assert ana.see("refusal").count() == 0


def test_the_browser_says_that_the_network_is_back(home: Home, wifi: Wifi, table: Table) -> None:
    ana = table.ana
    ana.page.context.set_offline(True)
    wifi.drop()
    is_offline(ana)
    wifi.come_back()
    ana.page.context.set_offline(False)
    is_back(ana)
    ana.give_clue("ocean", 2)
    table.tv.shows_clue("ocean")


def test_a_qr_code_that_did_not_come_is_asked_for_again(home: Home) -> None:
    home.foresee(*NO_NETWORK, "ERR_FAILED")
    asked: list[Route] = []

    def answer(route: Route) -> None:
        asked.append(route)
        route.abort() if len(asked) < 2 else route.continue_()

    screen = home.screen(home.phone("Ana").create_room())
    screen.page.route("**/qr/*", answer)
    screen.page.reload()
    code = screen.page.get_by_alt_text("QR code to join")
    expect(code).to_have_attribute("src", re.compile(r"\?1$"))
    expect(code).to_be_visible()
    assert len(asked) == 2


def test_a_reload_in_the_middle_comes_back_to_the_same_seat(table: Table) -> None:
    ana = table.ana
    ana.give_clue("ocean", 3)
    ana.show_key()
    ana.choose(RED[0])
    ana.page.reload()
    expect(ana.card(24)).to_be_visible()
    ana.knows_no_identity()
    ana.touch(RED[0])
    ana.page.goto("about:blank")
    ana.page.go_back()
    ana.shows_revealed(RED[0], "red")
    ana.touch(RED[1])
    table.tv.page.reload()
    table.tv.shows_revealed(RED[1], "red")


def test_a_killed_server_loses_nothing(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path, deal=EVENING, options=("--wall-clock",)) as server:
        home = Home(browser, server)
        home.foresee(*NO_NETWORK)
        ana, ben = home.phone("Ana"), home.phone("Ben")
        code = ana.create_room()
        ben.join(code)
        ana.sit("red_spymaster")
        ben.sit("blue_spymaster")
        tv = home.screen(code)
        ana.deal()
        ana.give_clue("ocean", 3)
        ana.touch(RED[0])
        _killed(server, ana, ben, tv)
        ana.touch(RED[1])
        tv.shows_revealed(RED[1], "red")
        ana.end_turn()
        ben.turn_of("blue")
        ben.give_clue("feather", 1)
        ben.choose(RED[2])
        server.kill()
        ben.tap("confirm-touch")
        is_offline(ben)
        server.start()
        is_back(ana, ben, tv)
        ana.shows_revealed(RED[2], "red")
        tv.shows_revealed(RED[2], "red")
        tv.was_told_no_secret()
        assert touches(tv) == list(RED[:3])
        home.close()
        assert home.unforeseen() == []


def test_a_game_that_cannot_be_read_is_left_behind_by_its_host(
    browser: Browser, tmp_path: Path
) -> None:
    with running(tmp_path, deal=EVENING, options=("--wall-clock",)) as server:
        home = Home(browser, server)
        home.foresee(*NO_NETWORK)
        ana, ben, eva = home.phone("Ana"), home.phone("Ben"), home.phone("Eva")
        code = ana.create_room()
        ben.join(code)
        ana.sit("red_spymaster")
        ben.sit("blue_spymaster")
        tv = home.screen(code)
        ana.deal()
        ana.give_clue("ocean", 3)
        server.kill()
        _spoil_latest_entry(tmp_path)
        server.start()
        expect(ana.see("lost")).to_contain_text("Game 1 couldn't be read")
        expect(ben.see("lost")).to_contain_text("Waiting for Ana")
        expect(tv.page.get_by_text("Waiting for Ana to continue.")).to_be_visible()
        eva.open(f"/{code}")
        expect(eva.see("lost")).to_contain_text("You can come in as soon as Ana")
        ana.tap("go-on")
        for phone, seat in ((ana, "red_spymaster"), (ben, "blue_spymaster")):
            phone.sits(seat)
        eva.join(code)
        ana.deal()
        expect(eva.card(24)).to_be_visible()
        expect(tv.see("tv-board")).to_be_visible()
        home.close()
        assert home.unforeseen() == []


def _spoil_latest_entry(data: Path) -> None:
    with closing(sqlite3.connect(data / FILE)) as db:
        latest = "(select max(version) from entries)"
        db.execute(f"update entries set entry = x'00' where version = {latest}")
        db.commit()


def _killed(server: Server, *pages: Phone | Screen) -> None:
    server.kill()
    is_offline(*pages)
    for page in pages:
        page.shows_revealed(RED[0], "red")
    server.start()
    is_back(*pages)
