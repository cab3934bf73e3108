"""Every game of the box, as the television shows it while people play: co-op, duet, pictures.

The people speak the protocol; the television is a real browser.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from audit import faults_on_tv
from chromium70 import Chromium70, OldPage
from clients import Client
from decks import ASSASSIN, BLUE, BYSTANDERS, NICE, PICTURE_KEY, RED, SCENES
from people import Home, Screen
from photos.sample_photos import picture as photo
from photos.sample_photos import taken
from photos.test_served import until_it_says
from pictures import picture
from rules.duet_builder import DEADLY, KEY_A, KEY_B, NOBODY, ONLY_A, ONLY_B
from servers import Server, running
from table import settle
from televisions import see

pytestmark = pytest.mark.slow


class Room:
    """Ana is the host; a television watches what the others play."""

    def __init__(
        self, browser: Browser, server: Server, seats: dict[str, str], **settings: object
    ) -> None:
        self.home = Home(browser, server)
        self.ana = self.home.host("Ana")
        self.code = self.ana.lobby["code"]
        # No clue here is a good one.
        self.configure(referee="off", **settings)
        for name, seat in seats.items():
            if name == "Ana":
                self.ana.do("take_seat", seat=seat)
            else:
                self.home.guest(self.code, name, seat)

    def configure(self, decks: tuple[str, ...] = ("en",), **settings: object) -> None:
        chosen = {**self.ana.lobby["settings"], **settings}
        self.ana.do("change_settings", settings=chosen, decks=decks, language="en")

    def screen(self, **options: object) -> Screen:
        return self.home.screen(self.code, still=True, **options)  # type: ignore[arg-type]

    def dealt(self) -> "Room":
        self.ana.do("deal")
        return self

    def move(self, name: str, command: str, /, **fields: object) -> None:
        self.home.move(self.person(name), command, **fields)

    def clue(self, name: str, word: str, number: int = 2) -> None:
        self.move(name, "give_clue", word=word, number=number)

    def touch(self, name: str, *positions: int) -> None:
        for position in positions:
            self.move(name, "touch_card", position=position)

    def person(self, name: str) -> Client:
        return self.home.guests[name]


@pytest.fixture
def room(browser: Browser) -> Iterator[Callable[..., Room]]:
    """Makes rooms; what pages log as errors fails the test in the end."""
    rooms: list[Room] = []

    def make(server: Server, seats: dict[str, str], **settings: object) -> Room:
        rooms.append(Room(browser, server, seats, **settings))
        return rooms[-1]

    yield make
    for each in rooms:
        each.home.close()
        assert each.home.unforeseen() == []


def looks_well(tv: Screen, name: str) -> None:
    """Nothing cut off or too small."""
    picture(tv, f"tv-games-{name}")
    assert faults_on_tv(tv.page.evaluate) == []


def title(tv: Screen, text: str) -> None:
    expect(tv.see("tv-turn")).to_contain_text(text)


def told(tv: Screen, text: str) -> None:
    expect(tv.see("tv-announcement")).to_contain_text(text)


# --- Co-op ----------------------------------------------------------------------------------------

PEOPLE = {"Ben": "red_spymaster", "Ana": "red_operative"}


def coop(room: Callable[..., Room], server: Server, **settings: object) -> Room:
    return room(server, PEOPLE, mode="coop", **settings)


def opponent_covers(at: Room, position: int) -> None:
    at.move("Ben", "cover_card", position=position)


def test_coop_the_opponents_turn_and_a_win_with_its_rating(
    room: Callable[..., Room], server: Server
) -> None:
    at = coop(room, server)
    tv = at.screen()
    expect(tv.see("tv-mode")).to_have_text("Co-op")
    expect(tv.see("tv-lobby")).to_contain_text("All of you")
    looks_well(tv, "coop-lobby")
    at.dealt()
    title(tv, "Red is looking for a clue")
    expect(tv.see("tv-left-blue")).to_contain_text("the opponent")
    at.clue("Ben", "music", 1)
    at.touch("Ben", RED[0])
    at.move("Ben", "end_turn")
    title(tv, "The opponent's turn")
    told(tv, "You stop. The opponent's turn.")
    tv.shows_clue("Ben picks the opponent's agent")
    looks_well(tv, "coop-opponent")

    opponent_covers(at, BLUE[0])
    tv.shows_revealed(BLUE[0], "blue")
    expect(tv.card(BLUE[0]).locator(".found")).to_have_text("opponent's turn")
    told(tv, f"The opponent reveals {NICE[BLUE[0]].upper()} — Red's turn.")
    title(tv, "Red is looking for a clue")
    looks_well(tv, "coop-covered")
    tv.was_told_no_secret()

    at.clue("Ben", "garden", 9)
    at.touch("Ben", *RED[1:])
    expect(tv.see("tv-result")).to_contain_text("You win: 7 points")
    expect(tv.see("tv-result")).to_contain_text("Legendary.")
    expect(tv.see("tv-curtain")).to_contain_text("You win: 7 points")
    looks_well(tv, "coop-curtain")
    at.move("Ben", "debrief")
    expect(tv.see("tv-debrief")).to_be_visible()
    expect(tv.see("tv-curtain")).to_have_count(0)
    expect(tv.card(BLUE[0]).locator(".found")).to_have_text("opponent's turn")
    expect(tv.see("tv-evening")).to_have_text("Tonightwon 1 of 1 together")
    expect(tv.see("tv-next")).to_contain_text("Ana")
    looks_well(tv, "coop-debrief")


def test_coop_is_lost_when_all_of_the_opponents_agents_are_out(
    room: Callable[..., Room], server: Server
) -> None:
    at = coop(room, server).dealt()
    tv = at.screen()
    for position in BLUE:
        at.clue("Ben", f"clue{position}", 1)
        at.touch("Ben", next(card for card in RED if hidden(at, card)))
        at.move("Ben", "end_turn")
        opponent_covers(at, position)
    expect(tv.see("tv-result")).to_contain_text("The opponent wins")
    expect(tv.see("tv-result")).to_contain_text("All blue agents are found. Back to spy school.")
    expect(tv.see("tv-curtain")).to_contain_text("The opponent wins")


def hidden(at: Room, position: int) -> bool:
    settle(at.ana)
    revealed: list[str | None] = at.ana.game["revealed"]
    return revealed[position] is None


# --- Duet -----------------------------------------------------------------------------------------

FOR_THREE = {"guessing": "operatives_tap", "marks": "everyone_sees", "referee": "advise"}
SIDES = {"Ana": "side_a", "Ben": "side_b"}


def duet(room: Callable[..., Room], server: Server, **settings: object) -> Room:
    return room(server, SIDES, mode="duet", **settings)


def tokens(tv: Screen, left: int) -> None:
    expect(tv.see("tv-tokens")).to_have_attribute("data-tokens", str(left))
    expect(tv.page.locator(".token:not(.spent)")).to_have_count(left)


def out(tv: Screen, position: int, *names: str) -> None:
    """The card says for whom it is a known bystander, and is hidden still."""
    tv.shows_hidden(position)
    expect(tv.card(position).locator(".out-for .name")).to_have_text(list(names))


def knows_no_key(tv: Screen) -> None:
    """The television was sent public views, in which only touched cards have an identity."""
    for message in tv.views:
        view = message["view"]
        assert set(view) == {"kind", "lobby", "game", "marks"}
        game = view["game"] or {"revealed": [], "turns": []}
        touches = [touch for turn in game["turns"] for touch in turn["touches"]]
        shown = {n: identity for n, identity in enumerate(game["revealed"]) if identity}
        assert shown == {
            touch["position"]: touch["identity"]
            for touch in touches
            if touch["identity"] != "bystander"
        }
    assert not any('"key"' in frame or '"key_b"' in frame for frame in tv.frames)


def test_duet_clues_guesses_and_tokens(room: Callable[..., Room], server: Server) -> None:
    at = duet(room, server)
    tv = at.screen()
    expect(tv.see("tv-mode")).to_have_text("Duet")
    expect(tv.see("tv-lobby")).to_contain_text("Side A")
    looks_well(tv, "duet-lobby")
    at.dealt()
    title(tv, "Who has the first clue?")
    tv.shows_clue("Ana / Ben")
    expect(tv.see("tv-agents")).to_contain_text("of\u00a015 agents found")
    tokens(tv, 9)
    looks_well(tv, "duet-first")

    at.clue("Ana", "music", 2)
    title(tv, "Ben is guessing")
    tv.shows_clue("music")
    expect(tv.page.locator(".turn-guesses")).to_have_text("clue: Ana")
    at.touch("Ben", ONLY_A[0])
    tv.shows_revealed(ONLY_A[0], "green")
    told(tv, f"{NICE[ONLY_A[0]].upper()}: a green agent")
    at.touch("Ben", ONLY_B[0])
    told(tv, f"{NICE[ONLY_B[0]].upper()}: a bystander for Ben — 8 tokens left.")
    out(tv, ONLY_B[0], "Ben")
    title(tv, "Ben is looking for a clue")
    tv.shows_clue("Ana is guessing")
    tokens(tv, 8)

    knows_no_key(tv)


def test_duet_to_sudden_death(room: Callable[..., Room], server: Server) -> None:
    at = duet(room, server).dealt()
    tv = at.screen()
    at.clue("Ana", "music", 2)
    at.touch("Ben", ONLY_A[0], ONLY_B[0])
    at.clue("Ben", "garden", 1)
    # The other side may still touch it, and a bystander for both is out for both.
    at.touch("Ana", ONLY_B[0], NOBODY[0])
    tv.shows_revealed(ONLY_B[0], "green")
    out(tv, NOBODY[0], "Ana")
    at.clue("Ana", "water", 1)
    at.touch("Ben", NOBODY[0])
    out(tv, NOBODY[0], "Ana", "Ben")
    for number, position in enumerate(NOBODY[1:6]):
        giver, guesser = ("Ben", "Ana") if number % 2 == 0 else ("Ana", "Ben")
        at.clue(giver, f"winter{number}", 3)
        at.touch(guesser, position)
    tokens(tv, 1)
    looks_well(tv, "duet-guess")
    at.clue("Ana", "danger", 3)
    at.touch("Ben", NOBODY[3])
    title(tv, "Sudden death")
    told(tv, "The last token is spent: sudden death!")
    tv.shows_clue("Find agents. Anything else, and you lose.")
    tokens(tv, 0)
    looks_well(tv, "duet-sudden-death")
    knows_no_key(tv)

    at.touch("Ana", NOBODY[6])
    expect(tv.see("tv-curtain")).to_contain_text("Mission failed")
    looks_well(tv, "duet-curtain")
    expect(tv.see("tv-result")).to_contain_text("Sudden death: that was no agent.")
    at.move("Ana", "debrief")
    shows_both_keys(tv)
    expect(tv.card(ONLY_A[0]).locator(".found")).to_contain_text("music")
    expect(tv.see("tv-evening")).to_have_text("Tonightwon 0 of 1 together")
    looks_well(tv, "duet-debrief")


def shows_both_keys(tv: Screen) -> None:
    expect(tv.see("tv-debrief")).to_be_visible()
    expect(tv.see("tv-curtain")).to_have_count(0)
    names = {"g": "green", "n": "bystander", "a": "assassin"}
    for position, (a, b) in enumerate(zip(KEY_A, KEY_B, strict=True)):
        expect(tv.card(position)).to_have_attribute("data-identity", names[a])
        expect(tv.card(position)).to_have_attribute("data-identity-b", names[b])


def test_duet_is_won(room: Callable[..., Room], server: Server) -> None:
    at = duet(room, server, timer="strict").dealt()
    tv = at.screen(size=(1920, 1080))
    at.clue("Ana", "music", 8)
    at.touch("Ben", *range(9))
    told(tv, "8 tokens left. Ben gives the clue.")
    at.clue("Ben", "garden", 8)
    looks_well(tv, "duet-timed")
    at.touch("Ana", *range(9, 15))
    expect(tv.see("tv-curtain")).to_contain_text("Mission accomplished")
    expect(tv.see("tv-result")).to_contain_text("All 15 agents are found.")
    knows_no_key(tv)


def test_duet_and_the_assassin(room: Callable[..., Room], server: Server) -> None:
    at = duet(room, server).dealt()
    tv = at.screen()
    at.clue("Ana", "music", 8)
    at.touch("Ben", DEADLY)
    tv.shows_revealed(DEADLY, "assassin")
    expect(tv.see("tv-curtain")).to_contain_text("The assassin!")
    expect(tv.see("tv-curtain")).to_contain_text("You woke the assassin. Mission failed!")
    looks_well(tv, "duet-assassin")


# --- Pictures -------------------------------------------------------------------------------------

TEAMS = {
    "Ana": "red_spymaster",
    "Ben": "blue_spymaster",
    "Dan": "red_operative",
    "Eva": "blue_operative",
}


def test_pictures_with_scenes(room: Callable[..., Room], server: Server) -> None:
    at = room(server, TEAMS, board="pictures", guessing="operatives_tap", marks="everyone_sees")
    tv = at.screen()
    expect(tv.see("tv-mode")).to_have_text("Classic · pictures")
    at.dealt()
    expect(tv.see("tv-board").locator(".card")).to_have_count(20)
    expect(tv.card(0)).to_have_text(SCENES[0].replace("\ufe0f", ""))
    looks_well(tv, "scenes-dealt")
    at.move("Ana", "exchange_codename", position=3)
    told(tv, f"was exchanged for {SCENES[20]}".replace("\ufe0f", ""))
    red, blue = of_key("r"), of_key("b")
    at.clue("Ana", "water", 2)
    at.move("Dan", "mark_card", position=red[1], on=True)
    at.touch("Dan", red[0], blue[0])
    for position, team in ((red[0], "red"), (blue[0], "blue")):
        tv.shows_revealed(position, team)
        expect(tv.card(position)).to_contain_text(SCENES[position].replace("\ufe0f", ""))
    told(tv, f"{SCENES[blue[0]]}: a blue agent".replace("\ufe0f", ""))
    at.clue("Ben", "night", 2)
    at.touch("Eva", blue[1], of_key("n")[0])
    tv.was_told_no_secret()
    looks_well(tv, "scenes-guess")
    at.clue("Ana", "letter", 2)
    at.touch("Dan", of_key("a")[0])
    at.move("Ana", "debrief")
    expect(tv.see("tv-debrief")).to_be_visible()
    expect(tv.see("tv-curtain")).to_have_count(0)
    looks_well(tv, "scenes-debrief")


def of_key(letter: str) -> list[int]:
    return [position for position, each in enumerate(PICTURE_KEY) if each == letter]


def album(folder: Path, count: int) -> Path:
    """A folder of photos of several shapes."""
    folder.mkdir()
    shapes = [(640, 480), (480, 640), (800, 300)]
    for number in range(count):
        made = photo(number, shapes[number % 3])
        (folder / f"{number}.jpg").write_bytes(taken(made))
    return folder


def test_pictures_with_photos(room: Callable[..., Room], tmp_path: Path) -> None:
    options = ("--photos", str(album(tmp_path / "album", 24)))
    with running(tmp_path / "data", options=options) as server:
        until_it_says(server, "24 ready")
        at = room(server, TEAMS, board="pictures", decks=("en", "photos")).dealt()
        tv = at.screen()
        settle(at.ana)
        key = at.ana.view["view"]["key"]
        photos = tv.page.locator(".photo-there img:not(.photo-fill)")
        expect(photos).to_have_count(20)
        at.move("Ana", "exchange_codename", position=3)
        expect(tv.see("tv-announcement").locator("img")).to_have_count(2)
        looks_well(tv, "photos-dealt")
        starts, other = ("Ana", "Ben") if at.ana.game["starting_team"] == "red" else ("Ben", "Ana")
        first, second = ("red", "blue") if starts == "Ana" else ("blue", "red")
        at.clue(starts, "water", 2)
        mine, theirs = key.index(first), key.index(second)
        at.touch(starts, mine, theirs)
        for position, team in ((mine, first), (theirs, second)):
            tv.shows_revealed(position, team)
            expect(tv.card(position).locator(".photo-there img:not(.photo-fill)")).to_be_visible()
        expect(tv.see("tv-announcement").locator("img")).to_have_count(1)
        looks_well(tv, "photos-guess")
        at.clue(other, "night", 2)
        at.touch(other, key.index("assassin"))
        at.move("Ana", "debrief")
        expect(tv.see("tv-debrief")).to_be_visible()
        expect(tv.see("tv-curtain")).to_have_count(0)
        looks_well(tv, "photos-debrief")
        at.home.close()  # before its server goes


def test_a_photo_that_does_not_come_is_asked_for_again(
    room: Callable[..., Room], tmp_path: Path
) -> None:
    options = ("--photos", str(album(tmp_path / "album", 20)))
    with running(tmp_path / "data", options=options) as server:
        until_it_says(server, "20 ready")
        at = room(server, TEAMS, board="pictures", decks=("en", "photos"))
        at.home.foresee("Failed to load resource")
        tv = at.screen()
        tv.page.route("**/photos/*.jpg", lambda route: route.abort())
        at.dealt()
        expect(tv.page.locator(".photo-failed")).to_have_count(20)
        expect(tv.card(0)).to_contain_text("No photo yet. Trying again…")
        looks_well(tv, "photos-failed")
        tv.page.unroute("**/photos/*.jpg")
        expect(tv.page.locator(".photo-there")).to_have_count(20)
        at.home.close()


# --- The lobby and the evening --------------------------------------------------------------------


def test_few_people_are_told_where_to_sit(room: Callable[..., Room], server: Server) -> None:
    at = room(server, {})
    tv = at.screen()
    at.home.guest(at.code, "Ben")
    state = tv.page.locator(".lobby-state")
    expect(state).to_have_text(re.compile("^Still needed: someone to hold the key"))
    at.home.guest(at.code, "Cem")
    at.configure(**FOR_THREE)
    expect(state).to_have_text(re.compile("^Three of you: two hold the key"))
    looks_well(tv, "lobby-three")
    at.configure(mode="coop", guessing="spymaster_taps")
    expect(tv.see("tv-mode")).to_have_text("Co-op")
    expect(state).to_have_text(re.compile("^Still needed: someone to hold the key"))
    at.configure(mode="duet")
    expect(state).to_have_text("Still needed: one person on each side, A and B.")
    looks_well(tv, "lobby-duet-empty")


def test_the_evening_is_counted_over_all_games(room: Callable[..., Room], server: Server) -> None:
    at = room(server, TEAMS).dealt()
    tv = at.screen()
    expect(tv.see("tv-evening")).to_have_count(0)
    at.clue("Ana", "music", 1)
    at.touch("Ana", ASSASSIN[0])
    expect(tv.see("tv-evening")).to_have_text(re.compile("^Tonight *0 : 1 *$"))
    expect(tv.see("tv-next").locator("b:not(.badge)")).to_have_text(["Dan", "Eva"])
    at.move("Ana", "debrief")
    tv.page.reload()
    expect(tv.see("tv-evening")).to_be_visible()
    looks_well(tv, "evening")
    at.ana.do("deal", swap_spymasters=True)
    expect(tv.see("tv-evening")).to_have_count(0)
    at.clue("Dan", "garden", 1)
    at.touch("Dan", BYSTANDERS[0])
    at.move("Ana", "abandon")
    expect(tv.see("tv-evening")).to_have_text(re.compile("^Tonight *0 : 1 *$"))
    # Who had the key stands below the team, also when the people move on.
    expect(tv.see("tv-left-red")).to_contain_text("Dan")
    at.person("Dan").do("take_seat", seat="spectator")
    expect(tv.see("tv-left-red")).to_contain_text("Dan")


# --- The oldest television ------------------------------------------------------------------------


def old_looks_well(tv: OldPage, condition: str) -> None:
    tv.wait_for(condition)
    tv.wait_for("document.fonts.status === 'loaded'")
    assert faults_on_tv(tv.evaluate) == []
    assert tv.problems == []


def test_a_duet_on_the_oldest_television(
    room: Callable[..., Room], server: Server, old: Chromium70
) -> None:
    at = duet(room, server)
    tv = old.open(f"{server.url}/tv/{at.code}")
    old_looks_well(tv, f"{see('tv-lobby')} && document.querySelector('img').naturalWidth > 0")
    at.dealt()
    at.clue("Ana", "music", 8)
    at.touch("Ben", 0, NOBODY[0])
    old_looks_well(tv, f"{see('tv-tokens')} && {see('tv-tokens')}.dataset.tokens === '8'")
    at.clue("Ben", "garden", 8)
    at.touch("Ana", DEADLY)
    old_looks_well(tv, see("tv-curtain"))
    at.move("Ana", "debrief")
    old_looks_well(tv, f"{see('tv-debrief')} && !{see('tv-curtain')}")


def test_scenes_on_the_oldest_television(
    room: Callable[..., Room], server: Server, old: Chromium70
) -> None:
    at = room(server, TEAMS, board="pictures").dealt()
    tv = old.open(f"{server.url}/tv/{at.code}")
    old_looks_well(tv, f"{see('tv-board')} && {see('tv-board')}.children.length === 20")
    assert tv.evaluate("document.fonts.check('700 20px \"Undercast Scenes\"', '\\u{1f41f}')")
    at.clue("Ana", "water", 2)
    at.touch("Ana", of_key("r")[0])
    old_looks_well(tv, f"{see('card-0')}.dataset.revealed === 'red'")
