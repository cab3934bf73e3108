"""Random games, held against a second and simpler telling of the rules."""

import random
import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.duet_builder import KEY_A, KEY_B, A, B, clue_by, touch_by
from rules.game_builder import (
    BLUE,
    CODENAMES,
    END_TURN,
    KEY,
    UNDO,
    At,
    clue,
    exchange,
    game,
    identities,
    play,
    touch,
)
from rules.oracle import Coop, Duet, can_undo, steps_apart
from undercast.base.refusals import Refused
from undercast.rules import clues, phases
from undercast.rules import evolve as playing
from undercast.rules.actions import (
    Action,
    CoverCard,
    ExchangeCodename,
    Pause,
    Resume,
    TimeUp,
    TurnSand,
)
from undercast.rules.cards import Team
from undercast.rules.game import Game
from undercast.rules.modes import duet
from undercast.rules.settings import Clues, Mode, Settings, Timer

SIDES = (A, B)
CHANCE = st.randoms(use_true_random=True)


def shuffled_keys(rng: random.Random) -> tuple[str, str]:
    pairs = list(zip(KEY_A, KEY_B, strict=True))
    rng.shuffle(pairs)
    return "".join(a for a, _ in pairs), "".join(b for _, b in pairs)


def as_told(at_table: Game, told: Duet) -> None:
    table, on = at_table.table, at_table.table.duet
    assert on is not None
    assert table.phase == told.phase()
    assert on.tokens == told.tokens
    assert {p for p, shown in enumerate(table.revealed) if shown == "green"} == told.found
    assert {(SIDES.index(each.side), each.position) for each in on.bystanders} == told.missed
    assert (table.result.ending if table.result else "") == told.over
    if table.phase in ("clue", "guess"):
        assert table.turn.side == (None if told.giver is None else SIDES[told.giver])
    for number, side in enumerate(() if told.over else SIDES):
        assert duet.agents_left(at_table, side) == told.left(number)


def some_card(rng: random.Random, told: Duet, side: int) -> int:
    """Not one that lies open or is known to this side; mostly a good one, so that games get far."""
    free = [p for p in range(25) if p not in told.found and (side, p) not in told.missed]
    good = [p for p in free if told.keys[1 - side][p] == "g"]
    return rng.choice(good if good and rng.random() < 0.75 else free)


@settings(max_examples=60)
@given(CHANCE)
def test_a_duet_with_any_tokens_and_mistakes(rng: random.Random) -> None:
    keys = shuffled_keys(rng)
    tokens, mistakes = rng.randint(1, 15), rng.choice([None, None, 0, 2, 5])
    told = Duet(keys, tokens, mistakes)
    timed = Settings(mode=Mode.DUET, tokens=tokens, mistakes=mistakes, timer=Timer.STRICT)
    at_table = game(timed, "/".join(keys))
    while not told.over:
        as_told(at_table, told)
        if rng.random() < 0.1:
            clock = at_table.table.clock
            assert clock is not None
            assert clock.until is not None
            at_table = play(at_table, At(TimeUp(), clock.until))
            told.time()
        elif told.phase() == "clue":
            side = rng.randrange(2) if told.giver is None else told.giver
            at_table = play(at_table, clue_by(SIDES[side]))
            told.give(side)
        elif told.phase() == "guess" and told.touched and rng.random() < 0.15:
            at_table = play(at_table, END_TURN)
            told.swap()
        else:
            sudden = told.phase() == "sudden_death"
            side = rng.randrange(2) if sudden else 1 - (told.giver or 0)
            position = some_card(rng, told, side)
            at_table = play(at_table, touch_by(SIDES[side], position))
            told.touch(side, position)
    as_told(at_table, told)


@settings(max_examples=60)
@given(CHANCE)
def test_co_op_against_the_clock(rng: random.Random) -> None:
    key = "".join(rng.sample(KEY, len(KEY)))
    spoken, clue_s, guess_s = rng.random() < 0.5, rng.choice([10, 60]), rng.choice([20, 90])
    rules = Settings(
        mode=Mode.COOP,
        clues=Clues.SPOKEN if spoken else Clues.TYPED,
        timer=Timer.STRICT,
        clue_seconds=clue_s,
        guess_seconds=guess_s,
        first_extra_seconds=0,
    )
    told, at = Coop(key, (clue_s, guess_s), spoken, end=0), 0
    told.begin("clue", at)
    at_table = playing.deal(rules, CODENAMES, (identities(key),))
    while " " not in told.phase and told.phase != "lost":
        table = at_table.table
        assert (table.phase, table.agents_left(Team.RED), table.agents_left(Team.BLUE)) == (
            told.phase,
            told.left("r"),
            told.left("b"),
        )
        assert table.clock is not None
        assert table.clock.until == told.end
        assert (ExchangeCodename in phases.possible_actions(table)) == told.may_exchange()
        at = min(at + rng.choice([0, 1_000, 15_000, 50_000]), told.end)
        at_table = play(at_table, At(some_move_in(rng, told, at), at))
    assert at_table.table.result is not None
    score = at_table.table.result.score
    assert told.phase == ("lost" if score is None else f"won {score}")


def some_move_in(rng: random.Random, told: Coop, at: int) -> Action:
    """A move of co-op, which is told, too."""
    hidden = [p for p in range(25) if p not in told.open]
    blue = rng.choice([p for p in hidden if told.key[p] == "b"])
    if told.may_exchange() and rng.random() < 0.5:
        told.exchanged += 1
        return exchange(rng.randrange(25), f"NEW {told.exchanged}")
    if at == told.end and told.phase == "opponent":
        told.reveal(blue, at)
        return TimeUp(blue)
    if at == told.end:
        told.stop(at)
        return TimeUp()
    if told.phase == "opponent":
        told.reveal(blue, at)
        return CoverCard(blue)
    if told.phase == "clue":
        number = rng.randint(1, 9)
        told.give(number, at)
        return clue("tree", number)
    if told.touched and rng.random() < 0.2:
        told.stop(at)
        return END_TURN
    good = [p for p in hidden if told.key[p] == "r"]
    position = rng.choice(good if rng.random() < 0.7 else hidden)
    told.touch(position, at)
    return touch(position)


@given(CHANCE)
def test_an_undo_has_ten_seconds_without_its_pauses(rng: random.Random) -> None:
    at_table = play(game(Settings(timer=Timer.SAND)), clue("tree", 2), At(touch(BLUE[0]), 1_000))
    at, pauses = 1_000, []
    for _ in range(rng.randrange(4)):
        at += rng.choice([0, 900, 4_000, 9_999])
        if not can_undo(1_000, pauses, at):
            return
        if rng.random() < 0.3:
            at_table = play(at_table, At(TurnSand(), at))
            continue
        end = at + rng.choice([0, 5_000, 600_000])
        at_table = play(at_table, At(Pause(), at), At(Resume(), end))
        pauses.append((at, end))
        at = end
    at += rng.choice([0, 1, 3_000, 10_000, 10_001])
    try:
        allowed = play(at_table, At(UNDO, at)).table.revealed[BLUE[0]] is None
    except Refused:
        allowed = False
    assert allowed == can_undo(1_000, pauses, at)


LETTERS = st.text("abcd\u010dAB\u0301", max_size=5)


@given(LETTERS, LETTERS)
def test_a_spelling_is_as_near_as_the_definition_says(word: str, former: str) -> None:
    def plain(text: str) -> str:
        letters = unicodedata.normalize("NFD", text.casefold())
        return "".join(char for char in letters if not unicodedata.combining(char))

    near = steps_apart(plain(word), plain(former)) <= (1 if len(plain(former)) <= 4 else 2)
    assert clues.is_spelling_of(word, former) == near
    assert clues.is_same_but_for_marks(word, former) == (plain(word) == plain(former))
    assert clues.is_same_but_for_case(word, former) == (word.lower() == former.lower())
