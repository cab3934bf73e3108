"""The words in which the tests of the rules are written.

    at_table = game()                                  # cards 0-8 red, 9-16 blue, 17-23 bystanders
    at_table = play(at_table, clue("tree", 2), touch(0))
    assert refusal(at_table, touch(0)) is Refusal.ALREADY_REVEALED

Red starts. The positions of the usual key have names: RED[0] is a red agent's, and so on. What the
keys of a duet say is written in `rules.duet`.
"""

import unicodedata
from typing import Any, NamedTuple

from msgspec.structs import replace

from undercast.base.refusals import Refusal, Refused
from undercast.rules import clues, legality, phases
from undercast.rules import evolve as playing
from undercast.rules.actions import (
    Action,
    AskRival,
    CorrectClue,
    EndTurn,
    ExchangeCodename,
    GiveClue,
    MarkCard,
    TimeUp,
    TouchCard,
    Undo,
)
from undercast.rules.cards import Identity, Key
from undercast.rules.clues import ClueNumber
from undercast.rules.events import Event
from undercast.rules.findings import Finding, Objection, Verdict
from undercast.rules.game import RULES, Game
from undercast.rules.settings import Agreement, Board, Clues, Guessing, Marks, Settings, Timer

LETTERS = {
    "r": Identity.RED,
    "b": Identity.BLUE,
    "g": Identity.GREEN,
    "n": Identity.BYSTANDER,
    "a": Identity.ASSASSIN,
}

KEY = "rrrrrrrrrbbbbbbbbnnnnnnna"
BLUE_STARTS = "bbbbbbbbbrrrrrrrrnnnnnnna"

RED = range(9)
BLUE = range(9, 17)
BYSTANDERS = range(17, 24)
ASSASSIN = 24

CODENAMES = (
    *("OAK", "SHORE", "HORSESHOE", "NIGHT", "ENGLAND"),
    *("ROW", "BREAK", "THEATER", "CHICKEN", "LEMON"),
    *("PIANO", "CASTLE", "PILOT", "GLOVE", "NEEDLE"),
    *("VOLCANO", "ANCHOR", "MIRROR", "DESERT", "WHALE"),
    *("TICKET", "CROWN", "SADDLE", "COMET", "ORCHARD"),
)

TYPED = Settings()
SPOKEN = Settings(clues=Clues.SPOKEN)
TEAM_SEES = Settings(marks=Marks.TEAM_SEES)
OPERATIVES_TAP = Settings(guessing=Guessing.OPERATIVES_TAP, marks=Marks.TEAM_SEES)
ALL_AGREE = Settings(guessing=Guessing.OPERATIVES_TAP, agreement=Agreement.ALL)
MARKS_FOR_ALL = Settings(guessing=Guessing.OPERATIVES_TAP, marks=Marks.EVERYONE_SEES)
SPOKEN_OPERATIVES = Settings(clues=Clues.SPOKEN, guessing=Guessing.OPERATIVES_TAP)

STRICT_TIMER = Settings(
    timer=Timer.STRICT, clue_seconds=10, guess_seconds=20, first_extra_seconds=0
)

Findings = tuple[Finding, ...]
ILLEGAL = Finding(Verdict.ILLEGAL, Objection.FORM, 0)
QUESTIONED = Finding(Verdict.QUESTIONED, Objection.SEVERAL_WORDS)

END_TURN = EndTurn()
UNDO = Undo()


def identities(letters: str = KEY) -> tuple[Identity, ...]:
    """A letter a card: red, blue, green, n for a bystander, assassin."""
    return tuple(LETTERS[letter] for letter in letters)


def key(letters: str = KEY, board: Board = Board.WORDS) -> Key:
    """A key of two rival teams."""
    return Key.checked(identities(letters), board)


def game(settings: Settings = TYPED, letters: str = KEY, rules: int = RULES) -> Game:
    """A game that was just dealt; the letters of a duet's two keys with a stroke between them."""
    keys = tuple(identities(part) for part in letters.split("/"))
    return playing.deal(settings, CODENAMES[: len(keys[0])], keys, rules=rules)


class At(NamedTuple):
    """An action at a server time in milliseconds; what stands alone is done at 0."""

    action: Action
    at: int


def play(at_table: Game, *actions: Action | At) -> Game:
    """The game after these actions, each of which the rules allow."""
    for action in actions:
        at_table, _ = _played(at_table, action)
    return at_table


def happened(at_table: Game, *actions: Action | At) -> tuple[Event, ...]:
    """What the last of these actions announces."""
    return _played(play(at_table, *actions[:-1]), actions[-1])[1]


def _played(at_table: Game, action: Action | At) -> tuple[Game, tuple[Event, ...]]:
    """As a command is: found legal first, and then done."""
    do, at = action if isinstance(action, At) else At(action, 0)
    do = tidied(do)
    require_allowed(at_table, do, at)
    return playing.evolve(at_table, do, at)


def require_allowed(at_table: Game, action: Action, at: int) -> None:
    """Raise Refused unless the rules allow this, form of a clue included."""
    require_legal(at_table, action, at)
    match action:
        case GiveClue() | AskRival():
            clues.require_form(action.word, action.number, unicodedata.category)
        case CorrectClue():
            clues.require_form(action.word, 0, unicodedata.category)


def require_legal(at_table: Game, action: Action, at: int) -> None:
    """Raise Refused unless the rules allow this now, whoever takes it."""
    kind = type(action)
    if kind is not TimeUp and kind not in phases.QUESTION_ACTIONS:
        phases.require_possible(at_table.table, kind)
    legality.require_allowed(at_table, action, at)


def tidied(action: Action) -> Action:
    """The action with its word as it is shown."""
    if isinstance(action, GiveClue | AskRival | CorrectClue):
        return replace(action, word=clues.tidied(action.word))
    return action


def refusal(at_table: Game, action: Action | At) -> Refusal:
    """Why the rules do not allow this; they must not."""
    try:
        _played(at_table, action)
    except Refused as refused:
        return refused.code
    raise AssertionError(f"{action} was allowed")


def clue(
    word: str | None,
    number: ClueNumber,
    by: str = "spymaster",
    *,
    found: Findings = (),
    anyway: bool = False,
    rival: bool = True,
    cover: int | None = None,
    **more: Any,
) -> GiveClue:
    return GiveClue(word, number, by, found, anyway, rival, cover, **more)


def ask(word: str, number: ClueNumber, *, found: Findings = (), rival: bool = True) -> AskRival:
    return AskRival(word, number, "spymaster", found, rival)


def correct(word: str, *, found: Findings = (), **more: Any) -> CorrectClue:
    return CorrectClue(word, found, "spymaster", **more)


def touch(position: int, *, by: str = "spymaster") -> TouchCard:
    return TouchCard(position, by)


def touches(*positions: int) -> tuple[TouchCard, ...]:
    return tuple(touch(position) for position in positions)


def mark(position: int, *, by: str = "operative") -> MarkCard:
    return MarkCard(position, on=True, by=by)


def unmark(position: int, *, by: str = "operative") -> MarkCard:
    return MarkCard(position, on=False, by=by)


def exchange(
    position: int, codename: str = "BUTTON", *, by: str = "spymaster", language: str = ""
) -> ExchangeCodename:
    return ExchangeCodename(position, codename, by, language)


def clue_of(at_table: Game) -> tuple[str | None, Any]:
    """Word and number of the current turn's clue."""
    given = at_table.table.turn.clue
    assert given is not None
    return given.word, given.number
