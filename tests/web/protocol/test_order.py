"""Laws "One order per room" and "Whole snapshots, numbered per audience", on a running server."""

import itertools
import json
import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import websocket

from clients import Client
from servers import Deal, Server, running
from table import KEY, TAPPED, Table, codes, refusal, settle

OK = {"ok": True}
STALE = "game/stale"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    deal = Deal((KEY,), codes=codes())
    with running(tmp_path_factory.mktemp("data"), deal=deal, options=("--generous",)) as started:
        yield started


def outcomes(*answers: dict[str, dict[str, str]]) -> list[str]:
    return sorted(answer["error"]["code"] if "error" in answer else "ok" for answer in answers)


def touches(client: Client) -> list[int]:
    settle(client)
    return [t["position"] for t in client.game["turns"][0]["touches"]]


@pytest.mark.parametrize("positions", [(4, 4), (4, 5)])
def test_of_two_taps_at_once_one_is_done_and_the_other_is_stale(
    server: Server, positions: tuple[int, int]
) -> None:
    table = Table(server, settings=TAPPED)
    table.join("Flo").do("take_seat", seat="red_operative")
    table.dealt().clue()
    dan, flo = table.people["Dan"], table.people["Flo"]
    settle(table.tv)
    step = table.tv.view["step"]
    sent = [
        (person, person.send("touch_card", touch(step, position, "tap")))
        for person, position in zip((dan, flo), positions, strict=True)
    ]
    assert outcomes(*(person.answer(number) for person, number in sent)) == [STALE, "ok"]
    assert len(touches(table.tv)) == 1
    assert table.tv.view["step"] == step + 1


@pytest.mark.skipif(sys.platform == "win32", reason="cannot halt a process")
def test_whoever_has_much_to_say_lets_others_speak_in_between(server: Server) -> None:
    """Two connections have a whole chunk of commands waiting: neither is done before the other."""
    table = Table(server)
    settle(table.tv)
    table.tv.messages.clear()
    os.kill(server.pid, signal.SIGSTOP)
    try:
        for name in ("Ben", "Cem"):
            table.people[name]._socket.sock.sendall(chunk_of_renames(name, 20))
    finally:
        os.kill(server.pid, signal.SIGCONT)
    table.tv.wait_for_view(lambda _: {"Ben19", "Cem19"} <= names(table.tv.view))
    views = [names(message) for message in table.tv.messages]
    new = [next(iter(after - before))[:3] for before, after in itertools.pairwise(views)]
    turns = [len(list(run)) for _, run in itertools.groupby(new)]
    assert max(turns) < 20, turns


def chunk_of_renames(name: str, count: int) -> bytes:
    """Frames that a server receives at once: less than 4 KiB."""
    fields = [{"cmd_id": f"{name}{n}", "name": f"{name}{n}"} for n in range(count)]
    texts = [f"42{json.dumps(['rename', field])}" for field in fields]
    frames = [websocket.ABNF.create_frame(text, websocket.ABNF.OPCODE_TEXT) for text in texts]
    chunk = b"".join(frame.format() for frame in frames)
    assert len(chunk) < 4096
    return chunk


def names(message: dict[str, Any]) -> set[str]:
    return {player["name"] for player in message["view"]["lobby"]["players"]}


def touch(step: int, position: int, cmd_id: str) -> dict[str, object]:
    return {"cmd_id": cmd_id, "step": step, "position": position}


def test_many_taps_of_one_phone_on_the_same_board_do_one_thing(server: Server) -> None:
    table = Table(server).dealt().clue()
    ben = table.people["Ben"]
    settle(ben)
    step = ben.view["step"]
    numbers = [ben.send("touch_card", touch(step, n, f"many{n}")) for n in range(8)]
    assert [outcomes(ben.answer(number))[0] for number in numbers] == ["ok"] + [STALE] * 7
    assert touches(table.tv) == [0]


def test_the_same_command_again_is_answered_again_and_done_once(server: Server) -> None:
    table = Table(server).dealt().clue()
    ben = table.people["Ben"]
    settle(ben)
    again = touch(ben.view["step"], 0, "again")
    settle(table.tv)
    shown = len(table.tv.messages)
    for _ in range(3):
        assert ben.ask("touch_card", **again) == OK
    assert touches(table.tv) == [0]
    assert len(table.tv.messages) == shown + 1
    table.move("Ben", "touch_card", position=1)
    table.move("Ben", "touch_card", position=9)  # by now it is the other team's turn
    assert ben.ask("touch_card", **again) == OK
    assert table.enter("Ben").ask("touch_card", **again) == OK
    assert touches(table.tv) == [0, 1, 9]


def test_the_same_command_after_a_restart(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("data"), deal=Deal((KEY,))) as server:
        table = Table(server).dealt().clue()
        ben = table.people["Ben"]
        settle(ben)
        again = touch(ben.view["step"], 0, "again")
        assert ben.ask("touch_card", **again) == OK
        table.move("Ben", "undo")
        server.kill()
        server.start()
        ben = table.enter("Ben")
        assert ben.ask("touch_card", **again) == OK
        settle(ben)
        assert ben.game["revealed"] == [None] * 25
        assert refusal(ben, "touch_card", **{**again, "cmd_id": "other"}) == STALE


def test_an_id_is_its_senders_own(server: Server) -> None:
    table = Table(server).dealt().clue()
    settle(table.tv)
    table.people["Dan"].do("rename", name="Dora", cmd_id="same")
    table.move("Ben", "touch_card", position=0, cmd_id="same")
    assert touches(table.tv) == [0]


def test_a_refused_command_may_be_sent_again_with_its_id(server: Server) -> None:
    table = Table(server).dealt()
    ben = table.people["Ben"]
    settle(ben)
    early = touch(ben.view["step"], 0, "early")
    assert refusal(ben, "touch_card", **early) == "game/wrong_phase"
    table.clue()
    settle(ben)
    assert ben.ask("touch_card", **{**early, "step": ben.view["step"]}) == OK


def test_joins_names_seats_and_marks_make_no_tap_stale(server: Server) -> None:
    table = Table(server, settings=TAPPED).dealt().clue()
    dan = table.people["Dan"]
    settle(dan)
    step = dan.view["step"]
    flo = table.join("Flo")
    flo.do("rename", name="Florence")
    flo.do("take_seat", seat="red_operative")
    flo.do("mark_card", step=step, position=7, on=True)
    table.people["Eva"].do("leave")
    table.people["Ana"].do("change_settings", settings={}, decks=["en"], language="en")
    table.watch().close()
    assert dan.ask("touch_card", **touch(step, 0, "tap")) == OK


@pytest.mark.parametrize("moved", ["pause", "touch_card", "end_turn", "undo"])
def test_every_public_move_makes_a_tap_stale(server: Server, moved: str) -> None:
    table = Table(server).dealt().clue()
    table.move("Ben", "touch_card", position=0)
    ben = table.people["Ben"]
    settle(ben)
    step = ben.view["step"]
    fields = {"position": 1} if moved == "touch_card" else {}
    table.move("Ben", moved, **fields)
    assert refusal(ben, "touch_card", **touch(step, 2, "late")) == STALE
    assert refusal(ben, "touch_card", **touch(step + 2, 2, "early")) == STALE


def test_a_move_of_the_game_before_is_stale_in_the_next_one(server: Server) -> None:
    table = Table(server).dealt().clue()
    ben = table.people["Ben"]
    settle(ben)
    step = ben.view["step"]
    table.move("Ana", "abandon")
    table.people["Ana"].do("deal")
    assert refusal(ben, "give_clue", cmd_id="x", step=step, word="x", number=1) == STALE


def test_a_secret_mark_moves_no_other_audiences_number(server: Server) -> None:
    table = Table(server, settings=TAPPED).dealt().clue()
    people = {**table.people, "tv": table.tv}
    for client in people.values():
        settle(client)
    counted = {name: (client.view["n"], len(client.frames)) for name, client in people.items()}
    dan = table.people["Dan"]
    for n, on in enumerate((True, False, True)):
        dan.do("mark_card", step=dan.view["step"], position=3, on=on, cmd_id=f"mark{n}")
    for name, client in people.items():
        before, _ = counted[name]
        settle(client)
        if name in ("Dan", "Ben"):
            assert client.view["n"] == before + 3
            assert [mark["position"] for mark in client.view["view"]["marks"]] == [3]
        else:
            assert client.view["n"] == before
            assert len(client.frames) == counted[name][1] + 1  # the answer to `settle`
            assert client.view["view"]["marks"] == []


def test_numbers_count_up_by_one_whatever_happens(server: Server) -> None:
    table = Table(server).dealt().clue()
    table.join("Flo").do("rename", name="Florence")
    table.move("Ben", "touch_card", position=0)
    table.move("Ben", "undo")  # at once: this server's time goes by what is done
    settle(table.tv)
    numbers = [message["n"] for message in table.tv.messages]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def test_a_view_comes_before_the_answer_to_what_led_to_it(server: Server) -> None:
    table = Table(server).dealt().clue()
    ben = table.people["Ben"]
    settle(ben)
    ben.frames.clear()
    ben.ask("touch_card", **touch(ben.view["step"], 0, "tap"))
    assert [frame[:10] for frame in ben.frames] == ['42["view",', "43" + ben.frames[-1][2:10]]


def test_who_comes_back_sees_what_who_stayed_sees(server: Server) -> None:
    table = Table(server).dealt().clue()
    table.move("Ben", "touch_card", position=0)
    settle(table.tv)
    late = table.watch()
    assert late.view["view"] == table.tv.view["view"]
    assert (late.view["n"], late.view["step"]) == (table.tv.view["n"], table.tv.view["step"])
