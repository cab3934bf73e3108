"""The duet and the undo once more, in the shortest way and with nothing of ours but the
names: what the rules do is held against it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field


def steps_apart(one: str, other: str) -> int:
    """Edit distance by its definition."""
    if not one or not other:
        return len(one) + len(other)
    same = one[0] == other[0]
    return min(
        steps_apart(one[1:], other[1:]) + (not same),
        steps_apart(one[1:], other) + 1,
        steps_apart(one, other[1:]) + 1,
    )


@dataclass
class Duet:
    """Two keys of letters (g, n, a), told touch by touch; `giver` is 0 or 1, or None at first."""

    keys: Sequence[str]
    tokens: int
    mistakes: int | None
    giver: int | None = None
    clue: bool = False
    touched: int = 0
    found: set[int] = field(default_factory=set)
    missed: set[tuple[int, int]] = field(default_factory=set)
    over: str = ""

    def phase(self) -> str:
        if self.over:
            return "ended"
        if self.tokens == 0:
            return "sudden_death"
        return "guess" if self.clue else "clue"

    def left(self, side: int) -> int:
        return sum(self.keys[side][p] == "g" for p in range(25) if p not in self.found)

    def give(self, side: int) -> None:
        self.giver, self.clue, self.touched = side, True, 0

    def touch(self, side: int, position: int) -> None:
        judge = 1 - side
        self.touched += 1
        match self.keys[judge][position]:
            case "a":
                self.over = "assassin"
            case "n":
                self.missed.add((side, position))
                if self.mistakes is not None and len(self.missed) > self.mistakes:
                    self.over = "mistakes"
                elif self.tokens == 0:
                    self.over = "sudden_death"
                else:
                    self.swap()
            case _:
                self.found.add(position)
                if len(self.found) == 15:
                    self.over = "all_agents"
                elif self.tokens > 0 and self.left(judge) == 0:
                    self.swap()

    def swap(self) -> None:
        """A turn has ended."""
        self.tokens -= 1
        self.clue = False
        if self.giver is not None and self.left(1 - self.giver) > 0:
            self.giver = 1 - self.giver


def can_undo(touched_at: int, pauses: Sequence[tuple[int, int]], at: int) -> bool:
    """Ten seconds, of which pauses (from, to) take nothing."""
    stood = sum(end - begin for begin, end in pauses)
    return at - touched_at - stood <= 10_000
