"""Names and stamps of people, as shown on screens."""

from undercast.drawing.theme import Texts
from undercast.room.seats import Seat
from undercast.rules.cards import Side, Team
from undercast.rules.game import Turn
from undercast.views import GameView, LobbyView, PlayerView


def player_name(lobby: LobbyView, player: str | None) -> str | None:
    """The name of a player in the view."""
    names = {person.id: person.name for person in lobby.removed}
    names |= {person.id: person.name for person in lobby.former}
    names |= {person.id: person.name for person in lobby.players}
    return None if player is None else names.get(player)


def stamp_of(lobby: LobbyView, player: str) -> str:
    """The stamp of somebody who is here; "" for a bot."""
    return next((person.stamp for person in lobby.players if person.id == player), "")


def seated(lobby: LobbyView, seat: Seat | Side) -> tuple[PlayerView, ...]:
    """Who has this seat."""
    return tuple(player for player in lobby.players if player.seat == seat)


def is_bot(lobby: LobbyView, name: str) -> bool:
    """Whether somebody of this name is a bot."""
    return any(player.bot is not None and player.name == name for player in lobby.players)


def spymaster(lobby: LobbyView, team: Team) -> str:
    """Who gives this team's clues, or gave them in the game that just ended; "": nobody."""
    last = lobby.evening.games[-1:] if lobby.evening is not None else ()
    for seat in (Seat(f"{team}_spymaster"), Seat.KEY_HOLDER):
        if last:
            holders = last[0].keys.get(seat, ())
            name = player_name(lobby, holders[0]) if holders else None
        else:
            name = next((player.name for player in seated(lobby, seat)), None)
        if name is not None:
            return name
    return ""


def side_name(lobby: LobbyView, side: Side, texts: Texts) -> str:
    """Who sits on this side; the side's own name unless it is one person."""
    people = seated(lobby, side)
    return people[0].name if len(people) == 1 else texts.get(f"seat.{side}")


def side_people(lobby: LobbyView, side: Side, texts: Texts) -> str:
    """Who sits on this side: two by name, more are counted."""
    names = [player.name for player in seated(lobby, side)]
    more = f" +{len(names) - 2}" if len(names) > 2 else ""
    return ", ".join(names[:2]) + more if names else texts.get(f"seat.{side}")


def acting(game: GameView) -> tuple[Side, ...]:
    """In a duet, the sides that give the clue or, once there is one, guess."""
    turn = turn_of(game)
    if turn.side is None:
        return tuple(Side)
    return (turn.side if turn.clue is None else turn.side.partner,)


def turn_of(game: GameView) -> Turn:
    """The current turn, or the last one of a game that is over."""
    return game.turns[-1]
