"""What each entry does to a room: one pure function, for playing and for replaying.

    Room x Entry -> next Room and what happened

It refuses nothing: `undercast.commands` checked permissions, limits and texts once, when the entry
was decided. An entry that never was decided raises something (LookupError, TypeError,
AssertionError ...), which reveals a damaged log.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from undercast.room import (
    bots,
    entries,
    evening,
    events,
    people,
    predictions,
    requests,
    screen_page,
    stamps,
)
from undercast.room.events import RoomChange, RoomEvent
from undercast.room.state import REMEMBERED_COMMANDS, Lobby, Player, Room
from undercast.rules import evolve as play
from undercast.rules.actions import Action, ExchangeCodename, Pause, TimeUp
from undercast.rules.game import Mark, Table

STRANGERS = ""
"""The account for the entries of people who are not in the room yet."""

SERVER = ""
"""The author of entries that no person made: the strict timer ran out, or a restart found a clock
running."""


def create(entry: entries.Entry) -> Room:
    """The room that the first entry of a log opens."""
    action = entry.do
    if not isinstance(action, entries.CreateRoom):
        raise TypeError("a room begins with CreateRoom")
    if not action.token_hash:
        return Room(_lobby(action, "", ()), written={STRANGERS: 1})
    empty = _lobby(action, people.FIRST_ID, ())
    host = Player(empty.host, action.name, stamp=stamps.dealt(empty, empty.host))
    lobby = replace(empty, players=(host,))
    return Room(
        lobby,
        tokens={action.token_hash: host.id},
        done={host.id: (entry.cmd_id,)},
        acted=frozenset({host.id}),
        written={host.id: 1},
    )


def _lobby(action: entries.CreateRoom, host: str, players: tuple[Player, ...]) -> Lobby:
    return Lobby(
        code=action.code,
        language=action.language,
        host=host,
        players=players,
        settings=action.settings,
        decks=action.decks,
    )


def evolve(room: Room, entry: entries.Entry) -> RoomChange:
    """The room after `entry`, which was decided on it, and what happened."""
    after, happened = _do(room, entry)
    moved = _public_moved(room, after)
    seen = moved or _shows_another(room, after)
    return replace(
        predictions.settled(room, requests.without_stale(after)),
        version=room.version + 1,
        public=room.public + seen,
        public_at=entry.at if seen else room.public_at,
        step=room.step + moved,
        done=_with_done(after, entry) if entry.cmd_id else room.done,
        acted=_with_acted(room, entry),
        written=_with_written(room, after, entry),
    ), happened


def log_account(room: Room, who: str) -> str:
    """The account that an entry of `who` counts against: their own, once they are in the room."""
    return STRANGERS if room.lobby.find(who) is None else who


def _with_done(after: Room, entry: entries.Entry) -> Mapping[str, tuple[str, ...]]:
    """Each person's latest commands; none of somebody who was forgotten."""
    if after.lobby.find(entry.by) is None:
        return {who: done for who, done in after.done.items() if who != entry.by}
    latest = (*after.done.get(entry.by, ()), entry.cmd_id)[-REMEMBERED_COMMANDS:]
    return {**after.done, entry.by: latest}


def _with_acted(room: Room, entry: entries.Entry) -> frozenset[str]:
    passing = isinstance(entry.do, _PASSING) or entry.by == SERVER
    return room.acted if passing or entry.by in room.acted else room.acted | {entry.by}


_PASSING = (entries.Join, entries.Rename, entries.ChooseStamp, entries.Predict, entries.Leave)
"""What a visitor does who only looks in."""


def _with_written(before: Room, after: Room, entry: entries.Entry) -> Mapping[str, int]:
    by_server = isinstance(entry.do, TimeUp | Pause) and entry.by == SERVER
    if by_server or isinstance(entry.do, entries.Predict):
        return before.written
    who = log_account(before, entry.by)
    written = {**before.written, who: before.written.get(who, 0) + 1}
    if who != STRANGERS and after.lobby.find(who) is None:
        written[STRANGERS] = written.get(STRANGERS, 0) + written.pop(who)
    return written


def _public_moved(before: Room, after: Room) -> bool:
    """Whether the public board, turn or phase moved."""
    return before.lobby.games != after.lobby.games or _table(before) != _table(after)


def _shows_another(before: Room, after: Room) -> bool:
    """Whether the public lobby or the public marks changed."""
    if before.lobby is not after.lobby and before.lobby != after.lobby:
        return True
    return _public_marks(before) != _public_marks(after)


def _public_marks(room: Room) -> tuple[Mark, ...]:
    return () if room.game is None or room.game.marks_are_secret else room.game.marks


def _table(room: Room) -> Table | None:
    return None if room.game is None else room.game.table


def _do(room: Room, entry: entries.Entry) -> RoomChange:  # noqa: C901, PLR0912  # an index, one case an entry
    by = entry.by
    match entry.do:
        case entries.CreateRoom():
            raise TypeError("a room is created once")
        case entries.Join():
            return people.join(room, by, entry.do)
        case entries.AskToReturn():
            return requests.ask_to_return(room, entry.do)
        case entries.Rename():
            return people.rename(room, by, entry.do)
        case entries.Leave():
            return people.leave(room, by, entry.do)
        case entries.ChooseStamp():
            return people.choose_stamp(room, by, entry.do), ()
        case entries.CountMe():
            return people.count_me(room, by, entry.do), ()
        case entries.TakeSeat():
            return people.take_seat(room, by, entry.do.seat)
        case entries.AskForSeat():
            return requests.ask_for_seat(room, by, entry.do)
        case entries.AnswerRequest():
            return requests.answer(room, by, entry.do)
        case entries.AddBots():
            return bots.add_bots(room, entry.do)
        case entries.RelieveBot():
            return bots.replace_bot(room, by, entry.do)
        case entries.HandOver():
            return people.change_host(room, entry.do.player)
        case entries.BecomeHost():
            return people.change_host(room, by)
        case entries.Remove():
            return remove(room, entry.do)
        case entries.Readmit():
            return people.readmit(room, entry.do)
        case entries.SetDoor():
            return people.set_door(room, entry.do), ()
        case entries.SetSound():
            return people.set_sound(room, entry.do), ()
        case entries.Shuffle():
            return people.shuffle(room, entry.do)
        case entries.ChangeSettings():
            return change_settings(room, entry.do), ()
        case entries.PasteWords():
            return paste_words(room, entry.do), ()
        case entries.Predict():
            return predictions.predict(room, by, entry.do), ()
        case entries.Deal():
            return deal(room, entry.do, entry.at)
        case entries.ShowPage():
            return screen_page.show(room, entry.do, entry.at), ()
        case entries.ClosePage():
            return screen_page.close(room), ()
        case entries.GoOn():
            return go_on(room), ()
        case _:
            return move(room, entry.do, entry.at)


def remove(room: Room, action: entries.Remove) -> RoomChange:
    """The host removes a person or a bot."""
    target = room.lobby.known_player(action.player)
    return people.remove(room, action) if target.bot is None else bots.remove_bot(room, target)


def change_settings(room: Room, action: entries.ChangeSettings) -> Room:
    """House rules for the next game; a running game keeps its own."""
    lobby = replace(
        room.lobby, settings=action.settings, decks=action.decks, language=action.language
    )
    return replace(room, lobby=lobby)


def paste_words(room: Room, action: entries.PasteWords) -> Room:
    """The host's own word list, to mix with decks or to play alone."""
    lobby = replace(room.lobby, house_words=len(action.words))
    return replace(room, lobby=lobby, house_words=action.words)


def deal(room: Room, action: entries.Deal, at: int) -> RoomChange:
    """A new game. Codenames that the room has seen return only after all others were used.

    Bots without a seat in it leave.
    """
    left: tuple[RoomEvent, ...] = ()
    for bot in bots.bots_without_seat(room):
        room, gone = bots.remove_bot(room, bot)
        left += gone
    lobby = people.seated_for_next_game(room.lobby, swap_spymasters=action.swap_spymasters)
    keys = (action.key, action.key_b) if action.key_b else (action.key,)
    keyed = evening.key_holders(lobby)
    after = replace(
        room,
        lobby=replace(
            lobby, games=lobby.games + 1, played=evening.games_so_far(room), showing=None
        ),
        game=play.deal(
            bots.effective_settings(lobby),
            action.codenames,
            keys,
            languages=action.languages,
            card_languages=action.card_languages,
            at=at,
            rules=action.rules,
        ),
        keys=keyed,
        seen_key={who: frozenset({seat}) for seat, sat in keyed.items() for who in sat},
        seen_codenames=_laid(room.seen_codenames, action.codenames),
        predictions=(),
    )
    return after, (*left, events.GameDealt(), *people.seat_changes(room.lobby, lobby))


def go_on(room: Room) -> Room:
    """The host goes on without the game that cannot be read; an earlier one stays as it ended."""
    return replace(room, game=None, keys={}, seen_key={}, predictions=()) if room.running else room


def move(room: Room, action: Action, at: int) -> RoomChange:
    """A move in the game."""
    assert room.game is not None  # without a game no move is decided
    game, happened = play.evolve(room.game, action, at)
    seen = room.seen_codenames
    if isinstance(action, ExchangeCodename):
        seen = _laid(seen, (action.codename,))
    after = replace(room, game=game, seen_codenames=seen)
    return screen_page.after_move(room, after, at), happened


def _laid(seen: Mapping[str, int], codenames: tuple[str, ...]) -> Mapping[str, int]:
    """`seen` with these codenames on the table: all in one round, even where the decks were
    reshuffled.
    """
    this_round = 1 + max(seen.get(codename, 0) for codename in codenames)
    return {**seen, **dict.fromkeys(codenames, this_round)}
