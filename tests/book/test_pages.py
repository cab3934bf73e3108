"""What the book tells of a game, and what it does not tell before the debrief."""

from msgspec.json import encode
from msgspec.structs import replace

from book.played_games import ANA, BEN, CEM, dealt, duet_won, record, red_won
from room.room_builder import then
from rules.game_builder import KEY, identities
from undercast.book import pages
from undercast.room.seats import Seat
from undercast.rules.actions import Abandon, Debrief
from undercast.rules.cards import Key
from undercast.rules.game import Ending
from undercast.rules.settings import Board, Mode


def test_a_line() -> None:
    line = pages.book_line(record(red_won()))
    assert (line.number, line.at, line.mode, line.board) == (1, 7_000, Mode.CLASSIC, Board.WORDS)
    assert (line.result.winner, line.turns, line.debriefed) == ("red", 5, False)
    assert pages.book_line(record(red_won(), debriefed=True)).debriefed
    assert sorted(sum(line.people.values(), ())) == ["Ana", "Ben", "Cem", "Dora"]
    # Who only looked on is nobody's opponent.
    assert pages.book_line(record(duet_won())).people == {
        Seat.SIDE_A: ("Ana",),
        Seat.SIDE_B: ("Ben",),
    }


def test_a_page_is_what_everybody_saw() -> None:
    now = red_won()
    page = pages.book_page(record(now))
    assert now.game is not None
    table = now.game.table
    shown = (page.codenames, page.revealed, page.turns, page.settings, page.starting_team)
    assert shown == (
        *(table.codenames, table.revealed, table.turns),
        *(table.settings, table.starting_team),
    )
    assert page.names == {ANA: "Ana", BEN: "Ben"}  # who is mentioned
    assert page.people == pages.book_line(record(now)).people
    assert len(page.awards) == 2
    assert CEM not in page.names


def test_the_key_is_told_when_it_was_shown_to_all() -> None:
    assert pages.debriefed_key(record(red_won())) is None
    key = pages.debriefed_key(record(red_won(), debriefed=True))
    assert key is not None
    assert (key.key, key.key_b) == (identities(), None)
    assert "red" not in repr(key)
    duet = pages.debriefed_key(record(duet_won(), debriefed=True))
    assert duet is not None
    assert duet.key_b is not None


def test_an_abandoned_game_has_a_page() -> None:
    now = then(dealt(), ANA, Abandon())
    page = pages.book_page(record(now))
    assert (page.result.ending, page.awards, page.names) == (Ending.ABANDONED, (), {})
    assert pages.book_line(record(then(now, ANA, Debrief()))).debriefed


def test_two_keys_same_bytes() -> None:
    """A key that differs wherever nothing was revealed changes no byte of line and page."""
    ended = record(red_won())
    other = identities(KEY[:10] + KEY[10:][::-1])
    assert other != identities()
    elsewhere = replace(ended, key=Key(other))
    for told in (pages.book_line, pages.book_page, pages.debriefed_key):
        assert encode(told(ended)) == encode(told(elsewhere))
