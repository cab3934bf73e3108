"""The book's pages: what everybody saw of an ended game, and its key once it was debriefed."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from undercast.book.awards import Award, awards
from undercast.room.ended_games import EndedGame
from undercast.room.predictions import PredictionScore
from undercast.room.seats import Seat
from undercast.rules.cards import Identity, Team
from undercast.rules.game import Note, Phase, Result, Table, Turn
from undercast.rules.secret import Secret
from undercast.rules.settings import Board, Mode, Settings


class BookLine(Struct, frozen=True):
    """A game in the book's list."""

    number: int
    """Which game of the room it was; the first is 1."""
    at: int
    """When it ended or was debriefed: the server's clock, Unix milliseconds."""
    mode: Mode
    board: Board
    result: Result
    turns: int
    """How many turns it took."""
    debriefed: bool
    """Whether it can be exported, and its page has the key."""
    people: Mapping[Seat, tuple[str, ...]]
    """Names of who sat where at its end, spectators left out."""


class BookPage(Struct, frozen=True):
    """An ended game, as everybody saw it. There is no place here for a hidden identity."""

    number: int
    at: int
    """As in `BookLine`."""
    settings: Settings
    codenames: tuple[str, ...]
    """By position, as they lay there at the end."""
    revealed: tuple[Identity | None, ...]
    """By position; null for what was never touched."""
    starting_team: Team
    turns: tuple[Turn, ...]
    """All turns, with their clues and touches: to be stepped through."""
    result: Result
    awards: tuple[Award, ...]
    names: Mapping[str, str]
    """Player id -> the name at the end, of everybody whom the turns or the predictions mention;
    once debriefed, also of whoever noted something."""
    people: Mapping[Seat, tuple[str, ...]]
    """As in `BookLine`."""
    bots: tuple[str, ...] = ()
    """Which of these are bots."""
    predictions: tuple[PredictionScore, ...] = ()
    """Whose predictions came true, the best first."""
    stamps: Mapping[str, str] = {}
    """Player id -> the stamp at the end, of the people among them."""
    languages: tuple[str, ...] = ()
    """Tags of the languages of the codenames; pictures have none."""
    card_languages: tuple[int, ...] = ()
    """By position: which of `languages` the codename is in; empty where all are in the first."""


class DebriefedKey(Secret, frozen=True):
    """The key of a game that was debriefed."""

    key: tuple[Identity, ...]
    """By position; in a duet that of side A."""
    key_b: tuple[Identity, ...] | None
    """Duet: that of side B; null in the other modes."""
    notes: tuple[Note, ...] = ()
    """What was noted in secret while it was played: which cards clues meant, and how bots that
    guess saw the board."""


def book_line(ended: EndedGame) -> BookLine:
    """The game in one line."""
    table = ended.table
    debriefed = table.phase is Phase.DEBRIEFED
    settings, turns = table.settings, len(table.turns)
    result = result_of(table)
    return BookLine(
        number=ended.number,
        at=ended.at,
        mode=settings.mode,
        board=settings.board,
        result=result,
        turns=turns,
        debriefed=debriefed,
        people=_seated(ended),
    )


def book_page(ended: EndedGame) -> BookPage:
    """Everything public about the game."""
    table = ended.table
    mentioned = set(_mentioned(ended))
    return BookPage(
        number=ended.number,
        at=ended.at,
        settings=table.settings,
        codenames=table.codenames,
        revealed=table.revealed,
        starting_team=table.starting_team,
        turns=table.turns,
        result=result_of(table),
        awards=awards(table),
        names={who: name for who, name in ended.names.items() if who in mentioned},
        people=_seated(ended),
        bots=tuple(who for who in ended.bots if who in mentioned),
        predictions=ended.predictions,
        stamps={who: stamp for who, stamp in ended.stamps.items() if who in mentioned},
        languages=table.languages,
        card_languages=table.card_languages,
    )


def debriefed_key(ended: EndedGame) -> DebriefedKey | None:
    """The game's key; None until it was debriefed."""
    if ended.table.phase is not Phase.DEBRIEFED:
        return None
    key_b = None if ended.key_b is None else ended.key_b.identities
    return DebriefedKey(ended.key.identities, key_b, ended.notes)


def result_of(table: Table) -> Result:
    """How a game that is over ended."""
    assert table.result is not None  # it is over
    return table.result


def _seated(ended: EndedGame) -> Mapping[Seat, tuple[str, ...]]:
    seated: dict[Seat, tuple[str, ...]] = {}
    for who, seat in ended.seats.items():
        if seat is not Seat.SPECTATOR:
            seated[seat] = (*seated.get(seat, ()), ended.names[who])
    return seated


def _mentioned(ended: EndedGame) -> Iterator[str]:
    """Player ids. That somebody noted something is as secret as the notes."""
    for turn in ended.table.turns:
        if turn.giver is not None:
            yield turn.giver
        yield from (touch.by for touch in turn.touches)
    yield from (score.by for score in ended.predictions)
    if ended.table.phase is Phase.DEBRIEFED:
        yield from (note.by for note in ended.notes)
