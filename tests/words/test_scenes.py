"""The deck of scenes: the shipped one, its font, and the check with every reason."""

import random
import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from undercast import words
from undercast.base import languages
from undercast.words import duplicates
from undercast.words.emoji import EMOJI_PRESENTATION, TEXT_PRESENTATION, emoji_of
from undercast.words.scenes import FILE, SceneProblem, SceneReason

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "wordlists"
TEXT = (FOLDER / FILE).read_text(encoding="utf-8")
DECK = words.load_scenes(FOLDER)
EMOJI = sorted({emoji for scene in DECK.codenames for emoji in emoji_of(scene)})

HEADER = "# language: zxx\n# name: S\n# licence: CC0-1.0\n# version: 1\n"


def reasons(*scenes: str) -> list[SceneReason]:
    return [p.reason for p in words.check_scenes(HEADER + "\n".join(scenes), fewest=0)]


class TestShippedDeck:
    def test_passes_the_check(self) -> None:
        assert [words.explain_scene(problem) for problem in words.check_scenes(TEXT)] == []

    def test_has_300_scenes_and_is_free_for_everyone(self) -> None:
        assert len(set(DECK.codenames)) == len(DECK.codenames) >= 300
        assert DECK.licence == "CC0-1.0"

    def test_is_no_deck_of_words(self) -> None:
        assert "scenes" not in words.load(FOLDER)
        assert DECK not in words.load(FOLDER).values()

    def test_a_board_is_drawn_from_it_like_from_words(self) -> None:
        pool = words.pool({"scenes": DECK}, ["scenes"])
        assert len(pool) == len(DECK.codenames)
        board = words.draw(pool, DECK.codenames[:10], 20, random.Random(1))
        assert len({duplicates.fold(scene) for scene in board}) == 20

    def test_nobody_needs_a_colour_the_font_does_not_have(self) -> None:
        """One colour only: what is told apart by its colour alone is not in the deck."""
        assert not set("🍏🍊🍑💚💙💛💜🖤📕📗📘📙🔵🔴") & set(EMOJI)


@pytest.mark.parametrize("language", languages.written())
def test_every_emoji_has_a_name_for_those_who_hear_it(language: str) -> None:
    names = languages.texts(language, "scenes")
    assert set(names) == set(EMOJI)
    assert len(set(names.values())) == len(names)
    if language == "sr":
        for name in names.values():
            words.to_cyrillic(name)  # raises on a letter that Serbian does not have


class TestFont:
    """Each emoji is in a file that the pages' styles name for it, and so on every screen."""

    def test_draws_every_emoji(self, drawn: set[int]) -> None:
        assert [emoji for emoji in EMOJI if ord(emoji[0]) not in drawn] == []

    def test_draws_every_emoji_that_the_check_allows(self, drawn: set[int]) -> None:
        allowed = {
            number
            for first, last in EMOJI_PRESENTATION + TEXT_PRESENTATION
            for number in range(first, last + 1)
        }
        assert [hex(number) for number in sorted(allowed - drawn)] == []


@pytest.fixture(scope="module")
def drawn() -> set[int]:
    """The characters that the shipped files have, where the styles send the browser for them."""
    styles = (ROOT / "common" / "scenes" / "scenes.css").read_text(encoding="utf-8")
    covered: set[int] = set()
    for file, ranges in re.findall(r'url\("(@f[^"]+)"\)[^;]*;\s*unicode-range:([^;]+);', styles):
        glyphs = set(TTFont(ROOT / "node_modules" / file).getBestCmap())
        covered |= glyphs & codepoints(ranges)
    return covered


def codepoints(ranges: str) -> set[int]:
    found: set[int] = set()
    for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", ranges):
        found |= set(range(int(first, 16), int(last or first, 16) + 1))
    return found


@pytest.mark.parametrize(
    ("scene", "emoji"),
    [
        ("🐟☂️", ("🐟", "☂️")),
        ("⚖️🐘🐭", ("⚖️", "🐘", "🐭")),
        ("", ()),
        ("fish", ()),
        ("🐟 ☂️", ()),
    ],
)
def test_the_emoji_of_a_scene(scene: str, emoji: tuple[str, ...]) -> None:
    assert emoji_of(scene) == emoji


@pytest.mark.parametrize(
    "scene",
    [
        "☂🐟",  # without its selector: drawn as a letter
        "🐟\ufe0f🚲",  # a selector that is not needed: another codename for the same picture
        "👩\u200d🚀🐟",  # joined to one
        "🇸🇪🐟",
        "👍🏽🐟",
        "1️⃣🐟",
        "🪐🐟",  # Emoji 12
        "🧸🐟",  # Emoji 11
        "🐟\u200b🚲",
        "\x1b[31m🐟🚲",
        "🐟x",
    ],
)
def test_what_a_television_may_not_draw(scene: str) -> None:
    assert reasons(scene) == [SceneReason.NO_SCENE]


@pytest.mark.parametrize(
    ("reason", "bad", "good"),
    [
        (SceneReason.TOO_SHORT, ["🐟"], ["🐟🚲"]),
        (SceneReason.TOO_LONG, ["🐟🚲☂️🔑"], ["🐟🚲☂️"]),
        (SceneReason.TWICE_IN_ONE, ["🐟🐟"], ["🐟🐡"]),
        (SceneReason.TOO_ALIKE, ["🐟🚲", "🚲🐟"], ["🐟🚲", "🐟🔑"]),
        (SceneReason.TOO_ALIKE, ["🐟🚲☂️", "☂️🔑🐟"], ["🐟🚲☂️", "🔑🐟"]),
        (
            SceneReason.EMOJI_TOO_OFTEN,
            ["🐟🚲", "🐟🔑", "🐟🔔", "🐟🔒", "🐟🔮"],
            ["🐟🚲", "🐟🔑", "🐟🔔", "🐟🔒", "🐡🔮"],
        ),
    ],
)
def test_each_reason_has_a_trigger_and_a_near_miss(
    reason: SceneReason, bad: list[str], good: list[str]
) -> None:
    assert reasons(*bad) == [reason]
    assert reasons(*good) == []


def test_a_list_needs_its_header_and_300() -> None:
    found = [(p.reason, p.other) for p in words.check_scenes("# language: zxx\n🐟🚲\n")]
    assert found == [
        (SceneReason.MISSING_HEADER, "name"),
        (SceneReason.MISSING_HEADER, "licence"),
        (SceneReason.MISSING_HEADER, "version"),
        (SceneReason.TOO_FEW, "1 of 300"),
    ]


def test_only_what_says_so_is_a_list_of_scenes() -> None:
    assert words.is_scenes(TEXT)
    assert not words.is_scenes((FOLDER / "en.txt").read_text(encoding="utf-8"))


@pytest.mark.parametrize("reason", list(SceneReason))
def test_every_reason_has_a_sentence_with_nothing_invisible(reason: SceneReason) -> None:
    sentence = words.explain_scene(SceneProblem(3, "🐟🚲", reason, "🐟🔑"))
    assert sentence.startswith("line 3: ")
    assert "{" not in sentence
    (problem,) = words.check_scenes(f"{HEADER}\x1b[2J🐟\u202e", fewest=0)
    assert problem.scene == "\ufffd[2J🐟\ufffd"
