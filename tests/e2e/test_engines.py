"""A whole evening, and every state of the gallery, in the engines of iPhones and of Firefox.

Each runs where it is installed (Debian: `apt install webkit2gtk-driver xvfb firefox-esr`), and is
skipped elsewhere.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from audit import COVERED, barriers, faults_on_phone, faults_on_tv
from browsers import PACKED
from clients import Client, token
from decks import ASSASSIN, BYSTANDERS, RED
from gallery.states import Page as Which
from gallery.states import listed
from long import only_long
from pictures import KEPT
from servers import Server
from table import settle
from webdriver import Engine, EnginePage, Name, NoEngine, open_engine

pytestmark = pytest.mark.slow

LANGUAGES = ("hr", "hi")


ENGINES: tuple[Name, ...] = ("webkit", "firefox")


@contextmanager
def running_engine(name: Name, *, still: bool = False) -> Iterator[Engine]:
    try:
        with open_engine(name, still=still) as engine:
            yield engine
    except NoEngine as none:
        pytest.skip(str(none))


def see(testid: str) -> str:
    return f'[data-testid="{testid}"]'


def shown(testid: str) -> str:
    return f"document.querySelector('{see(testid)}')"


AT_REST = """
  document.fonts.status === 'loaded' &&
  !document.querySelector('[data-beat]:not([data-beat=finale])') &&
  document.getAnimations().every(({ playState, effect }) =>
    playState !== 'running' || effect.getTiming().iterations === Infinity)
"""


class Evening:
    """Ana's phone and the television, in the engine; Ben and Dan speak the protocol."""

    def __init__(self, engine: Engine, server: Server) -> None:
        self.engine, self.server = engine, server
        self.ana = engine.open(server.url, width=390, height=844)
        self.guests: list[Client] = []

    def sit(self, name: str, seat: str) -> Client:
        client = Client(self.server.url)
        self.guests.append(client)
        client.enter("join", room=self.code, token=token(), name=name)
        client.do("take_seat", seat=seat)
        return client

    def picture(self, page: EnginePage, name: str) -> None:
        page.wait_for(AT_REST)
        photograph(page, f"{self.engine.name}-{name}")

    def touch(self, position: int, identity: str) -> None:
        self.slip(position, identity)
        self.tv.wait_for(f"{shown(f'card-{position}')}.dataset.revealed === '{identity}'")

    def slip(self, position: int, identity: str) -> None:
        """A touch that can be taken back for ten seconds, which a slow TV may need to show it."""
        self.ana.tap(see(f"card-{position}"))
        self.ana.tap(see("confirm-touch"))
        self.ana.wait_for(f"{shown(f'card-{position}')}.dataset.revealed === '{identity}'")

    def clue(self, word: str, number: str) -> None:
        self.ana.fill(see("clue-word"), word)
        self.ana.choose(see("clue-number"), number)
        self.ana.tap(see("clue-give"))
        self.tv.wait_for(f"{shown('tv-clue')}?.textContent.includes('{word}')")

    def open_room(self) -> None:
        """The door and the lobby."""
        self.ana.fill(see("start-name"), "Ana")
        self.ana.tap(see("start-new-game"))
        self.ana.see(see("lobby"))
        self.code = self.ana.evaluate("location.pathname.slice(1)")
        self.tv = self.engine.open(f"{self.server.url}/tv/{self.code}", width=1280, height=720)
        self.tv.see(see("tv-lobby"))
        self.ana.tap(see("seat-red_spymaster"))
        self.ana.wait_for(f"{shown('seat-red_spymaster')}.ariaPressed === 'true'")
        self.ben = self.sit("Ben", "blue_spymaster")
        self.sit("Dan", "red_operative")
        self.tv.wait_for(f"{shown('tv-lobby')}.textContent.includes('Dan')")
        self.picture(self.tv, "lobby")

    def play(self) -> None:
        """The key, a clue, an agent, a slip taken back, the rival's turn, a reload."""
        self.ana.tap(see("deal"))
        self.tv.wait_for(f"{shown('tv-board')}?.children.length === 25")
        self.ana.see(see("key-show"))
        assert self.ana.evaluate("document.querySelectorAll('[data-identity]').length") == 0
        self.ana.tap(see("key-show"))
        self.ana.wait_for("document.querySelectorAll('[data-identity=red]').length === 9")
        self.picture(self.ana, "key")
        self.clue("ocean", "2")
        self.touch(RED[0], "red")
        self.slip(BYSTANDERS[0], "bystander")
        self.ana.wait_for(f"{shown('turn')}.dataset.team === 'blue'")
        self.ana.tap(see("undo"))
        for page in (self.ana, self.tv):
            page.wait_for(f"!{shown(f'card-{BYSTANDERS[0]}')}.dataset.revealed")
        self.touch(RED[1], "red")
        self.ana.tap(see("end-turn"))
        self.ana.wait_for(f"{shown('turn')}.dataset.team === 'blue'")
        settle(self.ben)
        self.ben.move("give_clue", word="feather", number=1)
        self.ana.wait_for(f"{shown('clue')}?.textContent.includes('feather')")
        self.picture(self.tv, "guess")

        self.ana.go(f"{self.server.url}/{self.code}")
        self.ana.see(see("key-show"))  # in her seat, and the key is covered
        assert self.ana.evaluate("document.querySelectorAll('[data-identity]').length") == 0
        settle(self.ben)
        self.ben.move("touch_card", position=RED[2])
        self.ana.wait_for(f"{shown('turn')}.dataset.team === 'red'")

    def end(self) -> None:
        """The assassin's film, its beats in their order; the show; the whole key; another game."""
        self.clue("abyss", "1")
        self.tv.evaluate(BEATS)
        self.touch(ASSASSIN[0], "assassin")
        self.tv.see(see("tv-curtain"))
        self.picture(self.tv, "assassin")
        beats = self.tv.evaluate("window.beats")
        assert [beat for beat in beats if beat in FILM] == FILM, beats
        self.ana.see(see("result"))
        self.ana.tap(see("debrief"))
        self.ana.wait_for("document.querySelectorAll('[data-identity]').length === 25")
        self.tv.wait_for(f"{shown('tv-debrief')} && !{shown('tv-curtain')}")
        self.picture(self.ana, "debrief")
        self.picture(self.tv, "debrief")
        self.ana.tap(see("howto-open"))
        self.ana.see(see("howto"))
        self.picture(self.ana, "rules")
        self.ana.tap(see("sheet-close"))
        self.ana.tap(see("again"))
        self.tv.see(see("tv-game"))

    def close(self) -> None:
        for guest in self.guests:
            guest.close()
        for page in (self.ana, self.tv):
            assert page.problems() == []


def photograph(page: EnginePage, name: str) -> None:
    if KEPT is not None:
        page.screenshot(KEPT / "engines" / f"{name}.png")


BEATS = """
  () => {
    window.beats = [];
    const look = () => {
      for (const { dataset } of document.querySelectorAll('[data-beat]'))
        if (window.beats[window.beats.length - 1] !== dataset.beat) window.beats.push(dataset.beat);
    };
    const of = { subtree: true, childList: true, attributes: true, attributeFilter: ['data-beat'] };
    new MutationObserver(look).observe(document.body, of);
  }
"""
FILM = ["lift", "hold", "fall"]


@pytest.mark.parametrize("name", ENGINES)
def test_an_evening(name: Name, server: Server) -> None:
    with running_engine(name) as engine:
        evening = Evening(engine, server)
        evening.open_room()
        evening.play()
        evening.end()
        evening.close()


@only_long
@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize(("which", "width", "height"), [("phone", 390, 844), ("tv", 1280, 720)])
def test_every_state(name: Name, server: Server, which: Which, width: int, height: int) -> None:
    with running_engine(name, still=True) as engine:
        page = engine.open(f"{server.url}/gallery/{which}.html", width=width, height=height)
        page.load(PACKED / "axe-core" / "axe.min.js")
        found = [
            fault
            for language in LANGUAGES
            for state in listed(which, language)
            for fault in faults(page, which, state["name"], language)
        ]
        assert not found + page.problems(), "\n".join(found)


def faults(page: EnginePage, which: Which, state: str, language: str) -> Iterator[str]:
    """What is wrong with a state; its picture is kept."""
    page.evaluate(f"show('{state}', '{language}', 'lamp')")
    photograph(page, f"{page.engine}-{which}-{state}-{language}")
    covered = state in COVERED[which]
    if which == "tv":
        found = faults_on_tv(page.evaluate, covered=covered)
    else:
        found = faults_on_phone(page, covered=covered)
    if which == "phone" and language == LANGUAGES[0]:
        found += barriers(page)
    yield from (f"{state} {language}: {it}" for it in found)
