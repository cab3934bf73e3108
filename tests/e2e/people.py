"""The people of an evening and the television, in real browsers.

    ana = home.phone("Ana")
    code = ana.create_room()
    tv = home.screen(code)
    ana.sit("red_spymaster")
    ana.deal()
    ana.give_clue("ocean", 2)
    ana.touch(7)
    tv.shows_revealed(7, "red")

Every verb waits until the page shows that it was done. What the pages log as errors, and exceptions
in them, fail the test in the end (`Home.close`).
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    expect,
)
from playwright.sync_api import TimeoutError as TooLate

from clients import Client, token
from servers import Server
from table import settle
from wire_messages import whole

PHONE = (390, 844)
TV = (1280, 720)
PATIENCE = 15_000
"""Milliseconds after which a condition that should come true counts as a failure."""

BRISK = """
  const hasten = () => {
    const page = document.documentElement.style;
    for (const beat of ["lift", "hold", "turn", "verdict", "count", "rest", "clue", "back"])
      page.setProperty(`--beat-${beat}`, "20ms");
    for (const beat of ["hold-long", "deal", "sweep", "fall", "dark", "gather"])
      page.setProperty(`--beat-${beat}`, "60ms");
  };
  addEventListener("DOMContentLoaded", hasten);
"""
"""A page on which moments pass quickly, in their order: their lengths are its style sheet's."""

Size = tuple[int, int]
View = dict[str, Any]

expect.set_options(timeout=PATIENCE)


class Home:
    """Where the evening takes place: one server, and everybody's browsers."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.problems: list[str] = []
        self._foreseen: list[str] = []
        self._contexts: list[BrowserContext] = []
        self.guests: dict[str, Client] = {}

    def phone(
        self,
        name: str,
        *,
        size: Size = PHONE,
        url: str | None = None,
        locale: str = "en-US",
        brisk: bool = True,
    ) -> "Phone":
        """A phone with nothing in its memory."""
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=True,
            is_mobile=True,
            locale=locale,
        )
        return self.phone_in(context, name, url=url, brisk=brisk)

    def phone_in(
        self, context: BrowserContext, name: str, *, url: str | None = None, brisk: bool = True
    ) -> "Phone":
        """One more tab of a browser that is there. `brisk`: its moments take no time of a test."""
        return Phone(self._page_in(context, brisk), name, url or self.server.url)

    def screen(
        self,
        code: str,
        *,
        size: Size = TV,
        url: str | None = None,
        still: bool = False,
        brisk: bool = True,
        script: str = "",
    ) -> "Screen":
        """A television at /tv/CODE. `still`: it likes no motion. `script`: runs before it."""
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce" if still else "no-preference",
            locale="en-US",
        )
        context.add_init_script(script)
        screen = Screen(self._page_in(context, brisk))
        screen.page.goto(f"{url or self.server.url}/tv/{code}")
        there = screen.see("tv-lobby").or_(screen.see("tv-board")).or_(screen.see("tv-replay"))
        expect(there.first).to_be_visible()
        return screen

    def guest(self, code: str, name: str, seat: str | None = None) -> Client:
        """Somebody without a browser, who speaks the protocol."""
        client = Client(self.server.url)
        self.guests[name] = client
        client.enter("join", room=code, token=token(), name=name)
        if seat is not None:
            client.do("take_seat", seat=seat)
        return client

    def foresee(self, *patterns: str) -> None:
        """The browser itself logs these when a test takes its network away."""
        self._foreseen += patterns

    def host(self, name: str) -> Client:
        """The host of a new room, without a browser."""
        client = Client(self.server.url)
        self.guests[name] = client
        client.enter(
            "create", cmd_id="create", token=token(), name=name, language="en", decks=["en"]
        )
        return client

    def move(self, guest: Client, name: str, /, **fields: object) -> None:
        """A guest's move on the board as it is now."""
        settle(guest)
        guest.move(name, **fields)

    def close(self) -> None:
        for context in self._contexts:
            context.close()
        for client in self.guests.values():
            client.close()

    def unforeseen(self) -> list[str]:
        """What went wrong in pages, as they told their consoles."""
        return [
            problem
            for problem in self.problems
            if not any(re.search(pattern, problem) for pattern in self._foreseen)
        ]

    def _page_in(self, context: BrowserContext, brisk: bool) -> Page:
        if context not in self._contexts:
            self._contexts.append(context)
        page = context.new_page()
        if brisk:
            page.add_init_script(BRISK)
        page.set_default_timeout(PATIENCE)

        def note(message: ConsoleMessage) -> None:
            if message.type in {"error", "warning", "assert"}:
                self.problems.append(f"{page.url}: {message.text}")

        page.on("console", note)
        page.on("pageerror", lambda error: self.problems.append(f"{page.url}: {error}"))
        return page


class Shown:
    """A page that somebody looks at; everything that its sockets received is kept."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[str] = []
        page.on(
            "websocket",
            lambda socket: socket.on("framereceived", lambda text: self.frames.append(str(text))),
        )

    def see(self, testid: str) -> Locator:
        """What has this data-testid."""
        return self.page.locator(f'[data-testid="{testid}"]')

    def card(self, position: int) -> Locator:
        return self.see(f"card-{position}")

    def shows_revealed(self, position: int, identity: str) -> None:
        expect(self.card(position)).to_have_attribute("data-revealed", identity)

    def shows_hidden(self, position: int) -> None:
        expect(self.card(position)).to_be_visible()
        expect(self.card(position)).not_to_have_attribute("data-revealed", re.compile(".*"))

    @property
    def views(self) -> list[View]:
        """Every view message that it was sent."""
        messages = (json.loads(frame[2:]) for frame in self.frames if frame.startswith('42["view"'))
        return [whole(message[1]) for message in messages]

    def is_at_rest(self) -> None:
        """Fonts are there, and whatever moved has arrived; the finale stays."""
        self.page.wait_for_function(
            """() => document.fonts.status === 'loaded' &&
              !document.querySelector('[data-beat]:not([data-beat="finale"])') &&
              document.getAnimations().every(
              ({ playState, effect }) =>
                playState !== 'running' || effect.getTiming().iterations === Infinity
            )"""
        )


class Phone(Shown):
    """A phone in somebody's hand."""

    def __init__(self, page: Page, name: str, url: str) -> None:
        super().__init__(page)
        self.name = name
        self.url = url

    # Coming in

    def open(self, path: str = "/") -> None:
        self.page.goto(f"{self.url}{path}")

    def create_room(self, name: str | None = None) -> str:
        """A new game with the defaults; the room's code."""
        self.open()
        self.see("start-name").fill(name or self.name)
        self.tap("start-new-game")
        self.is_inside()
        return self.page.url.rsplit("/", 1)[1]

    def join(self, code: str, name: str | None = None) -> None:
        self.open(f"/{code}")
        self.see("join-name").fill(name or self.name)
        self.tap("join-go")
        self.is_inside()

    def was(self, name: str) -> None:
        """At the door, in a browser that has forgotten: "I'm Ana"."""
        button = self.page.get_by_role("button", name=f"I'm {name}")
        folded = self.see("was-here")
        expect(folded).to_be_visible()
        if not button.is_visible():
            folded.locator("summary").tap()
        button.tap()

    def is_inside(self) -> None:
        """In the lobby, or in the game."""
        expect(self.see("lobby").or_(self.see("card-0")).first).to_be_visible()

    def tap(self, testid: str) -> None:
        self.see(testid).tap()

    def sit(self, seat: str) -> None:
        self.tap_seat(seat)
        self.sits(seat)

    def tap_seat(self, seat: str) -> None:
        """Also one of those that are folded away while others are wanted, or just now."""
        button = self.see(f"seat-{seat}")
        folded = self.page.locator(f"details:not([open]):has([data-testid=seat-{seat}]) > summary")
        expect(button.filter(visible=True).or_(folded)).to_be_visible()
        if folded.count():
            folded.tap()
        try:
            button.tap(timeout=3000)
        except TooLate:  # somebody came, and others are wanted since
            folded.tap()
            button.tap()

    def sits(self, seat: str) -> None:
        expect(self.see(f"seat-{seat}")).to_have_attribute("aria-pressed", "true")

    # The room's sheet

    @contextmanager
    def sheet(self, opener: str = "players-open") -> Iterator[Locator]:
        """Something slides over the screen, and is closed in the end."""
        self.tap(opener)
        dialog = self.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        yield dialog
        self.tap("sheet-close")
        expect(dialog).to_have_count(0)

    def choose_rule(self, name: str, value: str) -> None:
        """A house rule, in the sheet that is open."""
        if self.page.locator(".rules-all[open]").count() == 0:
            self.tap("rules-all")
        radio = self.page.get_by_role("dialog").locator(f'input[name="{name}"][value="{value}"]')
        radio.locator("xpath=ancestor::label").tap()
        expect(radio).to_be_checked()

    def choose_preset(self, name: str) -> None:
        """Ready-made rules, in the sheet that is open."""
        radio = self.see(f"preset-{name}")
        radio.locator("xpath=ancestor::label").tap()
        expect(radio).to_be_checked()

    # The game

    def deal(self) -> None:
        """Also without those who have no seat."""
        self.tap("deal")
        self._without_the_unseated(self.card(19))
        expect(self.card(19)).to_be_visible()

    def show_key(self) -> None:
        self.tap("key-show")
        expect(self.see("key-cover")).to_be_visible()

    def give_clue(self, word: str, number: int | Literal["unlimited"] = 2) -> None:
        self.see("clue-word").fill(word)
        self.see("clue-number").select_option(str(number))
        self.tap("clue-give")
        expect(self.see("clue")).to_contain_text(word)

    def choose(self, position: int) -> None:
        """The first tap: the word once more, large."""
        self.card(position).tap()
        expect(self.card(position)).to_have_attribute("data-selected", "")
        expect(self.see("confirm-touch")).to_be_visible()

    def touch(self, position: int) -> None:
        """Both taps."""
        self.choose(position)
        self.tap("confirm-touch")
        expect(self.card(position)).to_have_attribute("data-revealed", re.compile(".+"))

    def end_turn(self) -> None:
        self.tap("end-turn")
        expect(self.see("end-turn")).to_have_count(0)

    def give_up(self) -> None:
        """The host's, in the room's sheet, which closes by itself."""
        self.tap("players-open")
        self.tap("abandon")
        self.tap("abandon-confirm")
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        expect(self.see("result")).to_be_visible()

    def undo(self, position: int) -> None:
        self.tap("undo")
        self.shows_hidden(position)

    def turn_of(self, team: str) -> None:
        expect(self.see("turn")).to_have_attribute("data-team", team)

    def debrief(self) -> None:
        self.tap("debrief")
        expect(self.see("turns")).to_be_visible()
        self.is_debriefed()

    def is_debriefed(self) -> None:
        expect(self.page.locator("[data-identity]")).to_have_count(25)

    def again(self, *, swap: bool = False) -> None:
        self.tap("swap" if swap else "again")
        self._without_the_unseated(self.page.locator(".game:not(:has([data-testid=result]))"))
        expect(self.see("result")).to_have_count(0)

    def _without_the_unseated(self, dealt: Locator) -> None:
        """Who has no seat is left out, if that is asked."""
        anyway = self.see("deal-anyway")
        expect(anyway.or_(dealt).first).to_be_visible()
        if anyway.count():
            anyway.tap()

    def is_told(self, sentence: str | re.Pattern[str]) -> None:
        """A refusal, in words."""
        expect(self.see("refusal")).to_contain_text(sentence)

    def knows_no_identity(self) -> None:
        """Nothing on this page tells what a hidden card is."""
        assert self.page.locator("[data-identity]").count() == 0
        assert self.see("still-hidden").count() == 0
        assert not tells_hidden_cards_apart(self.page)


class Screen(Shown):
    """A television."""

    def sees_step(self, step: int) -> None:
        """It was sent this position of the game, and has drawn it."""
        self.page.wait_for_function(
            "(step) => Number(document.querySelector('.stage').dataset.step) >= step", arg=step
        )
        self.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => drawn()))")

    def shows_clue(self, word: str) -> None:
        expect(self.see("tv-clue")).to_contain_text(word)

    def turn_of(self, team: str) -> None:
        expect(self.see("tv-turn")).to_have_attribute("data-team", team)

    def was_told_no_secret(self) -> None:
        """Neither its sockets nor its page ever had a hidden card's identity."""
        for message in self.views:
            assert not secrets_in(message)
        assert not tells_hidden_cards_apart(self.page)


def secrets_in(message: View) -> list[str]:
    """What a message tells beyond the cards that its own game shows as revealed."""
    view, found = message["view"], []
    if view["kind"] != "public" or set(view) != {"kind", "lobby", "game", "marks"}:
        found.append(f"a view of kind {view['kind']} with {sorted(view)}")
    game = view["game"]
    if game is None:
        return found
    touches = [touch for turn in game["turns"] for touch in turn["touches"]]
    touched = {touch["position"]: touch["identity"] for touch in touches}
    open_ = {touch["position"] for touch in touches if not touch["undone"]}
    covered = {turn["cover"]: turn["team"] for turn in game["turns"] if turn["cover"] is not None}
    revealed = {at: identity for at, identity in enumerate(game["revealed"]) if identity}
    if revealed != {**{at: touched[at] for at in open_}, **covered}:
        found.append(f"revealed {revealed}, touched {touches}")
    found += [
        f"{event}"
        for event in message["happened"]
        if "identity" in event and touched.get(event["position"]) != event["identity"]
    ]
    # Besides those, the words stand only for how a turn or a game ended.
    rest = json.dumps({**message, "view": {**view, "game": {**game, "revealed": [], "turns": []}}})
    if "bystander" in rest and "bystander" not in touched.values():
        found.append("a bystander")
    if "assassin" in rest and "assassin" not in touched.values():
        found.append("an assassin")
    return found


def tells_hidden_cards_apart(page: Page) -> list[str]:
    """The ways in which hidden cards differ by more than word, place, size and marks."""
    ways: list[str] = page.evaluate(
        """() => {
          const ways = [...document.querySelectorAll('[data-testid^="card-"]')]
            .filter((card) => !card.dataset.revealed)
            .map((card) => {
              const plain = card.cloneNode(true);
              plain.querySelectorAll('.marks').forEach((marks) => marks.remove());
              for (const each of [plain, ...plain.querySelectorAll('*')]) {
                each.removeAttribute('style');
                each.removeAttribute('data-beat');  // it was touched, or taken back
                each.removeAttribute('data-testid');
                each.removeAttribute('tabindex');  // where the Tab key comes in
                each.removeAttribute('aria-label');  // what a scene is called
                each.classList.remove('card-word-whole');
              }
              const word = plain.querySelector('.fitted span, .card-word');
              if (word) word.textContent = '';
              return plain.outerHTML;
            });
          return ways.filter((way, at) => ways.indexOf(way) === at);
        }"""
    )
    return ways if len(ways) > 1 else []
