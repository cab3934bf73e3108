"""The games that the gallery shows, played by the engine to some point, in one language."""

from typing import Any

from msgspec.structs import replace

from gallery import watching
from gallery.tables import ASSASSIN, BLUE, BYSTANDERS, PICTURE_KEY, RED, TEAMS, Table
from room.room_builder import ANA, BEN, CEM, DORA, announced, then
from rules.duet_builder import DEADLY, KEYS, NOBODY, OF_A, ONLY_A, ONLY_B
from rules.game_builder import At
from undercast.room.entries import AskForSeat, Rename
from undercast.room.events import RoomEvent
from undercast.room.evolve import SERVER
from undercast.room.seats import Seat
from undercast.room.state import Room
from undercast.rules.actions import (
    Challenge,
    ConcedeChallenge,
    CoverCard,
    Debrief,
    EndTurn,
    GiveClue,
    MarkCard,
    NoteCards,
    TimeUp,
    TouchCard,
    TurnSand,
    Undo,
)
from undercast.rules.cards import Side
from undercast.rules.settings import (
    Abbreviations,
    Agreement,
    Board,
    Guessing,
    Marks,
    Mode,
    Penalty,
    PlusOne,
    Refereeing,
    Rhymes,
    Settings,
    SeveralWords,
    Timer,
)

TAPPED = Settings(guessing=Guessing.OPERATIVES_TAP)
PICTURES = Settings(board=Board.PICTURES)
DUET = Settings(mode=Mode.DUET)
COOP = Settings(mode=Mode.COOP)
STRICT = Settings(timer=Timer.STRICT)
COACHED = Settings(coach=True)
SAND = Settings(timer=Timer.SAND, sand_seconds=900)
TIMED_COOP = Settings(mode=Mode.COOP, timer=Timer.STRICT, clue_seconds=900)
TIMED_DUET = Settings(mode=Mode.DUET, timer=Timer.SAND, sand_seconds=900)
EARNED = Settings(plus_one=PlusOne.EARNED, timer=Timer.STRICT, clue_seconds=900, guess_seconds=900)
MAX_RULES = Settings(
    guessing=Guessing.OPERATIVES_TAP,
    marks=Marks.TEAM_SEES,
    agreement=Agreement.ALL,
    plus_one=PlusOne.NEVER,
    referee=Refereeing.STRICT,
    several_words=SeveralWords.REFUSE,
    abbreviations=Abbreviations.REFUSE,
    rhymes=Rhymes.ANY,
    penalty=Penalty.RANDOM,
    timer=Timer.STRICT,
    clue_seconds=900,
    guess_seconds=900,
    first_extra_seconds=900,
)
"""Nothing as the rule book has it."""

FOUR = TEAMS
FOR_THREE = (*FOUR[:2], Seat.OPERATIVE_FOR_BOTH)
PAIR = (Seat.SIDE_A, Seat.SIDE_B)
ONE_TEAM = (Seat.RED_SPYMASTER, Seat.RED_OPERATIVE, Seat.RED_OPERATIVE)

LATE = 1000 * Settings().guess_seconds
"""When the time for a guess is up, which began at 0."""


class Games:
    """Games at one table, at this point or that."""

    def __init__(self, at: Table) -> None:
        self.at = at
        self.words = at.clues

    def dealt(self, settings: Settings | None = None) -> Room:
        """Red looks for its first clue; a fifth person looks on."""
        room = self.at.seated(*FOUR, people=5, settings=settings)
        return then(room, ANA, self.at.deal())

    def guessing(self, settings: Settings | None = None) -> Room:
        """Two turns are over, and red guesses."""
        first, second, third, _ = self.words
        room = self.round(self.dealt(settings), ANA, first, 2, RED[0], BYSTANDERS[0])
        room = self.round(room, BEN, second, 3, BLUE[0], BLUE[1], RED[1])
        return self.clue(room, ANA, third, 3)

    def marked(self) -> Room:
        """Operatives tap, and have marked cards."""
        room = self.guessing(TAPPED)
        for position in (RED[4], BLUE[5], BLUE[4]):
            room = then(room, CEM, MarkCard(position, on=True, by=CEM))
        return room

    def namesakes(self) -> Room:
        """Two with one initial have marked the same card, and five another."""
        seats = (*FOUR, *FOUR[2:3] * 5)
        room = then(self.at.seated(*seats, settings=TAPPED), ANA, self.at.deal())
        room = self.clue(room, ANA, self.words[0], 3)
        room = then(room, "p5", Rename(f"{room.lobby.player(CEM).name} 2"))
        for by in (CEM, "p5", "p6", "p7", "p8"):
            for position in (RED[4], RED[5]) if by in (CEM, "p5") else (RED[5],):
                room = then(room, by, MarkCard(position, on=True, by=by))
        return room

    def late(self) -> Room:
        """Blue guesses, and has one agent left."""
        first, second, third, fourth = self.words
        room = self.round(self.dealt(), ANA, first, 4, *RED[:4], BYSTANDERS[0])
        room = self.round(room, BEN, second, 4, *BLUE[:5])
        room = self.round(room, ANA, third, 3, *RED[4:6], BYSTANDERS[1])
        room = self.clue(room, BEN, fourth, 3)
        return self.touched(room, BEN, *BLUE[5:7])

    def longest(self, *, over: bool = False) -> Room:
        """The hardest words and clues that there are."""
        room = then(self.at.crowd(), ANA, self.at.deal(codenames=self.at.longest()))
        room = watching.four_predict(room) if over else room
        long, other, *_ = self.at.longest()
        room = self.round(room, ANA, long * 2, 8, *RED[:3], BYSTANDERS[0])
        room = self.clue(room, BEN, other * 2, "unlimited")
        room = self.touched(room, BEN, *BLUE[:2], BYSTANDERS[1]) if over else room
        return self.touched(self.clue(room, ANA, long, 9), ANA, ASSASSIN[0]) if over else room

    def honoured(self) -> Room:
        """Red's long clue and blue's guesser have an award, and red, who won on blue's turn."""
        room = then(self.at.crowd(TAPPED), ANA, self.at.deal(codenames=self.at.longest()))
        long, other, third, *_ = self.at.longest()
        room = self.round(room, ANA, long, 6, *RED[:6], BYSTANDERS[0])
        room = self.round(room, BEN, other, 3, *BLUE[:4])
        room = self.round(room, ANA, third, 2, *RED[6:8], BYSTANDERS[1])
        room = self.clue(room, BEN, third, 4)
        return self.touched(room, BEN, *BLUE[4:7], RED[8])

    def taken_back(self) -> tuple[Room, tuple[RoomEvent, ...]]:
        """A touch was taken back, which is announced."""
        room = self.late()
        return then(room, BEN, Undo()), announced(room, BEN, Undo())

    def timed(self) -> Room:
        """A strict timer runs."""
        room = then(self.at.seated(*FOUR, settings=STRICT), ANA, self.at.deal())
        return self.clue(room, ANA, self.words[0], 2)

    def won(self) -> Room:
        """Red has found everybody."""
        first, second, third, fourth = self.words
        room = self.round(self.dealt(), ANA, first, 4, *RED[:4], BYSTANDERS[0])
        room = self.round(room, BEN, second, 3, *BLUE[:3], BYSTANDERS[1])
        room = self.round(room, ANA, third, 3, *RED[4:7], BLUE[4])
        room = self.round(room, BEN, second, 2, BLUE[5], BYSTANDERS[2])
        return self.touched(self.clue(room, ANA, fourth, 2), ANA, *RED[7:])

    def lost(self) -> Room:
        """Red has woken the assassin."""
        return self.touched(self.guessing(), ANA, RED[2], ASSASSIN[0])

    def asked(self) -> Room:
        """Somebody asks for red's key while red guesses."""
        return then(self.guessing(), "p5", AskForSeat(Seat.RED_SPYMASTER))

    def with_bots(self, *, guessing: bool = False, unsure: bool = False) -> Room:
        """One person guesses for red, bots do the rest: blue looks for a clue, or guesses, and
        knows the clue's word or not.
        """
        room = self.at.with_bots(self.at.seated(Seat.RED_OPERATIVE, settings=TAPPED))
        keys = {player.seat: player.id for player in room.lobby.players}
        red, blue = keys[Seat.RED_SPYMASTER], keys[Seat.BLUE_SPYMASTER]
        room = then(room, ANA, self.at.deal())
        room = self.clue(room, red, self.words[0], 2)
        for position in (RED[0], BYSTANDERS[0]):
            room = then(room, ANA, TouchCard(position, ANA))
        if not guessing:
            return room
        room = self.clue(room, blue, self.words[1], 2)
        guesser = keys[Seat.BLUE_OPERATIVE]
        return then(room, guesser, MarkCard(BLUE[0], on=True, by=guesser, unsure=unsure))

    def beside(self) -> Room:
        """It is red's turn to guess, with a bot beside Cem."""
        room = then(self.at.seated(*FOUR, settings=TAPPED), ANA, self.at.one_bot(FOUR[2]))
        return self.clue(then(room, ANA, self.at.deal()), ANA, self.words[0], 2)

    def meant(self) -> Room:
        """Lost, with notes of what was meant and thought of, and debriefed."""
        first, second, third, _ = self.words
        room = self.noted(self.dealt(TAPPED), ANA, *RED[:4])
        room = self.noted(self.clue(room, ANA, first, 4), CEM, RED[1], BLUE[6], *RED[5:8], RED[0])
        room = self.touched(room, ANA, *RED[:3], BYSTANDERS[0])
        room = self.noted(room, BEN, *BLUE[:3])
        room = self.round(room, BEN, second, 3, *BLUE[:3], BYSTANDERS[1])
        room = self.noted(room, ANA, *RED[3:5], RED[7])
        room = self.touched(self.clue(room, ANA, third, 3), ANA, *RED[3:5], ASSASSIN[0])
        return then(room, ANA, Debrief())

    def noted(self, room: Room, who: str, *cards: int) -> Room:
        return then(room, who, NoteCards(cards, who))

    def coop(self, *touched: int) -> Room:
        """Two against a simulated rival."""
        seats = (Seat.RED_SPYMASTER, Seat.RED_OPERATIVE)
        room = then(self.at.seated(*seats, settings=COOP), ANA, self.at.deal())
        room = self.clue(room, ANA, self.words[0], "unlimited" if touched else 2)
        return self.touched(room, ANA, *(touched or RED[:1]))

    def opponent(self) -> Room:
        """The simulated rival's turn, against a strict clock."""
        settings = replace(STRICT, mode=Mode.COOP)
        seats = (Seat.RED_SPYMASTER, Seat.RED_OPERATIVE)
        room = then(self.at.seated(*seats, settings=settings), ANA, self.at.deal())
        return self.touched(self.clue(room, ANA, self.words[0], 2), ANA, RED[0], BYSTANDERS[0])

    def drawn(self) -> tuple[Room, tuple[RoomEvent, ...]]:
        """Whose agent was drawn when time was up, which is announced."""
        late = At(TimeUp(BLUE[0]), LATE)
        return then(self.opponent(), SERVER, late), announced(self.opponent(), SERVER, late)

    def sudden(self, *, late: bool = False) -> Room:
        """Sudden death against a strict clock; or its time is up."""
        settings = replace(STRICT, mode=Mode.DUET, tokens=1)
        room = then(self.at.seated(*PAIR, settings=settings), ANA, self.at.deal(KEYS))
        room = self.round(room, ANA, self.words[0], 2, ONLY_A[0], NOBODY[0], by=BEN)
        room = self.touched(room, ANA, ONLY_B[0])
        return then(room, SERVER, At(TimeUp(), LATE)) if late else room

    def three(self, people: int = 3) -> Room:
        """Two keys, and one who guesses for both teams; the others look on."""
        seats = (*FOUR[:2], Seat.OPERATIVE_FOR_BOTH)
        room = self.at.seated(*seats, settings=TAPPED, people=people)
        room = then(room, ANA, self.at.deal())
        return self.touched(self.clue(room, ANA, self.words[0], 2), ANA, RED[0])

    def duet(self, *, over: bool = False, people: int = 2) -> Room:
        """Bystanders are known on both sides; or an assassin was met, and both keys lie open."""
        first, second, third, _ = self.words
        room = self.at.seated(*PAIR, settings=DUET, people=people)
        room = then(room, ANA, self.at.deal(KEYS))
        room = self.round(room, ANA, first, 2, ONLY_A[0], NOBODY[0], by=BEN)
        room = self.round(room, BEN, second, 2, ONLY_B[0], ONLY_B[1], NOBODY[0], by=ANA)
        room = self.clue(room, ANA, third, 2)
        room = self.touched(room, BEN, ONLY_A[1])
        return then(self.touched(room, BEN, DEADLY), ANA, Debrief()) if over else room

    def duet_begins(self) -> tuple[Room, Room]:
        """Before the first clue, and after the first turn, which cost a token."""
        dealt = then(self.at.seated(*PAIR, settings=DUET), ANA, self.at.deal(KEYS))
        first = self.round(dealt, ANA, self.words[0], 2, ONLY_A[0], ONLY_B[0], by=BEN)
        return dealt, first

    def duet_won(self) -> Room:
        """All agents are found."""
        dealt, _ = self.duet_begins()
        room = self.round(dealt, ANA, self.words[0], "unlimited", *OF_A, by=BEN)
        room = self.clue(room, BEN, self.words[1], "unlimited")
        return self.touched(room, ANA, *ONLY_B, ONLY_B[-1] + 1)

    def pictures(self, codenames: tuple[str, ...], *, over: bool = False) -> Room:
        """Twenty pictures, of which some are known."""
        room = self.at.seated(*FOUR, settings=PICTURES)
        room = then(room, ANA, self.at.deal(PICTURE_KEY, codenames))
        room = self.round(room, ANA, self.words[0], 2, 0, 3, 2)
        room = self.clue(room, BEN, self.words[1], 2)
        room = self.touched(room, BEN, 1, 7)
        assassin = PICTURE_KEY.index("a")
        return then(self.touched(room, BEN, assassin), ANA, Debrief()) if over else room

    def round(
        self, room: Room, who: str, word: str, number: int, *cards: int, by: str = ""
    ) -> Room:
        """A whole turn; it is ended if the last card has not ended it."""
        by = by or who
        turns = len(turns_of(room))
        room = self.touched(self.clue(room, who, word, number), by, *cards)
        return then(room, by, EndTurn()) if len(turns_of(room)) == turns else room

    def clue(self, room: Room, who: str, word: str, number: Any) -> Room:
        return then(room, who, GiveClue(word, number, who, side=self.side(room, who)))

    def touched(self, room: Room, who: str, *cards: int) -> Room:
        tapped = room.game is not None and room.game.table.settings.guessing is TAPPED.guessing
        by = {ANA: CEM, BEN: DORA}[who] if tapped else who
        for card in cards:
            room = then(room, by, TouchCard(card, by, self.side(room, who)))
        return room

    def side(self, room: Room, who: str) -> Any:
        assert room.game is not None
        if room.game.table.duet is None:
            return None
        return {ANA: Side.A, BEN: Side.B}[who]


class Longest(Games):
    """Games of thirty people with the longest names, on the hardest boards."""

    def __init__(self, at: Table) -> None:
        super().__init__(at)
        self.words = at.longest()

    def dealt(self, settings: Settings | None = None) -> Room:
        room = self.at.crowd(settings)
        return then(room, ANA, self.at.deal(codenames=self.at.longest()))

    def disputed(self) -> tuple[Room, Room, Room, Room]:
        """Challenged; conceded; with an agent revealed as the penalty; with words outstanding."""
        long = self.words[0]
        room = self.round(self.dealt(EARNED), ANA, long, 9, RED[0])
        challenged = then(self.clue(room, BEN, long * 2, "unlimited"), ANA, Challenge())
        struck = then(challenged, BEN, ConcedeChallenge())
        covered = then(struck, ANA, CoverCard(RED[1]))
        return challenged, struck, covered, self.clue(covered, ANA, long, 3)

    def sand(self) -> tuple[Room, Room]:
        """The sandglass idle, and running."""
        lies = self.dealt(SAND)
        return lies, self.clue(then(lies, ANA, TurnSand()), ANA, self.words[1], 9)

    def coop_game(self) -> tuple[Room, Room, Room]:
        """The opponent's turn, its first agent revealed, and its last."""
        room = self.at.crowd(TIMED_COOP, ONE_TEAM)
        room = then(room, ANA, self.at.deal(codenames=self.at.longest()))
        opponent = room = self.round(room, ANA, self.words[0], 9, RED[0])
        covered = room = then(room, ANA, CoverCard(BLUE[0]))
        for card, position in zip(BYSTANDERS, BLUE[1:], strict=True):
            room = self.touched(self.clue(room, ANA, "a", 1), ANA, card)
            room = then(room, ANA, CoverCard(position))
        return opponent, covered, room

    def duet_game(self) -> tuple[Room, Room, Room, Room]:
        """Dealt; the seventh turn; sudden death; lost. The longest words are bystanders."""
        key = "/".join(each[NOBODY[0] :] + each[: NOBODY[0]] for each in KEYS.split("/"))
        room = self.at.crowd(TIMED_DUET, PAIR)
        first = late = room = then(room, ANA, self.at.deal(key, self.at.longest()))
        for turn in range(9):
            giver, guesser = ((ANA, BEN), (BEN, ANA))[turn % 2]
            room = self.clue(room, giver, self.words[0] * 2, "unlimited")
            late = room if turn == 6 else late
            room = self.touched(room, guesser, turn // 2)
        return first, late, room, self.touched(room, BEN, DEADLY - NOBODY[0])

    def pictures_game(self) -> tuple[Room, Room]:
        """Scenes of three emoji each: blue guesses, and meets the assassin."""
        scenes = tuple(f"{chr(0x1F400 + n)}\U0001f418\U0001f3ba" for n in range(20))
        room = self.at.crowd(PICTURES)
        room = then(room, ANA, self.at.deal(PICTURE_KEY, scenes))
        room = self.round(room, ANA, self.words[0] * 2, "unlimited", 0, 3, 2)
        room = self.clue(room, BEN, self.words[1], 9)
        return room, self.touched(room, BEN, PICTURE_KEY.index("a"))


def turns_of(room: Room) -> tuple[Any, ...]:
    assert room.game is not None
    return room.game.table.turns
