"""Random evenings: whatever people could send, most of it fitting to what is going on.

The chances are those of a given `random.Random`, whose seed Hypothesis chooses: a failing evening
shrinks to the few entries that matter.
"""

import random
from collections.abc import Callable
from itertools import islice

from msgspec.structs import replace

from room.room_builder import facts, played
from rules.game_builder import identities
from undercast.base.refusals import Refused
from undercast.commands import game_checks
from undercast.room import bots, entries, people, roles
from undercast.room.entries import Entry, LogAction
from undercast.room.evolve import SERVER
from undercast.room.permissions import has_rival
from undercast.room.seats import KEY_SEATS, Seat
from undercast.room.stamps import Stamp
from undercast.room.state import BotStyle, LookBackPart, Room
from undercast.rules import actions, clues, phases, timer
from undercast.rules.actions import Action
from undercast.rules.cards import COMPOSITIONS, Identity, Side, Team
from undercast.rules.findings import Finding, Objection, Verdict
from undercast.rules.game import RULES, Game, Phase
from undercast.rules.modes import coop
from undercast.rules.modes.duet import PAIRS
from undercast.rules.settings import (
    Agreement,
    Board,
    Clues,
    Guessing,
    Marks,
    Mode,
    Penalty,
    PlusOne,
    Refereeing,
    RivalConfirms,
    Settings,
    Timer,
)

EVERYWHERE = range(25)

NAMES = ["Ana", "ana", "Ben", "Cem", "Dora", "Eva", "Fran", "Šime", "", "x" * 21]
TOKENS = [f"token {number}" for number in range(7)]
WORDS = ["tree", "New York", "шума", "river", "", "a" * 51, "ze\u200bro"]
NUMBERS = [0, 1, 1, 2, 2, 3, 9, "unlimited", -1, 10]
WAITS = [0, 1, 900, 4_000, 9_999, 10_000, 10_001]

SECONDS = [10, 60, 300]

MOVES: tuple[type[Action], ...] = tuple(
    kind
    for kind in actions.Action.__args__  # type: ignore[attr-defined]
    if kind is not actions.TimeUp
)
"""What people can do; only the server's clock says that time is up."""

RARELY = (actions.Pause, actions.TurnSand, actions.Abandon, actions.Debrief)


def some_settings(rng: random.Random) -> Settings:
    """House rules that can be played together, each mode as often as the others."""
    mode = rng.choice([*Mode])
    while True:
        settings = Settings(
            mode=mode,
            board=rng.choice([*Board]),
            clues=rng.choice([*Clues]),
            guessing=rng.choice([*Guessing]),
            marks=rng.choice([*Marks]),
            agreement=rng.choice([*Agreement]),
            rival_confirms=rng.choice([*RivalConfirms]),
            tokens=rng.choice([1, 2, 9, 15]),
            mistakes=rng.choice([None, 0, 3]),
            plus_one=rng.choice([*PlusOne]),
            referee=rng.choice([*Refereeing]),
            penalty=rng.choice([*Penalty]),
            timer=rng.choice([*Timer]),
            sand_seconds=rng.choice(SECONDS),
            clue_seconds=rng.choice(SECONDS),
            guess_seconds=rng.choice(SECONDS),
            first_extra_seconds=rng.choice([0, 5]),
        )
        if settings.problem() is None:
            return settings


def some_findings(rng: random.Random) -> tuple[Finding, ...]:
    """What a referee says, who need not even know the language."""
    verdicts = rng.choice([(), (), (*Verdict,), (Verdict.ILLEGAL,), (Verdict.QUESTIONED,)])
    return tuple(
        Finding(verdict, rng.choice([*Objection]), rng.choice([None, *EVERYWHERE]))
        for verdict in verdicts
    )


def some_keys(rng: random.Random, settings: Settings) -> tuple[tuple[Identity, ...], ...]:
    """The key, or the two of a duet, for this mode and board."""
    if settings.mode is Mode.DUET:
        pairs = [*PAIRS.elements()]
        return tuple(zip(*rng.sample(pairs, len(pairs)), strict=True))
    composition = COMPOSITIONS[settings.board]
    first, second = rng.choice(["rb", "br"])
    letters = (
        first * composition.more
        + second * composition.fewer
        + "n" * composition.bystanders
        + "a" * composition.assassins
    )
    key = identities("".join(rng.sample(letters, len(letters))))
    return (coop.with_humans_starting(key) if settings.mode is Mode.COOP else key,)


FOR_FEW = {
    2: (Seat.KEY_HOLDER, Seat.OPERATIVE_FOR_BOTH),
    3: (Seat.RED_SPYMASTER, Seat.BLUE_SPYMASTER, Seat.OPERATIVE_FOR_BOTH),
}
"""How few people share the seats of two teams."""


def beginning(rng: random.Random) -> list[Entry]:
    """Ana opens a room; up to five others come in and sit as the room suggests."""
    settings = some_settings(rng)
    opening = entries.CreateRoom("BKTM", "Ana", "token 0", "en", ("en",), settings)
    log = [Entry(1_000, people.FIRST_ID, "opening", opening)]
    guests = rng.choice([0, 1, 2, 3, 3, 4, 5])
    names = ["Ben", "Cem", "Dora", "Eva", "Fran"][:guests]
    for number, name in enumerate(names, start=2):
        join = entries.Join(name, f"token {number - 1}")
        log.append(Entry(1_000, f"p{number}", "", join))
    for_few = FOR_FEW.get(guests + 1) if settings.mode is Mode.CLASSIC else None
    taken = for_few or roles.suggested(guests + 1, settings.mode).elements()
    for number, seat in enumerate(islice(taken, guests + 1), start=1):
        log.append(Entry(1_000, f"p{number}", "", entries.TakeSeat(seat)))
    return log


def next_entry(rng: random.Random, room: Room, at: int) -> Entry:
    """Something that somebody does; it may well be refused."""
    at += rng.choice(WAITS)
    end = None if room.game is None else timer.ends_at(room.game.table)
    if end is not None and rng.random() < (0.8 if at >= end else 0.02):
        assert room.game is not None
        return Entry(at, SERVER, "", actions.TimeUp(drawn_for_the_opponent(rng, room.game)))
    if rng.random() < 0.02:
        return Entry(at, SERVER, "", actions.Pause())
    fitting = _fitting(rng, room) if rng.random() < 0.75 else None
    watching = [player.id for player in room.lobby.present if player.seat is Seat.SPECTATOR]
    if room.running and watching and rng.random() < 0.2:
        fitting = rng.choice(watching), _prediction(rng)
    by, do = fitting or _anything(rng, room)
    return Entry(at, by, rng.choice(["", "a", "b"]), do)


def after(room: Room, entry: Entry) -> Room | None:
    """The next room, or None when that was refused."""
    try:
        return played(room, entry)[0]
    except Refused:
        return None


def _fitting(rng: random.Random, room: Room) -> tuple[str, LogAction] | None:
    """A move by somebody who may make it; or what brings a game nearer."""
    if room.game is None or (room.game.table.phase.over and rng.random() < 0.5):
        return _towards_a_game(rng, room)
    kinds = (*phases.possible_actions(room.game.table), *phases.possible_about_question(room.game))
    often = [kind for kind in kinds if kind not in RARELY]
    if not kinds:
        return None
    kind = rng.choice(often if often and rng.random() < 0.97 else kinds)
    allowed = [player.id for player in room.lobby.present if may(room, player.id, kind)]
    if not allowed:
        return None
    player = rng.choice(allowed)
    wanted = _own_agents(room, player)
    if kind is actions.TouchCard and room.game.table.settings.all_agree and rng.random() < 0.6:
        return player, actions.MarkCard(rng.choice(wanted[:1] or [0]), on=True, by=player)
    if kind is actions.TouchCard and wanted and rng.random() < 0.6:
        return player, _touch(room, player, rng.choice(wanted))
    if kind is actions.CoverCard and rng.random() < 0.6:
        return player, actions.CoverCard(rng.choice(wanted))
    return player, some_move(rng, room, kind, player)


def side_of(room: Room, player: str) -> Side | None:
    """The side of a duet on which this person sits."""
    found = room.lobby.find(player)
    return None if found is None else roles.side_of(found.seat)


def _touch(room: Room, player: str, position: int) -> actions.TouchCard:
    seat = getattr(room.lobby.find(player), "seat", Seat.SPECTATOR)
    return actions.TouchCard(position, player, roles.side_of(seat), seat.value)


def _own_agents(room: Room, player: str) -> list[int]:
    """The cards that a good guess finds; so that games also get far."""
    assert room.game is not None
    return hidden_agents(room.game, room.game.table.turn.team, side_of(room, player))


def hidden_agents(game: Game, team: Team, side: Side | None = None) -> list[int]:
    """Where this team's agents are that nobody has found; in a duet, that this side can find."""
    key = game.key if side is None or game.key_b is None else game.key_of(side.partner)
    hidden = (p for p, shown in enumerate(game.table.revealed) if shown is None)
    return [position for position in hidden if key[position] is Identity(team)]


def may(room: Room, player: str, kind: type[Action]) -> bool:
    """Whether this person may do this kind of thing now."""
    assert room.game is not None
    try:
        game_checks.require_person(room, room.lobby.player(player), kind, facts())
    except Refused:
        return False
    return True


def _prediction(rng: random.Random) -> entries.Predict:
    return entries.Predict(rng.choice([None, -1, 25, *EVERYWHERE]))


def _towards_a_game(rng: random.Random, room: Room) -> tuple[str, LogAction] | None:
    present = room.lobby.present
    if len(present) < 4 and rng.random() < 0.8:
        return _join(rng, room)
    if rng.random() < 0.15:
        return room.lobby.host, other_rules(rng)
    if rng.random() < 0.1:
        return room.lobby.host, shuffled(rng, room)
    if rng.random() < 0.1:
        return room.lobby.host, bots_for(room, *bots.missing_seats(room))
    taken = [player.seat for player in present]
    free = [s for s in roles.SEATS[room.mode] if not s.is_for_one or s not in taken]
    undecided = [player.id for player in present if player.seat is Seat.SPECTATOR]
    if undecided and rng.random() < 0.7:
        return rng.choice(undecided), entries.TakeSeat(rng.choice(free))
    return room.lobby.host, _deal(rng, room)


def _join(rng: random.Random, room: Room) -> tuple[str, LogAction]:
    token = rng.choice(TOKENS)
    return people.newcomer_id(room, token), entries.Join(rng.choice(NAMES), token)


def other_rules(rng: random.Random) -> entries.ChangeSettings:
    return entries.ChangeSettings(some_settings(rng), ("en", "house"), "sr")


def _deal(rng: random.Random, room: Room) -> entries.Deal:
    key, *others = some_keys(rng, room.lobby.settings)
    codenames = tuple(f"game {room.lobby.games} card {position}" for position in range(len(key)))
    key_b = others[0] if others else ()
    swap, rules = rng.random() < 0.5, rng.choice([*range(1, RULES), RULES, RULES])
    dealt = entries.Deal(codenames, key, swap_spymasters=swap, key_b=key_b, rules=rules)
    if room.lobby.games % 2:
        return dealt
    cards = tuple(position % 2 for position in range(len(key)))
    return replace(dealt, languages=("en", "tr"), card_languages=cards)


def bots_for(room: Room, *seats: Seat) -> entries.AddBots:
    """A bot in each of these seats, with a name that nobody had before."""
    first = room.next_person
    names = (f"Bot {number}" for number in range(first, first + len(seats)))
    named = zip(seats, names, strict=True)
    return entries.AddBots(tuple(entries.NewBot(seat, name, BotStyle.BOLD) for seat, name in named))


def shuffled(rng: random.Random, room: Room) -> entries.Shuffle:
    order = [player.id for player in room.lobby.present]
    rng.shuffle(order)
    wanted = bots.suggested_seats(room.lobby)
    return entries.Shuffle(roles.shuffled_seats(tuple(order), wanted, {}))


def some_move(rng: random.Random, room: Room, kind: type[Action], player: str) -> Action:
    """A move of this kind, well or badly made, with what the world outside adds to it."""
    position = rng.choice([-1, 25, 10**9]) if rng.random() < 0.05 else rng.choice(EVERYWHERE)
    game, number, found = room.game, rng.choice(NUMBERS), some_findings(rng)
    rival = game is not None and has_rival(room.lobby, game.table)
    always = game is not None and game.table.settings.rival_confirms is RivalConfirms.ALWAYS
    confirm = always and rng.random() < 0.8
    word = None if game is None or (given_now := game.table.turn.clue) is None else given_now.word
    spelling = rng.choice([*WORDS, *(spelling for spelling in (word, f"{word}s") if word)])
    drawn_before = 0 if game is None else len(game.table.exchanges)
    side = side_of(room, player)
    drawn = None if game is None else drawn_cover(rng, game)
    question = 1 if game is None else rng.choice([game.asked, game.asked, 1])
    given: dict[type[Action], Callable[[], Action]] = {
        actions.GiveClue: lambda: actions.GiveClue(
            rng.choice([None, *WORDS]),
            number,
            player,
            found,
            rng.random() < 0.5,
            rival,
            drawn,
            side,
            agreed=rng.random() < 0.5,
            confirm=confirm,
        ),
        actions.AskRival: lambda: actions.AskRival(rng.choice(WORDS), number, player, found, rival),
        actions.AllowClue: lambda: actions.AllowClue(question),
        actions.RejectClue: lambda: actions.RejectClue(question),
        actions.CorrectClue: lambda: actions.CorrectClue(
            spelling,
            found,
            player,
            anyway=rng.random() < 0.5,
            rival=rival,
            cover=drawn,
            agreed=rng.random() < 0.5,
            confirm=confirm,
            same=clues.is_same_but_for_marks(spelling, word),
        ),
        actions.ConcedeChallenge: lambda: actions.ConcedeChallenge(drawn),
        actions.UpholdChallenge: lambda: actions.UpholdChallenge(drawn),
        actions.CoverCard: lambda: actions.CoverCard(position),
        actions.MarkCard: lambda: actions.MarkCard(position, rng.random() < 0.8, player),
        actions.NoteCards: lambda: actions.NoteCards(
            tuple(rng.sample([*EVERYWHERE, 25], rng.choice([0, 1, 3]))), player
        ),
        actions.TouchCard: lambda: _touch(room, player, position),
        actions.ExchangeCodename: lambda: actions.ExchangeCodename(
            position, f"game {room.lobby.games} drawn {drawn_before}", player
        ),
    }
    return given[kind]() if kind in given else kind()


def drawn_cover(rng: random.Random, game: Game) -> int | None:
    """Where the penalty falls, should the turn's clue be struck: drawn where that is the rule."""
    settings = game.table.settings
    if settings.penalty is not Penalty.RANDOM or settings.mode is not Mode.CLASSIC:
        return None
    return rng.choice(hidden_agents(game, game.table.turn.team.rival) or [None])


def drawn_for_the_opponent(rng: random.Random, game: Game) -> int | None:
    """Which agent the simulated team's time reveals, at its turn in co-op."""
    if game.table.phase is not Phase.OPPONENT:
        return None
    return rng.choice(hidden_agents(game, game.table.turn.team))


def _anything(rng: random.Random, room: Room) -> tuple[str, LogAction]:
    somebody = [*(player.id for player in room.lobby.players), "p9", SERVER]
    player, other = rng.choice(somebody), rng.choice(somebody)
    if rng.random() < 0.4:
        return player, some_move(rng, room, rng.choice(MOVES), player)
    things: list[Callable[[], tuple[str, LogAction]]] = [
        lambda: _join(rng, room),
        lambda: ("", entries.AskToReturn(other, rng.choice(TOKENS))),
        lambda: (player, _deal(rng, room)),
        lambda: (player, entries.Rename(rng.choice(NAMES))),
        lambda: (player, entries.ChooseStamp(rng.choice([*Stamp][:6]))),
        lambda: (player, entries.Leave()),
        lambda: (player, entries.CountMe(rng.random() < 0.5)),
        lambda: (player, entries.TakeSeat(rng.choice([*Seat]))),
        lambda: (player, entries.AskForSeat(rng.choice(KEY_SEATS))),
        lambda: _answer(rng, room, player),
        lambda: _answer(rng, room, room.lobby.host),
        lambda: (room.lobby.host, entries.HandOver(other)),
        lambda: (player, entries.BecomeHost(rng.choice([other, room.lobby.host]))),
        lambda: (room.lobby.host, entries.Remove(other)),
        lambda: (room.lobby.host, entries.Readmit(other)),
        lambda: (player, other_rules(rng)),
        lambda: (player, shuffled(rng, room)),
        lambda: (player, entries.PasteWords(("lemon", "piano"))),
        lambda: (
            player,
            entries.ShowPage(
                rng.choice([1, 2, 9]),
                rng.choice([0, 5]),
                rng.random() < 0.5,
                rng.choice([None, *LookBackPart]),
            ),
        ),
        lambda: (player, entries.ClosePage()),
        lambda: (player, _prediction(rng)),
        lambda: (room.lobby.host, bots_for(room, rng.choice([*Seat]))),
        lambda: (player, entries.RelieveBot(other)),
        lambda: (room.lobby.host, entries.RelieveBot(other)),
    ]
    return rng.choice(things)()


def _answer(rng: random.Random, room: Room, player: str) -> tuple[str, LogAction]:
    request = rng.choice([*(request.id for request in room.lobby.requests), 1])
    consent = rng.random() < 0.7
    return player, entries.AnswerRequest(request, consent, online=rng.random() < 0.5)
