"""Asking for consent: for a key seat that somebody holds, and for one's own former seat."""

from dataclasses import replace

from undercast.refusals import Refusal, Refused, require
from undercast.room import people
from undercast.room.entries import AnswerRequest, AskForSeat, AskToReturn
from undercast.room.happenings import Happening
from undercast.room.seats import Seat
from undercast.room.state import (
    MOST_REQUESTS,
    Lobby,
    Player,
    Request,
    RequestKind,
    Room,
    Standing,
)

Changed = tuple[Room, tuple[Happening, ...]]


def ask_for_seat(room: Room, player: Player, do: AskForSeat) -> Changed:
    """A held key seat is taken over only with the holder's or the host's consent."""
    people.require_may_sit(room, player, do.seat)
    holders = room.lobby.in_seat(do.seat)
    held = do.seat.sees_key and bool(holders)
    require(held and holders[0].id != player.id, Refusal.SEAT_FREE)
    same = any(r.asker == player.id and r.seat is do.seat for r in room.lobby.requests)
    if same:
        return room, ()
    asked = Request(room.next_request, RequestKind.SEAT, holders[0].id, player.id, do.seat)
    return _with_request(room, asked), ()


def ask_to_return(room: Room, do: AskToReturn) -> Changed:
    """A browser that lost its token asks for the person that it belongs to."""
    target = room.lobby.player(do.player)
    require(do.token_hash not in room.tokens, Refusal.SEAT_FREE, "this browser has a seat")
    asked = Request(room.next_request, RequestKind.RETURN, target.id)
    former = {n for n, token_hash in room.claims.items() if token_hash == do.token_hash}
    after = _with_request(_without(room, former), asked)
    return replace(after, claims={**after.claims, asked.id: do.token_hash}), ()


def answer(room: Room, player: Player, do: AnswerRequest) -> Changed:
    """Consent or refuse. Whoever is asked may, the host may, and the asker may withdraw."""
    asked = next((r for r in room.lobby.requests if r.id == do.request), None)
    if asked is None:
        raise Refused(Refusal.NO_SUCH_REQUEST)
    require(_may_answer(room.lobby, player, asked, do), Refusal.NOT_YOURS_TO_ANSWER)
    answered = _without(room, {asked.id})
    if not do.consent:
        return answered, ()
    if asked.kind is RequestKind.RETURN:
        return _returned(answered, asked, room.claims[asked.id], by_host=player.id != asked.player)
    return _taken_over(answered, asked)


def without_stale(room: Room) -> Room:
    """The room without requests that have lost their object.

    The seat or a person is gone; or the browser that wanted to return came in as somebody new.
    """
    stale = {r.id for r in room.lobby.requests if not _stands(room.lobby, r)}
    stale |= {n for n, token_hash in room.claims.items() if token_hash in room.tokens}
    return _without(room, stale) if stale else room


def _may_answer(lobby: Lobby, player: Player, asked: Request, do: AnswerRequest) -> bool:
    if player.id == asked.player:
        return True
    if not do.consent:
        return player.id in (lobby.host, asked.asker)
    absent = asked.kind is RequestKind.SEAT or not do.online
    return player.id == lobby.host and absent


def _returned(room: Room, asked: Request, token_hash: str, *, by_host: bool) -> Changed:
    """The asking browser is that person's from now on.

    With the host's consent the lost tokens end; with the person's own, it is one browser more.
    """
    kept = {h: p for h, p in room.tokens.items() if not (by_host and p == asked.player)}
    return replace(room, tokens={**kept, token_hash: asked.player}), ()


def _taken_over(room: Room, asked: Request) -> Changed:
    """The asker sits down; the former holder, who knows the key, looks on."""
    assert asked.asker is not None
    assert asked.seat is not None
    holder, asker = room.lobby.player(asked.player), room.lobby.player(asked.asker)
    people.require_may_sit(room, asker, asked.seat)
    lobby = people.with_player(room.lobby, replace(holder, seat=Seat.SPECTATOR))
    return people.seated(replace(room, lobby=lobby), asker, asked.seat)


def _with_request(room: Room, asked: Request) -> Room:
    waiting = sum(r.kind is asked.kind for r in room.lobby.requests)
    require(waiting < MOST_REQUESTS, Refusal.TOO_MANY)
    lobby = replace(room.lobby, requests=(*room.lobby.requests, asked))
    return replace(room, lobby=lobby, next_request=room.next_request + 1)


def _without(room: Room, ids: set[int]) -> Room:
    kept = tuple(r for r in room.lobby.requests if r.id not in ids)
    claims = {n: token_hash for n, token_hash in room.claims.items() if n not in ids}
    return replace(room, lobby=replace(room.lobby, requests=kept), claims=claims)


def _stands(lobby: Lobby, asked: Request) -> bool:
    holder = lobby.find(asked.player)
    if holder is None or holder.standing is not Standing.PRESENT:
        return False
    if asked.kind is RequestKind.RETURN:
        return True
    asker = lobby.find(asked.asker or "")
    present = asker is not None and asker.standing is Standing.PRESENT
    return present and holder.seat is asked.seat
