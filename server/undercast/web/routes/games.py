"""Which games are going on in this house, over HTTP: who stands at its door needs no code."""

import logging
import time
from collections.abc import Callable, Iterable
from heapq import nsmallest

import msgspec
from flask import Blueprint, Response

from undercast.service import OpenGame
from undercast.service.open_games import MOST_LISTED
from undercast.web.protocol.responses import GameList

log = logging.getLogger(__name__)

_games = msgspec.json.Decoder(tuple[OpenGame, ...] | None)

FRESH_SECONDS = 1.0
"""For so long the same list is given to everybody: however many ask, it is made once a second."""


class OpenGames:
    """The games of a house, whichever of its servers has them."""

    def __init__(self, here: Callable[[], tuple[OpenGame, ...]]) -> None:
        self._here = here
        self._elsewhere: tuple[OpenGame, ...] = ()

    def __call__(self) -> tuple[OpenGame, ...]:
        """As `Rooms.open_games`. Those of others are some second old."""
        if not self._elsewhere:
            return self._here()
        of_all = {game.room: game for game in (*self._elsewhere, *self._here())}
        return tuple(nsmallest(MOST_LISTED, of_all.values(), key=lambda game: -game.people))

    def published(self) -> bytes:
        """Those that are here, for the other servers."""
        return msgspec.json.encode(self._here())

    def receive(self, others: Iterable[bytes]) -> None:
        """Those that the others have."""
        found: list[OpenGame] = []
        for published in others:
            try:
                found += _games.decode(published) or ()
            except msgspec.MsgspecError as fault:
                log.warning("Another server lists games that nobody here understands: %s", fault)
        self._elsewhere = tuple(found)


def make_games(going_on: Callable[[], tuple[OpenGame, ...]]) -> Blueprint:
    """The route. What it says of a room everybody in that room knows, and no token is among it."""
    games, latest = Blueprint("games", __name__), _Latest(going_on)

    @games.get("/games")
    def listed() -> Response:
        response = Response(latest.body(), mimetype="application/json")
        response.headers["Cache-Control"] = "no-store"
        return response

    return games


class _Latest:
    def __init__(self, going_on: Callable[[], tuple[OpenGame, ...]]) -> None:
        self._going_on = going_on
        self._body = b""
        self._until = 0.0

    def body(self) -> bytes:
        now = time.monotonic()
        if now >= self._until:
            self._body = msgspec.json.encode(GameList(self._going_on()))
            self._until = now + FRESH_SECONDS
        return self._body
