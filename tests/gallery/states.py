"""The table of everything that the gallery shows: a line for each state of a page.

A state is a room that the engine has played to some point, who looks at it, and what that page does
besides. To add one, write a line in `tv` or `phone`; whatever is in the table is looked at in every
size and language by `tests/e2e/test_gallery.py`.
"""

import json
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import msgspec

from decks import SCENES
from gallery import watching, word_lists
from gallery.games import (
    COACHED,
    DUET,
    FOR_THREE,
    FOUR,
    LATE,
    MAX_RULES,
    ONE_TEAM,
    PAIR,
    PICTURES,
    SAND,
    STRICT,
    TAPPED,
    TIMED_COOP,
    TIMED_DUET,
    Games,
    Longest,
)
from gallery.tables import ASSASSIN, BLUE, BYSTANDERS, PHOTOS, RED, Table
from gallery.televisions import (
    ATTIC,
    CONFIRM,
    DEN,
    DONGLE,
    MOVING,
    REPLACED,
    SPEAKER,
    TWELVE,
    found,
)
from gallery.televisions import PICTURES as STILL
from room.room_builder import ANA, BEN, CEM, DORA, joined, then
from rules.duet_builder import NOBODY, ONLY_A, ONLY_B
from undercast.base.cast_status import Screen
from undercast.book import pages
from undercast.room.absence import NOBODY_ABSENT, next_absence
from undercast.room.ended_games import ended_game
from undercast.room.entries import AskForSeat, PasteWords, Rename, SetDoor, ShowPage, TakeSeat
from undercast.room.events import RoomEvent
from undercast.room.presets import PRESETS
from undercast.room.seats import Seat
from undercast.room.state import CODE_LETTERS, LookBackPart, Room
from undercast.rules.actions import (
    Abandon,
    AskRival,
    Challenge,
    CoverCard,
    Debrief,
    Pause,
    RejectClue,
    TurnSand,
    UpholdChallenge,
)
from undercast.rules.findings import Finding, Objection, Verdict
from undercast.rules.settings import (
    Board,
    Mode,
    Settings,
)
from undercast.service import Message
from undercast.views import READY, Audience, BotThinking, BotThinkingState, audience_of, views

ALONE = PRESETS["alone"]
ASKS_FOR_BOTS = ("[data-testid=bots-open]",)

NOW = 4_000
"""What the server's clock shows, in milliseconds: the engine plays everything at 0."""

NO_ANSWERS: Mapping[str, object] = MappingProxyType({})


class State(NamedTuple):
    """What a page is given to show."""

    name: str
    subject: str
    room: Room | None = None
    """None: the page is in no room."""
    happened: tuple[RoomEvent, ...] = ()
    """What led to it just now."""
    who: str = ""
    """Whose phone it is; nobody's is a stranger's."""
    more: Any = ()
    """Of the TV: parts of its `State`. Of the phone: changes that its reducer is told of."""
    now: int = NOW
    """What the server's clock shows, in milliseconds."""
    answers: Mapping[str, object] = NO_ANSWERS
    """What a phone's questions are answered, by their names; the others never are. Of the TV: the
    `games` of the house, none if left out; None: the server does not answer."""
    thinkers: BotThinking = READY
    """Whether bots can think."""
    screen: Screen | None = None
    """The room's television."""
    gone: tuple[str, ...] = ()
    """Who has been offline for some seconds: player ids."""
    unfolds: tuple[str, ...] = ()
    """Of a phone: selectors of what to unfold or press; each is waited for."""


Page = Literal["tv", "phone"]


def tv(at: Table) -> Iterator[State]:
    """What the television shows."""
    yield from entry(at)
    yield from lobbies(at)
    yield from table(Games(at))
    yield from longest(Longest(at))


def lobbies(at: Table) -> Iterator[State]:
    """Before the first deal."""
    four = at.seated(*FOUR)
    yield State("lobby-1", "lobby", at.seated(Seat.SPECTATOR))
    yield State("lobby-2", "lobby", at.seated(Seat.RED_SPYMASTER, people=2))
    yield State("lobby-3", "lobby", at.seated(*FOUR[:2], people=3))
    yield State("lobby-three", "lobby", at.seated(*FOR_THREE, settings=PRESETS["three_of_us"]))
    yield State("lobby-5", "lobby", at.seated(*FOUR[:2], people=5))
    watching = then(at.seated(*FOUR, people=6), "p5", TakeSeat(Seat.SPECTATOR))
    yield State("lobby-unseated", "lobby", watching)
    watching = then(watching, "p6", TakeSeat(Seat.SPECTATOR))
    yield State("lobby-watching", "lobby", watching)
    yield State("lobby-4", "lobby", four, more={"silent": True})
    yield State("lobby-8", "lobby", at.seated(*FOUR, *FOUR[2:] * 2))
    yield State("lobby-12", "lobby", at.seated(*FOUR, *FOUR[2:] * 4))
    yield State("lobby-30", "lobby", at.crowd())
    yield State("spectators", "lobby", at.seated(*FOUR, people=20))
    yield State("lobby-closed", "lobby", then(four, ANA, SetDoor(closed=True)))
    yield State("lobby-duet", "lobby", at.seated(*PAIR, settings=DUET))


def table(games: Games) -> Iterator[State]:
    """The board, and what comes after it."""
    yield State("clue", "board", games.dealt())
    yield State("guess", "board", games.guessing())
    yield State("marks", "board", games.marked())
    yield State("namesakes", "board", games.namesakes())
    yield State("late", "board", games.late())
    yield State("longest", "board", games.longest())
    yield State("paused", "board", then(games.guessing(), ANA, Pause()))
    yield State("timer", "board", games.timed())
    challenged = then(games.guessing(), BEN, Challenge())
    yield State("challenged", "board", challenged)
    yield State("challenger-gone", "board", challenged, gone=(BEN,))
    yield State("announcement", "board", *games.taken_back())
    yield State("offline", "board", games.guessing(), more={"line": "offline"})
    yield State("given-up", "end", then(games.guessing(), ANA, Abandon()))
    yield State("won", "end", games.won())
    yield from (State(**state) for state in watching.on_tv(games))
    yield State("assassin", "end", games.lost())
    yield State("debrief", "end", then(games.won(), ANA, Debrief()))
    yield State("debrief-longest", "end", then(games.longest(over=True), ANA, Debrief()))
    yield from moments(games)
    yield from book(games)
    yield from bots(games)
    yield from modes(games)


def longest(games: Longest) -> Iterator[State]:
    """The hardest to fit: thirty people with the longest names, codenames and clues."""
    at = games.at
    yield State("rules-longest", "lobby", at.crowd(MAX_RULES))
    yield State("dealt-longest", "board", games.dealt(Settings()))
    challenged, struck, covered, outstanding = games.disputed()
    yield State("challenged-longest", "board", challenged)
    yield State("penalty-longest", "board", struck)
    yield State("covered-longest", "board", covered)
    yield State("outstanding-longest", "board", outstanding)
    yield State("paused-longest", "board", then(outstanding, ANA, Pause()))
    over = then(outstanding, ANA, Abandon(), Debrief())
    yield State("penalty-debrief-longest", "end", over)
    lies, runs = games.sand()
    yield State("sand-lies-longest", "board", lies)
    yield State("sand-runs-longest", "board", runs)
    yield State("sand-stands-longest", "board", then(runs, ANA, Pause()))
    opponent, covered, lost = games.coop_game()
    yield State("coop-lobby-30", "modes", at.crowd(TIMED_COOP, ONE_TEAM))
    yield State("coop-opponent-longest", "modes", opponent)
    yield State("coop-covered-longest", "modes", covered)
    yield State("coop-lost-longest", "modes", lost, more=beat("finale"))
    yield State("coop-debrief-longest", "modes", then(lost, ANA, Debrief()))
    first, late, sudden, lost = games.duet_game()
    yield State("duet-lobby-30", "modes", at.crowd(TIMED_DUET, PAIR))
    yield State("duet-first-longest", "modes", first)
    yield State("duet-longest", "modes", late)
    yield State("duet-sudden-longest", "modes", sudden)
    yield State("duet-lost-longest", "modes", lost, more=beat("finale"))
    yield State("duet-debrief-longest", "modes", then(lost, ANA, Debrief()))
    guessing, lost = games.pictures_game()
    yield State("pictures-lobby-30", "pictures", at.crowd(PICTURES))
    yield State("scenes-longest", "pictures", guessing)
    yield State("scenes-debrief-longest", "pictures", then(lost, ANA, Debrief()))


def modes(games: Games) -> Iterator[State]:
    """Other games than the classic one, and pictures."""
    yield State("coop", "modes", games.coop())
    yield State("coop-opponent", "modes", games.opponent())
    yield State("coop-drawn", "modes", *games.drawn(), now=LATE + NOW)
    yield State("duet", "modes", games.duet())
    yield State("duet-sudden", "modes", games.sudden())
    yield State("duet-late", "modes", games.sudden(late=True))
    yield State("duet-debrief", "modes", games.duet(over=True))
    yield State("scenes", "pictures", games.pictures(SCENES[:20]))
    yield State("photos", "pictures", games.pictures(MIXED))
    yield State("photos-debrief", "pictures", games.pictures(MIXED, over=True))


def moments(games: Games) -> Iterator[State]:
    """What moves, at the beat that shows most of it."""
    yield State("lift", "moments", games.guessing(), more=beat("lift", RED[5]))
    yield State("face", "moments", games.late(), more=beat("face", BLUE[6]))
    yield State("sweep", "moments", games.dealt(), more=beat("sweep"))
    yield State("dark", "moments", games.lost(), more=beat("dark", ASSASSIN[0]))
    yield State("finale", "moments", games.won(), more=beat("finale"))
    yield State("finale-longest", "moments", games.longest(over=True), more=beat("finale"))


def entry(at: Table) -> Iterator[State]:
    """Which room? With games to choose from, and without."""
    yield State("entry", "entry")
    yield State("entry-offline", "entry", answers={"games": None})
    yield State("entry-private", "entry", answers={"private": True})
    yield State("entry-two", "entry", answers={"games": house(at, 2)})
    yield State("entry-twelve", "entry", answers={"games": house(at, 12)})
    yield State("refused", "entry", more={"room": "BKTM", "refusal": UNKNOWN})
    yield State(
        "refused-among-games",
        "entry",
        more={"room": "BKTM", "refusal": UNKNOWN},
        answers={"games": house(at, 5)},
    )


def house(at: Table, many: int) -> list[dict[str, object]]:
    """So many games that are going on in this house, as the server lists them."""
    return [
        {
            "room": f"BC{CODE_LETTERS[n]}D",
            "host": at.names[n % len(at.names)],
            "people": many - n + 1,
            "mode": list(Mode)[n % len(Mode)],
            "board": Board.PICTURES if n % 5 == 0 else Board.WORDS,
            "playing": n % 3 > 0,
        }
        for n in range(many)
    ]


def beat(kind: str, position: int | None = None) -> dict[str, object]:
    return {"beat": {"kind": kind, "shows": "all", "ms": 0, "position": position, "cues": []}}


def book(games: Games) -> Iterator[State]:
    """An ended game is looked back upon; see common/book/passing.ts for what is shown when."""
    won, longest = games.won(), games.longest(over=True)
    yield State("looking-back", "book", won, now=16_000)
    yield State("awards", "book", won, now=26_000)
    yield State("next-keys", "book", won, now=33_000)
    yield State("awards-longest", "book", longest, now=21_000)
    awards = ShowPage(1, 0, plays=True, part=LookBackPart.AWARDS)
    yield State("awards-three", "book", then(games.honoured(), ANA, awards))
    on = ShowPage(1, 0, plays=True, part=LookBackPart.NEXT_KEYS)
    yield State("next-keys-longest", "book", then(longest, ANA, Debrief(), on))
    yield State("replay", "book", then(won, ANA, ShowPage(1, 5, plays=False)))


def bots(games: Games) -> Iterator[State]:
    """Bots in a room, and what was noted until the debrief."""
    room = games.at.with_bots(four_needed(games.at))
    yield State("lobby-bots", "bots", room, thinkers=ASKS_A_MODEL)
    duet = games.at.with_bots(games.at.seated(Seat.SIDE_A, settings=DUET))
    yield State("lobby-duet-bot", "bots", duet)
    yield State("bot-thinks", "bots", games.with_bots())
    yield State("bot-guesses", "bots", games.with_bots(guessing=True))
    yield State("bot-unsure", "bots", games.with_bots(guessing=True, unsure=True))
    yield State("bot-waits", "bots", games.beside(), gone=(CEM,))
    longest = then(games.beside(), CEM, Rename("Сретен Вољфешлегел."))
    yield State("bot-waits-longest", "bots", longest, gone=(CEM,))
    yield State("debrief-meant", "bots", games.meant())


ASKS_A_MODEL = BotThinking(llm="gpt-oss:20b")
MISSING = BotThinking(BotThinkingState.MISSING)


def four_needed(at: Table) -> Room:
    """The host guesses for red, and nobody else is there."""
    return at.seated(Seat.RED_OPERATIVE)


DEAL = ("[data-testid=deal]",)

UNKNOWN = {"code": "room/not_found", "detail": "", "problems": [], "findings": []}

MIXED = tuple(PHOTOS[n // 2] if n % 2 else SCENES[n] for n in range(20))
"""Photos and scenes by turns."""

PRIMER = ".primer"
"""The rules in four pictures, which come a little later."""

KEY_SHOWN = {"type": "key", "shown": True}
OUTSIDE = {"type": "went", "place": "outside", "outside": "room/not_found"}
OFFLINE = {"type": "line", "line": "offline"}


def selected(position: int) -> dict[str, object]:
    return {"type": "select", "position": position}


def sheet(name: str) -> dict[str, str]:
    return {"type": "sheet", "sheet": name}


def found_in(clue: str, verdict: Verdict) -> list[Any]:
    """Findings against this clue, as they go over the wire."""
    about_a_card = Verdict.ILLEGAL if verdict is Verdict.ILLEGAL else Verdict.QUESTIONED
    findings = [Finding(about_a_card, Objection.LOOKS_LIKE, 4), Finding(verdict, Objection.NUMBER)]
    return [msgspec.to_builtins(each) for each in findings]


def phone(at: Table) -> Iterator[State]:
    """What phones show."""
    yield from _before_the_game(at)
    yield from _sheets(at)
    pasted = then(at.seated(*FOUR), ANA, PasteWords(("Lemon", "Piano")))
    rules = State("", "library", pasted, who=ANA, more=[sheet("rules")])
    for name, answers, unfolds in word_lists.states():
        yield rules._replace(name=name, answers=answers, unfolds=unfolds)
    yield from _televisions(at)
    yield from _in_the_game(Games(at))
    yield from _disputes(Games(at))
    yield from _clocks(Games(at))
    yield from _with_bots(Games(at))
    yield from _after_the_game(Games(at))
    yield from _other_games(Games(at))


def _before_the_game(at: Table) -> Iterator[State]:
    four = at.seated(*FOUR)
    yield State("start", "door")
    yield State("start-rules", "door", unfolds=(".start-rules", ".rules-all"))
    yield State("outside", "door", more=[OUTSIDE])
    yield State("door", "door", four)
    yield State("lobby-alone", "lobby", at.seated(Seat.SPECTATOR), who=ANA)
    yield State("lobby-2", "lobby", at.seated(Seat.SPECTATOR, people=2), who=ANA)
    yield State("lobby-3", "lobby", at.seated(*FOUR[:2], people=3), who=ANA)
    three = at.seated(*FOR_THREE, settings=PRESETS["three_of_us"])
    yield State("lobby-three", "lobby", three, who=ANA)
    grown = at.seated(*FOR_THREE, people=7, settings=PRESETS["three_of_us"])
    yield State("lobby-grown", "lobby", grown, who=ANA)
    yield State("lobby-5", "lobby", at.seated(*FOUR[:2], people=5), who=ANA)
    yield State("lobby-12", "lobby", at.seated(*FOUR, *FOUR[2:] * 4), who=ANA)
    seven = then(at.seated(*FOUR[:2], people=7), CEM, TakeSeat(Seat.SPECTATOR))
    yield State("lobby-seat-all", "lobby", seven, who=ANA, unfolds=DEAL)
    yield State("lobby-deal-anyway", "lobby", seven, who=BEN, unfolds=DEAL)
    yield State("lobby-unseated", "lobby", seven, who=DORA)
    yield State("lobby-stray", "lobby", at.changed(four, DUET), who=CEM)
    yield State("lobby-host", "lobby", four, who=ANA)
    yield State("lobby-guest", "lobby", four, who=CEM, unfolds=(PRIMER,))
    yield State("lobby-8", "lobby", at.seated(*FOUR, *FOUR[2:] * 2), who=ANA)
    yield State("lobby-30", "lobby", at.crowd(), who="p5")
    free = State("lobby-bots-free", "bots", four_needed(at), who=ANA, unfolds=ASKS_FOR_BOTS)
    yield from (free, free._replace(name="lobby-bots-missing", thinkers=MISSING))
    room = at.with_bots(four_needed(at))
    yield State("lobby-bots", "bots", room, who=ANA, thinkers=ASKS_A_MODEL)
    alone = at.with_bots(at.seated(Seat.RED_OPERATIVE, settings=ALONE))
    yield State("lobby-alone-bot", "bots", alone, who=ANA)
    two = at.seated(Seat.SPECTATOR, people=2, settings=PRESETS["two_against_two_bots"])
    yield State("lobby-against-bots", "bots", two, who=ANA)
    guest = joined(room, at.names[1], "hash of a guest")
    yield State("lobby-bots-guest", "bots", guest, who="p5", thinkers=ASKS_A_MODEL)
    yield State("sheet-room-bots", "bots", room, who=ANA, more=[sheet("room")])
    yield State("lobby-news", "lobby", *at.taken(Seat.BLUE_SPYMASTER), who=ANA)
    asked = then(four, CEM, AskForSeat(Seat.RED_SPYMASTER))
    yield State("lobby-asked", "lobby", asked, who=ANA)


def _sheets(at: Table) -> Iterator[State]:
    four, won = at.seated(*FOUR), Games(at).won()
    yield State("sheet-room", "sheets", four, who=ANA, more=[sheet("room")])
    person = ("[data-testid=person-p2]",)
    yield State("sheet-room-person", "sheets", four, (), ANA, [sheet("room")], unfolds=person)
    yield State("sheet-stamp", "sheets", four, who=CEM, more=[sheet("stamp")])
    yield State("sheet-share", "sheets", four, who=ANA, more=[sheet("share")])
    rules = State("sheet-rules", "sheets", four, who=ANA, more=[sheet("rules")])
    yield rules
    yield rules._replace(name="sheet-rules-all", unfolds=(".rules-all",))
    strict = at.changed(four, MAX_RULES)
    yield rules._replace(name="sheet-rules-strict", room=strict, unfolds=(".rules-all",))
    playing = at.changed(Games(at).dealt(STRICT), MAX_RULES)
    read = (".rules-read details", ".rules-all")
    yield rules._replace(name="sheet-rules-playing", room=playing, unfolds=read)
    yield rules._replace(name="sheet-rules-read", room=playing, who=CEM, unfolds=read[:1])
    for name in ("duet", "two_of_us", "hindi_house_rules"):
        room = at.seated(Seat.SPECTATOR, people=2, settings=PRESETS[name])
        yield State(f"lobby-{name}", "lobby", room, who=ANA, unfolds=(PRIMER,))
        yield rules._replace(name=f"sheet-rules-{name}", room=room)
    yield State("sheet-howto", "sheets", four, who=ANA, more=[sheet("howto")])
    yield State("sheet-next", "sheets", won, who=ANA, more=[sheet("next")])
    held = then(won, BEN, TakeSeat(Seat.SPECTATOR))
    held = at.changed(held, PICTURES)
    yield State("sheet-next-held", "sheets", held, who=ANA, more=[sheet("next")])


def _in_the_game(games: Games) -> Iterator[State]:
    yield State("covered", "spymaster", games.dealt(), who=ANA)
    yield State("clue", "spymaster", games.dealt(), who=ANA, more=[KEY_SHOWN])
    yield State("key", "spymaster", games.guessing(), who=ANA, more=[KEY_SHOWN])
    yield State("confirm", "spymaster", games.guessing(), who=ANA, more=[selected(RED[5])])
    yield State("rival", "spymaster", games.late(), who=BEN, more=[KEY_SHOWN])
    yield State("undo", "spymaster", games.late(), who=BEN)
    yield State("paused", "spymaster", then(games.guessing(), ANA, Pause()), who=ANA)
    yield State("asked-for-key", "spymaster", games.asked(), who=ANA)
    offline = [KEY_SHOWN, OFFLINE]
    yield State("clue-offline", "spymaster", games.dealt(), who=ANA, more=offline)
    yield State("waits", "operative", games.dealt(TAPPED), who=CEM)
    yield State("guess", "operative", games.marked(), who=CEM)
    yield State("selected", "operative", games.marked(), who=CEM, more=[selected(RED[5])])
    yield State("namesakes", "operative", games.namesakes(), who=CEM)
    yield State("others-turn", "operative", games.marked(), who=DORA)
    yield State("longest", "operative", games.longest(), who=CEM)
    yield State("looks-on", "operative", games.guessing(), who="p5")
    yield State("looks-on-first", "operative", games.dealt(), who="p5")
    yield State("looks-on-three", "operative", games.three(people=4), who="p4")
    yield State("looks-on-duet", "operative", games.duet(people=3), who="p3")
    yield from (State(*state) for state in watching.on_phones(games))
    was_key = then(games.late(), ANA, TakeSeat(Seat.SPECTATOR))
    was_key = then(was_key, "p5", TakeSeat(Seat.RED_OPERATIVE))
    keyless = then(games.guessing(), ANA, TakeSeat(Seat.SPECTATOR))
    yield State("looks-on-knowing", "operative", was_key, who=ANA)
    yield State("nobody-there", "operative", keyless, who=CEM)
    news, happened = games.taken_back()
    yield State("news", "operative", news, happened, who=CEM)
    yield State("paused-news", "operative", then(news, ANA, Pause()), happened, who=CEM)
    yield State("offline", "operative", games.guessing(), who=CEM, more=[OFFLINE])


def _disputes(games: Games) -> Iterator[State]:
    challenged = then(games.guessing(), BEN, Challenge())
    yield State("challenged", "spymaster", challenged, who=ANA)
    yield State("challenges", "spymaster", challenged, who=BEN)
    yield State("challenger-gone", "spymaster", challenged, who=ANA, gone=(BEN,))
    sure = ("[data-testid=challenge]",)
    yield State("challenge-sure", "spymaster", games.guessing(), who=BEN, unfolds=sure)
    struck = then(challenged, BEN, UpholdChallenge())
    yield State("penalty-waits", "spymaster", struck, who=ANA)
    yield State("penalty", "spymaster", struck, who=BEN, more=[KEY_SHOWN])
    yield State("cover", "spymaster", struck, who=BEN, more=[KEY_SHOWN, selected(BLUE[5])])
    typed = [KEY_SHOWN, {"type": "draft", "draft": {"word": games.words[0], "number": "9"}}]
    for verdict in Verdict:
        judged = {"judge_clue": {"ok": True, "findings": found_in(games.words[0], verdict)}}
        yield State(
            f"finding-{verdict}",
            "spymaster",
            games.dealt(),
            who=ANA,
            more=typed,
            answers=judged,
            unfolds=(".finding",),
        )
    yield State("clue-strict", "spymaster", games.dealt(MAX_RULES), who=ANA, more=typed)
    question = then(games.dealt(), ANA, AskRival(games.words[0], 2, ANA, rival=True))
    yield State("asks-rival", "spymaster", question, who=ANA)
    yield State("asked-by-rival", "spymaster", question, who=BEN)
    yield State("rejected", "spymaster", then(question, BEN, RejectClue(1)), who=ANA)
    exchanging = [{"type": "tapping", "tapping": "exchange"}, selected(BLUE[0])]
    yield State("asks-and-exchanges", "spymaster", question, who=ANA, more=exchanging)


def _clocks(games: Games) -> Iterator[State]:
    timed, late = games.timed(), LATE - 5_000
    yield State("timer", "clocks", timed, who=ANA)
    yield State("timer-soon", "clocks", timed, who=CEM, now=late)
    yield State("timer-paused", "clocks", then(timed, ANA, Pause()), who=ANA)
    lies = games.dealt(SAND)
    yield State("sand-lies", "clocks", lies, who=ANA, more=[KEY_SHOWN])
    yield State("sand-runs", "clocks", then(lies, CEM, TurnSand()), who=CEM)


def _with_bots(games: Games) -> Iterator[State]:
    yield State("bot-thinks", "bots", games.with_bots(), who=ANA)
    yield State("bot-guesses", "bots", games.with_bots(guessing=True), who=ANA)
    unsure = games.with_bots(guessing=True, unsure=True)
    yield State("bot-unsure", "bots", unsure, who=ANA)
    yield State("bot-waits", "bots", games.beside(), who=ANA, gone=(CEM,))
    notes = [KEY_SHOWN, {"type": "draft", "draft": {"word": games.words[0]}}]
    yield State("notes-hint", "bots", games.dealt(COACHED), who=ANA, more=notes[:1])
    notes += [{"type": "meant", "position": position} for position in RED[:3]]
    yield State("notes", "bots", games.dealt(COACHED), who=ANA, more=notes)
    yield State(
        "coach", "bots", games.dealt(COACHED), (), ANA, [*notes, sheet("coach")], NOW, COACH
    )
    yield State(
        "ideas", "bots", games.dealt(COACHED), (), ANA, [*notes, sheet("ideas")], NOW, COACH
    )
    waits = [*notes, sheet("ideas")]
    yield State("coach-waits", "bots", games.dealt(COACHED), who=ANA, more=waits)
    yield State("debrief-meant", "bots", games.meant(), who=ANA)


SHARES = (0.44, 0.21, 0.13, 0.09, 0.06, 0.04, 0.02, 0.01)
COACH: Mapping[str, object] = MappingProxyType(
    {
        "ask_coach": {
            "ok": True,
            "ranking": [
                {"position": position, "share": share}
                for position, share in zip(
                    (RED[1], BYSTANDERS[2], RED[0], ASSASSIN[0], BLUE[1], RED[2], BLUE[3], RED[4]),
                    SHARES,
                    strict=True,
                )
            ],
        },
        "ask_ideas": {
            "ok": True,
            "ideas": [
                {"word": "orchestra", "number": 3, "cards": RED[:3]},
                {"word": "harbour", "number": 2, "cards": RED[3:5]},
                {"word": "jungle", "number": 2, "cards": RED[5:7]},
            ],
        },
    }
)


def _after_the_game(games: Games) -> Iterator[State]:
    yield State("won", "end", games.won(), who=CEM)
    yield State("lost", "end", games.won(), who=DORA)
    yield State("assassin", "end", games.lost(), who=CEM)
    yield from _show(games)
    yield from _in_the_book(games)
    evening = (".evening details",)
    yield State("evening", "end", games.won(), who=ANA, unfolds=evening)
    struck = then(games.guessing(), BEN, Challenge(), UpholdChallenge(), CoverCard(BLUE[5]))
    yield State("given-up", "end", then(struck, ANA, Abandon()), who=ANA)
    again = ("[data-testid=again]",)
    yield State("next-seat-all", "end", games.won(), who=ANA, unfolds=again)


def _show(games: Games) -> Iterator[State]:
    """The host's phone while the TV tells of the game: its main button says what comes next."""
    told = then(games.won(), ANA, Debrief())
    yield State("show-clues", "end", games.won(), who=ANA)
    yield State("show-key", "end", games.won(), who=ANA, now=16_000)
    yield State("debrief", "end", told, who=ANA)
    on = ShowPage(1, 0, plays=True, part=LookBackPart.AWARDS)
    yield State("show-next-keys", "end", then(told, ANA, on), who=ANA)
    yield State("awards-three", "end", games.honoured(), who=ANA, unfolds=(".book-awards",))
    yield State("show-over", "end", then(told, ANA, on), who=ANA, now=20_000)


def _in_the_book(games: Games) -> Iterator[State]:
    """The list of games, and the page of one, whose key was shown to all."""
    won, longest = (then(room, ANA, Debrief()) for room in (games.won(), games.honoured()))
    book = State("sheet-book", "book", won, who=ANA, more=[sheet("book")], answers=in_the_book(won))
    yield book._replace(unfolds=(".book-games",))
    page = book._replace(name="sheet-book-page", unfolds=("[data-testid=book-game-1]",))
    yield page
    told = in_the_book(longest)
    yield page._replace(name="sheet-book-page-longest", room=longest, answers=told)


def in_the_book(room: Room) -> Mapping[str, object]:
    """What the book of a room answers, of its latest game."""
    ended = ended_game(room, 1_790_000_000_000)
    assert ended is not None
    told = {"games": (pages.book_line(ended),), "people": (), "pairs": ()}
    page = {"page": pages.book_page(ended), "debriefed": pages.debriefed_key(ended), "ok": True}
    answers = {"open_book": {"book": told, "ok": True}, "open_page": page}
    return dict(json.loads(msgspec.json.encode(answers)))


def _other_games(games: Games) -> Iterator[State]:
    yield State("duet", "modes", games.duet(), who=ANA, more=[KEY_SHOWN])
    yield State("duet-other", "modes", games.duet(), who=BEN, more=[KEY_SHOWN])
    yield State("coop", "modes", games.coop(), who=ANA, more=[KEY_SHOWN])
    yield State("coop-operative", "modes", games.coop(), who=BEN)
    yield State("coop-opponent", "modes", games.opponent(), who=ANA, more=[KEY_SHOWN])
    yield State("coop-opponent-waits", "modes", games.opponent(), who=BEN)
    picked = [KEY_SHOWN, selected(BLUE[0])]
    yield State("coop-opponent-picks", "modes", games.opponent(), who=ANA, more=picked)
    yield State("coop-drawn", "modes", games.drawn()[0], who=BEN, now=LATE + NOW)
    yield State("coop-lost", "modes", games.coop(ASSASSIN[0]), who=BEN)
    yield State("coop-won", "modes", games.coop(*RED), who=ANA)
    first, after = games.duet_begins()
    yield State("duet-first", "modes", first, who=ANA, more=[KEY_SHOWN])
    yield State("duet-next", "modes", after, who=ANA, more=[KEY_SHOWN])
    chosen = [KEY_SHOWN, selected(ONLY_A[2])]
    yield State("duet-chosen", "modes", games.duet(), who=BEN, more=chosen)
    last_chance = [KEY_SHOWN, selected(ONLY_B[1])]
    yield State("duet-sudden", "modes", games.sudden(), who=ANA, more=[KEY_SHOWN])
    yield State("duet-last-chance", "modes", games.sudden(), who=ANA, more=last_chance)
    yield State("duet-lost", "modes", games.touched(games.sudden(), ANA, NOBODY[1]), who=BEN)
    yield State("duet-won", "modes", games.duet_won(), who=ANA)
    yield State("duet-late", "modes", games.sudden(late=True), who=ANA)
    yield State("three", "modes", games.three(), who=CEM)
    yield State("duet-debrief", "modes", games.duet(over=True), who=ANA)
    yield State("scenes", "pictures", games.pictures(SCENES[:20]), who=ANA, more=[KEY_SHOWN])
    picked = [KEY_SHOWN, selected(4)]
    yield State("scenes-chosen", "pictures", games.pictures(SCENES[:20]), who=BEN, more=picked)
    yield State("scenes-debrief", "pictures", games.pictures(SCENES[:20], over=True), who=ANA)
    yield State("photos", "pictures", games.pictures(MIXED), who=CEM)
    yield State("photos-key", "pictures", games.pictures(MIXED), who=ANA, more=[KEY_SHOWN])


def _televisions(at: Table) -> Iterator[State]:
    four = at.seated(*FOUR)
    host = State("sheet-tv", "televisions", four, who=ANA, more=[sheet("tv")])
    yield host
    house = found(ATTIC, DEN, SPEAKER)
    yield host._replace(name="tv-found", answers=house, screen=STILL)
    yield host._replace(name="tv-many", answers=found(*TWELVE), screen=REPLACED)
    folded = (".guide", ".tv-about")
    told = found(ATTIC, about=DONGLE)
    yield host._replace(name="tv-guides", answers=told, screen=MOVING, unfolds=folded)
    game = Games(at).marked()
    yield State("tv-asks", "televisions", game, who=CEM, screen=CONFIRM)


def as_sent(state: State, page: Page) -> dict[str, Any]:
    """What the gallery's pages are told of a state."""
    sent = {
        "name": state.name,
        "subject": state.subject,
        "more": state.more,
        "you": state.who,
        "now": state.now,
        "answers": dict(state.answers),
        "unfolds": state.unfolds,
        "predictions": watching.own_predictions_of(state.who, state.room),
    }
    if state.room is None:
        return sent | {"message": None, "page": None}
    room = state.room
    audience = audience_of(room, state.who or None) if page == "phone" else Audience.PUBLIC
    online = frozenset(player.id for player in room.lobby.present).difference(state.gone)
    absent = next_absence(room, online, NOBODY_ABSENT, state.now - 8_000)
    seen = views(*(room, [audience], online, state.screen), thinkers=state.thinkers, absence=absent)
    view = seen[audience]
    message = Message(audience, 1, room.step, state.happened, view)
    ended = ended_game(room, 0)
    page = (
        None if ended is None else {"page": pages.book_page(ended), "debriefed": None, "ok": True}
    )
    return json.loads(msgspec.json.encode(sent | {"message": message, "page": page}))


def listed(page: Page, language: str) -> list[dict[str, Any]]:
    """All states of a page, in the language of the room and of the phone."""
    table = tv(Table(language)) if page == "tv" else phone(Table(language))
    return [as_sent(state, page) for state in table]
