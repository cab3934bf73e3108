"""The list of decks over HTTP: the start page has no connection yet."""

from collections.abc import Callable

import msgspec
from flask import Blueprint, Response

from undercast.commands import OfferedDeck
from undercast.web.protocol.responses import DeckList


def make_decks(offered: Callable[[], tuple[OfferedDeck, ...]]) -> Blueprint:
    """The route."""
    decks = Blueprint("decks", __name__)

    @decks.get("/decks")
    def listed() -> Response:
        body = msgspec.json.encode(DeckList(offered()))
        response = Response(body, mimetype="application/json")
        response.headers["Cache-Control"] = (
            "no-store"  # photos are added, and the server may change
        )
        return response

    return decks
