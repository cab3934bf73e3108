"""Scenes: the deck of pictures that needs no artwork, two or three emoji on a card.

It is a file like a word list, whose language is `zxx` ("no linguistic content", ISO 639-2). It lies
in a folder of its own, so that it is no deck of words.
"""

import itertools
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from undercast.words.decks import Deck, read_deck
from undercast.words.emoji import VARIATION_SELECTOR, emoji_of
from undercast.words.file_format import HEADER, read_header, read_lines
from undercast.words.problems import WHOLE_LIST, showable

LANGUAGE = "zxx"
"""What the header of a list of scenes says."""

FILE = Path("scenes", "scenes.txt")
"""In the folder of the word lists."""

MIN_EMOJI = 2
MAX_EMOJI = 3
"""Of one scene: as many as stay large on a card."""

MAX_SCENES_PER_EMOJI = 4
"""An emoji that comes too often makes the scenes alike."""

MIN_SCENES = 300
"""Fifteen boards without a repetition."""


class SceneReason(StrEnum):
    """Why a scene, or a whole list of them, does not do."""

    MISSING_HEADER = "missing_header"
    NO_SCENE = "no_scene"
    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    TWICE_IN_ONE = "twice_in_one"
    TOO_ALIKE = "too_alike"
    EMOJI_TOO_OFTEN = "emoji_too_often"
    TOO_FEW = "too_few"


@dataclass(frozen=True, slots=True)
class SceneProblem:
    """One thing that is wrong with a list of scenes.

    `line` counts from 1, or is WHOLE_LIST. `scene` is safe to show. `other` is the scene that it is
    like, the emoji that comes too often, the missing key, or the number of scenes that there are.
    """

    line: int
    scene: str
    reason: SceneReason
    other: str = ""


def load_scenes(folder: Path) -> Deck:
    """The deck of scenes, in the folder of the word lists. Raises DeckUnreadable."""
    return read_deck(folder / FILE, LANGUAGE)


def is_scenes(text: str) -> bool:
    """Whether the text of a list says that it is one of scenes."""
    return read_header(text.removeprefix("\ufeff")).get("language") == LANGUAGE


def check_scenes(text: str, fewest: int = MIN_SCENES) -> list[SceneProblem]:
    """What is wrong with the text of a list of scenes, in the order of its lines.

    Two scenes are too alike when they have two emoji in common, in whatever order.
    """
    header = read_header(text.removeprefix("\ufeff"))
    problems = [
        SceneProblem(WHOLE_LIST, "", SceneReason.MISSING_HEADER, key)
        for key in HEADER
        if not header.get(key)
    ]
    uses: Counter[str] = Counter()
    pairs: dict[frozenset[str], str] = {}
    good = 0
    for line, scene in read_lines(text):
        reason, other = _judge(scene, uses, pairs)
        if reason is None:
            good += 1
        else:
            shown = showable(scene.replace(VARIATION_SELECTOR, ""))
            problems.append(SceneProblem(line, shown, reason, other))
    if good < fewest:
        few = SceneProblem(WHOLE_LIST, "", SceneReason.TOO_FEW, f"{good} of {fewest}")
        problems.append(few)
    return problems


def _judge(
    scene: str, uses: Counter[str], pairs: dict[frozenset[str], str]
) -> tuple[SceneReason | None, str]:
    """Why a scene does not do, beside those before it, which `uses` and `pairs` remember."""
    emoji = emoji_of(scene)
    if not emoji:
        return SceneReason.NO_SCENE, ""
    if len(emoji) < MIN_EMOJI:
        return SceneReason.TOO_SHORT, ""
    if len(emoji) > MAX_EMOJI:
        return SceneReason.TOO_LONG, ""
    if len(set(emoji)) < len(emoji):
        return SceneReason.TWICE_IN_ONE, ""
    its_pairs = [frozenset(pair) for pair in itertools.combinations(emoji, 2)]
    for pair in its_pairs:
        if pair in pairs:
            return SceneReason.TOO_ALIKE, pairs[pair]
    for one in emoji:
        if uses[one] == MAX_SCENES_PER_EMOJI:
            return SceneReason.EMOJI_TOO_OFTEN, one
    uses.update(emoji)
    pairs.update(dict.fromkeys(its_pairs, scene))
    return None, ""


def explain_scene(problem: SceneProblem) -> str:
    """One English line about `problem`, for a terminal."""
    sentence = _SENTENCES[problem.reason].format(problem.scene, problem.other)
    return sentence if problem.line == WHOLE_LIST else f"line {problem.line}: {sentence}"


_SENTENCES: Mapping[SceneReason, str] = {
    SceneReason.MISSING_HEADER: "the header has no “# {1}: …”",
    SceneReason.NO_SCENE: "“{0}” has something that is not an emoji every TV shows as a picture"
    " (some of them only with U+FE0F behind)",
    SceneReason.TOO_SHORT: f"“{{0}}” has fewer than {MIN_EMOJI} emoji",
    SceneReason.TOO_LONG: f"“{{0}}” has more than {MAX_EMOJI} emoji",
    SceneReason.TWICE_IN_ONE: "“{0}” has the same emoji twice",
    SceneReason.TOO_ALIKE: "“{0}” is too much like “{1}”",
    SceneReason.EMOJI_TOO_OFTEN: f"“{{1}}” is in {MAX_SCENES_PER_EMOJI} scenes already",
    SceneReason.TOO_FEW: "too few scenes: {1}",
}
