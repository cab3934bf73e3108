"""No silent no: whatever the server refuses, the phone says in a sentence what happened."""

import json
import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

import browsers
from decks import RED
from people import Home

pytestmark = pytest.mark.slow

#: A sentence of each language: its letters, and a full stop; no code, no number of an error.
LATIN, CYRILLIC = r"^[A-ZČĆĐŠŽ“„].{10,}[.]$", r"^[Ѐ-Я„][^A-Za-z]{10,}[.]$"
SENTENCES = {
    "en": LATIN,
    "bs": LATIN,
    "hr": LATIN,
    "sr": LATIN,
    "sr-Cyrl": CYRILLIC,
    "hi": r"^[ऀ-ॿ].{10,}।$",
}
UNKNOWN = "game/of_tomorrow"


def codes() -> list[str]:
    """Every code that a server may answer with."""
    wire = (browsers.ROOT / "common" / "wire.ts").read_text(encoding="utf-8")
    listed = re.search(r"export const EVERY_REFUSAL = \[(.+?)\]", wire, re.DOTALL)
    assert listed is not None
    return re.findall(r'"([a-z]+/[a-z_]+)"', listed[1])


def test_every_refusal_is_a_sentence(home: Home) -> None:
    ana = home.phone("Ana")
    refusing = ""

    def between(browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()

        def from_browser(message: str | bytes) -> None:
            asked = re.match(r'42(\d+)\["rename"', str(message))
            if asked and refusing:
                refusal = {
                    "error": {"code": refusing, "detail": "", "problems": [], "findings": []}
                }
                browser.send(f"43{asked[1]}[{json.dumps(refusal)}]")
            else:
                server.send(message)

        browser.on_message(from_browser)

    ana.page.route_web_socket(re.compile("socket.io"), between)
    ana.create_room()
    ana.tap("players-open")
    ana.see("rename").fill("Ana B.")
    said: dict[str, str] = {}
    shown = ana.page.get_by_role("dialog").locator("[data-testid=refusal] span").first
    # The line itself answers this one by coming in again.
    told = [code for code in codes() if code != "wire/not_entered"]
    for number, (language, sentence) in enumerate(SENTENCES.items()):
        ana.see("speak").select_option(language)
        for refusing in told[number :: len(SENTENCES)]:
            ana.tap("rename-go")
            expect(shown).to_have_text(re.compile(sentence))
            said[refusing] = shown.inner_text()
            shown.locator("xpath=following-sibling::button").tap()
            expect(shown).to_have_count(0)
    assert set(said) == set(told)
    assert [code for code, text in said.items() if code in text] == []
    assert len(set(said.values())) == len(said)
    refusing = UNKNOWN
    ana.tap("rename-go")
    expect(shown).to_contain_text(UNKNOWN)


def test_a_room_that_is_not_there(home: Home) -> None:
    ana = home.phone("Ana")
    ana.open("/ZZZZ")
    ana.is_told("There's no such room here.")
    ana.page.get_by_role("link", name="Back to start").tap()
    ana.see("start-code").fill("zz zz")
    ana.tap("start-join")
    ana.is_told("There's no such room here.")


def test_a_host_link_that_no_longer_counts(home: Home) -> None:
    ana = home.phone("Ana")
    code = ana.create_room()
    ana.open("/")
    ana.open(f"/{code}#host=stale")
    ana.is_inside()
    ana.is_told("This host link no longer works.")
    assert "#" not in ana.page.url


def test_restless_fingers(home: Home) -> None:
    """Double taps, the back button, a turned phone, another language in the middle of it all."""
    ana, ben = home.phone("Ana"), home.phone("Ben")
    code = ana.create_room()
    ben.join(code)
    ana.see("seat-red_spymaster").dblclick()
    ana.sits("red_spymaster")
    ben.sit("blue_spymaster")
    ana.see("deal").dblclick()
    expect(ben.card(24)).to_be_visible()
    ana.see("clue-word").fill("ocean")
    ana.page.keyboard.press("Enter")
    ana.page.keyboard.press("Enter")
    expect(ana.see("clue")).to_contain_text("ocean")
    ana.choose(RED[0])
    ana.page.set_viewport_size({"width": 844, "height": 390})
    expect(ana.card(RED[0])).to_have_attribute("data-selected", "")
    ana.see("confirm-touch").dblclick()
    ana.shows_revealed(RED[0], "red")
    ana.page.set_viewport_size({"width": 390, "height": 844})
    with ana.sheet() as sheet:
        ana.see("speak").select_option("sr-Cyrl")
        expect(sheet).to_contain_text("Људи")
    ana.touch(RED[1])
    # Two confirmations of the same card at the same moment are one touch.
    ana.choose(RED[2])
    ana.page.evaluate(
        """() => { const go = document.querySelector('[data-testid=confirm-touch]');
                   go.click(); go.click(); }"""
    )
    ben.shows_revealed(RED[2], "red")
    expect(ana.see("refusal")).to_have_count(0)
    turns = ben.views[-1]["view"]["game"]["turns"]
    assert [touch["position"] for touch in turns[0]["touches"]] == list(RED[:3])
    # Three touches were all that this clue allowed: back leaves the page, forward returns.
    ben.turn_of("blue")
    ben.give_clue("feather", 1)
    ben.page.go_back()
    ben.page.go_forward()
    expect(ben.see("clue")).to_contain_text("feather")
