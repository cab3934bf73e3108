"""The rule book on the phone: in every language, on small and lying phones, with the room's own."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from msgspec.structs import asdict
from playwright.sync_api import expect

from audit import barriers, faults_on_phone
from people import Home, Phone
from pictures import picture
from undercast.room.presets import PRESETS

pytestmark = pytest.mark.slow

LOCALES = {
    "en": "en-US",
    "bs": "bs-BA",
    "hr": "hr-HR",
    "sr": "sr-Latn-RS",
    "sr-Cyrl": "sr-Cyrl-RS",
    "hi": "hi-IN",
}
PHONES = {"small": (320, 568), "usual": (390, 844), "lying": (844, 390)}
SECTIONS = (
    "house_rules",
    "idea",
    "table",
    "turn",
    "end",
    "clues",
    "referee",
    "time",
    "manners",
    "seats",
    "games",
    "coop",
    "three",
    "duet",
    "pictures",
    "bots",
    "evening",
    "tv",
)


@contextmanager
def rule_book(phone: Phone) -> Iterator[None]:
    with phone.sheet("howto-open"):
        expect(phone.see("howto")).to_be_visible()
        yield


def unfold(phone: Phone, section: str) -> None:
    title = phone.see(f"howto-{section}")
    if title.get_attribute("aria-expanded") == "false":
        title.tap()
    expect(title).to_have_attribute("aria-expanded", "true")
    expect(title).to_be_in_viewport()


def unfold_other_ways(phone: Phone) -> None:
    for others in phone.page.locator(".howto details:not([open]) > summary").all():
        if others.is_visible():
            others.tap()


def to_the_top(phone: Phone) -> None:
    """Where no title that sticks to the edge lies half over what was scrolled under it."""
    phone.page.evaluate("document.querySelector('.sheet-body').scrollTop = 0")


@pytest.mark.parametrize(
    ("language", "size"),
    list(zip([*LOCALES, "hi", "hi"], [*PHONES, *PHONES, "small", "usual"], strict=True)),
)
def test_every_section_in_every_language(home: Home, language: str, size: str) -> None:
    phone = home.phone("Ana", size=PHONES[size], locale=LOCALES[language])
    phone.open()
    found = []
    with rule_book(phone):
        for section in SECTIONS:
            unfold(phone, section)
            picture(phone, f"howto-{section}-{language}-{size}")
            unfold_other_ways(phone)
            to_the_top(phone)
            found += [f"{section}: {fault}" for fault in faults_on_phone(phone.page)]
            if language == "en":  # the markup is the same in all languages
                found += [f"{section}: {barrier}" for barrier in barriers(phone.page)]
            expect(phone.page.locator(".howto")).not_to_contain_text("{")
            expect(phone.page.locator(".howto .here")).to_have_count(0)
    assert not found, "\n".join(found)


def test_the_rules_of_this_room_are_marked(home: Home) -> None:
    host = home.host("Ana")
    rules = {"guessing": "operatives_tap"}
    host.do("change_settings", settings=rules, decks=["en"], language="en")
    eva = home.phone("Eva")
    eva.join(host.lobby["code"])
    with rule_book(eva):
        unfold(eva, "house_rules")
        expect(eva.see("glance-guessing")).to_contain_text("Operatives")
        eva.tap("glance-guessing")
        rule = eva.page.locator("#howto-rule-guessing")
        expect(rule).to_be_in_viewport()
        expect(rule).to_be_focused()
        expect(rule.locator("> .variant")).to_have_attribute("data-value", "operatives_tap")
        expect(rule.locator("> .variant > .here")).to_have_text("In this room")
        expect(rule.locator("> .variant [data-testid=rule-agreement]")).to_be_visible()
        picture(eva, "howto-room")
        assert not barriers(eva.page)


@pytest.mark.parametrize("game", ["two_of_us", "duet"])
def test_a_room_with_another_game_reads_that_first(home: Home, game: str) -> None:
    settings = asdict(PRESETS[game])
    section = settings["mode"]
    host = home.host("Ana")
    host.do("change_settings", settings=settings, decks=["en"], language="en")
    eva = home.phone("Eva", size=PHONES["small"])
    eva.join(host.lobby["code"])
    with rule_book(eva):
        title = eva.see(f"howto-{section}")
        expect(eva.page.locator(".chapter-title button").first).to_have_id(f"howto-{section}")
        expect(title).to_have_attribute("aria-expanded", "true")
        expect(title.locator(".here")).to_have_text("In this room")
        picture(eva, f"howto-first-{section}")
        unfold(eva, "referee")
        expect(eva.see("otherwise")).to_contain_text("no rival spymaster")
        expect(eva.see("rule-penalty").locator(".here")).to_have_count(0)
        picture(eva, f"howto-otherwise-{section}")
        unfold(eva, "house_rules")
        expect(eva.see(f"told-{game}").locator(".here")).to_be_visible()
        expect(eva.see("glance-mode")).to_be_visible()
        expect(eva.see("glance-penalty")).to_have_count(0)
        assert not barriers(eva.page)
        assert not faults_on_phone(eva.page)


def test_during_a_game_its_rules_hold_and_the_next_ones_are_told(home: Home) -> None:
    ana = home.host("Ana")
    code = ana.lobby["code"]
    home.guest(code, "Ben", "blue_spymaster")
    ana.do("take_seat", seat="red_spymaster")
    ana.do("deal")
    eva = home.phone("Eva", size=PHONES["small"])
    eva.join(code)
    ana.do("change_settings", settings={"referee": "strict"}, decks=["en"], language="en")
    picture(eva, "howto-button")
    assert not faults_on_phone(eva.page)
    with rule_book(eva):
        unfold(eva, "house_rules")
        expect(eva.see("howto")).to_contain_text("the current game")
        eva.tap("glance-referee")
        rule = eva.see("rule-referee")
        expect(rule.locator("> .variant")).to_have_attribute("data-value", "advise")
        expect(rule.locator("> .later")).to_have_text("From the next game on: Strict")
        picture(eva, "howto-game")
        assert not barriers(eva.page)


def test_by_keyboard(home: Home) -> None:
    ana = home.phone("Ana")
    ana.open()
    keys = ana.page.keyboard
    ana.see("howto-open").focus()
    keys.press("Enter")
    expect(ana.see("howto")).to_be_visible()
    ana.see("howto-turn").focus()
    keys.press("Space")
    expect(ana.see("howto-turn")).to_have_attribute("aria-expanded", "true")
    keys.press("Shift+Tab")
    expect(ana.see("howto-table")).to_be_focused()
    keys.press("Escape")
    expect(ana.page.get_by_role("dialog")).to_have_count(0)
    expect(ana.see("howto-open")).to_be_focused()
