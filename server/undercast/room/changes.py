"""What each entry does to a room: one pure function, used alike for playing and for replaying.

Room x Entry -> next Room and what happened, or Refused (and then nothing has changed)
"""

from collections.abc import Mapping
from dataclasses import replace

from undercast.refusals import Refusal, Refused, require
from undercast.room import evening, happenings, people, permits, requests
from undercast.room.entries import (
    AnswerRequest,
    AskForSeat,
    AskToReturn,
    BecomeHost,
    ChangeSettings,
    CreateRoom,
    Deal,
    Entry,
    HandOver,
    Join,
    Leave,
    PasteWords,
    Readmit,
    Remove,
    Rename,
    TakeSeat,
)
from undercast.room.happenings import Happening
from undercast.room.state import REMEMBERED_COMMANDS, Lobby, Player, Room
from undercast.rules import play as playing
from undercast.rules.actions import (
    Action,
    AllowClue,
    ExchangeCodename,
    Pause,
    RejectClue,
    TakeBackClue,
    TimeUp,
)
from undercast.rules.game import Table
from undercast.rules.settings import Settings

Changed = tuple[Room, tuple[Happening, ...]]

SERVER = ""
"""Who did it, when it was no person: the strict timer ran out, or a restart found a clock running.
"""


SECRET = (TakeBackClue, AllowClue, RejectClue)
"""Moves about a question that most people may not even know of."""


def create(entry: Entry) -> Room:
    """The room that the first entry of a log opens."""
    do = entry.do
    if not isinstance(do, CreateRoom):
        raise TypeError("a room begins with CreateRoom")
    _require_sense(do.settings)
    host = Player(people.FIRST_ID, people.well_formed_name(do.name))
    lobby = Lobby(
        code=do.code,
        language=do.language,
        host=host.id,
        players=(host,),
        settings=do.settings,
        decks=do.decks,
    )
    return Room(lobby, tokens={do.token_hash: host.id}, done={(host.id, entry.cmd_id): None})


def apply(room: Room, entry: Entry) -> Changed:
    """Do what `entry` says. Raises Refused when it cannot be done; `room` is as it was."""
    after, happened = _do(room, entry)
    return replace(
        requests.without_stale(after),
        version=room.version + 1,
        step=room.step + _public_moved(room, after),
        done=_with_done(room, entry) if entry.cmd_id else room.done,
    ), happened


def replay(entries: list[Entry]) -> Room:
    """The room that a whole log leads to. Raises Refused or TypeError for a log that never was."""
    room = create(entries[0])
    for entry in entries[1:]:
        room, _ = apply(room, entry)
    return room


def _with_done(room: Room, entry: Entry) -> Mapping[tuple[str, str], None]:
    done = {**room.done, (entry.by, entry.cmd_id): None}
    if len(done) > REMEMBERED_COMMANDS:
        del done[next(iter(done))]
    return done


def _public_moved(before: Room, after: Room) -> bool:
    """Whether the public board, turn or phase moved."""
    return before.lobby.games != after.lobby.games or _table(before) != _table(after)


def _table(room: Room) -> Table | None:
    return None if room.game is None else room.game.table


def _do(room: Room, entry: Entry) -> Changed:  # noqa: C901, PLR0912  # an index, one case an entry
    match entry.do:
        case CreateRoom():
            raise TypeError("a room is created once")
        case Join():
            return people.join(room, entry.by, entry.do)
        case AskToReturn():
            return requests.ask_to_return(room, entry.do)
        case TimeUp() | Pause() if entry.by == SERVER:
            return _played(room, entry.do, entry.at)
        case _:
            player = room.lobby.player(entry.by)
    match entry.do:
        case Rename():
            return people.rename(room, player, entry.do)
        case Leave():
            return people.leave(room, player)
        case TakeSeat():
            return people.take_seat(room, player, entry.do)
        case AskForSeat():
            return requests.ask_for_seat(room, player, entry.do)
        case AnswerRequest():
            return requests.answer(room, player, entry.do)
        case HandOver():
            return people.hand_over(room, player, entry.do)
        case BecomeHost():
            return people.become_host(room, player, entry.do)
        case Remove():
            return people.remove(room, player, entry.do)
        case Readmit():
            return people.readmit(room, player, entry.do)
        case ChangeSettings():
            return change_settings(room, player, entry.do)
        case PasteWords():
            return paste_words(room, player, entry.do)
        case Deal():
            return deal(room, player, entry.do, entry.at)
        case TimeUp():
            raise TypeError("only the server's clock says that time is up")
        case _:
            return play(room, player, entry.do, entry.at)


def change_settings(room: Room, player: Player, do: ChangeSettings) -> Changed:
    """The host chooses house rules for the next game; a running game keeps its own."""
    permits.require_host(room.lobby, player)
    _require_sense(do.settings)
    lobby = replace(room.lobby, settings=do.settings, decks=do.decks, language=do.language)
    return replace(room, lobby=lobby), ()


def paste_words(room: Room, player: Player, do: PasteWords) -> Changed:
    """The host's own word list, to be mixed with decks or played alone."""
    permits.require_host(room.lobby, player)
    lobby = replace(room.lobby, house_words=len(do.words))
    return replace(room, lobby=lobby, house_words=do.words), ()


def deal(room: Room, player: Player, do: Deal, at: int) -> Changed:
    """A new game. Codenames that the room has seen come back only after all others were used."""
    permits.require_dealer(room.lobby, player)
    lobby = people.with_fitting_seats(room.lobby)
    lobby = people.with_swapped_spymasters(lobby) if do.swap_spymasters else lobby
    blocked = permits.why_no_deal(replace(room, lobby=lobby))
    if blocked is not None:
        raise Refused(blocked)
    keys = (do.key, do.key_b) if do.key_b else (do.key,)
    keyed = evening.holders(lobby)
    after = replace(
        room,
        lobby=replace(lobby, games=lobby.games + 1, played=evening.with_ended(room)),
        game=playing.deal(lobby.settings, do.codenames, keys, languages=do.languages, at=at),
        keys=keyed,
        seen_key={player: frozenset({seat}) for seat, player in keyed.items()},
        seen_codenames=_laid(room.seen_codenames, do.codenames),
    )
    return after, (happenings.GameDealt(), *people.new_seats(room.lobby, lobby))


def play(room: Room, player: Player, action: Action, at: int) -> Changed:
    """A move in the game. What nobody could do now the rules refuse, with the better reason.

    Not so about the question to the rival: the reason would say whether there is one.
    """
    require(room.game is not None, Refusal.NO_GAME)
    assert room.game is not None
    table = room.game.table
    if not isinstance(action, SECRET) and type(action) not in playing.possible(table):
        playing.apply(room.game, action, at)
    permits.require_permit(room.lobby, table, player, action)
    return _played(room, action, at)


def _played(room: Room, action: Action, at: int) -> Changed:
    require(room.game is not None, Refusal.NO_GAME)
    assert room.game is not None
    game, happened = playing.apply(room.game, action, at)
    seen = room.seen_codenames
    if isinstance(action, ExchangeCodename):
        seen = _laid(seen, (action.codename,))
    return replace(room, game=game, seen_codenames=seen), happened


def _require_sense(settings: Settings) -> None:
    """Raise Refused for house rules that cannot be played together."""
    problem = settings.problem()
    if problem is not None:
        raise Refused(problem)


def _laid(seen: Mapping[str, int], codenames: tuple[str, ...]) -> Mapping[str, int]:
    """`seen` when these lie on the table: all in one round, also where it had to be reshuffled."""
    this_round = 1 + max(seen.get(codename, 0) for codename in codenames)
    return {**seen, **dict.fromkeys(codenames, this_round)}
