"""Clocks, disputed and struck clues, penalties: as the television shows them while people play.

The people speak the protocol; the television is a real browser.
"""

import math
import re

import pytest
from playwright.sync_api import expect

from audit import faults_on_tv
from chromium70 import Chromium70
from decks import BLUE, BYSTANDERS, NICE, RED
from patience import in_time
from people import Home, Screen
from servers import Server
from table import HARMLESS, Table, refusal, settle
from televisions import see
from wifi import open_wifi

pytestmark = pytest.mark.slow

STRICT = {"referee": "strict"}
TEN_SECONDS = {"clue_seconds": 10, "guess_seconds": 10, "first_extra_seconds": 0}
PENALTY = "Blue may reveal one of its agents"


def dealt(server: Server, **settings: object) -> Table:
    """Ben and Cem are red's and blue's spymaster; red begins."""
    return Table(server, settings=settings).dealt()


def title(tv: Screen, text: str) -> None:
    expect(tv.see("tv-turn")).to_contain_text(text)


def told(tv: Screen, text: str) -> None:
    expect(tv.see("tv-announcement")).to_contain_text(text)


def struck(tv: Screen, clue: str, why: str) -> None:
    """The slip shows this clue as struck, and says why and what it costs."""
    tv.shows_clue(clue)
    expect(tv.see("tv-struck").locator(".name")).to_have_text(why)


# --- Disputes -------------------------------------------------------------------------------------


def test_a_disputed_clue_that_stands(home: Home, server: Server) -> None:
    table = dealt(server).clue(2)
    tv = home.screen(table.code)
    table.move("Cem", "challenge")
    title(tv, "The clue is disputed")
    told(tv, "Blue challenges Red's clue")
    tv.shows_clue(HARMLESS)
    expect(tv.see("tv-dispute")).to_have_text(re.compile("Ben explains.*Cem decides"))
    shapes = tv.see("tv-dispute").locator("svg")
    assert shapes.evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))") == [
        "Red",
        "Blue",
    ]
    expect(tv.page.locator(".turn-guesses")).to_have_text("Hands off for now")
    assert refused_touch(table) == "game/wrong_phase"
    table.move("Cem", "withdraw_challenge")
    told(tv, "The clue counts after all")
    title(tv, "Red is guessing")
    expect(tv.page.locator(".turn-guesses")).to_have_text("3 guesses left")
    expect(tv.see("tv-dispute")).to_have_count(0)
    table.move("Ben", "touch_card", position=RED[0])
    tv.shows_revealed(RED[0], "red")


def refused_touch(table: Table) -> str:
    settle(table.tv)
    step = table.tv.view["step"]
    return refusal(table.people["Ben"], "touch_card", cmd_id="no", step=step, position=RED[0])


def test_a_conceded_clue_costs_an_agent(home: Home, server: Server) -> None:
    table = dealt(server).clue(2)
    tv = home.screen(table.code)
    table.move("Cem", "challenge")
    table.move("Ben", "concede_challenge")
    title(tv, PENALTY)
    tv.turn_of("blue")
    told(tv, f"Invalid clue: {HARMLESS.upper()} — Blue's turn.")
    struck(tv, HARMLESS, "Conceded: it's invalid. That costs the turn, and there's a penalty.")
    tv.was_told_no_secret()

    table.move("Cem", "cover_card", position=BLUE[0])
    tv.shows_revealed(BLUE[0], "blue")
    expect(tv.card(BLUE[0]).locator(".found")).to_have_text("penalty")
    told(tv, f"Penalty: {NICE[BLUE[0]].upper()} is a blue agent")
    title(tv, "Blue is looking for a clue")
    expect(tv.see("tv-left-blue")).to_contain_text("7 agents left")
    struck(
        tv, HARMLESS, f"Conceded: it's invalid. That costs the turn and reveals {NICE[BLUE[0]]}."
    )
    table.move("Cem", "give_clue", word="cloud", number=1)
    tv.shows_clue("cloud")
    expect(tv.see("tv-struck")).to_have_count(0)
    expect(tv.page.locator(".footer s")).to_have_text(f"{HARMLESS} 2")
    table.move("Cem", "touch_card", position=BYSTANDERS[0])
    tv.turn_of("red")
    expect(tv.card(BLUE[0]).locator(".found")).to_have_count(0)


def test_an_upheld_dispute_and_a_declined_penalty(home: Home, server: Server) -> None:
    table = dealt(server).clue(2)
    tv = home.screen(table.code)
    table.move("Cem", "challenge")
    table.move("Cem", "uphold_challenge")
    title(tv, PENALTY)
    table.move("Cem", "decline_penalty")
    told(tv, "Blue reveals no agent")
    title(tv, "Blue is looking for a clue")
    struck(tv, HARMLESS, "Struck by the rival. That costs the turn.")
    expect(tv.page.locator("[data-revealed]")).to_have_count(0)


@pytest.mark.parametrize(
    ("penalty", "team", "cost"),
    [
        ("none", "red", "Another clue, please."),
        ("turn_only", "blue", "That costs the turn."),
        ("random", "blue", "That costs the turn and reveals "),
        ("rival_picks", "blue", "That costs the turn, and there's a penalty."),
    ],
)
def test_a_strict_referee_strikes(
    home: Home, server: Server, penalty: str, team: str, cost: str
) -> None:
    table = dealt(server, penalty=penalty, **STRICT)
    tv = home.screen(table.code)
    table.move("Ben", "give_clue", word="Piano", number=2)
    tv.turn_of(team)
    tv.shows_clue("Piano")
    expect(tv.see("tv-struck")).to_contain_text(f"Struck by the referee. {cost}")
    expect(tv.page.locator("[data-revealed]")).to_have_count(1 if penalty == "random" else 0)
    # A page that comes now shows the same.
    tv.page.reload()
    expect(tv.see("tv-struck")).to_contain_text(cost)
    if penalty == "none":
        table.move("Ben", "give_clue", word="cloud", number=2)
        tv.shows_clue("cloud")
        expect(tv.page.locator(".footer s")).to_have_text("Piano 2")


def test_of_a_question_to_the_rival_nothing_is_seen(home: Home, server: Server) -> None:
    table = dealt(server)
    tv = home.screen(table.code, still=True)
    tv.is_at_rest()
    before, views = tv.page.locator(".game").inner_html(), tv.views
    table.move("Ben", "ask_rival", word="cloud", number=2)
    table.move("Cem", "reject_clue", question=asked(table))
    table.move("Ben", "ask_rival", word="mist", number=3)
    # What comes after it is the next that the television is sent at all.
    table.people["Ana"].do("rename", name="Anna")
    told(tv, "Ana is now Anna")
    assert tv.views[:-1] == views
    assert tv.page.locator(".game").inner_html() == before
    table.move("Cem", "allow_clue", question=asked(table))
    tv.shows_clue("mist")


def asked(table: Table) -> int:
    """The id of the question that Cem has to answer."""
    settle(table.people["Cem"])
    question: int = table.people["Cem"].view["view"]["question"]["id"]
    return question


def test_words_outstanding_and_house_rules(home: Home, server: Server) -> None:
    table = Table(server, settings={"plus_one": "earned", "timer": "sand", "sand_seconds": 90})
    tv = home.screen(table.code, still=True)
    expect(tv.see("tv-rules")).to_have_text("House rules: sandglass 1:30\u00a0· extra guess earned")
    table.dealt().clue(3)
    expect(tv.see("tv-outstanding-red")).to_have_text("")
    table.move("Ben", "touch_card", position=RED[0])
    table.move("Ben", "end_turn")
    expect(tv.see("tv-outstanding-red")).to_have_text("2 words outstanding")
    expect(tv.see("tv-outstanding-blue")).to_have_text("")
    assert faults_on_tv(tv.page.evaluate) == []


# --- Clocks ---------------------------------------------------------------------------------------

WRONG_CLOCK = """
  window.trueNow = Date.now.bind(Date);
  const True = Date, late = -(3 * 3600 * 1000 + 700);
  window.Date = class extends True {
    constructor(...given) { given.length ? super(...given) : super(True.now() + late); }
    static now() { return True.now() + late; }
  };
"""
"""A device whose clock is hours wrong; its true time is kept for the test."""

EARS = """
  window.heard = [];
  window.AudioContext = class extends OfflineAudioContext {
    constructor() { super(1, 1, 48000); }
    get state() { return 'running'; }
    createOscillator() {
      const voice = super.createOscillator();
      const set = voice.frequency.setValueAtTime;
      voice.frequency.setValueAtTime = (hertz, at) => {
        window.heard.push(hertz);
        return set.call(voice.frequency, hertz, at);
      };
      return voice;
    }
  };
"""
"""A browser that lets us play; it keeps the pitch of every note."""

TICK, BELL = 1250, 932
"""Hertz: of each of the last seconds; of the end, three times."""

NEXT_SECOND = """new Promise((seen) => {
  const time = document.querySelector('[data-testid="tv-time"]');
  new MutationObserver((_, observer) => {
    observer.disconnect();
    seen([time.textContent, trueNow()]);
  }).observe(time, { characterData: true, childList: true, subtree: true });
})"""


def prepared(tv: Screen, *scripts: str) -> Screen:
    """The page anew, with these scripts before its own."""
    for script in scripts:
        tv.page.add_init_script(f"(() => {{ {script} }})()")
    tv.page.reload()
    expect(tv.see("tv-board").or_(tv.see("tv-lobby"))).to_be_visible()
    return tv


def clock_sounds(tv: Screen) -> list[int]:
    heard: list[int] = tv.page.evaluate("window.heard")
    return [hertz for hertz in heard if hertz in (TICK, BELL)]


def is_right(tv: Screen, until: int) -> None:
    """The next seconds are shown when they begin, to half a second."""
    for _ in range(3):
        text, at = tv.page.evaluate(NEXT_SECOND)
        whole, rest = text.split(":")
        shown = int(whole) * 60 + int(rest)
        assert -in_time(0.5) < (until - at) / 1000 - shown < 0.5, (text, until, at)


def ends_at(table: Table) -> int:
    """The server's time at which the clock runs out."""
    settle(table.tv)
    until: int = table.tv.game["clock"]["until"]
    return until


def test_the_time_is_right_where_the_devices_clock_is_wrong(home: Home, server: Server) -> None:
    table = dealt(server, timer="strict", first_extra_seconds=0, clue_seconds=75)
    tv = prepared(home.screen(table.code), WRONG_CLOCK)
    assert tv.page.evaluate("trueNow() - Date.now()") > 3 * 3600 * 1000
    is_right(tv, ends_at(table))


def test_a_clock_stands_while_a_clue_is_disputed_and_in_a_pause(home: Home, server: Server) -> None:
    table = dealt(server, timer="strict").clue(2)
    tv = prepared(home.screen(table.code), WRONG_CLOCK)
    expect(tv.see("tv-clock")).not_to_contain_text("stopped")
    for begin, end in (("challenge", "withdraw_challenge"), ("pause", "resume")):
        table.move("Cem", begin)
        expect(tv.see("tv-clock")).to_contain_text("stopped")
        settle(table.tv)
        minutes, seconds = divmod(math.ceil(table.tv.game["clock"]["left"] / 1000), 60)
        expect(tv.see("tv-time")).to_have_text(f"{minutes}:{seconds:02}")
        table.move("Cem", end)
        expect(tv.see("tv-clock")).not_to_contain_text("stopped")
        is_right(tv, ends_at(table))


def test_a_strict_clock_runs_out(home: Home, server: Server) -> None:
    table = Table(server, settings={"timer": "strict", **TEN_SECONDS})
    tv = prepared(home.screen(table.code), EARS)
    table.dealt()
    expect(tv.see("tv-clock")).to_have_class(re.compile("last"))
    title(tv, "Red is looking for a clue")
    told(tv, "Time is up. Blue's turn.")
    title(tv, "Blue is looking for a clue")
    assert clock_sounds(tv)[:8] == [*[TICK] * 5, *[BELL] * 3]


def test_sand_runs_out_and_nothing_ends(home: Home, server: Server) -> None:
    home.foresee(r"WebSocket connection to .* failed", r"ERR_INTERNET_DISCONNECTED")
    table = dealt(server, timer="sand", sand_seconds=10).clue(2)
    whole = [*[TICK] * 5, *[BELL] * 3]
    with open_wifi(server) as wifi:
        tv = prepared(home.screen(table.code, url=wifi.url), EARS)
        expect(tv.see("tv-clock")).to_have_class(re.compile("empty"))
        table.move("Dan", "turn_sand")
        expect(tv.page.locator(".glass-stream")).to_have_count(1)
        expect(tv.see("tv-clock")).to_have_class(re.compile("last"))
        expect(tv.see("tv-clock")).to_have_class(re.compile("empty"))
        expect(tv.see("tv-time")).to_have_text("0:00")
        assert clock_sounds(tv) == whole
        title(tv, "Red is guessing")
        # The same page again, and another one: nothing is heard a second time.
        wifi.drop()
        expect(tv.see("tv-offline")).to_be_visible()
        wifi.come_back()
        expect(tv.see("tv-offline")).to_have_count(0)
        table.move("Ben", "touch_card", position=RED[0])
        tv.shows_revealed(RED[0], "red")
        assert clock_sounds(tv) == whole
        tv.page.reload()
        expect(tv.see("tv-clock")).to_have_class(re.compile("empty"))
        table.move("Ben", "touch_card", position=RED[1])
        tv.shows_revealed(RED[1], "red")
        assert clock_sounds(tv) == []


def test_disputes_and_clocks_on_the_oldest_television(
    home: Home, server: Server, old: Chromium70
) -> None:
    table = dealt(server, timer="strict", plus_one="earned").clue(2)
    tv = old.open(f"{server.url}/tv/{table.code}")

    def looks_well(testid: str, condition: str) -> None:
        tv.wait_for(f"{see(testid)} && {see(testid)}.{condition}")
        tv.wait_for("document.fonts.status === 'loaded'")
        tv.wait_for("!document.querySelector('[data-beat]')")
        assert faults_on_tv(tv.evaluate) == []
        assert tv.problems == []

    looks_well("tv-time", "textContent.length === 4")
    table.move("Cem", "challenge")
    looks_well("tv-dispute", "textContent.includes('Cem decides')")
    table.move("Ben", "concede_challenge")
    looks_well("tv-struck", "textContent.includes('penalty')")
    table.move("Cem", "cover_card", position=BLUE[0])
    looks_well(f"card-{BLUE[0]}", "dataset.revealed === 'blue'")
    table.move("Cem", "pause")
    looks_well("tv-clock", "textContent.includes('stopped')")
    sand = dealt(server, timer="sand")
    tv.go(f"{server.url}/tv/{sand.code}")
    looks_well("tv-clock", "classList.contains('empty')")
    sand.move("Eva", "turn_sand")
    looks_well("tv-clock", "querySelector('.glass-stream')")
