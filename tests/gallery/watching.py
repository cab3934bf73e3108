"""For the gallery: those who look on predict what is touched next, and people react."""

from collections.abc import Iterator
from typing import Any, Protocol

from decks import SCENES
from gallery.tables import ASSASSIN, RED, TEAMS, Table
from room.room_builder import ANA, CEM, joined, then
from undercast.room.entries import Predict
from undercast.room.predictions import OwnPredictions, own_predictions
from undercast.room.state import Room
from undercast.rules.actions import GiveClue, TouchCard
from undercast.web.messages import Reaction


class Games(Protocol):
    """Games in one language; see games.py."""

    at: Table

    def guessing(self) -> Room:
        """Two turns are over, and red guesses; a fifth person looks on."""

    def marked(self) -> Room:
        """Operatives have marked cards."""

    def pictures(self, codenames: tuple[str, ...]) -> Room:
        """A game with these pictures."""


def on_phones(games: Games) -> Iterator[tuple[str, str, Room, tuple[()], str]]:
    """Name, subject, room, no events, and whose phone it is."""
    yield "predicts", "operative", predicted(games, RED[3]), (), "p5"
    yield "saw-it-coming", "operative", predicted(games, RED[3], RED[3]), (), "p5"
    yield "saw-others", "operative", predicted(games, RED[3], RED[4]), (), "p5"
    scenes, guest = predicted_picture(games.pictures(SCENES[:20]))
    yield "predicts-scenes", "pictures", scenes, (), guest
    yield "predictions", "end", foreseen(games.at), (), CEM


def on_tv(games: Games) -> Iterator[dict[str, Any]]:
    """Fields of states."""
    yield {"name": "predictions", "subject": "end", "room": unawarded(games.at)}
    foretold = foreseen(games.at)
    yield {"name": "awards-predictions", "subject": "book", "room": foretold, "now": 18_000}
    reactions = {"reactions": [*Reaction]}
    yield {"name": "reactions", "subject": "board", "room": games.marked(), "answers": reactions}


def predicted(games: Games, position: int, *touched: int) -> Room:
    """A fifth person has foreseen a touch, and then predicts this card."""
    room = _touched(then(games.guessing(), "p5", Predict(RED[2])), RED[2])
    return _touched(then(room, "p5", Predict(position)), *touched)


def predicted_picture(room: Room) -> tuple[Room, str]:
    """Somebody comes in who predicts a picture; and who that is."""
    room = joined(room, "Vera", "hash of a guest")
    guest = room.lobby.players[-1].id
    return then(room, guest, Predict(4)), guest


def foreseen(at: Table) -> Room:
    """Red has found everybody; three who look on predicted that, half of it, and nothing."""
    room = then(at.seated(*TEAMS, people=7), ANA, at.deal())
    room = then(room, ANA, GiveClue(at.clues[0], 9, ANA))
    for number, card in enumerate(RED):
        room = then(then(room, "p5", Predict(card)), "p7", Predict(ASSASSIN[0]))
        room = then(room, "p6", Predict(card if number < 5 else RED[-1]))
        room = _touched(room, card)
    return room


def unawarded(at: Table) -> Room:
    """The first touch was the assassin: there is no award, but somebody saw it coming."""
    room = then(at.seated(*TEAMS, people=5), ANA, at.deal())
    room = then(then(room, ANA, GiveClue(at.clues[0], 1, ANA)), "p5", Predict(ASSASSIN[0]))
    return _touched(room, ASSASSIN[0])


def four_predict(room: Room) -> Room:
    """The last four of a crowd predict the first touch."""
    for number in range(27, 31):
        room = then(room, f"p{number}", Predict(RED[0]))
    return room


def own_predictions_of(who: str, room: Room | None) -> OwnPredictions | None:
    """What this person's phone is told."""
    return None if room is None else own_predictions(room).get(who)


def _touched(room: Room, *positions: int) -> Room:
    for position in positions:
        room = then(room, ANA, TouchCard(position, ANA))
    return room
