"""The queue of moments: nothing tells what a card is before its face does, on TV nor phone.

Pages are watched from inside: every 50 ms what is on them, every sound and buzz with its time. The
only test files whose pages take as long as at home.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from decks import ASSASSIN, BLUE, BYSTANDERS, EVENING, KEY, RED
from people import Home, Phone, Screen
from pictures import KEPT
from servers import running

pytestmark = pytest.mark.slow

WATCH = """
  window.felt = [];
  const now = () => Math.round(performance.now());
  window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, 1, 48000); this.open = !window.blocked; }
    get state() { return this.open ? 'running' : 'suspended'; }
    resume() { this.open = true; this.onstatechange?.(); return Promise.resolve(); }
    createOscillator() {
      const voice = super.createOscillator();
      const set = voice.frequency.setValueAtTime;
      voice.frequency.setValueAtTime = (hertz, at) => {
        window.felt.push([now(), hertz]);
        return set.call(voice.frequency, hertz, at);
      };
      return voice;
    }
  };
  Object.defineProperty(Navigator.prototype, 'vibrate',
    { value: (pattern) => window.felt.push([now(), pattern.join('-')]) });
  window.typed = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ms) {
    window.typed.push(frames.map(({ clipPath }) => clipPath));
    return animate.call(this, frames, ms);
  };
  // Whatever the page wants of its browser.
  window.wanted = [];
  const later = window.setTimeout;
  window.setTimeout = (then, ms, ...more) => {
    window.wanted.push(['timer', ms]);
    return later(then, ms, ...more);
  };
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    if (data !== '3') window.wanted.push(['send', data]);
    return send.call(this, data);
  };
  const get = window.fetch;
  window.fetch = (...of) => { window.wanted.push(['fetch', String(of[0])]); return get(...of); };
  const page = () => document.getElementById('page');
  // Which card is touched is no secret.
  const SAID = '[data-testid="tv-announcement"], .notices, [data-testid="spoken"]';
  const html = () => {
    const copy = page().cloneNode(true);
    // What was said before may be over by now.
    copy.querySelectorAll(SAID).forEach((it) => it.textContent = '');
    return document.title + copy.innerHTML.replace(/ (data-beat|aria-disabled)="[^"]*"/g, '');
  };
  const text = (selector) =>
    [...document.querySelectorAll(selector)].map((it) => it.textContent).join();
  window.watch = () => {
    Object.assign(window, { seen: [], moved: [], felt: [], wanted: [] });
    const look = () => window.seen.push({
      at: now(), html: html(),
      faces: document.querySelectorAll('[data-revealed]').length,
      counters: text('.side-left, .left'),
      turn: document.querySelector('[data-team]')?.dataset.team + text('.turn, .turn-title'),
      said: text(SAID),
      end: text('[data-testid="tv-result"], [data-testid="result"], [data-testid="tv-curtain"]'),
    });
    look();
    const clock = setInterval(look, 50);
    const spot = (node) => node.dataset?.testid ?? node.className ?? node.nodeName;
    const seen = new MutationObserver((changes) => changes.forEach((change) => {
      const { type, target, attributeName: name } = change;
      if (target.id === 'page') return;  // it drifts
      window.moved.push([spot(target), type, name && [name, target.getAttribute(name)]]);
    }));
    seen.observe(page(), { subtree: true, childList: true, attributes: true, characterData: true });
    window.rest = () => { clearInterval(clock); seen.disconnect(); look(); };
  };
"""
FETCHED = """(scripts) => scripts.every((script) => performance.getEntriesByType('resource')
  .some(({ name, responseEnd }) => responseEnd > 0 && name.includes(`/${script}-`)))"""
TV, PHONE = ["player", "sound"], ["player"]

Seen = list[dict[str, Any]]


FIRST = (RED[0], BLUE[0], BYSTANDERS[0], ASSASSIN[0])
"""Turned round by so many, a key begins with that card."""


@pytest.fixture
def swapping(browser: Browser, tmp_path: Path) -> Iterator[Home]:
    """A home in which the first card is of another kind in each game."""
    deal = replace(EVENING, keys=tuple(KEY[at:] + KEY[:at] for at in FIRST))
    with running(tmp_path, deal=deal, options=("--wall-clock", "--generous")) as server:
        home = Home(browser, server)
        yield home
        home.close()
        assert home.unforeseen() == []


class Evening:
    """Ana and Ben give the clues and touch; a television, and Dan's phone beside it."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.ana = home.host("Ana")
        self.code = self.ana.lobby["code"]
        settings = {**self.ana.lobby["settings"], "referee": "off"}
        self.ana.do("change_settings", settings=settings, decks=["en"], language="en")
        self.ana.do("take_seat", seat="red_spymaster")
        self.ben = home.guest(self.code, "Ben", "blue_spymaster")

    def with_dan(self) -> "Evening":
        self.dan = watched(self.home.phone("Dan", brisk=False))
        self.dan.join(self.code)
        self.dan.sit("red_operative")
        return self

    def screen(self) -> Screen:
        return watched(self.home.screen(self.code, brisk=False, script=WATCH))

    def deal(self, clue: int | str = "unlimited") -> None:
        self.ana.do("deal")
        self.home.move(self.ana, "give_clue", word="ocean", number=clue)

    def touch(self, *positions: int) -> None:
        for position in positions:
            self.home.move(self.ana, "touch_card", position=position)


def watched(shown: Any) -> Any:
    """From the first view on it can be asked what was on it."""
    if isinstance(shown, Phone):
        shown.page.add_init_script(WATCH)
    return shown


TOLD = """() => {
  const moving = document.querySelector('[data-beat]:not([data-beat="finale"])');
  const told = seen[seen.length - 1].faces > seen[0].faces;
  return [performance.now(), told && !moving];
}"""
"""The time, and whether the moment is over."""


def photographed(page: Page, name: str) -> None:
    """Waits until the moment is over; takes as many screenshots as it can if asked to."""
    if KEPT is None:
        page.wait_for_function(f"() => ({TOLD})()[1]")
        return
    begun = page.evaluate("performance.now()")
    while True:
        at, told = page.evaluate(TOLD)
        if told:
            break
        page.screenshot(path=KEPT / f"moment-{name}-{at - begun:05.0f}.png")


def told_in_order(shown: Phone | Screen, *, sounds: bool = True) -> Seen:
    """Until the face everything is as it was; what tells of the card comes after it."""
    shown.page.evaluate("rest()")
    seen: Seen = shown.page.evaluate("seen")
    felt: list[list[Any]] = shown.page.evaluate("felt")
    first = seen[0]
    face = next(i for i, each in enumerate(seen) if each["faces"] > first["faces"])
    assert seen[face]["at"] - first["at"] > 400, "it was held"
    for each in seen[:face]:
        assert each["html"] == first["html"]
        assert all(part in first["said"] for part in each["said"].split(","))
    if isinstance(shown, Phone):
        assert all(at >= seen[face - 1]["at"] for at, _ in felt)
    assert felt or not sounds
    for later in ("counters", "turn", "end"):
        changed = [each["at"] for each in seen if each[later] != first[later]]
        assert not changed or changed[0] > seen[face]["at"]
    return seen


def test_the_face_comes_first(home: Home) -> None:
    """Photographed through an ordinary card, a turn that ends, a win and the assassin."""
    at = Evening(home).with_dan()
    tv = at.screen()
    at.deal()
    for name, position in (
        ("own", RED[0]),
        ("bystander", BYSTANDERS[0]),
        ("win", RED[-1]),
        ("assassin", ASSASSIN[0]),
    ):
        if name == "win":
            home.move(at.ben, "give_clue", word="river", number=1)
            home.move(at.ben, "touch_card", position=BLUE[0])
            home.move(at.ben, "end_turn")
            home.move(at.ana, "give_clue", word="lake", number="unlimited")
            at.touch(*RED[1:-1])
        elif name == "assassin":
            at.deal(2)
        for shown, scripts in ((tv, TV), (at.dan, PHONE)):
            shown.page.wait_for_function(FETCHED, arg=scripts)
            shown.is_at_rest()
            shown.page.evaluate("watch()")
        if name == "assassin":
            # Nothing, then letter by letter until "ocean" stands there.
            steps = tv.page.evaluate("typed")[-1]
            assert len(set(steps)) == len("ocean") + 1
        at.touch(position)
        photographed(tv.page, name)
        for shown in (tv, at.dan):
            shown.is_at_rest()
        seen = told_in_order(tv)
        told_in_order(at.dan, sounds=name != "assassin")
        changes = {key: seen[0][key] != seen[-1][key] for key in ("counters", "turn", "end")}
        assert changes == {
            "counters": name in ("own", "win"),
            "turn": name != "own",
            "end": name in ("win", "assassin"),
        }
        if name == "win":
            assert any(re.search("Ana\u00a0· \\S\u00a0Dan", each["end"]) for each in seen)


def test_a_prediction_is_judged_after_the_face(home: Home) -> None:
    at = Evening(home)
    at.deal()
    eva = watched(home.phone("Eva", brisk=False))
    eva.join(at.code)
    eva.card(RED[0]).tap()
    eva.page.wait_for_function(FETCHED, arg=PHONE)
    expect(eva.see("prediction")).to_contain_text("Your prediction is in.")
    eva.is_at_rest()
    eva.page.evaluate("watch()")
    at.touch(RED[0])
    expect(eva.see("prediction")).to_have_text("You saw it coming!1 of 1 so far")
    told_in_order(eva, sounds=False)
    eva.page.reload()
    expect(eva.see("prediction")).to_contain_text("You saw it coming!")


def test_two_keys_the_same_until_the_face(swapping: Home) -> None:
    """Whatever the touched card is: the same changes, timers and requests, in the same order."""
    runs = []
    for _ in FIRST:
        at = Evening(swapping)
        at.deal()
        tv = at.screen()
        tv.page.wait_for_function(FETCHED, arg=TV)
        tv.is_at_rest()
        tv.page.evaluate("watch()")
        at.touch(0)
        expect(tv.card(0)).to_have_attribute("data-revealed", re.compile(".+"))
        moved, wanted, felt = tv.page.evaluate("[moved, wanted, felt]")
        # The beats are the page's own doing until the card says what it is.
        turns = ["card-0", "attributes", ["data-beat", "turn"]]
        assert [kind for kind, _ in wanted[:5]] == ["timer"] * 5
        heard = [hertz for _, hertz in felt]
        assert heard[:3] == RISE_AND_FLIP
        runs.append((moved[: moved.index(turns) + 1], wanted[:5]))
        tv.page.context.close()
    assert len(runs[0][0]) > 3
    assert all(run == runs[0] for run in runs)
    bedtime = 2 * 60 * 60_000  # there was news: so long the screen stays awake
    assert [ms for _, ms in runs[0][1][:4]] == [bedtime, 400, 300, 175]


RISE_AND_FLIP = [98, 99, 120]
"""Hertz: of two voices under the lifted card, and of the card as it comes down."""


def test_sound_waits_for_a_key_and_is_the_host_s_to_mute(home: Home) -> None:
    host = home.phone("Ana")
    code = host.create_room()
    with host.sheet("tv-open"):
        expect(host.see("tv-music")).to_have_attribute("aria-pressed", "true")
        host.tap("tv-music")
        expect(host.see("tv-music")).to_have_attribute("aria-pressed", "false")
    tv = home.screen(code, script="window.blocked = true;" + WATCH)
    ask = tv.page.locator(".silent")
    expect(ask).to_have_text("Press OK for sound")
    home.guest(code, "Ben")
    expect(tv.see("tv-lobby")).to_contain_text("Ben")
    assert tv.page.evaluate("felt") == []
    tv.page.keyboard.press("ArrowRight")
    expect(ask).to_have_count(0)
    home.guest(code, "Cem")
    tv.page.wait_for_function("() => felt.length > 0")
    of_cem = tv.page.evaluate("felt")
    with host.sheet("tv-open"):
        host.tap("tv-mute")
        expect(host.see("tv-mute")).to_have_attribute("aria-pressed", "true")
        expect(host.see("tv-volume")).to_have_value("0")
    home.guest(code, "Dora")
    expect(tv.see("tv-lobby")).to_contain_text("Dora")
    assert tv.page.evaluate("felt") == of_cem
