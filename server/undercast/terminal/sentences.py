"""The terminal's sentences about seats, turns and results."""

from collections.abc import Iterable, Mapping, Sequence

from undercast.base.capitals import capitals
from undercast.base.refusals import Refusal
from undercast.room.events import RoomEvent
from undercast.room.seats import Seat
from undercast.rules.cards import AGENT_OF, Identity, Side, Team
from undercast.rules.clues import Clue
from undercast.rules.events import (
    CardCovered,
    CardTouched,
    ClueGiven,
    ClueStruck,
    PenaltyDeclined,
    TurnEnded,
)
from undercast.rules.findings import Finding, Objection, Verdict, worst
from undercast.rules.game import Ending, Phase, Result, Touch, Turn, TurnEnd
from undercast.rules.settings import Mode
from undercast.terminal.styles import Span, TextStyle
from undercast.views import GameView

SEAT_NAMES: Mapping[Seat, str] = {
    Seat.RED_SPYMASTER: "red's spymaster",
    Seat.BLUE_SPYMASTER: "blue's spymaster",
    Seat.RED_OPERATIVE: "red's operative",
    Seat.BLUE_OPERATIVE: "blue's operative",
    Seat.SIDE_A: "side A",
    Seat.SIDE_B: "side B",
}

SIDE_NAMES: Mapping[Side, str] = {Side.A: "side A", Side.B: "side B"}

CARD_NAMES: Mapping[Identity, str] = {
    Identity.RED: "a red agent",
    Identity.BLUE: "a blue agent",
    Identity.GREEN: "an agent",
    Identity.BYSTANDER: "a bystander",
    Identity.ASSASSIN: "the assassin",
}

_TEAM_STYLES: Mapping[Team, TextStyle] = {
    Team.RED: TextStyle.RED,
    Team.BLUE: TextStyle.BLUE,
    Team.GREEN: TextStyle.GREEN,
}


def capitalized(text: str) -> str:
    """With a capital first letter."""
    return text[:1].upper() + text[1:]


def plural(count: int, one: str, more: str = "") -> str:
    """1 agent, 2 agents."""
    return f"{count} {one if count == 1 else more or one + 's'}"


def clue_text(clue: Clue) -> str:
    """A clue as it is shown."""
    return f"{(clue.word or '(spoken)').upper()} {clue.number}"


def on_card(game: GameView, position: int) -> str:
    """A codename as its card shows it."""
    return capitals(game.codenames[position], game.language_at(position))


def upper_list(codenames: Iterable[str]) -> str:
    """Codenames as the cards show them."""
    return ", ".join(name.upper() for name in codenames)


# --- Where the game stands ------------------------------------------------------------------------


def remaining_agents(game: GameView) -> list[Span]:
    """The number of agents still to find."""
    if game.duet is not None:
        to_find = f"{game.left[Team.GREEN]} to find"
        return [Span(to_find, TextStyle.STRONG), Span(f", {plural(game.duet.tokens, 'token')}")]
    teams = [
        Span(f" {capitalized(team)} {game.left[team]} ", _TEAM_STYLES[team]) for team in _RIVALS
    ]
    return [teams[0], Span(" "), teams[1]]


_RIVALS = (Team.RED, Team.BLUE)


def turn_owner(game: GameView, turn: Turn) -> str:
    """Who acts in a turn: red, blue, the opponent, side A, or either side."""
    if game.duet is not None:
        return "either side" if turn.side is None else SIDE_NAMES[turn.side]
    return _team_name(game, turn.team)


def _team_name(game: GameView, team: Team) -> str:
    """In co-op, blue is the opponent."""
    return "the opponent" if game.settings.mode is Mode.COOP and team is Team.BLUE else team


def status(game: GameView) -> str:
    """Who has to act, and how."""
    turn = game.turns[-1]
    match game.phase:
        case Phase.CLUE if game.duet is not None and turn.side is None:
            return "Either side may give the first clue."
        case Phase.CLUE if game.duet is not None:
            return f"{capitalized(turn_owner(game, turn))} is thinking of a clue."
        case Phase.CLUE:
            return f"{capitalized(turn.team)}'s spymaster is thinking of a clue."
        case Phase.GUESS:
            return f"{capitalized(_guesser(game, turn))} is guessing{guess_context(game)}."
        case Phase.OPPONENT:
            return "The opponent's turn: red's spymaster reveals a blue agent."
        case Phase.SUDDEN_DEATH:
            return "Sudden death: no more clues, and anything but an agent loses."
        case _:
            return "" if game.result is None else result(game, game.result)


def _guesser(game: GameView, turn: Turn) -> str:
    if game.duet is not None and turn.side is not None:
        return SIDE_NAMES[turn.side.partner]
    return turn.team


def guess_context(game: GameView) -> str:
    """The clue and the number of guesses left: `` for RUST 2, 3 guesses left``."""
    return f"{_for(game.turns[-1])}{_left(game)}"


def _for(turn: Turn) -> str:
    return "" if turn.clue is None else f" for {clue_text(turn.clue)}"


def _left(game: GameView) -> str:
    left = game.guesses_left
    return "" if left is None else f", {plural(left, 'guess', 'guesses')} left"


def result(game: GameView, ended: Result) -> str:
    """How the game ended."""
    if ended.ending is Ending.ABANDONED:
        return "The game was abandoned."
    if game.settings.mode is Mode.CLASSIC:
        return _classic_result(ended)
    if ended.winner in (Team.RED, Team.GREEN):
        return f"Won: all agents are found{_score(game, ended)}."
    why = {
        Ending.ASSASSIN: "the assassin was touched",
        Ending.SUDDEN_DEATH: "a bystander was touched in sudden death",
        Ending.MISTAKES: "too many bystanders were touched",
        Ending.TIME: "time ran out in sudden death",
        Ending.ALL_AGENTS: "all of the opponent's agents are revealed",
    }
    return f"Lost: {why[ended.ending]}."


def _classic_result(ended: Result) -> str:
    assert ended.winner is not None  # two teams, and the game was not given up
    if ended.ending is Ending.ASSASSIN:
        return f"{capitalized(ended.winner)} wins: {ended.winner.rival} touched the assassin."
    return f"{capitalized(ended.winner)} wins: all {ended.winner} agents are found."


def _score(game: GameView, ended: Result) -> str:
    if ended.score is not None:
        return f", {plural(ended.score, 'blue agent')} still hidden"
    return "" if game.duet is None else f", {plural(game.duet.tokens, 'token')} left"


# --- What happened --------------------------------------------------------------------------------


def event_sentences(game: GameView, happened: Sequence[RoomEvent]) -> list[str]:
    """A sentence for each event that the board does not show."""
    return [text for event in happened if (text := _event_sentence(game, event))]


def _event_sentence(game: GameView, event: RoomEvent) -> str:
    match event:
        case ClueGiven():
            turn = game.turns[-1]
            giver = turn_owner(game, turn) if game.duet is not None else f"{event.team}'s spymaster"
            return f"{capitalized(giver)} says: {clue_text(event.clue)}"
        case CardTouched():
            word = on_card(game, event.position)
            who = event.team if event.side is None else SIDE_NAMES[event.side]
            return f"{capitalized(who)} touches {word}: {CARD_NAMES[event.identity]}."
        case CardCovered():
            word = on_card(game, event.position)
            return f"{word} is revealed: {CARD_NAMES[AGENT_OF[event.team]]}."
        case ClueStruck():
            return f"{clue_text(event.clue)} is struck: not a valid clue."
        case TurnEnded(why=TurnEnd.TIME):
            return f"{capitalized(_team_name(game, event.team))}'s time is up."
        case PenaltyDeclined():
            return f"{capitalized(event.team)}'s spymaster reveals nothing."
        case _:
            return ""


def history(game: GameView) -> list[tuple[Span, ...]]:
    """A line for each turn with a clue or a touch."""
    turns = [turn for turn in game.turns if turn.clue or turn.touches or turn.cover is not None]
    return [_turn_line(game, turn) for turn in turns]


def _turn_line(game: GameView, turn: Turn) -> tuple[Span, ...]:
    """A turn: the team, the clue and the touched cards, wrong ones with their identity."""
    who = "sudden death" if turn.clue is None and game.duet else turn_owner(game, turn)
    done = [_touched(game, turn, touch) for touch in turn.counted]
    if turn.cover is not None:
        done.append(f"{on_card(game, turn.cover)} revealed")
    clue = f" {clue_text(turn.clue)}" if turn.clue is not None else ""
    what = f":{clue}{' -> ' if done and clue else ' ' if done else ''}{', '.join(done)}"
    style = TextStyle.STRONG if game.duet is not None else _TEAM_STYLES[turn.team]
    return (Span(capitalized(who), style), Span(what))


def _touched(game: GameView, turn: Turn, touch: Touch) -> str:
    word = on_card(game, touch.position)
    if touch.identity is AGENT_OF[turn.team]:
        return word
    return f"{word} ({touch.identity})"


# --- What is wrong --------------------------------------------------------------------------------


def refusal_text(code: object) -> str:
    """Why a move is refused."""
    return _REFUSED.get(code, f"You cannot do that now ({code}).")


_REFUSED: Mapping[object, str] = {
    Refusal.CLUE_MALFORMED: "That is not a clue: at most 50 letters, and no special signs.",
    Refusal.CLUE_NUMBER: "The number is 0 to 9, or unlimited.",
    Refusal.CLUE_ILLEGAL: "The referee does not allow this clue.",
    Refusal.CLUE_QUESTIONED: "The referee questions this clue.",
}


def choice_required(game: GameView) -> str:
    """Why an empty line is no answer."""
    if game.phase is Phase.OPPONENT:
        return "You have to reveal one of them."
    if game.phase is Phase.SUDDEN_DEATH:
        return "Your partner left it to you: touch a card."
    return "Touch at least one card before you stop."


def card_unavailable(game: GameView, position: int) -> str:
    """Why a card cannot be chosen."""
    word = on_card(game, position)
    if game.revealed[position] is not None:
        return f"{word} is already revealed."
    if game.phase is Phase.OPPONENT:
        return f"{word} is not a {game.turns[-1].team} agent."
    return f"{word} is a bystander for you: you have already touched it."


def finding_texts(
    game: GameView, found: tuple[Finding, ...], word: str, number: object, *, rival: bool
) -> tuple[str, str]:
    """The referee's findings about a clue, and the possible answers."""
    verdict = worst(found)
    illegal = verdict is Verdict.ILLEGAL
    head = "The referee does not allow it:" if illegal else "The referee has doubts:"
    reasons = [_finding(game, one, word, number) for one in found if one.verdict is verdict]
    offers = [_WAYS[way, illegal] for way in override_options(found, rival=rival)]
    return " ".join([head, *reasons]), f"Type {', '.join(offers)}, or another clue."


def override_options(found: tuple[Finding, ...], *, rival: bool) -> tuple[str, ...]:
    """The possible answers to the referee's objection. An illegal clue is given only if there
    is no rival to ask, and all agree.
    """
    if worst(found) is Verdict.ILLEGAL:
        return ("ask",) if rival else ("anyway",)
    return ("anyway", "ask") if rival else ("anyway",)


_WAYS = {
    ("anyway", False): "'anyway' to give it regardless",
    ("anyway", True): "'anyway' if all of you agree to it",
    ("ask", False): "'ask' to ask the rival spymaster in secret",
    ("ask", True): "'ask' to ask the rival spymaster in secret",
}


def question_text(game: GameView, found: Sequence[Finding], clue: Clue) -> str:
    """The referee's findings about a clue that the rival rules on."""
    reasons = [_finding(game, one, clue.word or "", clue.number) for one in found]
    return (
        f"The referee says: {' '.join(reasons)}" if reasons else "The referee finds nothing wrong."
    )


def _finding(game: GameView, one: Finding, word: str, number: object) -> str:
    codename = "" if one.position is None else on_card(game, one.position)
    return _FINDINGS[one.reason].format(clue=word.upper(), word=codename, number=number)


_FINDINGS: Mapping[Objection, str] = {
    Objection.SAME: "{word} is on the board.",
    Objection.FORM: "{clue} is a form of {word}.",
    Objection.PART: "{clue} is part of {word}.",
    Objection.SHARES_MEMBER: "{clue} shares a part with {word}.",
    Objection.CONTAINS: "{clue} and {word}: one is inside the other.",
    Objection.LOOKS_LIKE: "{clue} looks like {word}.",
    Objection.SEVERAL_WORDS: "{clue} is more than one word.",
    Objection.ABBREVIATION: "{clue} is an abbreviation.",
    Objection.NUMBER: "{number} is more than are left to find.",
}
