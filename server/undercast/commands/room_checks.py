"""What people may do in a room outside the game: join, sit, ask, answer, choose the rules."""

from undercast.base.refusals import Refusal, Refused, require
from undercast.commands.facts import Facts
from undercast.room import entries, people, permissions, predictions, requests, roles, stamps
from undercast.room.seats import Seat
from undercast.room.state import PHOTOS, Lobby, Player, PlayerStatus, Request, RequestKind, Room
from undercast.rules import text, turns
from undercast.rules.settings import Board, Clues, Settings

LONGEST_NAME = 20
"""Characters in a person's name."""

MAX_PLAYERS = 60
"""People at one time in one room."""

MAX_BOTS = 12
"""Bots at one time in one room."""

MAX_PEOPLE_EVER = 300
"""People that a room remembers: those present, and those who left after doing something."""

MAX_REQUESTS = 12
"""Open requests of one kind in a room, so that strangers cannot flood it."""

FOR_THE_HOST = (
    *(
        entries.AddBots,
        entries.HandOver,
        entries.Remove,
        entries.Readmit,
        entries.SetDoor,
        entries.SetSound,
        entries.Shuffle,
        entries.ChangeSettings,
        entries.PasteWords,
    ),
    *(entries.ShowPage, entries.ClosePage, entries.GoOn),
)
"""What only the host does."""


def require_person(room: Room, player: Player, kind: type[entries.RoomAction]) -> None:
    """Raise Refused if this kind of action is not this person's at all."""
    if kind in FOR_THE_HOST:
        require_host(room.lobby, player)
    if kind is entries.Deal:
        require(player.id == room.lobby.host or player.seat.sees_key, Refusal.NOT_HOST)


def require_host(lobby: Lobby, player: Player) -> None:
    """Raise Refused(room/not_host) for anybody but the host."""
    require(player.id == lobby.host, Refusal.NOT_HOST)


def require_opening(action: entries.CreateRoom, facts: Facts) -> None:
    """Raise Refused for a room that cannot be opened like this."""
    require_setup(action, facts)
    _require_name(action.name, facts)


def require_setup(action: entries.CreateRoom, facts: Facts) -> None:
    """Raise Refused for a room that cannot be opened with these decks and settings."""
    _require_decks(action.decks, facts)
    _require_sense(action.settings)


def require_details(room: Room, by: str, action: entries.RoomAction, facts: Facts) -> None:  # noqa: C901, PLR0912, PLR0915  # an index, one case an entry
    """Raise Refused for what cannot be done in this room now."""
    lobby = room.lobby
    match action:
        case entries.Join():
            _require_newcomer(room, by, action, facts)
        case entries.AskToReturn():
            _require_return(room, action)
        case entries.BecomeHost():
            require(lobby.player(by).bot is None, Refusal.NO_SUCH_PLAYER, "a bot")
            require(lobby.host == action.former, Refusal.LINK_INVALID, "another host by now")
        case entries.Rename():
            _require_free_name(lobby, action.name, by, facts)
        case entries.ChooseStamp():
            require(stamps.is_free(lobby, action.stamp, by), Refusal.STAMP_TAKEN)
        case entries.TakeSeat():
            _require_free_seat(room, lobby.player(by), action.seat)
        case entries.AskForSeat():
            _require_held_seat(room, lobby.player(by), action.seat)
        case entries.AnswerRequest():
            _require_answer(room, lobby.player(by), action)
        case entries.AddBots():
            _require_bots(room, action, facts)
        case entries.RelieveBot():
            _require_relief(room, lobby.player(by), action)
        case entries.HandOver():
            require(lobby.player(action.player).bot is None, Refusal.NO_SUCH_PLAYER, "a bot")
        case entries.Remove():
            target = lobby.player(action.player)
            require(target.id != by, Refusal.NO_SUCH_PLAYER, "the host leaves or hands over")
        case entries.Readmit():
            _require_readmission(lobby, action, facts)
        case entries.ChangeSettings():
            _require_decks(action.decks, facts, chosen=lobby.decks)
            _require_sense(action.settings)
        case entries.Shuffle():
            require(not room.running, Refusal.GAME_RUNNING)
            require(len(lobby.present) > 1, Refusal.NO_OPERATIVE, "somebody alone")
        case entries.Predict():
            _require_prediction(room, lobby.player(by), action)
        case entries.ShowPage():
            require(not room.running, Refusal.GAME_RUNNING)
            latest = action.game == lobby.games
            require(latest or action.game < lobby.games, Refusal.NO_SUCH_GAME)
            require(latest or action.part is None, Refusal.NO_SUCH_GAME, "not the latest")
        case entries.GoOn():
            require(facts.lost, Refusal.NOTHING_LOST)
        case _:
            pass


def require_deal(room: Room) -> None:
    """Raise Refused with what prevents a new game."""
    # Whether spymasters are swapped first makes no difference: the same seats are taken.
    seated = people.seated_for_next_game(room.lobby, swap_spymasters=False)
    blocked = permissions.why_no_deal(room, seated)
    if blocked is not None:
        raise Refused(blocked)


def _require_newcomer(room: Room, by: str, action: entries.Join, facts: Facts) -> None:
    lobby = room.lobby
    require(by == people.newcomer_id(room, action.token_hash), Refusal.UNKNOWN_TOKEN)
    former = lobby.find(by)
    require(former is None or former.standing is not PlayerStatus.REMOVED, Refusal.REMOVED)
    require(
        former is None or former.standing is PlayerStatus.LEFT, Refusal.NAME_TAKEN, "already here"
    )
    require(former is not None or not lobby.closed, Refusal.ROOM_CLOSED)
    _require_place(lobby)
    _require_free_name(lobby, action.name, by, facts)
    require(former is not None or _people(room) < MAX_PEOPLE_EVER, Refusal.ROOM_FULL)


def _people(room: Room) -> int:
    """People that count: not those who left without ever doing anything."""
    people = room.lobby.players
    return sum(p.standing is PlayerStatus.PRESENT or p.id in room.acted for p in people)


def _require_return(room: Room, action: entries.AskToReturn) -> None:
    require(room.lobby.player(action.player).bot is None, Refusal.NO_SUCH_PLAYER, "a bot")
    require(action.token_hash not in room.tokens, Refusal.SEAT_FREE, "this browser has a seat")
    besides = requests.replaced(room, action)
    _require_patience(room.lobby, RequestKind.RETURN, besides)


def _require_free_seat(room: Room, player: Player, seat: Seat) -> None:
    """A seat for one must be free; whoever saw the key cannot guess any more."""
    _require_may_sit(room, player, seat)
    held = any(other.id != player.id for other in room.lobby.in_seat(seat))
    require(not (seat.is_for_one and held), Refusal.SEAT_HELD)


def _require_bots(room: Room, action: entries.AddBots, facts: Facts) -> None:
    """Bots sit where nobody else sits, in a game in which they can think."""
    lobby = room.lobby
    require(facts.bots, Refusal.BOT_MISSING)
    require(bool(action.bots), Refusal.SEAT_HELD, "no seat is free that needs a bot")
    require(len(lobby.bots) + len(action.bots) <= MAX_BOTS, Refusal.BOT_TOO_MANY)
    require(len(lobby.present) + len(action.bots) <= MAX_PLAYERS, Refusal.ROOM_FULL)
    require(_people(room) + len(action.bots) <= MAX_PEOPLE_EVER, Refusal.ROOM_FULL)
    for bot in action.bots:
        sits = bot.seat in roles.SEATS[room.mode] and bot.seat is not Seat.SPECTATOR
        require(sits, Refusal.SEAT_OTHER_MODE)
        require(not (bot.seat.is_for_one and lobby.in_seat(bot.seat)), Refusal.SEAT_HELD)
    pictures = lobby.settings.board is Board.PICTURES
    require(not (pictures and PHOTOS in lobby.decks), Refusal.BOT_PHOTOS)
    if room.running and room.game is not None:
        settings = room.game.table.settings
        require(settings.clues is Clues.TYPED, Refusal.BOT_SPOKEN)
        ids = [name for name in room.game.table.codenames if name.isascii()]
        photos = settings.board is Board.PICTURES and ids  # a scene's codename is its emoji
        require(not photos, Refusal.BOT_PHOTOS)


def _require_relief(room: Room, player: Player, action: entries.RelieveBot) -> None:
    bot = room.lobby.player(action.player)
    require(bot.bot is not None and player.bot is None, Refusal.NOT_A_BOT)
    _require_may_sit(room, player, bot.seat)
    require(not bot.seat.sees_key or player.id == room.lobby.host, Refusal.NOT_HOST)


def _require_held_seat(room: Room, player: Player, seat: Seat) -> None:
    _require_may_sit(room, player, seat)
    holders = room.lobby.in_seat(seat)
    held = seat.is_for_one and bool(holders)
    require(held and holders[0].id != player.id, Refusal.SEAT_FREE)
    if not any(r.asker == player.id and r.seat is seat for r in room.lobby.requests):
        _require_patience(room.lobby, RequestKind.SEAT)


def _require_may_sit(room: Room, player: Player, seat: Seat) -> None:
    """Raise Refused if this person cannot have this seat even with consent."""
    refusal = permissions.why_not_sit(room, player.id, seat)
    if refusal is not None:
        raise Refused(refusal)


def _require_answer(room: Room, player: Player, action: entries.AnswerRequest) -> None:
    asked = room.lobby.request(action.request)
    if asked is None:
        raise Refused(Refusal.NO_SUCH_REQUEST)
    require(_may_answer(room.lobby, player, asked, action), Refusal.NOT_YOURS_TO_ANSWER)
    if action.consent and asked.seat is not None and asked.asker is not None:
        _require_may_sit(room, room.lobby.player(asked.asker), asked.seat)


def _may_answer(
    lobby: Lobby, player: Player, asked: Request, action: entries.AnswerRequest
) -> bool:
    """The person asked may, the host may, and the asker may withdraw."""
    if player.id in (asked.player, lobby.host):
        return True
    return not action.consent and player.id == asked.asker


def _require_prediction(room: Room, player: Player, action: entries.Predict) -> None:
    refusal = permissions.why_no_prediction(room, player)
    if refusal is not None:
        raise Refused(refusal)
    assert room.game is not None  # else that would have been refused
    if action.position is not None:
        turns.require_hidden(room.game.table, action.position)
    often = predictions.changes(room, player.id) >= predictions.MAX_CHANGES
    require(not often, Refusal.TOO_MANY, "until the next touch")


def _require_readmission(lobby: Lobby, action: entries.Readmit, facts: Facts) -> None:
    target = lobby.find(action.player)
    if target is None or target.standing is not PlayerStatus.REMOVED:
        raise Refused(Refusal.NO_SUCH_PLAYER)
    _require_place(lobby)
    _require_free_name(lobby, target.name, target.id, facts)


def _require_place(lobby: Lobby) -> None:
    require(len(lobby.present) < MAX_PLAYERS, Refusal.ROOM_FULL)


def _require_patience(
    lobby: Lobby, kind: RequestKind, besides: set[int] | frozenset[int] = frozenset()
) -> None:
    """One more request may wait, not counting those that the new one takes the place of."""
    waiting = sum(r.kind is kind and r.id not in besides for r in lobby.requests)
    require(waiting < MAX_REQUESTS, Refusal.TOO_MANY)


def _require_free_name(lobby: Lobby, name: str, player_id: str, facts: Facts) -> None:
    """No other present person has this name."""
    _require_name(name, facts)
    taken = {other.name.casefold() for other in lobby.present if other.id != player_id}
    require(name.casefold() not in taken, Refusal.NAME_TAKEN)


def _require_name(name: str, facts: Facts) -> None:
    require(0 < len(name) <= LONGEST_NAME, Refusal.NAME_MALFORMED, "1 to 20 characters")
    plain = text.is_plain(name, facts.category)
    require(plain, Refusal.NAME_MALFORMED, "control or invisible characters")


def _require_decks(decks: tuple[str, ...], facts: Facts, chosen: tuple[str, ...] = ()) -> None:
    """Decks already chosen may stay chosen: photos may be missing for an evening."""
    unknown = set(decks) - facts.dealer.decks() - set(chosen)
    require(not unknown, Refusal.UNKNOWN_DECK, ", ".join(sorted(unknown)))


def _require_sense(settings: Settings) -> None:
    """Refuse house rules that contradict each other."""
    problem = settings.problem()
    if problem is not None:
        raise Refused(problem)
