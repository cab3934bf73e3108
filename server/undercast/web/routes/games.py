"""The list of open games over HTTP: no code is needed for it."""

import logging
import time
from collections.abc import Callable, Iterable
from heapq import nsmallest

import msgspec
from flask import Blueprint, Response, request
from msgspec import ValidationError, convert

from undercast.base.refusals import Refusal, Refused
from undercast.commands.command_types import Language
from undercast.service import OpenGame
from undercast.service.open_games import MAX_LISTED
from undercast.web.protocol.responses import GameList, RoomForScreen

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


def make_games(
    open_games: Callable[[], tuple[OpenGame, ...]] | None,
    address: Callable[[], str],
    open_for_screen: Callable[[str, str], str],
) -> Blueprint:
    """The routes, which say only what everybody in a room knows.

    Without `open_games` games are private, and no screen opens one. `address`: the phone page's.
    `open_for_screen(address, language)`: the code of a room that a screen opens; raises Refused.
    """
    games = Blueprint("games", __name__)
    cached = _CachedList(open_games or tuple, address, opens=open_games is not None)

    @games.get("/games")
    def listed() -> Response:
        return _json(cached.body())

    if open_games is None:
        return games

    @games.post("/tv/rooms")
    def opened() -> Response:
        """The body is not read. The same screen gets the same room until somebody has joined."""
        try:
            language = convert(request.args.get("language", ""), Language)
            code = open_for_screen(request.remote_addr or "", language)
        except ValidationError:
            return _json(msgspec.json.encode({"code": Refusal.MALFORMED}), 400)
        except Refused as refused:
            status = 429 if refused.code is Refusal.TOO_MANY else 409
            return _json(msgspec.json.encode({"code": refused.code}), status)
        return _json(msgspec.json.encode(RoomForScreen(code)))

    return games


def _json(body: bytes, status: int = 200) -> Response:
    response = Response(body, status, mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


class _CachedList:
    def __init__(
        self,
        open_games: Callable[[], tuple[OpenGame, ...]],
        address: Callable[[], str],
        *,
        opens: bool,
    ) -> None:
        self._open_games = open_games
        self._address = address
        self._opens = opens
        self._body = b""
        self._until = 0.0

    def body(self) -> bytes:
        now = time.monotonic()
        if now >= self._until:
            listed = GameList(self._open_games(), self._address(), self._opens)
            self._body = msgspec.json.encode(listed)
            self._until = now + CACHE_SECONDS
        return self._body
