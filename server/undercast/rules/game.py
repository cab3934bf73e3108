"""The state of one game: what lies on the table for everyone, and what only key holders know.

`Table` is everything public and has no place for a hidden identity. `Game` adds the secrets. Public
output is made from a `Table`, so there is nothing to strip.
"""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from undercast.rules.cards import AGENT_OF, Identity, Key, Side, Team
from undercast.rules.clock import Clock
from undercast.rules.clues import Clue
from undercast.rules.findings import Finding
from undercast.rules.secret import Secret
from undercast.rules.settings import Marks, PlusOne, Settings

RULES = 3
"""The number of the rules by which new games are played.

    1    a pause and the sandglass end an undo; spoken clues have a clue's and a guess's clock
    2    the latest touch can be taken back after those, too; spoken clues have one clock a turn
    3    a strict clock runs at the opponent's turn and in sudden death; in which a bystander ends
         the game as such, however many mistakes are forgiven; who exchanges a codename withdraws
         nobody's question but the own; after the end of a game, too, the latest touch can be taken
         back when somebody has left

Whoever changes what an action does to a game gives the rules the next number, and lets the
functions that differ ask `Game.rules`: a game dealt before goes on, and replays, as it began.
"""

UNDO_SURVIVES_A_PAUSE = ONE_CLOCK = 2
ALL_TIMED = SUDDEN_DEATH_FIRST = QUESTIONS_STAY = UNDO_SURVIVES_LEAVING = 3
"""Since which rules."""

UNDO_MS = 10_000
"""Rule "Undo": the latest touch can be taken back within 10 seconds (milliseconds)."""


class Phase(StrEnum):
    """Where a game stands. Each phase says what may happen next."""

    CLUE = "clue"
    GUESS = "guess"
    CHALLENGED = "challenged"
    """A public clue is disputed; touches wait."""
    PENALTY = "penalty"
    """The rival may cover one of its agents after an invalid clue."""
    OPPONENT = "opponent"
    """Co-op: the simulated team's turn."""
    SUDDEN_DEATH = "sudden_death"
    """Duet: no tokens left."""
    ENDED = "ended"
    DEBRIEFED = "debriefed"
    """Ended, and the whole key is shown to everyone."""

    @property
    def over(self) -> bool:
        """Whether nothing can be played any more."""
        return self in (Phase.ENDED, Phase.DEBRIEFED)


class TurnEnd(StrEnum):
    """Why a turn ended."""

    BY_CHOICE = "by_choice"
    LIMIT = "limit"
    BYSTANDER = "bystander"
    RIVAL_AGENT = "rival_agent"
    ASSASSIN = "assassin"
    LAST_AGENT = "last_agent"
    INVALID_CLUE = "invalid_clue"
    TIME = "time"
    """Strict timer: no clue, no guess, or in co-op nobody picked for the simulated team, in time.
    """
    OPPONENT = "opponent"
    """Co-op: the simulated team has revealed one of its agents."""
    SIDE_DONE = "side_done"
    """Duet: all agents of the giver's key are found."""
    ABANDONED = "abandoned"


class Ending(StrEnum):
    """Why a game ended."""

    ALL_AGENTS = "all_agents"
    ASSASSIN = "assassin"
    SUDDEN_DEATH = "sudden_death"
    """Duet: a bystander was touched in sudden death."""
    MISTAKES = "mistakes"
    """Duet: more bystanders were touched than the house rules forgive."""
    TIME = "time"
    """Duet, strict timer: nobody touched a card in time in sudden death."""
    ABANDONED = "abandoned"


class Result(Struct, frozen=True):
    """How a game ended."""

    winner: Team | None
    """Null for an abandoned game and a lost duet; a lost co-op game is the simulated team's."""
    ending: Ending
    score: int | None = None
    """A won co-op game: agents of the simulated team that are still hidden."""


class Touch(Struct, frozen=True, array_like=True):
    """One card touched. An undone touch stays in the history: everybody saw it."""

    position: int
    identity: Identity
    by: str
    """Player id of whoever touched."""
    undone: bool = False


class StruckBy(StrEnum):
    """Who found a clue invalid."""

    REFEREE = "referee"
    GIVER = "giver"
    """The giver conceded a challenge."""
    RIVAL = "rival"
    """The rival spymaster upheld a challenge."""


class StruckClue(Struct, frozen=True, array_like=True):
    """An invalid clue, shown to all and struck."""

    clue: Clue
    by: StruckBy


class Turn(Struct, frozen=True, array_like=True):
    """One team's clue phase and guess phase."""

    team: Team
    clue: Clue | None = None
    """Null until it is given."""
    giver: str | None = None
    """Player id of who gave the clue; null when touching stood for giving it."""
    touches: tuple[Touch, ...] = ()
    """In their order, undone ones included."""
    ended: TurnEnd | None = None
    """Null while the turn goes on."""
    struck: tuple[StruckClue, ...] = ()
    """The invalid clues of this turn."""
    cover: int | None = None
    """Position of the agent of this team that was revealed without a guess: as the penalty for the
    rival's clue, or in co-op as the simulated team's turn (by lot if that turn ended by time)."""
    side: Side | None = None
    """Duet: the side that gives the clue; null until one of them does, and in sudden death."""
    agreed: bool = False
    """The referee finds the clue illegal, and the group allowed it."""
    corrected: bool = False
    """The clue's spelling was corrected, which is done once."""

    @property
    def counted(self) -> tuple[Touch, ...]:
        """Touches that were not taken back."""
        return tuple([touch for touch in self.touches if not touch.undone])

    @property
    def guesses(self) -> int:
        """Touches that count: those not taken back."""
        return len(self.counted)


class Exchange(Struct, frozen=True):
    """A codename that was exchanged before the first clue."""

    position: int
    former: str
    """The codename that lay there before."""


class UndoOffer(Struct, frozen=True):
    """The latest touch can be taken back for a while. A pause stops that while."""

    by: str
    """Player id of whoever touched."""
    until: int | None
    """The server time (Unix milliseconds) at which it is too late; null in a pause."""
    left: int | None = None
    """What is left of it in a pause, milliseconds; else null."""
    seat: str | None = None
    """The seat that touched; null where an earlier release wrote the touch."""

    def stopped(self, at: int) -> "UndoOffer":
        """The same offer in a pause that begins at server time `at`."""
        return self if self.until is None else replace(self, until=None, left=self.until - at)

    def resumed(self, at: int) -> "UndoOffer":
        """The same offer when the pause is over at server time `at`."""
        return self if self.left is None else replace(self, until=at + self.left, left=None)


class KnownBystander(Struct, frozen=True):
    """Duet: a card that `side` touched and that was a bystander on its partner's key."""

    position: int
    side: Side
    """Who cannot touch it any more; the other side still can."""


class Duet(Struct, frozen=True):
    """What lies on the table of a duet besides the cards."""

    tokens: int
    """Turns left before sudden death."""
    bystanders: tuple[KnownBystander, ...] = ()


class Table(Struct, frozen=True):
    """Everything about a game that everyone may know."""

    settings: Settings
    codenames: tuple[str, ...]
    revealed: tuple[Identity | None, ...]
    starting_team: Team
    agents: Mapping[Team, int]
    """Agents of each team that plays, hidden or not."""
    phase: Phase
    turns: tuple[Turn, ...]
    paused: bool = False
    result: Result | None = None
    exchanges: tuple[Exchange, ...] = ()
    undo: UndoOffer | None = None
    languages: tuple[str, ...] = ()
    """Languages of the codenames, in which clues are judged."""
    card_languages: tuple[int, ...] = ()
    """By position: which of `languages` the codename is in; empty where all are in the first."""
    clue_stands: bool = False
    """The rival spymaster has ruled for the turn's clue: it cannot be challenged."""
    clock: Clock | None = None
    """Null without a timer, and when the game is over."""
    duet: Duet | None = None
    """Null in the other modes."""

    @property
    def turn(self) -> Turn:
        """The current turn, or the last one of a game that is over."""
        return self.turns[-1]

    def language_at(self, position: int) -> int:
        """Which of `languages` the codename is in."""
        return self.card_languages[position] if self.card_languages else 0

    def agents_left(self, team: Team) -> int:
        """Agents of `team` still hidden."""
        return self.agents.get(team, 0) - self.revealed.count(AGENT_OF[team])

    def guess_limit(self) -> int | None:
        """Touches allowed in the current turn; None where there is no limit or no clue yet.

        Rule "Guess limit": number + 1, or as the setting `plus_one` says; with 0 or unlimited
        none; a duet has none.
        """
        clue = self.turn.clue
        if clue is None or not clue.count or self.duet is not None:
            return None
        plus_one = self.settings.plus_one
        earned = plus_one is PlusOne.EARNED and self.outstanding(self.turn.team) > 0
        return clue.count + (plus_one is PlusOne.ALWAYS or earned)

    def outstanding(self, team: Team) -> int:
        """Cards that earlier clues of `team` meant and that it has not found yet.

        Rule `earned`: a turn ended by choice adds what it fell short of its number, an own agent
        found by an extra touch takes one away, and there are never more than the hidden agents.
        """
        earlier = [turn for turn in self.turns if turn.team is team and turn.ended is not None]
        return min(sum(_adds(turn) for turn in earlier), self.agents_left(team))

    def guesses_left(self) -> int | None:
        """Touches left in the current turn; None where there is no limit.

        When an extra touch found the last agent, nothing is outstanding any more.
        """
        limit = self.guess_limit()
        return None if limit is None else max(limit - self.turn.guesses, 0)


def _adds(turn: Turn) -> int:
    """What an ended turn adds to the cards outstanding, or takes away."""
    number = turn.clue.count if turn.clue is not None else 0
    if number == 0:
        return 0
    own = [touch.identity is AGENT_OF[turn.team] for touch in turn.counted]
    fell_short = max(number - sum(own), 0) if turn.ended is TurnEnd.BY_CHOICE else 0
    return fell_short - sum(own[number:])


class Mark(Struct, frozen=True):
    """An operative's thought, put on a card before it is touched."""

    position: int
    by: str
    """Player id of whose mark it is."""
    unsure: bool = False
    """Whether they do not know the clue's word."""


class Note(Secret, frozen=True):
    """What somebody noted in secret in a turn. Everybody sees it in the debrief."""

    turn: int
    """Which one; the first is 0."""
    by: str
    """Player id: of who gave the turn's clue, what it means; of who guessed, what they would touch.
    """
    cards: tuple[int, ...]
    """Positions, the likeliest first."""


class Question(Secret, frozen=True):
    """A clue that is not public yet: the giver asks the rival spymaster whether it is valid."""

    id: int
    """Counts the questions of a game, so that an answer is never taken for another clue's."""
    clue: Clue
    giver: str
    """Player id."""
    findings: tuple[Finding, ...]
    rejected: bool = False
    """The rival said no: the giver has to find another clue."""
    corrects: bool = False
    """It is another spelling of the turn's public clue."""


class Game(Secret, frozen=True):
    """A game with its secrets.

    They are the key or keys, the marks, the notes, the clue that only two people know of, and the
    game before the latest touch.
    """

    table: Table
    key: Key
    """Duet: side A's."""
    marks: tuple[Mark, ...] = ()
    before: "Game | None" = None
    """What an undo restores, as long as `table.undo` offers one."""
    question: Question | None = None
    asked: int = 0
    """Questions of this game so far."""
    key_b: Key | None = None
    """Duet: side B's key."""
    rules: int = RULES
    """The number of the rules that it is played by, fixed when it was dealt."""
    notes: tuple[Note, ...] = ()
    """In the order of the turns; of each person one a turn at most."""

    def key_of(self, side: Side) -> Key:
        """The key that this side of a duet sees, and by which its partner's touches are judged."""
        assert self.key_b is not None  # a duet has two
        return self.key if side is Side.A else self.key_b

    @property
    def marks_are_secret(self) -> bool:
        """Whether only the team that makes them sees the marks."""
        return self.table.settings.marks is Marks.TEAM_SEES

    def with_table(self, table: Table) -> "Game":
        """The same game with this table."""
        return replace(self, table=table)

    def without_marks_of(self, by: str) -> "Game":
        """The same game without this person's marks, also after an undo."""
        marks = tuple(mark for mark in self.marks if mark.by != by)
        before = None if self.before is None else self.before.without_marks_of(by)
        return replace(self, marks=marks, before=before)

    def without_undo(self) -> "Game":
        """The same game in which the latest touch stands."""
        if self.table.undo is None:
            return self
        return replace(self, table=replace(self.table, undo=None), before=None)
