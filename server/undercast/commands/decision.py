"""The one way from a command to an entry of the room's log."""

from typing import cast, get_args

from msgspec.structs import replace

from undercast.base.refusals import Refusal, require
from undercast.commands import game_checks, log_limits, room_checks
from undercast.commands.command_types import Command, TakeSeatCommand
from undercast.commands.facts import Dealer, Facts
from undercast.commands.to_action import (
    CommandContext,
    action_type,
    referee_findings,
    ruling_holds_for,
    to_action,
)
from undercast.room import entries, evolve
from undercast.room.people import FIRST_ID
from undercast.room.state import Player, Room
from undercast.rules import clue_giving, clues, text, timer
from undercast.rules.actions import Action, Pause, TimeUp
from undercast.rules.clues import ClueNumber
from undercast.rules.findings import Finding
from undercast.rules.game import Phase
from undercast.rules.settings import Refereeing

Arrival = entries.Join | entries.AskToReturn | entries.BecomeHost
"""What a browser asks for with a token. It says all of it, so that it is its own command."""

_MOVES = get_args(Action)


def decide(room: Room, who: str, command: Command, facts: Facts) -> entries.Entry | None:
    """The entry for a command of the person `who`; None if it would change nothing. Raises Refused.

    Checks first whether this person may do that now; then what is expensive (referee, deal); then
    the rest.
    """
    player, kind = room.lobby.player(who), action_type(type(command))
    require_person(room, player, kind, facts)
    if isinstance(command, TakeSeatCommand) and command.seat is player.seat:
        return None
    action = to_action(command, CommandContext(room, player, facts))
    require_details(room, who, action, facts)
    return entries.Entry(facts.now, who, command.cmd_id, action)


def decide_arrival(room: Room, who: str, action: Arrival, facts: Facts) -> entries.Entry:
    """The entry for an arrival. Raises Refused.

    `who` is the person's id; a newcomer's is the next free one, "" a browser that asks to return.
    """
    require(not facts.lost, Refusal.UNREADABLE)
    log_limits.require_space(room, evolve.log_account(room, who), type(action))
    if isinstance(action, entries.Join):
        action = replace(action, name=text.tidy(action.name))
    room_checks.require_details(room, who, action, facts)
    return entries.Entry(facts.now, who, "", action)


def decide_opening(action: entries.CreateRoom, cmd_id: str, facts: Facts) -> entries.Entry:
    """The first entry of a new room. Raises Refused."""
    decks = tuple(dict.fromkeys(action.decks))
    action = replace(action, name=text.tidy(action.name), decks=decks)
    room_checks.require_opening(action, facts)
    return entries.Entry(facts.now, FIRST_ID, cmd_id, action)


def decide_unclaimed(action: entries.CreateRoom, facts: Facts) -> entries.Entry:
    """The first entry of a room that a shared screen opens, with nobody in it. Raises Refused."""
    room_checks.require_setup(action, facts)
    return entries.Entry(facts.now, evolve.SERVER, "", action)


def time_up(room: Room, now: int, dealer: Dealer) -> entries.Entry | None:
    """The server ends a turn whose time is up at server time `now`; None while there is time."""
    game = room.game
    end = None if game is None else timer.ends_at(game.table)
    if game is None or end is None or now < end:
        return None
    simulated = game.table.phase is Phase.OPPONENT
    drawn = dealer.cover(game, game.table.turn.team) if simulated else None
    return entries.Entry(now, evolve.SERVER, "", TimeUp(drawn))


def pause(at: int) -> entries.Entry:
    """The server pauses a game whose clock was running when the server stopped, as of then."""
    return entries.Entry(at, evolve.SERVER, "", Pause())


def ask_referee(
    room: Room, who: str, word: str, number: ClueNumber, facts: Facts
) -> tuple[Finding, ...]:
    """What the referee would say about a clue, or correction, that this person could give. Empty if
    people have ruled and their ruling covers it.

    Raises Refused: game/no_game, game/no_advice if the referee does not advise, whatever the rules
    say to somebody who cannot give a clue now, game/clue_malformed, game/clue_number.
    """
    require(not facts.lost, Refusal.UNREADABLE)
    table, player = game_checks.game_of(room).table, room.lobby.player(who)
    require(table.settings.referee is Refereeing.ADVISE, Refusal.NO_ADVICE)
    game_checks.require_giver(room.lobby, table, player)
    tidied = text.tidy(word)
    clues.require_form(tidied, number, facts.category)
    given = table.turn.clue
    if (
        given is not None
        and clue_giving.is_ruled(table)
        and ruling_holds_for(table, tidied, given.word)
    ):
        return ()
    return referee_findings(CommandContext(room, player, facts), tidied, number)


def ask_coach(room: Room, who: str, word: str, facts: Facts) -> str:
    """The tidied word of a clue, if this person may ask how a stranger would read it.

    Raises Refused: game/no_game, bot/no_coach, bot/missing, game/paused, whatever the rules say to
    somebody who cannot give a clue now, game/clue_malformed.
    """
    require_coach(room, who, facts)
    tidied = text.tidy(word)
    clues.require_form(tidied, 1, facts.category)
    return tidied


def require_coach(room: Room, who: str, facts: Facts) -> None:
    """Raise Refused unless the coach may help this person with a clue now: see `ask_coach`."""
    require(not facts.lost, Refusal.UNREADABLE)
    table, player = game_checks.game_of(room).table, room.lobby.player(who)
    require(table.settings.coach, Refusal.NO_COACH)
    require(facts.bots, Refusal.BOT_MISSING)
    require(not table.paused, Refusal.PAUSED)  # who thinks for it sees no game then
    game_checks.require_giver(room.lobby, table, player)


def require_may(room: Room, who: str, kind: type[Command], facts: Facts) -> None:
    """Raise Refused unless the person `who` may send this kind of command now.

    For what costs much before it can be decided.
    """
    require_person(room, room.lobby.player(who), action_type(kind), facts)


def require_person(room: Room, player: Player, kind: type[entries.LogAction], facts: Facts) -> None:
    """Raise Refused unless this person may take this kind of action now."""
    require(kind is entries.GoOn or not facts.lost, Refusal.UNREADABLE)
    log_limits.require_space(room, player.id, kind)
    if kind in _MOVES:
        game_checks.require_person(room, player, cast("type[Action]", kind), facts)
        return
    room_checks.require_person(room, player, cast("type[entries.RoomAction]", kind))
    if kind is entries.Deal:
        room_checks.require_deal(room)


def require_details(room: Room, by: str, action: entries.LogAction, facts: Facts) -> None:
    """Raise Refused for anything else against this action, once its kind is allowed."""
    if isinstance(action, _MOVES):
        game_checks.require_details(room, cast("Action", action), facts)
    else:
        room_checks.require_details(room, by, cast("entries.RoomAction", action), facts)
