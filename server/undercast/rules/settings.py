"""House rules: where groups differ, the difference is a setting with a default.

A setting never changes any other rule. Settings are fixed for a game when it is dealt.
"""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from undercast.base.refusals import Refusal

SHORTEST_TIME = 10
LONGEST_TIME = 900
"""Seconds that a timer can be set to."""

MAX_TOKENS = 15
"""Duet: tokens, and mistakes that are forgiven, that can be set."""


class Mode(StrEnum):
    """Which game is played. Each has a module of its own in `rules.modes`."""

    CLASSIC = "classic"
    """Two teams against each other."""
    COOP = "coop"
    """One team against a simulated opponent."""
    DUET = "duet"
    """Two sides with a key each, together against nine tokens."""


class Board(StrEnum):
    """What lies on the table."""

    WORDS = "words"
    """25 words: 5 columns, 5 rows."""
    PICTURES = "pictures"
    """20 pictures: 5 columns, 4 rows."""


class Clues(StrEnum):
    """How clues are given."""

    TYPED = "typed"
    """The spymaster types word and number before anything can be touched."""
    SPOKEN = "spoken"
    """The word is optional; a touch in the clue phase gives a wordless `unlimited` clue itself."""


class Guessing(StrEnum):
    """Whose phone touches the cards."""

    SPYMASTER_TAPS = "spymaster_taps"
    """Operatives say and point; the guessing team's spymaster touches."""
    OPERATIVES_TAP = "operatives_tap"
    """An operative marks a card, then confirms."""


class Marks(StrEnum):
    """Who sees the marks that operatives put on cards before they touch."""

    TEAM_SEES = "team_sees"
    EVERYONE_SEES = "everyone_sees"


class Agreement(StrEnum):
    """How many operatives it takes to touch a card, where operatives tap."""

    ANY_ONE = "any_one"
    ALL = "all"
    """Every operative of the team who is online has marked the card."""


class RivalConfirms(StrEnum):
    """Which clues the rival spymaster sees before they are public."""

    WHEN_ASKED = "when_asked"
    ALWAYS = "always"
    """Every typed clue, as long as there is a rival spymaster who is online."""


class PlusOne(StrEnum):
    """Whether the guess limit is the clue's number plus one."""

    ALWAYS = "always"
    EARNED = "earned"
    """Only while the team has cards outstanding from earlier clues."""
    NEVER = "never"


class Refereeing(StrEnum):
    """What the referee's findings do."""

    OFF = "off"
    """Only malformed clues are refused."""
    ADVISE = "advise"
    """The giver sees the findings before the clue is public, and may ask the rival spymaster."""
    STRICT = "strict"
    """An illegal clue costs the penalty at once; a questioned one goes to the rival."""


class SeveralWords(StrEnum):
    """What the referee says of several words or a hyphen."""

    REFUSE = "refuse"
    ASK = "ask"
    ALLOW = "allow"


class Abbreviations(StrEnum):
    """What the referee says of abbreviations; laser, radar and sonar are words."""

    ALLOW = "allow"
    REFUSE = "refuse"


class Rhymes(StrEnum):
    """Whether a clue may mean a sound. Only people can judge that: shown in the rules."""

    BY_MEANING = "by_meaning"
    ANY = "any"


class Penalty(StrEnum):
    """What an invalid clue costs."""

    RIVAL_PICKS = "rival_picks"
    """The turn, and the rival may reveal one of its own agents."""
    RANDOM = "random"
    """The turn, and one of the rival's agents is revealed by lot."""
    TURN_ONLY = "turn_only"
    NONE = "none"
    """The clue is struck and another one is given."""


class Timer(StrEnum):
    """Whether a clock runs."""

    OFF = "off"
    SAND = "sand"
    """A glass that any player may turn over: it sounds and shows, and nothing ends."""
    STRICT = "strict"
    """No clue in time passes the turn, no guess in time ends it."""


class BotPace(StrEnum):
    """How long bots take to move."""

    SLOW = "slow"
    NORMAL = "normal"
    QUICK = "quick"


FORCED: Mapping[Mode, Mapping[str, StrEnum]] = {
    Mode.DUET: {
        "board": Board.WORDS,
        "guessing": Guessing.SPYMASTER_TAPS,
        "plus_one": PlusOne.ALWAYS,
    }
}
"""Settings that a mode leaves no choice of: a duet has words, no operatives beside its sides, and
no guess limit.
"""


class Settings(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The house rules of one game. The defaults are the rule book's."""

    mode: Mode = Mode.CLASSIC
    board: Board = Board.WORDS
    clues: Clues = Clues.TYPED
    guessing: Guessing = Guessing.SPYMASTER_TAPS
    marks: Marks = Marks.EVERYONE_SEES
    agreement: Agreement = Agreement.ANY_ONE
    plus_one: PlusOne = PlusOne.ALWAYS
    referee: Refereeing = Refereeing.ADVISE
    several_words: SeveralWords = SeveralWords.ASK
    abbreviations: Abbreviations = Abbreviations.ALLOW
    rhymes: Rhymes = Rhymes.BY_MEANING
    rival_confirms: RivalConfirms = RivalConfirms.WHEN_ASKED
    penalty: Penalty = Penalty.RIVAL_PICKS
    timer: Timer = Timer.OFF
    sand_seconds: int = 60
    """How long the sand runs."""
    clue_seconds: int = 120
    """Strict timer: for giving a clue."""
    guess_seconds: int = 120
    """Strict timer: for all guesses of a turn."""
    first_extra_seconds: int = 60
    """Strict timer: more for the first clue of the game; 0 for none."""
    tokens: int = 9
    """Duet: turns before sudden death, 1 to 15."""
    coach: bool = False
    """Who gives a clue may ask the server how a stranger would see it, and for ideas."""
    mistakes: int | None = None
    """Duet: bystanders that may be touched, 0 to 15; one more and the game is lost. Null: any."""
    bot_pace: BotPace = BotPace.NORMAL

    @property
    def all_agree(self) -> bool:
        """Whether a card is touched only when all operatives have marked it."""
        return self.guessing is Guessing.OPERATIVES_TAP and self.agreement is Agreement.ALL

    @property
    def one_clock(self) -> bool:
        """Whether a strict timer gives clue and guesses their seconds together: where clues are
        spoken, nothing says when a clue was given.
        """
        return self.clues is Clues.SPOKEN

    def problem(self) -> Refusal | None:
        """Why these cannot be played together; None when they can."""
        if self.clues is Clues.SPOKEN and self.referee is Refereeing.STRICT:
            return Refusal.STRICT_NEEDS_TYPED
        if self.clues is Clues.SPOKEN and self.plus_one is PlusOne.EARNED:
            return Refusal.EARNED_NEEDS_TYPED
        if self.clues is Clues.SPOKEN and self.rival_confirms is RivalConfirms.ALWAYS:
            return Refusal.CONFIRM_NEEDS_TYPED
        forced = FORCED.get(self.mode, {})
        if any(getattr(self, name) is not value for name, value in forced.items()):
            return Refusal.NOT_IN_DUET
        times = (self.sand_seconds, self.clue_seconds, self.guess_seconds)
        extra = 0 <= self.first_extra_seconds <= LONGEST_TIME
        if not extra or not all(SHORTEST_TIME <= seconds <= LONGEST_TIME for seconds in times):
            return Refusal.TIMER_SECONDS
        counts = (self.tokens, 0 if self.mistakes is None else self.mistakes)
        if self.tokens < 1 or not all(0 <= count <= MAX_TOKENS for count in counts):
            return Refusal.DUET_COUNTS
        return None
