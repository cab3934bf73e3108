"""Tokens: their hashes, and whose they are."""

import hashlib

from undercast.base.refusals import Refusal, Refused
from undercast.room.state import PlayerStatus, Room


def hash_token(token: str) -> str:
    """What the log keeps of a token: enough to recognise it, not enough to use it."""
    return hashlib.sha256(token.encode()).hexdigest()


def player_of_token(room: Room, token_hash: str) -> str:
    """The id of the present person with this token.

    Raises Refused: room/unknown_token, also for somebody who left; room/removed.
    """
    player = room.lobby.find(room.tokens.get(token_hash, ""))
    if player is None or player.standing is PlayerStatus.LEFT:
        raise Refused(Refusal.UNKNOWN_TOKEN)
    if player.standing is PlayerStatus.REMOVED:
        raise Refused(Refusal.REMOVED)
    return player.id
