"""The TV's page in Chromium 70, which the oldest Chromecasts keep for ever: a whole short game."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from audit import faults_on_tv
from chromium70 import Chromium70, OldPage
from decks import ASSASSIN, EVENING, KEY, RED
from people import Home
from servers import Server, running

pytestmark = pytest.mark.slow

SETTLED = "document.getAnimations === undefined || document.fonts.status === 'loaded'"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Of a house in which nobody else plays."""
    options = ("--wall-clock", "--generous")
    with running(tmp_path / "data", deal=EVENING, options=options) as server:
        yield server


def looks_well(page: OldPage) -> None:
    page.wait_for(SETTLED)
    assert faults_on_tv(page.evaluate) == []
    assert page.problems == []


def see(testid: str) -> str:
    return f"document.querySelector('[data-testid=\"{testid}\"]')"


def looks_well_from_both_sides(page: OldPage) -> None:
    """As it is, and as if its language began at the right: styles do without what came later."""
    looks_well(page)
    page.evaluate("document.documentElement.dir = 'rtl'")
    looks_well(page)
    places = "[0, 1, 4].map((n) => document.querySelector(`[data-testid=card-${n}]`).offsetLeft)"
    if page.evaluate(f"{see('tv-board')} !== null"):
        first, second, last = page.evaluate(places)
        assert first > second > last
    page.evaluate("document.documentElement.dir = 'ltr'")


def test_a_short_game_on_the_oldest_television(home: Home, old: Chromium70) -> None:
    ana = home.phone("Ana")
    tv = old.open(f"{home.server.url}/tv")
    tv.wait_for(see("entry-open"))
    looks_well(tv)
    code = ana.create_room()  # the only one of the house: the television follows
    tv.wait_for(f"{see('tv-lobby')} && document.querySelector('img').naturalWidth > 0")
    looks_well(tv)
    assert tv.evaluate("location.pathname") == f"/tv/{code}"

    home.guest(code, "Ben", "blue_spymaster")
    home.guest(code, "Wolfeschlegelstein-Ö", "red_operative")
    ana.sit("red_spymaster")
    tv.wait_for(f"{see('tv-lobby')}.textContent.includes('Ana can deal')")
    looks_well_from_both_sides(tv)
    ana.deal()
    tv.wait_for(f"{see('tv-board')}.children.length === 25")
    looks_well_from_both_sides(tv)

    ana.give_clue("Wolkenkratzerspitze", "unlimited")
    tv.wait_for(f"{see('tv-clue')}.textContent.includes('Wolkenkratzerspitze')")
    ana.touch(RED[0])
    tv.wait_for(f"{see(f'card-{RED[0]}')}.dataset.revealed === 'red'")
    looks_well_from_both_sides(tv)
    ana.undo(RED[0])
    tv.wait_for(f"!{see(f'card-{RED[0]}')}.dataset.revealed")
    ana.touch(ASSASSIN[0])
    tv.wait_for(see("tv-curtain"))
    looks_well(tv)
    ana.debrief()
    tv.wait_for(f"{see('tv-debrief')} && !{see('tv-curtain')}")
    looks_well_from_both_sides(tv)
    assert tv.evaluate("document.querySelectorAll('[data-identity]').length") == len(KEY)
    ana.again()
    tv.wait_for(see("tv-game"))
    tv.go(f"{home.server.url}/tv/{code}")
    tv.wait_for(see("tv-board"))
    looks_well(tv)


def test_it_knows_how_the_languages_count(home: Home, old: Chromium70) -> None:
    """Which of a text's plural forms is said hangs on the browser."""
    tv = old.open(f"{home.server.url}/tv")
    for tag in ("bs", "hr", "sr-Latn", "sr-Cyrl"):
        rules = f"new Intl.PluralRules('{tag}')"
        assert tv.evaluate(f"[1, 2, 5].map((n) => {rules}.select(n)).join()") == "one,few,other"
