"""Names of people as the screens say them."""

from undercast.drawing.theme import Words
from undercast.room.seats import Seat
from undercast.rules.cards import Side, Team
from undercast.rules.game import Turn
from undercast.views import GameView, LobbyView, PlayerView


def name_in(lobby: LobbyView, player: str | None) -> str | None:
    """The name of somebody whom the view mentions."""
    names = {person.id: person.name for person in lobby.removed}
    names |= {person.id: person.name for person in lobby.former}
    names |= {person.id: person.name for person in lobby.players}
    return None if player is None else names.get(player)


def sitting(lobby: LobbyView, seat: Seat | Side) -> tuple[PlayerView, ...]:
    """Who sits there."""
    return tuple(player for player in lobby.players if player.seat == seat)


def is_bot(lobby: LobbyView, name: str) -> bool:
    """Whether somebody of this name is a bot."""
    return any(player.bot is not None and player.name == name for player in lobby.players)


def spymaster(lobby: LobbyView, team: Team) -> str:
    """Who gives this team's clues, or gave them in the game that has just ended; "" for nobody."""
    last = lobby.evening.games[-1:] if lobby.evening is not None else ()
    for seat in (Seat(f"{team}_spymaster"), Seat.KEY_HOLDER):
        if last:
            holders = last[0].keys.get(seat, ())
            name = name_in(lobby, holders[0]) if holders else None
        else:
            name = next((player.name for player in sitting(lobby, seat)), None)
        if name is not None:
            return name
    return ""


def side_name(lobby: LobbyView, side: Side, words: Words) -> str:
    """Who sits on this side; the side's own name while it is not just one person."""
    people = sitting(lobby, side)
    return people[0].name if len(people) == 1 else words.say(f"seat.{side}")


def side_people(lobby: LobbyView, side: Side, words: Words) -> str:
    """Who sits on this side: two by name, more are counted."""
    names = [player.name for player in sitting(lobby, side)]
    more = f" +{len(names) - 2}" if len(names) > 2 else ""
    return ", ".join(names[:2]) + more if names else words.say(f"seat.{side}")


def acting(game: GameView) -> tuple[Side, ...]:
    """In a duet, who gives the clue while there is none, and who guesses once there is one."""
    turn = turn_of(game)
    if turn.side is None:
        return tuple(Side)
    return (turn.side if turn.clue is None else turn.side.partner,)


def turn_of(game: GameView) -> Turn:
    """The current turn, or the last one of a game that is over."""
    return game.turns[-1]
