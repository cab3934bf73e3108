"""The list of open games over HTTP: no code is needed for it."""

import logging
import time
from collections.abc import Callable, Iterable
from heapq import nsmallest

import msgspec
from flask import Blueprint, Response

from undercast.service import OpenGame
from undercast.service.open_games import MAX_LISTED
from undercast.web.protocol.responses import GameList

log = logging.getLogger(__name__)

_games = msgspec.json.Decoder(tuple[OpenGame, ...] | None)

CACHE_SECONDS = 1.0
"""However many ask, the list is made once in this time."""


class OpenGames:
    """The open games of all servers of this house."""

    def __init__(self, here: Callable[[], tuple[OpenGame, ...]]) -> None:
        self._here = here
        self._elsewhere: tuple[OpenGame, ...] = ()

    def __call__(self) -> tuple[OpenGame, ...]:
        """As `Rooms.open_games`; those of other servers are a second old or so."""
        if not self._elsewhere:
            return self._here()
        of_all = {game.room: game for game in (*self._elsewhere, *self._here())}
        return tuple(nsmallest(MAX_LISTED, of_all.values(), key=lambda game: -game.people))

    def published(self) -> bytes:
        """The games of this server, for the others."""
        return msgspec.json.encode(self._here())

    def receive(self, others: Iterable[bytes]) -> None:
        """The games of the other servers."""
        found: list[OpenGame] = []
        for published in others:
            try:
                found += _games.decode(published) or ()
            except msgspec.MsgspecError as fault:
                log.warning("Another server lists games that nobody here understands: %s", fault)
        self._elsewhere = tuple(found)


def make_games(open_games: Callable[[], tuple[OpenGame, ...]]) -> Blueprint:
    """The route. It says only what everybody in a room knows."""
    games, cached = Blueprint("games", __name__), _CachedList(open_games)

    @games.get("/games")
    def listed() -> Response:
        response = Response(cached.body(), mimetype="application/json")
        response.headers["Cache-Control"] = "no-store"
        return response

    return games


class _CachedList:
    def __init__(self, open_games: Callable[[], tuple[OpenGame, ...]]) -> None:
        self._open_games = open_games
        self._body = b""
        self._until = 0.0

    def body(self) -> bytes:
        now = time.monotonic()
        if now >= self._until:
            self._body = msgspec.json.encode(GameList(self._open_games()))
            self._until = now + CACHE_SECONDS
        return self._body
