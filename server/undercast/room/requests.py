"""Requests: for a key seat that somebody holds, and to return without a token."""

from msgspec.structs import replace

from undercast.room import bots, people
from undercast.room.entries import AnswerRequest, AskForSeat, AskToReturn, RelieveBot
from undercast.room.events import RoomChange
from undercast.room.seats import Seat
from undercast.room.state import Lobby, PlayerStatus, Request, RequestKind, Room


def ask_for_seat(room: Room, by: str, action: AskForSeat) -> RoomChange:
    """A held key seat is taken over only with the holder's or the host's consent."""
    if any(request.asker == by and request.seat is action.seat for request in room.lobby.requests):
        return room, ()
    (holder,) = room.lobby.in_seat(action.seat)
    asked = Request(room.next_request, RequestKind.SEAT, holder.id, by, action.seat)
    return _with_request(room, asked), ()


def ask_to_return(room: Room, action: AskToReturn) -> RoomChange:
    """A browser that lost its token asks for the person that it belongs to."""
    asked = Request(room.next_request, RequestKind.RETURN, action.player)
    after = _with_request(_without(room, replaced(room, action)), asked)
    return replace(after, claims={**after.claims, asked.id: action.token_hash}), ()


def replaced(room: Room, action: AskToReturn) -> set[int]:
    """The requests in whose place this one comes: the browser's own, and what makes way for it."""
    former = {n for n, token_hash in room.claims.items() if token_hash == action.token_hash}
    return former if action.instead is None else former | {action.instead}


def answer(room: Room, by: str, action: AnswerRequest) -> RoomChange:
    """Consent or refuse. Whoever is asked may, the host may, and the asker may withdraw."""
    (asked,) = (request for request in room.lobby.requests if request.id == action.request)
    answered = _without(room, {asked.id})
    if not action.consent:
        return answered, ()
    if asked.kind is RequestKind.RETURN:
        return _returned(answered, asked, room.claims[asked.id], by_host=by != asked.player)
    return _taken_over(answered, asked)


def without_stale(room: Room) -> Room:
    """The room without requests that have lost their object.

    The seat or a person is gone; or the browser that wanted to return came in as somebody new.
    """
    stale = {r.id for r in room.lobby.requests if not _stands(room.lobby, r)}
    stale |= {n for n, token_hash in room.claims.items() if token_hash in room.tokens}
    return _without(room, stale) if stale else room


def _returned(room: Room, asked: Request, token_hash: str, *, by_host: bool) -> RoomChange:
    """The asking browser is that person's from now on.

    With the host's consent the lost tokens end; with the person's own, it is one browser more.
    """
    kept = {h: p for h, p in room.tokens.items() if not (by_host and p == asked.player)}
    return replace(room, tokens={**kept, token_hash: asked.player}), ()


def _taken_over(room: Room, asked: Request) -> RoomChange:
    """The asker sits down; the former holder, who knows the key, looks on. A bot goes."""
    assert asked.asker is not None
    assert asked.seat is not None
    holder = room.lobby.known_player(asked.player)
    if holder.bot is not None:
        return bots.replace_bot(room, asked.asker, RelieveBot(holder.id))
    lobby = people.with_player(room.lobby, replace(holder, seat=Seat.SPECTATOR))
    return people.take_seat(replace(room, lobby=lobby), asked.asker, asked.seat)


def _with_request(room: Room, asked: Request) -> Room:
    lobby = replace(room.lobby, requests=(*room.lobby.requests, asked))
    return replace(room, lobby=lobby, next_request=room.next_request + 1)


def _without(room: Room, ids: set[int]) -> Room:
    kept = tuple(r for r in room.lobby.requests if r.id not in ids)
    claims = {n: token_hash for n, token_hash in room.claims.items() if n not in ids}
    return replace(room, lobby=replace(room.lobby, requests=kept), claims=claims)


def _stands(lobby: Lobby, asked: Request) -> bool:
    holder = lobby.find(asked.player)
    if holder is None or holder.standing is not PlayerStatus.PRESENT:
        return False
    if asked.kind is RequestKind.RETURN:
        return True
    asker = lobby.find(asked.asker or "")
    present = asker is not None and asker.standing is PlayerStatus.PRESENT
    return present and holder.seat is asked.seat
