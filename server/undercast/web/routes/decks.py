"""Which decks there are, over HTTP: the start page asks before it has a connection."""

from collections.abc import Callable

import msgspec
from flask import Blueprint, Response

from undercast.commands import OfferedDeck
from undercast.web.protocol.responses import DeckList


def make_decks(offered: Callable[[], tuple[OfferedDeck, ...]]) -> Blueprint:
    """The route. It knows no room."""
    decks = Blueprint("decks", __name__)

    @decks.get("/decks")
    def listed() -> Response:
        body = msgspec.json.encode(DeckList(offered()))
        response = Response(body, mimetype="application/json")
        response.headers["Cache-Control"] = "no-store"  # photos come, and the server may be another
        return response

    return decks
