"""What the television sounds like: its own scripts play into an OfflineAudioContext."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from chromium70 import Chromium70
from decks import ASSASSIN, BLUE, BYSTANDERS, EVENING, KEY, RED
from servers import Server, running
from table import Table, settle
from test_engines import ENGINES, running_engine
from undercast.base import assets
from webdriver import Name

pytestmark = pytest.mark.slow

SOUNDS = {
    "join": (0, 5),
    "seated": (0,),
    "deal": (0,),
    "clue": (0,),
    "rise": (700, 1300),
    "flip": (0,),
    "own": (0, 4, 8),
    "rival": (0,),
    "bystander": (0,),
    "assassin": (0,),
    "undo": (0,),
    "turn_red": (0,),
    "turn_blue": (0,),
    "token": (0,),
    "sudden": (0,),
    "win": (0,),
    "lose": (0,),
    "dispute": (0,),
    "struck": (0,),
    "stands": (0,),
    "sand": (0,),
    "tick": (0,),
    "time": (0,),
}
"""Every sound with some of its variations; the heartbeat of the last agent is quiet."""

LOUDNESS = (-20, -16)
"""dBFS: the RMS of each sound's loudest 400 ms."""

PEAK = -3
HEARTBEAT = (-29, -23)

LISTEN = """(() => {
  const RATE = 48000, WINDOW = 0.4 * RATE;
  let copies = 0;
  // Milliseconds and cues; as a page plays them whose clock we turn.
  const heard = async (script, cues, seconds, prepare) => {
    const Offline = window.OfflineAudioContext || window.webkitOfflineAudioContext;
    const context = new Offline(1, seconds * RATE, RATE);
    let now = 0;
    const set = (name, get) => Object.defineProperty(context, name, { get });
    set('state', () => 'running');
    set('currentTime', () => now);
    window.AudioContext = function () { return context; };
    const page = await import(`${script}?${copies++}`);
    page.switchOn(() => undefined);
    if (prepare) prepare(page, (to) => { now = to; });
    for (const [at, cue] of cues) { now = at / 1000; page.play(cue); }
    return (await context.startRendering()).getChannelData(0);
  };
  const decibels = (power) => 10 * Math.log10(power + 1e-12);
  const power = (samples) => samples.reduce((sum, it) => sum + it * it, 0) / samples.length;
  const level = (samples) => {
    let sum = 0, loudest = 0, peak = 0;
    samples.forEach((it, i) => {
      sum += it * it - (i < WINDOW ? 0 : samples[i - WINDOW] ** 2);
      loudest = Math.max(loudest, sum / WINDOW);
      peak = Math.max(peak, it * it);
    });
    return [decibels(loudest), decibels(peak)];
  };
  const room = (volume, music) => ({ lobby: { volume, music }, game: null });
  const levels = async (script, sounds, volume) => {
    const told = {};
    for (const [sound, variations] of Object.entries(sounds)) for (const n of variations) {
      const turn = (page) => page.follow(room(volume, false));
      // What tells of a new volume is over by then.
      const samples = await heard(script, [[2000, { sound, n }]], 6, turn);
      told[`${sound} ${n}`] = level(samples.slice(2 * RATE));
    }
    return told;
  };
  // A move in the page's own queue, with a clock that jumps.
  const moment = async (player, before, after) => {
    const style = getComputedStyle(document.documentElement);
    const times = new Proxy({}, { get: (_, name) => {
      const text = style.getPropertyValue(`--beat-${name}`);
      return parseFloat(text) * (text.endsWith('ms') ? 1 : 1000);
    } });
    let now = 0, waiting = [], face = null;
    const cues = [];
    const clock = {
      now: () => now,
      after: (ms, then) => { waiting.push([now + ms, then]); return () => undefined; },
      times: () => times,
    };
    const show = (_, beat) => { if (beat && beat.kind === 'face') face = now; };
    const stage = { show, tell: show, cue: (cue) => cues.push([now, cue]), hidden: () => false };
    new (await import(player)).Player(stage, before, clock).hear(after);
    while (waiting.length > 0) {
      const [[at, then], ...rest] = waiting.sort(([a], [b]) => a - b);
      [now, waiting] = [at, rest];
      then();
    }
    return [face, cues];
  };
  const reveals = async (script, player, moves) => {
    const all = [];
    for (const [before, after] of moves) {
      const [face, cues] = await moment(player, before, after);
      all.push([face, cues, await heard(script, cues, 8)]);
    }
    const [, , first] = all[0];
    const ms = (index) => index / RATE * 1000;
    return all.map(([face, cues, samples]) => {
      const next = cues[2][0] / 1000 * RATE;
      return {
        face,
        cues: cues.map(([at, { sound, n }]) => [at, sound, n]),
        peak: level(samples)[1],
        begins: ms(samples.findIndex((it) => Math.abs(it) > 0.001)),
        differs: ms(samples.findIndex((it, i) => Math.abs(it - first[i]) > 0.0001)),
        // Just before what is heard after the card.
        rest: decibels(power(samples.slice(next - 0.1 * RATE, next))),
      };
    });
  };
  // The loop writes down what comes next whenever its timer rings.
  const music = async (script) => {
    const start = window.setInterval;
    const samples = await heard(script, [], 26, (page, turn) => {
      let ring;
      window.setInterval = (then) => { ring = then; return 1; };
      page.follow(room(7, true));
      for (let now = 0; now < 26; now += 0.3) { turn(now); ring(); }
    });
    window.setInterval = start;
    const [loudest, peak] = level(samples);
    return [loudest, peak, decibels(power(samples.slice(2 * RATE, 25 * RATE)))];
  };
  return { levels, reveals, music };
})()"""


def script(name: str) -> str:
    """The address of one of the television's scripts."""
    folder = assets.pages("receiver") / "assets" / "receiver"
    (found,) = folder.glob(f"{name}-*.js")
    return f"/assets/receiver/{found.name}"


def levels(volume: int = 7) -> str:
    return f"{LISTEN}.levels('{script('sound')}', {json.dumps(SOUNDS | {'last': (0,)})}, {volume})"


def are_right(told: dict[str, tuple[float, float]]) -> None:
    low, high = LOUDNESS
    heartbeat, _ = told.pop("last 0")
    assert HEARTBEAT[0] < heartbeat < HEARTBEAT[1]
    assert {name: rms for name, (rms, _) in told.items() if not low <= rms <= high} == {}
    do_not_clip(told)


def do_not_clip(told: dict[str, tuple[float, float]]) -> None:
    assert {name: peak for name, (_, peak) in told.items() if peak >= PEAK} == {}


MUSIC = (-36, -24)
"""dBFS: under everything else."""


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    page = browser.new_page()
    page.goto(f"{server.url}/tv")
    yield page
    page.context.close()


def test_each_sound_is_as_loud_as_the_others_and_never_clips(page: Page) -> None:
    told = page.evaluate(levels())
    assert len(told) == sum(map(len, SOUNDS.values())) + 1
    are_right(told)
    do_not_clip(page.evaluate(levels(10)))


def test_music_in_the_lobby_is_quiet(page: Page) -> None:
    loudest, peak, usual = page.evaluate(f"{LISTEN}.music('{script('sound')}')")
    assert MUSIC[0] < usual < loudest < MUSIC[1]
    assert peak < LOUDNESS[1]


def test_the_oldest_television_sounds_the_same(old: Chromium70, server: Server) -> None:
    are_right(old.open(f"{server.url}/tv").evaluate(levels()))


@pytest.mark.parametrize("name", ENGINES)
def test_other_engines_sound_the_same(name: Name, server: Server) -> None:
    with running_engine(name) as engine:
        are_right(engine.open(f"{server.url}/tv", width=1280, height=720).evaluate(levels()))


FIRST = (RED[0], BLUE[0], BYSTANDERS[0], ASSASSIN[0])
"""Turned round by so many, a key begins with that card."""

Move = tuple[dict[str, Any], dict[str, Any]]


def touched(server: Server, clue: int | str) -> Move:
    """The television's messages of the next game's first card: before and after its touch."""
    table = Table(server, settings={"plus_one": "earned"}).dealt().clue(clue)
    settle(table.tv)
    before = table.tv.view
    table.move("Ben", "touch_card", position=0)
    settle(table.tv)
    return before, table.tv.messages[-1]


@pytest.mark.parametrize(("clue", "held"), [("unlimited", 700), (1, 1300)])
def test_right_and_wrong_sound_the_same_until_the_card_has_turned(
    page: Page, tmp_path: Path, clue: int | str, held: int
) -> None:
    deal = replace(EVENING, keys=tuple(KEY[at:] + KEY[:at] for at in FIRST))
    with running(tmp_path, deal=deal, options=("--generous",)) as swapping:
        moves = [touched(swapping, clue) for _ in FIRST]
    told = page.evaluate(
        f"(moves) => {LISTEN}.reveals('{script('sound')}', '{script('player')}', moves)", moves
    )
    verdicts = [each["cues"][2][1] for each in told]
    assert verdicts == ["own", "rival", "bystander", "assassin"]
    for each in told:
        assert each["face"] > held
        assert each["cues"][:2] == [[0, "rise", held], [held, "flip", 0]]
        assert each["begins"] < 100
        assert each["peak"] < PEAK
    assert min(each["differs"] for each in told[1:]) >= told[0]["face"]
    assert told[-1]["rest"] < -40, "the assassin is silent first"
