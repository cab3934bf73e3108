"""A bot that asks a model: it plays by what was proposed, or as it would without."""

import json
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bots.boards import codenames, dealt, seen, shuffled
from llm.fake_endpoint import Behaviour, clever, endpoint, reply, says, sends
from room.room_builder import ANA, BEN, CEM, DORA, then
from rules.duet_builder import DUET
from rules.game_builder import OPERATIVES_TAP, TYPED, clue, mark, touch
from undercast.base import assets
from undercast.bots import languages
from undercast.bots.bot import BotStyle, Decision, IntendedCard, RankedCard, SeatView
from undercast.bots.player import BotPlayer
from undercast.commands.command_types import (
    EndTurnCommand,
    GiveClueCommand,
    MarkCardCommand,
    TouchCardCommand,
)
from undercast.llm import response_parser
from undercast.llm.bot import AdvisedBot, Ask, AskingBot
from undercast.llm.client import LlmClient
from undercast.llm.endpoint import endpoint as at
from undercast.llm.prompts import question_of
from undercast.llm.proposals import LlmQuestion, Proposal, ProposedClue, ProposedRanking
from undercast.room.state import Room
from undercast.rules import actions
from undercast.rules.settings import Mode
from undercast.simulation.match import Match, seats_of
from undercast.thinking.bot_players import legal
from undercast.words.associations import FILE, associates_of, read_associations

pytestmark = pytest.mark.slow

TONGUES = languages.load()

LEGAL = legal()

ADVISED = {style: AdvisedBot(TONGUES, style, LEGAL) for style in BotStyle}


def followed(
    now: Room, who: str, proposal: Proposal | None, style: BotStyle = BotStyle.NORMAL
) -> Decision | None:
    return ADVISED[style].follow(seen(now, who), random.Random(1), proposal)


def alone(now: Room, who: str) -> Decision | None:
    """What a bot without a model does."""
    return BotPlayer(TONGUES, BotStyle.NORMAL, LEGAL).decide(seen(now, who), random.Random(1))


LETTERS = shuffled(1)
REDS = [place for place, letter in enumerate(LETTERS) if letter == "r"]
OTHERS = [place for place, letter in enumerate(LETTERS) if letter != "r"]


def test_a_clue_that_was_proposed_is_given() -> None:
    now = dealt(1, letters=LETTERS)
    decision = followed(now, ANA, ProposedClue("quokka", (REDS[4], REDS[0])))
    assert decision is not None
    assert isinstance(decision.command, GiveClueCommand)
    assert (decision.command.word, decision.command.number) == ("quokka", 2)
    assert decision.command.step == seen(now, ANA).step
    assert decision.reasons == IntendedCard((REDS[4], REDS[0]))


def board_word() -> str:
    return codenames(1)[0].lower()


@pytest.mark.parametrize(
    "proposal",
    [
        None,
        ProposedClue("quokka", ()),
        ProposedClue("quokka", (REDS[0], OTHERS[0])),
        ProposedClue("quokka", (REDS[0], 99)),
        ProposedClue("quokka", (-1,)),
        ProposedClue(board_word(), (REDS[0],)),
        ProposedClue("зебра", (REDS[0],)),
        ProposedClue("<i>", (REDS[0],)),
        ProposedClue("two words", (REDS[0],)),
        ProposedClue("", (REDS[0],)),
        ProposedClue("Bastards", (REDS[0],)),
        ProposedClue("cock-a-hoop", (REDS[0],)),
        ProposedRanking(((REDS[0], 90),)),
    ],
)
def test_what_is_no_clue_here_changes_nothing(proposal: Proposal | None) -> None:
    now = dealt(1, letters=LETTERS)
    decision = followed(now, ANA, proposal)
    assert decision == alone(now, ANA)
    assert decision is not None


def test_a_clue_that_calls_the_assassin_sooner_is_not_given() -> None:
    now = dealt(1, letters=LETTERS)
    assassin = codenames(1)[LETTERS.index("a")]
    called = associates_of(read_associations(assets.languages() / "en" / FILE).lists[assassin])
    fatal = next(s[0] for s in called if LEGAL(seen(now, ANA), s[0], 1) and s[0].isalpha())
    assert followed(now, ANA, ProposedClue(fatal, (REDS[0],))) == alone(now, ANA)


def test_a_clue_is_not_said_twice() -> None:
    now = then(dealt(1, letters=LETTERS), ANA, clue("Quokka", 1))
    now = then(now, CEM, touch(LETTERS.index("n")))
    now = then(now, BEN, clue("music", 1))
    now = then(now, DORA, touch(LETTERS.index("r")))
    decision = followed(now, ANA, ProposedClue("quokka", (REDS[1],)))
    assert decision == alone(now, ANA)
    assert decision is not None


def test_it_marks_and_touches_in_the_proposed_order() -> None:
    proposal = ProposedRanking(((7, 60), (2, 60), (9, 20)))
    now = then(dealt(1, letters=LETTERS), ANA, clue("ocean", 2))
    decision = followed(now, CEM, proposal)
    assert decision is not None
    assert isinstance(decision.command, MarkCardCommand)
    assert decision.command.position == 7
    assert isinstance(decision.reasons, RankedCard)
    assert decision.reasons.cards[:3] == (7, 2, 9)
    then_ = followed(then(now, CEM, mark(7, by=CEM)), CEM, proposal)
    assert then_ is not None
    assert isinstance(then_.command, TouchCardCommand)
    assert then_.command.position == 7


def test_a_model_knows_clues_that_the_table_does_not() -> None:
    proposal = ProposedRanking(((REDS[3], 90), (REDS[0], 80)))
    now = then(dealt(1, letters=LETTERS), ANA, clue("voldemort", 2))
    decision = followed(now, CEM, proposal)
    assert decision is not None
    assert isinstance(decision.command, MarkCardCommand)
    assert decision.command.position == REDS[3]
    on = followed(then(now, CEM, touch(REDS[3])), CEM, ProposedRanking(((REDS[0], 80),)))
    assert on is not None
    assert isinstance(on.command, MarkCardCommand)
    alone_ = followed(then(now, CEM, touch(REDS[3])), CEM, None)
    assert alone_ is not None
    assert isinstance(alone_.command, EndTurnCommand)


def test_it_only_marks_where_a_spymaster_taps() -> None:
    now = then(dealt(1, TYPED, LETTERS), ANA, clue("ocean", 2))
    decision = followed(now, CEM, ProposedRanking(((7, 60),)))
    assert decision is not None
    assert isinstance(decision.command, MarkCardCommand)
    assert followed(then(now, CEM, mark(7, by=CEM)), CEM, ProposedRanking(((7, 60),))) is None


@pytest.mark.parametrize(
    ("style", "sure", "goes_on"),
    [
        (BotStyle.CAREFUL, 15, False),
        (BotStyle.CAREFUL, 50, True),
        (BotStyle.NORMAL, 5, False),
        (BotStyle.NORMAL, 30, True),
        (BotStyle.BOLD, 0, True),
    ],
)
def test_it_stops_as_it_does_by_its_table(style: BotStyle, sure: int, goes_on: bool) -> None:
    now = then(dealt(1, letters=LETTERS), ANA, clue("ocean", 3))
    now = then(now, CEM, touch(REDS[0]))
    decision = followed(now, CEM, ProposedRanking(((REDS[1], sure),)), style)
    assert decision is not None
    assert isinstance(decision.command, MarkCardCommand if goes_on else EndTurnCommand)


@pytest.mark.parametrize(
    "proposal", [ProposedRanking(()), ProposedRanking(((99, 5),)), ProposedClue("quokka", (3,))]
)
def test_what_is_no_ranking_here_changes_nothing(proposal: Proposal) -> None:
    now = then(dealt(1, letters=LETTERS), ANA, clue("ocean", 2))
    assert followed(now, CEM, proposal) == alone(now, CEM)


def test_a_revealed_card_is_not_touched_again() -> None:
    now = then(dealt(1, letters=LETTERS), ANA, clue("ocean", 3))
    now = then(now, CEM, touch(REDS[0]))
    assert followed(now, CEM, ProposedRanking(((REDS[0], 99),))) == alone(now, CEM)


def test_who_has_nothing_to_do_does_nothing() -> None:
    now = dealt(1)
    for who in (BEN, CEM):
        for proposal in (ProposedClue("quokka", (REDS[0],)), ProposedRanking(((3, 9),)), None):
            assert followed(now, who, proposal) is None


# --- Whatever comes back -------------------------------------------------------------------------


def said_by(text: str) -> Callable[[LlmQuestion], Proposal | None]:
    return lambda question: response_parser.read(text, question)


ROOMS = {
    ANA: dealt(1, letters=LETTERS),
    CEM: then(then(dealt(1, letters=LETTERS), ANA, clue("ocean", 3)), CEM, touch(REDS[0])),
}

NAMES = st.sampled_from(codenames(1)) | st.text(max_size=8)

WORDS = st.sampled_from(["quokka", "море", "two words", "<b>", *codenames(1)]) | st.text(
    max_size=40
)

CLUES = st.fixed_dictionaries(
    {"clue": WORDS, "number": st.integers(-1, 11), "cards": st.lists(NAMES, max_size=6)}
)


def by_question(answer: Callable[[LlmQuestion], Proposal | None]) -> Ask:
    """Asks for what this answers to the question that a seat has."""

    def ask(view: SeatView, style: BotStyle) -> Proposal | None:
        question = question_of(view, style)
        return None if question is None else answer(question)

    return ask


RANKINGS = st.fixed_dictionaries(
    {"cards": st.lists(NAMES | st.fixed_dictionaries({"card": NAMES, "sure": st.integers()}))}
)


@pytest.mark.parametrize("who", [ANA, CEM])
@settings(max_examples=15)
@given(said=CLUES | RANKINGS | st.text())
def test_a_decision_is_possible_or_it_is_the_bot_s_own(who: str, said: object) -> None:
    now = ROOMS[who]
    bot = AskingBot(
        ADVISED[BotStyle.NORMAL], BotStyle.NORMAL, by_question(said_by(json.dumps(said)))
    )
    decision = bot.decide(seen(now, who), random.Random(1))
    assert decision is not None
    if decision != alone_at[who]:
        table_ = now.game.table  # type: ignore[union-attr]
        command = decision.command
        if isinstance(command, GiveClueCommand):
            assert command.word is not None
            assert isinstance(command.number, int)
            assert LEGAL(seen(now, who), command.word, command.number)
            then(now, who, clue(command.word, command.number))
        elif isinstance(command, MarkCardCommand):
            assert table_.revealed[command.position] is None
            then(now, who, mark(command.position, by=who))
        else:
            assert isinstance(command, EndTurnCommand)
            then(now, who, actions.EndTurn())


alone_at = {who: alone(now, who) for who, now in ROOMS.items()}


# --- Whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", Mode)
def test_games_are_played_to_their_end_with_a_model(mode: Mode) -> None:
    house = DUET if mode is Mode.DUET else replace(OPERATIVES_TAP, mode=mode)
    with endpoint(says(clever)) as fake:
        bot = AskingBot(
            ADVISED[BotStyle.NORMAL], BotStyle.NORMAL, LlmClient(at(fake.url, "tiny")).propose
        )
        played = Match(house, dict.fromkeys(seats_of(mode), bot), 3).play()
        assert played.table.result is not None
        assert "quokka" in [one.word for one in played.clues]
        assert len(fake.requests) > 2
        assert len({request.partition(b"\r\n\r\n")[2] for request in fake.requests}) == len(
            fake.requests
        )


@pytest.mark.parametrize("mode", Mode)
def test_games_are_played_to_their_end_whatever_is_proposed(mode: Mode) -> None:
    """No proposal leads to what a room refuses."""
    dice = random.Random(5)

    def anything(question: LlmQuestion) -> Proposal | None:
        cards = tuple(dice.sample(range(-1, 26), dice.randint(0, 4)))
        word = dice.choice(("quokka", "Quito", "море", "two words", "", *codenames(3)))
        ranking = ProposedRanking(tuple((card, dice.randint(0, 100)) for card in cards))
        own = tuple(position for _, position in question.cards[: dice.randint(1, 3)])
        return dice.choice((None, ProposedClue(word, cards), ProposedClue(word, own), ranking))

    house = DUET if mode is Mode.DUET else replace(OPERATIVES_TAP, mode=mode)
    bot = AskingBot(ADVISED[BotStyle.BOLD], BotStyle.BOLD, by_question(anything))
    played = Match(house, dict.fromkeys(seats_of(mode), bot), 4).play()
    assert played.table.result is not None


@pytest.mark.parametrize(
    "behaviour",
    [
        sends(reply(b"no", "500 Oops")),
        says('{"clue": "quokka", "number": 1, "cards": ["NO SUCH CARD"]}'),
    ],
)
def test_without_a_proposal_the_same_game_is_played_as_without_a_model(
    behaviour: Behaviour,
) -> None:
    seats = seats_of(Mode.CLASSIC)
    with endpoint(behaviour) as fake:
        asking = AskingBot(
            ADVISED[BotStyle.NORMAL], BotStyle.NORMAL, LlmClient(at(fake.url, "tiny")).propose
        )
        with_model = Match(OPERATIVES_TAP, dict.fromkeys(seats, asking), 3).play()
    player = BotPlayer(TONGUES, BotStyle.NORMAL, LEGAL)
    without = Match(OPERATIVES_TAP, dict.fromkeys(seats, player), 3).play()
    assert with_model.table == without.table
