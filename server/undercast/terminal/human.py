"""A person at the terminal, behind the same interface as every bot."""

import random
from collections.abc import Sequence
from typing import Protocol

from undercast.base.refusals import Refused
from undercast.bots.bot import Decision, Hand, IntendedCard, SeatView
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

LEAVES = "Ctrl-C leaves the game."

HELP_CLUE = (
    "A word and how many cards it points to: 2 rust, rust 2, new york 2.",
    "0 ice, ice unlimited: unlimited guesses.",
    "2 rust = iron, 12: also notes the cards you mean, for the debrief.",
    LEAVES,
)

HELP_GUESS = (
    "Type a codename or its number, one per line. Capitals, accents and script do not matter.",
    "An empty line ends your turn, once you have touched a card.",
    LEAVES,
)


class Left(Exception):
    """Whoever was asked is gone: nothing more can be read."""


class Desk(Protocol):
    """Where people are asked."""

    def ask(self, seen: SeatView, about: Sequence[str]) -> str:
        """The line that is typed by the person who sees this. Raises Left."""

    def advice(self, seat: Seat, word: str, number: ClueNumber) -> tuple[Finding, ...]:
        """What the referee finds about a clue of this seat. Raises Refused."""


class Human:
    """Asks the person who sits in a seat until there is an answer that means something."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def decide(self, seen: SeatView, dice: random.Random) -> Decision | None:
        """What the person does; None when this seat has nothing to do, or leaves it to another."""
        game, question = seen.game, seen.question
        if game is None:
            return None
        hand = Hand(seen, dice)
        if question is not None and seen.seat in question.may.get("allow_clue", ()):
            return self._ruling(hand, game, question)
        if seen.awaits_ruling:
            return None
        if seen.key is not None and seen.may("cover_card"):
            return self._covering(hand, game)
        if seen.key is not None and seen.may("give_clue"):
            return self._clue(hand, game, question)
        return self._guess(hand, game) if seen.may("touch_card") else None

    def _ruling(self, hand: Hand, game: GameView, question: QuestionView) -> Decision:
        """The rival's word about a clue that only its giver knows."""
        seen = hand.seen
        asked = (
            f"In secret: do you allow the rival's clue {sentences.said(question.clue)}?",
            sentences.objections(game, question.findings, question.clue),
            "Type y for yes, n for no.",
        )
        while (line := self._desk.ask(seen, asked).casefold()) not in (*YES, *NO):
            pass
        answer = AllowClueCommand if line in YES else RejectClueCommand
        return Decision(answer(cmd_id=hand.command_id(), step=seen.step, question=question.id))

    def _covering(self, hand: Hand, game: GameView) -> Decision:
        """The opponent's turn of a co-op."""
        seen, team = hand.seen, game.turns[-1].team
        cards = zip(seen.key or (), game.revealed, strict=True)
        open_ = [
            p for p, (is_, shown) in enumerate(cards) if is_ is AGENT_OF[team] and shown is None
        ]
        asked = f"The opponent's turn: which {team} agent is revealed?"
        position = self._card(seen, open_, asked)
        assert position is not None  # there is no way around it
        return Decision(
            CoverCardCommand(cmd_id=hand.command_id(), step=seen.step, position=position)
        )

    def _clue(self, hand: Hand, game: GameView, question: QuestionView | None) -> Decision | None:
        seen = hand.seen
        asked = f"Your clue{_for_whom(game)}, like: 2 rust (?=help)"
        passes = _may_leave_it(seen, game)
        asked += " An empty line lets your partner begin." if passes else ""
        told: Sequence[str] = ()
        if question is not None:
            told = (f"The rival says no to {sentences.said(question.clue)}. Give another clue.",)
        held: tuple[TypedClue, tuple[Finding, ...]] | None = None
        while True:
            line = self._desk.ask(seen, (*told, asked))
            if not line and passes:
                return None
            if held is not None and (given := _all_the_same(hand, line, *held)) is not None:
                return given
            if line == HELP or not line:
                told = HELP_CLUE if line else ("You have to give a clue.",)
                continue
            try:
                clue = input_parser.noted_clue(line, game.codenames, _hidden(game))
                found = self._desk.advice(seen.seat, clue.word, clue.number)
            except NotUnderstood as fault:
                told = (str(fault),)
            except Refused as fault:
                told = (sentences.refused(fault.code),)
            else:
                if not found:
                    return _given(hand, clue)
                held, rival = (clue, found), seen.may("ask_rival")
                told = sentences.findings(game, found, clue.word, clue.number, rival=rival)

    def _guess(self, hand: Hand, game: GameView) -> Decision | None:
        seen = hand.seen
        stops, leaves = seen.may("end_turn"), _may_leave_it(seen, game)
        asked = f"Your guess{sentences.guessed(game)}: a word or its number."
        if game.phase is Phase.SUDDEN_DEATH:
            asked = f"{sentences.status(game)} {asked}"
        if game.duet is not None:
            asked += " Your partner's key decides."
        if stops or leaves:
            asked += f" An empty line{' ends your turn' if stops else ' lets your partner touch'}."
        asked += " (?=help)"
        position = self._card(seen, seen.touchable, asked, empty=stops or leaves)
        if position is None and leaves:
            return None
        cmd_id, step = hand.command_id(), seen.step
        if position is None:
            return Decision(EndTurnCommand(cmd_id=cmd_id, step=step))
        return Decision(TouchCardCommand(cmd_id=cmd_id, step=step, position=position))

    def _card(
        self,
        seen: SeatView,
        open_: Sequence[int],
        asked: str,
        *,
        empty: bool = False,
    ) -> int | None:
        """One of the cards `open_`; None for an empty line, where that may be typed."""
        game = seen.view.game
        assert game is not None  # there are cards to choose from
        told: Sequence[str] = ()
        while True:
            line = self._desk.ask(seen, (*told, asked))
            if not line and empty:
                return None
            if not line:
                told = (sentences.not_nothing(game),)
            elif line == HELP:
                told = HELP_GUESS
            else:
                try:
                    position = input_parser.card(line, game.codenames, open_)
                except NotUnderstood as fault:
                    told = (str(fault),)
                else:
                    if position in open_:
                        return position
                    told = (sentences.not_open(game, position),)


def _for_whom(game: GameView) -> str:
    return "" if game.duet is not None else f" for {game.turns[-1].team}"


def _may_leave_it(seen: SeatView, game: GameView) -> bool:
    """Whether side A may let B begin, or touch in sudden death: then B is asked."""
    either = game.phase is Phase.SUDDEN_DEATH or game.turns[-1].side is None
    return seen.seat is Seat.SIDE_A and game.duet is not None and either


def _all_the_same(
    hand: Hand, line: str, clue: TypedClue, found: tuple[Finding, ...]
) -> Decision | None:
    """What is done with a clue that the referee objects to; None where that cannot be done."""
    seen, word = hand.seen, line.casefold()
    rival = seen.may("ask_rival")
    if word == ASK and rival:
        asks = AskRivalCommand(
            cmd_id=hand.command_id(), step=seen.step, word=clue.word, number=clue.number
        )
        return Decision(asks, _meant(clue))
    if word == ANYWAY and sentences.ways(found, rival=rival)[0] == ANYWAY:
        return _given(hand, clue, anyway=True, agreed=not rival)
    return None


def _given(hand: Hand, clue: TypedClue, *, anyway: bool = False, agreed: bool = False) -> Decision:
    return Decision(
        GiveClueCommand(
            cmd_id=hand.command_id(),
            step=hand.seen.step,
            word=clue.word,
            number=clue.number,
            anyway=anyway,
            agreed=agreed,
        ),
        _meant(clue),
    )


def _meant(clue: TypedClue) -> IntendedCard | None:
    return IntendedCard(clue.meant) if clue.meant else None


def _hidden(game: GameView) -> list[int]:
    return [position for position, shown in enumerate(game.revealed) if shown is None]
