"""Law 7: a room is its log, in every release that follows. See README.md beside this."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from recorded_views import as_told_now, missing
from room.room_builder import replay
from undercast.room.entries import Entry
from undercast.room.state import Room
from undercast.store import codec
from undercast.views import Audience, views
from wire_messages import whole

TESTS = Path(__file__).parent.parent

GAMES = sorted(Path(__file__).parent.glob("*.json"))


def public(room: Room) -> Any:
    """What a shared screen shows in the end, with how far the room has come."""
    seen = views(room, [Audience.PUBLIC], frozenset())[Audience.PUBLIC]
    return {
        "version": room.version,
        "step": room.step,
        "view": whole(json.loads(msgspec.json.encode(seen)), "view"),
    }


def recorded(file: Path) -> tuple[list[Entry], Any]:
    game = json.loads(file.read_text(encoding="utf-8"))
    return [codec.decode(json.dumps(line).encode()) for line in game["log"]], game["public"]


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_recorded_games_keep_replaying(file: Path) -> None:
    log, expected = recorded(file)
    assert missing(as_told_now(expected), public(replay(log))) == []


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_what_is_decoded_can_be_written_again(file: Path) -> None:
    log, _ = recorded(file)
    assert [codec.decode(codec.encode(line)) for line in log] == log


WITH_BOTS = ("bots_and_people_debriefed", "duet_with_a_bot")

WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
from golden.test_golden import GAMES, WITH_BOTS, public, recorded, replay
for file in GAMES:
    if file.stem in WITH_BOTS:
        print(public(replay(recorded(file)[0])))
"""


def test_what_bots_decided_is_replayed_where_none_can_think() -> None:
    """Their entries are as good as anybody's."""
    path = os.pathsep.join([str(TESTS), str(TESTS.parent)])
    told = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMPY],
        env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    ).stdout
    logs = [recorded(file)[0] for file in GAMES if file.stem in WITH_BOTS]
    assert told.splitlines() == [str(public(replay(log))) for log in logs]
    assert len(logs) == len(WITH_BOTS)


def test_the_games_are_all_there() -> None:
    assert {file.stem for file in GAMES} >= {
        "abandoned",
        "an_evening_by_chance",
        "blue_wins_by_the_assassin",
        "bots_and_people_debriefed",
        "challenge_standing",
        "coming_and_going",
        "coop_abandoned",
        "coop_lost_by_the_assassin",
        "coop_lost_by_the_last_pick",
        "coop_lost_by_the_last_touch",
        "coop_with_pictures",
        "coop_won",
        "cyrillic_and_hindi",
        "dispute_upheld_and_the_penalty_wins",
        "duet_abandoned",
        "duet_of_five_lost_by_a_mistake",
        "duet_lost_by_the_assassin",
        "duet_lost_in_sudden_death",
        "duet_with_a_bot",
        "duet_won",
        "duet_won_in_sudden_death",
        "evening_with_swaps",
        "gone_on_without_a_game",
        "house_words_mixed_with_decks",
        "marks_standing",
        "no_game_yet",
        "one_key_for_both_teams",
        "operatives_tap_with_marks",
        "opponents_turn",
        "paused_with_a_strict_timer",
        "penalty_to_choose",
        "photos",
        "pictures",
        "plus_one_earned",
        "plus_one_never_and_no_penalty",
        "predictions",
        "question_pending",
        "question_rejected",
        "random_penalty",
        "red_wins",
        "red_wins_on_blue_s_turn",
        "sand",
        "sand_running_after_a_restart",
        "several_languages",
        "several_modes_in_one_evening",
        "spoken_clues",
        "spoken_clues_with_one_clock",
        "strict_referee",
        "strict_timer_passes_a_turn",
        "sudden_death",
        "the_rival_confirms_and_all_agree",
        "three_players",
        "two_games_with_swap",
        "undo_in_the_middle",
        "undo_offered",
        "undo_offered_in_a_pause",
    }


def test_a_difference_is_found() -> None:
    assert missing({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2, "new": 3}], "new": 4}) == []
    assert missing({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}) != []
    assert missing({"a": [1]}, {"a": [1, 2]}) != []
    assert missing({"a": 1}, {}) != []
