"""Statistics of games, for people and for pairs of giver and guesser.

Made from what everybody saw, and from where people sat when the game ended or was debriefed.
Abandoned games, touches taken back and struck clues do not count.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from undercast.book.awards import agents_found, is_bold
from undercast.room.ended_games import EndedGame
from undercast.room.roles import SIDES
from undercast.room.seats import Seat, operatives
from undercast.rules.cards import Identity, Team
from undercast.rules.clues import Clue
from undercast.rules.game import Ending, Phase, Turn
from undercast.rules.modes.coop import HUMAN_TEAM
from undercast.rules.settings import Mode

Pair = tuple[str, str]
"""Who gave the clue, and who guessed: player ids."""


class ClueNumbers(Struct, frozen=True):
    """Results of clues."""

    clues: int = 0
    meant: int = 0
    """The sum of their numbers; `0` and `unlimited` add nothing."""
    found: int = 0
    """Own agents that were found in their turns."""
    assassins: int = 0
    """Turns in which the assassin was touched."""
    best: Clue | None = None
    """The clue with the highest number of which all was found; the first of several."""


class PersonNumbers(Struct, frozen=True):
    """A person's games."""

    games: int = 0
    """In which this person had a seat, gave a clue or touched a card."""
    won: int = 0
    lost: int = 0
    """Where the seat was a team's; who sits for both teams neither wins nor loses."""
    giving: ClueNumbers = ClueNumbers()
    touches: int = 0
    """Cards touched under somebody else's clue."""
    hits: int = 0
    """How many of them were own agents."""


class PairNumbers(Struct, frozen=True):
    """Results of one person's clues with another one guessing."""

    games: int = 0
    giving: ClueNumbers = ClueNumbers()


class Noted(Struct, frozen=True):
    """Results of the cards that somebody's clues meant, in debriefed games."""

    clues: int = 0
    """For which it was noted."""
    cards: int = 0
    """That were noted."""
    found: int = 0
    """Of these, those that were touched in the same turn."""


def is_counted(ended: EndedGame) -> bool:
    """Whether this game counts for people."""
    return ended.table.result is not None and ended.table.result.ending is not Ending.ABANDONED


def people(games: Iterable[EndedGame]) -> dict[str, PersonNumbers]:
    """The numbers of everybody who played in these games, by player id."""
    sums: dict[str, PersonNumbers] = defaultdict(PersonNumbers)
    for ended in filter(is_counted, games):
        for who in _played(ended):
            sums[who] = _one_game_more(sums[who], ended, who)
        for turn in ended.table.turns:
            if turn.clue is not None and turn.giver is not None:
                giver = sums[turn.giver]
                sums[turn.giver] = replace(giver, giving=add_turn(giver.giving, turn))
            for touch in turn.counted:
                if touch.by != turn.giver:
                    hit = touch.identity is Identity(turn.team)
                    toucher = sums[touch.by]
                    sums[touch.by] = replace(
                        toucher, touches=toucher.touches + 1, hits=toucher.hits + hit
                    )
    return dict(sums)


def pairs(games: Iterable[EndedGame]) -> dict[Pair, PairNumbers]:
    """The numbers of everybody who gave clues to somebody in these games."""
    sums: dict[Pair, PairNumbers] = defaultdict(PairNumbers)
    for ended in filter(is_counted, games):
        together: set[Pair] = set()
        for turn in ended.table.turns:
            if turn.clue is None or turn.giver is None:
                continue
            for guesser in guessers(turn, ended.seats, ended.table.settings.mode):
                pair = (turn.giver, guesser)
                together.add(pair)
                sums[pair] = replace(sums[pair], giving=add_turn(sums[pair].giving, turn))
        for pair in together:
            sums[pair] = replace(sums[pair], games=sums[pair].games + 1)
    return dict(sums)


def noted(games: Iterable[EndedGame]) -> dict[str, Noted]:
    """What was meant and found, by player id of who gave the clues."""
    sums: dict[str, Noted] = defaultdict(Noted)
    for ended in games:
        if ended.table.phase is not Phase.DEBRIEFED:
            continue
        for note in ended.notes:
            turn, so_far = ended.table.turns[note.turn], sums[note.by]
            if turn.giver == note.by and turn.clue is not None:
                touched = {touch.position for touch in turn.counted}
                sums[note.by] = Noted(
                    so_far.clues + 1,
                    so_far.cards + len(note.cards),
                    so_far.found + len(touched.intersection(note.cards)),
                )
    return {who: of for who, of in sums.items() if of.clues}


def guessers(turn: Turn, seats: Mapping[str, Seat], mode: Mode) -> frozenset[str]:
    """Who guessed in a turn: the people in the guessing seats, and those who touched, except the
    giver.
    """
    if mode is not Mode.DUET:
        guessing = operatives(turn.team)
    else:
        guessing = () if turn.side is None else (SIDES[turn.side.partner],)
    seated = {who for who, seat in seats.items() if seat in guessing}
    return frozenset(seated | {touch.by for touch in turn.counted}) - {turn.giver or ""}


def add_turn(giving: ClueNumbers, turn: Turn) -> ClueNumbers:
    """These numbers and those of one more turn with a clue."""
    clue = turn.clue
    assert clue is not None
    better = is_bold(turn) and (giving.best is None or clue.count > giving.best.count)
    assassin = any(touch.identity is Identity.ASSASSIN for touch in turn.counted)
    return ClueNumbers(
        clues=giving.clues + 1,
        meant=giving.meant + clue.count,
        found=giving.found + agents_found(turn),
        assassins=giving.assassins + assassin,
        best=clue if better else giving.best,
    )


def clue_totals(ended: EndedGame) -> ClueNumbers:
    """The results of all clues of a game."""
    giving = ClueNumbers()
    for turn in ended.table.turns:
        if turn.clue is not None:
            giving = add_turn(giving, turn)
    return giving


def _one_game_more(numbers: PersonNumbers, ended: EndedGame, who: str) -> PersonNumbers:
    team = _team_of(ended.seats.get(who, Seat.SPECTATOR), ended.table.settings.mode)
    assert ended.table.result is not None  # it is over
    won = team is not None and team is ended.table.result.winner
    lost = team is not None and not won
    return replace(
        numbers, games=numbers.games + 1, won=numbers.won + won, lost=numbers.lost + lost
    )


def _played(ended: EndedGame) -> set[str]:
    """Who had a seat at the end, gave a clue or touched a card."""
    who = {player for player, seat in ended.seats.items() if seat is not Seat.SPECTATOR}
    for turn in ended.table.turns:
        who |= {touch.by for touch in turn.counted}
        if turn.clue is not None and turn.giver is not None:
            who.add(turn.giver)
    return who


_TEAMS = {
    Seat.RED_SPYMASTER: Team.RED,
    Seat.RED_OPERATIVE: Team.RED,
    Seat.BLUE_SPYMASTER: Team.BLUE,
    Seat.BLUE_OPERATIVE: Team.BLUE,
}


def _team_of(seat: Seat, mode: Mode) -> Team | None:
    """The team that wins or loses with whoever sits here; None for both teams', and spectators."""
    if seat is Seat.SPECTATOR:
        return None
    match mode:
        case Mode.CLASSIC:
            return _TEAMS.get(seat)
        case Mode.COOP:
            return HUMAN_TEAM
        case _:
            return Team.GREEN
