"""The modes: each is a module of its own, and all that differs between them is in `Rules`.

Everything else (clues and their referee, challenges, undo, pause, the timer) is the same in all of
them and asks here for the rest. A further mode is a module with these functions, a line in `MODES`,
and its seats in `undercast.room.roles`; docs/architecture.md goes through it step by step.
"""

from collections.abc import Mapping
from typing import Protocol

from undercast.rules.cards import Identity, Side
from undercast.rules.game import Game, Table, Touch, TurnEnd
from undercast.rules.modes import classic, coop, duet
from undercast.rules.settings import Mode, Settings
from undercast.rules.turns import TableChange


class ModeRules(Protocol):
    """What a mode decides. `side` is the toucher's in a duet, else None."""

    def deal(
        self,
        settings: Settings,
        codenames: tuple[str, ...],
        keys: tuple[tuple[Identity, ...], ...],
    ) -> Game:
        """A new game. Raises ValueError for keys or codenames that are not this mode's."""

    def require_touchable(self, table: Table, position: int, side: Side | None) -> None:
        """Raise Refused unless this card can be touched, in a phase that allows touching."""

    def identity(self, game: Game, position: int, side: Side | None) -> Identity:
        """What a card turns out to be when it is touched."""

    def after_touch(self, game: Game, touch: Touch, side: Side | None) -> TableChange:
        """What the touch, already part of its turn, does to the table and the game."""

    def end_turn(self, game: Game, why: TurnEnd) -> TableChange:
        """What comes after the current turn."""


MODES: Mapping[Mode, ModeRules] = {Mode.CLASSIC: classic, Mode.COOP: coop, Mode.DUET: duet}


def rules_of(table: Table) -> ModeRules:
    """The rules of the mode that is played on this table."""
    return MODES[table.settings.mode]
