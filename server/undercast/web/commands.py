"""Every message that a client sends: its name, its fields, and what it means in a room.

The name on the wire is the class's name in snake case. Fields are checked for type and size here,
once; what they mean is checked by the room and the rules. A field that is not listed is refused.
"""

from dataclasses import fields
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct, ValidationError, convert

from undercast.refusals import Refusal, Refused
from undercast.room import entries
from undercast.room.entries import Doing
from undercast.room.seats import Seat
from undercast.rules import actions
from undercast.rules.actions import command_name
from undercast.rules.settings import Settings
from undercast.screens import Remedy
from undercast.service import Facts

PROTOCOL = 1
"""The version of the protocol that a client names when it enters."""

MOST_PASTED = 64_000
"""Characters of a pasted word list."""

Text = Annotated[str, Meta(max_length=200)]
Code = Annotated[str, Meta(min_length=1, max_length=12)]
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22,86}\Z")]
CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}\Z")]
PlayerId = Annotated[str, Meta(max_length=12)]
Deck = Annotated[str, Meta(max_length=20)]
Language = Annotated[str, Meta(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}\Z")]
Number = int | Literal["unlimited"]
Decks = Annotated[tuple[Deck, ...], Meta(min_length=1, max_length=10)]


class Entrance(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a connection says before it belongs to a room."""

    protocol: int


class Watch(Entrance, frozen=True):
    """A shared screen wants the public view of a room."""

    room: Code
    nonce: Annotated[str, Meta(max_length=100)] | None = None
    """Out of the address that the page was cast with: says that it has come, once."""
    screen: Annotated[str, Meta(max_length=400)] | None = None
    """What the nonce was exchanged for: says that the same page is back."""


class Create(Entrance, frozen=True):
    """Open a room and be its host."""

    cmd_id: CommandId
    token: Token
    name: Text
    language: Language
    """Tag of the language that the shared screen speaks, like "en" or "sr-Cyrl"."""
    decks: Decks
    """Ids of the decks that boards are drawn from."""
    settings: Settings = Settings()


class Join(Entrance, frozen=True):
    """Come in by name with a new token; a token that is known already just enters."""

    room: Code
    token: Token
    name: Text


class Enter(Entrance, frozen=True):
    """Come back with a known token."""

    room: Code
    token: Token


class AskToReturn(Entrance, frozen=True):
    """Ask for the person that this browser was before it lost its token."""

    room: Code
    token: Token
    player: PlayerId


class BecomeHost(Entrance, frozen=True):
    """Show a link from the server's terminal; the token must be known in the room."""

    room: Code
    token: Token
    link: Text
    """The secret part of the link."""


class Report(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A shared screen tells the host's diagnostics what it runs on."""

    agent: Annotated[str, Meta(max_length=300)]
    """The browser's user agent."""
    width: Annotated[int, Meta(ge=0, le=20_000)]
    """The page's width in CSS pixels."""
    height: Annotated[int, Meta(ge=0, le=20_000)]
    """The page's height in CSS pixels."""
    latency: Annotated[int, Meta(ge=0, le=60_000)]
    """Milliseconds from its `watch` to the answer."""
    failed: Annotated[tuple[Remedy, ...], Meta(max_length=4)] = ()
    """What it tried against the device's idle screen, and could not do."""


class JudgeClue(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What would the referee say of this clue? Asked while typing; nothing changes."""

    word: Text
    number: Number


class Casting(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a host wants of the televisions. Doing it twice is doing it once, so it has no id."""


class ListTvs(Casting, frozen=True):
    """Which televisions are there."""


class ShowOnTv(Casting, frozen=True):
    """Show the room on this television."""

    device: Annotated[str, Meta(max_length=100)]
    """Its id, as in the list."""
    instead: bool = False
    """Also when another room is on it."""


class StopTv(Casting, frozen=True):
    """Free the room's television."""


class TakeBackTv(Casting, frozen=True):
    """Take the television back from another app."""


class AddTv(Casting, frozen=True):
    """Look for a television at this address, as long as the server runs."""

    address: Annotated[str, Meta(max_length=45)]
    """An IPv4 address."""


class Command(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a person in a room wants done, with an id of the client's own choice.

    The same id sent again by the same person is answered again and not done again.
    """

    cmd_id: CommandId

    def meaning(self, who: str, facts: Facts) -> Doing:
        """What this does in the room, sent by player `who`. Raises Refused."""
        raise NotImplementedError


class GameCommand(Command, frozen=True):
    """A move. `step` is that of the view it was chosen on; any other is refused as stale."""

    step: int


class Rename(Command, frozen=True):
    """Take another name."""

    name: Text

    def meaning(self, who: str, facts: Facts) -> entries.Rename:
        return entries.Rename(self.name)


class Leave(Command, frozen=True):
    """Leave the room."""

    def meaning(self, who: str, facts: Facts) -> entries.Leave:
        return entries.Leave()


class TakeSeat(Command, frozen=True):
    """Sit down in a free seat."""

    seat: Seat

    def meaning(self, who: str, facts: Facts) -> entries.TakeSeat:
        return entries.TakeSeat(self.seat)


class AskForSeat(Command, frozen=True):
    """Ask for a key seat that somebody holds."""

    seat: Seat

    def meaning(self, who: str, facts: Facts) -> entries.AskForSeat:
        return entries.AskForSeat(self.seat)


class AnswerRequest(Command, frozen=True):
    """Consent to a request or refuse it; the asker withdraws it by refusing."""

    request: int
    """Its id."""
    consent: bool

    def meaning(self, who: str, facts: Facts) -> entries.AnswerRequest:
        return entries.AnswerRequest(self.request, self.consent, facts.online(self.request))


class HandOver(Command, frozen=True):
    """Host: make another person the host."""

    player: PlayerId

    def meaning(self, who: str, facts: Facts) -> entries.HandOver:
        return entries.HandOver(self.player)


class Remove(Command, frozen=True):
    """Host: remove a person."""

    player: PlayerId

    def meaning(self, who: str, facts: Facts) -> entries.Remove:
        return entries.Remove(self.player)


class Readmit(Command, frozen=True):
    """Host: let a removed person back in."""

    player: PlayerId

    def meaning(self, who: str, facts: Facts) -> entries.Readmit:
        return entries.Readmit(self.player)


class ChangeSettings(Command, frozen=True):
    """Host: choose the next game's house rules and decks, and the screen's language."""

    settings: Settings
    decks: Decks
    language: Language

    def meaning(self, who: str, facts: Facts) -> entries.ChangeSettings:
        return entries.ChangeSettings(self.settings, facts.checked_decks(self.decks), self.language)


class PasteWords(Command, frozen=True):
    """Host: paste an own word list, one codename a line; an empty text takes it away."""

    text: Annotated[str, Meta(max_length=MOST_PASTED)]

    def meaning(self, who: str, facts: Facts) -> entries.PasteWords:
        return entries.PasteWords(facts.pasted(who, self.text))


class Deal(Command, frozen=True):
    """Host or key seat: a new game with unseen codenames."""

    swap_spymasters: bool = False
    """Everybody moves on first: who guessed gets the key."""

    def meaning(self, who: str, facts: Facts) -> entries.Deal:
        return facts.deal(swap_spymasters=self.swap_spymasters)


class GiveClue(GameCommand, frozen=True):
    """Give the turn's clue."""

    word: Text | None
    number: Number
    anyway: bool = False
    """Also when the referee questions it."""

    def meaning(self, who: str, facts: Facts) -> actions.GiveClue:
        return actions.GiveClue(
            self.word,
            self.number,
            who,
            facts.judged(self.word, self.number),
            anyway=self.anyway,
            rival=facts.rival(),
            cover=facts.cover(),
            side=facts.side(who),
        )


class AskRival(GameCommand, frozen=True):
    """Ask the rival spymaster, silently, whether this clue is valid."""

    word: Text
    number: Number

    def meaning(self, who: str, facts: Facts) -> actions.AskRival:
        findings = facts.judged(self.word, self.number)
        return actions.AskRival(self.word, self.number, who, findings, rival=facts.rival())


class TakeBackClue(GameCommand, frozen=True):
    """Withdraw the question to the rival, or clear a rejected clue away."""

    def meaning(self, who: str, facts: Facts) -> actions.TakeBackClue:
        return actions.TakeBackClue()


class AllowClue(GameCommand, frozen=True):
    """Say yes to the rival's clue: it becomes public and cannot be challenged."""

    question: int
    """The id of the question, as in the view."""

    def meaning(self, who: str, facts: Facts) -> actions.AllowClue:
        return actions.AllowClue(self.question)


class RejectClue(GameCommand, frozen=True):
    """Say no to the rival's clue: it goes back to the giver."""

    question: int
    """The id of the question, as in the view."""

    def meaning(self, who: str, facts: Facts) -> actions.RejectClue:
        return actions.RejectClue(self.question)


class CorrectClue(GameCommand, frozen=True):
    """Correct the clue's spelling before the first touch."""

    word: Text

    def meaning(self, who: str, facts: Facts) -> actions.CorrectClue:
        return actions.CorrectClue(self.word, facts.corrected(self.word))


class Challenge(GameCommand, frozen=True):
    """Call the rival's public clue invalid, before the first touch."""

    def meaning(self, who: str, facts: Facts) -> actions.Challenge:
        return actions.Challenge()


class ConcedeChallenge(GameCommand, frozen=True):
    """Agree that the own clue is invalid."""

    def meaning(self, who: str, facts: Facts) -> actions.ConcedeChallenge:
        return actions.ConcedeChallenge(facts.cover())


class WithdrawChallenge(GameCommand, frozen=True):
    """Let the challenged clue stand."""

    def meaning(self, who: str, facts: Facts) -> actions.WithdrawChallenge:
        return actions.WithdrawChallenge()


class UpholdChallenge(GameCommand, frozen=True):
    """Have the last word: the challenged clue is invalid."""

    def meaning(self, who: str, facts: Facts) -> actions.UpholdChallenge:
        return actions.UpholdChallenge(facts.cover())


class CoverCard(GameCommand, frozen=True):
    """Reveal an agent of the team whose turn it is: the own one as a penalty, or in co-op the
    opponent's.
    """

    position: int

    def meaning(self, who: str, facts: Facts) -> actions.CoverCard:
        return actions.CoverCard(self.position)


class DeclinePenalty(GameCommand, frozen=True):
    """Reveal no agent as a penalty."""

    def meaning(self, who: str, facts: Facts) -> actions.DeclinePenalty:
        return actions.DeclinePenalty()


class TurnSand(GameCommand, frozen=True):
    """Turn the sand glass over."""

    def meaning(self, who: str, facts: Facts) -> actions.TurnSand:
        return actions.TurnSand()


class MarkCard(GameCommand, frozen=True):
    """Mark a card before touching it, or take the mark back."""

    position: int
    on: bool
    """False takes the mark back."""

    def meaning(self, who: str, facts: Facts) -> actions.MarkCard:
        return actions.MarkCard(self.position, self.on, who)


class TouchCard(GameCommand, frozen=True):
    """Touch a card: the official guess."""

    position: int

    def meaning(self, who: str, facts: Facts) -> actions.TouchCard:
        return actions.TouchCard(self.position, who, facts.side(who))


class EndTurn(GameCommand, frozen=True):
    """End the turn by choice."""

    def meaning(self, who: str, facts: Facts) -> actions.EndTurn:
        return actions.EndTurn()


class Undo(GameCommand, frozen=True):
    """Take back the latest touch."""

    def meaning(self, who: str, facts: Facts) -> actions.Undo:
        return actions.Undo()


class ExchangeCodename(GameCommand, frozen=True):
    """Exchange one codename before the first clue."""

    position: int

    def meaning(self, who: str, facts: Facts) -> actions.ExchangeCodename:
        return actions.ExchangeCodename(self.position, facts.codename())


class Pause(GameCommand, frozen=True):
    """Stop the game for a while."""

    def meaning(self, who: str, facts: Facts) -> actions.Pause:
        return actions.Pause()


class Resume(GameCommand, frozen=True):
    """Go on after a pause."""

    def meaning(self, who: str, facts: Facts) -> actions.Resume:
        return actions.Resume()


class Abandon(GameCommand, frozen=True):
    """Host: give the game up."""

    def meaning(self, who: str, facts: Facts) -> actions.Abandon:
        return actions.Abandon()


class Debrief(GameCommand, frozen=True):
    """Show the whole key of an ended game to everyone."""

    def meaning(self, who: str, facts: Facts) -> actions.Debrief:
        return actions.Debrief()


ENTRANCES: dict[str, type[Entrance]] = {
    command_name(kind): kind for kind in (Watch, Create, Join, Enter, AskToReturn, BecomeHost)
}

COMMANDS: dict[str, type[Command]] = {
    command_name(kind): kind
    for family in (Command, GameCommand)
    for kind in family.__subclasses__()
    if kind is not GameCommand
}

CASTING: dict[str, type[Casting]] = {
    command_name(kind): kind for kind in (ListTvs, ShowOnTv, StopTv, TakeBackTv, AddTv)
}

REPORT = "report"
"""The name of the one message that only a shared screen sends."""

JUDGE_CLUE = "judge_clue"
"""The name of the one question about a game."""


def parse_casting(name: str, data: object) -> Casting:
    """What a host wants of the televisions. Raises Refused(wire/malformed)."""
    return _parsed(CASTING[name], data)


def parse_judge_clue(data: object) -> JudgeClue:
    """The clue that a giver is typing. Raises Refused(wire/malformed)."""
    return _parsed(JudgeClue, data)


def parse_report(data: object) -> Report:
    """What a shared screen runs on. Raises Refused(wire/malformed)."""
    return _parsed(Report, data)


def parse_entrance(name: str, data: object) -> Entrance:
    """The entrance that a client sent. Raises Refused: wire/malformed, wire/protocol."""
    entrance = _parsed(ENTRANCES[name], data)
    if entrance.protocol != PROTOCOL:
        raise Refused(Refusal.PROTOCOL, f"this server speaks protocol {PROTOCOL}")
    return entrance


def parse_command(name: str, data: object) -> Command:
    """The command that a client sent. Raises Refused(wire/malformed)."""
    return _parsed(COMMANDS[name], data)


T = TypeVar("T")

_SETTINGS = {field.name for field in fields(Settings)}


def _parsed(kind: type[T], data: object) -> T:
    try:
        parsed = convert(data, kind)
    except ValidationError as error:
        raise Refused(Refusal.MALFORMED, str(error)) from None
    settings = data.get("settings") if isinstance(data, dict) else None
    if isinstance(settings, dict) and settings.keys() - _SETTINGS:  # msgspec would overlook them
        raise Refused(Refusal.MALFORMED, "unknown field in settings")
    return parsed
