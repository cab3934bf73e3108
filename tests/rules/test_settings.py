"""House rules: what can be played together."""

from itertools import product

import pytest
from msgspec.structs import asdict, replace

from undercast.base.refusals import Refusal
from undercast.room.presets import PRESETS
from undercast.rules.settings import (
    Board,
    Clues,
    Guessing,
    Mode,
    PlusOne,
    Refereeing,
    Settings,
    Timer,
)


def test_the_defaults_are_the_rule_book_s() -> None:
    assert asdict(Settings()) == {
        "mode": "classic",
        "board": "words",
        "clues": "typed",
        "guessing": "spymaster_taps",
        "marks": "everyone_sees",
        "agreement": "any_one",
        "plus_one": "always",
        "referee": "advise",
        "several_words": "ask",
        "abbreviations": "allow",
        "rhymes": "by_meaning",
        "rival_confirms": "when_asked",
        "penalty": "rival_picks",
        "timer": "off",
        "sand_seconds": 60,
        "clue_seconds": 120,
        "guess_seconds": 120,
        "first_extra_seconds": 60,
        "tokens": 9,
        "coach": False,
        "mistakes": None,
        "bot_pace": "normal",
    }


@pytest.mark.parametrize(
    ("tokens", "mistakes", "fine"),
    [
        *[(1, None, True), (15, 0, True), (9, 15, True)],
        *[(0, None, False), (16, 3, False), (9, -1, False), (9, 16, False)],
    ],
)
def test_a_duet_has_1_to_15_tokens_and_forgives_0_to_15_mistakes(
    tokens: int, mistakes: int | None, fine: bool
) -> None:
    settings = Settings(tokens=tokens, mistakes=mistakes)
    assert settings.problem() is (None if fine else Refusal.DUET_COUNTS)


def test_spoken_clues_cannot_be_judged_strictly() -> None:
    spoken = Settings(clues=Clues.SPOKEN, referee=Refereeing.STRICT)
    assert spoken.problem() is Refusal.STRICT_NEEDS_TYPED


def test_spoken_clues_earn_nothing() -> None:
    spoken = Settings(clues=Clues.SPOKEN, plus_one=PlusOne.EARNED)
    assert spoken.problem() is Refusal.EARNED_NEEDS_TYPED


@pytest.mark.parametrize("name", ["sand_seconds", "clue_seconds", "guess_seconds"])
@pytest.mark.parametrize(("seconds", "fine"), [(9, False), (10, True), (900, True), (901, False)])
def test_times_are_10_seconds_to_15_minutes(name: str, seconds: int, fine: bool) -> None:
    settings = replace(Settings(), **{name: seconds})
    assert settings.problem() is (None if fine else Refusal.TIMER_SECONDS)


@pytest.mark.parametrize(("seconds", "fine"), [(-1, False), (0, True), (900, True), (901, False)])
def test_the_extra_may_be_nothing(seconds: int, fine: bool) -> None:
    settings = Settings(first_extra_seconds=seconds)
    assert settings.problem() is (None if fine else Refusal.TIMER_SECONDS)


@pytest.mark.parametrize(
    "settings",
    [
        Settings(mode=Mode.DUET, board=Board.PICTURES),
        Settings(mode=Mode.DUET, guessing=Guessing.OPERATIVES_TAP),
        Settings(mode=Mode.DUET, plus_one=PlusOne.NEVER),
        Settings(mode=Mode.DUET, plus_one=PlusOne.EARNED),
    ],
)
def test_a_duet_has_words_no_operatives_and_no_guess_limit(settings: Settings) -> None:
    assert settings.problem() is Refusal.NOT_IN_DUET
    assert replace(settings, mode=Mode.COOP).problem() is None


def test_everything_else_goes_together() -> None:
    for mode, board, clues, guessing, plus_one, referee, timer in product(
        Mode, Board, Clues, Guessing, PlusOne, Refereeing, Timer
    ):
        settings = Settings(
            mode=mode,
            board=board,
            clues=clues,
            guessing=guessing,
            plus_one=plus_one,
            referee=referee,
            timer=timer,
        )
        spoken = clues is Clues.SPOKEN
        wrong = spoken and (referee is Refereeing.STRICT or plus_one is PlusOne.EARNED)
        fits = (board, guessing, plus_one) == (Board.WORDS, Guessing.SPYMASTER_TAPS, PlusOne.ALWAYS)
        wrong = wrong or (mode is Mode.DUET and not fits)
        assert (settings.problem() is not None) == wrong


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_played(name: str) -> None:
    assert PRESETS[name].problem() is None


WITH_BOTS = {"alone", "alone_duet", "two_against_two_bots"}


def test_presets_differ_and_the_first_is_the_default() -> None:
    assert PRESETS["classic"] == Settings()
    of_people = [preset for name, preset in PRESETS.items() if name not in WITH_BOTS]
    assert len(set(of_people)) == len(of_people)


def test_presets_with_bots_have_typed_clues() -> None:
    assert len(WITH_BOTS & PRESETS.keys()) == len(WITH_BOTS)
    assert all(PRESETS[name].clues is Clues.TYPED for name in WITH_BOTS)


def test_no_two_presets_are_the_same() -> None:
    """Phones know by its house rules which one is played."""
    assert len(set(PRESETS.values())) == len(PRESETS)


def test_every_mode_and_board_has_a_preset() -> None:
    played = {(preset.mode, preset.board) for preset in PRESETS.values()}
    assert played >= {(mode, Board.WORDS) for mode in Mode} | {(Mode.CLASSIC, Board.PICTURES)}
