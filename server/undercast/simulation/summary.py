"""Outcomes of one game and of many: means and rates with 95 % confidence intervals."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, quantiles, stdev

from msgspec import Struct

from undercast.rules.cards import AGENT_OF, Identity, Team
from undercast.rules.game import Ending
from undercast.rules.settings import Mode
from undercast.simulation.match import PlayedMatch

LOST_GAME_SCORE = 25
"""The score25 of a lost game; that of a won game is its turns."""

Z_95 = 1.96
"""Standard deviations of a 95 % interval."""


class Outcome(Struct, frozen=True):
    """A game's outcome for one team."""

    seed: int
    won: bool
    ending: Ending
    turns: int
    """Clues of the team."""
    score25: int
    hits: int
    """Own agents touched."""
    wrong: int
    """Other cards touched."""
    assassin: bool
    """The team touched the assassin."""
    first_hits: int
    """Of `firsts`, the clues whose first touch was the most important card."""
    firsts: int
    """Clues with a touch and a known intention."""
    took_ms: tuple[float, ...]
    """Milliseconds for each clue."""


class Interval(Struct, frozen=True):
    """A value with its 95 % confidence interval."""

    value: float
    low: float
    high: float


class Summary(Struct, frozen=True):
    """One team over many games."""

    games: int
    win_rate: Interval
    score25: Interval
    assassin_rate: Interval
    first_picks: Interval
    hits_per_clue: float
    wrong_per_game: float
    ms_p50: float
    ms_p95: float


def team_outcome(played: PlayedMatch, team: Team, seed: int) -> Outcome:
    """The outcome for `team`; in a duet for both sides together."""
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
        score25=len(clues) if won else LOST_GAME_SCORE,
        hits=touched.count(own),
        wrong=sum(identity is not own for identity in touched),
        assassin=Identity.ASSASSIN in touched,
        first_hits=sum(firsts),
        firsts=len(firsts),
        took_ms=tuple(round(clue.took_ms, 2) for clue in clues),
    )


def summarize(outcomes: Sequence[Outcome]) -> Summary:
    """Of at least one game."""
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
        hits_per_clue=sum(o.hits for o in outcomes) / max(clues, 1),
        wrong_per_game=sum(o.wrong for o in outcomes) / games,
        ms_p50=cuts[9],
        ms_p95=cuts[18],
    )


def mean(values: Sequence[float]) -> Interval:
    """The mean, with an interval of the normal distribution."""
    middle = fmean(values)
    margin = Z_95 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Interval(middle, middle - margin, middle + margin)


def rate(count: int, total: int) -> Interval:
    """A proportion with the Wilson interval, which also holds near 0 and 1."""
    if not total:
        return Interval(0.0, 0.0, 1.0)
    share, square = count / total, Z_95 * Z_95 / total
    middle = (share + square / 2) / (1 + square)
    margin = Z_95 * sqrt(share * (1 - share) / total + square / (4 * total)) / (1 + square)
    return Interval(share, max(middle - margin, 0.0), min(middle + margin, 1.0))


TABLE_HEADER = (
    "| team | games | wins | score25 | assassin | first pick | hits a clue | wrong a game"
    " | ms p50 / p95 |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
)


def table_row(name: str, s: Summary) -> str:
    """A row under `TABLE_HEADER`."""
    cells = [
        name,
        str(s.games),
        _format_interval(s.win_rate, ".3f"),
        _format_interval(s.score25, ".2f"),
        _format_interval(s.assassin_rate, ".3f"),
        _format_interval(s.first_picks, ".3f"),
        f"{s.hits_per_clue:.2f}",
        f"{s.wrong_per_game:.2f}",
        f"{s.ms_p50:.0f} / {s.ms_p95:.0f}",
    ]
    return f"| {' | '.join(cells)} |"


def _format_interval(interval: Interval, form: str) -> str:
    return f"{interval.value:{form}} ({interval.low:{form}} to {interval.high:{form}})"
