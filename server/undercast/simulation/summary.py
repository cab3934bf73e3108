"""What came of a game for one team, and of many games: means and rates with 95 % intervals."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, quantiles, stdev

from msgspec import Struct

from undercast.rules.cards import AGENT_OF, Identity, Team
from undercast.rules.game import Ending
from undercast.rules.settings import Mode
from undercast.simulation.match import MatchClue, PlayedMatch

LOST = 25
"""What a lost game counts in score25, which otherwise is the turns that it took to win."""

Z = 1.96
"""Standard deviations of a 95 % interval."""


class Outcome(Struct, frozen=True):
    """A game as one team played it."""

    seed: int
    won: bool
    ending: Ending
    turns: int
    """Clues that the team gave."""
    score25: int
    hits: int
    """Own agents that it touched."""
    wrong: int
    """Other cards that it touched."""
    assassin: bool
    """It touched the assassin."""
    first_hits: int
    """Clues whose first touch was what they meant most …"""
    firsts: int
    """… of so many that were touched for and that said what they meant."""
    took_ms: tuple[float, ...]
    """For each clue."""


class Interval(Struct, frozen=True):
    """A figure with where it lies in 95 of 100 such runs."""

    value: float
    low: float
    high: float


class Summary(Struct, frozen=True):
    """Many games of one team."""

    games: int
    win_rate: Interval
    score25: Interval
    assassin_rate: Interval
    first_picks: Interval
    hits_a_clue: float
    wrong_a_game: float
    ms_p50: float
    ms_p95: float


def outcome(played: PlayedMatch, team: Team, seed: int) -> Outcome:
    """What came of this game for `team`; in a duet for both sides together."""
    table, result = played.table, played.table.result
    assert result is not None  # it is over
    duet = table.settings.mode is Mode.DUET
    clues = [clue for clue in played.clues if duet or clue.seat.startswith(team)]
    own = Identity.GREEN if duet else AGENT_OF[team]
    touched = [identity for clue in clues for _, identity in clue.touched]
    won = result.winner is (Team.GREEN if duet else team)
    firsts = [clue.first_hit for clue in clues if clue.first_hit is not None]
    return Outcome(
        seed=seed,
        won=won,
        ending=result.ending,
        turns=len(clues),
        score25=len(clues) if won else LOST,
        hits=touched.count(own),
        wrong=sum(identity is not own for identity in touched),
        assassin=Identity.ASSASSIN in touched,
        first_hits=sum(firsts),
        firsts=len(firsts),
        took_ms=_times(clues),
    )


def _times(clues: Sequence[MatchClue]) -> tuple[float, ...]:
    return tuple(round(clue.took_ms, 2) for clue in clues)


def summary(outcomes: Sequence[Outcome]) -> Summary:
    """All of it together. At least one game."""
    games = len(outcomes)
    clues = sum(o.turns for o in outcomes)
    firsts = sum(o.firsts for o in outcomes)
    times = sorted(ms for o in outcomes for ms in o.took_ms) or [0.0]
    cuts = quantiles(times, n=20) if len(times) > 1 else times * 19
    return Summary(
        games=games,
        win_rate=rate(sum(o.won for o in outcomes), games),
        score25=mean([o.score25 for o in outcomes]),
        assassin_rate=rate(sum(o.assassin for o in outcomes), games),
        first_picks=rate(sum(o.first_hits for o in outcomes), firsts),
        hits_a_clue=sum(o.hits for o in outcomes) / max(clues, 1),
        wrong_a_game=sum(o.wrong for o in outcomes) / games,
        ms_p50=cuts[9],
        ms_p95=cuts[18],
    )


def mean(values: Sequence[float]) -> Interval:
    """The mean, by the normal distribution."""
    middle = fmean(values)
    wide = Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Interval(middle, middle - wide, middle + wide)


def rate(count: int, total: int) -> Interval:
    """A share, by Wilson's interval, which also holds near 0 and 1."""
    if not total:
        return Interval(0.0, 0.0, 1.0)
    share, square = count / total, Z * Z / total
    middle = (share + square / 2) / (1 + square)
    wide = Z * sqrt(share * (1 - share) / total + square / (4 * total)) / (1 + square)
    return Interval(share, max(middle - wide, 0.0), min(middle + wide, 1.0))


HEAD = (
    "| team | games | wins | score25 | assassin | first pick | hits a clue | wrong a game"
    " | ms p50 / p95 |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
)


def row(name: str, s: Summary) -> str:
    """A row of the table that `HEAD` begins."""
    cells = [
        name,
        str(s.games),
        _told(s.win_rate, ".3f"),
        _told(s.score25, ".2f"),
        _told(s.assassin_rate, ".3f"),
        _told(s.first_picks, ".3f"),
        f"{s.hits_a_clue:.2f}",
        f"{s.wrong_a_game:.2f}",
        f"{s.ms_p50:.0f} / {s.ms_p95:.0f}",
    ]
    return f"| {' | '.join(cells)} |"


def _told(interval: Interval, form: str) -> str:
    return f"{interval.value:{form}} ({interval.low:{form}} to {interval.high:{form}})"
