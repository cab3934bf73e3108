"""`undercast export`, `stats` and `forget`, beside a running server and without one."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cast.emulated import eventually
from cli.test_cli import mistake
from cli.test_cli import undercast as run
from servers import Server, running
from store.terminals import ask_store
from store.test_restore import undercast
from table import DEAL, Table

HTML = "<i>Ana</i>"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[Server]:
    with running(data, deal=DEAL, options=("--generous", "--counts-after=0")) as started:
        yield started


@pytest.fixture(scope="module")
def table(server: Server, data: Path) -> Table:
    """The first game is debriefed, the second one is not."""
    table = Table(server)
    table.people["Ben"].do("rename", name=HTML)
    for name in ("Ben", "Dan"):
        table.people[name].do("count_me", on=True)
    for game in (1, 2):
        table.dealt().clue()
        for position in (0, 1, 24):
            table.move("Ben", "touch_card", position=position)
        if game == 1:
            table.move("Ana", "debrief")
    eventually(
        lambda: (
            sum(row.games for row in ask_store(data, lambda house: house.household()).games) == 2
        )
    )
    return table


def test_export(table: Table, data: Path) -> None:
    text = undercast("export", data, table.code)
    assert text.startswith("Game 1: classic, words\n")
    assert "Blue won: assassin" in text
    assert undercast("export", data, table.code.lower(), "--game", 1) == text
    written = undercast("export", data, table.code, "--json")
    assert json.loads(written)["turns"][0]["clue"]["giver"] == HTML
    assert not set("<>&") & set(written)
    assert written == table.people["Eva"].ask("export_game", game=1)["json"]


def test_export_of_what_was_not_debriefed_or_is_not_there(table: Table, data: Path) -> None:
    at = ("--data", data)
    assert "game 2 has not been debriefed" in mistake("export", table.code, "--game", 2, *at)
    assert "has no finished game 3" in mistake("export", table.code, "--game", 3, *at)
    assert "has no debriefed game" in mistake("export", "ZZZZ", *at)
    assert "there is no data" in mistake("export", "ZZZZ", "--data", data / "elsewhere")


def test_stats_and_forget(table: Table, data: Path) -> None:
    said = undercast("stats", data).splitlines()
    assert said == [
        "classic, won (assassin): 2 games, 2 turns, 2 clues, 4 agents found, 2 assassins",
        "",
        "People who chose to keep their stats:",
        f"{HTML}: 2 games, 0 won, 2 lost; 2 clues, 2.0 found per clue, 2 assassins",
        "Dan: 2 games, 0 won, 2 lost",
        "",
        "Clues by pair:",
        f"{HTML} to Dan: 2 games; 2 clues, 2.0 found per clue, 2 assassins",
    ]
    assert "from 2 games" in undercast("forget", data, "dan")
    assert "Dan" not in undercast("stats", data)
    assert "no statistics for Dan" in mistake("forget", "Dan", "--data", data)
    table.dealt().clue()
    table.move("Ben", "touch_card", position=24)
    eventually(lambda: "3 games" in undercast("stats", data))
    assert "Dan: 1 game, 0 won, 1 lost" in undercast("stats", data)


def test_without_data(tmp_path: Path) -> None:
    assert run("stats", "--data", tmp_path).stdout == "No games counted yet\n"
    assert "no statistics for Ana" in mistake("forget", "Ana", "--data", tmp_path)
