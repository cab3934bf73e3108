"""Every refusal of the game and of the room has its cause; here is one for each."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from room.room_builder import (
    ANA,
    BEN,
    CEM,
    NOBODY,
    ask_to_return,
    bots,
    consent,
    deal,
    four,
    joined,
    playing,
    then,
)
from room.room_builder import room as room_with
from rules.duet_builder import DUET, KEYS, A, B, clue_by, touch_by
from rules.duet_builder import NOBODY as BYSTANDERS_ON_BOTH
from rules.game_builder import (
    ALL_AGREE,
    ASSASSIN,
    END_TURN,
    ILLEGAL,
    QUESTIONED,
    RED,
    STRICT_TIMER,
    UNDO,
    At,
    ask,
    clue,
    correct,
    exchange,
    touch,
)
from undercast.base.refusals import Refusal, Refused
from undercast.commands import command_types
from undercast.commands.log_limits import MAX_ENTRIES
from undercast.commands.room_checks import MAX_PLAYERS
from undercast.referee import Referee
from undercast.room.entries import (
    AskForSeat,
    BecomeHost,
    ChangeSettings,
    ChooseStamp,
    GoOn,
    Join,
    Leave,
    LogAction,
    RelieveBot,
    Remove,
    Rename,
    SetDoor,
    TakeSeat,
)
from undercast.room.evolve import SERVER
from undercast.room.seats import Seat
from undercast.room.stamps import Stamp
from undercast.room.state import PHOTOS, BotStyle, Room
from undercast.rules.actions import (
    Abandon,
    AllowClue,
    Challenge,
    ConcedeChallenge,
    CoverCard,
    Debrief,
    Pause,
    Resume,
    TimeUp,
    TurnSand,
)
from undercast.rules.settings import (
    Board,
    Clues,
    Guessing,
    Mode,
    PlusOne,
    Refereeing,
    RivalConfirms,
    Settings,
)
from undercast.server.deals import Deals
from undercast.service import Rooms
from undercast.store.sqlite.store import SqliteStore
from undercast.words import Deck


def guessing() -> Room:
    return then(playing(), ANA, clue("tree", 2))


def ended() -> Room:
    return then(guessing(), ANA, touch(ASSASSIN))


def allowed() -> Room:
    """A clue that the rival spymaster was asked about, and allowed."""
    return then(then(playing(), ANA, ask("oak", 2)), BEN, AllowClue(1))


def covering() -> Room:
    return then(then(guessing(), BEN, Challenge()), ANA, ConcedeChallenge())


def sides() -> Room:
    """A duet: Ana and Ben have taken a side each."""
    return room_with(DUET, Ana=Seat.SIDE_A, Ben=Seat.SIDE_B)


def knowing_a_bystander() -> Room:
    """Ben has touched a bystander, and it is his turn to guess again."""
    missed = BYSTANDERS_ON_BOTH[:2]
    now = then(then(sides(), ANA, deal(KEYS), clue_by(A)), BEN, touch_by(B, missed[0]))
    now = then(then(now, BEN, clue_by(B)), ANA, touch_by(A, missed[1]))
    return then(now, ANA, clue_by(A))


def house_rules(settings: Settings) -> ChangeSettings:
    return ChangeSettings(settings, ("en",), "en")


def full() -> Room:
    now = four()
    while len(now.lobby.present) < MAX_PLAYERS:
        now = joined(now, f"guest {len(now.lobby.players)}")
    return now


IN_THE_ROOM: dict[Refusal, Callable[[], tuple[Room, str, LogAction]]] = {
    Refusal.NO_GAME: lambda: (four(), ANA, clue("tree", 2)),
    Refusal.NOT_YOUR_TURN: lambda: (playing(), BEN, clue("tree", 2)),
    Refusal.NOT_YOUR_SEAT: lambda: (playing(), CEM, clue("tree", 2)),
    Refusal.WRONG_PHASE: lambda: (playing(), ANA, touch(RED[0])),
    Refusal.PAUSED: lambda: (then(playing(), ANA, Pause()), ANA, clue("tree", 2)),
    Refusal.NOT_PAUSED: lambda: (playing(), ANA, Resume()),
    Refusal.NO_SUCH_CARD: lambda: (guessing(), ANA, touch(25)),
    Refusal.ALREADY_REVEALED: lambda: (then(guessing(), ANA, touch(0)), ANA, touch(0)),
    Refusal.TOUCH_FIRST: lambda: (guessing(), ANA, END_TURN),
    Refusal.CLUE_MALFORMED: lambda: (playing(), ANA, clue("", 2)),
    Refusal.CLUE_NEEDS_WORD: lambda: (playing(), ANA, clue(None, 2)),
    Refusal.CLUE_NUMBER: lambda: (playing(), ANA, clue("tree", 10)),
    Refusal.CLUE_TOUCHED: lambda: (then(guessing(), ANA, touch(0)), ANA, correct("trees")),
    Refusal.NOTHING_TO_UNDO: lambda: (guessing(), ANA, UNDO),
    Refusal.UNDO_TOO_LATE: lambda: (then(guessing(), ANA, touch(0)), ANA, At(UNDO, 10_001)),
    Refusal.EXCHANGE_TOO_LATE: lambda: (guessing(), ANA, exchange(0)),
    Refusal.EXCHANGE_USED: lambda: (
        then(playing(), ANA, *(exchange(0, word) for word in ("PEARL", "BUTTON", "OPAL"))),
        ANA,
        exchange(1, "AMBER"),
    ),
    Refusal.NOT_ALL_AGREE: lambda: (
        then(playing(ALL_AGREE), ANA, clue("tree", 2)),
        CEM,
        touch(0, by=CEM),
    ),
    Refusal.CLUE_CORRECTED: lambda: (
        then(guessing(), ANA, correct("trees")),
        ANA,
        correct("tree"),
    ),
    Refusal.ANOTHER_CLUE: lambda: (guessing(), ANA, correct("banana")),
    Refusal.CLUE_ILLEGAL: lambda: (playing(), ANA, clue("oak", 2, found=(ILLEGAL,))),
    Refusal.CLUE_QUESTIONED: lambda: (playing(), ANA, clue("oak", 2, found=(QUESTIONED,))),
    Refusal.NO_ADVICE: lambda: (playing(Settings(referee=Refereeing.OFF)), ANA, ask("oak", 2)),
    Refusal.NO_RIVAL: lambda: (then(playing(), BEN, Leave()), ANA, ask("oak", 2)),
    Refusal.NOTHING_ASKED: lambda: (playing(), BEN, AllowClue(1)),
    Refusal.CLUE_ALLOWED: lambda: (allowed(), BEN, Challenge()),
    Refusal.SAME_CLUE: lambda: (guessing(), ANA, correct("tree")),
    Refusal.NOT_YOUR_AGENT: lambda: (covering(), BEN, CoverCard(RED[0])),
    Refusal.KNOWN_BYSTANDER: lambda: (
        knowing_a_bystander(),
        BEN,
        touch_by(B, BYSTANDERS_ON_BOTH[0]),
    ),
    Refusal.NO_SAND: lambda: (playing(), ANA, TurnSand()),
    Refusal.TIME_LEFT: lambda: (playing(STRICT_TIMER), SERVER, At(TimeUp(), 9_999)),
    Refusal.NOT_ENDED: lambda: (playing(), ANA, Debrief()),
    Refusal.ENDED: lambda: (ended(), ANA, touch(RED[0])),
    Refusal.ROOM_FULL: lambda: (full(), f"p{MAX_PLAYERS + 1}", Join("Zoe", "hash")),
    Refusal.REMOVED: lambda: (then(four(), ANA, Remove(CEM)), CEM, Join("Cem", "hash of Cem")),
    Refusal.NOT_HOST: lambda: (playing(), BEN, Abandon()),
    Refusal.NAME_MALFORMED: lambda: (four(), ANA, Rename("")),
    Refusal.NAME_TAKEN: lambda: (four(), ANA, Rename("Ben")),
    Refusal.STAMP_TAKEN: lambda: (four(), ANA, ChooseStamp(Stamp.SNAIL)),
    Refusal.NO_SUCH_PLAYER: lambda: (four(), ANA, Remove("p9")),
    Refusal.NO_SUCH_REQUEST: lambda: (four(), ANA, consent()),
    Refusal.NOT_YOURS_TO_ANSWER: lambda: (
        then(four(), NOBODY, ask_to_return(CEM)),
        BEN,
        consent(),
    ),
    Refusal.SEAT_HELD: lambda: (four(), CEM, TakeSeat(Seat.RED_SPYMASTER)),
    Refusal.SEAT_FREE: lambda: (four(), CEM, AskForSeat(Seat.KEY_HOLDER)),
    Refusal.SEAT_OTHER_MODE: lambda: (four(), CEM, TakeSeat(Seat.SIDE_A)),
    Refusal.HAS_SEEN_KEY: lambda: (playing(), ANA, TakeSeat(Seat.RED_OPERATIVE)),
    Refusal.GAME_RUNNING: lambda: (playing(), ANA, deal()),
    Refusal.NO_SPYMASTER: lambda: (then(four(), BEN, Leave()), ANA, deal()),
    Refusal.NO_SIDE: lambda: (then(sides(), BEN, Leave()), ANA, deal(KEYS)),
    Refusal.NO_OPERATIVE: lambda: (
        then(four(Settings(guessing=Guessing.OPERATIVES_TAP)), CEM, Leave()),
        ANA,
        deal(),
    ),
    Refusal.STRICT_NEEDS_TYPED: lambda: (
        four(),
        ANA,
        house_rules(Settings(clues=Clues.SPOKEN, referee=Refereeing.STRICT)),
    ),
    Refusal.CONFIRM_NEEDS_TYPED: lambda: (
        four(),
        ANA,
        house_rules(Settings(clues=Clues.SPOKEN, rival_confirms=RivalConfirms.ALWAYS)),
    ),
    Refusal.DUET_COUNTS: lambda: (four(), ANA, house_rules(Settings(tokens=0))),
    Refusal.EARNED_NEEDS_TYPED: lambda: (
        four(),
        ANA,
        house_rules(Settings(clues=Clues.SPOKEN, plus_one=PlusOne.EARNED)),
    ),
    Refusal.TIMER_SECONDS: lambda: (four(), ANA, house_rules(Settings(sand_seconds=9))),
    Refusal.NOT_IN_DUET: lambda: (
        four(),
        ANA,
        house_rules(Settings(mode=Mode.DUET, board=Board.PICTURES)),
    ),
    Refusal.NOTHING_LOST: lambda: (four(), ANA, GoOn()),
    Refusal.ROOM_CLOSED: lambda: (then(four(), ANA, SetDoor(True)), "p5", Join("Eva", "hash")),
    Refusal.LOG_FULL: lambda: (replace(four(), public=MAX_ENTRIES), ANA, Rename("Anna")),
    Refusal.BOT_PHOTOS: lambda: (
        then(four(), ANA, ChangeSettings(Settings(board=Board.PICTURES), (PHOTOS,), "en")),
        ANA,
        bots(Seat.RED_OPERATIVE),
    ),
    Refusal.BOT_SPOKEN: lambda: (
        playing(Settings(clues=Clues.SPOKEN)),
        ANA,
        bots(Seat.RED_OPERATIVE),
    ),
    Refusal.BOT_TOO_MANY: lambda: (
        four(),
        ANA,
        bots(*[Seat.RED_OPERATIVE] * 13, names=tuple(f"Bot {number}" for number in range(13))),
    ),
    Refusal.NOT_A_BOT: lambda: (four(), ANA, RelieveBot(BEN)),
    Refusal.LINK_INVALID: lambda: (four(), CEM, BecomeHost(former=BEN)),
}

Party = tuple[Rooms, str, SqliteStore]


def open_room(rooms: Rooms) -> str:
    return rooms.create("token", "Ana", "en", ("en",), Settings(), "create")


def deal_once(party: Party) -> None:
    rooms, code, _ = party
    rooms.play(code, ANA, command_types.TakeSeatCommand(cmd_id="k1", seat=Seat.KEY_HOLDER))
    rooms.play(code, ANA, command_types.DealCommand(cmd_id="k2"))


def unreadable(party: Party) -> None:
    rooms, code, store = party
    store._db.execute("update entries set entry = x'00'")
    rooms.evict_all()
    rooms.refresh(code)


def newer(party: Party) -> None:
    rooms, code, store = party
    line = store._db.execute("select entry from entries").fetchone()[0]
    later = line.replace(b'"format":3', b'"format":99')
    store._db.execute("update entries set entry = ?", (later,))
    rooms.evict_all()
    rooms.refresh(code)


IN_THE_SERVICE: dict[Refusal, Callable[[Party], object]] = {
    Refusal.STALE: lambda p: p[0].play(
        p[1], ANA, command_types.EndTurnCommand(cmd_id="k", step=99)
    ),
    Refusal.ROOM_NOT_FOUND: lambda p: p[0].refresh("ZZZZ"),
    Refusal.UNKNOWN_TOKEN: lambda p: p[0].become_host(p[1], "another token", ANA),
    Refusal.TOO_FEW_CODENAMES: deal_once,
    Refusal.UNKNOWN_DECK: lambda p: p[0].create("t", "Ana", "en", ("xx",), Settings(), "k"),
    Refusal.WORDS_REFUSED: lambda p: p[0].play(
        p[1], ANA, command_types.PasteWordsCommand(cmd_id="k", text="lemon\nlemon")
    ),
    Refusal.BOT_MISSING: lambda p: p[0].play(
        p[1], ANA, command_types.FillWithBotsCommand(cmd_id="k", style=BotStyle.BOLD)
    ),
    Refusal.UNREADABLE: unreadable,
    Refusal.NEWER_VERSION: newer,
}


IN_THE_BOOK = {Refusal.NO_SUCH_GAME, Refusal.NOT_DEBRIEFED}
"""Asked for by `tests/book`."""

OF_THE_COACH = {Refusal.NO_COACH, Refusal.NO_THOUGHT}
"""Asked for by `tests/commands` and `tests/thinking`."""


class Silence:
    """Nobody is listening."""

    def publish(self, code: str, message: object) -> None: ...
    def update_audiences(self, code: str, room: Room) -> None: ...
    def renew(self, code: str) -> None: ...
    def audiences(self, code: str) -> frozenset[object]:
        return frozenset()

    def online(self, code: str) -> frozenset[str]:
        return frozenset()


@pytest.mark.parametrize("refusal", IN_THE_ROOM)
def test_in_the_room(refusal: Refusal) -> None:
    now, by, do = IN_THE_ROOM[refusal]()
    with pytest.raises(Refused) as refused:
        then(now, by, do)
    assert refused.value.code is refusal


@pytest.mark.parametrize("refusal", IN_THE_SERVICE)
def test_in_the_service(refusal: Refusal, tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    draw = Deals({"en": Deck("en", "English", "CC0", "1", ("OAK",))}, rng=random.Random(1))
    rooms = Rooms(
        store,
        Silence(),
        draw,
        lambda: 0,
        Referee(),
        set_timer=lambda *_: None,
        yield_control=lambda: None,
    )  # type: ignore[arg-type]
    with pytest.raises(Refused) as refused:
        IN_THE_SERVICE[refusal]((rooms, open_room(rooms), store))
    assert refused.value.code is refusal


def test_there_are_no_others() -> None:
    ours = {refusal for refusal in Refusal if refusal.split("/")[0] in ("game", "room", "bot")}
    assert ours == {*IN_THE_ROOM, *IN_THE_SERVICE, *IN_THE_BOOK, *OF_THE_COACH}


def test_a_refusal_says_its_code_and_may_say_more() -> None:
    assert str(Refused(Refusal.ENDED)) == "game/ended"
    assert str(Refused(Refusal.TOO_FEW_CODENAMES, "1 of 25")) == "room/too_few_codenames: 1 of 25"
