"""What the shared screens show after a game: by itself, and as the host wishes."""

from typing import Any

import pytest
from msgspec.structs import replace

from room.room_builder import ANA, BEN, deal, playing, then, why_not
from rules.game_builder import ASSASSIN, UNDO, clue, touch
from undercast.base.refusals import Refusal
from undercast.room.entries import ClosePage, ShowPage
from undercast.room.state import LookBackPart, Playback, Room, ScreenPage
from undercast.rules.actions import Abandon, Debrief
from undercast.views import Audience, views

AWARDS = ShowPage(1, 0, plays=True, part=LookBackPart.AWARDS)


def ended() -> Room:
    """Red has touched the assassin."""
    return then(playing(), ANA, clue("tree", 2), touch(ASSASSIN))


def test_a_game_that_ends_is_looked_back_upon() -> None:
    assert then(playing(), ANA, clue("tree", 2)).lobby.showing is None
    assert ended().lobby.showing == ScreenPage(1, Playback.LOOKING_BACK, 0, 0)


def test_one_that_is_given_up_is_not() -> None:
    assert then(playing(), ANA, Abandon()).lobby.showing is None


@pytest.mark.parametrize(
    ("by", "do"), [(ANA, UNDO), (ANA, Debrief()), (ANA, deal()), (ANA, ClosePage())]
)
def test_what_shows_the_table_again(by: str, do: Any) -> None:
    after = then(ended(), by, do)
    assert after.lobby.showing is None


def test_after_an_undo_the_next_end_is_looked_back_upon() -> None:
    after = then(ended(), ANA, UNDO, touch(ASSASSIN))
    assert after.lobby.showing == ScreenPage(1, Playback.LOOKING_BACK, 0, 0)


def test_the_host_shows_a_game_from_any_moment_on() -> None:
    still = then(ended(), ANA, Debrief(), ShowPage(1, 3, plays=False))
    assert still.lobby.showing == ScreenPage(1, Playback.STILL, 3, 0)
    plays = then(still, ANA, ShowPage(1, 4, plays=True))
    assert plays.lobby.showing == ScreenPage(1, Playback.PLAYING, 4, 0)
    assert then(plays, ANA, deal()).lobby.showing is None


@pytest.mark.parametrize("part", LookBackPart)
def test_the_host_goes_on_to_the_next_part(part: LookBackPart) -> None:
    on = replace(AWARDS, part=part)
    shown = ScreenPage(1, Playback.LOOKING_BACK, 0, 0, part)
    assert then(ended(), ANA, on).lobby.showing == shown
    told = then(ended(), ANA, Debrief())
    assert told.lobby.showing is None  # the whole key, until the host goes on
    assert then(told, ANA, on).lobby.showing == shown
    assert then(told, ANA, on, deal()).lobby.showing is None


def test_only_the_latest_game_is_looked_back_upon() -> None:
    again = then(ended(), ANA, deal(), Abandon())
    assert why_not(again, ANA, AWARDS) is Refusal.NO_SUCH_GAME
    assert why_not(again, ANA, replace(AWARDS, game=3)) is Refusal.NO_SUCH_GAME
    assert then(again, ANA, replace(AWARDS, game=2)).lobby.showing is not None


def test_a_debrief_shows_its_key_at_once_whatever_was_shown() -> None:
    assert then(ended(), ANA, ShowPage(1, 0, plays=True), Debrief()).lobby.showing is None


def test_nothing_else_moves_a_step() -> None:
    over = ended()
    assert then(over, ANA, ShowPage(1, 3, plays=False)).step == over.step


@pytest.mark.parametrize("do", [ShowPage(1, 0, plays=True), AWARDS, ClosePage()])
def test_only_the_host_may(do: Any) -> None:
    assert why_not(ended(), BEN, do) is Refusal.NOT_HOST


def test_never_while_a_game_is_played() -> None:
    show = ShowPage(1, 0, plays=True)
    assert why_not(playing(), ANA, show) is Refusal.GAME_RUNNING
    assert why_not(then(ended(), ANA, deal()), ANA, show) is Refusal.GAME_RUNNING


def test_no_game_that_was_never_dealt() -> None:
    assert why_not(ended(), ANA, ShowPage(2, 0, plays=True)) is Refusal.NO_SUCH_GAME


def test_it_is_public() -> None:
    view = views(ended(), (Audience.PUBLIC,), frozenset())[Audience.PUBLIC]
    assert view.lobby.showing == ScreenPage(1, Playback.LOOKING_BACK, 0, 0)


def test_a_view_has_awards_when_the_game_is_over() -> None:
    found = then(playing(), ANA, clue("tree", 3), touch(0), touch(1), touch(2))
    running = views(found, (Audience.PUBLIC,), frozenset())[Audience.PUBLIC]
    over = views(then(found, ANA, touch(ASSASSIN)), (Audience.PUBLIC,), frozenset())
    assert running.game is not None
    assert running.game.awards == ()
    game = over[Audience.PUBLIC].game
    assert game is not None
    assert [award.kind for award in game.awards] == ["boldest"]
