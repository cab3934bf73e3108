"""Rule "Set-up": before the first clue up to three unsuitable codenames may be exchanged."""

import pytest
from msgspec.structs import replace

from rules.duet_builder import KEYS, OF_A, B, touch_by
from rules.game_builder import (
    BLUE,
    CODENAMES,
    ILLEGAL,
    KEY,
    RED,
    SPOKEN,
    STRICT_TIMER,
    TYPED,
    UNDO,
    At,
    clue,
    exchange,
    game,
    happened,
    identities,
    play,
    refusal,
    touch,
)
from undercast.base.refusals import Refusal
from undercast.rules.actions import Abandon, CoverCard, TimeUp
from undercast.rules.events import CodenameExchanged
from undercast.rules.evolve import deal
from undercast.rules.game import Exchange, Game, Phase
from undercast.rules.settings import Mode, Penalty, Refereeing, Settings


def test_the_codename_changes_and_the_identity_stays() -> None:
    was = game()
    now = play(was, exchange(4, "BUTTON"))
    assert now.table.codenames == (*CODENAMES[:4], "BUTTON", *CODENAMES[5:])
    assert now.key == was.key
    assert now.table.exchanges == (Exchange(4, CODENAMES[4]),)


def test_publicly() -> None:
    assert happened(game(), exchange(4)) == (CodenameExchanged(4, CODENAMES[4]),)


class TestLanguages:
    """On a table of several languages, each card says which its codename is in."""

    @staticmethod
    def mixed(*cards: int) -> Game:
        """Codenames in English and Turkish; the cards here are the Turkish ones."""
        of_cards = tuple(int(position in cards) for position in range(25))
        return deal(
            TYPED, CODENAMES, (identities(),), languages=("en", "tr"), card_languages=of_cards
        )

    def test_that_of_the_new_codename_goes_with_it(self) -> None:
        was = self.mixed(4)
        there = [play(was, exchange(5, "inek", language="tr")).table.language_at(n) for n in (4, 5)]
        assert there == [1, 1]
        back = play(was, exchange(5, "inek", language="tr"), exchange(4, "BUTTON"))
        assert [back.table.language_at(n) for n in (4, 5, 6)] == [0, 1, 0]

    def test_everybody_hears_the_former_one_s(self) -> None:
        assert happened(self.mixed(4), exchange(4)) == (CodenameExchanged(4, CODENAMES[4], 1),)

    def test_nothing_is_said_where_all_are_in_the_first(self) -> None:
        was = self.mixed(4)
        assert play(was, exchange(4)).table.card_languages == ()
        assert play(game(), exchange(4)).table.languages == ()

    def test_a_new_one_is_a_language_of_the_table_from_then_on(self) -> None:
        """The host chose other decks after the deal."""
        now = play(self.mixed(4), exchange(0, "Straße", language="de"))
        assert now.table.languages == ("en", "tr", "de")
        assert [now.table.language_at(n) for n in (0, 1, 4)] == [2, 0, 1]
        assert play(game(), exchange(0, "Straße", language="de")).table.languages == ("de",)


def test_up_to_three_also_of_one_card() -> None:
    now = play(game(), exchange(4), exchange(4, "PEARL"), exchange(5, "OPAL"))
    assert [each.former for each in now.table.exchanges] == [CODENAMES[4], "BUTTON", CODENAMES[5]]
    assert refusal(now, exchange(6, "AMBER")) is Refusal.EXCHANGE_USED


def test_only_before_the_first_clue() -> None:
    assert refusal(play(game(), clue("tree", 2)), exchange(4)) is Refusal.EXCHANGE_TOO_LATE
    second_turn = play(game(), clue("tree", 1), touch(RED[0]), touch(RED[1]))
    assert refusal(second_turn, exchange(4)) is Refusal.EXCHANGE_TOO_LATE


def test_a_touch_that_was_undone_changes_nothing_about_that() -> None:
    """With spoken clues a touch is a clue as well, and both are taken back."""
    touched = play(game(SPOKEN), touch(RED[0]))
    assert refusal(touched, exchange(4)) is Refusal.EXCHANGE_TOO_LATE
    at_table = play(touched, UNDO, exchange(RED[0]))
    assert at_table.table.codenames[RED[0]] == "BUTTON"
    assert at_table.table.turn.touches[0].undone


def test_nor_does_a_turn_that_ran_out_without_a_clue() -> None:
    passed = play(game(STRICT_TIMER), At(TimeUp(), 10_000))
    exchanged = play(passed, At(exchange(4), 11_000))
    assert exchanged.table.codenames[4] == "BUTTON"
    assert exchanged.table.clock == passed.table.clock
    said = play(exchanged, At(clue("tree", 2), 12_000))
    assert refusal(said, At(exchange(5), 13_000)) is Refusal.EXCHANGE_TOO_LATE
    silent = play(said, At(TimeUp(), 32_000))
    assert refusal(silent, At(exchange(5), 32_001)) is Refusal.EXCHANGE_TOO_LATE


@pytest.mark.parametrize("mode", [Mode.COOP, Mode.DUET])
def test_in_whatever_phase_that_leads_to(mode: Mode) -> None:
    """The simulated opponent's turn; sudden death, where there was one token."""
    settings = replace(STRICT_TIMER, mode=mode, tokens=1)
    dealt = game(settings, KEYS if mode is Mode.DUET else KEY)
    passed = play(dealt, At(TimeUp(), 10_000))
    assert passed.table.phase in (Phase.OPPONENT, Phase.SUDDEN_DEATH)
    now = play(passed, exchange(4), exchange(5, "PEARL"), exchange(6, "OPAL"))
    assert now.table.clock == passed.table.clock
    assert refusal(now, exchange(7, "AMBER")) is Refusal.EXCHANGE_USED
    shown = CoverCard(BLUE[0]) if mode is Mode.COOP else touch_by(B, OF_A[0])
    assert refusal(play(passed, shown), exchange(4)) is Refusal.EXCHANGE_TOO_LATE


def test_a_struck_clue_was_given() -> None:
    strict = Settings(referee=Refereeing.STRICT, penalty=Penalty.NONE)
    struck = play(game(strict), clue("oak", 1, found=(ILLEGAL,)))
    assert refusal(struck, exchange(4)) is Refusal.EXCHANGE_TOO_LATE


def test_not_in_a_game_that_is_over() -> None:
    assert refusal(play(game(), Abandon()), exchange(4)) is Refusal.EXCHANGE_TOO_LATE


@pytest.mark.parametrize("position", [25, -1, 10**9])
def test_a_card_that_lies_there(position: int) -> None:
    assert refusal(game(), exchange(position)) is Refusal.NO_SUCH_CARD


def test_the_new_codename_must_be_another_one() -> None:
    with pytest.raises(ValueError, match="on the board already"):
        play(game(), exchange(4, CODENAMES[7]))
