"""From the phone to the television: *Show on TV*, and whatever may happen to it in a living room.

The server and its cast process, phones and the television's page are real; the Cast device is
emulated, and advertised by mDNS on this computer.
"""

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, expect
from zeroconf import IPVersion, Zeroconf

import browsers
from browsers import NoBrowser
from cast.emulated import DASHCAST, YOUTUBE, EmulatedDevice, eureka, eventually
from cast.webos.emulated_lg import LIVE_TV, EmulatedLg
from chromium70 import Chromium70, open_chromium70
from clients import Client
from decks import BYSTANDERS, EVENING, RED
from people import PATIENCE, Home, Phone
from servers import SOURCES, Server, is_alive, running
from table import settle
from televisions import LgTelevision, Television

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc"),
]

OPTIONS = ("--cast", "--wall-clock", "--generous")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("casting"), deal=EVENING, options=OPTIONS) as server:
        yield server


@pytest.fixture(scope="module")
def zeroconf() -> Iterator[Zeroconf]:
    """Made in a thread of its own: in this one it would run in Playwright's loop, and block it."""
    with ThreadPoolExecutor(1) as beside:
        made = beside.submit(Zeroconf, ["127.0.0.1"], ip_version=IPVersion.V4Only)
        yield made.result()
        beside.submit(made.result().close).result()


@contextmanager
def tube_of(browser: Callable[[], browsers.Browser]) -> Iterator[Chromium70]:
    try:
        found = browser()
    except NoBrowser as none:
        pytest.skip(str(none))
    with open_chromium70(found) as tube:
        yield tube


@pytest.fixture(scope="module")
def tube() -> Iterator[Chromium70]:
    with tube_of(browsers.current) as tube:
        yield tube


@contextmanager
def switched_on(tube: Chromium70, zeroconf: Zeroconf, name: str = "Living room") -> Iterator[Any]:
    with Television(tube, name) as tv:
        tv.advertise(zeroconf)
        yield tv
        if tv.is_advertised:
            tv.say_goodbye()


@pytest.fixture
def tv(tube: Chromium70, zeroconf: Zeroconf) -> Iterator[Television]:
    with switched_on(tube, zeroconf) as tv:
        yield tv


@pytest.fixture
def ana(home: Home) -> Phone:
    return home.phone("Ana")


# --- What people do and see -----------------------------------------------------------------------


def on_the_list(phone: Phone, tv: EmulatedDevice | EmulatedLg) -> Locator:
    return phone.see(f"tv-{tv.uuid}")


def choose(phone: Phone, tv: EmulatedDevice | EmulatedLg) -> None:
    with phone.sheet("tv-open"):
        on_the_list(phone, tv).tap()


def show(phone: Phone, tv: Television) -> None:
    choose(phone, tv)
    line_says(phone, "showing", tv.name)


def line_says(phone: Phone, state: str, *words: str | re.Pattern[str]) -> None:
    """The line about the television on the phone itself, and not in its sheet."""
    line = phone.page.locator(".tv-line:not(.sheet *)")
    expect(line).to_have_attribute("data-state", state)
    for text in words:
        expect(line).to_contain_text(text)


def says_nothing(phone: Phone) -> None:
    expect(phone.see("tv-line")).to_have_count(0)


def was_told(phone: Phone, **wanted: object) -> None:
    """Its socket got a view with such a screen, perhaps for a moment only."""
    for _ in range(PATIENCE // 10):
        for view in phone.views:
            screen = view["view"]["lobby"]["screen"]
            if screen is not None and wanted.items() <= screen.items():
                return
        phone.page.wait_for_timeout(10)
    raise AssertionError(f"{wanted} never came")


def in_the_game(home: Home, phone: Phone) -> str:
    """The room, with everybody in it, and a game that has begun."""
    code = phone.create_room()
    home.guest(code, "Ben", "blue_spymaster")
    phone.sit("red_spymaster")
    phone.deal()
    phone.give_clue("ocean", 9)
    return code


# --- The way of one evening -----------------------------------------------------------------------


@pytest.mark.parametrize("browser_of_the_tv", [browsers.current, browsers.chromium70])
def test_an_evening_on_the_television(
    home: Home,
    ana: Phone,
    zeroconf: Zeroconf,
    browser_of_the_tv: Callable[[], browsers.Browser],
) -> None:
    code = ana.create_room()
    with tube_of(browser_of_the_tv) as tube, switched_on(tube, zeroconf) as tv:
        show(ana, tv)
        tv.shows("tv-lobby", "Ana")
        assert tv.page.evaluate("location.pathname") == f"/tv/{code}"
        assert tv.page.evaluate("location.search") == "", "the nonce is not left lying about"
        dan = home.phone("Dan")
        dan.join(code)
        line_says(dan, "showing", tv.name)
        tv.shows("tv-lobby", "Dan")
        home.guest(code, "Ben", "blue_spymaster")
        ana.sit("red_spymaster")
        ana.deal()
        tv.page.wait_for("document.querySelectorAll('[data-testid=tv-board] > *').length === 25")
        ana.give_clue("ocean", 9)
        tv.shows("tv-clue", "ocean")
        ana.touch(RED[0])
        tv.shows_revealed(RED[0], "red")

        # Somebody trips over the cable of the television.
        problems = tv.page.problems
        tv.stop()
        line_says(ana, "lost", tv.name, "play on with your phones")
        line_says(dan, "lost")
        ana.touch(RED[1])
        dan.shows_revealed(RED[1], "red")
        tv.start()
        line_says(ana, "showing")
        line_says(dan, "showing")
        tv.shows_revealed(RED[0], "red")
        tv.shows_revealed(RED[1], "red")
        ana.touch(BYSTANDERS[0])
        tv.shows_revealed(BYSTANDERS[0], "bystander")
        assert problems + tv.page.problems == []

        with ana.sheet("tv-open"):
            ana.tap("tv-stop")
            expect(ana.see("tv-stop")).to_have_count(0)
        says_nothing(dan)
        tv.wait_for(lambda: tv.app is None)
        assert tv.launches == 2


def test_a_television_that_cannot_have_dashcast_shows_pictures(
    home: Home, ana: Phone, tv: Television
) -> None:
    """It fetches them itself, another one after each move; and the next time they come first."""
    tv.faults.refused[DASHCAST] = "CANCELLED"
    in_the_game(home, ana)
    show(ana, tv)
    was_told(ana, state="launching", reason="cast/next_way", receiver="pictures")
    tv.wait_for(lambda: tv.pictures)
    board = tv.pictures[-1]
    assert Image.open(io.BytesIO(board)).size == (1280, 720)
    ana.touch(RED[0])
    tv.wait_for(lambda: tv.pictures[-1] != board)
    with ana.sheet("tv-open"):
        ana.tap("tv-stop")
    says_nothing(ana)
    tv.wait_for(lambda: tv.app is None)
    launches = tv.launches
    show(ana, tv)
    assert tv.launches == launches + 1


def test_an_evening_on_an_lg_television(home: Home, ana: Phone, tube: Chromium70) -> None:
    with LgTelevision(tube, "Stube") as tv:
        tv.confirms = "wait"
        tv.advertise()
        in_the_game(home, ana)
        choose(ana, tv)
        line_says(ana, "launching", "Stube")
        expect(ana.see("tv-call")).to_contain_text("choose Yes")
        tv.say_yes()
        line_says(ana, "showing", "Stube")
        tv.shows("tv-clue", "ocean")
        ana.touch(RED[0])
        tv.shows_revealed(RED[0], "red")
        tv.take_over()
        line_says(ana, "taken_over", "Stube")
        with ana.sheet("tv-open"):
            ana.tap("tv-take-back")
        line_says(ana, "showing")
        tv.shows_revealed(RED[0], "red")
        assert tv.page.problems == []
        with ana.sheet("tv-open"):
            ana.tap("tv-stop")
            expect(ana.see("tv-stop")).to_have_count(0)
        tv.wait_for(lambda: tv.foreground == LIVE_TV)
        assert (len(tv.urls), tv.questions) == (2, 1)


def test_what_the_television_runs_on_is_told_to_the_host(ana: Phone, tv: Television) -> None:
    ana.create_room()
    show(ana, tv)
    tv.shows("tv-lobby", "Ana")
    with ana.sheet("tv-open"):
        about = ana.see("tv-about")
        expect(about).to_contain_text(re.compile(r"1280\D+720"))
        about.locator("summary").tap()
        expect(about).to_contain_text("Chrome/")


def test_a_screensaver_over_the_page_is_told_and_the_page_goes_on_under_it(
    home: Home, ana: Phone, tv: Television
) -> None:
    code = ana.create_room()
    show(ana, tv)
    tv.shows("tv-lobby", "Ana")
    cover(tv, "hidden")
    expect(ana.see("tv-call")).to_contain_text("screensaver")
    line_says(ana, "showing", tv.name)
    home.guest(code, "Ben", "blue_spymaster")
    tv.shows("tv-lobby", "Ben")
    cover(tv, "visible")
    expect(ana.see("tv-call")).to_have_count(0)
    line_says(ana, "showing")
    assert tv.launches == 1


def cover(tv: Television, state: str) -> None:
    """As when a screensaver comes over the page, or goes."""
    for name, value in (("visibilityState", repr(state)), ("hidden", f"{state!r} === 'hidden'")):
        given = f"{{ configurable: true, value: {value} }}"
        tv.page.evaluate(f"void Object.defineProperty(document, {name!r}, {given})")
    tv.page.evaluate("void document.dispatchEvent(new Event('visibilitychange'))")


# --- Other people's wishes ------------------------------------------------------------------------


def test_a_television_that_was_taken_is_taken_back_only_on_request(
    home: Home, ana: Phone, tv: Television
) -> None:
    in_the_game(home, ana)
    show(ana, tv)
    tv.take_over()
    line_says(ana, "taken_over", tv.name)
    ana.touch(RED[0])
    assert tv.app is not None
    assert (tv.app.app_id, tv.launches) == (YOUTUBE, 1)
    with ana.sheet("tv-open"):
        ana.tap("tv-take-back")
    line_says(ana, "showing")
    tv.shows_revealed(RED[0], "red")
    assert tv.app is not None
    assert tv.app.app_id == DASHCAST


def test_the_game_moves_to_another_television(
    ana: Phone, tv: Television, tube: Chromium70, zeroconf: Zeroconf
) -> None:
    ana.create_room()
    with switched_on(tube, zeroconf, "Kitchen") as kitchen:
        show(ana, tv)
        tv.shows("tv-lobby", "Ana")
        show(ana, kitchen)
        kitchen.shows("tv-lobby", "Ana")
        tv.wait_for(lambda: tv.app is None)
        ana.page.reload()
        line_says(ana, "showing", "Kitchen")


def test_two_televisions_of_one_name_are_told_apart(
    ana: Phone, tv: Television, tube: Chromium70, zeroconf: Zeroconf
) -> None:
    ana.create_room()
    with switched_on(tube, zeroconf, tv.name) as other, ana.sheet("tv-open"):
        for each in (tv, other):
            expect(on_the_list(ana, each)).to_contain_text(each.address)
        on_the_list(ana, other).tap()
        other.shows("tv-lobby", "Ana")
    assert tv.urls == []


def test_two_rooms_want_one_television(home: Home, ana: Phone, tv: Television) -> None:
    """The second one is asked, and may leave it; the first is told, and can put it away."""
    ana.create_room()
    show(ana, tv)
    eva = home.phone("Eva")
    other = eva.create_room()
    with eva.sheet("tv-open"):
        on_the_list(eva, tv).tap()
        expect(eva.see("tv-in-use")).to_contain_text(tv.name)
        eva.see("tv-in-use").get_by_role("button").last.tap()
        expect(eva.see("tv-in-use")).to_have_count(0)
    says_nothing(eva)
    line_says(ana, "showing")
    assert len(tv.urls) == 1

    with eva.sheet("tv-open"):
        on_the_list(eva, tv).tap()
        eva.tap("tv-instead")
    line_says(eva, "showing", tv.name)
    line_says(ana, "taken_over", tv.name, "Another room")
    tv.shows("tv-lobby", "Eva")
    with ana.sheet("tv-open"):
        ana.tap("tv-stop")
        expect(ana.see("tv-stop")).to_have_count(0)
    says_nothing(ana)
    line_says(eva, "showing")
    assert f"/tv/{other}?" in tv.urls[-1]


def test_one_television_named_in_two_ways_is_still_asked_about(
    home: Home, ana: Phone, tube: Chromium70, zeroconf: Zeroconf
) -> None:
    """By its address, and later by its name: that somebody uses it is known in both cases."""
    ana.create_room()
    with Television(tube, "Attic") as attic, eureka(attic):
        with ana.sheet("tv-open"):
            ana.tap("tv-add-open")
            ana.see("tv-address").fill(attic.address)
            ana.tap("tv-add")
            on_the_list(ana, attic).tap()
        line_says(ana, "showing", "Attic")
        attic.advertise(zeroconf)
        eva = home.phone("Eva")
        eva.create_room()
        with eva.sheet("tv-open"):
            expect(eva.page.locator(".tv-one", has_text="Attic")).to_have_count(1)
            on_the_list(eva, attic).tap()
            expect(eva.see("tv-in-use")).to_contain_text("Attic")
        attic.say_goodbye()


def test_a_page_that_never_comes_is_explained(
    browser: Browser, tmp_path: Path, tube: Chromium70, zeroconf: Zeroconf
) -> None:
    options = (*OPTIONS, "--hello", "0.4")
    with (
        running(tmp_path, deal=EVENING, options=options) as server,
        switched_on(tube, zeroconf) as tv,
    ):
        home = Home(browser, server)
        ana = home.phone("Ana")
        code = ana.create_room()
        tv.faults.lose_loads = 1000
        choose(ana, tv)
        line_says(ana, "failed", tv.name, "firewall")
        assert tv.launches == 4  # the page three times, pictures once
        with ana.sheet("tv-open") as sheet:  # and the way that always works stands beside
            expect(sheet).to_contain_text(f"/tv/{code}")
            tv.faults.lose_loads = 0
        home.close()


# --- Processes end --------------------------------------------------------------------------------


def child_of(server: Server) -> int:
    eventually(server.cast_process)
    child = server.cast_process()
    assert child is not None
    return child


def cuts(home: Home) -> None:
    """What browsers log while the server is away."""
    home.foresee("ERR_CONNECTION_REFUSED", "WebSocket connection", "ERR_CONNECTION_RESET")


def test_a_server_that_dies_finds_its_television_again(
    home: Home, ana: Phone, tv: Television, server: Server
) -> None:
    in_the_game(home, ana)
    show(ana, tv)
    tv.shows("tv-clue", "ocean")
    ana.touch(RED[0])
    tv.shows_revealed(RED[0], "red")
    cuts(home)
    child = child_of(server)
    server.die()
    eventually(lambda: not is_alive(child))
    assert tv.app is not None, "the page stays"
    tv.shows_revealed(RED[0], "red")
    server.kill()
    server.start()
    line_says(ana, "showing", tv.name)
    ana.touch(RED[1])
    tv.shows_revealed(RED[1], "red")
    assert (tv.launches, len(tv.urls), len(tv.pages)) == (1, 1, 1)


def test_a_server_that_is_stopped_leaves_nothing_behind(
    home: Home, ana: Phone, tv: Television, server: Server
) -> None:
    ana.create_room()
    show(ana, tv)
    tv.shows("tv-lobby", "Ana")
    cuts(home)
    child = child_of(server)
    try:
        assert server.stop() == 0
        assert not is_alive(child)
        tv.wait_for(lambda: tv.app is None and tv.connections == 0)
    finally:
        server.start()
    expect(ana.see("seat-spectator")).to_be_enabled()
    says_nothing(ana)
    assert tv.launches == 1


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_cast_process_that_dies_or_hangs_is_mended_while_people_play(
    home: Home, ana: Phone, tv: Television, server: Server, how: signal.Signals
) -> None:
    in_the_game(home, ana)
    show(ana, tv)
    tv.shows("tv-clue", "ocean")
    child = child_of(server)
    os.kill(child, how)
    ana.touch(RED[0])
    tv.shows_revealed(RED[0], "red")
    was_told(ana, state="showing", reason="cast/reconnecting")
    ana.touch(RED[1])
    tv.shows_revealed(RED[1], "red")
    eventually(lambda: server.cast_process() not in (child, None))
    assert not is_alive(child)
    for _ in range(PATIENCE // 10):
        if ana.views[-1]["view"]["lobby"]["screen"]["reason"] is None:
            break
        ana.page.wait_for_timeout(10)
    line_says(ana, "showing")
    assert (tv.launches, len(tv.pages)) == (1, 1), "the page was not touched"

    # The new process has the cast in its hands.
    tv.idle_out()
    tv.wait_for(lambda: len(tv.pages) == 2)
    tv.shows_revealed(RED[1], "red")


# --- From the terminal ----------------------------------------------------------------------------

DEVICES = """
import functools, sys
from undercast.cli import devices, main
devices.run_devices = functools.partial(devices.run_devices, interfaces=("127.0.0.1",))
sys.exit(main.main(sys.argv[1:]))
"""
"""The command `undercast`, which looks for televisions on this computer only."""


def undercast(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", DEVICES, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": str(SOURCES)},
    )


def test_a_room_is_put_on_a_television_from_the_terminal(
    home: Home, tube: Chromium70, zeroconf: Zeroconf, server: Server
) -> None:
    def cast(room: str, device: str) -> "subprocess.CompletedProcess[str]":
        return undercast("cast", room, device, "--data", str(server.data))

    ana = home.host("Ana")
    room = ana.lobby["code"]
    with (
        switched_on(tube, zeroconf, "Den") as tv,
        EmulatedDevice("Kitchen speaker", capabilities=4) as speaker,
    ):
        speaker.advertise(zeroconf)
        for seconds in (1.5, 5.0, 20.0):  # a busy machine is late
            looked = undercast("devices", "--seconds", str(seconds))
            lines = [line.strip() for line in looked.stdout.splitlines()]
            found = [line for line in lines if line.split() == ["Den", "Chromecast,", tv.address]]
            refused = [x for x in lines if "Kitchen speaker" in x and "no screen" in x]
            if found and refused:
                break
        assert (looked.returncode, found, refused) == (0, [ANY], [ANY]), looked.stderr
        eventually(lambda: is_listed(ana, tv))
        done = cast(room.lower(), "den")
        assert (done.returncode, done.stderr) == (0, "")
        tv.shows("tv-lobby", "Ana")
        ana.wait_for_view(lambda m: (m["view"]["lobby"]["screen"] or {}).get("state") == "showing")

        assert cast(room, "no such").stderr == (
            "undercast: no such TV; `undercast devices` lists them\n"
        )
        other = home.host("Eva").lobby["code"]
        assert "another room is on that TV" in cast(other, tv.address).stderr
        assert cast("ZZZZ", "Den").stderr == (
            "undercast: there is no such room; `undercast rooms` lists them\n"
        )
        assert len(tv.urls) == 1
        speaker.say_goodbye()


def is_listed(host: Client, tv: EmulatedDevice) -> bool:
    settle(host)
    return str(tv.uuid) in {each["id"] for each in host.ask("list_tvs")["televisions"]}
