"""The timer: how the clock on the table follows what is played.

    sand     runs when somebody turns it over, whatever else happens, and ends nothing
    strict   a clue phase and a guess phase begin with a full clock; it stands while a clue is
             challenged and while a penalty is chosen; at its end the turn passes. Where clues are
             spoken, one clock with the seconds of both is for the whole turn

Both stand while the game is paused.
"""

from msgspec.structs import replace

from undercast.rules import events, modes
from undercast.rules.clock import Clock, started
from undercast.rules.game import ONE_CLOCK, Game, Phase, Table, TurnEnd
from undercast.rules.settings import Settings, Timer
from undercast.rules.turns import Moved

TIMED = (Phase.CLUE, Phase.GUESS)
"""The phases in which a strict clock runs."""


def kept(game: Game, after: Table, at: int) -> Table:
    """`after`, to which `game` led at server time `at`, with the clock as it has to be."""
    before, clock = game.table, after.clock
    if clock is None:
        return after
    if after.phase.over:
        return replace(after, clock=None)
    strict = after.settings.timer is Timer.STRICT
    one_clock = has_one_clock(after.settings, game.rules)
    if strict and (_turn_begins if one_clock else _phase_begins)(before, after):
        clock = started(_seconds(after, one_clock), at)
    if after.paused or (strict and after.phase not in TIMED):
        return replace(after, clock=clock.standing(at))
    empty = not strict and clock.left == 0
    return after if empty else replace(after, clock=clock.running(at))


def turn_sand(table: Table, at: int) -> Moved:
    """Any player may turn the glass over: it runs anew."""
    return replace(table, clock=started(table.settings.sand_seconds, at)), (events.SandTurned(),)


def time_up(game: Game) -> Moved:
    """No clue in time passes the turn, no guess in time ends it."""
    return modes.of(game.table).end_turn(game, TurnEnd.TIME)


def ends_at(table: Table) -> int | None:
    """The server time at which the turn's time is up; None while no strict clock runs."""
    strict = table.settings.timer is Timer.STRICT
    return table.clock.until if strict and table.clock is not None else None


def runs(table: Table, at: int) -> bool:
    """Whether a clock runs at server time `at`. The sand does until it lies at the bottom; a strict
    clock until the server ends the turn.
    """
    if table.clock is None or table.clock.until is None:
        return False
    return table.settings.timer is Timer.STRICT or at < table.clock.until


def has_one_clock(settings: Settings, rules: int) -> bool:
    """Whether a strict timer has one clock for a turn, in a game by the rules of this number."""
    return rules >= ONE_CLOCK and settings.one_clock


def stopped(game: Game, at: int) -> Game:
    """The game as an undo may restore it: what came after `at` does not count on a strict clock."""
    clock = game.table.clock
    if clock is None or game.table.settings.timer is not Timer.STRICT:
        return game
    return game.on(replace(game.table, clock=clock.standing(at)))


def restored_clock(touched: Table, restored: Table, at: int) -> Clock | None:
    """The clock when a touch was taken back at server time `at`: a strict one goes on, the sand ran
    on meanwhile, whatever was done with it.
    """
    if restored.clock is None or restored.settings.timer is not Timer.STRICT:
        return touched.clock or restored.clock
    return restored.clock.running(at) if restored.phase in TIMED else restored.clock


def _turn_begins(before: Table, after: Table) -> bool:
    """Whether the time of a turn begins: not before the rival has chosen its penalty."""
    new = len(before.turns) != len(after.turns) or before.phase is Phase.PENALTY
    return new and after.phase in TIMED


def _phase_begins(before: Table, after: Table) -> bool:
    """Whether a clue phase or a guess phase begins; one that goes on after a challenge does not.

    A challenge of a clue that was only spoken is the beginning of the guess phase, too.
    """
    if after.phase not in TIMED:
        return (before.phase, after.phase) == (Phase.CLUE, Phase.CHALLENGED)
    resumed = before.phase is Phase.CHALLENGED and after.phase is Phase.GUESS
    same = before.phase is after.phase and len(before.turns) == len(after.turns)
    return not (same or resumed)


def _seconds(table: Table, one_clock: bool) -> int:
    settings = table.settings
    if one_clock:
        return settings.clue_seconds + settings.guess_seconds
    return settings.clue_seconds if table.phase is Phase.CLUE else settings.guess_seconds
