"""Two servers on one room, as when a proxy was wrong: everybody sees everything, at once."""

import time
from collections.abc import Callable, Iterator

import pytest

from clients import Client, Refused, token
from patience import in_time
from peers.peer_servers import LONGEST, entered, happened, here_are, two
from peers.relays import Relay
from servers import Server
from store.redis_servers import VALKEY, Running, redis_server, until
from table import Table, refusal, settle
from undercast.store.redis import keys
from undercast.store.redis.peers import SWEEP_S


@pytest.fixture(scope="module")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with redis_server(VALKEY, tmp_path_factory.mktemp("engine")) as running:
        yield running


@pytest.fixture(scope="module")
def relay(valkey: Running) -> Relay:
    """The first server's way to Redis."""
    return Relay(valkey.port)


@pytest.fixture(scope="module")
def pair(
    tmp_path_factory: pytest.TempPathFactory, valkey: Running, relay: Relay
) -> Iterator[list[Server]]:
    folder = tmp_path_factory.mktemp("servers")
    with two(folder, valkey, "--wall-clock", way=relay.url) as servers:
        yield servers
        for server in servers:
            assert "Traceback" not in server.output


@pytest.fixture
def table(pair: list[Server]) -> Table:
    return Table(pair[0]).dealt()


def soon(client: Client, seen: Callable[[], bool]) -> None:
    """Wait until this client was told so, in less than a second."""
    began = time.monotonic()
    client.wait(seen)
    assert time.monotonic() - began < in_time(LONGEST)


def test_what_is_done_at_one_is_seen_at_the_other_as_it_happens(
    pair: list[Server], table: Table
) -> None:
    there = pair[1]
    tv, ben = entered(there, table), entered(there, table, "Ben")
    table.clue()
    soon(tv, lambda: bool(tv.game["turns"][-1]["clue"]))
    table.move("Ben", "touch_card", position=0)
    soon(tv, lambda: "card_touched" in happened(tv))
    assert happened(tv) == ["clue_given", "card_touched"]
    assert tv.game["turns"][-1]["touches"][0]["position"] == 0
    soon(ben, lambda: ben.view["step"] == tv.view["step"])
    ben.move("touch_card", position=1)
    soon(table.tv, lambda: happened(table.tv).count("card_touched") == 2)
    assert refusal(table.people["Ben"], "touch_card", cmd_id="k", step=2, position=5) == (
        "game/stale"
    )
    table.move("Ben", "undo")
    soon(tv, lambda: happened(tv)[-1:] == ["touch_undone"])
    settle(ben)
    ben.move("touch_card", position=24)
    ana = table.people["Ana"]
    soon(ana, lambda: ana.game["phase"] == "ended")
    ana.do("deal")
    soon(tv, lambda: tv.lobby["games"] == 2)
    assert happened(tv)[-1] == "game_dealt"
    soon(table.tv, lambda: table.tv.view["view"] == tv.view["view"])


def test_who_is_there_is_seen_everywhere_and_who_goes(pair: list[Server], table: Table) -> None:
    there = pair[1]
    tv = entered(there, table)
    soon(tv, lambda: here_are(tv) == {"Ana", "Ben", "Cem", "Dan", "Eva"})
    fay = Client(there.url)
    fay.enter("join", room=table.code, token=token(), name="Fay")
    soon(table.tv, lambda: "Fay" in here_are(table.tv))
    fay.do("take_seat", seat="spectator")
    fay.close()
    soon(table.tv, lambda: "Fay" not in here_are(table.tv))
    ana = entered(there, table, "Ana")
    table.people["Ana"].close()
    table.people["Dan"].close()
    soon(tv, lambda: here_are(tv) == {"Ana", "Ben", "Cem", "Eva"})
    ana.do("set_sound", volume=3)  # she is host here as well
    soon(table.tv, lambda: table.tv.lobby["volume"] == 3)
    ana.do("remove", player=next(p["id"] for p in ana.lobby["players"] if p["name"] == "Eva"))
    eva = table.people["Eva"]
    eva.wait(lambda: eva.gone is not None)
    assert eva.gone == {"code": "room/removed"}


def test_what_was_missed_is_made_up_for(pair: list[Server], table: Table, valkey: Running) -> None:
    tv = entered(pair[1], table)
    until(lambda: len(subscribers(valkey)) == 2)
    valkey.do("CLIENT", "KILL", "TYPE", "pubsub")
    table.clue()  # which nobody hears of
    table.move("Ben", "touch_card", position=0)
    soon(tv, lambda: bool(tv.game["turns"][-1]["touches"]))
    until(lambda: len(subscribers(valkey)) == 2)
    table.move("Ben", "touch_card", position=1)
    soon(tv, lambda: len(tv.game["turns"][-1]["touches"]) == 2)


def subscribers(valkey: Running) -> list[str]:
    """Those who hear the hints."""
    clients = valkey.do("CLIENT", "LIST", "TYPE", "pubsub")
    assert isinstance(clients, bytes)
    return clients.decode().splitlines()


def test_a_black_hole_throws_nobody_out(pair: list[Server], table: Table, relay: Relay) -> None:
    here, there, ben = table.tv, entered(pair[1], table), entered(pair[1], table, "Ben")
    table.clue()
    settle(here)
    step = here.view["step"]
    ben.wait_for_view(lambda view: view["step"] == step)
    relay.closed = True
    began = time.monotonic()
    tapping = {"cmd_id": "k", "step": step, "position": 0}
    assert refusal(table.people["Ben"], "touch_card", **tapping) == "server/not_saved"
    assert time.monotonic() - began < in_time(2.5)
    ben.move("touch_card", position=1)  # the other server goes on
    relay.closed = False
    here.wait(lambda: here.view["step"] > step)
    assert [touch["position"] for touch in here.game["turns"][-1]["touches"]] == [1]
    table.move("Ben", "touch_card", position=0)
    soon(there, lambda: len(there.game["turns"][-1]["touches"]) == 2)
    assert (here.gone, there.gone) == (None, None)


def test_a_log_that_is_taken_away_is_missed_in_seconds(
    pair: list[Server], table: Table, valkey: Running
) -> None:
    here, there, other = table.tv, entered(pair[1], table), Table(pair[1]).dealt().tv
    valkey.do("DEL", keys.log(table.code), keys.room(table.code))
    began = time.monotonic()
    for tv in (here, there):
        tv.wait(lambda tv=tv: tv.gone is not None)
        assert tv.gone == {"code": "server/restored"}
        with pytest.raises(Refused, match="room/not_found"):
            tv.enter("watch", room=table.code)
    assert time.monotonic() - began < 2 * SWEEP_S + in_time(LONGEST)
    assert other.gone is None
    assert f"Room {table.code} has another log" in pair[0].output
