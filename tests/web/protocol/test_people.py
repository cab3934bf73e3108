"""Persons and their browsers: tabs, tokens lost and found, removal, the host and their links."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from itsdangerous import URLSafeTimedSerializer

from clients import Client, token
from patience import PATIENCE
from servers import SOURCES, Deal, Server, running
from table import KEY, Table, codes, refusal, settle
from undercast.base.refusals import Refused
from undercast.store.data_file import SECRET_FILE, load_secret
from undercast.web.signed_links import VALID_SECONDS, HostLinks


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[Server]:
    with running(data, deal=Deal((KEY,), codes=codes()), options=("--generous",)) as started:
        yield started
        started.stop()
        assert "Traceback" not in started.output


def online(client: Client) -> set[str]:
    settle(client)
    return {player["name"] for player in client.lobby["players"] if player["online"]}


def waits_until_offline(tv: Client, name: str) -> None:
    tv.wait_for_view(
        lambda view: (
            not any(p["name"] == name and p["online"] for p in view["view"]["lobby"]["players"])
        )
    )


def request_of(table: Table, name: str = "Ana") -> int:
    settle(table.people[name])
    number: int = table.people[name].lobby["requests"][-1]["id"]
    return number


# --- Tabs ----------------------------------------------------------------------------------------


def test_two_tabs_of_a_person_are_one_person(server: Server) -> None:
    table = Table(server).dealt().clue()
    first, second = table.people["Ben"], table.enter("Ben")
    assert second.you == first.you
    table.move("Ben", "touch_card", position=0)
    for tab in (first, second):
        settle(tab)
        assert tab.game["revealed"][0] == "red"
    assert first.view == second.view
    first.close()
    waits_for_close(server, table)
    assert "Ben" in online(table.tv)
    second.close()
    waits_until_offline(table.tv, "Ben")


def waits_for_close(server: Server, table: Table) -> None:
    """Somebody whose presence can be seen goes after the one that went before."""
    table.people["Eva"].close()
    waits_until_offline(table.tv, "Eva")


def test_the_same_socket_may_enter_twice(server: Server) -> None:
    table = Table(server)
    ben = table.people["Ben"]
    ben.enter("enter", room=table.code, token=table.tokens["Ben"])
    table.people["Ana"].do("rename", name="Anna")
    settle(ben)
    assert sum("Anna" in frame for frame in ben.frames) == 1
    ben.close()
    waits_until_offline(table.tv, "Ben")


def test_a_socket_belongs_to_the_room_that_it_entered_last(server: Server) -> None:
    one, two = Table(server), Table(server)
    ben = one.people["Ben"]
    ben.enter("enter", room=two.code, token=two.tokens["Dan"])
    waits_until_offline(one.tv, "Ben")
    settle(ben)
    frames = len(ben.frames)
    one.people["Ana"].do("rename", name="Anna")
    settle(ben)
    assert len(ben.frames) == frames + 1  # the answer to `settle`
    ben.do("rename", name="Dora")
    assert "Dora" in online(two.tv)
    assert "Dora" not in online(one.tv)


def test_an_entrance_that_is_refused_leaves_the_socket_where_it_was(server: Server) -> None:
    table = Table(server)
    ben = table.people["Ben"]
    for code, unknown in ((table.code, token()), ("ZZZZ", table.tokens["Ben"])):
        assert refusal(ben, "enter", protocol=2, room=code, token=unknown).startswith("room/")
    ben.do("rename", name="Benny")
    assert "Benny" in online(table.tv)


def test_watching_gives_up_the_seat_on_this_socket_alone(server: Server) -> None:
    table = Table(server).dealt()
    ben = table.people["Ben"]
    ben.enter("watch", room=table.code)
    assert ben.view["view"]["kind"] == "public"
    assert refusal(ben, "debrief", cmd_id="c", step=0) == "wire/not_entered"
    waits_until_offline(table.tv, "Ben")
    assert table.enter("Ben").view["view"]["kind"] == "key"


# --- Removal -------------------------------------------------------------------------------------


def test_who_is_removed_is_out_with_every_socket_and_token(server: Server) -> None:
    table = Table(server).dealt()
    ben, second = table.people["Ben"], table.enter("Ben")
    table.people["Ana"].do("remove", player=ben.you)
    for socket in (ben, second):
        socket.wait(lambda socket=socket: socket.gone is not None)
        assert socket.gone == {"code": "room/removed"}
        assert refusal(socket, "debrief", cmd_id="c", step=0) == "wire/not_entered"
    again = Client(server.url)
    entering = {"protocol": 2, "room": table.code, "token": table.tokens["Ben"]}
    assert refusal(again, "enter", **entering) == "room/removed"
    assert refusal(again, "join", **entering, name="Ben") == "room/removed"
    returning = {**entering, "token": token(), "player": ben.you}
    assert refusal(again, "ask_to_return", **returning) == "room/no_such_player"
    frames = len(ben.frames)
    table.people["Ana"].do("rename", name="Anna")
    settle(ben)
    assert len(ben.frames) == frames + 1
    settle(table.tv)
    assert [player["name"] for player in table.tv.lobby["removed"]] == ["Ben"]


def test_who_is_let_back_in_has_the_same_token_but_no_seat(server: Server) -> None:
    table = Table(server).dealt()
    ben = table.people["Ben"]
    ana = table.people["Ana"]
    ana.do("remove", player=ben.you)
    assert refusal(ana, "remove", cmd_id="twice", player=ben.you) == "room/no_such_player"
    ana.do("readmit", player=ben.you)
    again = table.enter("Ben")
    assert again.you == ben.you
    assert again.view["view"]["kind"] == "public"
    seats = {p["name"]: p["seat"] for p in again.lobby["players"]}
    assert seats["Ben"] == "spectator"
    settle(ben)
    assert ben.view["view"]["kind"] == "key"  # nothing has come since the removal


def test_only_the_host_removes_and_never_the_host(server: Server) -> None:
    table = Table(server)
    ana = table.people["Ana"]
    assert refusal(table.people["Ben"], "remove", cmd_id="c", player="p1") == "room/not_host"
    assert refusal(ana, "remove", cmd_id="c", player="p1") == "room/no_such_player"
    for player in ("", "p99", "Ben", "p2 "):
        assert refusal(ana, "remove", cmd_id="c", player=player) == "room/no_such_player"
        assert refusal(ana, "readmit", cmd_id="c", player=player) == "room/no_such_player"


def test_who_left_comes_back_by_joining_with_the_same_token(server: Server) -> None:
    table = Table(server)
    dan = table.people["Dan"]
    dan.do("leave")
    dan.wait(lambda: dan.gone is not None)
    entering = {"protocol": 2, "room": table.code, "token": table.tokens["Dan"]}
    assert refusal(Client(server.url), "enter", **entering) == "room/unknown_token"
    again = Client(server.url)
    again.enter("join", room=table.code, token=table.tokens["Dan"], name="Daniel")
    assert again.you == dan.you


# --- "I was Ana" ---------------------------------------------------------------------------------


@pytest.mark.parametrize("offline", [True, False])
def test_who_lost_the_token_comes_back_with_the_hosts_consent(
    server: Server, offline: bool
) -> None:
    table = Table(server).dealt()
    ben = table.people["Ben"]
    fresh, mine = Client(server.url), token()
    fresh.enter("ask_to_return", room=table.code, token=mine, player=ben.you)
    assert fresh.view["view"]["kind"] == "public"
    request = request_of(table)
    ana = table.people["Ana"]
    if offline:
        ben.close()
        waits_until_offline(table.tv, "Ben")
    entering = {"protocol": 2, "room": table.code, "token": mine}
    assert refusal(fresh, "enter", **entering) == "room/unknown_token"
    ana.do("answer_request", request=request, consent=True)
    if not offline:
        ben.wait(lambda: ben.gone is not None)
        assert ben.gone == {"code": "room/unknown_token"}
    fresh.enter("enter", room=table.code, token=mine)
    assert fresh.you == ben.you
    assert fresh.view["view"]["kind"] == "key"
    lost = {**entering, "token": table.tokens["Ben"]}
    assert refusal(Client(server.url), "enter", **lost) == "room/unknown_token"


def test_who_is_here_lets_in_another_browser_and_keeps_the_own(server: Server) -> None:
    table = Table(server).dealt()
    ben = table.people["Ben"]
    fresh, mine = Client(server.url), token()
    fresh.enter("ask_to_return", room=table.code, token=mine, player=ben.you)
    request = request_of(table)
    assert refusal(
        table.people["Dan"], "answer_request", cmd_id="c", request=request, consent=True
    ) == ("room/not_yours_to_answer")
    ben.do("answer_request", request=request, consent=True)
    fresh.enter("enter", room=table.code, token=mine)
    assert fresh.you == ben.you
    assert table.enter("Ben").you == ben.you


def test_a_refused_browser_stays_outside(server: Server) -> None:
    table = Table(server).dealt()
    ben = table.people["Ben"]
    fresh, mine = Client(server.url), token()
    fresh.enter("ask_to_return", room=table.code, token=mine, player=ben.you)
    request = request_of(table)
    ben.do("answer_request", request=request, consent=False)
    entering = {"protocol": 2, "room": table.code, "token": mine}
    assert refusal(fresh, "enter", **entering) == "room/unknown_token"
    assert refusal(ben, "answer_request", cmd_id="c", request=request, consent=True) == (
        "room/no_such_request"
    )


def test_of_many_who_ask_the_oldest_makes_way(server: Server) -> None:
    table = Table(server)
    asking = {"protocol": 2, "room": table.code, "player": "p2"}
    clients = [Client(server.url) for _ in range(13)]
    asked = [client.ask("ask_to_return", **asking, token=token())["request"] for client in clients]
    settle(table.tv)
    assert [request["id"] for request in table.tv.lobby["requests"]] == asked[1:]


# --- Links from the terminal ---------------------------------------------------------------------


def link_for(data: Path, code: str) -> str:
    """What `undercast host` prints."""
    done = subprocess.run(
        [sys.executable, "-m", "undercast.cli", "host", code, "--data", data],
        env={"PYTHONPATH": str(SOURCES)},
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    address, _, link = done.stdout.strip().splitlines()[-1].partition("#host=")
    assert address.endswith(f"/{code}")
    return link


def test_a_link_from_the_terminal_makes_a_host_once(server: Server, data: Path) -> None:
    table = Table(server)
    link = link_for(data, table.code)
    dan, eva = table.people["Dan"], table.people["Eva"]
    opening = {"room": table.code, "link": link}
    dan.enter("become_host", **opening, token=table.tokens["Dan"])
    settle(table.tv)
    assert table.tv.lobby["host"] == dan.you
    assert table.tv.view["happened"] == [{"name": "Dan", "kind": "host_changed"}]
    dan.enter("become_host", **opening, token=table.tokens["Dan"])  # the answer had been lost
    replayed = {**opening, "protocol": 2, "token": table.tokens["Eva"]}
    assert refusal(eva, "become_host", **replayed) == "room/link_invalid"
    dan.do("remove", player="p1")


def test_a_link_is_for_its_room_and_for_who_is_in_it(server: Server, data: Path) -> None:
    table, other = Table(server), Table(server)
    link = link_for(data, table.code)
    opening = {"protocol": 2, "link": link}
    elsewhere = {**opening, "room": other.code, "token": other.tokens["Dan"]}
    assert refusal(other.people["Dan"], "become_host", **elsewhere) == "room/link_invalid"
    stranger = {**opening, "room": table.code, "token": token()}
    assert refusal(Client(server.url), "become_host", **stranger) == "room/unknown_token"


def test_what_is_no_link_of_ours(server: Server, data: Path) -> None:
    table = Table(server)
    forged = URLSafeTimedSerializer("", salt="host").dumps([table.code, "p1"])
    known = URLSafeTimedSerializer((data / SECRET_FILE).read_text(), salt="other")
    other_purpose = known.dumps([table.code, "p1"])
    link = link_for(data, table.code)
    for bad in ("", "x", "a.b.c", forged, other_purpose, link[:-1], link + "x", link.swapcase()):
        opening = {"protocol": 2, "room": table.code, "token": table.tokens["Dan"], "link": bad}
        assert refusal(table.people["Dan"], "become_host", **opening) == "room/link_invalid"


def test_a_link_lasts_a_quarter_of_an_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    links = HostLinks(load_secret(tmp_path))
    link = links.make("BKTM", "p1")
    assert links.opened("BKTM", link) == "p1"
    later = links._serializer.make_signer("host").get_timestamp() + VALID_SECONDS
    signer = "itsdangerous.timed.TimestampSigner.get_timestamp"
    monkeypatch.setattr(signer, lambda _: later)
    assert links.opened("BKTM", link) == "p1"
    monkeypatch.setattr(signer, lambda _: later + 2)
    with pytest.raises(Refused, match="room/link_invalid"):
        links.opened("BKTM", link)


@pytest.mark.parametrize("left", ["", "abc"])
def test_a_secret_that_a_crash_cut_off_is_made_anew(tmp_path: Path, left: str) -> None:
    (tmp_path / SECRET_FILE).write_text(left)
    links = HostLinks(load_secret(tmp_path))
    made = (tmp_path / SECRET_FILE).read_text()
    assert len(made) == 64
    assert (tmp_path / SECRET_FILE).stat().st_mode & 0o077 == 0
    assert [file.name for file in tmp_path.iterdir()] == [SECRET_FILE]
    forged = URLSafeTimedSerializer(left or "x", salt="host").dumps(["BKTM", "p1"])
    with pytest.raises(Refused):
        links.opened("BKTM", forged)
    assert HostLinks(load_secret(tmp_path)).opened("BKTM", links.make("BKTM", "p1")) == "p1"


def test_a_handed_over_room_obeys_the_new_host(server: Server) -> None:
    table = Table(server)
    table.people["Ana"].do("hand_over", player=table.people["Dan"].you)
    assert refusal(table.people["Ana"], "deal", cmd_id="c") == "room/not_host"
    table.people["Dan"].do("deal")


def test_when_the_host_leaves_who_came_first_follows(server: Server) -> None:
    table = Table(server)
    table.people["Ana"].do("leave")
    settle(table.tv)
    assert table.tv.lobby["host"] == table.people["Ben"].you


def test_behind_a_closed_door(server: Server) -> None:
    table = Table(server)
    table.people["Ana"].do("set_door", closed=True)
    stranger = Client(server.url)
    joining = {"room": table.code, "token": token(), "name": "Eva II"}
    assert refusal(stranger, "join", protocol=2, **joining) == "room/closed"
    stranger.enter("watch", room=table.code)
    assert stranger.lobby["closed"]
    tablet = Client(server.url)
    tablet.enter("enter", room=table.code, token=table.tokens["Ben"])
    table.people["Ana"].do("set_door", closed=False)
    stranger.enter("join", **joining)


def test_who_passes_by_is_forgotten_and_the_id_is_nobody_else_s(server: Server) -> None:
    table = Table(server)
    passing = table.join("Fay")
    passing.do("leave")
    refused = refusal(
        Client(server.url), "enter", protocol=2, room=table.code, token=table.tokens["Fay"]
    )
    assert refused == "room/unknown_token"
    entered = Client(server.url)
    again = {"room": table.code, "token": table.tokens["Fay"], "name": "Fay"}
    assert entered.enter("join", **again)["you"] == "p7"


# --- Waited for ----------------------------------------------------------------------------------


def time_passes(table: Table) -> None:
    """This server's clock goes on by a second whenever it is read."""
    for number in range(20):
        table.people["Ana"].do("rename", name=f"Anna {number}")


def test_a_bot_goes_on_without_somebody_who_is_offline(server: Server) -> None:
    table = Table(server, settings={"guessing": "operatives_tap"})
    table.people["Ana"].do("add_bot", seat="red_operative", style="normal")
    dan = table.people["Dan"].you
    table.dealt().clue(1)
    assert table.tv.game["waiting"] is None
    table.people["Dan"].close()
    table.tv.wait_for_view(lambda view: view["view"]["game"]["waiting"])
    waiting = table.tv.game["waiting"]
    (bot,) = (player["id"] for player in table.tv.lobby["players"] if player.get("bot"))
    assert (waiting["players"], waiting["bot"]) == ([dan], bot)
    time_passes(table)
    table.tv.wait_for_view(lambda view: view["view"]["game"]["turns"][0]["touches"])
    assert table.tv.game["turns"][0]["touches"][0]["by"] == bot


def test_the_host_withdraws_for_a_challenger_who_is_offline(server: Server) -> None:
    table = Table(server).dealt().clue()
    table.move("Cem", "challenge")
    table.people["Cem"].close()
    table.tv.wait_for_view(lambda view: view["view"]["game"]["waiting"])
    assert "host" not in table.tv.game["may"]["withdraw_challenge"]
    time_passes(table)
    table.tv.wait_for_view(lambda view: "host" in view["view"]["game"]["may"]["withdraw_challenge"])
    table.move("Ana", "withdraw_challenge")
    settle(table.tv)
    assert table.tv.game["phase"] == "guess"
