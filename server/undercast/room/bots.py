"""Bots among the people of a room: how they join and leave, and what they have to do.

A bot plays a role only where no person has it: a clue that a person could give, or a card that a
person could touch, is left to that person unless they are away (`absence`). Next to people who
guess, a bot only marks. In a duet's sudden death some cards can be found only by its side, so there
it touches as well.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from undercast.room import events, people, permissions, roles
from undercast.room.entries import AddBots, RelieveBot
from undercast.room.events import RoomChange, RoomEvent
from undercast.room.presets import PRESETS
from undercast.room.seats import Seat
from undercast.room.state import Lobby, Player, PlayerStatus, Room
from undercast.rules import actions, phases
from undercast.rules.game import Game, Phase, Table
from undercast.rules.settings import Board, BotPace, Clues, Mode, Settings, Timer


class Part(StrEnum):
    """What a bot has to do now."""

    CLUE = "clue"
    GUESS = "guess"
    MARK = "mark"
    """To show what it would touch, where somebody else touches: it only marks."""
    COVER = "cover"
    """To choose the agent that is revealed."""
    RULE = "rule"
    """To answer the rival's secret question. The only part that is not public."""


class BotTask(Struct, frozen=True):
    """What a bot has to do now, and at which point of the game. While it is equal, nothing is new
    for the bot.
    """

    part: Part
    seat: Seat
    game: int
    step: int
    question: int
    """The id of the question to rule on; 0 for every other part."""
    marked: tuple[int, ...]
    """The positions that it has marked."""
    pace: BotPace = BotPace.NORMAL
    most_seconds: float | None = None
    """How long it may take in a game against a strict clock; None without one."""


_PARTS: tuple[tuple[Part, type[actions.Action]], ...] = (
    (Part.COVER, actions.CoverCard),
    (Part.CLUE, actions.GiveClue),
    (Part.GUESS, actions.TouchCard),
)


def add_bots(room: Room, action: AddBots) -> RoomChange:
    """Bots join and sit down."""
    happened: tuple[RoomEvent, ...] = ()
    for bot in action.bots:
        player = Player(f"p{room.next_person}", bot.name, bot=bot.style)
        lobby = replace(room.lobby, players=(*room.lobby.players, player))
        room = replace(room, lobby=lobby, next_person=room.next_person + 1)
        room, taken = people.take_seat(room, player.id, bot.seat)
        happened += (events.PlayerJoined(bot.name), *taken)
    return room, happened


def remove_bot(room: Room, bot: Player) -> RoomChange:
    """A bot leaves its seat. It is forgotten if nothing mentions it."""
    gone = replace(bot, seat=Seat.SPECTATOR, standing=PlayerStatus.LEFT)
    mentioned = bot.id in room.acted or any(bot.id in sat for sat in _at_keys(room))
    departed = people.without_marks_of(room, bot)
    after = replace(departed, lobby=people.with_player(room.lobby, gone))
    after = after if mentioned else people.forget(after, bot.id)
    return after, (events.PlayerLeft(bot.name, removed=False),)


def replace_bot(room: Room, by: str, action: RelieveBot) -> RoomChange:
    """A person takes a bot's seat; the bot leaves."""
    bot = room.lobby.known_player(action.player)
    after, left = remove_bot(room, bot)
    after, taken = people.take_seat(after, by, bot.seat)
    return after, (*left, *taken)


def bots_without_seat(room: Room) -> tuple[Player, ...]:
    """The bots that have no seat in the next game."""
    fitting = roles.SEATS[room.lobby.settings.mode]
    return tuple(
        bot for bot in room.lobby.bots if bot.seat not in fitting or bot.seat is Seat.SPECTATOR
    )


def effective_settings(lobby: Lobby) -> Settings:
    """The house rules for these people: with a bot, clues are typed."""
    settings = lobby.settings
    return replace(settings, clues=Clues.TYPED) if lobby.bots else settings


_FOR_SO_FEW: Mapping[str, tuple[Seat, ...]] = {
    "two_against_two_bots": (Seat.RED_SPYMASTER, Seat.RED_OPERATIVE),
    "three_of_us": (Seat.RED_SPYMASTER, Seat.BLUE_SPYMASTER, Seat.OPERATIVE_FOR_BOTH),
}


def suggested_seats(lobby: Lobby) -> Mapping[Seat, int]:
    """How many should sit in which seat: two teams, unless the settings say that it is a game for
    fewer people and no more are there. Those who chose to watch do not count.
    """
    people = sum(not player.watching for player in lobby.present)
    settings = replace(lobby.settings, coach=False, board=Board.WORDS, bot_pace=BotPace.NORMAL)
    for preset, seats in _FOR_SO_FEW.items():
        if settings == PRESETS[preset] and people <= len(seats):
            return Counter(seats)
    return roles.suggested(people, lobby.settings.mode)


def missing_seats(room: Room) -> tuple[Seat, ...]:
    """The seats still needed, one of each, by the running game or else the next one."""
    mode = room.mode
    pairs: tuple[tuple[Seat, Seat], ...]
    if mode is Mode.CLASSIC:
        pairs = (
            (Seat.RED_SPYMASTER, Seat.KEY_HOLDER),
            (Seat.BLUE_SPYMASTER, Seat.KEY_HOLDER),
            (Seat.RED_OPERATIVE, Seat.OPERATIVE_FOR_BOTH),
            (Seat.BLUE_OPERATIVE, Seat.OPERATIVE_FOR_BOTH),
        )
    else:
        needed = [seat for seat in roles.SEATS[mode] if seat is not Seat.SPECTATOR]
        pairs = tuple((seat, seat) for seat in needed)
    return tuple(seat for seat, instead in pairs if not room.lobby.has_any_in((seat, instead)))


def bot_tasks(room: Room, away: AbstractSet[str] = permissions.NOBODY) -> dict[str, BotTask]:
    """What each bot has to do now, by id. Nobody waits for the people who are `away`."""
    game, bots = room.game, room.lobby.bots
    if game is None or not bots or not room.running:
        return {}
    parts = {bot: _part(room.lobby, game, bot, away) for bot in bots}
    return {bot.id: _task(room, game, bot, part) for bot, part in parts.items() if part}


def thinking(
    lobby: Lobby, table: Table, away: AbstractSet[str] = permissions.NOBODY
) -> tuple[str, ...]:
    """Ids of the bots whose turn it publicly is; none if a person could act as well, who is then
    not waiting for them.
    """
    if _has_own(table) and lobby.has_person_in(roles.SIDES.values()):
        return ()
    parts = {bot.id: _public_part(lobby, table, bot, away) for bot in lobby.bots}
    return tuple(bot for bot, part in parts.items() if part not in _IN_PASSING)


def people_before_bot(lobby: Lobby, table: Table) -> tuple[tuple[Player, ...], str | None]:
    """The people who share a part with a bot, and the id of that bot."""
    if _has_own(table):
        return (), None
    permitted = permissions.allowed_actors(lobby, table)
    for part, kind in _PARTS:
        sitting = lobby.in_seat(*_seats(permitted, kind))
        people = tuple([player for player in sitting if player.bot is None])
        bots = [player.id for player in sitting if player.bot and _can(player, part)]
        if people and bots:
            return people, bots[0]
    return (), None


_IN_PASSING = (None, Part.MARK)


def _task(room: Room, game: Game, bot: Player, part: Part) -> BotTask:
    question = game.question.id if part is Part.RULE and game.question else 0
    marked = tuple(mark.position for mark in game.marks if mark.by == bot.id)
    pace, most = room.lobby.settings.bot_pace, _most_seconds(game.table, part)  # it holds at once
    return BotTask(part, bot.seat, room.lobby.games, room.step, question, marked, pace, most)


def _most_seconds(table: Table, part: Part) -> float | None:
    """Half of what a strict clock gives, shared by all that is done in that time: for each card of
    a clue, and the extra one, a mark and a touch.
    """
    settings, clue = table.settings, table.turn.clue
    if settings.timer is not Timer.STRICT or part in (Part.COVER, Part.RULE):
        return None
    if part is Part.CLUE or clue is None:
        return settings.clue_seconds / 2
    return settings.guess_seconds / 2 / (2 * (clue.count + 1))


def _part(lobby: Lobby, game: Game, bot: Player, away: AbstractSet[str]) -> Part | None:
    if actions.AllowClue in phases.possible_about_question(game):
        if bot.seat in permissions.allowed_about_question(lobby, game)[actions.AllowClue]:
            return Part.RULE
        asked = game.question is not None and game.question.giver not in away
        if asked and bot.seat in roles.current_roles(lobby, game.table).givers:
            return None  # a clue of its own seat is being asked about
    return _public_part(lobby, game.table, bot, away)


def _public_part(lobby: Lobby, table: Table, bot: Player, away: AbstractSet[str]) -> Part | None:
    permitted = permissions.allowed_actors(lobby, table)
    for part, kind in _PARTS:
        seats = _seats(permitted, kind)
        if bot.seat in seats and _can(bot, part):
            first = _first(lobby.in_seat(*seats), away)
            if first == bot or _has_own(table):
                return part
    return Part.MARK if bot.seat in permitted.get(actions.MarkCard, ()) else None


def _seats(permitted: permissions.AllowedActors, kind: type[actions.Action]) -> tuple[Seat, ...]:
    return tuple([actor for actor in permitted.get(kind, ()) if isinstance(actor, Seat)])


def _can(bot: Player, part: Part) -> bool:
    """Whether a bot has this part in its seat: holding the key of both teams it never touches,
    though a person could on behalf of the operatives.
    """
    return part is not Part.GUESS or bot.seat.guesses


def _has_own(table: Table) -> bool:
    """Whether some cards may be found only by one of those who can touch."""
    return table.phase is Phase.SUDDEN_DEATH


def _first(sitting: Iterable[Player], away: AbstractSet[str]) -> Player | None:
    """Who acts, of several who could: a person who is not away, else the first bot."""
    there = [player for player in sitting if player.id not in away]
    return min(there, key=lambda player: player.bot is not None, default=None)


def _at_keys(room: Room) -> Iterable[tuple[str, ...]]:
    yield from room.keys.values()
    for record in room.lobby.played:
        yield from record.keys.values()
