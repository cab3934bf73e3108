"""The book on the wire: what ended in a room, for the people in it; exports after the debrief."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from clients import Client, token
from servers import Deal, Server, running
from table import DEAL, KEY, Table, codes, refusal, refusal_of, settle
from wire_messages import whole

OPTIONS = ("--generous", "--counts-after=0", "--still")

HTML = "<b>&Ana</b>"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    deal = Deal((KEY,), codes=codes())
    with running(tmp_path_factory.mktemp("book"), deal=deal, options=OPTIONS) as one:
        yield one


def won(table: Table) -> Table:
    """Red finds all nine under one clue."""
    table.dealt().clue()
    for position in range(9):
        table.move("Ben", "touch_card", position=position)
    return table


def debriefed(table: Table) -> Table:
    table.move("Ana", "debrief")
    return table


def test_before_the_first_game_it_is_empty(server: Server) -> None:
    table = Table(server)
    assert table.people["Eva"].ask("open_book") == {
        "book": {"games": [], "people": [], "pairs": []},
        "ok": True,
    }


def test_everybody_in_the_room_may_read_it(server: Server) -> None:
    table = won(Table(server))
    told = [table.people[name].ask("open_book") for name in ("Ana", "Ben", "Dan")]
    assert told[0] == told[1] == told[2]
    (line,) = told[0]["book"]["games"]
    result = {"winner": "red", "ending": "all_agents", "score": None}
    assert (line["number"], line["result"], line["debriefed"]) == (1, result, False)
    names = [person["name"] for person in told[0]["book"]["people"]]
    assert names == ["Ben", "Cem", "Dan", "Eva"]  # Ana looked on


def test_a_page_is_what_everybody_saw_and_the_key_comes_with_the_debrief(server: Server) -> None:
    table = won(Table(server))
    dan = table.people["Dan"]
    opened = dan.ask("open_page", game=1)
    assert opened["debriefed"] is None
    page = opened["page"]
    settle(table.tv)
    shown = table.tv.game
    turns = whole({"turns": page["turns"]}, "GameView")["turns"]
    assert (page["codenames"], page["revealed"], turns) == (
        *(shown["codenames"], shown["revealed"]),
        shown["turns"],
    )
    assert page["names"] == {table.people["Ben"].you: "Ben"}
    debriefed(table)
    key = dan.ask("open_page", game=1)["debriefed"]
    assert [identity[0] for identity in key["key"]] == [
        {"n": "b"}.get(letter, letter) for letter in KEY
    ]


def test_what_is_taken_back_is_not_in_it(server: Server) -> None:
    table = Table(server).dealt().clue()
    table.move("Ben", "touch_card", position=24)
    assert table.people["Dan"].ask("open_page", game=1)["page"]["result"]["winner"] == "blue"
    table.move("Ben", "undo")
    assert refusal(table.people["Dan"], "open_page", game=1) == "game/no_such_game"
    assert table.people["Dan"].ask("open_book")["book"]["games"] == []


def test_an_export_takes_a_debrief(server: Server) -> None:
    table = won(Table(server))
    eva = table.people["Eva"]
    assert refusal(eva, "export_game", game=1) == "game/not_debriefed"
    assert refusal(eva, "export_game", game=2) == "game/no_such_game"
    debriefed(table)
    exported = eva.ask("export_game", game=1)
    assert json.loads(exported["json"])["cards"][24]["identity"] == "assassin"
    assert "Red won: all_agents" in exported["text"]
    assert table.code not in exported["json"] + exported["text"]


def test_html_in_a_name_does_no_harm_in_an_export(server: Server) -> None:
    table = Table(server)
    table.people["Ben"].do("rename", name=HTML)
    debriefed(won(table))
    exported = table.people["Eva"].ask("export_game", game=1)
    assert not set("<>&") & set(exported["json"])
    assert json.loads(exported["json"])["turns"][0]["clue"]["giver"] == HTML


def test_a_screen_may_read_the_page_that_it_has_to_show(server: Server) -> None:
    table = won(Table(server))
    tv, ana = table.tv, table.people["Ana"]
    assert tv.ask("open_page", game=1) == table.people["Dan"].ask("open_page", game=1)
    ana.do("close_page")
    assert refusal(tv, "open_page", game=1) == "wire/not_entered"
    ana.do("show_page", game=1, moment=0, plays=True)
    shown = tv.ask("open_page", game=1)
    assert shown["debriefed"] is None
    for name, fields in (
        ("open_page", {"game": 2}),
        ("export_game", {"game": 1}),
        ("open_book", {}),
    ):
        assert refusal(tv, name, **fields) == "wire/not_entered"
    table.move("Ana", "debrief")
    ana.do("show_page", game=1, moment=99, plays=False)
    assert tv.ask("open_page", game=1)["debriefed"] is not None
    table.dealt()
    assert refusal(tv, "open_page", game=1) == "wire/not_entered"
    assert (
        refusal(ana, "show_page", cmd_id="late", game=1, moment=0, plays=True)
        == "room/game_running"
    )


def test_the_show_comes_back_at_the_same_part_after_a_kill(tmp_path: Path) -> None:
    with running(tmp_path, deal=Deal((KEY,), codes=codes()), options=OPTIONS) as server:
        table = won(Table(server))
        for part in (None, "clues", "awards", "next_keys"):
            if part is not None:
                table.people["Ana"].do("show_page", game=1, moment=0, plays=True, part=part)
            settle(table.tv)
            before = table.tv.lobby["showing"]
            assert (before["motion"], before["part"]) == ("looking_back", part)
            server.kill()
            server.start()
            table.come_back()
            assert table.tv.lobby["showing"] == before
            if part == "clues":
                debriefed(table)  # the whole key, until the host goes on
                settle(table.tv)
                assert table.tv.lobby["showing"] is None


@pytest.mark.parametrize("part", ["", "key", 1, ["awards"]])
def test_hostile_parts(server: Server, part: object) -> None:
    fields = {"cmd_id": "p", "game": 1, "moment": 0, "plays": True, "part": part}
    assert refusal_of(Table(server).people["Ana"], "show_page", fields) == "wire/malformed"


@pytest.mark.parametrize("moment", [-1, 10**6, "1", None])
def test_hostile_moments(server: Server, moment: object) -> None:
    fields = {"cmd_id": "m", "game": 1, "moment": moment, "plays": True}
    assert refusal_of(Table(server).people["Ana"], "show_page", fields) == "wire/malformed"


def test_nobody_else_may_read_it(server: Server) -> None:
    table = debriefed(won(Table(server)))
    other = Table(server)
    stranger = Client(server.url)
    asking = Client(server.url)
    asking.enter("watch", room=table.code)
    asked = {"protocol": 2, "room": table.code, "token": token(), "player": "p2"}
    asking.answer(asking.send("ask_to_return", asked))
    removed = table.people["Eva"]
    table.people["Ana"].do("remove", player=removed.you)
    removed.wait(lambda: removed.gone is not None)
    for name, fields in (
        ("open_book", {}),
        ("open_page", {"game": 1}),
        ("export_game", {"game": 1}),
        ("open_statistics", {}),
    ):
        for outsider in (stranger, table.tv, asking, removed):
            assert refusal(outsider, name, **fields) == "wire/not_entered"
    # Who is in another room reads in that room's.
    assert refusal(other.people["Ben"], "open_page", game=1) == "game/no_such_game"
    assert refusal(other.people["Ben"], "open_page", game=1, room=table.code) == "wire/malformed"


@pytest.mark.parametrize("game", [0, -1, 10**9, "1", 1.5, None, [1], True])
def test_hostile_numbers(server: Server, game: object) -> None:
    table = Table(server)
    for name in ("open_page", "export_game"):
        code = refusal_of(table.people["Dan"], name, {"game": game})
        assert code in ("wire/malformed", "game/no_such_game")
    assert refusal_of(table.people["Dan"], "open_book", {"game": 1}) == "wire/malformed"


def test_who_agrees_is_counted_by_name(server: Server) -> None:
    table = Table(server)
    table.people["Ben"].do("rename", name="Benjamin")
    table.people["Ben"].do("count_me", on=True)
    dan = table.people["Dan"]
    dan.wait_for_view(lambda view: any(p["counted"] for p in view["view"]["lobby"]["players"]))
    agreed = [p["name"] for p in dan.lobby["players"] if p["counted"]]
    assert agreed == ["Benjamin"]
    assert table.people["Ben"].ask("open_statistics")["household"]["people"] == []
    won(table)
    people = counted(dan)
    assert [person["name"] for person in people] == ["Benjamin"]
    assert people[0]["numbers"]["giving"]["found"] == 9
    table.people["Ben"].do("count_me", on=False)
    assert dan.ask("open_statistics")["household"]["people"] == []


def counted(client: Client) -> list[dict[str, dict[str, dict[str, int]]]]:
    """The household's people, once somebody was counted: a chore does it, within a second."""
    people: list[dict[str, dict[str, dict[str, int]]]] = []
    while not people:
        people = client.ask("open_statistics")["household"]["people"]
    return people


def test_reading_is_limited(tmp_path: Path) -> None:
    options = ("--commands-a-second=5", "--no-refill")
    with running(tmp_path, deal=DEAL, options=options) as server:
        dan = Table(server).people["Dan"]
        answers = [dan.answer(dan.send("open_book", {})) for _ in range(13)]
        refused = [answer["error"]["code"] for answer in answers if "error" in answer]
        assert set(refused) == {"wire/too_many"}
        assert len(refused) < 13


def test_at_a_public_address_nothing_is_counted(tmp_path: Path) -> None:
    options = ("--public-url=http://games.example", *OPTIONS)
    server = Server(tmp_path, deal=DEAL, options=options)
    try:
        server.start()
        ana = Client(server.url)
        entered = ana.enter(
            "create", token=token(), name="Ana", language="en", decks=["en"], cmd_id="c"
        )
        assert entered["counts"] is False
        ana.do("take_seat", seat="key_holder")
        ana.do("count_me", on=True)
        ana.do("deal")
        ana.move("give_clue", word="tree", number="unlimited")
        ana.wait_for_view(lambda view: view["view"]["game"]["phase"] == "guess")
        ana.move("touch_card", position=24)
        told = ana.ask("open_book")["book"]
        assert (len(told["games"]), told["people"][0]["name"]) == (1, "Ana")
        assert ana.ask("open_statistics")["household"] == {"games": [], "people": [], "pairs": []}
    finally:
        server.kill()
