"""Games with pictures on phones: scenes from the shipped deck, and photos of the household."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from audit import faults_on_phone
from people import Home, Phone
from photos.sample_photos import picture as photo
from photos.sample_photos import taken
from photos.test_served import until_it_says
from pictures import picture
from servers import Server, running

pytestmark = pytest.mark.slow

ID = re.compile(r"/photos/[0-9a-f]{16}\.jpg")
CYRILLIC = re.compile(r"^[ а-яђјљњћџ,-]+$", re.IGNORECASE)
FONT = """[...document.fonts].some(({ family, status }) =>
  family.includes('Undercast Scenes') && status === 'loaded')"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """As a household starts it that has put 24 photos into a folder."""
    folder = tmp_path_factory.mktemp("album")
    for number in range(24):
        (folder / f"{number}.jpg").write_bytes(taken(photo(number)))
    options = ("--photos", str(folder))
    with running(tmp_path_factory.mktemp("pictures"), options=options) as server:
        until_it_says(server, "Photos: 24")
        yield server


@pytest.fixture
def home(browser: Browser, server: Server) -> Iterator[Home]:
    home = Home(browser, server)
    yield home
    home.close()
    assert home.unforeseen() == []


def room_of_two(home: Home, *, locale: str = "en-US") -> tuple[Phone, Phone]:
    """The host and another, on both spymasters' seats; the next board has pictures."""
    ana, ben = home.phone("Ana", locale=locale), home.phone("Ben")
    ben.join(ana.create_room())
    ana.sit("red_spymaster")
    ben.sit("blue_spymaster")
    with ana.sheet("rules-open"):
        ana.choose_preset("pictures")
    expect(ben.see("rules-open")).to_contain_text("Scenes")
    return ana, ben


def choose_deck(host: Phone, deck: str, *, on: bool) -> None:
    box = host.see(f"deck-{deck}")
    if box.is_checked() is not on:
        box.locator("xpath=ancestor::label").tap()
    expect(box).to_be_checked(checked=on)


def key_of(phone: Phone) -> dict[str, list[int]]:
    """The positions of each identity, from the key that lies open on this phone."""
    key: dict[str, list[int]] = {}
    for position in range(20):
        identity = phone.card(position).get_attribute("data-identity")
        assert identity is not None
        key.setdefault(identity, []).append(position)
    return key


def looks_well(phone: Phone, name: str) -> None:
    picture(phone, f"phone-pictures-{name}")
    assert faults_on_phone(phone.page) == []


def play(home: Home, ana: Phone, ben: Phone, kind: str) -> None:
    """To a touch of each team's and a slip, to the end and the debrief; looked at on the way."""
    ana.deal()
    expect(ana.page.locator(".card")).to_have_count(20)
    ben.knows_no_identity()
    for phone in (ana, ben):
        phone.show_key()
    key = key_of(ana)
    assert {identity: len(places) for identity, places in key.items()} in (
        {"red": 8, "blue": 7, "bystander": 4, "assassin": 1},
        {"red": 7, "blue": 8, "bystander": 4, "assassin": 1},
    )
    looks_well(ana, f"{kind}-key")
    first = ana.see("turn").get_attribute("data-team") or ""
    giver, other = (ana, ben) if first == "red" else (ben, ana)
    giver.give_clue("weather", 2)
    giver.choose(key[first][0])
    looks_well(giver, f"{kind}-chosen")
    giver.tap("cancel-touch")
    giver.touch(key[first][0])
    other.shows_revealed(key[first][0], first)
    giver.touch(key["bystander"][0])
    looks_well(other, f"{kind}-played")
    # A word cannot be a codename here: nothing is said against any.
    other.give_clue("umbrella", 1)
    other.touch(key["assassin"][0])
    ana.tap("debrief")
    expect(ben.page.locator("[data-identity]")).to_have_count(20)
    looks_well(ben, f"{kind}-debrief")


def test_a_game_with_scenes(home: Home) -> None:
    ana, ben = room_of_two(home)
    play(home, ana, ben, "scenes")
    # Drawn with the font that the page brings, and called by what is in them.
    assert ana.page.evaluate(FONT)
    names = [ana.card(at).locator(".scene").get_attribute("aria-label") for at in range(20)]
    assert all(re.fullmatch(r"[\w' -]+(, [\w' -]+)+", name or "") for name in names), names
    scene = ana.page.locator(".turns .touched .scene").first
    expect(scene).to_have_attribute("aria-label", re.compile(", "))


def test_scenes_are_called_in_the_language_of_the_phone(home: Home) -> None:
    ana, _ = room_of_two(home, locale="sr-Cyrl")
    ana.deal()
    for at in range(20):
        scene = ana.card(at).locator(".scene")
        expect(scene).to_have_attribute("aria-label", CYRILLIC)


def test_phones_without_pictures_do_without_their_font(home: Home) -> None:
    ana, ben = home.phone("Ana"), home.phone("Ben")
    ben.join(ana.create_room())
    ana.sit("red_spymaster")
    ben.sit("blue_spymaster")
    ana.deal()
    ana.is_at_rest()
    assert not ana.page.evaluate(FONT)
    fetched: list[str] = ana.page.evaluate(
        "performance.getEntriesByType('resource').map(({ name }) => name)"
    )
    assert not [name for name in fetched if "scene" in name]


def test_a_game_with_own_photos(home: Home) -> None:
    ana, ben = room_of_two(home)
    with ana.sheet("rules-open"):
        choose_deck(ana, "photos", on=True)
        choose_deck(ana, "scenes", on=False)
    play(home, ana, ben, "photos")
    photos = ana.page.locator(".board .photo img:not(.photo-fill)")
    expect(photos).to_have_count(20)
    assert len({photos.nth(at).get_attribute("src") for at in range(20)}) == 20
    assert all(ID.search(photos.nth(at).get_attribute("src") or "") for at in range(20))
    expect(photos.nth(7)).to_have_attribute("alt", "photo, row 2, column 3")
    for at in range(20):
        width: int = photos.nth(at).evaluate("(image) => image.naturalWidth")
        assert width > 0
    expect(ana.page.locator(".turns .touched .photo img:not(.photo-fill)").first).to_be_visible()


def test_a_photo_that_does_not_come_is_asked_for_again(home: Home) -> None:
    home.foresee("Failed to load resource")
    ana, _ = room_of_two(home)
    with ana.sheet("rules-open"):
        choose_deck(ana, "photos", on=True)
        choose_deck(ana, "scenes", on=False)
    ana.page.route(ID, lambda route: route.abort())
    ana.deal()
    expect(ana.page.locator(".photo-failed")).to_have_count(20)
    looks_well(ana, "photos-failed")
    ana.page.unroute(ID)
    expect(ana.page.locator(".photo-there")).to_have_count(20)


def test_a_server_without_photos_says_how_they_come(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with running(tmp_path_factory.mktemp("bare")) as server:
        home = Home(browser, server)
        ana, _ = room_of_two(home)
        with ana.sheet("rules-open"):
            expect(
                ana.page.get_by_text("whoever runs the server sets up a photo folder")
            ).to_be_visible()
            expect(ana.see("deck-photos")).to_have_count(0)
            expect(ana.see("deck-scenes")).to_be_checked()
        # The other board's decks have stayed chosen.
        with ana.sheet("rules-open"):
            ana.choose_preset("classic")
            expect(ana.see("deck-en")).to_be_checked()
        ana.deal()
        home.close()
        assert home.unforeseen() == []
