"""The timer: how the clock on the table follows what is played.

    sand     runs when somebody turns it over, whatever else happens, and ends nothing
    strict   a clue phase and a guess phase begin with a full clock; it stands while a clue is
             challenged and while a penalty is chosen; at its end the turn passes. Where clues are
             spoken, one clock with the seconds of both is for the whole turn. The simulated team's
             turn, and each touch of sudden death, have a guess's

Both stand while the game is paused.
"""

from msgspec.structs import replace

from undercast.rules import events
from undercast.rules.clock import Clock, started
from undercast.rules.game import ALL_TIMED, ONE_CLOCK, Game, Phase, Table
from undercast.rules.settings import Settings, Timer
from undercast.rules.turns import TableChange

_TIMED = frozenset((Phase.CLUE, Phase.GUESS))
_ALL_TIMED = _TIMED | {Phase.OPPONENT, Phase.SUDDEN_DEATH}
"""The phases in which a strict clock runs, by earlier rules and by ours."""


def with_clock(game: Game, after: Table, at: int) -> Table:
    """`after`, the table after an action at server time `at`, with its clock updated."""
    clock = after.clock
    if clock is None:
        return after
    if after.phase.over:
        return replace(after, clock=None)
    strict = after.settings.timer is Timer.STRICT
    if strict and _begins(game, after):
        clock = started(_seconds(after, has_one_clock(after.settings, game.rules)), at)
    if after.paused or (strict and after.phase not in timed_phases(game.rules)):
        return replace(after, clock=clock.stopped(at))
    empty = not strict and clock.left == 0
    return after if empty else replace(after, clock=clock.resumed(at))


def turn_sand(table: Table, at: int) -> TableChange:
    """Any player may flip the sandglass: it starts again."""
    return replace(table, clock=started(table.settings.sand_seconds, at)), (events.SandTurned(),)


def ends_at(table: Table) -> int | None:
    """The server time at which the turn's time is up; None while no strict clock runs."""
    strict = table.settings.timer is Timer.STRICT
    return table.clock.until if strict and table.clock is not None else None


def is_running(table: Table, at: int) -> bool:
    """Whether a clock runs at server time `at`: the sandglass until it is empty, a strict clock
    until the server ends the turn.
    """
    if table.clock is None or table.clock.until is None:
        return False
    return table.settings.timer is Timer.STRICT or at < table.clock.until


def has_one_clock(settings: Settings, rules: int) -> bool:
    """Whether a strict timer has one clock per turn, by the rules of this number."""
    return rules >= ONE_CLOCK and settings.one_clock


def with_stopped_clock(game: Game, at: int) -> Game:
    """The game that an undo may restore: time after `at` does not count on a strict clock."""
    clock = game.table.clock
    if clock is None or game.table.settings.timer is not Timer.STRICT:
        return game
    return game.with_table(replace(game.table, clock=clock.stopped(at)))


def restored_clock(touched: Game, restored: Table, at: int) -> Clock | None:
    """The clock after an undo at server time `at`: a strict one resumes; the sandglass kept
    running.
    """
    if restored.clock is None or restored.settings.timer is not Timer.STRICT:
        return touched.table.clock or restored.clock
    runs_there = restored.phase in timed_phases(touched.rules)
    return restored.clock.resumed(at) if runs_there else restored.clock


def timed_phases(rules: int) -> frozenset[Phase]:
    """The phases in which a strict clock runs, by the rules of this number."""
    return _ALL_TIMED if rules >= ALL_TIMED else _TIMED


def _begins(game: Game, after: Table) -> bool:
    """Whether a turn's, a phase's or a touch's time begins."""
    before, there = game.table, after.phase in timed_phases(game.rules)
    if before.phase is after.phase is Phase.SUDDEN_DEATH:
        return there and before.turn.guesses != after.turn.guesses
    if has_one_clock(after.settings, game.rules):
        return there and _turn_begins(before, after)
    return _phase_begins(before, after, there=there)


def _turn_begins(before: Table, after: Table) -> bool:
    """Whether the time of a turn begins: not before the rival has chosen its penalty."""
    return len(before.turns) != len(after.turns) or before.phase is Phase.PENALTY


def _phase_begins(before: Table, after: Table, *, there: bool) -> bool:
    """Whether a phase begins in which the clock runs (`there`); one that goes on after a challenge
    does not.

    A challenge of a clue that was only spoken is the beginning of the guess phase, too.
    """
    if not there:
        return (before.phase, after.phase) == (Phase.CLUE, Phase.CHALLENGED)
    resumed = before.phase is Phase.CHALLENGED and after.phase is Phase.GUESS
    same = before.phase is after.phase and len(before.turns) == len(after.turns)
    return not (same or resumed)


def _seconds(table: Table, one_clock: bool) -> int:
    settings = table.settings
    if one_clock and table.phase in _TIMED:
        return settings.clue_seconds + settings.guess_seconds
    return settings.clue_seconds if table.phase is Phase.CLUE else settings.guess_seconds
