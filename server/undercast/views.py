"""Who may see what: the only producer of views.

Every view is built field by field. `LobbyView` and `GameView` are made from a `Lobby` and a
`Table`, which hold nothing secret; the key stands only in `KeyView`, and in `DebriefView`, which
exists only for a debriefed game. What a seat may see is decided in `audience_of`, and nowhere else.
"""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from undercast.base.cast_status import Screen
from undercast.base.refusals import Refusal
from undercast.book.awards import Award, awards
from undercast.room import bots, permissions, predictions, roles
from undercast.room.absence import NOBODY_ABSENT, Absence, Wait
from undercast.room.evening import Evening, evening_of
from undercast.room.permissions import Actor
from undercast.room.predictions import PredictionScore
from undercast.room.seats import Seat
from undercast.room.state import BotStyle, Lobby, Player, PlayerStatus, Request, Room, ScreenPage
from undercast.rules.actions import action_name
from undercast.rules.cards import Identity, Key, Side, Team
from undercast.rules.clock import Clock
from undercast.rules.clues import Clue
from undercast.rules.findings import Finding
from undercast.rules.game import (
    Duet,
    Exchange,
    Game,
    Mark,
    Note,
    Phase,
    Question,
    Result,
    Table,
    Turn,
    UndoOffer,
)
from undercast.rules.secret import Secret
from undercast.rules.settings import PlusOne, Settings


class Audience(StrEnum):
    """Those who see the same. Each audience has its own numbered stream of views."""

    PUBLIC = "public"
    """The shared screens, spectators, and operatives while no marks are secret."""
    RED_OPERATIVES = "red_operatives"
    BLUE_OPERATIVES = "blue_operatives"
    OPERATIVES_FOR_BOTH = "operatives_for_both"
    RED_SPYMASTER = "red_spymaster"
    BLUE_SPYMASTER = "blue_spymaster"
    KEY_HOLDER = "key_holder"
    SIDE_A = "side_a"
    SIDE_B = "side_b"


class BotThinkingState(StrEnum):
    """Whether bots can think on this server."""

    READY = "ready"
    MISSING = "missing"
    """numpy is not installed."""
    FAILING = "failing"
    """Their process dies or hangs again and again."""


class PlayerView(Struct, frozen=True, omit_defaults=True):
    """A person who is in the room."""

    id: str
    """Public, given by the server, never given again in this room."""
    name: str
    seat: Seat
    online: bool
    """Whether at least one connection entered with this person's token. A bot always is."""
    counted: bool = False
    """Whether this person agreed to be counted by name, across rooms."""
    bot: BotStyle | None = None
    """How this bot plays; null for a person."""
    stamp: str = ""
    """The person's sign, an emoji; a bot has none."""


class RemovedView(Struct, frozen=True):
    """A person whom the host removed and can let back in."""

    id: str
    name: str
    stamp: str


class LostView(Struct, frozen=True):
    """Part of the room's log cannot be read. It is kept; the host may go on without it."""

    game: int | None
    """The number of the game that is lost by that; null when none was being played."""


class FormerView(Struct, frozen=True):
    """A person who left, and whom this view still mentions."""

    id: str
    name: str
    stamp: str


class BotThinking(Struct, frozen=True):
    """Whether bots can think on this server, and with whose help."""

    state: BotThinkingState = BotThinkingState.READY
    llm: str | None = None
    """The name of the language model that bots ask; None for none."""


READY = BotThinking()
"""On a server where bots can think, without a language model."""


class LobbyView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The room as everyone sees it."""

    code: str
    language: str
    """The shared screen's language."""
    host: str
    """The host's player id; also when the host has left and nobody was there to follow."""
    players: tuple[PlayerView, ...]
    """The people who are in the room, in the order in which they came."""
    removed: tuple[RemovedView, ...] = ()
    former: tuple[FormerView, ...] = ()
    """Those who left and are mentioned elsewhere in this view: whoever has an id there has a name
    in `players`, in `removed` or here."""
    requests: tuple[Request, ...] = ()
    settings: Settings
    """The house rules of the next game."""
    decks: tuple[str, ...]
    """The decks of the next game."""
    closed: bool = False
    """Whether the host closed the door: nobody new can join."""
    volume: int = 7
    """How loud the shared screen is, 0 (silent) to 10."""
    music: bool | None = None
    """Whether the shared screen plays music in the lobby; null: not on a small one."""
    house_words: int = 0
    """Codenames of the host's own list; they are drawn when the deck "house" is chosen."""
    games: int = 0
    """Games dealt so far in this room."""
    no_deal: Refusal | None = None
    """What stands in the way of dealing a new game; null when it can be dealt."""
    suggested: Mapping[Seat, int]
    """How many of the people present should sit in which seat."""
    unseated: tuple[str, ...] = ()
    """Ids of the people who have no seat in the game that is played, or else in the next one, and
    did not choose to watch."""
    offered: Mapping[str, Seat] = {}
    """While a game is played: player id -> the seat where this person, who has none, is wanted.
    Who looks on and is not in here may not guess any more."""
    screen: Screen | None = None
    """The television that the room is cast to."""
    evening: Evening | None = None
    """What the games so far have come to; null while a game is played, and before the first."""
    showing: ScreenPage | None = None
    """What the shared screens show instead of the table; null while a game is played."""
    bots: BotThinkingState = BotThinkingState.READY
    """Whether bots can think on this server."""
    llm: str | None = None
    """The name of the language model that bots ask: what a bot spymaster sees goes there, the key
    too. Null for none."""
    lost: LostView | None = None
    """What cannot be read any more; until the host sends `go_on` nothing else can be done. Null
    nearly always."""


class GameView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The game as everyone sees it. There is no place here for a hidden identity."""

    settings: Settings
    """The house rules of this game, fixed when it was dealt."""
    codenames: tuple[str, ...]
    """As the cards show them, by position: row by row, each from where its reader begins."""
    languages: tuple[str, ...] = ()
    """Tags of the languages of the codenames; pictures have none."""
    card_languages: tuple[int, ...] = ()
    """By position: which of `languages` the codename is in; empty where all are in the first."""
    revealed: tuple[Identity | None, ...]
    """By position; null while the card is hidden."""
    starting_team: Team
    left: Mapping[Team, int]
    """Agents still hidden; 0 for a team that does not play."""
    phase: Phase
    paused: bool = False
    turns: tuple[Turn, ...]
    """All turns so far; the last one is the current turn."""
    guesses_left: int | None = None
    """Touches left in this turn; null before a clue and where there is no limit."""
    outstanding: Mapping[Team, int] | None = None
    """Cards that earlier clues meant and that are not found yet; null unless that earns a guess."""
    clock: Clock | None = None
    """Null without a timer, and when the game is over."""
    duet: Duet | None = None
    """What only a duet has; null in the other modes."""
    result: Result | None = None
    """Null until the game has ended."""
    thinking: tuple[str, ...] = ()
    """Ids of the bots whose turn it is."""
    waiting: Wait | None = None
    """Whom everybody waits for, while everybody who could act is offline."""
    awards: tuple[Award, ...] = ()
    """Of a game that is over: what is worth a mention."""
    exchanges: tuple[Exchange, ...] = ()
    """The codenames that were exchanged before the first clue, in their order."""
    undo: UndoOffer | None = None
    """Null when there is nothing to take back."""
    may: Mapping[str, tuple[Actor, ...]]
    """Which seats may send which command now."""
    may_predict: tuple[str, ...] = ()
    """Ids of those who may send `predict` now: who watches and has not seen the key."""
    predictions: tuple[PredictionScore, ...] = ()
    """Of a game that is over: whose predictions came true, the best first."""

    @property
    def clue_language(self) -> str:
        """The tag of the language that clues are shown in; empty for the screen's."""
        return self.languages[0] if self.languages else ""

    def language_at(self, position: int) -> str:
        """The tag of the codename's language; empty for a picture."""
        of_card = self.card_languages[position] if self.card_languages else 0
        return self.languages[of_card] if self.languages else ""


class PublicView(Struct, frozen=True, tag_field="kind", tag="public"):
    """What everyone may see; for operatives, with their team's marks."""

    lobby: LobbyView
    game: GameView | None
    marks: tuple[Mark, ...]


class QuestionView(Secret, frozen=True):
    """A clue that only its giver's side and the rival spymaster know of."""

    id: int
    """What an answer names."""
    clue: Clue
    giver: str
    """Player id."""
    findings: tuple[Finding, ...]
    """What the referee says of it."""
    rejected: bool
    """The rival said no; only the giver's side sees it still."""
    corrects: bool
    """It is another spelling of the turn's public clue."""
    may: Mapping[str, tuple[Actor, ...]]
    """Which seats may send which command about it now."""


class KeyView(Secret, frozen=True, tag_field="kind", tag="key"):
    """What a key seat sees: the public view and the key."""

    lobby: LobbyView
    game: GameView
    marks: tuple[Mark, ...]
    key: tuple[Identity, ...]
    """In a duet that of the own side: it judges what the partner touches."""
    question: QuestionView | None
    """Null unless this seat asks, or is asked, whether a clue is valid."""


class DebriefView(Struct, frozen=True, tag_field="kind", tag="debrief"):
    """What everyone sees of an ended game once it was debriefed: the whole key."""

    lobby: LobbyView
    game: GameView
    marks: tuple[Mark, ...]
    key: tuple[Identity, ...]
    """In a duet side A's."""
    key_b: tuple[Identity, ...] | None
    """Side B's key of a duet; null in the other modes."""
    notes: tuple[Note, ...] = ()
    """What was noted in secret while it was played, in the order of the turns: which cards a clue
    meant, and how bots that guess saw the board."""


View = PublicView | KeyView | DebriefView

_KEY_AUDIENCES = {
    Seat.RED_SPYMASTER: Audience.RED_SPYMASTER,
    Seat.BLUE_SPYMASTER: Audience.BLUE_SPYMASTER,
    Seat.KEY_HOLDER: Audience.KEY_HOLDER,
    Seat.SIDE_A: Audience.SIDE_A,
    Seat.SIDE_B: Audience.SIDE_B,
}

_SIDES = {Audience.SIDE_A: Side.A, Audience.SIDE_B: Side.B}
"""The sides of a duet see a key each; the other key audiences, the one that there is."""

_OPERATIVE_AUDIENCES = {
    Seat.RED_OPERATIVE: Audience.RED_OPERATIVES,
    Seat.BLUE_OPERATIVE: Audience.BLUE_OPERATIVES,
    Seat.OPERATIVE_FOR_BOTH: Audience.OPERATIVES_FOR_BOTH,
}

_SEES_MARKS_OF = {
    Audience.RED_OPERATIVES: (Team.RED,),
    Audience.RED_SPYMASTER: (Team.RED,),
    Audience.BLUE_OPERATIVES: (Team.BLUE,),
    Audience.BLUE_SPYMASTER: (Team.BLUE,),
    Audience.OPERATIVES_FOR_BOTH: (Team.RED, Team.BLUE),
    Audience.KEY_HOLDER: (Team.RED, Team.BLUE),
}


def audience_of(room: Room, player_id: str | None) -> Audience:
    """The audience of a person's connections; None is a shared screen.

    It depends on the seat alone. Somebody no longer present sees what everyone sees.
    """
    player = None if player_id is None else room.lobby.find(player_id)
    if player is None or player.standing is not PlayerStatus.PRESENT:
        return Audience.PUBLIC
    if player.seat in _KEY_AUDIENCES:
        return _KEY_AUDIENCES[player.seat]
    if room.game is not None and room.game.marks_are_secret:
        return _OPERATIVE_AUDIENCES.get(player.seat, Audience.PUBLIC)
    return Audience.PUBLIC


def views(
    room: Room,
    audiences: Iterable[Audience],
    online: AbstractSet[str],
    screen: Screen | None = None,
    lost: LostView | None = None,
    thinkers: BotThinking = READY,
    *,
    absence: Absence = NOBODY_ABSENT,
) -> dict[Audience, View]:
    """What each of these audiences sees of the room.

    `online`, `screen`, `lost`, `thinkers` and `absence` come from outside the room: who is
    connected, the television's status, whether the log can be read, whether bots can think, and
    whom the game waits for. The parts that everyone sees are built once and shared.
    """
    lobby = lobby_view(room, online, screen, lost, thinkers)
    return views_with(room, audiences, lobby, public_game_view(room, absence))


def public_game_view(room: Room, absence: Absence = NOBODY_ABSENT) -> GameView | None:
    """The room's game as everyone sees it."""
    if room.game is None:
        return None
    return replace(
        game_view(room.lobby, room.game.table, absence),
        may_predict=predictions.may_predict(room),
        predictions=predictions.final_scores(room),
    )


def views_with(
    room: Room, audiences: Iterable[Audience], lobby: LobbyView, game: GameView | None
) -> dict[Audience, View]:
    """What each of these audiences sees, given the public lobby and game."""
    return {audience: _view(room, audience, lobby, game) for audience in audiences}


def _view(room: Room, audience: Audience, lobby: LobbyView, game: GameView | None) -> View:
    if room.game is None or game is None:
        return PublicView(lobby, None, ())
    marks = _marks_for(room.game, audience)
    if room.game.table.phase is Phase.DEBRIEFED:
        key_b = None if room.game.key_b is None else room.game.key_b.identities
        return DebriefView(lobby, game, marks, room.game.key.identities, key_b, room.game.notes)
    key = _key_for(room.game, audience)
    if key is None:
        return PublicView(lobby, game, marks)
    question = _question_for(room, room.game, audience)
    if question is not None:
        lobby = _also_mentioning(lobby, room.lobby, question.giver)
    return KeyView(lobby, game, marks, key.identities, question)


def _key_for(game: Game, audience: Audience) -> Key | None:
    """The key that this audience sees. Key seats of another mode than the game's see none."""
    if audience not in _KEY_AUDIENCES.values() or (audience in _SIDES) is (game.key_b is None):
        return None
    return game.key_of(_SIDES[audience]) if audience in _SIDES else game.key


def lobby_view(
    room: Room,
    online: AbstractSet[str],
    screen: Screen | None = None,
    lost: LostView | None = None,
    thinkers: BotThinking = READY,
) -> LobbyView:
    """The room as everyone sees it."""
    lobby = room.lobby
    evening = None if room.running or not lobby.games else evening_of(room)
    return LobbyView(
        code=lobby.code,
        language=lobby.language,
        host=lobby.host,
        players=_player_views(lobby, online),
        removed=_removed(lobby),
        former=_former_mentioned(room, evening),
        requests=lobby.requests,
        settings=lobby.settings,
        decks=lobby.decks,
        closed=lobby.closed,
        volume=lobby.volume,
        music=lobby.music,
        house_words=lobby.house_words,
        games=lobby.games,
        no_deal=permissions.why_no_deal(room),
        suggested=bots.suggested_seats(lobby),
        unseated=tuple([player.id for player in roles.unseated(lobby, room.mode)]),
        offered=permissions.offered_seats(room),
        screen=screen,
        evening=evening,
        showing=lobby.showing,
        bots=thinkers.state,
        llm=thinkers.llm,
        lost=lost,
    )


def with_online(view: LobbyView, lobby: Lobby, online: AbstractSet[str]) -> LobbyView:
    """The view of this lobby with these people connected, otherwise unchanged."""
    return replace(view, players=_player_views(lobby, online))


def game_view(lobby: Lobby, table: Table, absence: Absence = NOBODY_ABSENT) -> GameView:
    """The game as everyone sees it."""
    return GameView(
        settings=table.settings,
        codenames=table.codenames,
        languages=table.languages,
        card_languages=table.card_languages,
        revealed=table.revealed,
        starting_team=table.starting_team,
        left={team: table.agents_left(team) for team in Team},
        phase=table.phase,
        paused=table.paused,
        turns=table.turns,
        guesses_left=table.guesses_left(),
        outstanding=_outstanding(table),
        clock=table.clock,
        duet=table.duet,
        result=table.result,
        thinking=bots.thinking(lobby, table, absence.away),
        waiting=absence.wait,
        awards=awards(table),
        exchanges=table.exchanges,
        undo=table.undo,
        may=_named(permissions.allowed_actors(lobby, table, absence.away)),
    )


def _named(allowed: permissions.AllowedActors) -> Mapping[str, tuple[Actor, ...]]:
    return {action_name(kind): actors for kind, actors in allowed.items()}


def _outstanding(table: Table) -> Mapping[Team, int] | None:
    if table.settings.plus_one is not PlusOne.EARNED:
        return None
    return {team: table.outstanding(team) for team in Team}


def _question_for(room: Room, game: Game, audience: Audience) -> QuestionView | None:
    """The open question, for the side that asks; for the rival until the rival said no."""
    question = game.question
    if question is None or audience not in _who_knows_of(question, room.lobby, game.table):
        return None
    return QuestionView(
        id=question.id,
        clue=question.clue,
        giver=question.giver,
        findings=question.findings,
        rejected=question.rejected,
        corrects=question.corrects,
        may=_named(permissions.allowed_about_question(room.lobby, game)),
    )


def _who_knows_of(question: Question, lobby: Lobby, table: Table) -> tuple[Audience, ...]:
    parts = roles.current_roles(lobby, table)
    asked = () if question.rejected else parts.rivals
    return tuple(_KEY_AUDIENCES[seat] for seat in (*parts.givers, *asked))


def _player_views(lobby: Lobby, online: AbstractSet[str]) -> tuple[PlayerView, ...]:
    return tuple(_player_view(player, online) for player in lobby.present)


def _player_view(player: Player, online: AbstractSet[str]) -> PlayerView:
    there = player.bot is not None or player.id in online
    return PlayerView(
        player.id, player.name, player.seat, there, player.counted, player.bot, player.stamp
    )


def _removed(lobby: Lobby) -> tuple[RemovedView, ...]:
    return tuple(
        RemovedView(p.id, p.name, p.stamp)
        for p in lobby.players
        if p.standing is PlayerStatus.REMOVED
    )


def _former_mentioned(room: Room, evening: Evening | None) -> tuple[FormerView, ...]:
    """Nearly always nobody has left, and then nothing has to be looked through."""
    lobby = room.lobby
    if len(lobby.present) == len(lobby.players):
        return ()
    return _former(lobby, {lobby.host, *_in_evening(evening), *_in_game(room.game)})


def _former(lobby: Lobby, mentioned: AbstractSet[str]) -> tuple[FormerView, ...]:
    left = (p for p in lobby.players if p.standing is PlayerStatus.LEFT and p.id in mentioned)
    return tuple(FormerView(p.id, p.name, p.stamp) for p in left)


def _also_mentioning(view: LobbyView, lobby: Lobby, player_id: str) -> LobbyView:
    """The lobby for those who know of an open question: its giver may have left.

    A name in anybody else's view must not reveal that there is one.
    """
    mentioned = {former.id for former in view.former} | {player_id}
    return replace(view, former=_former(lobby, mentioned))


def _in_evening(evening: Evening | None) -> Iterable[str]:
    """Ids of the people who started a game with the key."""
    return () if evening is None else evening.times_at_key


def _in_game(game: Game | None) -> Iterator[str]:
    """Player ids that everybody's view mentions. Who could undo has touched; marks go with whoever
    made them; who noted something is mentioned in the debrief.
    """
    if game is None:
        return
    for turn in game.table.turns:
        if turn.giver is not None:
            yield turn.giver
        yield from (touch.by for touch in turn.touches)
    if game.table.phase is Phase.DEBRIEFED:
        yield from (note.by for note in game.notes)


def _marks_for(game: Game, audience: Audience) -> tuple[Mark, ...]:
    """The marks that this audience sees; all of them are the current team's."""
    if not game.marks_are_secret or game.table.turn.team in _SEES_MARKS_OF.get(audience, ()):
        return game.marks
    return ()
