"""A debriefed game as text for people and as JSON for programs: the game only, without its room,
code and ids.

Programs get `ExportedGame` in this format; docs/protocol.md describes it.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from undercast.base.refusals import Refusal, Refused
from undercast.book.awards import AwardKind, awards
from undercast.book.pages import DebriefedKey, debriefed_key, result_of
from undercast.room.ended_games import EndedGame
from undercast.rules.cards import Identity, Side, Team
from undercast.rules.clues import ClueNumber
from undercast.rules.game import Result, StruckBy, Table, TurnEnd

FORMAT = 1

ACROSS = 5
"""Cards in a row of the board."""


class ExportedClue(Struct, frozen=True):
    """A clue."""

    word: str | None
    """Null when it was only spoken."""
    number: ClueNumber
    giver: str | None
    """Name of who gave it; null when touching stood for giving it."""


class ExportedTouch(Struct, frozen=True):
    """A card that was touched."""

    position: int
    codename: str
    identity: Identity
    by: str
    """Name of who touched."""
    undone: bool
    """Whether it was taken back."""


class ExportedStruck(Struct, frozen=True):
    """An invalid clue."""

    word: str | None
    number: ClueNumber
    by: StruckBy


class ExportedNote(Struct, frozen=True):
    """What somebody noted in secret: which cards the clue means; or, of a bot that guesses, how it
    saw the board.
    """

    by: str
    """Name."""
    cards: tuple[str, ...]
    """Codenames, the likeliest first."""


class ExportedTurn(Struct, frozen=True):
    """A turn."""

    team: Team
    side: Side | None
    """Duet: the side that gave the clue."""
    clue: ExportedClue | None
    touches: tuple[ExportedTouch, ...]
    struck: tuple[ExportedStruck, ...]
    covered: str | None
    """The codename that was revealed without a guess."""
    ended: TurnEnd | None
    notes: tuple[ExportedNote, ...] = ()
    """The giver's first."""


class ExportedCard(Struct, frozen=True):
    """A card."""

    codename: str
    identity: Identity
    """On the key; in a duet on side A's."""
    identity_b: Identity | None
    """Duet: on side B's key."""
    revealed: Identity | None
    """As what it lay open at the end; null if it was never found."""


class ExportedAward(Struct, frozen=True):
    """What is worth a mention."""

    kind: AwardKind
    turn: int
    """Index of the turn, from 0."""
    value: int
    by: str | None
    """Name of whom it honours; null: the team."""


class ExportedPredictions(Struct, frozen=True):
    """What came of the predictions of somebody who watched."""

    by: str
    """Name."""
    seen: int
    """Those that came true."""
    of: int
    """Those that were judged."""


class ExportedGame(Struct, frozen=True):
    """A debriefed game, as `undercast export --json` writes it."""

    format: int
    number: int
    """Which game of its room it was."""
    at: int
    """When it was debriefed: Unix milliseconds."""
    settings: Mapping[str, object]
    """All house rules, also those that had their default."""
    starting_team: Team
    cards: tuple[ExportedCard, ...]
    """By position: row by row, five in a row."""
    turns: tuple[ExportedTurn, ...]
    result: Result
    awards: tuple[ExportedAward, ...]
    predictions: tuple[ExportedPredictions, ...] = ()
    """The best first."""


def exported(ended: EndedGame) -> ExportedGame:
    """The game to be exported. Raises Refused(game/not_debriefed)."""
    opened = debriefed_key(ended)
    if opened is None:
        raise Refused(Refusal.NOT_DEBRIEFED)
    table = ended.table
    settings = table.settings
    return ExportedGame(
        format=FORMAT,
        number=ended.number,
        at=ended.at,
        settings={name: getattr(settings, name) for name in settings.__struct_fields__},
        starting_team=table.starting_team,
        cards=tuple(_cards(table, opened)),
        turns=tuple(_turn(number, ended) for number in range(len(table.turns))),
        result=result_of(table),
        awards=tuple(
            ExportedAward(
                award.kind,
                award.turn,
                award.value,
                None if award.by is None else ended.names.get(award.by, "?"),
            )
            for award in awards(table)
        ),
        predictions=tuple(
            ExportedPredictions(ended.names.get(it.by, "?"), it.seen, it.of)
            for it in ended.predictions
        ),
    )


def as_text(game: ExportedGame) -> str:
    """The game for people, in English, as lines of plain text."""
    return "\n".join(_lines(game)) + "\n"


def _cards(table: Table, opened: DebriefedKey) -> Iterator[ExportedCard]:
    for position, codename in enumerate(table.codenames):
        key_b = None if opened.key_b is None else opened.key_b[position]
        yield ExportedCard(codename, opened.key[position], key_b, table.revealed[position])


def _notes(number: int, ended: EndedGame) -> Iterator[ExportedNote]:
    giver, codenames = ended.table.turns[number].giver, ended.table.codenames
    noted = [note for note in ended.notes if note.turn == number]
    for note in sorted(noted, key=lambda note: note.by != giver):
        cards = tuple(codenames[position] for position in note.cards)
        yield ExportedNote(ended.names.get(note.by, "?"), cards)


def _turn(number: int, ended: EndedGame) -> ExportedTurn:
    table, names = ended.table, ended.names
    turn, codenames = table.turns[number], table.codenames
    clue = turn.clue
    giver = None if turn.giver is None else names.get(turn.giver, "?")
    return ExportedTurn(
        team=turn.team,
        side=turn.side,
        clue=None if clue is None else ExportedClue(clue.word, clue.number, giver),
        touches=tuple(
            ExportedTouch(
                touch.position,
                codenames[touch.position],
                touch.identity,
                names.get(touch.by, "?"),
                touch.undone,
            )
            for touch in turn.touches
        ),
        struck=tuple(ExportedStruck(s.clue.word, s.clue.number, s.by) for s in turn.struck),
        covered=None if turn.cover is None else codenames[turn.cover],
        ended=turn.ended,
        notes=tuple(_notes(number, ended)),
    )


def _lines(game: ExportedGame) -> Iterator[str]:
    settings = game.settings
    yield f"Game {game.number}: {settings['mode']}, {settings['board']}"
    yield from ("", *_board(game.cards), "")
    for number, turn in enumerate(game.turns, 1):
        yield from _turn_lines(number, turn)
    yield from ("", _ending(game.result))
    for award in game.awards:
        of = "" if award.by is None else f", {award.by}"
        yield f"{award.kind.capitalize()}: {award.value} (turn {award.turn + 1}{of})"
    for it in game.predictions:
        yield f"{it.by} saw {it.seen} of {it.of} coming"


def _board(cards: tuple[ExportedCard, ...]) -> Iterator[str]:
    shown = [_card(card) for card in cards]
    width = max(map(len, shown))
    for start in range(0, len(shown), ACROSS):
        yield "  ".join(text.ljust(width) for text in shown[start : start + ACROSS]).rstrip()


def _card(card: ExportedCard) -> str:
    identity = card.identity if card.identity_b is None else f"{card.identity}/{card.identity_b}"
    return f"{'*' if card.revealed else ' '}{card.codename} ({identity})"


def _turn_lines(number: int, turn: ExportedTurn) -> Iterator[str]:
    who = turn.team if turn.side is None else turn.side
    clue = "no clue"
    if turn.clue is not None:
        giver = f" ({turn.clue.giver})" if turn.clue.giver else ""
        clue = f"{_clue(turn.clue.word, turn.clue.number)}{giver}"
    yield f"{number}. {who}: {clue}{f', {turn.ended}' if turn.ended else ''}"
    for struck in turn.struck:
        yield f"     struck: {_clue(struck.word, struck.number)} ({struck.by})"
    for touch in turn.touches:
        undone = ", taken back" if touch.undone else ""
        yield f"     {touch.codename}: {touch.identity} ({touch.by}{undone})"
    if turn.covered is not None:
        yield f"     {turn.covered}: revealed without a guess"
    for note in turn.notes:
        meant = turn.clue is not None and note.by == turn.clue.giver
        yield f"     {note.by} {'meant' if meant else 'thought of'}: {', '.join(note.cards)}"


def _clue(word: str | None, number: ClueNumber) -> str:
    return f"{word or '(spoken)'} {number}"


def _ending(result: Result) -> str:
    winner = "Nobody won" if result.winner is None else f"{result.winner.capitalize()} won"
    score = "" if result.score is None else f", score {result.score}"
    return f"{winner}: {result.ending}{score}"
