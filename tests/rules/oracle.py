"""The duet, co-op with its clock and the undo once more, in the shortest way and with nothing of
ours but the names: what the rules do is held against it.
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
                if self.tokens == 0:
                    self.over = "sudden_death"
                elif self.mistakes is not None and len(self.missed) > self.mistakes:
                    self.over = "mistakes"
                else:
                    self.swap()
            case _:
                self.found.add(position)
                if len(self.found) == 15:
                    self.over = "all_agents"
                elif self.tokens > 0 and self.left(judge) == 0:
                    self.swap()

    def time(self) -> None:
        if self.tokens == 0:
            self.over = "time"
        else:
            self.swap()

    def swap(self) -> None:
        """A turn has ended."""
        self.tokens -= 1
        self.clue = False
        if self.giver is not None and self.left(1 - self.giver) > 0:
            self.giver = 1 - self.giver


@dataclass
class Coop:
    """A key of letters (r, b, n, a), told move by move; `seconds` for the clue, for guesses."""

    key: str
    seconds: tuple[int, int]
    spoken: bool
    end: int
    """When the time of now is up, milliseconds."""
    phase: str = "clue"
    limit: int = 0
    touched: int = 0
    said: bool = False
    exchanged: int = 0
    open: set[int] = field(default_factory=set)

    def left(self, letter: str) -> int:
        return sum(it == letter and p not in self.open for p, it in enumerate(self.key))

    def begin(self, phase: str, at: int) -> None:
        self.phase = phase
        clue, guess = self.seconds
        if self.spoken and phase != "opponent":
            if phase == "clue":
                self.end = at + 1000 * (clue + guess)
        else:
            self.end = at + 1000 * (clue if phase == "clue" else guess)

    def give(self, number: int, at: int) -> None:
        self.said, self.limit, self.touched = True, number + 1, 0
        self.begin("guess", at)

    def touch(self, position: int, at: int) -> None:
        self.touched += 1
        self.open.add(position)
        letter = self.key[position]
        if letter == "a" or self.left("b") == 0:
            self.phase = "lost"
        elif self.left("r") == 0:
            self.phase = f"won {self.left('b')}"
        elif letter != "r" or self.touched == self.limit:
            self.begin("opponent", at)

    def stop(self, at: int) -> None:
        self.begin("opponent", at)

    def reveal(self, position: int, at: int) -> None:
        self.open.add(position)
        if self.left("b"):
            self.begin("clue", at)
        else:
            self.phase = "lost"

    def may_exchange(self) -> bool:
        return not self.said and not self.open and self.exchanged < 3


def can_undo(touched_at: int, pauses: Sequence[tuple[int, int]], at: int) -> bool:
    """Ten seconds, of which pauses (from, to) take nothing."""
    stood = sum(end - begin for begin, end in pauses)
    return at - touched_at - stood <= 10_000
