"""From a command to the action that its entry holds.

Most commands have the fields of the action of the same name; they are copied. The others have a
function here that adds facts or tidies text.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, get_args

from msgspec import Struct

from undercast.base.refusals import Refused
from undercast.commands import command_types
from undercast.commands.command_types import Command, wire_name
from undercast.commands.facts import Facts
from undercast.room import bots, entries, evening, permissions, roles
from undercast.room.entries import LogAction
from undercast.room.seats import Seat
from undercast.room.state import BotStyle, Player, Room
from undercast.rules import actions, clues, text
from undercast.rules.actions import action_name
from undercast.rules.cards import Identity
from undercast.rules.clues import ClueNumber
from undercast.rules.findings import Finding
from undercast.rules.game import RULES, Game, Table
from undercast.rules.modes import coop, duet
from undercast.rules.settings import Board, Mode, Penalty, Refereeing, RivalConfirms

_ACTIONS: Mapping[str, type[LogAction]] = {action_name(kind): kind for kind in get_args(LogAction)}

_NAMED_OTHERWISE: Mapping[type[Command], type[LogAction]] = {
    command_types.AddBotCommand: entries.AddBots,
    command_types.FillWithBotsCommand: entries.AddBots,
}


class CommandContext(Struct, frozen=True):
    """Who sent the command, where, and the facts from outside."""

    room: Room
    player: Player
    facts: Facts

    @property
    def game(self) -> Game:
        """The room's game, for moves, which are refused earlier without one."""
        assert self.room.game is not None
        return self.room.game

    @property
    def rival(self) -> bool:
        """Whether a rival spymaster is there to judge a clue now."""
        return permissions.has_rival(self.room.lobby, self.game.table)

    @property
    def confirm(self) -> bool:
        """Whether the rival spymaster must see a clue first: if the house rules say so, and one is
        there or was until recently.
        """
        lobby = self.room.lobby
        rivals = lobby.in_seat(*roles.current_roles(lobby, self.game.table).rivals)
        always = self.game.table.settings.rival_confirms is RivalConfirms.ALWAYS
        return always and any(
            rival.bot or rival.id in self.facts.recently_online for rival in rivals
        )


@cache
def action_type(kind: type[Command]) -> type[LogAction]:
    """The type of action that a command leads to; nearly always the one of the same name."""
    return _NAMED_OTHERWISE.get(kind) or _ACTIONS[wire_name(kind)]


def to_action(command: Command, context: CommandContext) -> LogAction:
    """The action of this command. Raises Refused if the facts from outside do not allow one."""
    build = _TO_ACTION.get(type(command), _copied)
    return build(command, context)


def _copied(command: Command, _context: CommandContext) -> LogAction:
    """The action of the same name, with the command's own fields."""
    kind = action_type(type(command))
    return kind(*(getattr(command, field) for field in kind.__struct_fields__))


def _rename(command: command_types.RenameCommand, _context: CommandContext) -> LogAction:
    return entries.Rename(text.tidy(command.name))


def _leave(_command: command_types.LeaveCommand, context: CommandContext) -> LogAction:
    """Somebody who never did anything is forgotten, unless they are the host. Whether a person who
    was given a seat did something there is not public, so they are remembered.
    """
    room, player = context.room, context.player
    if player.id != room.lobby.host:
        passing = player.id not in room.acted and player.seat is Seat.SPECTATOR
        return entries.Leave(forget=passing)
    others = [person.id for person in room.lobby.people if person.id != player.id]
    online = [other for other in others if other in context.facts.online]
    return entries.Leave(heir=next(iter(online or others), ""))


def _answer_request(
    command: command_types.AnswerRequestCommand, context: CommandContext
) -> LogAction:
    request = context.room.lobby.request(command.request)
    online = request is not None and request.player in context.facts.online
    return entries.AnswerRequest(command.request, command.consent, online)


def _add_bot(command: command_types.AddBotCommand, context: CommandContext) -> LogAction:
    return _bots(context, (command.seat,), command.style)


def _fill_with_bots(
    command: command_types.FillWithBotsCommand, context: CommandContext
) -> LogAction:
    return _bots(context, bots.missing_seats(context.room), command.style)


def _bots(context: CommandContext, seats: tuple[Seat, ...], style: BotStyle) -> LogAction:
    taken = {player.name.casefold() for player in context.room.lobby.present}
    names = context.facts.dealer.bot_names(taken, len(seats))
    return entries.AddBots(
        tuple(entries.NewBot(seat, name, style) for seat, name in zip(seats, names, strict=True))
    )


def _change_settings(
    command: command_types.ChangeSettingsCommand, _context: CommandContext
) -> LogAction:
    decks = tuple(dict.fromkeys(command.decks))
    return entries.ChangeSettings(command.settings, decks, command.language)


def _paste_words(_command: command_types.PasteWordsCommand, context: CommandContext) -> LogAction:
    return entries.PasteWords(context.facts.pasted)


def _shuffle(command: command_types.ShuffleCommand, context: CommandContext) -> LogAction:
    lobby, wanted = context.room.lobby, bots.suggested_seats(context.room.lobby)
    at_key = evening.times_at_key(evening.games_so_far(context.room))
    unseated = roles.unseated(lobby, lobby.settings.mode)
    drawn = unseated if command.only_unseated else lobby.present
    order = context.facts.dealer.shuffled(tuple(player.id for player in drawn))
    if command.only_unseated:
        sitting = Counter(player.seat for player in lobby.present if player not in unseated)
        return entries.Shuffle(roles.seats_beside(sitting, order, wanted, at_key))
    return entries.Shuffle(roles.shuffled_seats(order, wanted, at_key))


def _deal(command: command_types.DealCommand, context: CommandContext) -> LogAction:
    """A secure random deal."""
    dealer, settings = context.facts.dealer, context.room.lobby.settings
    keys: tuple[tuple[Identity, ...], ...]
    match settings.mode:
        case Mode.DUET:
            keys = dealer.duet_keys()
        case Mode.COOP:
            keys = (coop.with_humans_starting(dealer.key(settings.board)),)
        case _:
            keys = (dealer.key(settings.board),)
    key, key_b = keys[0], keys[1] if len(keys) > 1 else ()
    codenames = dealer.codenames(context.room, settings.board, len(key))
    languages = dealer.languages(context.room, settings.board)
    cards: tuple[int, ...] = ()
    if len(languages) > 1:
        cards = tuple(map(languages.index, dealer.languages_of(context.room, codenames)))
    return entries.Deal(
        codenames,
        key,
        command.swap_spymasters,
        key_b,
        languages,
        RULES,
        cards if any(cards) else (),
    )


def _give_clue(command: command_types.GiveClueCommand, context: CommandContext) -> LogAction:
    word = clues.tidied(command.word)
    return actions.GiveClue(
        word,
        command.number,
        context.player.id,
        referee_findings(context, word, command.number),
        anyway=command.anyway,
        rival=context.rival,
        cover=_cover(context),
        side=roles.side_of(context.player.seat),
        agreed=command.agreed,
        confirm=context.confirm,
    )


def _ask_rival(command: command_types.AskRivalCommand, context: CommandContext) -> LogAction:
    word = text.tidy(command.word)
    findings = referee_findings(context, word, command.number)
    return actions.AskRival(word, command.number, context.player.id, findings, rival=context.rival)


def _correct_clue(command: command_types.CorrectClueCommand, context: CommandContext) -> LogAction:
    word, given = text.tidy(command.word), context.game.table.turn.clue
    assert given is not None  # the guess phase begins with a clue
    return actions.CorrectClue(
        word,
        referee_findings(context, word, given.number),
        context.player.id,
        anyway=command.anyway,
        rival=context.rival,
        cover=_cover(context),
        agreed=command.agreed,
        confirm=context.confirm,
        same=ruling_holds_for(context.game.table, word, given.word),
    )


def ruling_holds_for(table: Table, word: str, given: str | None) -> bool:
    """Whether a ruling on the given word also covers `word`. The rival's ruling survives changes in
    case and marks; the group's agreement only changes in case.
    """
    if table.turn.agreed and not table.clue_stands:
        return clues.is_same_but_for_case(word, given)
    return clues.is_same_but_for_marks(word, given)


def _concede_challenge(
    _command: command_types.ConcedeChallengeCommand, context: CommandContext
) -> LogAction:
    return actions.ConcedeChallenge(_cover(context))


def _uphold_challenge(
    _command: command_types.UpholdChallengeCommand, context: CommandContext
) -> LogAction:
    return actions.UpholdChallenge(_cover(context))


def _mark_card(command: command_types.MarkCardCommand, context: CommandContext) -> LogAction:
    return actions.MarkCard(command.position, command.on, context.player.id, command.unsure)


def _note_cards(command: command_types.NoteCardsCommand, context: CommandContext) -> LogAction:
    return actions.NoteCards(command.cards, context.player.id)


def _touch_card(command: command_types.TouchCardCommand, context: CommandContext) -> LogAction:
    seat = context.player.seat
    return actions.TouchCard(command.position, context.player.id, roles.side_of(seat), seat.value)


def _exchange_codename(
    command: command_types.ExchangeCodenameCommand, context: CommandContext
) -> LogAction:
    table, dealer = context.game.table, context.facts.dealer
    (codename,) = dealer.codenames(context.room, table.settings.board, 1)
    (language,) = dealer.languages_of(context.room, (codename,)) if table.languages else ("",)
    language = "" if language in table.languages[:1] else language
    return actions.ExchangeCodename(command.position, codename, context.player.id, language)


_TO_ACTION: Mapping[type[Command], Callable[[Any, CommandContext], LogAction]] = {
    command_types.RenameCommand: _rename,
    command_types.LeaveCommand: _leave,
    command_types.AnswerRequestCommand: _answer_request,
    command_types.AddBotCommand: _add_bot,
    command_types.FillWithBotsCommand: _fill_with_bots,
    command_types.ChangeSettingsCommand: _change_settings,
    command_types.PasteWordsCommand: _paste_words,
    command_types.ShuffleCommand: _shuffle,
    command_types.DealCommand: _deal,
    command_types.GiveClueCommand: _give_clue,
    command_types.AskRivalCommand: _ask_rival,
    command_types.CorrectClueCommand: _correct_clue,
    command_types.ConcedeChallengeCommand: _concede_challenge,
    command_types.UpholdChallengeCommand: _uphold_challenge,
    command_types.MarkCardCommand: _mark_card,
    command_types.NoteCardsCommand: _note_cards,
    command_types.TouchCardCommand: _touch_card,
    command_types.ExchangeCodenameCommand: _exchange_codename,
}


def referee_findings(
    context: CommandContext, word: str | None, number: ClueNumber
) -> tuple[Finding, ...]:
    """What the referee says about a tidied clue; nothing if the house rules have no referee, or if
    the clue is malformed, which is refused anyway.
    """
    table, facts = context.game.table, context.facts
    if table.settings.referee is Refereeing.OFF:
        return ()
    try:
        clues.require_form(word, number, facts.category)
    except Refused:
        return ()
    words = table.settings.board is Board.WORDS  # pictures have no language: form only
    hidden = {
        position: codename
        for position, codename in enumerate(table.codenames)
        if words and table.revealed[position] is None
    }
    side = roles.side_of(context.player.seat)
    duet_s = None if context.game.key_b is None else side
    left = (
        table.agents_left(table.turn.team)
        if duet_s is None
        else duet.agents_left(context.game, duet_s)
    )
    return facts.referee.judge(context.room.languages, hidden, word, number, left, table.settings)


def _cover(context: CommandContext) -> int | None:
    """The card that an invalid clue's random penalty reveals; None without one."""
    table = context.game.table
    by_lot = table.settings.penalty is Penalty.RANDOM and context.rival
    return context.facts.dealer.cover(context.game, table.turn.team.rival) if by_lot else None
