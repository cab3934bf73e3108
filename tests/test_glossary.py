"""docs/glossary.md names what there is."""

import importlib
import re
from enum import StrEnum
from pathlib import Path

import pytest

from undercast.room.seats import Seat
from undercast.rules import actions, game, settings

PAGE = (Path(__file__).parents[1] / "docs" / "glossary.md").read_text(encoding="utf-8")

NAMES = re.findall(r"`([\w.]+)`", "".join(re.findall(r"\|([^|]*)\|$", PAGE, re.MULTILINE)))


def found(name: str) -> bool:
    """Whether `undercast.<name>` is a module, or something in one, at any depth."""
    parts = ["undercast", *name.split(".")]
    for length in range(len(parts), 1, -1):
        try:
            thing: object = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            if not hasattr(thing, part) and part not in getattr(thing, "__annotations__", {}):
                return False
            thing = getattr(thing, part, None)
        return True
    return False


@pytest.mark.parametrize("name", NAMES)
def test_the_name_exists(name: str) -> None:
    assert found(name)


def test_what_does_not_exist_is_not_found() -> None:
    assert not found("rules.game.Nonsense")
    assert not found("rules.game.Turn.nonsense")
    assert not found("nonsense.Turn")


def names_of(enum: type[StrEnum]) -> set[str]:
    return {f"{enum.__module__.removeprefix('undercast.')}.{enum.__name__}.{m.name}" for m in enum}


def test_every_seat_action_and_setting_is_there() -> None:
    kinds = {
        f"rules.actions.{name}"
        for name, kind in vars(actions).items()
        if isinstance(kind, type) and kind.__module__ == actions.__name__
    }
    enums = {
        f"rules.settings.{name}"
        for name, kind in vars(settings).items()
        if isinstance(kind, type) and kind.__module__ == settings.__name__
    }
    assert kinds | enums | names_of(Seat) <= set(NAMES)


def test_every_public_part_of_the_game_is_there() -> None:
    parts = {
        f"rules.game.{name}"
        for name, kind in vars(game).items()
        if isinstance(kind, type) and kind.__module__ == game.__name__
    }
    assert parts <= set(NAMES)
