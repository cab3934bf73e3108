"""No parameter, seat change or old token gives the key to whom it is not meant for."""

import json
from collections.abc import Iterator

import pytest

from clients import Client, token
from servers import Deal, Server, running
from table import KEY, Table, codes, refusal, settle
from wire import get

CLAIMS: dict[str, object] = {
    "role": "red_spymaster",
    "seat": "red_spymaster",
    "key": True,
    "debug": True,
    "spymaster": True,
    "isSpymaster": True,
    "admin": 1,
    "audience": "red_spymaster",
    "player": "p2",
    "you": "p2",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    deal = Deal((KEY,), codes=codes())
    with running(tmp_path_factory.mktemp("data"), deal=deal, options=("--generous",)) as started:
        yield started


def assert_no_key(client: Client) -> None:
    """Nothing that this connection ever received holds a key or a hidden identity."""
    settle(client)
    for frame in client.frames:
        assert '"key":' not in frame
        assert '"seed"' not in frame
    for message in client.messages:
        game = message["view"]["game"]
        if game is not None:
            shown = [t["position"] for turn in game["turns"] for t in turn["touches"]]
            revealed = [n for n, identity in enumerate(game["revealed"]) if identity]
            assert set(revealed) <= set(shown)


@pytest.mark.parametrize("claim", CLAIMS)
def test_no_field_gives_the_key(server: Server, claim: str) -> None:
    table = Table(server).dealt().clue()
    client = Client(server.url)
    more = {claim: CLAIMS[claim]}
    watching = {"protocol": 2, "room": table.code}
    joining = {**watching, "token": token(), "name": "Flo"}
    if claim != "player":  # which is a field of `ask_to_return`
        asked = refusal(client, "ask_to_return", **watching, token=token(), player="p2", **more)
        assert asked == "wire/malformed"
    assert refusal(client, "watch", **watching, **more) == "wire/malformed"
    assert refusal(client, "join", **joining, **more) == "wire/malformed"
    entering = {**watching, "token": table.tokens["Dan"], **more}
    assert refusal(client, "enter", **entering) == "wire/malformed"
    dan = table.people["Dan"]
    settle(dan)
    for command in ("touch_card", "deal", "debrief", "rename"):
        fields = {"cmd_id": "c", "step": dan.view["step"], "position": 3, "name": "x", **more}
        assert refusal(dan, command, **fields) == "wire/malformed"
    assert_no_key(dan)
    assert not client.messages


@pytest.mark.parametrize("claim", CLAIMS)
def test_no_query_header_or_auth_gives_the_key(server: Server, claim: str) -> None:
    table = Table(server).dealt().clue()
    value = CLAIMS[claim]
    client = Client(
        server.url,
        query=f"&{claim}={value}&token={table.tokens['Ben']}",
        auth={claim: value, "token": table.tokens["Ben"]},
        header={
            f"X-{claim}": str(value),
            "Cookie": f"{claim}={value}; token={table.tokens['Ben']}",
        },
    )
    assert refusal(client, "debrief", cmd_id="c", step=0) == "wire/not_entered"
    client.enter("watch", room=table.code)
    assert_no_key(client)
    for path in (
        f"/{table.code}",
        f"/tv/{table.code}",
        f"/qr/{table.code}.svg",
        "/healthz",
        "/decks",
    ):
        plain = get(server.url, path)
        assert get(server.url, f"{path}?{claim}={value}") == plain
        assert get(server.url, path, Cookie=f"{claim}={value}") == plain


def test_the_tvs_address_grants_the_public_view_and_no_command(server: Server) -> None:
    table = Table(server).dealt().clue()
    settle(table.tv)
    step = table.tv.view["step"]
    assert table.tv.view["audience"] == "public"
    moves = {"touch_card": {"position": 3}, "debrief": {}, "abandon": {}, "pause": {}, "undo": {}}
    for move, fields in moves.items():
        refused = refusal(table.tv, move, cmd_id="c", step=step, **fields)
        assert refused == "wire/not_entered"
    for command, fields in (
        ("take_seat", {"seat": "red_spymaster"}),
        ("deal", {}),
        ("rename", {"name": "TV"}),
        ("leave", {}),
        ("answer_request", {"request": 1, "consent": True}),
    ):
        assert refusal(table.tv, command, cmd_id="c", **fields) == "wire/not_entered"
    assert_no_key(table.tv)


def test_nothing_at_all_before_entering(server: Server) -> None:
    table = Table(server).dealt()
    client = Client(server.url)
    assert refusal(client, "take_seat", cmd_id="c", seat="key_holder") == "wire/not_entered"
    assert refusal(client, "debrief", cmd_id="c", step=1) == "wire/not_entered"
    table.clue()
    settle(client)
    assert not client.messages


def test_a_held_key_seat_is_not_taken(server: Server) -> None:
    table = Table(server).dealt()
    gus = table.join("Gus")
    for seat in ("red_spymaster", "blue_spymaster"):
        assert refusal(gus, "take_seat", cmd_id=seat, seat=seat) == "room/seat_held"
        gus.do("ask_for_seat", seat=seat)
    settle(gus)
    for request in [request["id"] for request in gus.lobby["requests"]]:
        refused = refusal(
            gus, "answer_request", cmd_id=f"r{request}", request=request, consent=True
        )
        assert refused == "room/not_yours_to_answer"
    assert_no_key(gus)


def test_a_free_key_seat_is_taken_before_everybodys_eyes(server: Server) -> None:
    table = Table(server).dealt()
    gus = table.join("Gus")
    gus.do("take_seat", seat="key_holder")
    settle(gus)
    assert gus.view["view"]["kind"] == "key"
    settle(table.tv)
    assert table.tv.view["happened"] == [
        {"name": "Gus", "seat": "key_holder", "sees_key": True, "kind": "seat_taken"}
    ]
    assert_no_key(table.tv)


def test_whoever_saw_the_key_does_not_guess_in_that_game(server: Server) -> None:
    table = Table(server).dealt()
    ben = table.people["Ben"]
    ben.do("take_seat", seat="spectator")
    settle(ben)
    assert ben.view["view"]["kind"] == "public"
    for seat in ("red_operative", "blue_operative", "operative_for_both"):
        assert refusal(ben, "take_seat", cmd_id=seat, seat=seat) == "room/has_seen_key"
    ben.do("leave")
    again = Client(server.url)
    again.enter("join", room=table.code, token=table.tokens["Ben"], name="Ben")
    refused = refusal(again, "take_seat", cmd_id="again", seat="red_operative")
    assert refused == "room/has_seen_key"


def test_who_leaves_the_key_seat_is_told_no_more_of_it(server: Server) -> None:
    table = Table(server).dealt().clue()
    ben = table.people["Ben"]
    second = table.enter("Ben")
    assert second.view["view"]["kind"] == "key"
    ben.do("take_seat", seat="spectator")
    for client in (ben, second):
        settle(client)
        assert client.view["view"]["kind"] == "public"
        assert client.view["audience"] == "public"
    second.frames.clear()
    second.messages.clear()
    table.move("Ana", "pause")
    assert_no_key(second)
    assert second.messages


def test_a_host_who_looks_on_sees_what_the_table_sees(server: Server) -> None:
    table = Table(server).dealt().clue()
    table.move("Ben", "touch_card", position=0)
    ana = table.people["Ana"]
    settle(ana)
    settle(table.tv)
    assert ana.view["view"] == table.tv.view["view"]
    assert refusal(ana, "debrief", cmd_id="c", step=ana.view["step"]) == "game/not_ended"
    assert_no_key(ana)


def test_the_whole_key_is_shown_to_everyone_only_after_debrief(server: Server) -> None:
    table = Table(server).dealt().clue()
    table.move("Ben", "touch_card", position=24)
    assert_no_key(table.tv)
    assert refusal(table.people["Dan"], "debrief", cmd_id="c", step=table.tv.view["step"]) == (
        "game/not_your_seat"
    )
    table.move("Cem", "debrief")
    settle(table.tv)
    assert table.tv.view["view"]["kind"] == "debrief"
    assert len(table.tv.view["view"]["key"]) == 25
    table.people["Ana"].do("deal")
    fresh = table.watch()
    assert_no_key(fresh)
    settle(table.tv)
    assert table.tv.view["view"]["kind"] == "public"


def test_ones_own_view_says_who_one_is_and_nothing_of_others_tokens(server: Server) -> None:
    table = Table(server).dealt()
    for client in (*table.people.values(), table.tv):
        settle(client)
        received = json.dumps(client.frames)
        assert not any(secret in received for secret in table.tokens.values())
    assert not any(secret in server.output for secret in table.tokens.values())
