"""A person at the terminal, behind the same interface as every bot."""

import random
from collections.abc import Sequence
from typing import Protocol

from undercast.base.refusals import Refused
from undercast.bots.bot import CommandIds, Decision, IntendedCard, SeatView
from undercast.commands.command_types import (
    AllowClueCommand,
    AskRivalCommand,
    CoverCardCommand,
    EndTurnCommand,
    GiveClueCommand,
    RejectClueCommand,
    TouchCardCommand,
)
from undercast.room.seats import Seat
from undercast.rules.cards import AGENT_OF
from undercast.rules.clues import ClueNumber
from undercast.rules.findings import Finding
from undercast.rules.game import Phase
from undercast.terminal import input_parser, sentences
from undercast.terminal.input_parser import NotUnderstood, TypedClue
from undercast.views import GameView, QuestionView

HELP, ANYWAY, ASK = "?", "anyway", "ask"

YES, NO = ("y", "yes"), ("n", "no")

HELP_LEAVE = "Ctrl-C leaves the game."

HELP_CLUE = (
    "A word and how many cards it points to: 2 rust, rust 2, new york 2.",
    "0 ice, ice unlimited: unlimited guesses.",
    "2 rust = iron, 12: also notes the cards you mean, for the debrief.",
    HELP_LEAVE,
)

HELP_GUESS = (
    "Type a codename or its number, one per line. Capitals, accents and script do not matter.",
    "An empty line ends your turn, once you have touched a card.",
    HELP_LEAVE,
)


class TerminalClosed(Exception):
    """The terminal is closed: no more input or output."""


class Prompter(Protocol):
    """Asks the people at the terminal."""

    def ask(self, seen: SeatView, prompt: Sequence[str]) -> str:
        """The line that this seat's person types. Raises TerminalClosed."""

    def judge_clue(self, seat: Seat, word: str, number: ClueNumber) -> tuple[Finding, ...]:
        """The referee's findings about a clue of this seat. Raises Refused."""


class Human:
    """Asks a seat's person until the answer makes sense."""

    def __init__(self, prompter: Prompter) -> None:
        self._prompter = prompter

    def decide(self, seen: SeatView, dice: random.Random) -> Decision | None:
        """The person's move; None if this seat has nothing to do or passes."""
        game, question = seen.game, seen.question
        if game is None:
            return None
        hand = CommandIds(seen, dice)
        if question is not None and seen.seat in question.may.get("allow_clue", ()):
            return self._rule_on_clue(hand, game, question)
        if seen.awaits_ruling:
            return None
        if seen.key is not None and seen.may("cover_card"):
            return self._cover_card(hand, game)
        if seen.key is not None and seen.may("give_clue"):
            return self._give_clue(hand, game, question)
        return self._guess_card(hand, game) if seen.may("touch_card") else None

    def _rule_on_clue(self, hand: CommandIds, game: GameView, question: QuestionView) -> Decision:
        """The rival rules on a clue that only its giver knows."""
        prompt = (
            f"In secret: do you allow the rival's clue {sentences.clue_text(question.clue)}?",
            sentences.question_text(game, question.findings, question.clue),
            "Type y for yes, n for no.",
        )
        while (line := self._prompter.ask(hand.seen, prompt).casefold()) not in (*YES, *NO):
            pass
        answer = AllowClueCommand if line in YES else RejectClueCommand
        return Decision(answer(hand.seen.step, question.id, cmd_id=hand.command_id()))

    def _cover_card(self, hand: CommandIds, game: GameView) -> Decision:
        """The opponent's turn of a co-op."""
        seen, team = hand.seen, game.turns[-1].team
        cards = zip(seen.key or (), game.revealed, strict=True)
        hidden = [p for p, (own, shown) in enumerate(cards) if own is AGENT_OF[team] and not shown]
        prompt = f"The opponent's turn: which {team} agent is revealed?"
        position = self._choose_card(seen, game, hidden, prompt)
        assert position is not None  # an empty line is not allowed
        return Decision(CoverCardCommand(seen.step, position, cmd_id=hand.command_id()))

    def _give_clue(
        self, hand: CommandIds, game: GameView, question: QuestionView | None
    ) -> Decision | None:
        seen, may_pass = hand.seen, _may_pass(hand.seen, game)
        for_team = "" if game.duet is not None else f" for {game.turns[-1].team}"
        prompt = f"Your clue{for_team}, like: 2 rust (?=help)"
        prompt += " An empty line lets your partner begin." if may_pass else ""
        notice: Sequence[str] = ()
        if question is not None:
            clue_text = sentences.clue_text(question.clue)
            notice = (f"The rival says no to {clue_text}. Give another clue.",)
        hidden = [position for position, shown in enumerate(game.revealed) if shown is None]
        doubted: tuple[TypedClue, tuple[Finding, ...]] | None = None
        while True:
            line = self._prompter.ask(seen, (*notice, prompt))
            if not line and may_pass:
                return None
            if doubted is not None and (decision := _override(hand, line, *doubted)) is not None:
                return decision
            if line == HELP or not line:
                notice = HELP_CLUE if line else ("You have to give a clue.",)
                continue
            try:
                clue = input_parser.parse_clue_with_cards(line, game.codenames, hidden)
                findings = self._prompter.judge_clue(seen.seat, clue.word, clue.number)
            except NotUnderstood as fault:
                notice = (str(fault),)
            except Refused as fault:
                notice = (sentences.refusal_text(fault.code),)
            else:
                if not findings:
                    return _clue_decision(hand, clue)
                doubted, rival = (clue, findings), seen.may("ask_rival")
                notice = sentences.finding_texts(
                    game, findings, clue.word, clue.number, rival=rival
                )

    def _guess_card(self, hand: CommandIds, game: GameView) -> Decision | None:
        seen = hand.seen
        may_end, may_pass = seen.may("end_turn"), _may_pass(seen, game)
        prompt = f"Your guess{sentences.guess_context(game)}: a word or its number."
        if game.phase is Phase.SUDDEN_DEATH:
            prompt = f"{sentences.status(game)} {prompt}"
        if game.duet is not None:
            prompt += " Your partner's key decides."
        if may_end or may_pass:
            effect = "ends your turn" if may_end else "lets your partner touch"
            prompt += f" An empty line {effect}."
        prompt += " (?=help)"
        position = self._choose_card(
            seen, game, seen.touchable, prompt, allow_empty=may_end or may_pass
        )
        if position is not None:
            return Decision(TouchCardCommand(seen.step, position, cmd_id=hand.command_id()))
        return None if may_pass else Decision(EndTurnCommand(seen.step, cmd_id=hand.command_id()))

    def _choose_card(
        self,
        seen: SeatView,
        game: GameView,
        choices: Sequence[int],
        prompt: str,
        *,
        allow_empty: bool = False,
    ) -> int | None:
        """One of the positions `choices`; None for an empty line, if allowed."""
        notice: Sequence[str] = ()
        while True:
            line = self._prompter.ask(seen, (*notice, prompt))
            if not line and allow_empty:
                return None
            if not line:
                notice = (sentences.choice_required(game),)
            elif line == HELP:
                notice = HELP_GUESS
            else:
                try:
                    position = input_parser.parse_card(line, game.codenames, choices)
                except NotUnderstood as fault:
                    notice = (str(fault),)
                else:
                    if position in choices:
                        return position
                    notice = (sentences.card_unavailable(game, position),)


def _may_pass(seen: SeatView, game: GameView) -> bool:
    """Whether side A may let B begin, or touch in sudden death: then B is asked."""
    either = game.phase is Phase.SUDDEN_DEATH or game.turns[-1].side is None
    return seen.seat is Seat.SIDE_A and game.duet is not None and either


def _override(
    hand: CommandIds, line: str, clue: TypedClue, findings: tuple[Finding, ...]
) -> Decision | None:
    """What the person does with a clue that the referee objects to; None for another answer."""
    seen, answer = hand.seen, line.casefold()
    rival = seen.may("ask_rival")
    if answer == ASK and rival:
        ask = AskRivalCommand(seen.step, clue.word, clue.number, cmd_id=hand.command_id())
        return Decision(ask, _intended(clue))
    if answer == ANYWAY and sentences.override_options(findings, rival=rival)[0] == ANYWAY:
        return _clue_decision(hand, clue, anyway=True, agreed=not rival)
    return None


def _clue_decision(
    hand: CommandIds, clue: TypedClue, *, anyway: bool = False, agreed: bool = False
) -> Decision:
    cmd_id, step = hand.command_id(), hand.seen.step
    command = GiveClueCommand(step, clue.word, clue.number, anyway, agreed, cmd_id=cmd_id)
    return Decision(command, _intended(clue))


def _intended(clue: TypedClue) -> IntendedCard | None:
    return IntendedCard(clue.intended) if clue.intended else None
