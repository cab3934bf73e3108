"""What is drawn is a pure function of what may be seen, and fits."""

import pytest
from msgspec.structs import replace

from undercast.bots.bot import SeatView
from undercast.room.seats import Seat
from undercast.rules.cards import Identity
from undercast.rules.settings import Guessing, Mode, Settings
from undercast.simulation.match import Match, seats_of
from undercast.terminal.board import board_lines
from undercast.terminal.input_parser import NotUnderstood, TypedClue, parse_card, parse_clue
from undercast.terminal.screen import TerminalScreen, screen_lines
from undercast.terminal.styles import (
    ColourDepth,
    Span,
    TerminalFeatures,
    TextStyle,
    render_line,
    render_screen,
)
from undercast.terminal.text_width import text_width, truncate, wrap

CLASSIC = Settings(guessing=Guessing.OPERATIVES_TAP)


def match(language: str, mode: Mode = Mode.CLASSIC, seed: int = 1) -> Match:
    settings = Settings(mode=mode) if mode is Mode.DUET else replace(CLASSIC, mode=mode)
    return Match(settings, dict.fromkeys(seats_of(mode)), seed, (language,))


def seen(of: Match) -> SeatView:
    return of.seat_view(next(seat for seat in of._people.values() if seat.sees_key))


@pytest.mark.parametrize("language", ["en", "bs", "hr", "sr", "sr-Cyrl", "hi"])
@pytest.mark.parametrize("size", [(40, 24), (60, 24), (80, 24), (200, 60), (20, 10)])
def test_every_line_fits_and_the_last_row_is_left_to_type(
    language: str, size: tuple[int, int]
) -> None:
    for mode in Mode:
        view = seen(match(language, mode)).view
        for depth in ColourDepth:
            look = TerminalFeatures(*size, depth, control_sequences=True)
            about = ("Your clue for red, like: 2 rust (?=help)",)
            lines = screen_lines(
                TerminalScreen(view, Seat.RED_SPYMASTER, ("Something happened.",), about), look
            )
            for line in lines:
                wide = sum(span.width or text_width(span.text) for span in line)
                assert wide <= look.width, line
            if size != (20, 10):
                assert len(lines) < look.height


def test_five_by_five_where_it_fits_else_a_list_and_every_word_whole() -> None:
    for language, narrow in (("en", 13), ("hi", 9)):
        view = seen(match(language)).view
        assert view.game is not None
        for width, rows in ((80, 9), (40, narrow)):
            lines = board_lines(view.game, None, TerminalFeatures(width))
            assert len(lines) == rows
            drawn = "\n".join(render_line(line, TerminalFeatures(width)) for line in lines)
            assert all(codename.upper() in drawn for codename in view.game.codenames)


def test_letters_stand_for_colours_where_there_are_none() -> None:
    of = match("en")
    view = seen(of).view
    assert view.game is not None
    key = of.seat_view(Seat.RED_SPYMASTER).key
    assert key is not None
    revealed = tuple(key[p] if p < 3 else None for p in range(25))
    game = replace(view.game, revealed=revealed)
    drawn = "".join(
        render_line(line, TerminalFeatures(80))
        for line in board_lines(game, key, TerminalFeatures(80))
    )
    letters = {"red": "R", "blue": "B", "bystander": "-", "assassin": "X"}
    for position, identity in enumerate(key):
        word, letter = game.codenames[position].upper(), letters[identity]
        text = f"{letter}({word})" if position < 3 else f"{letter.lower()} {word}"
        assert f"{position + 1:>2}{text}" in drawn


def test_without_a_key_nothing_of_it_is_drawn() -> None:
    view = match("en").public_view()
    for depth in ColourDepth:
        for line in screen_lines(TerminalScreen(view), TerminalFeatures(80, 24, depth)):
            assert not {span.style for span in line} & {
                style for style in TextStyle if style.startswith("key_")
            }


def test_a_terminal_that_can_is_told_where_a_card_ends() -> None:
    line = (Span("कि", TextStyle.CARD, 6), Span(" "), Span("b"))
    assert (
        render_line(line, TerminalFeatures(40, 24, ColourDepth.NONE, control_sequences=True))
        == "      \x1b[1Gकि\x1b[7G b"
    )
    assert render_line(line, TerminalFeatures(40)) == f"कि{' ' * 4} b"
    assert render_screen([line], TerminalFeatures(40)).startswith("\x1b[H")


def test_widths() -> None:
    assert text_width("ocean") == 5
    assert text_width("e\u0301") == 1
    assert text_width("日本") == 4
    assert text_width("हिन्दी") == 5  # two signs beside letters, one below
    assert truncate("ÉÉ", 1) == "É"
    assert truncate("日本", 3) == "日"
    assert wrap("one two three", 8) == ["one two", "three"]
    assert wrap("x" * 25, 10) == ["x" * 10, "x" * 10, "x" * 5]


@pytest.mark.parametrize(
    ("line", "word", "number"),
    [
        ("2 rust", "rust", 2),
        ("rust 2", "rust", 2),
        (" rust :  2", "rust", 2),
        ("rust, 2", "rust", 2),
        ("0 word", "word", 0),
        ("word unlimited", "word", "unlimited"),
        ("Unlimited word", "word", "unlimited"),
        ("∞ word", "word", "unlimited"),
        ("new york 3", "new york", 3),
        ("8: 3", "8", 3),
        ("२ पानी", "पानी", 2),
        ("k-n-i 1", "k-n-i", 1),
    ],
)
def test_clues_are_understood(line: str, word: str, number: int | str) -> None:
    assert parse_clue(line) == TypedClue(word, number)  # type: ignore[arg-type]


@pytest.mark.parametrize("line", ["", "rust", "2", "2 3", "10 rust", "99999 rust", "- -", "²"])
def test_what_is_no_clue_gets_a_sentence(line: str) -> None:
    with pytest.raises(NotUnderstood, match=r"."):
        parse_clue(line)


def test_cards_are_chosen_by_word_or_number() -> None:
    names = ("Eiffel Tower", "наочаре", "čaša", "अँगूठी", "hotel")
    everything = range(5)
    for line, position in (
        *(("eiffel tower", 0), ("EIFFELTOWER", 0), ("naočare", 1), ("НАОЧАРЕ", 1)),
        *(("casa", 2), ("ČAŠA", 2), ("अँगूठी", 3), ("5", 4), ("५", 4)),
    ):
        assert parse_card(line, names, everything) == position
    for line, said in (
        ("hotle", "Did you mean HOTEL?"),
        ("zebra", "There is no “zebra” to choose."),
        ("\x1b[31m" + "z" * 40, "There is no “[31mzzzzzzzzzzzzzzzzzzzzzzzzzz…”"),
        ("6", "The cards are numbered 1 to 5."),
        ("0", "The cards are numbered 1 to 5."),
    ):
        with pytest.raises(NotUnderstood) as fault:
            parse_card(line, names, everything)
        assert said in str(fault.value)


def test_identities_all_have_styles() -> None:
    assert all(TextStyle(identity) and TextStyle(f"key_{identity}") for identity in Identity)
