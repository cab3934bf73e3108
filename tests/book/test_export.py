"""Exports: of debriefed games only, and harmless wherever they end up."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from book.played_games import ANA, BEN, by, dealt, duet_won, record, red_won, renamed, taps
from room.room_builder import then
from rules.game_builder import ASSASSIN, BLUE, SPOKEN, touch
from undercast.base.refusals import Refusal, Refused
from undercast.book import export
from undercast.room.ended_games import EndedGame
from undercast.rules.actions import (
    Abandon,
    Challenge,
    ConcedeChallenge,
    CoverCard,
    EndTurn,
    Undo,
)
from undercast.rules.clues import Clue
from undercast.web.game_json import as_json

HTML = "<script>alert('&')"


def document(ended: EndedGame) -> dict[str, Any]:
    return dict(json.loads(as_json(export.exported(ended))))


def text(ended: EndedGame) -> str:
    return export.as_text(export.exported(ended))


def test_only_of_a_debriefed_game() -> None:
    with pytest.raises(Refused) as refused:
        export.exported(record(red_won()))
    assert refused.value.code is Refusal.NOT_DEBRIEFED


def test_the_document() -> None:
    told = document(record(red_won(), debriefed=True))
    assert (told["format"], told["number"], told["at"]) == (1, 1, 7_000)
    assert told["settings"]["guessing"] == "spymaster_taps"  # also what is the default
    assert told["cards"][8] == {
        "codename": "CHICKEN",
        "identity": "red",
        "identity_b": None,
        "revealed": "red",
    }
    assert told["turns"][0]["clue"] == {"word": "OCEAN", "number": 3, "giver": "Ana"}
    assert told["turns"][0]["touches"][3] == {
        "position": 17,
        "codename": "MIRROR",
        "identity": "bystander",
        "by": "Ana",
        "undone": False,
    }
    assert told["result"] == {"winner": "red", "ending": "all_agents", "score": None}
    assert [award["kind"] for award in told["awards"]] == ["boldest", "streak"]
    assert "BKTM" not in json.dumps(told)


def test_the_text() -> None:
    lines = text(record(red_won(), debriefed=True)).splitlines()
    assert lines[0] == "Game 1: classic, words"
    board = [line for line in lines if "(red)" in line]
    assert board[0].split()[:2] == ["*OAK", "(red)"]
    assert "1. red: OCEAN 3 (Ana), bystander" in lines
    assert "     MIRROR: bystander (Ana)" in lines
    assert lines[-3:] == ["Red won: all_agents", "Boldest: 3 (turn 1, Ana)", "Streak: 5 (turn 5)"]


def test_struck_clues_covers_and_what_was_taken_back() -> None:
    now = then(dealt(), ANA, by(ANA, "sea", 2))
    now = then(now, BEN, Challenge())
    now = then(now, ANA, ConcedeChallenge())
    now = then(now, BEN, CoverCard(BLUE[0]))
    now = then(now, BEN, by(BEN, "sun", 1), touch(BLUE[1], by=BEN), Undo(), touch(0, by=BEN))
    now = then(now, ANA, Abandon())
    ended = record(now, debriefed=True)
    told = document(ended)
    assert told["turns"][0]["struck"] == [{"word": "sea", "number": 2, "by": "giver"}]
    assert told["turns"][1]["touches"][0]["undone"]
    covered = [turn["covered"] for turn in told["turns"]]
    assert [name for name in covered if name] == ["LEMON"]
    said = text(ended)
    for line in (
        "     struck: sea 2 (giver)",
        "     PIANO: blue (Ben, taken back)",
        "     LEMON: revealed without a guess",
        "Nobody won: abandoned",
    ):
        assert line in said.splitlines()


def test_a_wordless_clue_and_one_without_a_giver() -> None:
    now = then(dealt(SPOKEN), ANA, by(ANA, None, 2), *taps(ANA, 0), EndTurn())
    ended = record(then(now, BEN, *taps(BEN, ASSASSIN)), debriefed=True)
    assert document(ended)["turns"][1]["clue"] == {
        "word": None,
        "number": "unlimited",
        "giver": None,
    }
    assert "1. red: (spoken) 2 (Ana), by_choice" in text(ended)
    assert "2. blue: (spoken) unlimited, assassin" in text(ended)


def test_a_turn_without_a_clue_and_one_that_goes_on() -> None:
    ended = record(red_won(), debriefed=True)
    turn = replace(ended.table.turns[0], clue=None, giver=None, ended=None)
    odd = replace(ended, table=replace(ended.table, turns=(turn,)))
    assert "1. red: no clue\n" in text(odd)


def test_a_score() -> None:
    ended = record(red_won(), debriefed=True)
    assert ended.table.result is not None
    scored = replace(ended.table, result=replace(ended.table.result, score=4))
    assert "Red won: all_agents, score 4" in text(replace(ended, table=scored))


def test_a_duet_has_two_keys() -> None:
    ended = record(duet_won(), debriefed=True)
    told = document(ended)
    assert (told["cards"][3]["identity"], told["cards"][3]["identity_b"]) == ("green", "bystander")
    assert told["turns"][0]["side"] == "side_a"
    assert "(green/bystander)" in text(ended)
    assert "1. side_a: river 9 (Ana), side_done" in text(ended)


def test_html_in_names_clues_and_codenames_is_no_markup() -> None:
    named = renamed(record(red_won(), debriefed=True), **{ANA: HTML})
    first = replace(named.table.turns[0], clue=Clue(HTML, 3))
    turns = (first, *named.table.turns[1:])
    words = (HTML, *named.table.codenames[1:])
    named = replace(named, table=replace(named.table, turns=turns, codenames=words))
    written = as_json(export.exported(named))
    assert not set("<>&") & set(written)
    told = json.loads(written)
    assert told["turns"][0]["clue"] == {"word": HTML, "number": 3, "giver": HTML}
    assert told["cards"][0]["codename"] == HTML


def test_whose_name_is_not_known_is_told_all_the_same() -> None:
    ended = replace(record(red_won(), debriefed=True), names={})
    assert document(ended)["turns"][0]["clue"]["giver"] == "?"
    assert document(ended)["turns"][0]["touches"][0]["by"] == "?"
