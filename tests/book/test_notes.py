"""What was noted in secret while a game was played: told when it was debriefed, and not before."""

from book.played_games import ANA, BEN, CEM, by, dealt, record, taps
from book.test_export import document, text
from room.room_builder import then
from rules.game_builder import BYSTANDERS, RED
from undercast.book import pages, statistics
from undercast.book.statistics import Noted
from undercast.room.ended_games import EndedGame
from undercast.rules.actions import Abandon, EndTurn, NoteCards
from undercast.rules.game import Note


def noted_game(*, debriefed: bool) -> EndedGame:
    """Ana means three cards; two of them are found, and Ben, who guesses nothing, noted one."""
    meant = NoteCards((RED[2], RED[0], RED[5]), ANA)
    now = then(dealt(), ANA, meant, by(ANA, "OCEAN", 3))
    now = then(now, ANA, *taps(ANA, *RED[:3], BYSTANDERS[0]))
    now = then(now, BEN, NoteCards((9, 10), BEN), NoteCards((), BEN), by(BEN, "night", 1))
    now = then(now, BEN, *taps(BEN, 9), EndTurn())
    now = then(now, ANA, NoteCards((RED[3],), ANA), Abandon())
    return record(now, debriefed=debriefed)


def test_nobody_reads_notes_before_the_debrief() -> None:
    ended = noted_game(debriefed=False)
    assert ended.notes
    assert pages.debriefed_key(ended) is None
    assert statistics.noted([ended]) == {}
    assert "notes" not in pages.book_page(ended).__struct_fields__


def test_a_debriefed_game_tells_what_clues_meant() -> None:
    ended = noted_game(debriefed=True)
    opened = pages.debriefed_key(ended)
    assert opened is not None
    assert opened.notes == (
        Note(0, ANA, (RED[2], RED[0], RED[5])),
        Note(2, ANA, (RED[3],)),
    )
    first, _, last = document(ended)["turns"]
    codenames = ended.table.codenames
    assert first["notes"] == [{"by": "Ana", "cards": [codenames[RED[n]] for n in (2, 0, 5)]}]
    assert last["notes"][0]["cards"] == [codenames[RED[3]]]
    assert f"Ana meant: {codenames[RED[2]]}, " in text(ended)
    assert f"Ana thought of: {codenames[RED[3]]}" in text(ended)  # no clue came of it


def test_who_only_noted_something_is_named_with_the_notes_alone() -> None:
    now = then(dealt(), CEM, NoteCards((3,), CEM))
    now = then(now, ANA, Abandon())
    assert pages.book_page(record(now, debriefed=False)).names == {}
    assert pages.book_page(record(now, debriefed=True)).names == {CEM: "Cem"}


def test_what_was_meant_and_found_is_counted() -> None:
    assert statistics.noted([noted_game(debriefed=True)] * 2) == {ANA: Noted(2, 6, 4)}


def test_a_game_without_notes_says_nothing_of_them() -> None:
    ended = record(then(dealt(), ANA, Abandon()), debriefed=True)
    assert [turn["notes"] for turn in document(ended)["turns"]] == [[]]
