"""What the world outside adds to a command."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from undercast.refusals import Refusal, Refused
from undercast.room import entries, permits, roles
from undercast.room.state import Room
from undercast.rules import clues
from undercast.rules.cards import Identity, Side
from undercast.rules.clues import ClueNumber
from undercast.rules.findings import Finding
from undercast.rules.game import Table
from undercast.rules.modes import coop
from undercast.rules.settings import Board, Mode, Penalty
from undercast.rules.settings import Referee as Refereeing
from undercast.service.ports import Draw, Referee


@dataclass(frozen=True, slots=True)
class Facts:
    """What the world outside adds to a command while the room is held."""

    room: Room
    now: int
    _draw: Draw
    _referee: Referee
    _online: AbstractSet[str]

    def deal(self, *, swap_spymasters: bool) -> entries.Deal:
        """A secure random deal. Raises Refused(room/too_few_codenames)."""
        settings = self.room.lobby.settings
        keys: tuple[tuple[Identity, ...], ...]
        match settings.mode:
            case Mode.DUET:
                keys = self._draw.duet_keys()
            case Mode.COOP:
                keys = (coop.for_the_people(self._draw.key(settings.board)),)
            case Mode.CLASSIC:
                keys = (self._draw.key(settings.board),)
        key, key_b = keys[0], keys[1] if len(keys) > 1 else ()
        codenames = self._draw.codenames(self.room, settings.board, len(key))
        languages = self._draw.languages(self.room, settings.board)
        return entries.Deal(codenames, key, swap_spymasters, key_b, languages)

    def judged(self, word: str | None, number: ClueNumber) -> tuple[Finding, ...]:
        """What the referee says of a clue; nothing where there is no clue to be given."""
        table = self._table
        if table is None or table.settings.referee is Refereeing.OFF:
            return ()
        return self._judged(table, word, number)

    def corrected(self, word: str) -> tuple[Finding, ...]:
        """What the referee says of the public clue's word, spelled anew."""
        given = None if self._table is None else self._table.turn.clue
        return () if given is None else self.judged(word, given.number)

    def rival(self) -> bool:
        """Whether somebody could judge a clue that is given now."""
        table = self._table
        return table is not None and permits.has_rival(self.room.lobby, table)

    def side(self, who: str) -> Side | None:
        """The side of a duet on which this person sits."""
        player = self.room.lobby.find(who)
        return None if player is None else roles.side_of(player.seat)

    def cover(self) -> int | None:
        """Where an invalid clue's penalty falls by lot; None where it does not."""
        game = self.room.game
        if game is None or game.table.settings.penalty is not Penalty.RANDOM:
            return None
        return self._draw.cover(game) if self.rival() else None

    @property
    def _table(self) -> Table | None:
        return None if self.room.game is None else self.room.game.table

    def _judged(self, table: Table, word: str | None, number: ClueNumber) -> tuple[Finding, ...]:
        try:
            clue = clues.well_formed(word, number)
        except Refused:
            return ()  # the rules say it better
        words = table.settings.board is Board.WORDS  # pictures have no language: form only
        hidden = {
            position: codename
            for position, codename in enumerate(table.codenames)
            if words and table.revealed[position] is None
        }
        left = table.left(table.turn.team)
        languages = table.languages or (self.room.lobby.language,)
        return self._referee.judge(languages, hidden, clue.word, clue.number, left, table.settings)

    def codename(self) -> str:
        """One more codename that is not on the board. Raises Refused(room/too_few_codenames)."""
        table = self._table
        board = Board.WORDS if table is None else table.settings.board
        return self._draw.codenames(self.room, board, 1)[0]

    def pasted(self, who: str, text: str) -> tuple[str, ...]:
        """The codenames of a list that the host pasted. Raises Refused: room/not_host,
        room/words_refused. Reading one takes a while, so nobody else is served that.
        """
        permits.require_host(self.room.lobby, self.room.lobby.player(who))
        return self._draw.pasted(text)

    def checked_decks(self, decks: tuple[str, ...]) -> tuple[str, ...]:
        """The same names without repetition. Raises Refused(room/unknown_deck).

        What the room has chosen already may stay chosen: photos may be away for an evening.
        """
        unknown = set(decks) - self._draw.decks() - set(self.room.lobby.decks)
        if unknown:
            raise Refused(Refusal.UNKNOWN_DECK, ", ".join(sorted(unknown)))
        return tuple(dict.fromkeys(decks))

    def online(self, request: int) -> bool:
        """Whether the person whom this request asks is connected."""
        asked = (r.player for r in self.room.lobby.requests if r.id == request)
        return any(player in self._online for player in asked)
