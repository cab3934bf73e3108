"""A bot that asks a model: it plays by what was proposed, or as it would without."""

import json
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bots.boards import codenames, dealt, seen, shuffled
from llm.fake import Behaviour, clever, endpoint, reply, says, sends
from room.evening import ANA, BEN, CEM, DORA, then
from rules.duet import DUET
from rules.play import OPERATIVES_TAP, TYPED, clue, mark, touch
from undercast.bots import tongues
from undercast.bots.bot import Decision, Meant, Ranked, Style
from undercast.bots.player import Player
from undercast.commands.kinds import EndTurn, GiveClue, MarkCard, TouchCard
from undercast.llm import answers
from undercast.llm.asker import Asker
from undercast.llm.bot import Advised, Asking
from undercast.llm.endpoint import endpoint as at
from undercast.llm.proposals import Clue, Proposal, Question, Ranking
from undercast.room.state import Room
from undercast.rules import actions
from undercast.rules.settings import Mode
from undercast.simulation.match import Match, seats_of
from undercast.thinking.minds import legal

pytestmark = pytest.mark.slow

TONGUES = tongues.load()

LEGAL = legal()

ADVISED = {style: Advised(TONGUES, style, LEGAL) for style in Style}


def followed(
    now: Room, who: str, proposal: Proposal | None, style: Style = Style.NORMAL
) -> Decision | None:
    return ADVISED[style].follow(seen(now, who), random.Random(1), proposal)


def alone(now: Room, who: str) -> Decision | None:
    """What a bot without a model does."""
    return Player(TONGUES, Style.NORMAL, LEGAL).decide(seen(now, who), random.Random(1))


LETTERS = shuffled(1)
REDS = [place for place, letter in enumerate(LETTERS) if letter == "r"]
OTHERS = [place for place, letter in enumerate(LETTERS) if letter != "r"]


def test_a_clue_that_was_proposed_is_given() -> None:
    now = dealt(1, letters=LETTERS)
    decision = followed(now, ANA, Clue("zebra", (REDS[4], REDS[0])))
    assert decision is not None
    assert isinstance(decision.command, GiveClue)
    assert (decision.command.word, decision.command.number) == ("zebra", 2)
    assert decision.command.step == seen(now, ANA).step
    assert decision.reasons == Meant((REDS[4], REDS[0]))


def board_word() -> str:
    return codenames(1)[0].lower()


@pytest.mark.parametrize(
    "proposal",
    [
        None,
        Clue("zebra", ()),
        Clue("zebra", (REDS[0], OTHERS[0])),
        Clue("zebra", (REDS[0], 99)),
        Clue("zebra", (-1,)),
        Clue(board_word(), (REDS[0],)),
        Clue("зебра", (REDS[0],)),
        Clue("<i>", (REDS[0],)),
        Clue("two words", (REDS[0],)),
        Clue("", (REDS[0],)),
        Clue("Bastards", (REDS[0],)),
        Clue("cock-a-hoop", (REDS[0],)),
        Ranking(((REDS[0], 90),)),
    ],
)
def test_what_is_no_clue_here_changes_nothing(proposal: Proposal | None) -> None:
    now = dealt(1, letters=LETTERS)
    decision = followed(now, ANA, proposal)
    assert decision == alone(now, ANA)
    assert decision is not None


def test_a_clue_is_not_said_twice() -> None:
    now = then(dealt(1, letters=LETTERS), ANA, clue("Zebra", 1))
    now = then(now, CEM, touch(LETTERS.index("n")))
    now = then(now, BEN, clue("music", 1))
    now = then(now, DORA, touch(LETTERS.index("r")))
    decision = followed(now, ANA, Clue("zebra", (REDS[1],)))
    assert decision == alone(now, ANA)
    assert decision is not None


def test_it_marks_and_touches_in_the_proposed_order() -> None:
    proposal = Ranking(((7, 60), (2, 60), (9, 20)))
    now = then(dealt(1, letters=LETTERS), ANA, clue("ocean", 2))
    decision = followed(now, CEM, proposal)
    assert decision is not None
    assert isinstance(decision.command, MarkCard)
    assert decision.command.position == 7
    assert isinstance(decision.reasons, Ranked)
    assert decision.reasons.cards[:3] == (7, 2, 9)
    then_ = followed(then(now, CEM, mark(7, by=CEM)), CEM, proposal)
    assert then_ is not None
    assert isinstance(then_.command, TouchCard)
    assert then_.command.position == 7


def test_a_model_knows_clues_that_the_table_does_not() -> None:
    proposal = Ranking(((REDS[3], 90), (REDS[0], 80)))
    now = then(dealt(1, letters=LETTERS), ANA, clue("voldemort", 2))
    decision = followed(now, CEM, proposal)
    assert decision is not None
    assert isinstance(decision.command, MarkCard)
    assert decision.command.position == REDS[3]
    on = followed(then(now, CEM, touch(REDS[3])), CEM, Ranking(((REDS[0], 80),)))
    assert on is not None
    assert isinstance(on.command, MarkCard)
    alone_ = followed(then(now, CEM, touch(REDS[3])), CEM, None)
    assert alone_ is not None
    assert isinstance(alone_.command, EndTurn)


def test_it_only_marks_where_a_spymaster_taps() -> None:
    now = then(dealt(1, TYPED, LETTERS), ANA, clue("ocean", 2))
    decision = followed(now, CEM, Ranking(((7, 60),)))
    assert decision is not None
    assert isinstance(decision.command, MarkCard)
    assert followed(then(now, CEM, mark(7, by=CEM)), CEM, Ranking(((7, 60),))) is None


@pytest.mark.parametrize(
    ("style", "sure", "goes_on"),
    [
        (Style.CAREFUL, 15, False),
        (Style.CAREFUL, 50, True),
        (Style.NORMAL, 5, False),
        (Style.NORMAL, 30, True),
        (Style.BOLD, 0, True),
    ],
)
def test_it_stops_as_it_does_by_its_table(style: Style, sure: int, goes_on: bool) -> None:
    now = then(dealt(1, letters=LETTERS), ANA, clue("ocean", 3))
    now = then(now, CEM, touch(REDS[0]))
    decision = followed(now, CEM, Ranking(((REDS[1], sure),)), style)
    assert decision is not None
    assert isinstance(decision.command, MarkCard if goes_on else EndTurn)


@pytest.mark.parametrize("proposal", [Ranking(()), Ranking(((99, 5),)), Clue("zebra", (3,))])
def test_what_is_no_ranking_here_changes_nothing(proposal: Proposal) -> None:
    now = then(dealt(1, letters=LETTERS), ANA, clue("ocean", 2))
    assert followed(now, CEM, proposal) == alone(now, CEM)


def test_a_revealed_card_is_not_touched_again() -> None:
    now = then(dealt(1, letters=LETTERS), ANA, clue("ocean", 3))
    now = then(now, CEM, touch(REDS[0]))
    assert followed(now, CEM, Ranking(((REDS[0], 99),))) == alone(now, CEM)


def test_who_has_nothing_to_do_does_nothing() -> None:
    now = dealt(1)
    for who in (BEN, CEM):
        for proposal in (Clue("zebra", (REDS[0],)), Ranking(((3, 9),)), None):
            assert followed(now, who, proposal) is None


# --- Whatever comes back -------------------------------------------------------------------------


def said_by(text: str) -> Callable[[Question], Proposal | None]:
    return lambda question: answers.read(text, question)


ROOMS = {
    ANA: dealt(1, letters=LETTERS),
    CEM: then(then(dealt(1, letters=LETTERS), ANA, clue("ocean", 3)), CEM, touch(REDS[0])),
}

NAMES = st.sampled_from(codenames(1)) | st.text(max_size=8)

WORDS = st.sampled_from(["zebra", "море", "two words", "<b>", *codenames(1)]) | st.text(max_size=40)

CLUES = st.fixed_dictionaries(
    {"clue": WORDS, "number": st.integers(-1, 11), "cards": st.lists(NAMES, max_size=6)}
)
RANKINGS = st.fixed_dictionaries(
    {"cards": st.lists(NAMES | st.fixed_dictionaries({"card": NAMES, "sure": st.integers()}))}
)


@pytest.mark.parametrize("who", [ANA, CEM])
@settings(max_examples=15)
@given(said=CLUES | RANKINGS | st.text())
def test_a_decision_is_possible_or_it_is_the_bot_s_own(who: str, said: object) -> None:
    now = ROOMS[who]
    bot = Asking(ADVISED[Style.NORMAL], Style.NORMAL, said_by(json.dumps(said)))
    decision = bot.decide(seen(now, who), random.Random(1))
    assert decision is not None
    if decision != alone_at[who]:
        table_ = now.game.table  # type: ignore[union-attr]
        command = decision.command
        if isinstance(command, GiveClue):
            assert command.word is not None
            assert isinstance(command.number, int)
            assert LEGAL(seen(now, who), command.word, command.number)
            then(now, who, clue(command.word, command.number))
        elif isinstance(command, MarkCard):
            assert table_.revealed[command.position] is None
            then(now, who, mark(command.position, by=who))
        else:
            assert isinstance(command, EndTurn)
            then(now, who, actions.EndTurn())


alone_at = {who: alone(now, who) for who, now in ROOMS.items()}


# --- Whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", Mode)
def test_games_are_played_to_their_end_with_a_model(mode: Mode) -> None:
    house = DUET if mode is Mode.DUET else replace(OPERATIVES_TAP, mode=mode)
    with endpoint(says(clever)) as fake:
        bot = Asking(ADVISED[Style.NORMAL], Style.NORMAL, Asker(at(fake.url, "tiny")))
        played = Match(house, dict.fromkeys(seats_of(mode), bot), 3).play()
        assert played.table.result is not None
        assert "zebra" in [one.word for one in played.clues]
        assert len(fake.requests) > 2
        assert len({request.partition(b"\r\n\r\n")[2] for request in fake.requests}) == len(
            fake.requests
        )


@pytest.mark.parametrize("mode", Mode)
def test_games_are_played_to_their_end_whatever_is_proposed(mode: Mode) -> None:
    """No proposal leads to what a room refuses."""
    dice = random.Random(5)

    def anything(question: Question) -> Proposal | None:
        cards = tuple(dice.sample(range(-1, 26), dice.randint(0, 4)))
        word = dice.choice(("zebra", "Quito", "море", "two words", "", *codenames(3)))
        ranking = Ranking(tuple((card, dice.randint(0, 100)) for card in cards))
        own = tuple(position for _, position in question.cards[: dice.randint(1, 3)])
        return dice.choice((None, Clue(word, cards), Clue(word, own), ranking))

    house = DUET if mode is Mode.DUET else replace(OPERATIVES_TAP, mode=mode)
    bot = Asking(ADVISED[Style.BOLD], Style.BOLD, anything)
    played = Match(house, dict.fromkeys(seats_of(mode), bot), 4).play()
    assert played.table.result is not None


@pytest.mark.parametrize(
    "behaviour",
    [
        sends(reply(b"no", "500 Oops")),
        says('{"clue": "zebra", "number": 1, "cards": ["NO SUCH CARD"]}'),
    ],
)
def test_without_a_proposal_the_same_game_is_played_as_without_a_model(
    behaviour: Behaviour,
) -> None:
    seats = seats_of(Mode.CLASSIC)
    with endpoint(behaviour) as fake:
        asking = Asking(ADVISED[Style.NORMAL], Style.NORMAL, Asker(at(fake.url, "tiny")))
        with_model = Match(OPERATIVES_TAP, dict.fromkeys(seats, asking), 3).play()
    player = Player(TONGUES, Style.NORMAL, LEGAL)
    without = Match(OPERATIVES_TAP, dict.fromkeys(seats, player), 3).play()
    assert with_model.table == without.table
