"""Which games are going on in this house, over HTTP: who stands at its door needs no code."""

import time
from collections.abc import Callable

import msgspec
from flask import Blueprint, Response

from undercast.service import OpenGame
from undercast.web.protocol.answers import GameList

FRESH_SECONDS = 1.0
"""For so long the same list is given to everybody: however many ask, it is made once a second."""


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
