"""Bots play whole games by the commands and rules of every room, whatever the house rules."""

import json
from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from long import often
from undercast.bots.bot import Bot
from undercast.cli.main import main
from undercast.room.seats import Seat
from undercast.rules.settings import (
    Agreement,
    Clues,
    Guessing,
    Marks,
    Mode,
    Penalty,
    PlusOne,
    Refereeing,
    RivalConfirms,
    Settings,
    SeveralWords,
    Timer,
)
from undercast.simulation import teams
from undercast.simulation.match import Match, seats_of
from undercast.simulation.summary import mean, rate
from undercast.simulation.teams import BadTeam, parse_team

pytestmark = pytest.mark.slow

TAP = Settings(guessing=Guessing.OPERATIVES_TAP)

HOUSES = {
    "usual": TAP,
    "spoken": replace(TAP, clues=Clues.SPOKEN),
    "team sees": replace(TAP, marks=Marks.TEAM_SEES),
    "all agree": replace(TAP, agreement=Agreement.ALL, marks=Marks.TEAM_SEES),
    "earned": replace(TAP, plus_one=PlusOne.EARNED),
    "never": replace(TAP, plus_one=PlusOne.NEVER, penalty=Penalty.RANDOM),
    "strict": replace(TAP, referee=Refereeing.STRICT, several_words=SeveralWords.REFUSE),
    "no referee": replace(TAP, referee=Refereeing.OFF),
    "rival confirms": replace(TAP, rival_confirms=RivalConfirms.ALWAYS),
    "clock": replace(TAP, timer=Timer.STRICT, clue_seconds=10, guess_seconds=10),
    "co-op": replace(TAP, mode=Mode.COOP),
    "co-op, all agree": replace(TAP, mode=Mode.COOP, agreement=Agreement.ALL),
    "duet": Settings(mode=Mode.DUET),
    "one token": Settings(mode=Mode.DUET, tokens=1),
    "no mistakes": Settings(mode=Mode.DUET, mistakes=0, timer=Timer.STRICT),
}

TEAMS = ("careful", "normal", "bold", "random")

PLAYED = often(
    [(house, TEAMS[place % 3]) for place, house in enumerate(HOUSES)]
    + [(house, "random") for house in HOUSES],
    [(house, team) for house in HOUSES for team in TEAMS],
)
"""In a usual run each house rule with one style, and with chance."""

THREE = (Seat.RED_SPYMASTER, Seat.BLUE_SPYMASTER, Seat.OPERATIVE_FOR_BOTH)
TWO = (Seat.KEY_HOLDER, Seat.OPERATIVE_FOR_BOTH)


def seated(seats: tuple[Seat, ...], team: str) -> Mapping[Seat, Bot | None]:
    """A whole player in each seat, as in a room."""
    bot = teams.make_spymaster(parse_team(team))
    return dict.fromkeys(seats, bot)


@pytest.mark.parametrize(("house", "team"), PLAYED)
def test_whole_games_end_without_a_refusal(house: str, team: str) -> None:
    settings = HOUSES[house]
    for seed in range(often(1, 2)):
        played = Match(settings, seated(seats_of(settings.mode), team), seed).play()
        assert played.table.result is not None
        assert played.clues


@pytest.mark.parametrize("seats", [THREE, TWO])
def test_three_and_two_play(seats: tuple[Seat, ...]) -> None:
    assert Match(TAP, seated(seats, "normal"), 1).play().table.result is not None


def test_the_same_seed_plays_the_same_game() -> None:
    bots = seated(seats_of(Mode.CLASSIC), "normal")
    one, other = (Match(TAP, bots, 7).play() for _ in range(2))
    assert one.table == other.table
    assert [c.intended for c in one.clues] == [c.intended for c in other.clues]
    assert Match(TAP, bots, 8).play().table.codenames != one.table.codenames


def test_bots_beat_chance() -> None:
    good, bad = parse_team("normal"), parse_team("random")
    for seed in range(4):
        bots = {
            Seat.RED_SPYMASTER: teams.make_spymaster(good),
            Seat.BLUE_SPYMASTER: teams.make_spymaster(bad),
            Seat.RED_OPERATIVE: teams.make_operative(good),
            Seat.BLUE_OPERATIVE: teams.make_operative(bad),
        }
        result = Match(TAP, bots, seed).play().table.result
        assert result is not None
        assert result.winner == "red"


def test_two_bots_win_a_duet_now_and_then() -> None:
    duets = [Match(HOUSES["duet"], seated(seats_of(Mode.DUET), "normal"), n) for n in range(8)]
    results = (duet.play().table.result for duet in duets)
    assert any(result is not None and result.winner is not None for result in results)


def test_a_table_with_intervals_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "2", "--processes", "1", "--blue", "threshold"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert lines[2].startswith("| red | 2 |")
    assert " to " in lines[3]


def test_games_repeat_whatever_the_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for processes in ("1", "2"):
        options = ["--games", "3", "--processes", processes, "--blue", "none", "--json"]
        assert main(["simulate", *options]) == 0
        games = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        told.append([{**game["red"], "took_ms": None} for game in games])
    assert told[0] == told[1]
    assert len(told[0]) == 3


def test_what_cannot_be_played_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    for options in (["--red", "clever"], ["--red", "none"], ["--red", "bold@nowhere.npz"]):
        assert main(["simulate", *options]) == 2
        assert capsys.readouterr().err.startswith("undercast: ")
    with pytest.raises(BadTeam):
        parse_team("bold@english@english@english")


def test_intervals() -> None:
    share = rate(9, 10)
    assert (round(share.low, 3), share.value, round(share.high, 3)) == (0.596, 0.9, 0.982)
    middle = mean([1, 2, 3, 4])
    assert middle.value == 2.5
    assert middle.low < 2.5 < middle.high
    assert mean([3]).low == 3
