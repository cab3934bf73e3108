"""The pictures of the README, taken in the middle of a game. To make them anew:

    UNDERCAST_PICTURES=docs/images python3 go.py test tests/e2e/test_pictures.py

Without that the same evening is played, and no picture is taken.
"""

import pytest
from playwright.sync_api import expect

from decks import BLUE, BYSTANDERS, RED
from people import Home
from pictures import ASKED, KEPT, made_light, picture

pytestmark = pytest.mark.slow

LARGEST = 200_000


def test_the_pictures_of_the_readme(home: Home) -> None:
    mia = home.phone("Mia")
    code = mia.create_room()
    tv = home.screen(code, still=True)
    ben = home.guest(code, "Ben", "blue_spymaster")
    home.guest(code, "Dan", "red_operative")
    home.guest(code, "Eva", "blue_operative")
    mia.sit("red_spymaster")
    mia.deal()
    mia.give_clue("music", 2)
    mia.touch(RED[0])
    mia.end_turn()
    home.move(ben, "give_clue", word="cold", number=3)
    for position in (BLUE[4], BLUE[1], BYSTANDERS[1]):
        home.move(ben, "touch_card", position=position)
    mia.turn_of("red")
    mia.give_clue("garden", 3)
    mia.touch(RED[1])
    mia.touch(RED[7])
    # Nothing that passes by: a page that was just opened shows what is.
    for shown in (tv, mia):
        shown.page.reload()
        shown.shows_revealed(RED[7], "red")
    mia.show_key()
    # Where people really play, the address is one of the household's network.
    join = tv.page.locator(".footer-join b")
    expect(join).to_contain_text(code)
    join.evaluate("(element, code) => { element.textContent = `192.168.1.20:8000/${code}` }", code)
    for shown, name in ((tv, "tv-board"), (mia, "phone-spymaster")):
        picture(shown, name)
        if ASKED and KEPT is not None:
            path = KEPT / f"{name}.png"
            made_light(path)
            assert path.stat().st_size < LARGEST
