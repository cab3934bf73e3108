"""`/tv` with nothing but a remote control: four arrows, OK and the way back."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import browsers
from chromium70 import OldPage, open_chromium70
from decks import EVENING
from people import Home
from servers import Server, running
from televisions import see

pytestmark = pytest.mark.slow

CODES = {"Enter": 13, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
FOCUSED = "document.activeElement.dataset.room || document.activeElement.textContent"
LETTERS = ("BCDFGHJ", "KLMNPQR", "STVWXZ")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Of a house in which nobody else plays."""
    options = ("--wall-clock", "--generous")
    with running(tmp_path / "data", deal=EVENING, options=options) as server:
        yield server


def press(page: OldPage, key: str, times: int = 1) -> None:
    for _ in range(times):
        for kind in ("rawKeyDown", "keyUp"):
            page.send(
                "Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=CODES[key]
            )


def place_of(letter: str) -> tuple[int, int]:
    row = next(n for n, letters in enumerate(LETTERS) if letter in letters)
    return row, LETTERS[row].index(letter)


def type_with_arrows(page: OldPage, code: str) -> None:
    """From the first letter on."""
    row, column = 0, 0
    for letter in code:
        to_row, to_column = place_of(letter)
        press(page, "ArrowDown" if to_row > row else "ArrowUp", abs(to_row - row))
        press(page, "ArrowRight" if to_column > column else "ArrowLeft", abs(to_column - column))
        row, column = to_row, to_column
        press(page, "Enter")


@pytest.mark.parametrize("chromium", [browsers.current, browsers.chromium70])
def test_an_evening_starts_with_a_remote_control(
    home: Home, chromium: Callable[[], browsers.Browser]
) -> None:
    """OK opens a room, whose host is who joins first. Who goes back finds it again."""
    with open_chromium70(chromium()) as browser:
        page = browser.open(f"{home.server.url}/tv")
        page.wait_for(f"{see('entry-open')} && document.activeElement === {see('entry-open')}")
        press(page, "Enter")
        page.wait_for(see("tv-lobby"))
        code = str(page.evaluate("location.pathname"))[-4:]
        home.guest(code, "Ana", "red_spymaster")
        page.wait_for(f"{see('tv-lobby')}.textContent.includes('Ana')")
        lobby = home.guests["Ana"].lobby
        assert lobby["host"] == lobby["players"][0]["id"]

        page.evaluate("history.back()")
        page.wait_for(f"{see('tv-code-entry')} && ({FOCUSED}) === {code!r}")
        press(page, "ArrowDown", 2)
        press(page, "Enter")
        page.wait_for(f"({FOCUSED}) === 'B'")
        type_with_arrows(page, code)
        page.wait_for(see("tv-lobby"))
        assert page.problems == []
